import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { folder, lines } from './fixtures/run.ts'
import { type ShoutingOptions, shout } from './shouting-run.ts'

const script = join(emptyFolder(), 'shouting-process.mjs')
const pace = 2
/** Minimum number of kills of each output. `npm run test:long` kills 20 times. */
const KILLS = Number(process.env.VICINAGE_KILLS ?? 5)

// Build the script once, because many processes run it.
beforeAll(async () => {
  const entry = new URL('./shouting-process.ts', import.meta.url).pathname
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: script })
})

interface Ended {
  readonly killed: boolean
  readonly milliseconds: number
  readonly remarks: string
}

/** Runs a batch in a separate process, which is killed `after` milliseconds after it opened its output. */
async function run(input: string, output: string, options: ShoutingOptions, after?: number): Promise<Ended> {
  const child = spawn(process.execPath, [script, input, output, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  let remarks = ''
  const opened = new Promise<number>((resolve) => {
    child.stderr.on('data', (text) => {
      remarks += text
      if (remarks.includes('open\n')) resolve(performance.now())
    })
  })
  const start = await Promise.race([opened, ended.then(() => performance.now())])
  if (after !== undefined) {
    await Promise.race([wait(after), ended])
    child.kill('SIGKILL')
  }
  const [code, signal] = await ended
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(remarks)
  return { killed: signal === 'SIGKILL', milliseconds: performance.now() - start, remarks }
}

describe('a batch run in a separate process', () => {
  it.each([
    ['text', 'in.csv', 'out.csv'],
    ['gzip', 'in.csv.gz', 'out.csv.gz'],
  ])(
    'produces the same bytes of %s after being killed at any time and resumed',
    async (_, from, to) => {
      const directory = folder()
      const input = join(directory, from)
      const text = lines(60_000)
      writeFileSync(input, from.endsWith('.gz') ? gzipSync(text) : text)
      const whole = join(directory, `whole-${to}`)
      const { milliseconds } = await run(input, whole, { pace })
      const expected = readFileSync(whole)
      const answers = (to.endsWith('.gz') ? gunzipSync(expected) : expected).toString()
      expect(answers === `HEADER\n${text.toUpperCase()}`).toBe(true)

      let kills = 0
      let resumptions = 0
      for (let chain = 0; kills < KILLS; chain++) {
        const output = join(directory, `${chain}-${to}`)
        for (let killed = true; killed; ) {
          const ended = await run(input, output, { pace, resume: true }, Math.random() * milliseconds)
          killed = ended.killed
          if (killed) kills++
          // The output gets its final name only when it is complete.
          if (!killed || existsSync(output)) expect(readFileSync(output).equals(expected)).toBe(true)
          // The process was killed when its work was already done.
          if (killed && existsSync(output) && !existsSync(`${output}.vicinage-journal`)) {
            rmSync(`${output}.vicinage-lock`, { force: true })
            break
          }
          if (killed) continue
          const { counts, resumed } = JSON.parse(/done (.*)/.exec(ended.remarks)![1])
          expect(counts.rows).toBe(60_000)
          if (resumed > 0) resumptions++
        }
        expect(readdirSync(directory).filter((name) => name.includes('vicinage'))).toEqual([])
      }
      // At least one run was resumed rather than started from the beginning.
      expect(resumptions).toBeGreaterThan(0)
    },
    300_000,
  )

  it('prevents other runs from writing the same output while it is running', async () => {
    const directory = folder()
    const input = join(directory, 'in.csv')
    const output = join(directory, 'out.csv')
    writeFileSync(input, lines(20_000))
    const first = run(input, output, { pace: 20 })
    while (!existsSync(`${output}.vicinage-journal`)) await wait(5)
    for (const options of [{}, { resume: true }, { force: true }])
      await expect(shout(input, output, options)).rejects.toThrow(/out\.csv is being written by another run/)
    await first
    expect(readFileSync(output, 'utf8') === `HEADER\n${lines(20_000).toUpperCase()}`).toBe(true)
  })
})

describe('a batch run without disk space', () => {
  it('reports the full disk, preserves the old output, and can be resumed when there is space', async () => {
    const directory = folder()
    const input = join(directory, 'in.csv')
    const output = join(directory, 'out.csv')
    const text = lines(60_000)
    writeFileSync(input, text)
    writeFileSync(output, 'what was there')
    const limited = (options: ShoutingOptions) =>
      spawnSync('bash', [
        '-c',
        // Limit files of the process to 1,500 kB.
        'ulimit -f 1500; exec "$0" "$@"',
        process.execPath,
        ...[script, input, output, JSON.stringify(options)],
      ])
    const first = limited({ force: true })
    expect(first.stderr.toString()).toContain(
      `BatchError: There is no disk space for ${output}: free some space, then continue with --resume.`,
    )
    expect(first.status).toBe(1)
    expect(readFileSync(output, 'utf8')).toBe('what was there')
    expect(limited({ resume: true }).status).toBe(1)
    expect(readFileSync(output, 'utf8')).toBe('what was there')
    const { counts, resumed } = await shout(input, output, { resume: true })
    expect(resumed).toBeGreaterThan(10_000)
    expect(counts.rows).toBe(60_000)
    expect(readFileSync(output, 'utf8') === `HEADER\n${text.toUpperCase()}`).toBe(true)
    expect(readdirSync(directory).sort()).toEqual(['in.csv', 'out.csv'])
  })
})

describe('batch output to standard output', () => {
  const through = (command: string, input: string) =>
    spawnSync('bash', ['-c', command, process.execPath, script, input, '-'], { maxBuffer: 1 << 26 })

  it('matches output to a file', () => {
    const input = join(folder(), 'in.csv')
    writeFileSync(input, lines(20_000))
    const { stdout, status } = through('"$0" "$@" | cat', input)
    expect(stdout.toString() === `HEADER\n${lines(20_000).toUpperCase()}`).toBe(true)
    expect(status).toBe(0)
  })

  it('may be closed early by its reader', () => {
    const input = join(folder(), 'in.csv')
    writeFileSync(input, lines(60_000))
    const { stdout, stderr } = through(`"$0" "$@" | head -n 2; echo "\${PIPESTATUS[0]}"`, input)
    expect(stdout.toString()).toBe('HEADER\n0,\n0\n')
    expect(stderr.toString()).toMatch(/^open\ndone/)
  })

  it.runIf(existsSync('/dev/full'))('reports an error when it is full', () => {
    const input = join(folder(), 'in.csv')
    writeFileSync(input, lines(10))
    const { status, stderr } = through('"$0" "$@" > /dev/full', input)
    expect(stderr.toString()).toContain('BatchError: Standard output cannot be written: ENOSPC')
    expect(status).toBe(1)
  })
})
