/**
 * Measures custom dimensions from features in memory: `npx tsx bench/suites/layers.ts`. Prints the time to add a custom
 * dimension, and the number of scores per second at random places in its area. Goals: 20,000 polygons of up to 200
 * vertices are added in 300 ms and give 200,000 scores per second; a million points are added in 1 s and give 50,000
 * scores per second.
 */

import type { LayerFeature } from '../../src/answers/layers/layer.ts'
import { openVicinage } from '../../src/index.ts'

const [west, south, width, height] = [-98.2, 30, 0.9, 0.6]
let state = 1
const random = () => {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

/** Returns the CPU time of this process in milliseconds, which other processes hardly affect. */
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function polygon(vertices: number): LayerFeature {
  const [lon, lat, radius] = [west + width * random(), south + height * random(), 0.001 + 0.01 * random()]
  const ring = Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices
    const reach = radius * (0.6 + 0.4 * random())
    return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
  })
  return {
    type: 'Feature',
    properties: { score: 1 + Math.floor(255 * random()) },
    geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
  }
}

const point = (): LayerFeature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [west + width * random(), south + height * random()] },
})

const vicinage = await openVicinage({ schools: false, geocoder: false, dimensions: [] })

function measure(name: string, features: LayerFeature[], score: Parameters<typeof vicinage.withLayer>[0]['score']) {
  const adding: number[] = []
  let layer = vicinage.withLayer({ id: 'bench', features, score })
  for (let run = 0; run < 3; run++) {
    const start = cpu()
    layer = vicinage.withLayer({ id: 'bench', features, score })
    adding.push(cpu() - start)
  }
  const count = 200_000
  const lat = Float64Array.from({ length: count }, () => south + height * random())
  const lon = Float64Array.from({ length: count }, () => west + width * random())
  let columns = layer.scoreColumns({ lat, lon, dimensions: ['bench'] })
  const start = cpu()
  columns = layer.scoreColumns({ lat, lon, dimensions: ['bench'] })
  const perSecond = count / ((cpu() - start) / 1000)
  const scored = columns.bench.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0)
  console.log(
    `${name}: added in ${adding.map((ms) => ms.toFixed(0)).join(', ')} ms; ${(perSecond / 1000).toFixed(0)},000 answers per second (${((100 * scored) / count).toFixed(0)}% scored)`,
  )
}

measure(
  '20,000 polygons of 20-200 vertices',
  Array.from({ length: 20_000 }, () => polygon(20 + Math.floor(180 * random()))),
  'score',
)
measure(
  '20,000 polygons of 200 vertices',
  Array.from({ length: 20_000 }, () => polygon(200)),
  'score',
)
const points = Array.from({ length: 1_000_000 }, point)
measure('1,000,000 points', points, { distance: { 0: 255, 2000: 1 } })
measure('10,000 points', points.slice(0, 10_000), { distance: { 0: 255, 2000: 1 } })
