import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BatchQuestion } from '../../src/faces/batch/batch-question.ts'
import { bundled } from '../support/bundled.ts'
import { type Points, randomPlaces } from '../support/points.ts'

type Parts = typeof import('../../src/faces/batch/formats/csv/header.ts') &
  typeof import('../../src/faces/batch/formats/csv/fields.ts') &
  typeof import('../../src/faces/batch/formats/csv/row-scanner.ts') &
  typeof import('../../src/faces/batch/formats/csv/row-writer.ts') &
  typeof import('../../src/faces/batch/formats/csv/csv.ts') &
  typeof import('../../src/faces/batch/answer-rows.ts') &
  typeof import('../../src/library/open.ts')

const { planCsv, csvSplitter, csvAnswerer, RowScanner, RowWriter, RowAnswerer, openVicinage } = await bundled<Parts>(
  `export { planCsv } from './batch/formats/csv/header.ts'
  export { csvSplitter } from './batch/formats/csv/fields.ts'
  export { csvAnswerer } from './batch/formats/csv/csv.ts'
  export { RowScanner } from './batch/formats/csv/row-scanner.ts'
  export { RowWriter } from './batch/formats/csv/row-writer.ts'
  export { RowAnswerer } from './batch/answer-rows.ts'
  export { openVicinage } from './open.ts'`,
)
const vicinage = await openVicinage({ data: fileURLToPath(new URL('../../dist-data/', import.meta.url)) })
const question: BatchQuestion = {
  dimensions: vicinage.dimensions().map(({ id }) => id),
  descriptions: false,
  districts: false,
  schools: 0,
  geocodeDetails: false,
  bands: true,
  noData: null,
  prefix: '',
}
const count = 1_000_000
const points = randomPlaces(vicinage, count, 1)

console.log(
  `Node ${process.version} on ${cpus()[0].model.trim()}: µs of CPU per row, ${count} random places, one thread\n`,
)
console.log('| rows | bytes per row | split | scan | answer | write | all, one piece | all, pieces of 4 MB |')
console.log('|---|---|---|---|---|---|---|---|')
bench('three columns, 6 decimals', 'id,lat,lon', (i, { lat, lon }) => `${i},${lat[i].toFixed(6)},${lon[i].toFixed(6)}`)
bench('15 decimals', 'id,lat,lon', (i, { lat, lon }) => `${i},${lat[i].toFixed(15)},${lon[i].toFixed(15)}`)
bench('all in quotes', 'id,lat,lon', (i, { lat, lon }) => `"${i}","${lat[i].toFixed(6)}","${lon[i].toFixed(6)}"`)
bench('ten more columns of text', `id,lat,lon${',more'.repeat(10)}`, (i, { lat, lon }) => {
  return `${i},${lat[i].toFixed(6)},${lon[i].toFixed(6)}${',some words here'.repeat(10)}`
})
bench('decimal commas', 'id;lat;lon', (i, { lat, lon }) =>
  `${i};${lat[i].toFixed(6)};${lon[i].toFixed(6)}`.replaceAll('.', ','),
)

function bench(name: string, header: string, row: (i: number, points: Points) => string): void {
  const written = Array.from({ length: count }, (_, i) => row(i, points)).join('\n')
  const file = new Uint8Array(Buffer.from(`${header}\n${written}\n`))
  const plan = planCsv(file.subarray(0, 1 << 20), { last: false, question })
  const piece = file.subarray(plan.headerBytes)
  const splitter = csvSplitter(plan)
  const scanner = new RowScanner(plan)
  const answerer = new RowAnswerer(vicinage, question, plan.place)
  const writer = new RowWriter(plan)
  const whole = csvAnswerer(vicinage, plan, question)
  let answers: ReturnType<typeof answerer.answer>
  const stages = [
    () => splitter.end(piece, true),
    () => scanner.scan(piece, 0),
    () => {
      answers = answerer.answer(scanner.points)
    },
    () => {
      writer.begin(piece.length)
      writer.write(piece, scanner, answers)
    },
    () => whole.answer(piece),
    () => {
      for (let at = 0; at < piece.length; ) {
        const bytes = piece.subarray(at, at + (4 << 20))
        const end = splitter.end(bytes, at + bytes.length === piece.length)
        whole.answer(bytes.subarray(0, end))
        at += end
      }
    },
  ]
  const columns = stages.map((stage) => leastCpu(stage).toFixed(3))
  console.log(`| ${name} | ${(piece.length / count).toFixed(0)} | ${columns.join(' | ')} |`)
}

/** Returns the CPU time per row in microseconds, the minimum of five rounds. */
function leastCpu(stage: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    stage()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / count)
  }
  return least
}
