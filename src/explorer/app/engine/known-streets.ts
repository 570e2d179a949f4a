import type { MultiLineString } from 'geojson'
import { type LatLon, metersBetween, type Shard, type ShardRef } from '../library.ts'
import { decodeShard, streetText } from './library.ts'

/** Maximum distance in meters between a house and the known house numbers at the ends of its block. */
const LONGEST_BLOCK = 1500
/**
 * Maximum distance in meters between two known blocks of a street. The street's course across a wider gap is unknown.
 */
const LONGEST_GAP = 1200

/**
 * Returns the line of a house's block. On either side of the house, the line ends at a known house number of the same
 * hundred, or otherwise at the nearest known house number. Without a house number in the address, returns the line
 * through the known blocks of the street. Returns null if too little is known.
 *
 * @param address `4512 Duval St, Austin, TX 78751` or `Duval St, Austin, TX`
 */
export function streetLine(
  shards: readonly ShardRef[],
  address: string,
  place: LatLon & { readonly radius?: number },
): MultiLineString | null {
  const [, number, name] = /^(?:(\d{1,9})\S* )?([^,]+)/.exec(address.toUpperCase()) ?? []
  const reach = number === undefined ? (place.radius ?? 0) : LONGEST_BLOCK
  const points = shards
    .flatMap((shard) => pointsNamed(shard, name))
    .filter(({ lat, lon }) => metersBetween(lat, lon, place.lat, place.lon) <= reach)
    .sort((a, b) => a.number - b.number)
  const lines: [lon: number, lat: number][][] = [[]]
  if (number === undefined) {
    const blocks = new Map<number, LatLon[]>()
    for (const point of points) {
      const hundred = Math.floor(point.number / 100)
      blocks.set(hundred, [...(blocks.get(hundred) ?? []), point])
    }
    for (const { lat, lon } of [...blocks.values()].map(findMiddle)) {
      const last = lines.at(-1)!.at(-1)
      if (last !== undefined && metersBetween(last[1], last[0], lat, lon) > LONGEST_GAP) lines.push([])
      lines.at(-1)!.push([lon, lat])
    }
  } else {
    const house = Number(number)
    const isOfBlock = (point: NumberedPoint) => Math.floor(point.number / 100) === Math.floor(house / 100)
    const before = points.filter((address) => address.number < house)
    const after = points.filter((address) => address.number > house)
    const ends = [before.find(isOfBlock) ?? before.at(-1), place, after.findLast(isOfBlock) ?? after[0]]
    for (const at of ends) if (at !== undefined) lines[0].push([at.lon, at.lat])
  }
  const coordinates = lines.filter((line) => line.length > 1)
  return coordinates.length === 0 ? null : { type: 'MultiLineString', coordinates }
}

/** A known house number. */
export interface NumberedPoint extends LatLon {
  readonly number: number
}

/** Returns the numbered points of a street in a shard. */
export function getPoints({ pointFirst, pointNumber, pointLon, pointLat }: Shard, street: number): NumberedPoint[] {
  return Array.from({ length: pointFirst[street + 1] - pointFirst[street] }, (_, i) => {
    const at = pointFirst[street] + i
    return { number: pointNumber[at], lat: pointLat[at] / 1e6, lon: pointLon[at] / 1e6 }
  })
}

function pointsNamed({ sections }: ShardRef, name: string): NumberedPoint[] {
  if (sections === undefined) return []
  const shard = decodeShard(sections)
  const streets = Array.from({ length: shard.meta.streets }, (_, street) => street)
  return streets
    .filter((street) => streetText(shard, street).toUpperCase() === name)
    .flatMap((street) => getPoints(shard, street))
}

export function findMiddle(points: readonly LatLon[]): LatLon {
  const mean = (getValue: (point: LatLon) => number) =>
    points.reduce((sum, point) => sum + getValue(point), 0) / points.length
  return { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) }
}
