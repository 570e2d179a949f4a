import { Bench } from 'tinybench'
import type { Layer, Vicinage } from '../../src/index.ts'
import { randomPlaces } from '../support/points.ts'

/**
 * Prints how many addresses per second `geocode` answers on one thread, separately for each layer of answers, and how
 * many `tools.geocodeSingle` answers for a mix of all layers. The addresses are those of schools near random places, as
 * written in the schools' directories. They are shortened or changed for the layers that are less exact than an
 * address.
 *
 * @param vicinage the built package
 */
export async function benchGeocoder(vicinage: Vicinage): Promise<void> {
  const places = randomPlaces(vicinage, 5_000, 4)
  const addresses = schoolAddresses(vicinage, places)
  const written: Readonly<Record<string, readonly string[]>> = {
    public_place: addresses,
    // No school has this house number, so the answer is the ZIP code.
    zip: addresses.map((address) => address.replace(/^\d+/, '98765')),
    city: addresses.flatMap((address) => /[^,]+, [A-Z]{2}(?= \d{5})/.exec(address)?.[0].trim() ?? []),
    county: Array.from(places.lat, (lat, i) => vicinage.place({ lat, lon: places.lon[i] })).flatMap((place) =>
      place === null ? [] : [`${place.county}, ${place.state}`],
    ),
    state: ['California', 'TX', 'Florida, USA'],
    'no answer': addresses.map((address) => address.replace(/[A-Z]{2} \d{5}.*$/, 'Canada')),
  }
  const suites = Object.entries(written).map(([layer, texts]) => ({
    layer,
    texts: texts.filter((text) => (vicinage.geocode(text).layer ?? 'no answer') === (layer as Layer | 'no answer')),
  }))
  const mixed = suites.flatMap(({ texts }) => texts.slice(0, 1000))
  let sum = 0

  const bench = new Bench({ time: 1500, warmupTime: 500, warmupIterations: 2 })
  const timed = suites.filter(({ texts }) => texts.length > 0)
  for (const { layer, texts } of timed)
    bench.add(layer, () => {
      for (const text of texts) sum += vicinage.geocode(text).lat ?? 0
    })
  if (mixed.length > 0)
    bench.add('tools.geocodeSingle, all of these', () => {
      for (const address of mixed) sum += vicinage.tools.geocodeSingle({ address }).lat ?? 0
    })
  await bench.run()

  console.log('\n| layer of the answer | different addresses | thousand/s |')
  console.log('|---|---|---|')
  const counts = [...timed.map(({ texts }) => texts.length), mixed.length]
  bench.tasks.forEach(({ name, result }, i) => {
    const { p50 } = (result as { latency: { p50: number } }).latency
    console.log(`| ${name} | ${counts[i]} | ${(counts[i] / p50).toFixed(0)} |`)
  })
  if (sum < -1e300) console.log(sum) // keeps the sums from being optimized away
}

/**
 * Returns the addresses of the schools nearest to places, as written in the schools' directories, without duplicates.
 */
export function schoolAddresses(vicinage: Vicinage, { lat, lon }: ReturnType<typeof randomPlaces>): string[] {
  const ids = new Set<string>()
  for (let i = 0; i < lat.length; i++)
    for (const { nces_id } of vicinage.schools.schoolRatings({ lat: lat[i], lon: lon[i], limit: 3 }).schools)
      ids.add(nces_id)
  return [...ids].flatMap((nces_id) => vicinage.schools.school({ nces_id }).address ?? [])
}
