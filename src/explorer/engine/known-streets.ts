import type { MultiLineString } from 'geojson'
import { type LatLon, metersBetween } from '../../geo/distance.ts'
import { decodeShard } from '../../geocode/streets/shard.ts'
import type { ShardRef } from '../../geocode/streets/shard-file.ts'
import { streetText } from '../../geocode/streets/street-text.ts'
import type { NearLabels } from './near-labels.ts'

/**
 * Names of the known streets of some parts, each at the known house number that is in the middle of those in the box.
 */
export function streetLabels(shards: readonly ShardRef[], isIn: (place: LatLon) => boolean): NearLabels['features'] {
  const features: NearLabels['features'] = []
  const named = new Set<string>()
  for (const { sections } of shards) {
    if (sections === undefined) continue
    const shard = decodeShard(sections)
    const { meta, pointFirst, pointLon, pointLat } = shard
    for (let street = 0; street < meta.streets; street++) {
      const inside: LatLon[] = []
      for (let i = pointFirst[street]; i < pointFirst[street + 1]; i++) {
        const at = { lat: pointLat[i] / 1e6, lon: pointLon[i] / 1e6 }
        if (isIn(at)) inside.push(at)
      }
      const name = inside.length === 0 ? '' : streetText(shard, street)
      if (name === '' || named.has(name)) continue
      named.add(name)
      const middle = inside.sort((a, b) => a.lat - b.lat || a.lon - b.lon)[inside.length >> 1]
      features.push({
        type: 'Feature',
        properties: { name, kind: 'street', from: 14 },
        geometry: { type: 'Point', coordinates: [middle.lon, middle.lat] },
      })
    }
  }
  return features
}

/** Meters: farther from a house no known number says where its block is. */
const LONGEST_BLOCK = 1500
/** Meters between two known blocks of a street beyond which nobody knows how it runs. */
const LONGEST_GAP = 1200

/**
 * What is known of a street: the block of a house, between known numbers of its hundred or the nearest ones, or, without
 * a house number, the line of its known blocks. Null where too little is known to draw one.
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
    .flatMap((shard) => pointsOf(shard, name))
    .filter(({ lat, lon }) => metersBetween(lat, lon, place.lat, place.lon) <= reach)
    .sort((a, b) => a.number - b.number)
  const lines: [lon: number, lat: number][][] = [[]]
  if (number === undefined) {
    const blocks = new Map<number, LatLon[]>()
    for (const point of points) {
      const hundred = Math.floor(point.number / 100)
      blocks.set(hundred, [...(blocks.get(hundred) ?? []), point])
    }
    for (const { lat, lon } of [...blocks.values()].map(middleOf)) {
      const last = lines.at(-1)!.at(-1)
      if (last !== undefined && metersBetween(last[1], last[0], lat, lon) > LONGEST_GAP) lines.push([])
      lines.at(-1)!.push([lon, lat])
    }
  } else {
    const house = Number(number)
    const isOfBlock = (point: NumberedPoint) => Math.floor(point.number / 100) === Math.floor(house / 100)
    const [before, after] = [points.filter((one) => one.number < house), points.filter((one) => one.number > house)]
    const ends = [before.find(isOfBlock) ?? before.at(-1), place, after.findLast(isOfBlock) ?? after[0]]
    for (const at of ends) if (at !== undefined) lines[0].push([at.lon, at.lat])
  }
  const coordinates = lines.filter((line) => line.length > 1)
  return coordinates.length === 0 ? null : { type: 'MultiLineString', coordinates }
}

interface NumberedPoint extends LatLon {
  readonly number: number
}

function pointsOf({ sections }: ShardRef, name: string): NumberedPoint[] {
  if (sections === undefined) return []
  const shard = decodeShard(sections)
  const { meta, pointFirst, pointNumber, pointLon, pointLat } = shard
  const streets = Array.from({ length: meta.streets }, (_, street) => street)
  return streets
    .filter((street) => streetText(shard, street).toUpperCase() === name)
    .flatMap((street) =>
      Array.from({ length: pointFirst[street + 1] - pointFirst[street] }, (_, i) => {
        const at = pointFirst[street] + i
        return { number: pointNumber[at], lat: pointLat[at] / 1e6, lon: pointLon[at] / 1e6 }
      }),
    )
}

function middleOf(points: readonly LatLon[]): LatLon {
  const mean = (of: (point: LatLon) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  return { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) }
}
