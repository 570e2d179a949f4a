import { number, readCsv, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import type { Points } from './nearest-point.ts'

/** Recorded places for dogs. The lists cover Florida and Austin only and are incomplete there too. */
export interface DogPlaces {
  readonly dogParks: Points
  readonly trailheads: Points
}

export async function readDogPlaces(sources: SourceFolder): Promise<DogPlaces> {
  const florida = await floridaParks(sources)
  const austin = await austinParks(sources)
  return {
    dogParks: pointsOf([...florida, ...austin].filter((place) => place.dogPark)),
    trailheads: pointsOf([...florida, ...austin].filter((place) => place.trailhead)),
  }
}

interface Place {
  readonly lat: number
  readonly lon: number
  readonly dogPark: boolean
  readonly trailhead: boolean
}

async function floridaParks(sources: SourceFolder): Promise<readonly Place[]> {
  const { columns } = await readCsv(sources, 'parks/gc_parks_nov21.csv.gz', {
    Long: number({ required: true, min: -88, max: -79 }),
    Lat: number({ required: true, min: 24, max: 31.1 }),
    NAME: text(),
    TYPE: text({ required: true }),
  })
  return columns.TYPE.map((type, i) => ({
    lat: columns.Lat[i],
    lon: columns.Long[i],
    dogPark: isDogPark(columns.NAME[i], type),
    trailhead: isTrailhead(type),
  }))
}

/** By kind, or by whole words of the name: PAW is one, HOLOPAW and DOG LAKE are not. */
export function isDogPark(name: string, type: string): boolean {
  return type.endsWith('/ DOG PARK') || /\b(DOG PARK|BARK PARK|PAWS?|OFF[- ]LEASH)\b/.test(name)
}

export function isTrailhead(type: string): boolean {
  return type.endsWith('/ MULTI-USE TRAILHEAD') || type.endsWith('/ MULTI-USE TRAIL')
}

/** Parks that are open to the public: off-leash areas stand in the text of the adopting unit. */
async function austinParks(sources: SourceFolder): Promise<readonly Place[]> {
  const layer = await readGeoJson(sources, 'parks/city_of_austin_parks_amfac_counts.geojson.gz', {
    properties: ['PARK_STATUS', 'UNIT_ID', 'trails_count'],
  })
  return layer.features
    .filter((feature) => String(feature.properties.PARK_STATUS).startsWith('Open'))
    .map((feature) => {
      const [lon, lat] = middleOf(feature.polygons[0][0])
      return {
        lat,
        lon,
        dogPark: /\boff[- ]leash\b/i.test(String(feature.properties.UNIT_ID)),
        trailhead: Number(feature.properties.trails_count) > 0,
      }
    })
}

/** Centre of the box around a ring. */
function middleOf(ring: Float64Array): readonly [lon: number, lat: number] {
  const lon = ring.filter((_, i) => i % 2 === 0).sort()
  const lat = ring.filter((_, i) => i % 2 === 1).sort()
  return [(lon[0] + lon[lon.length - 1]) / 2, (lat[0] + lat[lat.length - 1]) / 2]
}

function pointsOf(places: readonly Place[]): Points {
  return {
    lat: Float64Array.from(places, (place) => place.lat),
    lon: Float64Array.from(places, (place) => place.lon),
  }
}
