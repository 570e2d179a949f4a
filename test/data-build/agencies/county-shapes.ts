import { randomFrom, type Zone } from '../upgrade/fixtures/data.ts'

type Position = [number, number]

/** West and south edges of the county in degrees. It is 60 km wide and high, between Austin and Houston. */
const [WEST, SOUTH] = [-97.3, 30]
const METERS_PER_LATITUDE = 111_320
const METERS_PER_LONGITUDE = METERS_PER_LATITUDE * Math.cos((30.27 * Math.PI) / 180)
const SIDE = 60_000
/** Meters between two vertices of an outline drawn from laser heights, and how far each vertex strays. */
const [STEP, STRAY] = [3, 0.5]
/** FEMA's zones have 36 vertices at the median and 1,882 on average. The largest one in Texas has 335,781. */
const [MEDIAN, SPREAD, LARGEST] = [36, 2.81, 335_781]

const KINDS = [
  { FLD_ZONE: 'AE', ZONE_SUBTY: null },
  { FLD_ZONE: 'X', ZONE_SUBTY: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD' },
  { FLD_ZONE: 'A', ZONE_SUBTY: null },
  { FLD_ZONE: 'AE', ZONE_SUBTY: 'FLOODWAY' },
]

/** Bounds of the county: west, south, east and north. */
export const COUNTY_BOX = [WEST, SOUTH, WEST + SIDE / METERS_PER_LONGITUDE, SOUTH + SIDE / METERS_PER_LATITUDE] as const

const degrees = (x: number, y: number): Position => [WEST + x / METERS_PER_LONGITUDE, SOUTH + y / METERS_PER_LATITUDE]

/** Makes flood zones with the published distribution of vertices, and one river of 335,781 vertices. */
export function countyShapes(count: number): Zone[] {
  return [...Array.from({ length: count - 1 }, (_, i) => pondZone(i)), riverZone()]
}

/** Makes a pond. The same number always gives the same pond. */
export function pondZone(number: number): Zone {
  const random = randomFrom(1 + number * 7919)
  random()
  const vertices = Math.round(MEDIAN * Math.exp(SPREAD * normal(random)))
  return zoneOf(pond(Math.max(8, Math.min(60_000, vertices)), random), KINDS[number % KINDS.length])
}

export function riverZone(): Zone {
  return zoneOf(river(LARGEST, randomFrom(17)), KINDS[0])
}

function zoneOf(ring: Position[], kind: (typeof KINDS)[number]): Zone {
  return { type: 'Feature', properties: { ...kind }, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } }
}

/** Draws from the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Draws a closed shore with a vertex every few meters. */
function pond(vertices: number, random: () => number): Position[] {
  const mean = (vertices * STEP) / (2 * Math.PI)
  const [x, y] = [SIDE * random(), SIDE * random()]
  const waves = Array.from({ length: 5 }, (_, k) => ({
    size: (0.4 * random()) / (k + 1),
    phase: 2 * Math.PI * random(),
  }))
  return Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices
    const wave = waves.reduce((sum, { size, phase }, k) => sum + size * Math.sin((k + 2) * angle + phase), 1)
    const reach = Math.min(6000, mean) * Math.max(0.2, wave) + STRAY * (random() - 0.5)
    return degrees(x + reach * Math.cos(angle), y + reach * Math.sin(angle))
  })
}

/** Draws a river that crosses the county again and again: one bank on the way out, the other on the way back. */
function river(vertices: number, random: () => number): Position[] {
  const half = vertices >> 1
  const reachLength = SIDE - 4000
  const rows = Math.ceil((half * STEP) / reachLength)
  const apart = (SIDE - 4000) / rows
  const bank = (i: number, side: 1 | -1): Position => {
    const along = i * STEP
    const row = Math.floor(along / reachLength)
    const within = along - row * reachLength
    const x = 2000 + (row % 2 === 0 ? within : reachLength - within)
    const middle = 2000 + row * apart + (0.3 * apart * Math.sin(within / 1700) + 40 * Math.sin(within / 130))
    // The river is narrow at the ends of a row, where it jumps to the next row.
    const width = 60 + 0.12 * apart * (1 + Math.sin(within / 900))
    return degrees(x, middle + side * width + STRAY * (random() - 0.5))
  }
  const there = Array.from({ length: half }, (_, i) => bank(i, 1))
  const back = Array.from({ length: vertices - half }, (_, i) => bank(Math.min(half - 1, vertices - half - 1 - i), -1))
  return [...there, ...back]
}
