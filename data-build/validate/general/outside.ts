import { dimensions } from '../../../src/dimensions/catalog.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check } from '../check.ts'
import { anywhere, gather, sampleBoxes } from './random-places.ts'

/** Well-known places beyond the borders and at sea: latitude, longitude. */
const beyond: readonly (readonly [number, number])[] = [
  [36.17, -115.14], // Las Vegas
  [39.53, -119.81], // Reno
  [38.96, -119.88], // Stateline, Nevada
  [42.33, -122.87], // Medford, Oregon
  [33.45, -112.07], // Phoenix
  [32.69, -114.62], // Yuma
  [32.51, -117.04], // Tijuana
  [32.62, -115.45], // Mexicali
  [31.69, -106.42], // Ciudad Juárez
  [27.48, -99.52], // Nuevo Laredo
  [25.87, -97.5], // Matamoros
  [35.08, -106.65], // Albuquerque
  [35.47, -97.52], // Oklahoma City
  [33.44, -94.04], // Texarkana, Arkansas
  [32.52, -93.75], // Shreveport
  [30.23, -93.22], // Lake Charles
  [30.69, -88.04], // Mobile
  [31.22, -85.39], // Dothan
  [30.83, -83.28], // Valdosta
  [30.78, -81.69], // Kingsland, Georgia
  [25.05, -77.35], // Nassau
  [23.13, -82.38], // Havana
  [36.0, -125.0], // Pacific
  [33.3, -119.9], // between the Channel Islands
  [27.0, -94.0], // Gulf
  [29.0, -88.0], // Gulf
  [27.5, -83.5], // Gulf
  [28.5, -79.5], // Atlantic
  [0, 0],
  [90, 0],
  [-90, 180],
]

const PER_STATE = 1000
/** km from the states' borders: the shore rule reaches 0.6 km. */
const CLEARANCE = 0.75

/** Beyond the borders of the three states, and at sea, every dimension must say that it knows nothing. */
export async function outside(context: BuiltContext): Promise<Check[]> {
  const places = [...beyond, ...(await randomBeyond(context))]
  const lat = Float64Array.from(places, (place) => place[0])
  const lon = Float64Array.from(places, (place) => place[1])
  return dimensions.map(({ id }) => {
    const empty = context.scores(id, lat, lon).filter((score) => score === 0).length
    const value = empty / places.length
    const check = 'places in neighboring states, in Mexico and at sea that have no score'
    return { dimension: id, check, statistic: 'hit rate', value, n: places.length, reached: value === 1 }
  })
}

/** Random places around the states well outside the outlines of all three. */
async function randomBeyond({ sources }: BuiltContext): Promise<(readonly [number, number])[]> {
  const outlines = []
  for (const state of ['ca', 'fl', 'tx']) {
    const path = `census/tracts/${state}_state_dissolved_from_tracts.geojson.gz`
    outlines.push(...(await readGeoJson(sources, path, { properties: [] })).features)
  }
  const index = new EdgeIndex(outlines.map(({ polygons }) => polygons.flat()))
  return Object.values(sampleBoxes).flatMap(({ west, south, east, north }, i) => {
    const wide = { west: west - 1, south: south - 1, east: east + 1, north: north + 1 }
    return gather(anywhere(wide, 100 + i), PER_STATE, ({ lat, lon }) => {
      const far = index.containing(lon, lat) === -1 && !index.borderWithin(lon, lat, CLEARANCE)
      return far ? ([lat, lon] as const) : null
    })
  })
}
