import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { AreaShape, Vicinage } from '../../src/index.ts'

/**
 * Measures `area` with all dimensions, and `find`: `npm run bench:areas`. Prints the median milliseconds of many areas,
 * as wall-clock time and, in parentheses, as CPU time of the process, which other work on the machine hardly affects.
 */
const { openVicinage } = (await import(
  new URL('../../dist/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts')
const data = fileURLToPath(new URL('../../dist-data/', import.meta.url))
console.log(`Node ${process.version} on ${cpus()[0].model.trim()}, one thread\n`)

const austin = { city: 'Austin', state: 'TX' }
const fresh = await openVicinage({ data })
// Warms up, because decoding data at its first use is not part of the cost of an area.
fresh.area({ lat: 34.05, lon: -118.25, radius: 5000 })
report('the first city: Austin', [() => fresh.area(austin)])
report('the first ZIP: 78704', [() => fresh.area({ zip: '78704' })])

const vicinage = await openVicinage({ data })
const named = (of: 'zip' | 'city' | 'county') => vicinage.rank('walkability', { of, limit: 1000 }).areas
const zips = named('zip').map(({ name }) => ({ zip: name }))
const cities = named('city')
  .filter(({ people }) => people > 100_000)
  .map(({ name }) => ({ city: name.slice(0, -4), state: name.slice(-2) }))
const counties = named('county').map(({ id }) => ({ county: id! }))
areas('ZIPs, first time', vicinage, zips)
areas('ZIPs, again', vicinage, zips)
areas('cities over 100,000 people, first time', vicinage, cities)
areas('cities over 100,000 people, again', vicinage, cities)
areas('counties, first', vicinage, counties)
areas('counties, again', vicinage, counties)
areas('Los Angeles County', vicinage, Array(20).fill({ county: '06037' }))
areas('Texas', vicinage, Array(10).fill({ state: 'TX' }))
areas(
  'city-sized polygons of 500 vertices',
  vicinage,
  Array.from({ length: 50 }, (_, i) => wavyCircle(500, 0.15, 30 + i / 50)),
)
areas(
  'city-sized polygons of 100,000 vertices',
  vicinage,
  Array.from({ length: 20 }, (_, i) => wavyCircle(100_000, 0.15, 30 + i / 50)),
)
areas('a comb with 100,000 teeth over three states', vicinage, Array(3).fill(comb(100_000, 0)))
areas('a comb with 100,000 slanting teeth', vicinage, Array(3).fill(comb(100_000, 10)))

const where = { walkability: { min: 150 }, 'noise-levels': { min: 150 } }
for (const within of [austin, { state: 'TX' }, { state: 'CA' }])
  report(
    `find in ${Object.values(within).join(', ')}`,
    Array(10).fill(() => vicinage.find({ where, within })),
  )

function areas(subject: string, vicinage: Vicinage, shapes: readonly AreaShape[]): void {
  report(
    subject,
    shapes.map((shape) => () => vicinage.area(shape)),
  )
}

function report(subject: string, calls: readonly (() => unknown)[]): void {
  const wall: number[] = []
  const cpu: number[] = []
  for (const call of calls) {
    const [begin, before] = [performance.now(), process.cpuUsage()]
    call()
    wall.push(performance.now() - begin)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1].toFixed(1)
  console.log(
    `${subject.padEnd(45)} ${String(calls.length).padStart(4)} × ${median(wall).padStart(8)} ms (${median(cpu)})`,
  )
}

/** Returns a wavy circle with a radius in degrees. */
function wavyCircle(vertices: number, radius: number, lat: number): AreaShape {
  const ring = Array.from({ length: vertices }, (_, i) => {
    const angle = (i / vertices) * 2 * Math.PI
    const far = radius * (1 + 0.1 * Math.sin(37 * angle))
    return [-97.7 + far * Math.cos(angle), lat + far * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

/** Returns a comb whose edges all cross the three states from north to south. */
function comb(teeth: number, slant: number): AreaShape {
  const ring = Array.from({ length: teeth }, (_, i) => {
    const lon = -124 + (i / teeth) * (45 - slant)
    return i % 2 === 0 ? [lon, 25] : [lon + slant, 42]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}
