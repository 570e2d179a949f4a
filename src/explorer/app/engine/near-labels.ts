import type { Feature, FeatureCollection, Point } from 'geojson'
import { type LandmarkColumns, type LatLon, metersBetween, type Neighborhoods } from '../library.ts'
import { SCALE } from './library.ts'

export type NearLabelKind = 'neighborhood' | 'park' | 'sight'

export interface NearLabelProperties {
  readonly name: string
  readonly kind: NearLabelKind
  /** First integer zoom at which the map has room for the name. */
  readonly from: number
}
export type NearLabels = FeatureCollection<Point, NearLabelProperties>

/** Distance in meters within which two places with the same name are treated as the same place. */
const SAME = 5000

/**
 * Collects the names of neighborhoods, parks and sights for close views of the map, without duplicates.
 *
 * @param neighborhoods sources in order of preference
 * @param others places whose names the map already shows, such as cities; their names are not repeated nearby
 * @param isWanted returns whether to include a place
 */
export function nearLabels(
  neighborhoods: readonly Neighborhoods[],
  landmarks: LandmarkColumns | null,
  others: Iterable<LatLon & { readonly name: string }>,
  isWanted: (place: LatLon) => boolean = () => true,
): NearLabels {
  const placesByName = new Map<string, LatLon[]>()
  const isNew = ({ name, lat, lon }: LatLon & { readonly name: string }) => {
    const same = placesByName.get(name.toLowerCase())
    if (same?.some((at) => metersBetween(at.lat, at.lon, lat, lon) < SAME)) return false
    if (same === undefined) placesByName.set(name.toLowerCase(), [{ lat, lon }])
    else same.push({ lat, lon })
    return true
  }
  for (const other of others) if (isWanted(other)) isNew(other)
  const features: Feature<Point, NearLabelProperties>[] = []
  const add = (label: LatLon & { readonly name: string }, kind: NearLabelKind, from: number) => {
    if (!isWanted(label) || !isNew(label)) return
    const geometry = { type: 'Point' as const, coordinates: [label.lon, label.lat] }
    features.push({ type: 'Feature', properties: { name: label.name, kind, from }, geometry })
  }
  const addLandmarks = (isOf: (rank: number) => boolean) => {
    for (let i = 0; landmarks !== null && i < landmarks.size; i++) {
      if (landmarks.area[i] === 1 || !isOf(landmarks.rank[i])) continue
      const label = {
        name: landmarks.names.at(i)!.split('|')[0],
        lat: landmarks.lat[i] / SCALE,
        lon: landmarks.lon[i] / SCALE,
      }
      add(
        label,
        GREEN.test(label.name) && !/\bcemetery\b/i.test(label.name) ? 'park' : 'sight',
        FROM[landmarks.rank[i]] ?? 14,
      )
    }
  }
  // Adds well-known landmarks first, because cities also list their large parks as neighborhoods, and the first entry
  // with a name is kept.
  addLandmarks((rank) => rank >= 2)
  for (const list of neighborhoods)
    for (let i = 0; i < list.count; i++) {
      const place = list.neighborhood(i)
      // A neighborhood that is known only as a point has no radius, so its name is always shown from zoom 13.
      add(place, 'neighborhood', list.areOutlines ? roomFrom(list.radius(i), place.lat) : 13)
    }
  addLandmarks((rank) => rank < 2)
  return { type: 'FeatureCollection', features }
}

/** Checks whether any neighborhood is to be included. */
export function hasAny(neighborhoods: Neighborhoods, isWanted: (place: LatLon) => boolean): boolean {
  for (let i = 0; i < neighborhoods.count; i++) if (isWanted(neighborhoods.neighborhood(i))) return true
  return false
}

/**
 * Minimum zoom of landmarks, by rank: 0 for most landmarks, 1 for large parks, 2 for airports and national parks, 3 for
 * landmarks known nationwide.
 */
const FROM = [14, 13, 11, 12]

/** Matches words in park names. */
const GREEN =
  /\b(parks?|playground|preserve|forest|beach|gardens?|greenbelt|greenway|wilderness|refuge|woods|seashore|monument)\b/i

/** Length of the equator in meters. */
const EQUATOR = 40_075_017
/** Width of the world in pixels at zoom 0. */
const WORLD = 512
/** Width of a name in pixels. */
const WIDTH = 80

/** Returns the integer zoom at which a place with this radius in meters is as wide as a name. */
function roomFrom(radius: number, lat: number): number {
  const meters = EQUATOR * Math.cos((lat * Math.PI) / 180)
  const zoom = Math.log2((WIDTH * meters) / (WORLD * 2 * Math.max(1, radius)))
  return Math.min(14, Math.max(10, Math.ceil(zoom)))
}
