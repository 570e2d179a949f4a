import type { District } from '../../districts/district.ts'
import { readDistricts } from '../../districts/read-districts.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check } from '../check.ts'
import { anywhere, gather, type Place, stateBoxes } from './random-places.ts'

/** Spread over the boxes of the three states by their size; places in no district count, too. */
const PLACES_PER_STATE = { '06': 1700, '12': 800, '48': 2500 } as const

/** The districts that the library finds, against a plain point-in-polygon over the rings of the files. */
export async function schoolDistricts(context: BuiltContext): Promise<Check[]> {
  const districts = await readDistricts(context.sources)
  const boxes = districts.map(boxOf)
  const states = Object.keys(PLACES_PER_STATE) as (keyof typeof PLACES_PER_STATE)[]
  const places = states.flatMap((state) =>
    gather(anywhere(stateBoxes[state], Number(state)), PLACES_PER_STATE[state], (place) => place),
  )
  const equal = places.filter((place) => {
    const expected = districts.filter((district, i) => inBox(boxes[i], place) && contains(district, place))
    const found = context.library.schools.districts(place).districts
    return expected.map(({ geoid }) => geoid).join() === found.map(({ geoid }) => geoid).join()
  })
  const value = equal.length / places.length
  return [
    {
      dimension: 'districts',
      check: 'exactly the districts that a plain point-in-polygon over the files gives, at random places',
      statistic: 'hit rate',
      value,
      n: places.length,
      trial: 1,
      reached: value === 1,
    },
  ]
}

type Box = { west: number; south: number; east: number; north: number }

function boxOf({ rings }: District): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      box.west = Math.min(box.west, ring[i])
      box.east = Math.max(box.east, ring[i])
      box.south = Math.min(box.south, ring[i + 1])
      box.north = Math.max(box.north, ring[i + 1])
    }
  return box
}

function inBox({ west, south, east, north }: Box, { lat, lon }: Place): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north
}

/** The even-odd rule in its plainest form. */
function contains({ rings }: District, { lat, lon }: Place): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 2; i < ring.length; i += 2) {
      const [x0, y0, x1, y1] = [ring[i - 2], ring[i - 1], ring[i], ring[i + 1]]
      if (y0 > lat !== y1 > lat && lon < ((x1 - x0) * (lat - y0)) / (y1 - y0) + x0) inside = !inside
    }
  return inside
}
