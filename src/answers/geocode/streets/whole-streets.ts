import { editDistance } from '../../../base/geo/edit-distance.ts'
import type { SearchArea, WholeStreet, WholeStreetLimits } from '../layers.ts'
import type { ParsedStreet } from '../parse/parse-address.ts'
import { hasDigit } from '../parse/tokens.ts'
import { type StreetQuery, streetQuery, visitStreets } from './match-streets.ts'
import { getMiddle } from './nearest-number.ts'
import type { Shard } from './shard.ts'
import { addressLine, firstOfZip, getDirections, getSuffix, nameText, streetText } from './street-text.ts'

/**
 * Finds the streets in the ZIPs of an area that match text without a house number. Returns the streets with the most
 * similar name. The street with the most known points comes first.
 *
 * @param zips ZIPs to search
 */
export function findWholeStreets(
  shards: readonly Shard[],
  parsed: ParsedStreet,
  area: SearchArea,
  zips: readonly string[],
  { least, isExact }: WholeStreetLimits,
): WholeStreet[] {
  const query = streetQuery(parsed)
  const streets = new Map<string, KnownPoints>()
  for (const spelling of isExact ? (['written'] as const) : (['written', 'misspelled'] as const)) {
    for (const shard of shards) {
      const zipNumbers = new Set(zips.flatMap((zip) => shard.zipNumber.get(zip) ?? []))
      const city = area.city === null ? 0 : shard.meta.cities.indexOf(area.city) + 1
      const visit = (street: number, similarity: number) => {
        if (similarity < least) return 0
        const key = getForm(shard, street)
        const points = streets.get(key) ?? { shard, street, similarity, lats: [], lons: [] }
        const before = points.lats.length
        addPoints(shard, street, zipNumbers, city, points)
        if (points.lats.length === before) return 0
        points.similarity = Math.max(points.similarity, similarity)
        streets.set(key, points)
        return similarity
      }
      visitStreets(shard, query, visit, spelling)
    }
    if (streets.size > 0) break
  }
  const best = Math.max(...Array.from(streets.values(), ({ similarity }) => similarity))
  return [...streets.values()]
    .filter(({ similarity }) => similarity === best)
    .sort((a, b) => b.lats.length - a.lats.length)
    .map(toWhole)
}

/**
 * Minimum similarity of a street that has the name and suffix as written. The direction may be missing or in the other
 * position.
 */
const AS_WRITTEN = 0.87

/** Checks whether a shard has a street in the ZIPs of an area, with the name and suffix as written. */
export function hasStreet(shard: Shard, query: StreetQuery, { city, zips }: SearchArea): boolean {
  const cityNumber = city === null ? 0 : shard.meta.cities.indexOf(city) + 1
  let isKnown = false
  const visit = (street: number, similarity: number) => {
    if (!isKnown && similarity >= AS_WRITTEN) isKnown = isInZips(shard, street, zips, cityNumber)
    return similarity
  }
  visitStreets(shard, query, visit, 'written')
  return isKnown
}

function isInZips(shard: Shard, street: number, zips: readonly string[], city: number): boolean {
  const { rangeFirst, rangeZip, pointFirst, pointZip, pointCity } = shard
  const firstPoint = pointFirst[street]
  const endOfPoints = pointFirst[street + 1]
  for (let point = firstPoint; city > 0 && point < endOfPoints && pointZip[point] === 0; point++)
    if (pointCity[point] === city) return true
  return zips.some((code) => {
    const zip = shard.zipNumber.get(code)
    if (zip === undefined) return false
    const point = firstOfZip(pointZip, firstPoint, endOfPoints, zip)
    if (point < endOfPoints && pointZip[point] === zip) return true
    const endOfRanges = rangeFirst[street + 1]
    const range = firstOfZip(rangeZip, rangeFirst[street], endOfRanges, zip)
    return range < endOfRanges && rangeZip[range] === zip
  })
}

/** Length of a name divided by the number of letters that may differ: 2 letters may differ in a 6-letter name. */
const LETTERS_PER_EDIT = 3

/**
 * Returns the streets in some ZIPs with names similar to an unknown street, best first. Compares all names in the
 * shards.
 */
export function findSimilarStreets(
  shards: readonly Shard[],
  name: string,
  zips: readonly string[],
  limit: number,
): WholeStreet[] {
  const most = Math.floor(name.length / LETTERS_PER_EDIT)
  const decoder = new TextDecoder()
  const streets = new Map<string, KnownPoints>()
  for (const shard of shards) {
    const zipNumbers = new Set(zips.flatMap((zip) => shard.zipNumber.get(zip) ?? []))
    const { nameBytes, nameFirst, streetFirst } = shard
    for (let index = 0; index < nameFirst.length - 1; index++) {
      if (Math.abs(nameFirst[index + 1] - nameFirst[index] - name.length) > most) continue
      const other = decoder.decode(nameBytes.subarray(nameFirst[index], nameFirst[index + 1]))
      const edits = editDistance(name, other, most)
      if (edits > most || (edits > 0 && (hasDigit(name) || hasDigit(other)))) continue
      for (let street = streetFirst[index]; street < streetFirst[index + 1]; street++) {
        const key = getForm(shard, street)
        const points = streets.get(key) ?? { shard, street, similarity: 1 - edits / name.length, lats: [], lons: [] }
        addPoints(shard, street, zipNumbers, 0, points)
        if (points.lats.length > 0) streets.set(key, points)
      }
    }
  }
  return [...streets.values()]
    .sort((a, b) => b.similarity - a.similarity || b.lats.length - a.lats.length)
    .slice(0, limit)
    .map(toWhole)
}

interface KnownPoints {
  readonly shard: Shard
  readonly street: number
  similarity: number
  /** Positions in degrees. */
  readonly lats: number[]
  readonly lons: number[]
}

/** Returns a key that is the same for `S Congress Ave` and `Congress Ave S`, in all shards. */
function getForm(shard: Shard, street: number): string {
  const [pre, post] = getDirections(shard, street)
  const directions = pre < post ? pre + post : post + pre
  return `${nameText(shard, shard.streetName[street])}|${getSuffix(shard, street)}|${directions}`
}

/**
 * Adds the line points and houses of a street in some ZIPs. Houses without a ZIP are included if they are in the named
 * city.
 */
function addPoints(
  shard: Shard,
  street: number,
  zips: ReadonlySet<number>,
  city: number,
  { lats, lons }: KnownPoints,
): void {
  const { rangeFirst, rangeZip, rangeEdge, edgeFirst, pointFirst, pointZip, pointCity } = shard
  for (let range = rangeFirst[street]; range < rangeFirst[street + 1]; range++) {
    if (!zips.has(rangeZip[range])) continue
    const edge = rangeEdge[range]
    for (let at = edgeFirst[edge]; at < edgeFirst[edge + 1]; at++) {
      lats.push(shard.vertexLat[at] / 1e6)
      lons.push(shard.vertexLon[at] / 1e6)
    }
  }
  for (let point = pointFirst[street]; point < pointFirst[street + 1]; point++) {
    const isHere = pointZip[point] === 0 ? city > 0 && pointCity[point] === city : zips.has(pointZip[point])
    if (!isHere) continue
    lats.push(shard.pointLat[point] / 1e6)
    lons.push(shard.pointLon[point] / 1e6)
  }
}

function toWhole({ shard, street, similarity, lats, lons }: KnownPoints): WholeStreet {
  return {
    ...getMiddle(shard, lats, lons),
    address: (city, zip) => addressLine(shard, streetText(shard, street), city, zip),
    state: shard.meta.state,
    similarity,
  }
}
