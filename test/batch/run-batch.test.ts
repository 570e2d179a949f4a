import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parquetWriteFile } from 'hyparquet-writer'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BatchOptions } from '../../src/batch/options.ts'
import { runBatch } from '../../src/batch/run/run-batch.ts'
import { openVicinage } from '../../src/index.ts'
import { emptyFolder, madeDimensions, madeFolder } from '../library/made-folder.ts'
import { madePlaces } from './made-places.ts'

const HEADER = `id,name,lat,lon,${madeDimensions.join(',')},vicinage_error`

/** Runs with the made data; small pieces, so that a small input has many, and threads, which it would not be worth. */
async function run(options: Pick<BatchOptions, 'input' | 'output'> & Partial<BatchOptions>) {
  return runBatch({
    data: await madeFolder(),
    question: { dimensions: madeDimensions },
    pieceBytes: 65_536,
    threads: 2,
    ...options,
  })
}

/** A folder with an input of so many rows. */
function inputOf(rows: number, name = 'in.csv') {
  const folder = emptyFolder()
  const input = join(folder, name)
  const text = `id,name,lat,lon\n${madePlaces(rows)
    .map(({ lat, lon }, i) => `${i},"row ${i}, of ${rows}",${lat},${lon}\n`)
    .join('')}`
  writeFileSync(input, name.endsWith('.gz') ? gzipSync(text) : text)
  return { folder, input, text, output: join(folder, name.replace('in.', 'out.')) }
}

describe('a batch', () => {
  it('keeps every row in its place and gives it the scores of the library', async () => {
    const { input, output, text } = inputOf(60_000)
    const summary = await run({ input, output })
    expect(summary).toMatchObject({ rows: 60_000, scored: 60_000, failed: 0, resumed: 0, layers: {} })
    const [header, ...rows] = readFileSync(output, 'utf8').trimEnd().split('\n')
    expect(header).toBe(HEADER)
    const vicinage = await openVicinage({ data: await madeFolder() })
    const given = text.trimEnd().split('\n').slice(1)
    expect(rows.length).toBe(given.length)
    rows.forEach((row, i) => {
      const [lat, lon] = given[i].split(',').slice(-2).map(Number)
      const scores = Object.values(vicinage.scores({ lat, lon, dimensions: madeDimensions })).map(({ score }) => score)
      if (row !== `${given[i]},${scores},`) expect(row).toBe(`${given[i]},${scores},`)
    })
    expect(readdirSync(join(output, '..')).sort()).toEqual(['in.csv', 'out.csv'])
  })

  it('is the same with any number of threads, any size of pieces, and compressed', async () => {
    const { input, output, folder, text } = inputOf(40_000)
    await run({ input, output })
    const expected = readFileSync(output)
    for (const [threads, pieceBytes] of [
      [1, 4 << 20],
      [3, 9_999],
      [2, 250_000],
    ]) {
      await run({ input, output, threads, pieceBytes, force: true })
      expect(readFileSync(output).equals(expected)).toBe(true)
    }
    const packed = join(folder, 'in2.csv.gz')
    writeFileSync(packed, gzipSync(text))
    await run({ input: packed, output: join(folder, 'out2.csv.gz') })
    expect(gunzipSync(readFileSync(join(folder, 'out2.csv.gz'))).equals(expected)).toBe(true)
  })

  it('says why a row has no scores', async () => {
    const folder = emptyFolder()
    const input = join(folder, 'in.csv')
    writeFileSync(input, 'id,lat,lon\n1,91,0\n2,,\n3,x,1\n4,0,0\n5\n6,1,2,3\n')
    const summary = await run({ input, output: join(folder, 'out.csv') })
    expect(summary).toMatchObject({ rows: 6, scored: 1, failed: 5 })
    const rows = readFileSync(join(folder, 'out.csv'), 'utf8').trimEnd().split('\n').slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(rows[0]).toBe('1,91,0,,,,,,The latitude 91 is not in -90…90.')
    expect(rows[3]).toBe('4,0,0,0,0,0,0,0,')
  })

  it('tells its progress, to the end', async () => {
    const { input, output } = inputOf(60_000)
    const onProgress = vi.fn()
    await run({ input, output, onProgress })
    const all = onProgress.mock.calls.map(([progress]) => progress)
    expect(all.length).toBeGreaterThan(10)
    expect(all.at(-1)).toMatchObject({ rows: 60_000, newRows: 60_000, share: 1 })
    for (const [i, { rows, share }] of all.entries()) {
      expect(rows).toBeGreaterThan(all[i - 1]?.rows ?? 0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('refuses what makes no sense before it writes anything', async () => {
    const { input, output, folder } = inputOf(10)
    const refused = (options: Partial<BatchOptions>) => expect(run({ input, output, ...options })).rejects
    await refused({ input: join(folder, 'none.csv') }).toThrow(/none\.csv/)
    await refused({ output: join(folder, 'out.parquet') }).toThrow('the output has the format of the input')
    await refused({ input: '-', output: '-' }).toThrow('--format')
    await refused({ question: { dimensions: ['charm'] } }).toThrow("There is no dimension 'charm'")
    await refused({ question: { schools: 51 } }).toThrow('from 0 to 50')
    await refused({ lat: 'altitude' }).toThrow('altitude')
    await refused({ output: input }).toThrow(/in\.csv/)
    await refused({ data: folder }).toThrow('There is no vicinage data')
    await refused({ input: folder }).toThrow(`${folder} is a folder: name a file, or score its files one by one`)
    await refused({ input: folder, output: join(folder, 'out.parquet') }).toThrow('is a folder')
    for (const [name, reason] of [
      ['places.zip', 'places.zip is an archive: unpack it'],
      ['places.csv.zip', 'is an archive: unpack it'],
      ['Places.XLSX', 'Places.XLSX is a spreadsheet: save the sheet as CSV'],
      [
        'places.geojson',
        "is a single GeoJSON document: write one object per line first, for example with jq -c '.features[]",
      ],
    ])
      await refused({ input: name }).toThrow(reason)
    expect(readdirSync(folder)).toEqual(['in.csv'])
  })
})

/** Runs the built package. */
const script = join(import.meta.dirname, 'run-process.mjs')

describe('a batch with little memory to address', () => {
  it('loads WebAssembly only for a file that needs it, which asks for 10 GB of addresses', async () => {
    const { input, output, folder } = inputOf(10)
    const parquet = join(folder, 'in.parquet')
    const columnData = (['lat', 'lon'] as const).map((name) => ({
      name,
      data: madePlaces(10).map((place) => place[name]),
    }))
    parquetWriteFile({ filename: parquet, columnData, codec: 'UNCOMPRESSED' })
    for (const [from, to] of [
      [input, output],
      [parquet, join(folder, 'out.parquet')],
    ]) {
      const options = { data: await madeFolder(), question: { dimensions: madeDimensions }, input: from, output: to }
      const limited = ['-c', 'ulimit -v 8000000; exec "$0" "$@"', process.execPath, script, JSON.stringify(options)]
      const { status, stderr } = spawnSync('bash', limited)
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
    }
  })
})

describe('an interrupted batch', () => {
  async function child(options: BatchOptions): Promise<ChildProcess> {
    const given = {
      data: await madeFolder(),
      question: { dimensions: madeDimensions },
      pieceBytes: 16_384,
      threads: 2,
      ...options,
    }
    const started = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: 'pipe' })
    onTestFinished(() => void started.kill('SIGKILL'))
    return started
  }

  it('killed at 20 moments and resumed is byte for byte what it would have been', { timeout: 180_000 }, async () => {
    const { input, output, folder } = inputOf(40_000)
    const whole = join(folder, 'whole.csv')
    await run({ input, output: whole, pieceBytes: 16_384 })
    let kills = 0
    let finished = false
    // Moments of the run itself: from the first byte of the part file on, ever later.
    for (let attempt = 0; !finished; attempt++) {
      const process = await child({ input, output, resume: true })
      const ended = new Promise<boolean>((resolve) => process.once('exit', (code) => resolve(code === 0)))
      const before = journalLines(output)
      if (kills < 20) {
        const enough = before + 1 + ((attempt * 7) % 4)
        while (process.exitCode === null && journalLines(output) < enough) await new Promise((r) => setTimeout(r, 1))
        if (process.kill('SIGKILL')) kills++
      }
      finished = await ended
    }
    expect(kills).toBeGreaterThanOrEqual(20)
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['in.csv', 'out.csv', 'whole.csv'])
  })

  it('that is told to stop lets go of its output, and can be resumed', async () => {
    const { input, output, folder } = inputOf(40_000)
    const whole = join(folder, 'whole.csv')
    await run({ input, output: whole })
    const stopping = new AbortController()
    const stopped = run({ input, output, signal: stopping.signal, onProgress: () => stopping.abort() })
    await expect(stopped).rejects.toThrow('The run was stopped: continue it with --resume.')
    expect(existsSync(output)).toBe(false)
    expect(existsSync(`${output}.vicinage-lock`)).toBe(false)
    await run({ input, output, resume: true, signal: new AbortController().signal })
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
    await expect(run({ input, output, force: true, signal: AbortSignal.abort() })).rejects.toThrow('was stopped')
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
  })

  it('told to stop while it reads does not write the record that the closed input cuts off', async () => {
    const folder = emptyFolder()
    const [input, output, whole] = ['in.csv', 'out.csv', 'whole.csv'].map((name) => join(folder, name))
    // Without quotes: half a row is a row, too. Longer than what is read at once.
    const rows = madePlaces(36_000).map(({ lat, lon }, i) => `${i},${lat},${lon},${'pad '.repeat(15)}\n`)
    writeFileSync(input, `id,lat,lon,text\n${rows.join('')}`)
    const options = { input, threads: 1, pieceBytes: 100_000 }
    await run({ ...options, output: whole })
    const stop = new AbortController()
    const stopped = run({ ...options, output, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(stopped).rejects.toThrow('--resume')
    await run({ ...options, output, resume: true })
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true)
  })

  it('is not resumed with another input, question or data', async () => {
    const { input, output } = inputOf(40_000)
    const process = await child({ input, output })
    while (journalLines(output) < 3) await new Promise((resolve) => setTimeout(resolve, 1))
    process.kill('SIGKILL')
    await new Promise((resolve) => process.once('exit', resolve))
    const again = (options: Partial<BatchOptions>) =>
      expect(run({ input, output, pieceBytes: 16_384, ...options })).rejects
    await again({}).toThrow('--resume')
    await again({ resume: true, question: { dimensions: madeDimensions.slice(1) } }).toThrow(/dimensions/)
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
