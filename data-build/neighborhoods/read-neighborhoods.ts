import polylabel from 'polylabel'
import { coveredStates } from '../../src/base/states.ts'
import { coordinates, readRecords, text } from '../read/csv.ts'
import { type Polygon, pairs, type Ring, simplified } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { SourceFolder } from '../read/source-folder.ts'

/** A neighborhood, ready for a bundle. */
export interface NamedArea {
  readonly name: string
  readonly city: string | null
  /** Two-letter state code. */
  readonly state: string
  /**
   * Latitude in degrees. If the neighborhood has an outline, the location is the point in its largest polygon that is
   * farthest from the polygon's edges.
   */
  readonly lat: number
  /** Longitude in degrees. */
  readonly lon: number
  /** Outline; empty for a place that is only published as a point. */
  readonly polygons: readonly Polygon[]
}

/** Archive member with the neighborhoods of one city. */
interface CityFile {
  readonly member: string
  readonly city: string
  readonly state: string
}

const CITIES: readonly CityFile[] = [
  { member: 'austin.geojson', city: 'Austin', state: 'TX' },
  { member: 'houston.geojson', city: 'Houston', state: 'TX' },
  { member: 'orlando.geojson', city: 'Orlando', state: 'FL' },
  { member: 'sacramento.geojson', city: 'Sacramento', state: 'CA' },
  { member: 'san-antonio.geojson', city: 'San Antonio', state: 'TX' },
  { member: 'san-francisco.geojson', city: 'San Francisco', state: 'CA' },
]

/**
 * Reads the neighborhoods that cities published themselves. Neighborhoods drawn by newspapers and companies are
 * skipped, because their license terms are unknown or because the company's own file is read instead.
 * @throws SourceError when the published file is missing, damaged or not as expected (the other functions in this file
 * throw the same error)
 */
export async function readCityNeighborhoods(sources: SourceFolder): Promise<readonly NamedArea[]> {
  const zip = 'neighborhoods/click_that_hood.tar.gz'
  const cities = await Promise.all(
    CITIES.map(async ({ member, city, state }) => {
      const path = { zip, member: `click_that_hood/${member}` }
      const { features } = await readGeoJson(sources, path, { properties: ['name'] })
      return features.flatMap(({ properties, polygons }) =>
        getArea(String(properties.name ?? ''), city, state, polygons),
      )
    }),
  )
  return cities.flat()
}

/** Reads Zillow's 2012 neighborhoods. */
export async function readZillowNeighborhoods(sources: SourceFolder): Promise<readonly NamedArea[]> {
  const states = await Promise.all(
    coveredStates.map(async ({ postal }) => {
      const { features } = await readShapefile(sources, 'neighborhoods/zillow2012_CA_TX_FL.tar.gz', {
        layer: `ZillowNeighborhoods-${postal}`,
        properties: ['CITY', 'NAME'],
      })
      return features.flatMap(({ properties, polygons }) =>
        getArea(String(properties.NAME ?? ''), String(properties.CITY ?? ''), postal, polygons),
      )
    }),
  )
  return states.flat()
}

/** Reads the populated places of Florida, except historical ones. */
export async function readFloridaPlaces(sources: SourceFolder): Promise<readonly NamedArea[]> {
  const names = await readFloridaNames(sources)
  return names.flatMap(({ kind, ...place }) =>
    kind === 'Populated Place' ? [{ ...place, city: null, state: 'FL', polygons: [] }] : [],
  )
}

/**
 * Reads the Florida names in the Geographic Names Information System, except historical names and names without a known
 * point.
 */
export async function readFloridaNames(sources: SourceFolder) {
  const spec = {
    name: text({ heading: 'feature_name', required: true }),
    kind: text({ heading: 'feature_class', required: true }),
    ...coordinates('prim_lat_dec', 'prim_long_dec'),
  }
  const rows = await readRecords(sources, 'neighborhoods/DomesticNames_FL.txt.gz', spec, { delimiter: '|' })
  return rows.filter(({ name, lat }) => lat !== 0 && !name.endsWith('(historical)'))
}

/** Tolerance in degrees, about 15 m, which is the accuracy of the borders. */
const TOLERANCE = 0.00014

/** Returns a list with the neighborhood's area, or an empty list if it has no name or outline. */
function getArea(name: string, city: string, state: string, polygons: readonly Polygon[]): NamedArea[] {
  const clean = name.replace(/\s+/g, ' ').trim()
  const drawn = polygons.map(simplifiedPolygon).filter((rings) => rings.length > 0)
  if (clean === '' || drawn.length === 0) return []
  const labels = drawn.map((rings) => polylabel(rings.map(pairs), TOLERANCE))
  const [lon, lat] = labels.reduce((a, b) => (b.distance > a.distance ? b : a))
  return [{ name: clean, city: city.trim(), state, lat, lon, polygons: drawn }]
}

/** Simplifies a polygon. Drops holes that collapse to lines, and the whole polygon if its outer ring does. */
function simplifiedPolygon([outer, ...holes]: Polygon): Polygon {
  const ring = simplifiedRing(outer)
  return ring === null ? [] : [ring, ...holes.map(simplifiedRing).filter((hole) => hole !== null)]
}

function simplifiedRing(ring: Ring): Ring | null {
  const simple = simplified(ring, TOLERANCE)
  return simple.length < 8 ? null : simple
}
