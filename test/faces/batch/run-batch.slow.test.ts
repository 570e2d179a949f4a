import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetWriteFile } from 'hyparquet-writer'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BatchOptions } from '../../../src/faces/batch/options.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'
import { KILLS } from '../../library/user-data/killing.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { inputOf, run } from './fixtures/batch.ts'
import { placesFixture } from './fixtures/places.ts'

/** A script that runs a batch with the built package. */
const script = join(import.meta.dirname, 'run-process.mjs')

describe('a batch with a limited address space', () => {
  it('reads CSV and Parquet without loading WebAssembly, which would reserve 10 GB of address space', async () => {
    const { input, output, folder } = inputOf(10)
    const parquet = join(folder, 'in.parquet')
    const columnData = (['lat', 'lon'] as const).map((name) => ({
      name,
      data: placesFixture(10).map((place) => place[name]),
    }))
    parquetWriteFile({ filename: parquet, columnData, codec: 'UNCOMPRESSED' })
    for (const [from, to] of [
      [input, output],
      [parquet, join(folder, 'out.parquet')],
    ]) {
      const options = { data: await folderFixture(), dimensions: dimensionsFixture, input: from, output: to }
      const limited = ['-c', 'ulimit -v 8000000; exec "$0" "$@"', process.execPath, script, JSON.stringify(options)]
      const { status, stderr } = spawnSync('bash', limited)
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
    }
  })
})

describe('an interrupted batch', () => {
  async function child(options: BatchOptions): Promise<ChildProcess> {
    const runOptions = {
      data: await folderFixture(),
      dimensions: dimensionsFixture,
      pieceBytes: 16_384,
      threads: 2,
      ...options,
    }
    const started = spawn(process.execPath, [script, JSON.stringify(runOptions)], { stdio: 'pipe' })
    onTestFinished(() => void started.kill('SIGKILL'))
    return started
  }

  it('produces the same bytes if killed at any time and resumed', { timeout: 180_000 }, async () => {
    const { input, output, folder } = inputOf(160_000)
    const whole = join(folder, 'whole.csv')
    await run({ input, output: whole, pieceBytes: 16_384 })
    let kills = 0
    let finished = false
    // Kill at ever later moments of the run, starting with the first byte of the part file.
    for (let attempt = 0; !finished; attempt++) {
      const process = await child({ input, output, resume: true })
      const ended = new Promise<boolean>((resolve) => process.once('exit', (code) => resolve(code === 0)))
      const before = journalLines(output)
      if (kills < KILLS) {
        const enough = before + 1 + ((attempt * 7) % 4)
        while (process.exitCode === null && journalLines(output) < enough) await new Promise((r) => setTimeout(r, 1))
        if (process.kill('SIGKILL')) kills++
      }
      finished = await ended
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS)
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['in.csv', 'out.csv', 'whole.csv'])
  })

  it('releases its output when stopped, and can be resumed', async () => {
    const { input, output, folder } = inputOf(40_000)
    const whole = join(folder, 'whole.csv')
    await run({ input, output: whole })
    const stopping = new AbortController()
    const stopped = run({ input, output, signal: stopping.signal, onProgress: () => stopping.abort() })
    await expect(stopped).rejects.toMatchObject({
      code: 'batch_stopped',
      message: 'The run was stopped: continue it with `resume: true` or --resume.',
    })
    expect(existsSync(output)).toBe(false)
    expect(existsSync(`${output}.vicinage-lock`)).toBe(false)
    await run({ input, output, resume: true, signal: new AbortController().signal })
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
    await expect(run({ input, output, force: true, signal: AbortSignal.abort() })).rejects.toThrow('was stopped')
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
  })

  it('does not write a truncated record when stopped while reading', async () => {
    const folder = emptyFolder()
    const [input, output, whole] = ['in.csv', 'out.csv', 'whole.csv'].map((name) => join(folder, name))
    // Rows have no quotes, so a truncated row looks like a complete one. The input is longer than one read.
    const rows = placesFixture(36_000).map(({ lat, lon }, i) => `${i},${lat},${lon},${'pad '.repeat(15)}\n`)
    writeFileSync(input, `id,lat,lon,text\n${rows.join('')}`)
    const options = { input, threads: 1, pieceBytes: 100_000 }
    await run({ ...options, output: whole })
    const stop = new AbortController()
    const stopped = run({ ...options, output, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(stopped).rejects.toThrow('--resume')
    await run({ ...options, output, resume: true })
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
  })

  it('is not resumed with a different input or different dimensions', async () => {
    const { input, output } = inputOf(40_000)
    const process = await child({ input, output })
    while (journalLines(output) < 3) await new Promise((resolve) => setTimeout(resolve, 1))
    process.kill('SIGKILL')
    await new Promise((resolve) => process.once('exit', resolve))
    const again = (options: Partial<BatchOptions>) =>
      expect(run({ input, output, pieceBytes: 16_384, ...options })).rejects
    await again({}).toThrow('--resume')
    await again({ resume: true, dimensions: dimensionsFixture.slice(1) }).toThrow(/dimensions/)
    appendFileSync(input, '40000,x,1,2\n')
    await again({ resume: true }).toThrow(/input|identity/)
    expect(existsSync(output)).toBe(false)
  })

  function journalLines(output: string): number {
    try {
      return readFileSync(`${output}.vicinage-journal`, 'utf8').split('\n').length
    } catch {
      return 0
    }
  }
})
