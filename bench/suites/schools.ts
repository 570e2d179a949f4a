import { readFileSync } from 'node:fs'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { Bench } from 'tinybench'
import type { Vicinage } from '../../src/index.ts'
import { bundled } from '../support/bundled.ts'
import type { Points } from '../support/points.ts'

type Parts = typeof import('../../src/data/bundle/read.ts') &
  typeof import('../../src/answers/schools/level.ts') &
  typeof import('../../src/answers/schools/nearest.ts') &
  typeof import('../../src/answers/schools/school-columns.ts')

const LIMIT = 10

/**
 * Prints how many times per second the nearest 10 schools are found among all schools, among schools of one level, and
 * among schools of the place's districts. Compares this with geokdbush with a predicate over the same schools. Also
 * measures complete answers of the library.
 *
 * @param vicinage the built package
 * @param bundleFile `schools.bundle` of the same data
 * @param places places inside the coverage area; one round looks up all of them
 */
export async function benchSchools(vicinage: Vicinage, bundleFile: string, places: Points): Promise<void> {
  const { ANY_LEVEL, INDEX_SCALE, levelBits, NearestSchools, readBundle, schoolColumns } = await bundled<Parts>(
    `export { readBundle } from './bundle/read.ts'
    export { levelBits } from './schools/level.ts'
    export { ANY_LEVEL, NearestSchools } from './schools/nearest.ts'
    export { INDEX_SCALE, schoolColumns } from './schools/school-columns.ts'`,
  )
  const { index, size, lat, lon, lea, served, leas } = schoolColumns(
    await readBundle(readFileSync(bundleFile), bundleFile),
  )
  const nearest = new NearestSchools(index, INDEX_SCALE, served)
  const plain = new KDBush(size)
  for (let row = 0; row < size; row++) plain.add(lon[row], lat[row])
  plain.finish()
  const rowOfLea = new Map(Array.from(leas.id, (id, row) => [id, row]))
  const districts = Array.from(places.lat, (y, i) =>
    vicinage.schools
      .districts({ lat: y, lon: places.lon[i] })
      .districts.flatMap(({ geoid }) => rowOfLea.get(Number(geoid)) ?? []),
  )
  const runs = districts.map((rows) => rows.flatMap((row) => [leas.first[row], leas.first[row + 1]]))
  let sum = 0

  const each = (ask: (lon: number, lat: number, i: number) => number) => () => {
    for (let i = 0; i < places.lat.length; i++) sum += ask(places.lon[i], places.lat[i], i)
  }
  const withGeokdbush = (wanted?: (row: number, place: number) => boolean) =>
    each((x, y, i) => {
      const predicate = wanted && ((row: number) => wanted(row, i))
      return around(plain, x, y, LIMIT, Number.POSITIVE_INFINITY, predicate).length
    })
  const withLibrary = (filter: { readonly level?: 'high'; readonly same_district?: boolean }) =>
    each((x, y) => vicinage.schools.schoolRatings({ lat: y, lon: x, limit: LIMIT, ...filter }).schools.length)

  const bench = new Bench({ time: 1500, iterations: 4, warmupTime: 500, warmupIterations: 2 })
  bench
    .add(
      'nearest 10',
      each((x, y) => nearest.search(x, y, LIMIT, ANY_LEVEL)),
    )
    .add('nearest 10, geokdbush', withGeokdbush())
    .add(
      'nearest 10 of a level (high)',
      each((x, y) => nearest.search(x, y, LIMIT, levelBits.high)),
    )
    .add(
      'nearest 10 of a level (high), geokdbush',
      withGeokdbush((row) => (served[row] & levelBits.high) !== 0),
    )
    .add(
      'nearest 10 of the same district',
      each((x, y, i) => nearest.searchAmong(runs[i], { lon: x, lat: y }, LIMIT, ANY_LEVEL)),
    )
    .add(
      'nearest 10 of the same district, geokdbush',
      withGeokdbush((row, i) => districts[i].includes(lea[row])),
    )
    .add('schools.schoolRatings, nearest 10', withLibrary({}))
    .add('schools.schoolRatings, nearest 10 of a level (high)', withLibrary({ level: 'high' }))
    .add('schools.schoolRatings, nearest 10 of the same district', withLibrary({ same_district: true }))
  await bench.run()

  console.log(`\n| search among ${size} schools | thousand/s |`)
  console.log('|---|---|')
  for (const { name, result } of bench.tasks) {
    const { p50 } = (result as { latency: { p50: number } }).latency
    console.log(`| ${name} | ${(places.lat.length / p50).toFixed(0)} |`)
  }
  if (sum < 0) console.log(sum) // keeps the sums from being optimized away
}
