import { readFileSync } from 'node:fs'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import Flatbush from 'flatbush'
import type { Feature, Polygon } from 'geojson'
import { Bench } from 'tinybench'
import whichPolygon from 'which-polygon'
import type { Districts } from '../../src/answers/districts/districts.ts'
import { bundled } from '../support/bundled.ts'
import { type Points, seeded } from '../support/points.ts'

const places = 1_000_000
/** Number of places for the other libraries, which are ten to a hundred times slower. */
const fewerPlaces = 20_000

/**
 * Prints how many school districts per second one thread looks up for random places within districts. Compares
 * `Districts` with Flatbush and turf, and with which-polygon, using the same outlines.
 */
export async function benchDistricts(bundleFile: string): Promise<void> {
  const { Districts, readBundle } = await bundled<
    typeof import('../../src/data/bundle/read.ts') & typeof import('../../src/answers/districts/districts.ts')
  >(
    `export { readBundle } from './bundle/read.ts'
    export { Districts } from './districts/districts.ts'`,
  )
  const districts = new Districts(await readBundle(readFileSync(bundleFile), bundleFile))
  const points = placesInDistricts(districts, places, 1)
  const out = new Int32Array(districts.most)
  const features = Array.from({ length: districts.count }, (_, index) => featureOf(districts, index))
  const boxes = boxIndex(features)
  const polygons = whichPolygon<{ index: number }>({ type: 'FeatureCollection', features })
  let sum = 0

  const suites: [name: string, count: number, at: (lon: number, lat: number) => number][] = [
    ['vicinage', places, (lon, lat) => districts.at(lon, lat, out)],
    [
      'flatbush + @turf/boolean-point-in-polygon',
      fewerPlaces,
      (lon, lat) =>
        boxes.search(lon, lat, lon, lat, (index) => booleanPointInPolygon([lon, lat], features[index])).length,
    ],
    ['which-polygon', fewerPlaces, (lon, lat) => polygons([lon, lat], true)?.length ?? 0],
  ]
  const bench = new Bench({ time: 1500, iterations: 4, warmupTime: 500, warmupIterations: 2 })
  for (const [name, count, at] of suites)
    bench.add(name, () => {
      for (let i = 0; i < count; i++) sum += at(points.lon[i], points.lat[i])
    })
  await bench.run()
  if (sum < 0) console.log(sum) // keeps the sums from being optimized away

  console.log(`\n| districts at a random place (${districts.count} districts) | million places/s |`)
  console.log('|---|---|')
  bench.tasks.forEach(({ name, result }, i) => {
    const { p50 } = (result as { latency: { p50: number } }).latency
    console.log(`| ${name} | ${(suites[i][1] / p50 / 1000).toFixed(2)} |`)
  })
}

function placesInDistricts(districts: Districts, count: number, seed: number): Points {
  const random = seeded(seed)
  const out = new Int32Array(districts.most)
  const lat = new Float64Array(count)
  const lon = new Float64Array(count)
  for (let drawn = 0; drawn < count; ) {
    const y = 24.4 + random() * 17.7
    const x = -124.5 + random() * 44.7
    if (districts.at(x, y, out) === 0) continue
    lat[drawn] = y
    lon[drawn++] = x
  }
  return { lat, lon }
}

/** Combines all rings into one polygon. Both libraries apply the even-odd rule to its rings, as `Districts` does. */
function featureOf(districts: Districts, index: number): Feature<Polygon, { index: number }> {
  const coordinates = districts
    .outline(index)
    .map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => [ring[i * 2], ring[i * 2 + 1]]))
  return { type: 'Feature', properties: { index }, geometry: { type: 'Polygon', coordinates } }
}

function boxIndex(features: readonly Feature<Polygon>[]): Flatbush {
  const index = new Flatbush(features.length)
  for (const { geometry } of features) {
    const vertices = geometry.coordinates.flat()
    const lon = vertices.map(([x]) => x)
    const lat = vertices.map(([, y]) => y)
    index.add(Math.min(...lon), Math.min(...lat), Math.max(...lon), Math.max(...lat))
  }
  index.finish()
  return index
}
