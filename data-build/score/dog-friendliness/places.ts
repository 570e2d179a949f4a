import {
  CenterIndex,
  getPoints,
  kmPerDegree,
  type LatLon,
  middleOfBox,
  type Points,
} from '../../geography/center-index.ts'
import { number, readRecords, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { eachAs32 } from '../../statistics.ts'

/**
 * Parks from published lists. The lists cover only Florida (parks and dog parks) and Austin (dog parks), and even there
 * they are incomplete.
 */
export interface DogPlaces {
  /** Parks of at least half an acre, excluding dog parks. */
  readonly parks: Points
  readonly dogParks: Points
}

export async function readDogPlaces(sources: SourceFolder): Promise<DogPlaces> {
  const florida = await floridaParks(sources)
  return {
    parks: getPoints(florida.filter((park) => !park.dogs && park.acres >= leastAcres)),
    dogParks: getPoints([...florida.filter((park) => park.dogs), ...(await austinDogParks(sources))]),
  }
}

const leastAcres = 0.5 // acres; a smaller lot is not enough for a walk

interface Park extends LatLon {
  readonly dogs: boolean
  readonly acres: number
}

async function floridaParks(sources: SourceFolder): Promise<readonly Park[]> {
  const rows = await readRecords(sources, 'parks/gc_parks_nov21.csv.gz', {
    lat: number({ heading: 'Lat', required: true, min: 24, max: 31.1 }),
    lon: number({ heading: 'Long', required: true, min: -88, max: -79 }),
    name: text({ heading: 'NAME' }),
    acres: number({ heading: 'ACRES', min: 0 }),
    type: text({ heading: 'TYPE', required: true }),
  })
  return rows.map(({ name, type, ...park }) => ({ ...park, dogs: isDogPark(name, type) }))
}

/**
 * Checks whether a park is a dog park, by its type or by whole words in its name: PAW means a dog park, HOLOPAW and DOG
 * LAKE do not.
 */
export function isDogPark(name: string, type: string): boolean {
  return type.endsWith('/ DOG PARK') || /\b(DOG PARK|BARK PARK|PAWS?|OFF[- ]LEASH)\b/.test(name)
}

/** Reads open parks whose `UNIT_ID` mentions an off-leash area. */
async function austinDogParks(sources: SourceFolder): Promise<readonly LatLon[]> {
  const layer = await readGeoJson(sources, 'parks/city_of_austin_parks_amfac_counts.geojson.gz', {
    properties: ['PARK_STATUS', 'UNIT_ID'],
  })
  return layer.features
    .filter(({ properties }) => String(properties.PARK_STATUS).startsWith('Open'))
    .filter(({ properties }) => /\boff[- ]leash\b/i.test(String(properties.UNIT_ID)))
    .map(({ polygons }) => middleOfBox(polygons[0][0]))
}

/**
 * Returns the distance in km from each place to the nearest point that is more than `beyond` km away, or NaN if none is
 * within `reach` km.
 */
export function nearestPoint(points: Points, places: Points, reach: number, beyond = -1): Float32Array {
  if (points.lat.length === 0) return new Float32Array(places.lat.length).fill(Number.NaN)
  const index = new CenterIndex(points.lon, points.lat)
  const up = reach / kmPerDegree
  const least = beyond < 0 ? -1 : (beyond / kmPerDegree) ** 2
  return eachAs32(places.lat, (lat, i) => {
    let best = up * up
    let isNear = false
    index.around(places.lon[i], lat, up, (_, east, north) => {
      const square = north ** 2 + east ** 2
      if (square > best || square <= least) return
      best = square
      isNear = true
    })
    return isNear ? Math.sqrt(best) * kmPerDegree : Number.NaN
  })
}
