import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keysOfText } from '../../../src/faces/http/key-file.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { builtVicinage } from '../../library/built.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { blocksOf } from './blocks.ts'
import { fieldComments } from './declarations.ts'
import { difference } from './printed.ts'

const PAGE = 'docs/reference/json.md'
const text = readFileSync(PAGE, 'utf8')
const sections = new Map(
  text
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)
const blockIn = (section: string, language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(section)?.[1]
const commands = [...sections.values()].flatMap((section) => {
  const command = blockIn(section, 'sh')
  return command === undefined ? [] : [{ command, example: blockIn(section, 'json')! }]
})

const folder = emptyFolder()
writeFileSync(join(folder, 'homes.csv'), 'id,lat,lon\n1,30.2672,-97.7431\n2,40,-100\n')

it.each(commands)('$command prints the documented output', async ({ command, example }) => {
  const argv = Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word).slice(1)
  // Files are in a folder of their own.
  const inFolder = argv.map((word) => (/\.csv$/.test(word) ? join(folder, word) : word))
  if (argv[0] === 'keys') inFolder.push('--file', join(folder, 'vicinage-keys.json'))
  const { code, out } = await consoleOf(['--no-user-data', ...inFolder], { open: builtVicinage })
  expect(code).toBe(0)
  const anyTime = example.replace(/"seconds": [\d.]+/, '"seconds": seconds')
  expect(difference(JSON.parse(out.replaceAll(`${folder}/`, '')), anyTime)).toBeNull()
})

it.each([
  ['data diff', 'src/faces/cli/data-report/difference.ts', ['CountyDifference']],
  ['cluster status', 'src/faces/batch/cluster/status.ts', ['ClusterStatus', 'RunStatus', 'StatusOfData']],
])('the example of %s contains the fields of its types', (name, file, types) => {
  const example = blockIn(sections.get(name)!, 'json')!
  const fields = types.flatMap((type) => Object.keys(fieldComments(type, file)))
  expect(fields.filter((field) => field !== 'reason' && !example.includes(`"${field}":`))).toEqual([])
})

it('the JSON output page contains a section for every command with --json', () => {
  const help = readFileSync('docs/reference/command-line.md', 'utf8')
  const withJson = help
    .split(/^#{2,3} /m)
    .slice(1)
    .filter((section) => /^ +--json /m.test(section))
    .map((section) => section.slice(0, section.indexOf('\n')))
  expect(withJson.length).toBeGreaterThan(15)
  expect(withJson.filter((name) => !sections.has(name))).toEqual([])
})

it('the key file on the HTTP page is accepted', () => {
  const { code } = blocksOf('docs/reference/http.md').find(
    ({ code, language }) => language === 'json' && code.includes('"name"'),
  )!
  expect(keysOfText(code, 'keys.json')).toMatchObject([{ name: 'acme', rate: { requests: 50, seconds: 60 } }])
})
