import { sums } from '../../src/data/bundle/columns.ts'
import { CENTERS_IN_BLOCK } from '../../src/data/geography.ts'
import { readBundles } from '../../src/library/open.ts'
import { clusteredPlaces, inOrder, type Points, randomPlaces } from '../support/points.ts'

/**
 * Compares `fitColumns` with `scoreColumns` for the same dimensions, and `scoreColumns` with and without intervals:
 * `npm run bench:fit`. They take turns in one process. Only the CPU time of this process counts, which other work on
 * the machine hardly affects.
 */
const COUNT = 1_000_000
const ROUNDS = 25
// Uses the built package, because the TypeScript loader slows closures down.
const { openVicinage } = (await import(
  new URL('../../dist/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts')
const vicinage = await openVicinage({ userData: false })
const ids = vicinage.dimensions().map(({ id }) => id)
const random = randomPlaces(vicinage, COUNT, 1)
const kinds = { random, sorted: inOrder(random), clustered: clusteredPlaces(await blockGroups(), COUNT, 4) }

console.log(
  '| points | dimensions | scoreColumns, million/s | fitColumns, million/s | ratio | with intervals, million/s | times the CPU |',
)
console.log('|---|--:|--:|--:|--:|--:|--:|')
for (const [kind, points] of Object.entries(kinds))
  for (const count of [2, 6, ids.length]) {
    const dimensions = ids.slice(0, count)
    const weights = Object.fromEntries(dimensions.map((id, d) => [id, d + 1]))
    const [scores, fits, intervals]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      scores.push(timeOf(() => vicinage.scoreColumns({ ...points, dimensions })))
      fits.push(timeOf(() => vicinage.fitColumns({ ...points, weights, demographics: true })))
      intervals.push(timeOf(() => vicinage.scoreColumns({ ...points, dimensions, interval: true })))
    }
    // Other work on the machine only adds time, so the fastest round is the most accurate.
    const score = Math.min(...scores)
    const fit = Math.min(...fits)
    const interval = Math.min(...intervals)
    const rate = (milliseconds: number) => (COUNT / milliseconds / 1000).toFixed(2)
    const cells = [kind, count, rate(score), rate(fit), (score / fit).toFixed(2)]
    console.log(`| ${[...cells, rate(interval), (interval / score).toFixed(2)].join(' | ')} |`)
  }

/** Returns the milliseconds of CPU time in user mode that a function takes. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

/** Returns the centers of population of the block groups. */
async function blockGroups(): Promise<Points> {
  const { geography } = await readBundles({ dimensions: [], schools: false, geocoder: false })
  const degrees = (name: string) =>
    Float64Array.from(sums(geography.section(name, 'i32'), CENTERS_IN_BLOCK), (millionths) => millionths / 1e6)
  return { lat: degrees('centre.lat'), lon: degrees('centre.lon') }
}
