import { kmPerDegree } from '../../geography/center-index.ts'
import type { TractPolygons } from '../../geography/tracts.ts'
import { scorers } from '../../scorers.ts'
import { seededRandom } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check, ValidationContext } from '../check.ts'

const PAIRS = 3000
/** Maximum mean difference in points between two places 100 m apart on opposite sides of a boundary line. */
const MOST = 5

const kinds = [
  ['tract', 'across a line between tracts'],
  ['county', 'across a line between counties'],
  ['within', 'inside one tract, to compare with'],
] as const satisfies readonly (readonly [keyof BorderPairs, string])[]

/**
 * Checks that surfaces do not jump at boundary lines, because real conditions are continuous. Official zones (fire) may
 * jump. The three states do not border each other, so there are no state lines to check.
 */
export function steps(context: BuiltContext): Check[] {
  const pairs = borderPairs(context.zones, (lon, lat) => context.zoneRaster.at(lon, lat), PAIRS)
  const surfaces = Object.keys(scorers).filter((id) => scorers[id].surface)
  return surfaces.flatMap((id) =>
    kinds.map(([kind, where]) => readStep(context, id, pairs[kind], where, kind !== 'within')),
  )
}

/**
 * Reports the mean absolute difference between the scores of places 100 m apart. Pairs in which a place has no score
 * are skipped.
 */
export function readStep(
  context: Pick<ValidationContext, 'scores'>,
  dimension: string,
  { a, b }: Pairs,
  where: string,
  hasTarget: boolean,
): Check {
  const before = context.scores(dimension, a.lat, a.lon)
  const other = context.scores(dimension, b.lat, b.lon)
  let sum = 0
  let n = 0
  for (let i = 0; i < before.length; i++) {
    if (before[i] === 0 || other[i] === 0) continue
    sum += Math.abs(before[i] - other[i])
    n++
  }
  const value = sum / n
  const check = `step of the score over 100 m ${where}`
  return { dimension, check, statistic: 'mean points', value, n, reached: hasTarget ? value <= MOST : null }
}

/** Columns of places in degrees. Places with the same index in `a` and `b` are 100 m apart. */
interface Pairs {
  readonly a: { readonly lat: Float64Array; readonly lon: Float64Array }
  readonly b: { readonly lat: Float64Array; readonly lon: Float64Array }
}

interface BorderPairs {
  /** Pairs of places on opposite sides of a line between two tracts of the same county. */
  readonly tract: Pairs
  /** Pairs of places on opposite sides of a line between two counties. */
  readonly county: Pairs
  /**
   * Pairs of places in the same tract, 0.3 km from a line between two tracts. The direction from one place to the other
   * is the same as in the pair across the line.
   */
  readonly within: Pairs
}

const HALF = 0.05 // half of the distance between the two places of a pair, in km
const ASIDE = 0.3 // km from the line to the middle of the pairs used for comparison
const TRIES = 4_000_000

/**
 * Draws places on tract borders. Each tract has the same probability so that cities are well represented. `zoneAt`
 * returns the tract (1 + its index, 0 for none) of a place in the built raster.
 */
export function borderPairs(
  tracts: Pick<TractPolygons, 'geoid' | 'rings'>,
  zoneAt: (lon: number, lat: number) => number,
  count: number,
): BorderPairs {
  const random = seededRandom(20_200_401)
  const pairs: Record<keyof BorderPairs, number[][]> = { tract: [], county: [], within: [] }
  for (let tries = 0; tries < TRIES && (pairs.tract.length < count || pairs.county.length < count); tries++) {
    const point = pointOnRing(tracts.rings[Math.floor(random() * tracts.rings.length)], random)
    const across = pairAround(point, 0)
    const zones = getZones(across, zoneAt)
    if (zones[0] === 0 || zones[1] === 0 || zones[0] === zones[1]) continue
    const [county, other] = zones.map((zone) => tracts.geoid[zone - 1].slice(0, 5))
    const kind = county === other ? 'tract' : 'county'
    if (pairs[kind].length === count) continue
    pairs[kind].push(across)
    if (kind === 'county') continue
    const aside = pairAround(point, ASIDE)
    const inside = getZones(aside, zoneAt)
    if (inside[0] !== 0 && inside[0] === inside[1]) pairs.within.push(aside)
  }
  return { tract: columns(pairs.tract), county: columns(pairs.county), within: columns(pairs.within) }
}

/** A place on a tract's outer ring, and the unit vector across the ring there (east, north). */
interface BorderPoint {
  readonly lon: number
  readonly lat: number
  readonly east: number
  readonly north: number
}

function pointOnRing(rings: readonly Float64Array[], random: () => number): BorderPoint {
  const [ring] = rings
  const lengths = Array.from({ length: ring.length / 2 - 1 }, (_, i) =>
    Math.hypot(ring[2 * i + 2] - ring[2 * i], ring[2 * i + 3] - ring[2 * i + 1]),
  )
  let remaining = random() * lengths.reduce((sum, length) => sum + length, 0)
  let edge = 0
  while (edge < lengths.length - 1 && remaining > lengths[edge]) remaining -= lengths[edge++]
  const at = 2 * edge
  const t = lengths[edge] > 0 ? remaining / lengths[edge] : 0
  const lat = ring[at + 1] + t * (ring[at + 3] - ring[at + 1])
  const along = [(ring[at + 2] - ring[at]) * Math.cos((lat * Math.PI) / 180), ring[at + 3] - ring[at + 1]]
  const length = Math.hypot(along[0], along[1]) || 1
  return { lon: ring[at] + t * (ring[at + 2] - ring[at]), lat, east: -along[1] / length, north: along[0] / length }
}

/** Returns two places 100 m apart across the line, centered `aside` km from it, as lon, lat, lon, lat. */
function pairAround({ lon, lat, east, north }: BorderPoint, aside: number): number[] {
  const perDegree = kmPerDegree * Math.cos((lat * Math.PI) / 180)
  return [aside - HALF, aside + HALF].flatMap((km) => [lon + (east * km) / perDegree, lat + (north * km) / kmPerDegree])
}

function getZones(pair: readonly number[], zoneAt: (lon: number, lat: number) => number): [number, number] {
  return [zoneAt(pair[0], pair[1]), zoneAt(pair[2], pair[3])]
}

function columns(pairs: readonly number[][]): Pairs {
  const column = (part: number) => Float64Array.from(pairs, (pair) => pair[part])
  return { a: { lon: column(0), lat: column(1) }, b: { lon: column(2), lat: column(3) } }
}
