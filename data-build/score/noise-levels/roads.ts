import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import type { View } from '../../context.ts'
import { boxOfPoints, CenterIndex } from '../../geography/center-index.ts'
import { getRoutes, withoutChords } from '../../geography/roads.ts'
import type { Line } from '../../read/feature.ts'
import type { RoadLine } from '../../read/roads.ts'
import type { Traffic } from './traffic.ts'

/** Maximum length in meters of a road piece. Short pieces follow the local traffic more closely. */
const LONGEST_PIECE = 3000
/** Level in dB(A) over 24 h at 15 m from a freeway with `FREEWAY_TRAFFIC`, averaged over lanes, barriers and cuts. */
const FREEWAY_LEVEL = 78
/** Vehicles per day at which a freeway reaches `FREEWAY_LEVEL`. */
const FREEWAY_TRAFFIC = 150_000
/** Exponent of interstate traffic in the energy formula. */
const INTERSTATE_POWER = 1
/**
 * Exponent of highway traffic in the energy formula. It is above 1 to account for lower speeds: at 10,000 vehicles per
 * day, 80 instead of 105 km/h makes a difference of 3 dB.
 */
const HIGHWAY_POWER = 1.2
/** Vehicles per day below which an ordinary highway counts as one of the tract's streets. */
const MIN_TRAFFIC = 10_000
/** Distance in meters below which the level no longer rises. */
const NEAREST = 15
/**
 * Length in meters of the hard ground, over which traffic noise falls by 3 dB per doubling of distance. Over the soft
 * ground beyond, it falls by 4.5 dB.
 */
const HARD_GROUND = 100
/** Decibels that air absorbs per meter (ISO 9613-1: 1 kHz, 20 °C, 70% humidity). */
const AIR = 0.005
/** Distance in meters from a road to the first row of houses. */
const FIRST_ROW = 50
/** Number of people per km² at which the rows of houses have no gaps. */
const BUILT_UP = 2500
/** Distance in meters beyond which a highway is not heard. */
const REACH = 3000
/** Distance in meters at which the noise of a highway begins to fade to 0, which it reaches at `REACH`. */
const FADE = 2000
/** Standard deviation in meters of the mapped lines from the true roads. */
const LINE_ERROR = 60
/** Step in meters of the table of levels by distance. */
const STEP = 10

/** Road pieces. The pieces of a route are in sequence. */
export type RoadPieces = ReturnType<typeof roadPieces>

/** Sound energy at the points of a view, and the part of it that is based on assumed traffic or movements. */
export interface NoiseEnergy {
  readonly energy: Float64Array
  readonly assumed: Float64Array
}

/** Cuts roads into pieces with their traffic. Skips straight links next to a more detailed line of the same road. */
export function roadPieces(roads: readonly RoadLine[], traffic: (road: RoadLine, lon: number, lat: number) => Traffic) {
  const ends: number[] = []
  const energy: number[] = []
  const assumed: number[] = []
  const route: number[] = []
  getRoutes(withoutChords(roads)).forEach((members, number) => {
    for (const road of members) {
      for (const piece of getPieces(road.line)) {
        const { aadt, counted } = traffic(road, (piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
        if (road.access === 'open' && aadt < MIN_TRAFFIC) continue
        ends.push(...piece)
        energy.push(energyOfTraffic(aadt, road.interstate || road.access === 'limited'))
        assumed.push(counted ? 0 : 1)
        route.push(number)
      }
    }
  })
  return {
    count: energy.length,
    /** Both ends of each piece: lon, lat, lon, lat in degrees. */
    ends: Float64Array.from(ends),
    /** Energy (10^(L/10)) at 15 m. */
    energy: Float64Array.from(energy),
    /** 1 if the traffic is assumed. */
    assumed: Uint8Array.from(assumed),
    /** Route number. */
    route: Uint16Array.from(route),
  }
}

function* getPieces(line: Line): Generator<readonly [number, number, number, number]> {
  for (let i = 0; i + 3 < line.length; i += 2) {
    const lon = line[i]
    const lat = line[i + 1]
    const dx = line[i + 2] - lon
    const dy = line[i + 3] - lat
    const meters = Math.hypot(dx * Math.cos((lat * Math.PI) / 180), dy) * METERS_PER_DEGREE
    const parts = Math.max(1, Math.ceil(meters / LONGEST_PIECE))
    for (let p = 0; p < parts; p++) {
      const from = p / parts
      const to = (p + 1) / parts
      yield [lon + from * dx, lat + from * dy, lon + to * dx, lat + to * dy]
    }
  }
}

/** Returns the energy (10^(L/10)) at 15 m from a road with this many vehicles a day. */
export function energyOfTraffic(aadt: number, freeway: boolean): number {
  const power = freeway ? INTERSTATE_POWER : HIGHWAY_POWER
  return 10 ** (FREEWAY_LEVEL / 10) * (aadt / FREEWAY_TRAFFIC) ** power
}

/**
 * Returns the share of the energy at 15 m that remains at a distance in meters. Uses the FHWA decay for traffic over
 * hard and soft ground (FHWA-RD-77-108) and air absorption.
 */
export function decay(meters: number): number {
  const d = Math.max(meters, NEAREST)
  const spread = d <= HARD_GROUND ? NEAREST / d : (NEAREST / HARD_GROUND) * (HARD_GROUND / d) ** 1.5
  const fade = d <= FADE ? 1 : Math.max(0, (REACH - d) / (REACH - FADE))
  return spread * fade * 10 ** ((-AIR * d) / 10)
}

/**
 * Returns the decibels absorbed by rows of houses (FHWA-RD-77-108): 3 for the first row, at 50 m, and 1.5 for each
 * further row every 50 m, up to 10.
 */
export function screening(meters: number): number {
  if (meters <= FIRST_ROW) return 0
  const first = Math.min(3, (meters - FIRST_ROW) / 10)
  return Math.min(10, first + Math.max(0, 0.03 * (meters - FIRST_ROW - 30)))
}

/**
 * Returns a table of `decay` by distance, in steps of 10 m, averaged over the possible positions of a road around its
 * line.
 */
export function decayOfLine(builtUp: boolean): Float64Array {
  const table = new Float64Array(REACH / STEP + 2)
  for (let i = 0; i < table.length; i++) {
    let sum = 0
    let total = 0
    for (let z = -4; z <= 4; z += 0.05) {
      const weight = Math.exp((-z * z) / 2)
      const meters = Math.abs(i * STEP + z * LINE_ERROR)
      sum += weight * decay(meters) * (builtUp ? 10 ** (-screening(meters) / 10) : 1)
      total += weight
    }
    table[i] = i * STEP < REACH ? sum / total : 0
  }
  return table
}

/**
 * Returns a function that computes road noise. Only the loudest piece of each route counts, so two carriageways, or the
 * same road in two files, count once. The energies of different routes are added. `people` per km² at each point
 * determines how much houses shield the noise.
 */
export function highwayNoise(pieces: RoadPieces): (view: View, people: Float64Array) => NoiseEnergy {
  const open = decayOfLine(false)
  const builtUp = decayOfLine(true)
  return (view, people) => {
    const energy = new Float64Array(view.size)
    const assumed = new Float64Array(view.size)
    const measured = new Float64Array(view.size)
    const ownAssumed = new Uint8Array(view.size)
    const touched: number[] = []
    const reaching = piecesNear(pieces, view)
    if (reaching.length === 0) return { energy, assumed }
    const points = new CenterIndex(view.lon, view.lat)
    reaching.forEach((piece, n) => {
      forPointsNear(pieces, piece, view, points, (i, distance) => {
        const step = distance / STEP
        const floor = Math.floor(step)
        const houses = Math.min(1, people[i] / BUILT_UP)
        const near = open[floor] + houses * (builtUp[floor] - open[floor])
        const far = open[floor + 1] + houses * (builtUp[floor + 1] - open[floor + 1])
        const share = near + (step - floor) * (far - near)
        const value = pieces.energy[piece] * share
        if (measured[i] === 0) touched.push(i)
        if (value <= measured[i]) return
        measured[i] = value
        ownAssumed[i] = pieces.assumed[piece]
      })
      if (pieces.route[reaching[n + 1]] === pieces.route[piece]) return
      for (const i of touched) {
        energy[i] += measured[i]
        if (ownAssumed[i] === 1) assumed[i] += measured[i]
        measured[i] = 0
      }
      touched.length = 0
    })
    return { energy, assumed }
  }
}

/** Returns the road pieces that are within reach of the view's bounding box. */
function piecesNear({ count, ends }: RoadPieces, view: View): number[] {
  const { west, south, east, north } = boxOfPoints(view)
  const high = REACH / METERS_PER_DEGREE
  const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const near: number[] = []
  for (let piece = 0; piece < count; piece++) {
    const x0 = ends[piece * 4]
    const y0 = ends[piece * 4 + 1]
    const x1 = ends[piece * 4 + 2]
    const y1 = ends[piece * 4 + 3]
    if (Math.max(x0, x1) < west - wide || Math.min(x0, x1) > east + wide) continue
    if (Math.max(y0, y1) < south - high || Math.min(y0, y1) > north + high) continue
    near.push(piece)
  }
  return near
}

/** Calls `visit` for every point within reach of a piece, with the distance in meters. */
function forPointsNear(
  { ends }: RoadPieces,
  piece: number,
  { lon, lat }: View,
  points: CenterIndex,
  visit: (point: number, meters: number) => void,
): void {
  const [x0, y0, x1, y1] = ends.subarray(piece * 4, piece * 4 + 4)
  const high = REACH / METERS_PER_DEGREE
  const east = METERS_PER_DEGREE * Math.cos((((y0 + y1) / 2) * Math.PI) / 180)
  const wide = REACH / east
  const dx = (x1 - x0) * east
  const dy = (y1 - y0) * METERS_PER_DEGREE
  const squaredLength = dx * dx + dy * dy
  const west = Math.min(x0, x1) - wide
  const right = Math.max(x0, x1) + wide
  points.search(west, Math.min(y0, y1) - high, right, Math.max(y0, y1) + high, (i) => {
    const px = (lon[i] - x0) * east
    const py = (lat[i] - y0) * METERS_PER_DEGREE
    const along = squaredLength > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / squaredLength)) : 0
    const x = px - along * dx
    const y = py - along * dy
    const squared = x * x + y * y
    if (squared < REACH * REACH) visit(i, Math.sqrt(squared))
  })
}
