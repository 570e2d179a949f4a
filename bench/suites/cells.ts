import { cellToLatLng, latLngToCell } from 'h3-js'
import { HOMES, People } from '../../src/answers/areas/people.ts'
import { Geography } from '../../src/data/geography.ts'
import { openVicinage } from '../../src/index.ts'
import { readBundles } from '../../src/library/open.ts'
import { seeded } from '../support/points.ts'

/**
 * Measures how well a join by H3 cell agrees with the library: `npx tsx bench/suites/cells.ts`. Compares the score at
 * the center of a cell with the score at the place itself, for random places within 150 m of a home. The more people
 * live in a block group, the more of its homes are drawn.
 */
const COUNT = 200_000
const vicinage = await openVicinage()
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
const people = new People(geography)
const random = seeded(1)
const upTo = new Float64Array(geography.size)
let sum = 0
for (let group = 0; group < geography.size; group++) {
  sum += geography.people[group]
  upTo[group] = sum
}
const lat = new Float64Array(COUNT)
const lon = new Float64Array(COUNT)
for (let i = 0; i < COUNT; i++) {
  const drawn = random() * sum
  const group = first(drawn)
  people.settle(group)
  const home = group * HOMES + Math.floor(random() * HOMES)
  const away = Math.sqrt(random()) * (150 / 111_195)
  const angle = random() * 2 * Math.PI
  lat[i] = people.lat[home] + away * Math.sin(angle)
  lon[i] = people.lon[home] + (away * Math.cos(angle)) / Math.cos((lat[i] * Math.PI) / 180)
}
const exact = vicinage.scoreColumns({ lat, lon })
const shares: Record<string, Record<string, string>> = {}
for (const resolution of [7, 8, 9]) {
  const centers = Array.from(lat, (y, i) => cellToLatLng(latLngToCell(y, lon[i], resolution)))
  const near = vicinage.scoreColumns({
    lat: Float64Array.from(centers, ([y]) => y),
    lon: Float64Array.from(centers, ([, x]) => x),
  })
  for (const id of vicinage.dimensions().map((dimension) => dimension.id)) {
    let within = 0
    let scored = 0
    for (let i = 0; i < COUNT; i++) {
      if (exact[id][i] === 0) continue
      scored++
      if (near[id][i] > 0 && Math.abs(near[id][i] - exact[id][i]) <= 10) within++
    }
    shares[id] = { ...shares[id], [`h3:${resolution}`]: `${((100 * within) / scored).toFixed(1)} %` }
  }
}
console.table(shares)

/** Returns the first block group for which the running sum of people exceeds a number. */
function first(drawn: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (upTo[middle] > drawn) high = middle
    else low = middle + 1
  }
  return low
}
