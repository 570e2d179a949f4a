import { metersBetween } from '../../src/geo/distance.ts'
import { normalizeCity } from '../../src/geocode/parse/city-name.ts'
import { type NamedArea, readCityNeighborhoods, readFloridaPlaces } from '../neighborhoods/read-neighborhoods.ts'
import { number, readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { Point, StateCode } from './place-files.ts'

/** Where people say that a city is; null where no source tells. `holds`: whether a point is in the city. */
export type Downtowns = (name: string, state: StateCode, holds: (point: Point) => boolean) => Point | null

/** The names of neighborhoods that are the middle of their city. */
const MIDDLE = /^(?:(?:new |city )?downtown\b|central business district)|\bdowntown$/i
/** Meters over which museums stand together, and how many have to, so that they show a downtown. */
const [CLUSTER, FEWEST] = [2000, 2.5]

/**
 * A neighborhood that the city itself calls Downtown, else where its museums stand together, else the point that the Geographic Names
 * Information System gives to it in Florida.
 */
export async function readDowntowns(sources: SourceFolder): Promise<Downtowns> {
  const [own, florida, museums] = await Promise.all([
    readCityNeighborhoods(sources),
    readFloridaPlaces(sources),
    readMuseums(sources),
  ])
  const keyOf = (name: string, state: string) => `${normalizeCity(name)}, ${state}`
  const middles = new Map<string, NamedArea[]>()
  for (const area of own) {
    if (area.city === null || !MIDDLE.test(area.name)) continue
    const key = keyOf(area.city, area.state)
    middles.set(key, [...(middles.get(key) ?? []), area])
  }
  const points = new Map<string, NamedArea[]>()
  for (const place of florida) {
    const key = keyOf(place.name, place.state)
    points.set(key, [...(points.get(key) ?? []), place])
  }
  return (name, state, holds) => {
    const key = keyOf(name, state)
    const own = museums.filter((museum) => museum.state === state && holds(museum))
    return middles.get(key)?.find(holds) ?? crowded(own) ?? points.get(key)?.find(holds) ?? null
  }
}

/** The point with most others near by, by a normal curve. */
function crowded(points: readonly Point[]): Point | null {
  let best: Point | null = null
  let most = FEWEST
  for (const point of points) {
    const near = points.reduce((sum, { lat, lon }) => {
      return sum + Math.exp(-((metersBetween(point.lat, point.lon, lat, lon) / CLUSTER) ** 2) / 2)
    }, 0)
    if (near > most) [best, most] = [point, near]
  }
  return best
}

async function readMuseums(sources: SourceFolder): Promise<readonly (Point & { readonly state: string })[]> {
  const { rows, columns } = await readCsv(sources, 'addresses/known-2026/imls_museums.csv.gz', {
    state: text({ required: true }),
    lat: number({ required: true, min: -90, max: 90 }),
    lon: number({ required: true, min: -180, max: 180 }),
  })
  return Array.from({ length: rows }, (_, i) => ({
    state: columns.state[i],
    lat: columns.lat[i],
    lon: columns.lon[i],
  }))
}
