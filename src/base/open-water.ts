import { metersBetween } from './geo/distance.ts'
import { COVERAGE, coveredStates } from './states.ts'

/**
 * Bays and lagoons by name, as circles that contain no land of another state or country. They may reach across a spit
 * into the sea.
 */
const WATERS: readonly (readonly [name: string, lat: number, lon: number, km: number])[] = [
  ['San Francisco Bay', 37.86, -122.42, 10],
  ['San Francisco Bay', 37.65, -122.25, 24],
  ['San Pablo Bay', 38.06, -122.4, 13],
  ['Suisun Bay', 38.08, -122.02, 10],
  ['Monterey Bay', 36.8, -121.9, 22],
  ['San Diego Bay', 32.66, -117.15, 11],
  ['Humboldt Bay', 40.75, -124.22, 12],
  ['Tomales Bay', 38.15, -122.88, 12],
  ['Galveston Bay', 29.5, -94.85, 30],
  ['Matagorda Bay', 28.55, -96.25, 30],
  ['Corpus Christi Bay', 27.78, -97.27, 16],
  ['Baffin Bay', 27.27, -97.55, 12],
  ['Laguna Madre', 27.4, -97.35, 25],
  ['Laguna Madre', 26.9, -97.43, 35],
  ['Laguna Madre', 26.35, -97.3, 28],
  ['Tampa Bay', 27.72, -82.56, 22],
  ['Old Tampa Bay', 27.95, -82.63, 11],
  ['Hillsborough Bay', 27.86, -82.44, 9],
  ['Sarasota Bay', 27.38, -82.59, 11],
  ['Charlotte Harbor', 26.8, -82.12, 24],
  ['Pine Island Sound', 26.56, -82.16, 12],
  ['Biscayne Bay', 25.6, -80.22, 16],
  ['Biscayne Bay', 25.82, -80.16, 11],
  ['Florida Bay', 25.05, -80.75, 32],
  ['Indian River Lagoon', 27.9, -80.5, 28],
  ['Indian River Lagoon', 28.55, -80.75, 25],
  ['Apalachicola Bay', 29.67, -85, 18],
  ['Apalachee Bay', 30, -84.15, 20],
  ['St. Andrew Bay', 30.15, -85.68, 13],
  ['Choctawhatchee Bay', 30.44, -86.35, 24],
  ['Pensacola Bay', 30.4, -87.12, 16],
]

/**
 * Describes a point without a census tract as open water if it is in or near one of the bays above, otherwise as
 * outside the coverage area. Says if latitude and longitude look swapped.
 */
export function outsideText(lat: number, lon: number): string {
  const bay = findBay(lat, lon)
  if (bay !== null) return `Open water, in or near ${bay}.`
  return looksSwapped(lat, lon) ? OUTSIDE + SWAPPED : OUTSIDE
}

/** Added to a message about coordinates that look swapped. */
export const SWAPPED = ' Latitude and longitude look swapped.'

/** Checks whether a point would be in the box of a covered state if latitude and longitude were swapped. */
export function looksSwapped(lat: number, lon: number): boolean {
  return coveredStates.some(
    ({ box: { west, south, east, north } }) => lat >= west && lat <= east && lon >= south && lon <= north,
  )
}

/** Returns the name of the bay that a point without a census tract is in or near, or null. */
export function findBay(lat: number, lon: number): string | null {
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [name, atLat, atLon, km] of WATERS) {
    // Skip without computing the distance, because most points outside the coverage area are far from every bay.
    if (Math.abs(lat - atLat) * KM_PER_DEGREE > km) continue
    const part = metersBetween(lat, lon, atLat, atLon) / (1000 * km)
    if (part > 1 || part >= least) continue
    nearest = name
    least = part
  }
  return nearest
}

/** Kilometers per degree of latitude, rounded down. */
const KM_PER_DEGREE = 110
const OUTSIDE = `Outside the coverage: ${COVERAGE}.`
