import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Vicinage } from '../../src/index.ts'
import { bundled } from '../support/bundled.ts'
import { inOrder, type Points, randomPlaces } from '../support/points.ts'

type Parts = typeof import('../../src/faces/batch/formats/parquet/footer.ts') &
  typeof import('../../src/faces/batch/formats/parquet/answer.ts') &
  typeof import('../../src/faces/batch/formats/parquet/output.ts') &
  typeof import('../../src/faces/batch/formats/parquet/parquet.ts') &
  typeof import('../../src/faces/batch/answer-rows.ts')

const rows = 1_000_000
const rowGroupSize = 122_880 // DuckDB's default

/**
 * Prints how many rows of Parquet one core scores per second. The input and the output are files in memory. Each row
 * gets all scores of its coordinates, and all columns of the input are copied.
 *
 * @param vicinage the built package
 */
export async function benchParquet(vicinage: Vicinage): Promise<void> {
  const parts = await bundled<Parts>(
    [
      'batch/formats/parquet/footer',
      'batch/formats/parquet/answer',
      'batch/formats/parquet/output',
      'batch/formats/parquet/parquet',
      'batch/answer-rows',
    ]
      .map((file) => `export * from '../${file}.ts'`)
      .join('\n'),
  )
  const random = randomPlaces(vicinage, rows, 6)
  const inputs = { 'in no order': random, 'in order': inOrder(random) }
  console.log('\n| Parquet → 14 scores, places | million rows per core-second | scoreColumns alone | MB in | MB out |')
  console.log('|---|---|---|---|---|')
  for (const [name, points] of Object.entries(inputs)) {
    const input = tableOf(points)
    let bytes = 0
    const whole = await fastest(async () => {
      bytes = await scored(parts, vicinage, input)
    })
    const alone = await fastest(async () => {
      vicinage.scoreColumns(points)
    })
    const figures = [rows / whole, rows / alone].map((rate) => rate.toFixed(2))
    const sizes = [input.byteLength, bytes].map((size) => (size / 1e6).toFixed(0))
    console.log(`| ${[name, ...figures, ...sizes].join(' | ')} |`)
  }
}

function tableOf({ lat, lon }: Points): ArrayBuffer {
  return parquetWriteBuffer({
    columnData: [
      { name: 'id', data: Int32Array.from(lat, (_, i) => i), type: 'INT32' },
      { name: 'name', data: Array.from(lat, (_, i) => `place ${i % 5000}`), type: 'STRING' },
      { name: 'latitude', data: lat, type: 'DOUBLE' },
      { name: 'longitude', data: lon, type: 'DOUBLE' },
    ],
    rowGroupSize,
  })
}

/** Scores a Parquet file and returns the size of the output in bytes. */
async function scored(parts: Parts, vicinage: Vicinage, input: ArrayBuffer): Promise<number> {
  const dimensions = vicinage.dimensions().map(({ id }) => id)
  const none = {
    descriptions: false,
    districts: false,
    schools: 0,
    geocodeDetails: false,
    bands: false,
    noData: null as null,
    prefix: '',
  }
  const request = { dimensions, ...none }
  const plan = await parts.planParquet(input, {}, request)
  const added = parts.answerColumns(request, plan.place)
  const columnChunks = []
  let bytes = 0
  for (const groups of parts.spans(plan, 0, 1)) {
    const answer = await parts.answerRowGroups(vicinage, { file: input, plan }, request, groups)
    columnChunks.push(...answer.note)
    for await (const piece of parts.rowGroupBytes(input, plan, groups.from, answer)) bytes += piece.length
  }
  return bytes + (await parts.parquetEnd(input, plan, added, columnChunks, '')).length
}

/** Returns the CPU time in microseconds, the minimum of five runs after two warm-up runs. */
async function fastest(run: () => Promise<void>): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 7; i++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    if (i >= 2) least = Math.min(least, user + system)
  }
  return least
}
