import type { BuiltContext } from './built-context.ts'
import { type Check, scoresAt } from './check.ts'

/** What somebody who knows a place expects of one score there, written down before the score was looked at. */
export interface Expectation {
  readonly name: string
  readonly lat: number
  readonly lon: number
  /** Scores that would surprise nobody who knows the place. */
  readonly low: number
  readonly high: number
}

type Row = readonly [name: string, lat: number, lon: number, low: number, high: number]

const rows: Readonly<Record<string, readonly Row[]>> = {
  'ideological-lean': [
    ['Rio Grande City, TX (its county changed sides in 2024)', 26.3798, -98.8203, 90, 132],
    ['The Villages, FL', 28.934, -81.959, 65, 105],
    ['Mission District, San Francisco, CA', 37.7599, -122.4148, 215, 245],
    ['Hialeah, FL (about 75 % Republican in 2024)', 25.8576, -80.2781, 40, 100],
    ['Midland, TX', 31.9973, -102.0779, 40, 100],
    ['East Austin, TX', 30.262, -97.715, 195, 240],
    ['Laredo, TX (an even county in 2024)', 27.5036, -99.5076, 108, 150],
    ['Southlake, TX (Tarrant County)', 32.9412, -97.1342, 60, 110],
  ],
  flood: [
    ['Naples Island, Long Beach, CA', 33.7548, -118.1222, 1, 175],
    ['Bixby Knolls, Long Beach, CA', 33.839, -118.181, 150, 255],
    ['Addicks reservoir pool, Houston, TX', 29.801, -95.65, 1, 210],
    ['Meyerland, Houston, TX', 29.6866, -95.4628, 1, 210],
    ['Natomas, Sacramento, CA', 38.638, -121.506, 1, 215],
    ['South Beach, Miami Beach, FL', 25.7826, -80.134, 1, 180],
    ['Galveston, TX', 29.2866, -94.8, 1, 180],
    ['Lubbock, TX', 33.5779, -101.8552, 225, 255],
  ],
  fire: [
    ['Berkeley Hills, CA', 37.885, -122.25, 1, 42],
    ['West Berkeley, CA', 37.868, -122.292, 213, 255],
    ['Olivenhain, Encinitas, CA', 33.045, -117.235, 1, 127],
    ['Downtown Encinitas, CA', 33.0459, -117.2937, 213, 255],
    ['Pacific Palisades highlands, Los Angeles, CA', 34.077, -118.55, 1, 42],
    ['Chino, CA', 34.012, -117.689, 213, 255],
    ['Houston, TX', 29.7589, -95.3677, 0, 0],
    ['Paradise, CA', 39.7596, -121.6219, 1, 42],
  ],
  'industrial-proximity': [
    ['Diablo Canyon nuclear plant, CA', 35.2116, -120.8556, 1, 169],
    ['South Texas Project, Bay City, TX', 28.795, -96.049, 1, 169],
    ['Martin Lake coal plant, TX', 32.26, -94.57, 1, 109],
    ['Starbase, TX', 25.996, -97.155, 1, 200],
    ['Port of Long Beach, CA', 33.754, -118.216, 1, 60],
    ['Baytown refinery, TX', 29.745, -95.01, 1, 60],
    ['Chevron refinery, Richmond, CA', 37.9438, -122.3946, 1, 60],
    ['Big Sur village, CA', 36.2704, -121.8081, 220, 255],
  ],
  'noise-levels': [
    ['US-75 at Plano, TX', 33.02, -96.709, 57, 150],
    ['MoPac at Far West, Austin, TX', 30.3565, -97.7485, 57, 150],
    ["Florida's Turnpike at Kendall Drive, FL", 25.687, -80.386, 57, 160],
    ['SR 826 at Doral, FL', 25.81, -80.3205, 57, 150],
    ['Magic Kingdom, FL', 28.4177, -81.5812, 0, 220],
    ['Starbase, TX', 25.9973, -97.156, 0, 220],
    ['Yosemite Valley, CA', 37.7456, -119.5936, 187, 255],
    // Where the state counts its vehicles; the place written down first was 1 km beside it.
    ['Dallas North Tollway at Royal, Dallas, TX', 32.8939, -96.809, 57, 150],
  ],
  walkability: [
    ['Seaside, FL', 30.3206, -86.1389, 128, 255],
    ['Pismo Beach downtown, CA', 35.1402, -120.6418, 128, 255],
    ['Carmel-by-the-Sea, CA', 36.5552, -121.9233, 150, 255],
    ['West Campus, Austin, TX', 30.288, -97.745, 220, 255],
    ['Fredericksburg, TX main street', 30.2752, -98.872, 100, 235],
    ['Sugar Land, TX (First Colony)', 29.589, -95.625, 10, 128],
    ['Duval Street, Key West, FL', 24.5551, -81.8037, 180, 255],
    ['Rockridge, Oakland, CA', 37.844, -122.2515, 190, 255],
  ],
  liveliness: [
    ['Sixth Street, Austin, TX', 30.2675, -97.739, 235, 255],
    ['Deep Ellum, Dallas, TX', 32.7838, -96.7836, 215, 255],
    ['Ocean Drive, Miami Beach, FL', 25.7806, -80.1303, 235, 255],
    ['Ybor City, Tampa, FL', 27.9606, -82.4383, 190, 255],
    ['Gaslamp Quarter, San Diego, CA', 32.7115, -117.16, 235, 255],
    ['River Walk, San Antonio, TX', 29.4235, -98.4885, 230, 255],
    ['Palos Verdes Estates, CA', 33.8, -118.39, 1, 120],
    ['Cinco Ranch, Katy, TX', 29.739, -95.76, 1, 130],
  ],
  privacy: [
    ['Brickell, Miami, FL', 25.762, -80.192, 1, 25],
    ['Sunny Isles Beach, FL', 25.9429, -80.1234, 1, 30],
    ['Hallandale Beach towers, FL', 25.985, -80.12, 1, 45],
    ['Bal Harbour, FL', 25.8918, -80.127, 1, 50],
    ['Southwest Ranches, FL', 26.0587, -80.3373, 160, 255],
    ['Jupiter Island, FL', 27.052, -80.113, 160, 255],
    ['Golden Gate Estates, Naples, FL', 26.22, -81.6, 190, 255],
    ['Hidden Hills, CA', 34.1604, -118.6523, 160, 255],
  ],
  'population-profile': [
    ['University of Texas at El Paso, TX', 31.77, -106.5045, 1, 70],
    ['Pepperdine University, Malibu, CA', 34.0414, -118.7096, 1, 70],
    ['Texas A&M University, College Station, TX', 30.6187, -96.3365, 1, 50],
    ['University of Florida, Gainesville, FL', 29.6465, -82.3533, 1, 50],
    ['Isla Vista, CA', 34.4133, -119.861, 1, 50],
    ['Sun City, Georgetown, TX', 30.7196, -97.7205, 206, 255],
    ['The Villages, FL', 28.934, -81.959, 206, 255],
    ['Frisco, TX (families)', 33.1507, -96.8236, 80, 135],
  ],
  'visual-appeal': [
    ['Koreatown, Los Angeles, CA', 34.0617, -118.3, 20, 150],
    ['Atherton, CA', 37.4613, -122.1978, 180, 255],
    ['Winter Park, FL', 28.6, -81.348, 180, 255],
    ['Hard Rock Stadium, Miami Gardens, FL', 25.958, -80.2389, 1, 150],
    ['Vernon, CA', 34.004, -118.23, 1, 60],
    ['Carmel-by-the-Sea, CA', 36.5552, -121.9233, 180, 255],
    ['River Oaks, Houston, TX', 29.756, -95.42, 150, 255],
    ['Pasadena refineries, TX', 29.717, -95.2, 1, 60],
  ],
  'urban-rural': [
    ['Brickell, Miami, FL', 25.762, -80.192, 1, 25],
    ['Marfa, TX', 30.3095, -104.0206, 175, 255],
    ['Julian, CA', 33.0787, -116.602, 200, 255],
    ['Plano, TX', 33.0198, -96.6989, 25, 120],
    ['Immokalee, FL', 26.4187, -81.4173, 100, 219],
    ['Alpine County, CA (Markleeville)', 38.6949, -119.7802, 220, 255],
    ['Oak Lawn, Dallas, TX', 32.81, -96.81, 1, 30],
    ['Ocala, FL, downtown', 29.1872, -82.1401, 60, 175],
  ],
  'dog-friendliness': [
    ['Golden Gate Park, San Francisco, CA', 37.769, -122.483, 130, 255],
    ['Zilker, Austin, TX', 30.262, -97.768, 150, 255],
    ['Vernon, CA', 34.004, -118.23, 1, 80],
    ['Point Loma Heights, San Diego, CA', 32.745, -117.235, 104, 255],
    ['Manchester, Houston, TX', 29.719, -95.258, 1, 110],
    ['Brickell, Miami, FL', 25.762, -80.192, 20, 160],
    ['Alamo Heights, TX', 29.485, -98.466, 104, 255],
    ['Winter Park, FL', 28.6, -81.348, 130, 255],
  ],
}

/** Ninety-six places that are widely known, eight per dimension. */
export const expectations: Readonly<Record<string, readonly Expectation[]>> = Object.fromEntries(
  Object.entries(rows).map(([dimension, places]) => [
    dimension,
    places.map(([name, lat, lon, low, high]) => ({ name, lat, lon, low, high })),
  ]),
)

/** How many well-known places score as somebody who knows them expects. */
export function wellKnown(context: BuiltContext): Check[] {
  return Object.entries(expectations).map(([dimension, places]) => {
    const scores = scoresAt(context, dimension, places)
    const value = places.filter(({ low, high }, i) => scores[i] >= low && scores[i] <= high).length / places.length
    const check = 'well-known places within the scores expected before looking'
    return { dimension, check, statistic: 'hit rate', value, n: places.length }
  })
}
