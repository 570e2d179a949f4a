import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../../src/faces/cli/help.ts'
import { textWidth } from '../../../src/faces/cli/text-layout.ts'
import { consoleOf } from './console.ts'

describe('vicinage --help', () => {
  it.each([undefined, 80, 200])(
    'prints lines of at most 80 columns if the terminal reports %s columns',
    async (columns) => {
      const { code, out } = await consoleOf(['--help'], { columns })
      expect(code).toBe(0)
      expect(out.split('\n').filter((line) => textWidth(line) > 80)).toEqual([])
    },
  )

  it('lists every command once, under group headings', async () => {
    const { out } = await consoleOf(['--help'])
    const headings = out.split('\n').filter((line) => /^[A-Z][a-z ]+:$/.test(line))
    expect(headings).toEqual([
      'Options:',
      'A place:',
      'Schools and districts:',
      'Addresses:',
      'Areas:',
      'Files:',
      'Services:',
      'Data:',
      'Shell:',
      'Commands:',
      'Examples:',
    ])
    const listed = out.match(/^ {2}[a-z]+(-[a-z]+)*(?= {2,})/gm)?.map((term) => term.trim())
    expect(listed?.toSorted()).toEqual(
      (
        'area batch cluster compare completion data dimensions district-schools districts edge explain explore export ' +
        'find fit geocode keys layer map mcp page pipe rank report reverse school schools score serve sites streets suggest'
      ).split(' '),
    )
  })

  it('shows the arguments of subcommands', async () => {
    const { out } = await consoleOf(['keys', '--help'])
    expect(out).toMatch(/^ {2}add \[options\] /m)
  })
})

/** Returns the names of the commands below `path` according to its help, such as `score` or `upgrade`. */
async function commandsBelow(path: readonly string[]): Promise<readonly string[]> {
  const { out } = await consoleOf([...path, '--help'])
  const list = path.length === 0 ? out.split('A place:')[1] : (out.split('Commands:')[1] ?? '')
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)(?= {2,}| \[|$)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help')
}

const top = await commandsBelow([])
const below = (
  await Promise.all(top.map(async (name) => (await commandsBelow([name])).map((one) => `${name} ${one}`)))
).flat()

describe.each([...top, ...below])('the help of %s', (name) => {
  it('fits in 80 columns and lists the exit codes', async () => {
    const { code, out } = await consoleOf([...name.split(' '), '--help'], { columns: 120 })
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => textWidth(line) > 80)).toEqual([])
    expect(out).toContain('Exit codes: 0 success; 1 failure; 2 the command line')
  })
})

describe('the examples in the help texts', () => {
  it('cover every command', () => {
    expect(top.filter((name) => EXAMPLES[name] === undefined)).toEqual([])
    expect(Object.keys(EXAMPLES).filter((name) => ![...top, ...below].includes(name))).toEqual([])
  })

  it.each(Object.values(EXAMPLES).flat())('use only options listed in the help of the command: %s', async (line) => {
    const words = line.split(' ')
    const path = words.slice(0, below.includes(words.slice(0, 2).join(' ')) ? 2 : 1)
    const [out] = (await consoleOf([...path, '--help'])).out.split('\nExamples:')
    for (const option of line.matchAll(/(?<= )--[a-z-]+/g)) expect(out).toMatch(new RegExp(`${option[0]}\\b`))
    const usage = /^Usage: (.*)$/m.exec(out)?.[1]
    expect(usage).toContain(path.join(' '))
  })
})

describe('shell completion', () => {
  /** Returns the completions that bash offers for the last word of a line. */
  async function offered(line: string): Promise<readonly string[]> {
    const { out } = await consoleOf(['completion', 'bash'])
    const words = line.split(' ')
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length - 1}\n_vicinage\nprintf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
  }

  it.each<[string, readonly string[]]>([
    ['vicinage sco', ['score']],
    ['vicinage data up', ['upgrade']],
    ['vicinage explain fl', ['flood']],
    ['vicinage score 30,-97 --dim', ['--dimensions']],
    ['vicinage score --dimensions walk', ['walkability']],
    ['vicinage batch in.csv out.csv --outc', ['--outcome']],
    ['vicinage batch in.csv out.csv --min-layer st', ['state', 'street', 'street_range']],
    ['vicinage data upgrade flood --states ', ['CA', 'FL', 'TX']],
    ['vicinage export --by block', ['block-group']],
  ])('completes "%s" in bash', async (line, words) => {
    expect((await offered(line)).toSorted()).toEqual(words)
  })

  it.each(['zsh', 'fish'])('for %s includes every command and dimension', async (shell) => {
    const { code, out } = await consoleOf(['completion', shell])
    expect(code).toBe(0)
    for (const name of [...top, 'noise-levels', '--dimensions'])
      expect(out).toContain(name.replace(/^--(?=.*)/, shell === 'fish' ? '-l ' : '--'))
  })
})
