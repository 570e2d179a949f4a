import { metersBetween } from '../geocode/distance.ts'
import type { Gazetteer, Place } from '../geocode/gazetteer/gazetteer.ts'
import { normalizeCity } from '../geocode/parse/city-name.ts'
import type { Geography } from '../geography.ts'
import type { Ground } from './area.ts'
import { circleRegion } from './region.ts'

/** ZIPs and cities as areas; null where there is none of that name. */
export interface PlaceAreas {
  zip(zip: string, geography: Geography): Ground | null
  /** @param state two capitals */
  city(name: string, state: string, geography: Geography): Ground | null
}

export function placeAreas(gazetteer: Gazetteer): PlaceAreas {
  const made = new Map<string, Uint16Array>()
  const groundOf = (kind: 'zip' | 'city', index: number, geography: Geography): Ground | null => {
    if (index < 0) return null
    const key = `${kind} ${index}`
    const blockGroups = made.get(key) ?? blockGroupsOfPlace(gazetteer, geography, kind, index)
    made.set(key, blockGroups)
    // Without a block group of its own a place is the circle that holds its addresses.
    return blockGroups.length > 0 ? { blockGroups } : circleRegion(gazetteer.place(kind, index))
  }
  return {
    zip: (zip, geography) => groundOf('zip', gazetteer.zip(zip), geography),
    city: (name, state, geography) =>
      groundOf('city', gazetteer.citiesNamed(normalizeCity(name), state)[0] ?? -1, geography),
  }
}

/** Radii of a place beyond which no block group is taken for its own. */
const FARTHEST = { zip: 2, city: 3 }
const METERS_PER_DEGREE = 111_195
/** Meters: places whose radius is smaller reach as far as this. */
const LEAST_RADIUS = 300

/**
 * The block groups of a ZIP or city, of which no outlines are at hand: those that are nearer to it than to any other of its kind,
 * distances being divided by the radius that holds nine tenths of a place's addresses. A city whose people are known takes as many of them, the
 * surest first; so it has about its people, though not its exact outline.
 */
function blockGroupsOfPlace(
  gazetteer: Gazetteer,
  geography: Geography,
  kind: 'zip' | 'city',
  index: number,
): Uint16Array {
  const place = gazetteer.place(kind, index)
  // The greatest first: they are nearest most often.
  const others = rivals(gazetteer, kind, index, place).sort((a, b) => b.radius - a.radius)
  const candidates: { blockGroup: number; margin: number }[] = []
  const reach = FARTHEST[kind] * radiusOf(place)
  const degrees = reach / METERS_PER_DEGREE
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    if (!geography.isCenterNear(blockGroup, place.lat, place.lon, degrees)) continue
    const { lat, lon } = geography.centerOf(blockGroup)
    const away = metersBetween(lat, lon, place.lat, place.lon) / radiusOf(place)
    if (away > FARTHEST[kind]) continue
    candidates.push({ blockGroup, margin: away / nearestOf(others, lat, lon) })
  }
  candidates.sort((a, b) => a.margin - b.margin)
  const count =
    kind === 'city' && place.people > 0
      ? countFor(candidates, place.people, geography.people)
      : candidates.filter(({ margin }) => margin <= 1).length
  return Uint16Array.from(candidates.slice(0, count), ({ blockGroup }) => blockGroup).sort()
}

/** The least distance to one of the places, in its radii. */
function nearestOf(places: readonly Place[], lat: number, lon: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const place of places) {
    const radius = radiusOf(place)
    // Most are farther by their latitude alone.
    if (Math.abs(place.lat - lat) * METERS_PER_DEGREE >= nearest * radius) continue
    nearest = Math.min(nearest, metersBetween(lat, lon, place.lat, place.lon) / radius)
  }
  return nearest
}

/** How many of the candidates come nearest to this number of people. */
function countFor(candidates: readonly { blockGroup: number }[], wanted: number, people: Uint16Array): number {
  let sum = 0
  for (let i = 0; i < candidates.length; i++) {
    const own = people[candidates[i].blockGroup]
    if (sum + own / 2 > wanted) return i
    sum += own
  }
  return candidates.length
}

/** The other places of the kind that may be nearer to a block group around. */
function rivals(gazetteer: Gazetteer, kind: 'zip' | 'city', index: number, place: Place): Place[] {
  const found: Place[] = []
  for (const [i, other] of placesOf(gazetteer, kind).entries()) {
    if (i === index) continue
    const reach = FARTHEST[kind] * (radiusOf(place) + radiusOf(other))
    if (Math.abs(other.lat - place.lat) * METERS_PER_DEGREE > reach) continue
    // A place without people of its own takes nobody.
    if (other.people > 0 && metersBetween(other.lat, other.lon, place.lat, place.lon) <= reach) found.push(other)
  }
  return found
}

const known = new WeakMap<Gazetteer, Map<'zip' | 'city', Place[]>>()

/** All places of a kind, made once. */
function placesOf(gazetteer: Gazetteer, kind: 'zip' | 'city'): readonly Place[] {
  let kinds = known.get(gazetteer)
  if (kinds === undefined) {
    kinds = new Map()
    known.set(gazetteer, kinds)
  }
  let places = kinds.get(kind)
  if (places === undefined) {
    places = Array.from({ length: gazetteer.count(kind) }, (_, i) => gazetteer.place(kind, i))
    kinds.set(kind, places)
  }
  return places
}

function radiusOf({ radius }: Place): number {
  return Math.max(LEAST_RADIUS, radius)
}
