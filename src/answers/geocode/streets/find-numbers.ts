import { metersBetween } from '../../../base/geo/distance.ts'
import { areaFit, bestCandidates, KNOWN_RADIUS, radiusIn, radiusInDoubt } from '../answer.ts'
import { ANYWHERE, type Candidate, type SearchArea } from '../layers.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { type Spelling, type StreetQuery, streetQuery, visitStreets } from './match-streets.ts'
import { DESCENDING, EVEN, ODD, PART_OF_SIDE, RIGHT, type Shard } from './shard.ts'
import type { StreetCandidate } from './spellings.ts'
import {
  addressLine,
  directionsByte,
  firstOfNumber,
  firstOfTwo,
  firstOfZip,
  type NumberKey,
  numberKey,
  streetText,
  textAt,
  titled,
  titledStreet,
} from './street-text.ts'

/** Radius of an address point in meters, which covers a house and its yard. */
const POINT_RADIUS = 15
/** Radius in meters of rough points, which come from lists that were not made for geocoding. */
const ROUGH_RADIUS = 420

/** Similarity of a house number that differs only in its letter or fraction: `45` for `45B`. */
const OTHER_EXTRA = 0.95
/** Similarity of a house number on the other side of the street. */
const OTHER_PARITY = 0.8
/** Similarity of the first of two numbers: `100` for `100-104`. */
const FIRST_OF_TWO = 0.95

/** House number and street to search for in several shards. */
export interface HouseQuery {
  readonly street: StreetQuery
  readonly key: NumberKey
  /** The house number as written. */
  readonly written: string
  readonly area: SearchArea
}

/** Builds the query for an address with a house number and street. Returns null if the number is not valid. */
export function houseQuery(parsed: ParsedAddress, area: SearchArea): HouseQuery | null {
  const written = parsed.number!.text
  const key = numberKey(written)
  return key && { street: streetQuery(parsed), key, written, area }
}

/**
 * Adds the possible places of a house number on the streets of a shard.
 *
 * @param zip number of the only ZIP to search in the shard; 0 for all
 */
export function findNumbers(
  shard: Shard,
  { street, key, written, area }: HouseQuery,
  zip: number,
  matches: StreetCandidate[],
  spelling: Spelling = 'any',
): void {
  const before = matches.length
  const search = (key: NumberKey, written: string, fit: number) => {
    const query: NumberQuery = { key, prefix: prefixIn(shard, key), written, area, zip }
    const visit = (at: number, similarity: number) => findOn(shard, at, query, similarity * fit, matches)
    visitStreets(shard, street, visit, spelling)
  }
  search(key, written, 1)
  const first = matches.length === before ? firstOfTwo(key) : null
  if (first !== null) search(first, String(first.value), FIRST_OF_TWO)
}

/**
 * Returns the place of a house number on one street of a shard. Returns null if the street does not have the number.
 *
 * @param zip number of the only ZIP to search in the shard; 0 for all
 */
export function findOnStreet(shard: Shard, street: number, written: string, zip: number): Candidate | null {
  const key = numberKey(written)
  if (key === null) return null
  const query: NumberQuery = { key, prefix: prefixIn(shard, key), written, area: ANYWHERE, zip }
  const matches: StreetCandidate[] = []
  findOn(shard, street, query, 1, matches)
  const [best] = bestCandidates(matches)
  return best?.exactNumber ? best : null
}

/**
 * Adds the place of the house number itself, or a position between the known numbers. Returns the similarity of the
 * best match.
 */
function findOn(
  shard: Shard,
  street: number,
  query: NumberQuery,
  similarity: number,
  matches: StreetCandidate[],
): number {
  const exact = Math.max(
    findPoints(shard, street, query, similarity, matches),
    findRanges(shard, street, query, similarity, matches),
  )
  return exact > 0 ? exact : findBetween(shard, street, query, similarity, matches)
}

function prefixIn({ meta }: Shard, { prefix }: NumberKey): number {
  return prefix === '' ? 0 : meta.prefixes.indexOf(prefix) + 1 || -1
}

function findPoints(
  shard: Shard,
  street: number,
  query: NumberQuery,
  similarity: number,
  matches: StreetCandidate[],
): number {
  const { meta, pointFirst, pointNumber, pointPrefix, pointExtra, pointZip, pointCity } = shard
  const { key, prefix, zip: onlyZip, area } = query
  const end = pointFirst[street + 1]
  let best = 0
  for (let from = firstOfZip(pointZip, pointFirst[street], end, onlyZip); from < end; ) {
    if (onlyZip > 0 && pointZip[from] !== onlyZip) break
    const next = firstOfZip(pointZip, from, end, pointZip[from] + 1)
    let point = firstOfNumber(shard, from, next, prefix, key.value)
    for (; point < next && pointNumber[point] === key.value && pointPrefix[point] === prefix; point++)
      best = Math.max(best, addPoint(point))
    from = next
  }
  return best

  function addPoint(point: number): number {
    const isExact = textAt(meta.extras, pointExtra[point]) === key.extra
    const fit = similarity * (isExact ? 1 : OTHER_EXTRA)
    const zip = textAt(meta.zips, pointZip[point]) || null
    const city = textAt(meta.cities, pointCity[point]) || null
    matches.push({
      rank: fit * areaFit(zip, city, area),
      layer: meta.unit === undefined ? 'address_point' : 'address',
      lat: shard.pointLat[point] / 1e6,
      lon: shard.pointLon[point] / 1e6,
      radius:
        meta.unit === undefined
          ? POINT_RADIUS
          : radiusInDoubt(similarity, shard.pointRough[point] ? radiusIn(meta.state, ROUGH_RADIUS) : KNOWN_RADIUS),
      address: (town) =>
        addressLine(
          shard,
          `${textOfNumber(shard, point)} ${streetText(shard, street)}`,
          city === null ? town : titled(city),
          zip,
        ),
      zip,
      city,
      state: meta.state,
      similarity: fit,
      exactNumber: isExact,
      shard,
      street,
    })
    return fit
  }
}

/** Formats the house number of a point: `94-123B`, `123 1/2`. */
export function textOfNumber({ meta, pointPrefix, pointNumber, pointExtra }: Shard, point: number): string {
  const extra = textAt(meta.extras, pointExtra[point])
  return `${textAt(meta.prefixes, pointPrefix[point])}${pointNumber[point]}${extra.includes('/') ? ' ' : ''}${extra}`
}

function findRanges(
  shard: Shard,
  street: number,
  query: NumberQuery,
  similarity: number,
  matches: StreetCandidate[],
): number {
  const { meta, rangeFirst, rangeLow, rangeHigh, rangeFlags, rangePrefix, rangeZip } = shard
  const { key, prefix, zip: onlyZip, area } = query
  const { value } = key
  const parity = value % 2 === 1 ? ODD : EVEN
  const end = rangeFirst[street + 1]
  let best = 0
  for (let range = firstOfZip(rangeZip, rangeFirst[street], end, onlyZip); range < end; range++) {
    if (onlyZip > 0 && rangeZip[range] !== onlyZip) break
    if (value < rangeLow[range] || value > rangeHigh[range] || rangePrefix[range] !== prefix) continue
    const flags = rangeFlags[range]
    const isOther = (flags & (ODD | EVEN)) !== 0 && (flags & parity) === 0
    const fit = isOther ? similarity * OTHER_PARITY : similarity
    best = Math.max(best, fit)
    const zip = textAt(meta.zips, rangeZip[range]) || null
    matches.push({
      // If ranges overlap, prefer the shorter range because it is more precise.
      rank: fit * areaFit(zip, null, area) - (rangeHigh[range] - rangeLow[range]) * 1e-10,
      layer: 'street_range',
      ...placeOnRange(shard, range, value, isOther),
      address: (town) => addressLine(shard, `${query.written} ${streetText(shard, street)}`, town, zip),
      zip,
      city: null,
      state: meta.state,
      similarity: fit,
      exactNumber: !isOther,
      shard,
      street,
    })
  }
  return best
}

/**
 * Returns the place of a house number along the edge of its range. Numbers with the other parity are across the street.
 */
function placeOnRange(shard: Shard, range: number, value: number, isOther: boolean) {
  const { rangeEdge, rangeLow, rangeHigh, rangeFlags } = shard
  const flags = rangeFlags[range]
  const span = rangeHigh[range] - rangeLow[range]
  const up = span === 0 ? 0.5 : (value - rangeLow[range]) / span
  const isRight = ((flags & RIGHT) !== 0) !== isOther
  const share = (flags & DESCENDING) !== 0 ? 1 - up : up
  const { lat, lon, length } = pointAlongEdge(shard, rangeEdge[range], share, isRight ? SETBACK : -SETBACK)
  // Ranges often include numbers without houses, so the house may be anywhere nearby. If the range covers only part of
  // a side, the house may be anywhere along the edge.
  const isVague = isOther || span === 0 || (flags & PART_OF_SIDE) !== 0
  return { lat, lon, radius: Math.round(Math.max(20, isVague ? length : length / 3)) }
}

/** Distance in meters between houses and the centerline: half a street and a front yard. */
const SETBACK = 8

/** Meters per 1e-6 degrees of latitude, on a sphere with a radius of 6,371,008.8 m. */
const METERS = (6_371_008.8 * Math.PI) / 180e6

/** A point beside an edge. */
interface PointAlongEdge {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  /** Length of the whole edge in meters. */
  readonly length: number
}

/**
 * Returns the point at a fraction of an edge's length, moved to one side.
 *
 * @param share fraction from 0 to 1
 * @param side meters to the right of the edge's direction; negative for the left
 */
function pointAlongEdge(shard: Shard, edge: number, share: number, side: number): PointAlongEdge {
  const { edgeFirst, vertexLon, vertexLat } = shard
  const first = edgeFirst[edge]
  let last = edgeFirst[edge + 1] - 1
  // If the last segment has no length, the previous segment determines the direction.
  while (last > first && vertexLon[last] === vertexLon[last - 1] && vertexLat[last] === vertexLat[last - 1]) last--
  const east = METERS * Math.cos((vertexLat[first] * Math.PI) / 180e6)
  let length = 0
  for (let at = first; at < last; at++)
    length += Math.hypot((vertexLon[at + 1] - vertexLon[at]) * east, (vertexLat[at + 1] - vertexLat[at]) * METERS)
  if (length === 0) return { lat: vertexLat[first] / 1e6, lon: vertexLon[first] / 1e6, length }
  let left = share * length
  for (let at = first; ; at++) {
    const x = (vertexLon[at + 1] - vertexLon[at]) * east
    const y = (vertexLat[at + 1] - vertexLat[at]) * METERS
    const step = Math.hypot(x, y)
    if (step === 0 || (left > step && at + 1 < last)) {
      left -= step
      continue
    }
    const t = Math.min(1, left / step)
    return {
      lat: (vertexLat[at] + (t * y - (x / step) * side) / METERS) / 1e6,
      lon: (vertexLon[at] + (t * x + (y / step) * side) / east) / 1e6,
      length,
    }
  }
}

/** House number and area to look for on every street that may be meant. */
interface NumberQuery {
  readonly key: NumberKey
  /**
   * Index of the number's prefix plus 1. 0 means no prefix. -1 means that the shard does not have the prefix, so
   * nothing matches.
   */
  readonly prefix: number
  /** The house number as written. */
  readonly written: string
  readonly area: SearchArea
  /** Number of the only ZIP to search in the shard. 0 for all. */
  readonly zip: number
}

/** Maximum difference between two known numbers for interpolation. */
const WIDEST_GAP = 1000
/** Maximum difference beyond the last known number for extrapolation. */
const MAX_BEYOND = 400
/** Maximum difference to the nearest known number if no second number tells the direction. */
const FARTHEST = 100
/** Base value of the maximum distance in meters between two known numbers on a street. */
const NEAR = 200
/** Meters added to `NEAR` for each unit of difference between the two known numbers. */
const PER_NUMBER = 12
/**
 * Maximum distance in meters between two known numbers on a street, regardless of how many numbers are between them.
 */
const LONGEST = 3000

/** Points of the known numbers below and above a number. -1 if there is none. */
interface Bracket {
  readonly below: number
  readonly above: number
}

/**
 * Adds an estimated place for an unknown number on one street of a shard: between two known numbers, beyond the last
 * known number, or at a known number at most 100 away. Returns the similarity of the added place.
 */
function findBetween(
  shard: Shard,
  street: number,
  { key, prefix, zip: onlyZip, area, written }: NumberQuery,
  similarity: number,
  matches: StreetCandidate[],
): number {
  const { meta, pointFirst, pointZip } = shard
  const end = pointFirst[street + 1]
  const first = firstOfZip(pointZip, pointFirst[street], end, onlyZip)
  const sidesInArea: Sides[] = []
  let best = 0
  for (let from = first; from < end && (onlyZip === 0 || pointZip[from] === onlyZip); ) {
    const next = firstOfZip(pointZip, from, end, pointZip[from] + 1)
    const zip = textAt(meta.zips, pointZip[from]) || null
    const fit = areaFit(zip, null, area)
    const sides = getSides(shard, from, next, prefix, key.value)
    from = next
    if (fit >= FIT_OF_CITY) sidesInArea.push(sides)
    best = Math.max(best, add(sides, zip, fit))
  }
  // A street may run through several ZIPs of a city. The number may be between the last number in one ZIP and the first
  // number in the next ZIP.
  if (best === 0 && sidesInArea.length > 1) {
    const all = joined(shard, sidesInArea)
    const nearest = getNearest(shard, all, key.value)
    const zip = nearest < 0 ? null : textAt(meta.zips, pointZip[nearest]) || null
    best = add(all, zip, areaFit(zip, null, area))
  }
  return best

  function add(sides: Sides, zip: string | null, fit: number): number {
    const place = getPlace(shard, sides, key.value, first, end)
    if (place === null) return 0
    const { lat, lon, radius, share, isBetween } = place
    const value = similarity * share
    matches.push({
      rank: value * fit - radius * 1e-7,
      layer: 'street',
      lat,
      lon,
      radius: radiusInDoubt(similarity, radiusIn(meta.state, radius)),
      address: (town) => addressLine(shard, `${written} ${streetText(shard, street)}`, town, zip),
      zip,
      city: null,
      state: meta.state,
      similarity: value,
      exactNumber: isBetween,
      shard,
      street,
    })
    return value
  }
}

/** Minimum `areaFit` of a ZIP that belongs to the city of the address. */
const FIT_OF_CITY = 0.9

/** Neighboring numbers on the same side of the street (`own`) and on both sides (`any`). */
interface Sides {
  readonly own: Bracket
  readonly any: Bracket
}

/** Finds the numbers around a number that is not among the points `[from, end)` of a ZIP. */
function getSides(shard: Shard, from: number, end: number, prefix: number, value: number): Sides {
  const at = firstOfNumber(shard, from, end, prefix, value)
  return { own: getBracket(shard, from, at, end, prefix, value & 1), any: getBracket(shard, from, at, end, prefix, -1) }
}

/**
 * Finds the nearest point before `at`, and the nearest point at or after `at`. If several points have the same number,
 * returns the first.
 */
function getBracket(shard: Shard, from: number, at: number, end: number, prefix: number, parity: number): Bracket {
  const { pointNumber } = shard
  let above = at
  while (above < end && !isOnSide(shard, above, prefix, parity)) above++
  let below = at - 1
  while (below >= from && !isOnSide(shard, below, prefix, parity)) below--
  while (below > from && pointNumber[below - 1] === pointNumber[below] && isOnSide(shard, below - 1, prefix, parity))
    below--
  return { below: below < from ? -1 : below, above: above < end ? above : -1 }
}

/**
 * Checks whether a point has this prefix, and a number with this parity. A negative parity stands for both parities.
 */
function isOnSide({ pointNumber, pointPrefix }: Shard, point: number, prefix: number, parity: number): boolean {
  return pointPrefix[point] === prefix && (parity < 0 || (pointNumber[point] & 1) === parity)
}

/** Combines the nearest numbers of several ZIPs. */
function joined({ pointNumber }: Shard, ofZips: readonly Sides[]): Sides {
  const nearest = (by: keyof Sides): Bracket => {
    let below = -1
    let above = -1
    for (const { [by]: neighbor } of ofZips) {
      if (neighbor.below >= 0 && (below < 0 || pointNumber[neighbor.below] > pointNumber[below])) below = neighbor.below
      if (neighbor.above >= 0 && (above < 0 || pointNumber[neighbor.above] < pointNumber[above])) above = neighbor.above
    }
    return { below, above }
  }
  return { own: nearest('own'), any: nearest('any') }
}

/** Returns the point with the nearest number, or -1. */
function getNearest({ pointNumber }: Shard, { any: { below, above } }: Sides, value: number): number {
  if (below < 0 || above < 0) return Math.max(below, above)
  return value - pointNumber[below] <= pointNumber[above] - value ? below : above
}

/** An estimated place of a house number. */
interface PlaceBetween {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  readonly radius: number
  /** Factor for the confidence, relative to a known house on the street. */
  readonly share: number
  readonly isBetween: boolean
}

function getPlace(shard: Shard, sides: Sides, value: number, first: number, end: number): PlaceBetween | null {
  const between = interpolated(shard, sides.own, value, true) ?? interpolated(shard, sides.any, value, false)
  if (between !== null) return between
  const nearest = getNearest(shard, sides, value)
  if (nearest < 0) return null
  const away = Math.abs(shard.pointNumber[nearest] - value)
  if (away > MAX_BEYOND) return null
  return extrapolated(shard, nearest, value, first, end) ?? (away > FARTHEST ? null : atNearest(shard, nearest, away))
}

function atNearest(shard: Shard, nearest: number, away: number): PlaceBetween {
  const [lat, lon] = getDegrees(shard, nearest)
  const radius = getRadius('nearest', away, shard.pointRough[nearest])
  return { lat, lon, radius, share: 0.93, isBetween: false }
}

/**
 * Extrapolates beyond the nearest number, using the direction and spacing of a second known number. Returns null if
 * there is no suitable second number.
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
    // The nearest number must be between the wanted number and the other number. The other number must be at least as
    // far from the nearest number as the wanted number is.
    const span = (from - pointNumber[point]) / away
    if (span < 1 || span * Math.abs(away) > WIDEST_GAP) continue
    const order = span + (pointZip[point] === pointZip[nearest] ? 0 : 1)
    if (order >= least) continue
    least = order
    other = point
  }
  if (other < 0) return null
  const [lat, lon] = getDegrees(shard, nearest)
  const [lat2, lon2] = getDegrees(shard, other)
  const gap = from - pointNumber[other]
  const meters = metersBetween(lat, lon, lat2, lon2)
  if (meters > NEAR + PER_NUMBER * Math.abs(gap) || meters > LONGEST) return null
  const share = away / gap
  return {
    lat: lat + share * (lat - lat2),
    lon: lon + share * (lon - lon2),
    radius: getRadius('beyond', meters * share, pointRough[nearest] | pointRough[other]),
    share: 0.95,
    isBetween: false,
  }
}

function interpolated(shard: Shard, { below, above }: Bracket, value: number, isSide: boolean): PlaceBetween | null {
  if (below < 0 || above < 0) return null
  const { pointNumber, pointRough } = shard
  const gap = pointNumber[above] - pointNumber[below]
  if (gap > WIDEST_GAP) return null
  const [lat, lon] = getDegrees(shard, below)
  const [lat2, lon2] = getDegrees(shard, above)
  const meters = metersBetween(lat, lon, lat2, lon2)
  if (meters > NEAR + PER_NUMBER * gap || meters > LONGEST) return null
  const share = gap === 0 ? 0.5 : (value - pointNumber[below]) / gap
  return {
    lat: lat + share * (lat2 - lat),
    lon: lon + share * (lon2 - lon),
    radius: getRadius(isSide ? 'side' : 'both', meters, pointRough[below] | pointRough[above]),
    share: isSide ? 1 : 0.98,
    isBetween: true,
  }
}

/** Radius around an estimated place. */
interface Spread {
  /** Minimum radius in meters. */
  readonly least: number
  /**
   * Meters added per meter between the known points. For `nearest`, meters added per unit of difference between the
   * house numbers.
   */
  readonly each: number
}

/**
 * Spread for each estimation method, first for fine and then for rough surrounding points. The values are chosen so
 * that the circle contains at least 90% of the addresses in a federal list when that list is excluded from the data
 * (docs/reference/data.md).
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

function getRadius(by: keyof typeof SPREAD, distance: number, rough: number): number {
  const { least, each } = SPREAD[by][rough]
  return Math.round(least + each * distance)
}

function getDegrees({ pointLat, pointLon }: Shard, point: number): readonly [lat: number, lon: number] {
  return [pointLat[point] / 1e6, pointLon[point] / 1e6]
}

/**
 * A grid of numbered streets. The elements are, in this order: a reference street and house number, their position, the
 * change of position per street, the change of position per hundred house numbers, the radius in meters, and the lowest
 * and highest street and house number in the grid. Positions are in 1e-6 degrees, latitude first.
 */
export type Grid = readonly number[]

/** Similarity of a place from a grid, which is lower than for a known number on the street itself. */
const SIMILARITY = 0.92

/**
 * Adds the place of a house number on a numbered street that has no known numbers nearby, using the neighboring
 * parallel streets: `8700 SW 88TH ST`.
 */
export function findInGrid(shard: Shard, { street, key, written, area }: HouseQuery, matches: StreetCandidate[]): void {
  const { meta } = shard
  if (meta.grids === undefined || key.prefix !== '') return
  const { pre, post } = street
  const { name, suffix } = street.written
  const numbered = Number(/^(\d{1,3})(?:ST|ND|RD|TH)$/.exec(name)?.[1])
  const directions = directionsByte(pre, post)
  for (const { zip, of, grid } of meta.grids) {
    if (area.zip === null ? !area.zips.includes(zip) : zip !== area.zip) continue
    if (of[0] !== directions || meta.suffixes[of[1] - 1] !== suffix) continue
    const [street0, number0, lat0, lon0, latOfStreet, lonOfStreet, latOfNumber, lonOfNumber, radius, ...limits] = grid
    const [low, high, first, last] = limits
    if (!(numbered >= low && numbered <= high) || key.value < first || key.value > last) continue
    const streets = numbered - street0
    const hundreds = (key.value - number0) / 100
    matches.push({
      // If several ZIPs match, prefer the ZIP whose center is nearest.
      rank: SIMILARITY * areaFit(zip, null, area) - (Math.abs(streets) + Math.abs(hundreds)) * 1e-6,
      layer: 'street',
      lat: (lat0 + streets * latOfStreet + hundreds * latOfNumber) / 1e6,
      lon: (lon0 + streets * lonOfStreet + hundreds * lonOfNumber) / 1e6,
      radius: radiusIn(meta.state, radius),
      address: (town) => addressLine(shard, `${written} ${titledStreet(pre, name, suffix, post)}`, town, zip),
      zip,
      city: null,
      state: meta.state,
      similarity: SIMILARITY,
      exactNumber: false,
    })
  }
}
