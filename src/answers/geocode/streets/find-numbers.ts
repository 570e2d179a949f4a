import { metersBetween } from '../../../base/geo/distance.ts'
import { areaFit, bestCandidates, type Found, KNOWN_RADIUS, radiusIn, radiusInDoubt } from '../answer.ts'
import { ANYWHERE, type Candidate, type SearchArea } from '../layers.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { type Spelling, type StreetQuery, streetQuery, visitStreets } from './match-streets.ts'
import { DESCENDING, EVEN, ODD, PART_OF_SIDE, RIGHT, type Shard } from './shard.ts'
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

/** An address point stands for a house and its yard, in meters. */
const POINT_RADIUS = 15
/** Those of lists that were not made for it, where they are rough. */
const ROUGH_RADIUS = 420

/**
 * Similarity of a number beside one of the same street: `45` for `45B`; the other side of the street; `100` for
 * `100-104`.
 */
const OTHER_EXTRA = 0.95
const OTHER_PARITY = 0.8
const FIRST_OF_TWO = 0.95

/** A house number on a street, for several shards. */
export interface HouseQuery {
  readonly street: StreetQuery
  readonly key: NumberKey
  /** The house number as written out. */
  readonly written: string
  readonly area: SearchArea
}

/** The query of an address with number and street; null where the number is none. */
export function houseQuery(parsed: ParsedAddress, area: SearchArea): HouseQuery | null {
  const written = parsed.number!.text
  const key = numberKey(written)
  return key && { street: streetQuery(parsed), key, written, area }
}

/**
 * Adds the places of a house number on the streets of a shard that may be meant.
 * @param zip the number of the ZIP in the shard that alone is searched; 0 for all
 */
export function findNumbers(
  shard: Shard,
  { street, key, written, area }: HouseQuery,
  zip: number,
  found: Found[],
  spelling: Spelling = 'any',
): void {
  const before = found.length
  const search = (key: NumberKey, written: string, fit: number) => {
    const query: NumberQuery = { key, prefix: prefixIn(shard, key), written, area, zip }
    const visit = (at: number, similarity: number) => findOn(shard, at, query, similarity * fit, found)
    visitStreets(shard, street, visit, spelling)
  }
  search(key, written, 1)
  const first = found.length === before ? firstOfTwo(key) : null
  if (first !== null) search(first, String(first.value), FIRST_OF_TWO)
}

/**
 * The place of a house number on one street of a shard; null where it is not there.
 * @param zip the number of the ZIP in the shard that alone is searched; 0 for all
 */
export function findOnStreet(shard: Shard, street: number, written: string, zip: number): Candidate | null {
  const key = numberKey(written)
  if (key === null) return null
  const query: NumberQuery = { key, prefix: prefixIn(shard, key), written, area: ANYWHERE, zip }
  const found: Found[] = []
  findOn(shard, street, query, 1, found)
  const [best] = bestCandidates(found)
  return best?.exactNumber ? best : null
}

/** The number itself, else its place among the ones that are known. Answers the similarity of the best. */
function findOn(shard: Shard, street: number, query: NumberQuery, similarity: number, found: Found[]): number {
  const exact = Math.max(
    findPoints(shard, street, query, similarity, found),
    findRanges(shard, street, query, similarity, found),
  )
  return exact > 0 ? exact : findBetween(shard, street, query, similarity, found)
}

function prefixIn({ meta }: Shard, { prefix }: NumberKey): number {
  return prefix === '' ? 0 : meta.prefixes.indexOf(prefix) + 1 || -1
}

function findPoints(shard: Shard, street: number, query: NumberQuery, similarity: number, found: Found[]): number {
  const { meta, pointFirst, pointNumber, pointPrefix, pointExtra, pointZip, pointCity } = shard
  const { key, prefix, zip: only, area } = query
  const end = pointFirst[street + 1]
  let best = 0
  for (let from = firstOfZip(pointZip, pointFirst[street], end, only); from < end; ) {
    if (only > 0 && pointZip[from] !== only) break
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
    found.push({
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
    })
    return fit
  }
}

/** `94-123B`, `123 1/2` */
export function textOfNumber({ meta, pointPrefix, pointNumber, pointExtra }: Shard, point: number): string {
  const extra = textAt(meta.extras, pointExtra[point])
  return `${textAt(meta.prefixes, pointPrefix[point])}${pointNumber[point]}${extra.includes('/') ? ' ' : ''}${extra}`
}

function findRanges(shard: Shard, street: number, query: NumberQuery, similarity: number, found: Found[]): number {
  const { meta, rangeFirst, rangeLow, rangeHigh, rangeFlags, rangePrefix, rangeZip } = shard
  const { key, prefix, zip: only, area } = query
  const { value } = key
  const parity = value % 2 === 1 ? ODD : EVEN
  const end = rangeFirst[street + 1]
  let best = 0
  for (let range = firstOfZip(rangeZip, rangeFirst[street], end, only); range < end; range++) {
    if (only > 0 && rangeZip[range] !== only) break
    if (value < rangeLow[range] || value > rangeHigh[range] || rangePrefix[range] !== prefix) continue
    const flags = rangeFlags[range]
    const isOther = (flags & (ODD | EVEN)) !== 0 && (flags & parity) === 0
    const fit = isOther ? similarity * OTHER_PARITY : similarity
    best = Math.max(best, fit)
    const zip = textAt(meta.zips, rangeZip[range]) || null
    found.push({
      // Of ranges that overlap, the shorter one says more.
      rank: fit * areaFit(zip, null, area) - (rangeHigh[range] - rangeLow[range]) * 1e-10,
      layer: 'street_range',
      ...placeOnRange(shard, range, value, isOther),
      address: (town) => addressLine(shard, `${query.written} ${streetText(shard, street)}`, town, zip),
      zip,
      city: null,
      state: meta.state,
      similarity: fit,
      exactNumber: !isOther,
    })
  }
  return best
}

/** The place of a house number along the edge of its range; numbers of the other parity stand across the street. */
function placeOnRange(shard: Shard, range: number, value: number, isOther: boolean) {
  const { rangeEdge, rangeLow, rangeHigh, rangeFlags } = shard
  const flags = rangeFlags[range]
  const span = rangeHigh[range] - rangeLow[range]
  const up = span === 0 ? 0.5 : (value - rangeLow[range]) / span
  const isRight = ((flags & RIGHT) !== 0) !== isOther
  const share = (flags & DESCENDING) !== 0 ? 1 - up : up
  const { lat, lon, length } = pointAlongEdge(shard, rangeEdge[range], share, isRight ? SETBACK : -SETBACK)
  // Ranges are wider than what is built, so that houses stand anywhere near; on a part of a side, anywhere along the
  // edge.
  const isVague = isOther || span === 0 || (flags & PART_OF_SIDE) !== 0
  return { lat, lon, radius: Math.round(Math.max(20, isVague ? length : length / 3)) }
}

/** Houses are off the centerline: half a street and a front yard, in meters. */
const SETBACK = 8

/** Meters of a millionth of a degree of latitude, on a sphere of 6,371,008.8 m. */
const METRES = (6_371_008.8 * Math.PI) / 180e6

/** A place beside an edge. */
interface PointAlongEdge {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  /** Meters of the whole edge. */
  readonly length: number
}

/**
 * The place at a share of an edge's length from where it begins, set off from it to one side.
 *
 * @param share 0 to 1
 * @param side meters to the right of the edge's direction; negative to the left
 */
function pointAlongEdge(shard: Shard, edge: number, share: number, side: number): PointAlongEdge {
  const { edgeFirst, vertexLon, vertexLat } = shard
  const first = edgeFirst[edge]
  let last = edgeFirst[edge + 1] - 1
  // Where an edge ends in a step of no length, the one before it says where it goes.
  while (last > first && vertexLon[last] === vertexLon[last - 1] && vertexLat[last] === vertexLat[last - 1]) last--
  const east = METRES * Math.cos((vertexLat[first] * Math.PI) / 180e6)
  let length = 0
  for (let at = first; at < last; at++)
    length += Math.hypot((vertexLon[at + 1] - vertexLon[at]) * east, (vertexLat[at + 1] - vertexLat[at]) * METRES)
  if (length === 0) return { lat: vertexLat[first] / 1e6, lon: vertexLon[first] / 1e6, length }
  let left = share * length
  for (let at = first; ; at++) {
    const x = (vertexLon[at + 1] - vertexLon[at]) * east
    const y = (vertexLat[at + 1] - vertexLat[at]) * METRES
    const step = Math.hypot(x, y)
    if (step === 0 || (left > step && at + 1 < last)) {
      left -= step
      continue
    }
    const t = Math.min(1, left / step)
    return {
      lat: (vertexLat[at] + (t * y - (x / step) * side) / METRES) / 1e6,
      lon: (vertexLon[at] + (t * x + (y / step) * side) / east) / 1e6,
      length,
    }
  }
}

/** What is looked for on every street that may be meant. */
interface NumberQuery {
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
  readonly below: number
  readonly above: number
}

/**
 * Adds the place of a number that is not known itself, on one street of a shard: between two known ones, of its own
 * side where both are known, else at the nearest within 100 numbers. Answers the similarity of what was added.
 */
function findBetween(
  shard: Shard,
  street: number,
  { key, prefix, zip: only, area, written }: NumberQuery,
  similarity: number,
  found: Found[],
): number {
  const { meta, pointFirst, pointZip } = shard
  const end = pointFirst[street + 1]
  const first = firstOfZip(pointZip, pointFirst[street], end, only)
  const ofArea: Sides[] = []
  let best = 0
  for (let from = first; from < end && (only === 0 || pointZip[from] === only); ) {
    const next = firstOfZip(pointZip, from, end, pointZip[from] + 1)
    const zip = textAt(meta.zips, pointZip[from]) || null
    const fit = areaFit(zip, null, area)
    const sides = sidesOf(shard, from, next, prefix, key.value)
    from = next
    if (fit >= JOINED) ofArea.push(sides)
    best = Math.max(best, add(sides, zip, fit))
  }
  // A street runs through several ZIPs of a city, and the number is where it passes from one to the next.
  if (best === 0 && ofArea.length > 1) {
    const all = joined(shard, ofArea)
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
    })
    return value
  }
}

/** From this fit on a ZIP is of the city of the address. */
const JOINED = 0.9

/** Of the numbers of the same side, by their parity, and of all. */
interface Sides {
  readonly own: Bracket
  readonly any: Bracket
}

/** The numbers around one that is not among the points `[from, end)` of a ZIP. */
function sidesOf(shard: Shard, from: number, end: number, prefix: number, value: number): Sides {
  const at = firstOfNumber(shard, from, end, prefix, value)
  return { own: bracketOf(shard, from, at, end, prefix, value & 1), any: bracketOf(shard, from, at, end, prefix, -1) }
}

/** The nearest points before and from `at` on; the first one of several with a number. */
function bracketOf(shard: Shard, from: number, at: number, end: number, prefix: number, parity: number): Bracket {
  const { pointNumber, pointPrefix } = shard
  const fits = (point: number) => pointPrefix[point] === prefix && (parity < 0 || (pointNumber[point] & 1) === parity)
  let above = at
  while (above < end && !fits(above)) above++
  let below = at - 1
  while (below >= from && !fits(below)) below--
  while (below > from && pointNumber[below - 1] === pointNumber[below] && fits(below - 1)) below--
  return { below: below < from ? -1 : below, above: above < end ? above : -1 }
}

/** The nearest numbers of several ZIPs. */
function joined({ pointNumber }: Shard, ofZips: readonly Sides[]): Sides {
  const nearest = (by: keyof Sides): Bracket => {
    let below = -1
    let above = -1
    for (const { [by]: one } of ofZips) {
      if (one.below >= 0 && (below < 0 || pointNumber[one.below] > pointNumber[below])) below = one.below
      if (one.above >= 0 && (above < 0 || pointNumber[one.above] < pointNumber[above])) above = one.above
    }
    return { below, above }
  }
  return { own: nearest('own'), any: nearest('any') }
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
 * the points around are fine or rough (docs/reference/data.md).
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

/**
 * Where numbered streets are a grid: a street and a number, their place, the steps of a street and of a hundred numbers
 * (1e-6 degrees, latitude first), the radius in meters, the least and greatest street and number that it places.
 */
export type Grid = readonly number[]

/** Below a known number of the street itself. */
const SIMILARITY = 0.92

/**
 * Adds the place of a number on a numbered street of which no near number is known: `8700 SW 88TH ST` by the streets
 * beside it.
 */
export function findInGrid(shard: Shard, { street, key, written, area }: HouseQuery, found: Found[]): void {
  const { meta } = shard
  if (meta.grids === undefined || key.prefix !== '') return
  const { pre, post } = street
  const { name, suffix } = street.written
  const numbered = Number(/^(\d{1,3})(?:ST|ND|RD|TH)$/.exec(name)?.[1])
  const directions = directionsByte(pre, post)
  for (const { zip, of, grid } of meta.grids) {
    if (area.zip === null ? !area.zips.includes(zip) : zip !== area.zip) continue
    if (of[0] !== directions || meta.suffixes[of[1] - 1] !== suffix) continue
    const [street0, number0, lat0, lon0, latOfStreet, lonOfStreet, latOfNumber, lonOfNumber, radius, ...most] = grid
    const [low, high, first, last] = most
    if (!(numbered >= low && numbered <= high) || key.value < first || key.value > last) continue
    const streets = numbered - street0
    const hundreds = (key.value - number0) / 100
    found.push({
      // Of several ZIPs the one in whose middle it is.
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
