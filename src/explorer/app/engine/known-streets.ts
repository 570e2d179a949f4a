import type { MultiLineString } from 'geojson'
import { type LatLon, metersBetween, type Shard, type ShardRef, STREETS_FROM } from '../library.ts'
import { decodeShard, streetText } from './library.ts'
import type { NearLabels } from './near-labels.ts'

/** A known house number at which a street's name may be shown. */
interface NamedPoint extends LatLon {
  readonly name: string
}

/**
 * First and last whole zoom for which street names are chosen, and the distance in meters between two labels of a
 * street at the first.
 */
const [FIRST, LAST, SPACING] = [STREETS_FROM, 17, 1600]

/**
 * Places the names of the known streets of some parts, first at the middle known house number in the box. Each zoom
 * adds more labels, half as far apart.
 */
export function streetLabels(shards: readonly ShardRef[], isIn: (place: LatLon) => boolean): NearLabels['features'] {
  const streets = new Map<string, NamedPoint[]>()
  for (const { sections } of shards) {
    if (sections === undefined) continue
    const shard = decodeShard(sections)
    for (let street = 0; street < shard.meta.streets; street++) {
      const inside = pointsOf(shard, street).filter(isIn)
      const name = inside.length === 0 ? '' : streetText(shard, street)
      if (name === '') continue
      const same = streets.get(streetKey(name)) ?? []
      streets.set(streetKey(name), same)
      for (const { lat, lon } of inside) same.push({ name, lat, lon })
    }
  }
  return [...streets.values()].flatMap(labelsOf)
}

/** Returns a key that joins the halves and spellings of a street: `E 10th St`, `10th St W`. */
function streetKey(name: string): string {
  return name.replace(/^[NSEW]{1,2} | [NSEW]{1,2}$/g, '')
}

function labelsOf(points: NamedPoint[]): NearLabels['features'] {
  points.sort((a, b) => a.lat - b.lat || a.lon - b.lon)
  const half = points.length >> 1
  // From the middle outward.
  const candidates = [...points.slice(half), ...points.slice(0, half).reverse()]
  const labels: (NamedPoint & { readonly from: number })[] = []
  for (let from = FIRST, spacing = SPACING; from <= LAST; from++, spacing /= 2)
    for (const point of candidates)
      if (labels.every(({ lat, lon }) => metersBetween(lat, lon, point.lat, point.lon) >= spacing))
        labels.push({ ...point, from })
  return labels.map(({ name, lat, lon, from }) => ({
    type: 'Feature',
    properties: { name, kind: 'street', from },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  }))
}

/** Distance in meters from a house beyond which known numbers say nothing about its block. */
const LONGEST_BLOCK = 1500
/** Distance in meters between two known blocks of a street beyond which its course is unknown. */
const LONGEST_GAP = 1200

/**
 * Returns the block of a house, between known numbers of its hundred or the nearest ones, or, without a house number,
 * the line of the street's known blocks. Returns null if too little is known.
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

/** Returns the numbered points of a street of a shard. */
function pointsOf({ pointFirst, pointNumber, pointLon, pointLat }: Shard, street: number): NumberedPoint[] {
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
    .flatMap((street) => pointsOf(shard, street))
}

function middleOf(points: readonly LatLon[]): LatLon {
  const mean = (of: (point: LatLon) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  return { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) }
}
