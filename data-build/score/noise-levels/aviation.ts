import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import { boxOfPoints } from '../../geography/center-index.ts'
import { addAprons, type Points, touches } from './aprons.ts'
import { arrivalExposure, DEPARTURE_SEL, departureExposure, distanceOfLevel } from './flights.ts'
import type { NoiseEnergy } from './roads.ts'
import type { RunwayDirection } from './runways.ts'

const SECONDS_PER_DAY = 86_400
/** Level in dB(A) over 24 h below which a runway direction is ignored at a place. */
const QUIET = 15
/** Distance in meters from the runway at which flights begin to leave their straight tracks. */
const ROUTES_BEGIN = 15_000
/** Distance in meters from the runway at which all flights have left their straight tracks. */
const ROUTES_END = 40_000

/**
 * Returns the mean sound energy (10^(L/10), 0 for none) over 24 hours at each point, from flights and aircraft on the
 * ground.
 */
export function aviationNoise(directions: readonly RunwayDirection[], points: Points): NoiseEnergy {
  const [energy, assumed] = [false, true].map((part) => {
    const ofPart = directions.filter((direction) => direction.assumed === part)
    const sum = flightEnergy(ofPart, points)
    addAprons(ofPart, points, sum)
    return sum
  })
  return { energy: energy.map((reported, i) => reported + assumed[i]), assumed }
}

/** Returns the mean sound energy of flights alone, as in airport noise studies. */
export function flightEnergy(directions: readonly RunwayDirection[], points: Points): Float64Array {
  const energy = new Float64Array(points.size)
  const box = boxOfPoints(points)
  for (const direction of directions) {
    const reach = findReach(direction)
    if (touches(box, direction, reach)) addFlights(direction, reach, points, energy)
  }
  return energy
}

/** Returns the maximum distance in meters from the start of the roll at which a runway direction counts. */
function findReach(direction: RunwayDirection): number {
  const daily = 10 * Math.log10(direction.flights / SECONDS_PER_DAY)
  return Math.min(ROUTES_END, direction.length + distanceOfLevel(DEPARTURE_SEL + daily, QUIET))
}

function addFlights(direction: RunwayDirection, reach: number, points: Points, energy: Float64Array): void {
  const { size, lat, lon } = points
  const { east, north, length } = direction
  const metersPerLon = METERS_PER_DEGREE * Math.cos((direction.lat * Math.PI) / 180)
  const weight = direction.flights / SECONDS_PER_DAY
  const exposures = exposureTable(length)
  for (let i = 0; i < size; i++) {
    const y = (lat[i] - direction.lat) * METERS_PER_DEGREE
    const x = (lon[i] - direction.lon) * metersPerLon
    const squared = x * x + y * y
    if (squared > reach * reach) continue
    energy[i] += weight * onTrack(squared) * lookUp(exposures, x * east + y * north, Math.abs(x * north - y * east))
  }
}

/** Returns the share of the flights that are still on their straight tracks. */
function onTrack(squaredDistance: number): number {
  if (squaredDistance <= ROUTES_BEGIN * ROUTES_BEGIN) return 1
  return (ROUTES_END - Math.sqrt(squaredDistance)) / (ROUTES_END - ROUTES_BEGIN)
}

/** Rounding step for runway lengths in meters. */
const LENGTH_STEP = 100
/** Step of the exposure table along the track in meters. The step across the track is `ASIDE_STEP`. */
const ALONG_STEP = 100
const ASIDE_STEP = 50
/**
 * Lateral distance in meters beyond which flights are ignored. The noise fades over the second half of this distance.
 */
const ASIDE_END = 12_000
const ROWS = (2 * ROUTES_END) / ALONG_STEP + 2
const COLUMNS = ASIDE_END / ASIDE_STEP + 2
const tables = new Map<number, Float32Array>()

/**
 * Returns a table of the exposure of one arrival and one departure together. Its axes are the distance along the track
 * (from -40 km) and the distance to its side, in meters. Tables are cached by runway length.
 */
function exposureTable(length: number): Float32Array {
  const rounded = Math.round(length / LENGTH_STEP) * LENGTH_STEP
  const cached = tables.get(rounded)
  if (cached) return cached
  const table = new Float32Array(ROWS * COLUMNS)
  for (let row = 0; row < ROWS; row++) {
    const along = row * ALONG_STEP - ROUTES_END
    for (let column = 0; column < COLUMNS; column++) {
      const aside = column * ASIDE_STEP
      const fade = Math.min(1, Math.max(0, 2 - (2 * aside) / ASIDE_END))
      table[row * COLUMNS + column] =
        fade * (arrivalExposure(along, aside, rounded) + departureExposure(along, aside, rounded))
    }
  }
  tables.set(rounded, table)
  return table
}

function lookUp(table: Float32Array, along: number, aside: number): number {
  if (aside >= ASIDE_END) return 0
  const r = (along + ROUTES_END) / ALONG_STEP
  const c = aside / ASIDE_STEP
  const row = Math.floor(r)
  const column = Math.floor(c)
  const at = row * COLUMNS + column
  const near = table[at] + (c - column) * (table[at + 1] - table[at])
  const far = table[at + COLUMNS] + (c - column) * (table[at + COLUMNS + 1] - table[at + COLUMNS])
  return near + (r - row) * (far - near)
}
