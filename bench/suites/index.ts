import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Bench } from 'tinybench'
import { sums } from '../../src/data/bundle/columns.ts'
import { CENTERS_IN_BLOCK } from '../../src/data/geography.ts'
import { readBundles } from '../../src/library/open.ts'
import { clusteredPlaces, inOrder, type Points, randomPlaces, seeded } from '../support/points.ts'
import { benchDistricts } from './districts.ts'
import { benchGeocoder } from './geocode.ts'
import { benchPlaceNames } from './place-names.ts'
import { benchSchools } from './schools.ts'

const places = 1_000_000
// Uses the built package, because the TypeScript loader slows closures down.
const { openVicinage } = (await import(
  new URL('../../dist/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts')
const data = fileURLToPath(new URL('../../dist-data', import.meta.url))
console.log(`Node ${process.version} on ${cpus()[0].model.trim()}, ${cpus().length} cores, one thread used\n`)

const vicinage = await openVicinage({ data })
console.log(`memory: ${residentAfterOpening()} MB resident in a separate process after openVicinage with everything\n`)

const random = randomPlaces(vicinage, places, 1)
const sorted = inOrder(random)
const clustered = clusteredPlaces(await blockGroups(), places, 4)
const few = { lat: clustered.lat.subarray(0, 20_000), lon: clustered.lon.subarray(0, 20_000) }
const ids = vicinage.dimensions().map(({ id }) => id)

// Baseline that no implementation can beat: the same number of single-byte reads at random positions in 64 MB.
const plain = new Uint8Array(64 * 2 ** 20).map((_, i) => i)
const anywhere = Uint32Array.from({ length: places }, seededIndex(2))
let sum = 0

const bench = new Bench({ time: 1500, warmupTime: 500, warmupIterations: 2 })
bench
  .add('baseline: a random byte of 64 MB', () => {
    for (let i = 0; i < places; i++) sum += plain[anywhere[i]]
  })
  .add('scoreColumns, one dimension (walkability), random', () => {
    vicinage.scoreColumns({ ...random, dimensions: ['walkability'] })
  })
  .add('scoreColumns, one dimension (insurance-coverage), random', () => {
    vicinage.scoreColumns({ ...random, dimensions: ['insurance-coverage'] })
  })
  .add('scoreColumns, one dimension (walkability), sorted', () => {
    vicinage.scoreColumns({ ...sorted, dimensions: ['walkability'] })
  })
  .add(`scoreColumns, all ${ids.length} dimensions, random`, () => {
    vicinage.scoreColumns(random)
  })
  .add(`scoreColumns, all ${ids.length} dimensions, sorted`, () => {
    vicinage.scoreColumns(sorted)
  })
  .add(`scoreColumns, all ${ids.length} dimensions, clustered`, () => {
    vicinage.scoreColumns(clustered)
  })
  .add(`scoreColumns, all ${ids.length} dimensions, clustered, 50 calls of 20 thousand`, () => {
    for (let call = 0; call < 50; call++) vicinage.scoreColumns(few)
  })
  .add('score without description, random', () => {
    const point = { lat: 0, lon: 0 }
    for (let i = 0; i < places; i++) {
      point.lat = random.lat[i]
      point.lon = random.lon[i]
      sum += vicinage.score('walkability', point, { description: false }).score
    }
  })
  .add('score with description, random', () => {
    const point = { lat: 0, lon: 0 }
    for (let i = 0; i < places; i++) {
      point.lat = random.lat[i]
      point.lon = random.lon[i]
      sum += vicinage.score('walkability', point).description!.length
    }
  })
await bench.run()

const baseline = bench.tasks[0].result as { latency: { p50: number } }
console.log('| | million points/s | time / baseline |')
console.log('|---|---|---|')
for (const { name, result } of bench.tasks) {
  const { p50 } = (result as typeof baseline).latency
  console.log(`| ${name} | ${(places / p50 / 1000).toFixed(2)} | ${(p50 / baseline.latency.p50).toFixed(1)} |`)
}

const opening = new Bench({ iterations: 12, time: 0, warmupIterations: 2, warmupTime: 0 })
opening.add('openVicinage with everything, warm file cache', async () => {
  await openVicinage({ data })
})
await opening.run()
const { latency } = opening.tasks[0].result as { latency: { p50: number; min: number } }
console.log(
  `\nopenVicinage with everything, warm file cache: median ${latency.p50.toFixed(0)} ms, best ${latency.min.toFixed(0)} ms`,
)
await benchDistricts(`${data}districts.bundle`)
await benchSchools(vicinage, `${data}schools.bundle`, randomPlaces(vicinage, 10_000, 3))
await benchGeocoder(vicinage)
await benchPlaceNames(vicinage)
if (sum < 0) console.log(sum) // keeps the sums from being optimized away

/** Returns the centers of population of the block groups. */
async function blockGroups(): Promise<Points> {
  const { geography } = await readBundles({ data, dimensions: [], schools: false, geocoder: false })
  const degrees = (name: string) =>
    Float64Array.from(sums(geography.section(name, 'i32'), CENTERS_IN_BLOCK), (millionths) => millionths / 1e6)
  return { lat: degrees('centre.lat'), lon: degrees('centre.lon') }
}

function seededIndex(seed: number): () => number {
  const next = seeded(seed)
  return () => Math.floor(next() * plain.length)
}

function residentAfterOpening(): string {
  const code = `const { openVicinage } = await import(process.argv[1]); await openVicinage()
    console.log(Math.round(process.memoryUsage().rss / 1e6))`
  const built = new URL('../../dist/index.js', import.meta.url).href
  return execFileSync(process.execPath, ['--input-type=module', '-e', code, built], { encoding: 'utf8' }).trim()
}
