import type { FeatureCollection, LineString, Position } from 'geojson'
import { type LatLon, metersBetween, type Shard, type ShardRef } from '../library.ts'
import { findMiddle, getPoints, type NumberedPoint } from './known-streets.ts'
import { decodeShard, streetText } from './library.ts'

/** Lines of streets, derived from known house numbers. */
export type StreetCourses = FeatureCollection<LineString, { readonly name: string; readonly kind: 'known' }>

/** Maximum distance in meters between two connected points of a street. */
const LONGEST_STEP = 300
/** Maximum difference between the house numbers of two connected points of a street, in hundreds. */
const MAX_HUNDREDS = 3
/** Minimum length in meters of a street line to draw. */
const SHORTEST_COURSE = 80

/**
 * Returns the lines of known streets that pass through a box. The lines connect the centers of blocks. A street with a
 * single known house has no line and no name on the map, because the name would often be in the wrong place.
 */
export function streetCourses(shards: readonly ShardRef[], isIn: (place: LatLon) => boolean): StreetCourses {
  const features = shards.flatMap(({ sections }) => {
    if (sections === undefined) return []
    return [...numberedStreets(decodeShard(sections))].flatMap(([name, points]) => {
      if (!points.some(isIn)) return []
      return coursesThrough(points).map((coordinates) => ({
        type: 'Feature' as const,
        properties: { name, kind: 'known' as const },
        geometry: { type: 'LineString' as const, coordinates },
      }))
    })
  })
  return { type: 'FeatureCollection', features }
}

/** Returns the known house numbers of each street in a shard, by street name. */
function numberedStreets(shard: Shard): Map<string, NumberedPoint[]> {
  const names = Array.from({ length: shard.meta.streets }, (_, street) => streetText(shard, street))
  const listed = new Set(names)
  const rename = renamerFor(names)
  const streets = new Map<string, NumberedPoint[]>()
  for (const [street, name] of names.entries()) {
    // If the street also exists without the letter, the letter belongs to house numbers such as `4512 A`, and this name
    // is skipped.
    const [, base] = /^(.+) [A-Z]$/.exec(name) ?? []
    const isUnit = base !== undefined && listed.has(base) && !AFTER.test(name)
    if (name === '' || isUnit) continue
    const same = streets.get(rename(name)) ?? []
    streets.set(rename(name), same)
    same.push(...getPoints(shard, street))
  }
  return streets
}

/** Matches a direction before the name of a numbered street: `E 10th St`. */
const BEFORE = /^[NSEW] \d/
/** Matches a direction after the name of a street: `10th St E`. */
const AFTER = / [NSEW]$/

/**
 * Returns a function that moves a direction to the front of a street name if many streets in the area have it there.
 */
function renamerFor(names: readonly string[]): (name: string) => string {
  const count = (form: RegExp) => names.filter((name) => form.test(name)).length
  const areBefore = 2 * count(BEFORE) >= count(AFTER)
  return (name) => (areBefore && AFTER.test(name) ? `${name.at(-1)} ${name.slice(0, -2)}` : name)
}

/** Returns lines through the centers of half blocks, in house number order. */
function coursesThrough(points: readonly NumberedPoint[]): Position[][] {
  const halves = new Map<number, NumberedPoint[]>()
  for (const point of points) {
    const half = Math.floor(point.number / 50)
    const same = halves.get(half)
    if (same === undefined) halves.set(half, [point])
    else same.push(point)
  }
  const middles = [...halves].sort(([a], [b]) => a - b).map(([half, houses]) => ({ half, ...placeOnStreet(houses) }))
  const lines: (typeof middles)[] = []
  for (const middle of middles) {
    const last = lines.at(-1)?.at(-1)
    const isNext =
      last !== undefined &&
      middle.half - last.half <= 2 * MAX_HUNDREDS &&
      metersBetween(last.lat, last.lon, middle.lat, middle.lon) <= LONGEST_STEP
    if (isNext) lines.at(-1)!.push(middle)
    else lines.push([middle])
  }
  return lines
    .map((line) => smoothed(withoutSpikes(line)))
    .filter((line) => lengthInMeters(line) >= SHORTEST_COURSE)
    .map((line) => line.map(({ lat, lon }) => [lon, lat]))
}

/** Returns the midpoint between the houses on both sides of a street, or the center of the houses on one side. */
function placeOnStreet(houses: readonly NumberedPoint[]): LatLon {
  const sides = [0, 1].map((odd) => houses.filter(({ number }) => number % 2 === odd))
  return findMiddle(sides.filter(({ length }) => length > 0).map(findMiddle))
}

/** Removes points at which a line goes out and straight back. Such points are houses with wrong coordinates. */
function withoutSpikes<P extends LatLon>(line: readonly P[]): P[] {
  return line.filter((at, i) => {
    if (i === 0 || i === line.length - 1) return true
    const before = line[i - 1]
    const after = line[i + 1]
    return lengthInMeters([before, at, after]) < 1.5 * lengthInMeters([before, after])
  })
}

/** Moves points toward their neighbors because the center of a few houses is several meters off the street. */
function smoothed(line: readonly LatLon[]): readonly LatLon[] {
  return line.map((at, i) => {
    if (i === 0 || i === line.length - 1) return at
    return findMiddle([line[i - 1], at, at, line[i + 1]])
  })
}

function lengthInMeters(line: readonly LatLon[]): number {
  let meters = 0
  for (let i = 1; i < line.length; i++)
    meters += metersBetween(line[i - 1].lat, line[i - 1].lon, line[i].lat, line[i].lon)
  return meters
}
