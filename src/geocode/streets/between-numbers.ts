import { metersBetween } from '../../geo/distance.ts'
import { areaFit, type Found, radiusIn, radiusInDoubt } from '../confidence.ts'
import type { SearchArea } from '../layers.ts'
import { firstOfZip, type Shard, textAt } from './shard.ts'
import { addressLine, type NumberKey, streetText } from './street-text.ts'

/** Numbers between which is interpolated, and beyond the last of which is extrapolated. */
const WIDEST_GAP = 1000
const MOST_BEYOND = 400
/** Of the nearest number, where there is no second one to tell the direction. */
const FARTHEST = 100
/** Meters that two numbers of one street may be apart, for each number between them, and at all. */
const NEAR = 200
const PER_NUMBER = 12
const LONGEST = 3000

/** The known numbers below and above one; -1 where there is none. */
interface Bracket {
  below: number
  above: number
}

/**
 * Adds the place of a number that is not known itself, on one street of a shard: between two known ones, of its own
 * side where both are known, else at the nearest within 100 numbers. Answers the similarity of what was added.
 */
export function findBetween(
  shard: Shard,
  street: number,
  { key, prefix, zip: only, area, written }: NumberQuery,
  similarity: number,
  found: Found[],
): number {
  const { meta, pointFirst, pointZip, pointPrefix } = shard
  const end = pointFirst[street + 1]
  const first = firstOfZip(pointZip, pointFirst[street], end, only)
  const all = emptySides()
  let best = 0
  let ofArea = 0
  for (let from = first; from < end && (only === 0 || pointZip[from] === only); ) {
    const number = pointZip[from]
    const zip = textAt(meta.zips, number) || null
    const fit = areaFit(zip, null, area)
    const own = emptySides()
    let at = from
    for (; at < end && pointZip[at] === number; at++) {
      if (pointPrefix[at] !== prefix) continue
      widen(shard, own, at, key.value)
      if (fit >= JOINED) widen(shard, all, at, key.value)
    }
    from = at
    if (fit >= JOINED) ofArea++
    best = Math.max(best, add(own, zip, fit))
  }
  // A street runs through several ZIPs of a city, and the number is where it passes from one to the next.
  if (best === 0 && ofArea > 1) {
    const nearest = nearestOf(shard, all, key.value)
    const zip = nearest < 0 ? null : textAt(meta.zips, pointZip[nearest]) || null
    best = add(all, zip, areaFit(zip, null, area))
  }
  return best

  function add(sides: Sides, zip: string | null, fit: number): number {
    const place = placeOf(shard, sides, key.value, first, end)
    if (place === null) return 0
    const { lat, lon, radius, share, isBetween } = place
    const value = similarity * share
    found.push({
      rank: value * fit - radius * 1e-7,
      candidate: () => {
        const house = `${written} ${streetText(shard, street)}`
        return {
          layer: 'street',
          lat,
          lon,
          radius: radiusInDoubt(similarity, radiusIn(meta.state, radius)),
          address: addressLine(shard, house, null, zip),
          house,
          zip,
          city: null,
          state: meta.state,
          similarity: value,
          exactNumber: isBetween,
        }
      },
    })
    return value
  }
}

/** From this fit on a ZIP is of the city of the address. */
const JOINED = 0.9

interface Sides {
  readonly own: Bracket
  readonly any: Bracket
}

function emptySides(): Sides {
  return { own: { below: -1, above: -1 }, any: { below: -1, above: -1 } }
}

function widen(shard: Shard, { own, any }: Sides, point: number, value: number): void {
  narrow(shard, any, point, value)
  if ((shard.pointNumber[point] & 1) === (value & 1)) narrow(shard, own, point, value)
}

function narrow({ pointNumber }: Shard, bracket: Bracket, point: number, value: number): void {
  const number = pointNumber[point]
  if (number <= value && (bracket.below < 0 || number > pointNumber[bracket.below])) bracket.below = point
  if (number >= value && (bracket.above < 0 || number < pointNumber[bracket.above])) bracket.above = point
}

/** The nearest number, -1 for none. */
function nearestOf({ pointNumber }: Shard, { any: { below, above } }: Sides, value: number): number {
  if (below < 0 || above < 0) return Math.max(below, above)
  return value - pointNumber[below] <= pointNumber[above] - value ? below : above
}

interface PlaceBetween {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  readonly radius: number
  /** Of the confidence in a house on the street. */
  readonly share: number
  readonly isBetween: boolean
}

function placeOf(shard: Shard, sides: Sides, value: number, first: number, end: number): PlaceBetween | null {
  const between = interpolated(shard, sides.own, value, true) ?? interpolated(shard, sides.any, value, false)
  if (between !== null) return between
  const nearest = nearestOf(shard, sides, value)
  if (nearest < 0) return null
  const away = Math.abs(shard.pointNumber[nearest] - value)
  if (away > MOST_BEYOND) return null
  return extrapolated(shard, nearest, value, first, end) ?? (away > FARTHEST ? null : atNearest(shard, nearest, away))
}

function atNearest(shard: Shard, nearest: number, away: number): PlaceBetween {
  const [lat, lon] = degreesOf(shard, nearest)
  const radius = radiusOf('nearest', away, shard.pointRough[nearest])
  return { lat, lon, radius, share: 0.93, isBetween: false }
}

/**
 * The place as far beyond the nearest number as the numbers before it go on average; null where these say too little.
 */
function extrapolated(shard: Shard, nearest: number, value: number, first: number, end: number): PlaceBetween | null {
  const { pointNumber, pointZip, pointPrefix, pointRough } = shard
  const from = pointNumber[nearest]
  const away = value - from
  if (away === 0) return null
  let other = -1
  let least = Number.POSITIVE_INFINITY
  for (let point = first; point < end; point++) {
    if (pointPrefix[point] !== pointPrefix[nearest]) continue
    // On the far side of the nearest one, as long a way off as the place is, or longer.
    const span = (from - pointNumber[point]) / away
    if (span < 1 || span * Math.abs(away) > WIDEST_GAP) continue
    const order = span + (pointZip[point] === pointZip[nearest] ? 0 : 1)
    if (order >= least) continue
    least = order
    other = point
  }
  if (other < 0) return null
  const [lat, lon] = degreesOf(shard, nearest)
  const [lat2, lon2] = degreesOf(shard, other)
  const gap = from - pointNumber[other]
  const meters = metersBetween(lat, lon, lat2, lon2)
  if (meters > NEAR + PER_NUMBER * Math.abs(gap) || meters > LONGEST) return null
  const share = away / gap
  return {
    lat: lat + share * (lat - lat2),
    lon: lon + share * (lon - lon2),
    radius: radiusOf('beyond', meters * share, pointRough[nearest] | pointRough[other]),
    share: 0.95,
    isBetween: false,
  }
}

function interpolated(shard: Shard, { below, above }: Bracket, value: number, isSide: boolean): PlaceBetween | null {
  if (below < 0 || above < 0) return null
  const { pointNumber, pointRough } = shard
  const gap = pointNumber[above] - pointNumber[below]
  if (gap > WIDEST_GAP) return null
  const [lat, lon] = degreesOf(shard, below)
  const [lat2, lon2] = degreesOf(shard, above)
  const meters = metersBetween(lat, lon, lat2, lon2)
  if (meters > NEAR + PER_NUMBER * gap || meters > LONGEST) return null
  const share = gap === 0 ? 0.5 : (value - pointNumber[below]) / gap
  return {
    lat: lat + share * (lat2 - lat),
    lon: lon + share * (lon2 - lon),
    radius: radiusOf(isSide ? 'side' : 'both', meters, pointRough[below] | pointRough[above]),
    share: isSide ? 1 : 0.98,
    isBetween: true,
  }
}

/** Meters around a place: at least, and for each meter (of the nearest number: for each number) from what is known. */
interface Spread {
  readonly least: number
  readonly each: number
}

/**
 * Such that the circle holds nine tenths and more of addresses of lists that were left out, each in turn, by whether
 * the points around are fine or rough (docs/data.md).
 */
const SPREAD: Readonly<Record<'side' | 'both' | 'beyond' | 'nearest', readonly [fine: Spread, rough: Spread]>> = {
  side: [
    { least: 70, each: 0.3 },
    { least: 200, each: 0.2 },
  ],
  both: [
    { least: 110, each: 0.3 },
    { least: 240, each: 0.22 },
  ],
  beyond: [
    { least: 200, each: 1.1 },
    { least: 350, each: 1.1 },
  ],
  nearest: [
    { least: 280, each: 6 },
    { least: 330, each: 6 },
  ],
}

function radiusOf(by: keyof typeof SPREAD, distance: number, rough: number): number {
  const { least, each } = SPREAD[by][rough]
  return Math.round(least + each * distance)
}

function degreesOf({ pointLat, pointLon }: Shard, point: number): readonly [lat: number, lon: number] {
  return [pointLat[point] / 1e6, pointLon[point] / 1e6]
}

/** What is looked for on every street that may be meant. */
export interface NumberQuery {
  readonly key: NumberKey
  /**
   * Index of what is before the number, plus 1; 0 for nothing; -1, which no number has, for what the shard does not
   * know.
   */
  readonly prefix: number
  /** The house number as written out. */
  readonly written: string
  readonly area: SearchArea
  /** The ZIP, as the shard numbers it, that alone is searched; 0 for all. */
  readonly zip: number
}

/** A place on a street with the meters around it that hold all of the street. */
export interface StreetMiddle {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

/** Meters. */
const LEAST_RADIUS = 50

/**
 * The place of a street, of one ZIP, that is nearest to the mean of its crossings and houses.
 * @param zip the number of the ZIP in the shard; 0 where none is known
 */
export function streetMiddle(shard: Shard, street: number, zip: number): StreetMiddle {
  const lats: number[] = []
  const lons: number[] = []
  for (let range = shard.rangeFirst[street]; range < shard.rangeFirst[street + 1]; range++) {
    if (shard.rangeZip[range] !== zip) continue
    const edge = shard.rangeEdge[range]
    for (let at = shard.edgeFirst[edge]; at < shard.edgeFirst[edge + 1]; at++) {
      lats.push(shard.vertexLat[at] / 1e6)
      lons.push(shard.vertexLon[at] / 1e6)
    }
  }
  for (let point = shard.pointFirst[street]; point < shard.pointFirst[street + 1]; point++) {
    if (shard.pointZip[point] !== zip) continue
    lats.push(shard.pointLat[point] / 1e6)
    lons.push(shard.pointLon[point] / 1e6)
  }
  const lat = mean(lats)
  const lon = mean(lons)
  let middle = 0
  for (let i = 1; i < lats.length; i++) if (away(i, lat, lon) < away(middle, lat, lon)) middle = i
  let radius = LEAST_RADIUS
  for (let i = 0; i < lats.length; i++) radius = Math.max(radius, away(i, lats[middle], lons[middle]))
  return { lat: lats[middle], lon: lons[middle], radius: Math.ceil(radius) }

  function away(i: number, fromLat: number, fromLon: number): number {
    return metersBetween(lats[i], lons[i], fromLat, fromLon)
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
