import { type Box, type LatLon, metersBetween } from '../library.ts'
import { holds } from './boxes.ts'
import type { NearCity, NearestCity } from './engine.ts'
import type { Gazetteer } from './library.ts'

interface CityOutlines {
  cityAt(lon: number, lat: number): { readonly name: string; readonly code: string } | null
}

/**
 * Returns the city whose outline contains a place, otherwise the city that `nearestMiddle` finds.
 *
 * @param outlines outlines around the place; null if the page has none, for example in a single-city file
 */
export function cityNear(
  places: Gazetteer,
  fips: string,
  place: LatLon,
  outlines: CityOutlines | null,
): NearCity | null {
  const holder = outlines?.cityAt(place.lon, place.lat) ?? null
  if (holder !== null) {
    const index = places.cityOfCode(holder.code)
    return { name: index < 0 ? holder.name : places.place('city', index).name, isAround: true }
  }
  const index = nearestMiddle(places, fips, place)
  if (index < 0) return null
  const { name, radius, ...middle } = places.place('city', index)
  // Without an outline, a place counts as inside the city only if it is in the inner half of the city's circle, because
  // the outer half may be outside the city.
  const isAround =
    (outlines === null || places.cityCode(index) === null) &&
    metersBetween(place.lat, place.lon, middle.lat, middle.lon) < radius / 2
  return { name, isAround }
}

/** Distance in meters beyond which nobody would say "near". */
const FAR = 30_000

/**
 * Returns the index of the county's city whose center is nearest relative to the city's radius, or -1 if no city is
 * near. Plain distances are misleading because downtown Austin is closer to the center of a suburb than to the center
 * of Austin. The returned city matches 86% of school addresses, compared with 70% for plain distances.
 *
 * @param fips five-digit county code
 */
function nearestMiddle(places: Gazetteer, fips: string, { lat, lon }: LatLon): number {
  const county = places.county(fips)
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < places.count('city'); i++) {
    if (!places.cityCounties(i).includes(county)) continue
    const city = places.place('city', i)
    // Skips cities without known residents, because they are only names of post offices.
    if (city.people === 0) continue
    const meters = metersBetween(lat, lon, city.lat, city.lon)
    const radii = meters / Math.max(1, city.radius)
    if (meters < FAR && radii < least) [nearest, least] = [i, radii]
  }
  return nearest
}

/**
 * Returns the city whose outskirts are nearest to a place outside the covered states, or null if there are no cities.
 *
 * @param within box outside of which there is no data; no limit by default
 */
export function nearestCity(places: Gazetteer, { lat, lon }: LatLon, within?: Box): NearestCity | null {
  let nearest: NearestCity | null = null
  for (let i = 0; i < places.count('city'); i++) {
    const { name, state, people, radius, ...at } = places.place('city', i)
    if (people === 0 || (within && !holds(within, at))) continue
    const meters = Math.max(0, metersBetween(lat, lon, at.lat, at.lon) - radius)
    if (nearest === null || meters < nearest.meters)
      nearest = { label: `${name}, ${state}`, lat: at.lat, lon: at.lon, radius, meters }
  }
  return nearest
}
