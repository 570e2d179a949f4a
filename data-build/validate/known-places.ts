import { CenterIndex, nearestCenters } from '../geography/center-index.ts'
import { scoresAt, type ValidationContext } from './check.ts'

/** A place that everyone can look up on a map, degrees. */
export interface KnownPlace {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

/** Communities of large lots. */
export const estates: readonly KnownPlace[] = [
  { name: 'Atherton, CA', lat: 37.4613, lon: -122.1978 },
  { name: 'Woodside, CA', lat: 37.4299, lon: -122.2539 },
  { name: 'Portola Valley, CA', lat: 37.3841, lon: -122.2352 },
  { name: 'Hidden Hills, CA', lat: 34.1604, lon: -118.6523 },
  { name: 'Bel Air, Los Angeles, CA', lat: 34.093, lon: -118.459 },
  { name: 'Rolling Hills, CA', lat: 33.757, lon: -118.357 },
  { name: 'Rancho Santa Fe, CA', lat: 33.0203, lon: -117.2028 },
  { name: 'Montecito, CA', lat: 34.4367, lon: -119.6321 },
  { name: 'Westlake, TX', lat: 32.984, lon: -97.204 },
  { name: 'Barton Creek, TX', lat: 30.288, lon: -97.88 },
  { name: 'Piney Point Village, TX', lat: 29.76, lon: -95.517 },
  { name: 'Southwest Ranches, FL', lat: 26.0587, lon: -80.3373 },
  { name: 'Jupiter Island, FL', lat: 27.052, lon: -80.113 },
  { name: 'Isleworth, FL', lat: 28.478, lon: -81.527 },
]

/** Quarters of apartment buildings. */
export const densePlaces: readonly KnownPlace[] = [
  { name: 'Tenderloin, San Francisco, CA', lat: 37.7838, lon: -122.414 },
  { name: 'Chinatown, San Francisco, CA', lat: 37.7941, lon: -122.4078 },
  { name: 'Downtown Oakland, CA', lat: 37.8044, lon: -122.2712 },
  { name: 'Koreatown, Los Angeles, CA', lat: 34.0617, lon: -118.3 },
  { name: 'MacArthur Park, Los Angeles, CA', lat: 34.0577, lon: -118.277 },
  { name: 'Downtown Long Beach, CA', lat: 33.769, lon: -118.192 },
  { name: 'Downtown San Diego, CA', lat: 32.7157, lon: -117.1611 },
  { name: 'Uptown, Dallas, TX', lat: 32.798, lon: -96.802 },
  { name: 'West Campus, Austin, TX', lat: 30.288, lon: -97.745 },
  { name: 'Gulfton, Houston, TX', lat: 29.715, lon: -95.485 },
  { name: 'South Beach, Miami Beach, FL', lat: 25.7826, lon: -80.134 },
  { name: 'Brickell, Miami, FL', lat: 25.762, lon: -80.192 },
  { name: 'Little Havana, Miami, FL', lat: 25.7656, lon: -80.21 },
]

/** Centers of twenty large cities, one per county. */
export const downtowns: readonly KnownPlace[] = [
  { name: 'Los Angeles, CA', lat: 34.045, lon: -118.256 },
  { name: 'San Diego, CA', lat: 32.7157, lon: -117.1611 },
  { name: 'San Jose, CA', lat: 37.335, lon: -121.891 },
  { name: 'San Francisco, CA', lat: 37.7897, lon: -122.4 },
  { name: 'Oakland, CA', lat: 37.8044, lon: -122.2712 },
  { name: 'Sacramento, CA', lat: 38.5767, lon: -121.4934 },
  { name: 'Fresno, CA', lat: 36.7378, lon: -119.7871 },
  { name: 'Bakersfield, CA', lat: 35.3733, lon: -119.0187 },
  { name: 'Houston, TX', lat: 29.7589, lon: -95.3677 },
  { name: 'San Antonio, TX', lat: 29.4246, lon: -98.4936 },
  { name: 'Dallas, TX', lat: 32.7801, lon: -96.8005 },
  { name: 'Austin, TX', lat: 30.2672, lon: -97.7431 },
  { name: 'Fort Worth, TX', lat: 32.7555, lon: -97.3308 },
  { name: 'El Paso, TX', lat: 31.7587, lon: -106.4869 },
  { name: 'Jacksonville, FL', lat: 30.3272, lon: -81.6565 },
  { name: 'Miami, FL', lat: 25.7743, lon: -80.1937 },
  { name: 'Tampa, FL', lat: 27.9477, lon: -82.4584 },
  { name: 'Orlando, FL', lat: 28.5421, lon: -81.379 },
  { name: 'Fort Lauderdale, FL', lat: 26.121, lon: -80.143 },
  { name: 'West Palm Beach, FL', lat: 26.713, lon: -80.053 },
]

/** Residential communities known for their green streets. */
export const greenQuarters: readonly KnownPlace[] = [
  { name: 'Atherton, CA', lat: 37.4613, lon: -122.1978 },
  { name: 'Saratoga, CA', lat: 37.264, lon: -122.023 },
  { name: 'Piedmont, CA', lat: 37.824, lon: -122.232 },
  { name: 'Carmel-by-the-Sea, CA', lat: 36.5552, lon: -121.9233 },
  { name: 'San Marino, CA', lat: 34.1214, lon: -118.1065 },
  { name: 'La Cañada Flintridge, CA', lat: 34.206, lon: -118.2 },
  { name: 'Pacific Palisades, CA', lat: 34.048, lon: -118.526 },
  { name: 'Palos Verdes Estates, CA', lat: 33.8, lon: -118.39 },
  { name: 'Highland Park, TX', lat: 32.833, lon: -96.795 },
  { name: 'River Oaks, Houston, TX', lat: 29.756, lon: -95.42 },
  { name: 'Alamo Heights, TX', lat: 29.485, lon: -98.466 },
  { name: 'West Lake Hills, TX', lat: 30.298, lon: -97.802 },
  { name: 'Coral Gables, FL', lat: 25.721, lon: -80.27 },
  { name: 'Pinecrest, FL', lat: 25.665, lon: -80.308 },
  { name: 'Winter Park, FL', lat: 28.6, lon: -81.348 },
  { name: 'Ponte Vedra Beach, FL', lat: 30.24, lon: -81.385 },
]

/** Quarters beside ports, refineries and rail yards. */
export const industrialQuarters: readonly KnownPlace[] = [
  { name: 'Wilmington, Los Angeles, CA', lat: 33.786, lon: -118.264 },
  { name: 'Vernon, CA', lat: 34.004, lon: -118.23 },
  { name: 'Commerce, CA', lat: 33.996, lon: -118.154 },
  { name: 'Iron Triangle, Richmond, CA', lat: 37.937, lon: -122.363 },
  { name: 'West Oakland, CA', lat: 37.813, lon: -122.295 },
  { name: 'Barrio Logan, San Diego, CA', lat: 32.697, lon: -117.142 },
  { name: 'Port of Stockton, CA', lat: 37.945, lon: -121.315 },
  { name: 'Manchester, Houston, TX', lat: 29.719, lon: -95.258 },
  { name: 'North Pasadena, TX', lat: 29.717, lon: -95.2 },
  { name: 'Texas City, TX', lat: 29.384, lon: -94.918 },
  { name: 'West Port Arthur, TX', lat: 29.869, lon: -93.95 },
  { name: 'Refinery Row, Corpus Christi, TX', lat: 27.81, lon: -97.435 },
  { name: 'West Dallas, TX', lat: 32.779, lon: -96.87 },
  { name: 'Medley, FL', lat: 25.842, lon: -80.325 },
  { name: 'Opa-locka, FL', lat: 25.902, lon: -80.25 },
  { name: 'Port of Tampa, FL', lat: 27.943, lon: -82.431 },
  { name: 'Talleyrand, Jacksonville, FL', lat: 30.353, lon: -81.632 },
]

/**
 * How many of the places score in the top tenth of their county: at most a tenth of its people live at a higher score.
 * Equal scores do not count against a place, as a whole quarter of San Francisco has 255.
 */
export function placesInTopDecile(
  context: ValidationContext,
  dimension: string,
  places: readonly KnownPlace[],
): { readonly hits: number; readonly missed: readonly string[] } {
  const centers = context.centerScores(dimension)
  const { lat, lon, county, population } = context.blockGroups
  const scores = scoresAt(context, dimension, places)
  const { index } = nearestCenters(
    new CenterIndex(lon, lat),
    Float64Array.from(places, (place) => place.lon),
    Float64Array.from(places, (place) => place.lat),
    places.map((_, k) => [k]),
    1,
  )
  const missed = places.filter((_, k) => {
    const nearest = index[k]
    let above = 0
    let total = 0
    for (let b = 0; b < county.length; b++) {
      if (county[b] !== county[nearest]) continue
      total += population[b]
      if (centers[b] > scores[k]) above += population[b]
    }
    return above > 0.1 * total
  })
  return { hits: places.length - missed.length, missed: missed.map((place) => place.name) }
}
