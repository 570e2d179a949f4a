import { Bench } from 'tinybench'
import type { Vicinage } from '../../src/index.ts'
import { randomPlaces } from '../support/points.ts'

/** Names to complete, some with a typo. */
const typed = [
  'San Francisco',
  'Sacremento',
  'Hyde Park, Austin',
  'Lowell High School',
  'Los Angeles County',
  'Ft Lauderdale',
  '78701',
  'Mission, San Fransisco',
  'Brickell',
  'washingtno',
].flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)))

/**
 * Prints how many coordinates per second `reverse` answers on one thread, and how many strings per second `suggest`
 * completes.
 *
 * @param vicinage the built package
 */
export async function benchPlaceNames(vicinage: Vicinage): Promise<void> {
  const places = randomPlaces(vicinage, 200_000, 5)
  const beforeIndex = performance.now()
  vicinage.suggest('a')
  const firstSuggestion = performance.now() - beforeIndex
  const near = { lat: 30.27, lon: -97.74 }
  let sum = 0
  const bench = new Bench({ time: 1500, warmupTime: 500, warmupIterations: 2 })
  bench
    .add('reverse', () => {
      const point = { lat: 0, lon: 0 }
      for (let i = 0; i < places.lat.length; i++) {
        point.lat = places.lat[i]
        point.lon = places.lon[i]
        sum += vicinage.reverse(point).label?.length ?? 0
      }
    })
    .add('suggest', () => {
      for (const text of typed) sum += vicinage.suggest(text).length
    })
    .add('suggest near a place', () => {
      for (const text of typed) sum += vicinage.suggest(text, { near }).length
    })
  await bench.run()

  console.log('\n| place names | thousand/s |')
  console.log('|---|---|')
  const counts = [places.lat.length, typed.length, typed.length]
  bench.tasks.forEach(({ name, result }, i) => {
    const { p50 } = (result as { latency: { p50: number } }).latency
    console.log(`| ${name} | ${(counts[i] / p50).toFixed(1)} |`)
  })
  console.log(`\nfirst suggestion, which builds the index: ${firstSuggestion.toFixed(0)} ms`)
  if (sum < 0) console.log(sum) // keeps the sums from being optimized away
}
