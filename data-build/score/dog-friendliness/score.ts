import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { vibeInputs } from '../vibe-inputs.ts'
import { walkableRaw } from '../walkability/score.ts'

/** Beyond 12 km a dog park adds less than 0.0003 to the raw value. */
const REACH = 12

const centerFacts: readonly FactSpec[] = [
  { id: 'park_access_pct', label: 'Land within a mile of a park', unit: '%', offset: 0, step: 0.5, digits: 0 },
  { id: 'dog_park_km', label: 'Nearest recorded dog park', unit: 'km', offset: 0, step: 0.05, digits: 1 },
  { id: 'trailhead_km', label: 'Nearest recorded trailhead', unit: 'km', offset: 0, step: 0.05, digits: 1 },
]

/** Walks and parks, with a bonus near the dog parks and trailheads that a list records. */
export const scorer: SurfaceScorer = {
  id: 'dog-friendliness',
  basis: 'estimate',
  step: 15,
  centerFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const places = await readDogPlaces(context.sources)
    const walkability = context.percentile(walkableRaw(inputs, context.centers))
    const quantities = (view: View) => ({
      parkAccess: inputs.parkAccess(view),
      dogParkKm: nearestPoint(places.dogParks, view, REACH),
      trailheadKm: nearestPoint(places.trailheads, view, REACH),
    })
    const raw = (view: View, { parkAccess, dogParkKm, trailheadKm }: ReturnType<typeof quantities>) =>
      walkableRaw(inputs, view).map((walkable, i) =>
        dogRaw(walkability(walkable), parkAccess[i], dogParkKm[i], trailheadKm[i]),
      )
    const percentile = context.percentile(raw(context.centers, quantities(context.centers)))

    return (view, wanted) => {
      const at = quantities(view)
      return {
        score: raw(view, at).map((value) => 1 + 254 * percentile(value)),
        facts:
          wanted === 'score'
            ? {}
            : { park_access_pct: at.parkAccess, dog_park_km: at.dogParkKm, trailhead_km: at.trailheadKm },
      }
    }
  },
}

/**
 * Mean of the walkability rank and the share of land near a park (percent; the rank alone where unknown), and the
 * bonus. The lists are incomplete: a distance of NaN is not a penalty.
 */
export function dogRaw(walkability: number, parkAccess: number, dogParkKm: number, trailheadKm: number): number {
  const park = Number.isNaN(parkAccess) ? walkability : parkAccess / 100
  const dogPark = Number.isNaN(dogParkKm) ? 0 : 0.12 * Math.exp(-dogParkKm / 2)
  const trailhead = Number.isNaN(trailheadKm) ? 0 : 0.03 * Math.exp(-trailheadKm / 1.5)
  return (walkability + park) / 2 + dogPark + trailhead
}

/** Recorded places for dogs. The lists cover Florida and Austin only and are incomplete there too. */
interface DogPlaces {
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

/** Parks that are open to the public: off-leash areas are in the text of the adopting unit. */
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

/** Center of the box around a ring. */
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

/** Coordinates in degrees. */
interface Points {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/**
 * Distance in km from each place to the nearest of the points, NaN where none is within `reach` km.
 * For few points: those in reach of the places' box are all tried.
 */
export function nearestPoint(points: Points, places: Points, reach: number): Float32Array {
  const near = pointsInReach(points, places, reach)
  return Float32Array.from(places.lat, (lat, i) => {
    const narrow = Math.cos((lat * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (const k of near) {
      const dy = points.lat[k] - lat
      const dx = (points.lon[k] - places.lon[i]) * narrow
      best = Math.min(best, dx * dx + dy * dy)
    }
    const km = Math.sqrt(best) * kmPerDegree
    return km <= reach ? km : Number.NaN
  })
}

function pointsInReach(points: Points, places: Points, reach: number): Uint32Array {
  let [south, north, west, east] = [90, -90, 180, -180]
  for (let i = 0; i < places.lat.length; i++) {
    south = Math.min(south, places.lat[i])
    north = Math.max(north, places.lat[i])
    west = Math.min(west, places.lon[i])
    east = Math.max(east, places.lon[i])
  }
  const up = reach / kmPerDegree
  const across = up / Math.cos((Math.min(80, Math.max(-south, north)) * Math.PI) / 180)
  return Uint32Array.from(points.lat.keys()).filter((k) => {
    const lat = points.lat[k]
    const lon = points.lon[k]
    return lat >= south - up && lat <= north + up && lon >= west - across && lon <= east + across
  })
}
