import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import type { GazetteerTables } from '../geocode/gazetteer-bundle.ts'
import { placeStates } from '../geocode/place-files.ts'
import { EdgeIndex } from '../geography/edge-index.ts'
import { loadSeaWater } from '../geography/sea-water.ts'
import { type Feature, type Line, type Polygon, type Ring, simplified } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readNationalParks } from '../read/national-parks.ts'
import { readNaturalEarth } from '../read/natural-earth.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { Area, BaseMapLayers, NamedLine } from './base-map-bundle.ts'
import { getEdges, joinEdges, withoutEdges } from './edges.ts'
import { readDrawnRoads } from './read-drawn-roads.ts'
import { readLabels } from './read-labels.ts'
import { BEYOND, SEA } from './sea.ts'

/**
 * Reads the map background of California, Florida and Texas.
 * @throws SourceError when a published file is missing, damaged or not as expected
 */
export async function readBaseMapLayers(sources: SourceFolder, places: GazetteerTables): Promise<BaseMapLayers> {
  const outlines = await readOutlines(sources)
  const layers = await readLand(sources, outlines)
  const ashore = new EdgeIndex(layers.land.map(({ polygons }) => polygons.flat()))
  const parks = (await readNationalParks(sources)).filter(({ polygons }) => touchesAny(ashore, polygons))
  const [lakes, water, labels, rivers, roads] = await Promise.all([
    readLakes(sources, ashore),
    readWater(sources),
    readLabels(sources, places, parks, ashore),
    readRivers(sources),
    readDrawnRoads(sources),
  ])
  return {
    sea: [{ name: '', polygons: SEA }],
    neighbors: [...BEYOND, ...neighborsIn(outlines)],
    ...layers,
    states: [...layers.states, ...bordersBeyond(outlines)],
    lakes,
    water,
    parks: parks.map(({ names, polygons }) => ({ name: names[0], polygons })),
    rivers,
    roads,
    labels,
  }
}

/**
 * Reads the outlines of the covered states and the borders between their counties. The county borders come from census
 * tracts that were dissolved into counties.
 */
async function readLand(sources: SourceFolder, outlines: Outlines) {
  const states = placeStates.map(async ({ code, fips, name }) => {
    const path = (kind: string) =>
      `census/tracts/${code.toLowerCase()}_${kind}_dissolved_from_tracts.geojson.gz` as const
    const [state, counties] = await Promise.all([
      readGeoJson(sources, path('state'), { properties: [] }),
      readGeoJson(sources, path('counties'), { properties: [] }),
    ])
    const outline = getEdges([state.features.flatMap((feature) => feature.polygons).flat()])
    const polygons = outlines.filter(({ postal }) => postal === code).flatMap((outline) => outline.polygons)
    const { shared, single } = getEdges(counties.features.map((county) => county.polygons.flat()))
    return {
      land: { name, polygons },
      // Includes the edges of a single county that are not on the state outline. Two counties in Texas have a gap of a
      // few meters between them, so each has its own edges along their border.
      counties: joinEdges([...shared, ...withoutEdges(single, outline.single)]),
      border: landBorder(String(fips).padStart(2, '0'), polygons),
    }
  })
  const read = await Promise.all(states)
  return {
    land: read.map(({ land }) => land),
    counties: read.flatMap(({ counties }) => counties),
    states: read.map(({ border }) => border),
  }
}

type Point = readonly [lon: number, lat: number]

/**
 * Points where the land border of each state begins and ends at the sea, read off a map. On the way from the first
 * point to the second, the state is on the left.
 */
const ENDS: Readonly<Record<string, readonly [Point, Point]>> = {
  '06': [
    [-117.1246, 32.5343], // Imperial Beach, at the border with Mexico
    [-124.2111, 41.9984], // Pelican Beach, at the border with Oregon
  ],
  '12': [
    [-81.4306, 30.7076], // Mouth of the St. Marys River, at the border with Georgia
    [-87.5183, 30.2803], // Perdido Key, at the border with Alabama
  ],
  '48': [
    [-93.838, 29.679], // Sabine Pass, at the border with Louisiana
    [-97.1456, 25.9563], // Mouth of the Rio Grande, at the border with Mexico
  ],
}

/** Returns the part of a state's outline that is not shoreline. Throws a RangeError if the state is not in `ENDS`. */
function landBorder(fips: string, polygons: readonly Polygon[]): Line {
  const ends = ENDS[fips]
  if (!ends) throw new RangeError(`The end points of the border of state ${fips} are not known.`)
  const mainland = polygons
    .map(([outer]) => outer)
    .reduce((a, b) => (Math.abs(ringArea(a)) < Math.abs(ringArea(b)) ? b : a))
  const ring = landOnLeft(mainland)
  const vertices = ring.length / 2 - 1
  const [first, last] = ends.map((end) => nearestVertex(ring, end))
  const count = ((last - first + vertices) % vertices) + 1
  return Float64Array.from({ length: count * 2 }, (_, i) => ring[(first * 2 + i) % (vertices * 2)])
}

function landOnLeft(ring: Ring): Ring {
  if (ringArea(ring) > 0) return ring
  return Float64Array.from(ring, (_, i) => ring[ring.length - 2 - i + 2 * (i % 2)])
}

function nearestVertex(ring: Ring, [lon, lat]: Point): number {
  let best = 0
  const apart = (vertex: number) => Math.hypot(ring[vertex * 2] - lon, ring[vertex * 2 + 1] - lat)
  for (let vertex = 1; vertex < ring.length / 2 - 1; vertex++) if (apart(vertex) < apart(best)) best = vertex
  return best
}

/**
 * Reads the lakes of the covered states from two sources: the coarse lakes of Natural Earth, and the more exact census
 * tracts that are entirely water, such as the tracts of Lake Okeechobee.
 */
async function readLakes(sources: SourceFolder, land: EdgeIndex): Promise<readonly Area[]> {
  const [drawn, tracts] = await Promise.all([
    readNaturalEarth(sources, 'ne_10m_lakes_north_america', ['name']),
    readWaterTracts(sources),
  ])
  const lakes = drawn.filter(({ polygons }) => touchesAny(land, polygons))
  return [...lakes.map(({ properties, polygons }) => ({ name: String(properties.name ?? ''), polygons })), ...tracts]
}

/** Reads the water tracts of California and Florida. The Texas file has no inland water tracts. */
async function readWaterTracts(sources: SourceFolder): Promise<readonly Area[]> {
  const layers = await Promise.all(
    (['census/tracts/cb_2014_06_tract_500k.zip', 'census/tracts/cb_2019_12_tract_500k.zip'] as const).map((path) =>
      readShapefile(sources, path, { properties: ['GEOID', 'ALAND'] }),
    ),
  )
  const water = layers.flatMap(({ features }) => features.filter(isWater))
  const rings = joinEdges(getEdges(water.map(({ polygons }) => polygons.flat())).single)
  return rings.map((ring) => ({ name: '', polygons: [[ring]] }))
}

/** Simplification tolerance for water in degrees, about 40 m. */
const WATER_TOLERANCE = 0.0004
/** Minimum area in square meters of an island or inlet to draw. */
const MIN_WATER = 30_000

/**
 * Reads the sea, bays and lagoons within a box around each state. They are drawn on top of the scores, so that scores
 * end at the shore.
 */
async function readWater(sources: SourceFolder): Promise<readonly Area[]> {
  const waters = await loadSeaWater(sources)
  const isLarge = (ring: Ring) => Math.abs(ringArea(ring)) >= MIN_WATER
  const drawn = (ring: Ring) => simplified(ring, WATER_TOLERANCE)
  return waters.map(({ polygons }) => ({
    name: '',
    polygons: polygons
      .filter(([outer]) => isLarge(outer))
      .map((rings) => rings.filter(isLarge).map(drawn).filter(isRing)),
  }))
}

/**
 * Coastal states that are not covered. Their published outlines are drawn on top of the hand-drawn land in `sea.ts`.
 */
const NEIGHBORS: ReadonlySet<string> = new Set('WA OR LA MS AL GA SC NC VA MD DE NJ NY CT RI MA NH ME'.split(' '))
/** States on the same coast as a covered state, drawn in more detail than the other neighbors. */
const NEAR_NEIGHBORS: ReadonlySet<string> = new Set(['OR', 'LA', 'MS', 'AL', 'GA', 'SC'])
/** Simplification tolerances in degrees: about 400 m for `NEAR_NEIGHBORS`, and about 3 km for all other states. */
const NEAR_TOLERANCE = 0.004
const FAR_TOLERANCE = 0.03
/** Minimum size of an island to draw, in square meters. */
const MIN_ISLAND = 2e6

function neighborsIn(outlines: Outlines): readonly Area[] {
  return outlines
    .filter(({ postal }) => NEIGHBORS.has(postal))
    .map(({ name, postal, polygons }) => ({
      name,
      polygons: polygons
        .filter(([outer]) => Math.abs(ringArea(outer)) > MIN_ISLAND)
        .map(([outer]) => [simplified(outer, NEAR_NEIGHBORS.has(postal) ? NEAR_TOLERANCE : FAR_TOLERANCE)])
        .filter(([outer]) => outer.length >= 8),
    }))
}

/** Returns the borders between states that are not covered. */
function bordersBeyond(outlines: Outlines): readonly Line[] {
  const isCovered = ({ postal }: Outlines[number]) => placeStates.some(({ code }) => code === postal)
  const getRings = (all: Outlines) => all.map(({ polygons }) => polygons.flat())
  const { shared } = getEdges(getRings(outlines))
  const edges = getEdges(getRings(outlines.filter(isCovered)))
  return joinEdges(withoutEdges(shared, [...edges.single, ...edges.shared])).map((line) =>
    simplified(line, FAR_TOLERANCE),
  )
}

type Outlines = readonly (Area & { readonly postal: string })[]

/** Reads the state outlines at 1:500,000, cut at the shore. */
async function readOutlines(sources: SourceFolder): Promise<Outlines> {
  const properties = ['STUSPS', 'NAME']
  const { features } = await readShapefile(sources, 'water/cb_2018_us_state_500k.zip', { properties })
  return features.map(({ properties: { STUSPS, NAME }, polygons }) => {
    return { name: String(NAME), postal: String(STUSPS), polygons }
  })
}

async function readRivers(sources: SourceFolder): Promise<readonly NamedLine[]> {
  const path = 'natural-earth/ne_10m_rivers_north_america.CA_TX_FL.geojson.gz'
  const { features } = await readGeoJson(sources, path, { properties: ['name'] })
  return features.flatMap(({ properties, lines }) =>
    lines.map((line) => ({ name: String(properties.name ?? ''), line: simplified(line, TOLERANCE) })),
  )
}

/** Simplification tolerance for rivers in degrees, about 20 m. */
const TOLERANCE = 0.0002

/** A tract counts as water if at most this share of it is land. In the San Diego Bay tract, piers cover 0.4%. */
const MAX_LAND = 0.01

/** Checks whether a closed ring still has three corners after it was simplified. */
function isRing(ring: Ring): boolean {
  return ring.length >= 8
}

function isWater({ properties, polygons }: Feature): boolean {
  const drawn = polygons.flat().reduce((sum, ring) => sum + Math.abs(ringArea(ring)), 0)
  return Number(properties.ALAND) <= drawn * MAX_LAND
}

/** Checks whether any vertex of an outer ring is on land. */
function touchesAny(land: EdgeIndex, polygons: readonly Polygon[]): boolean {
  return polygons.some(([outer]) => {
    for (let i = 0; i < outer.length; i += 2) if (land.containing(outer[i], outer[i + 1]) >= 0) return true
    return false
  })
}

/**
 * Returns the area in square meters, negative if the ring runs clockwise. Accurate to a few percent for rings up to a
 * few degrees wide.
 */
function ringArea(ring: Ring): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const cos = Math.cos(((ring[i + 1] + ring[i + 3]) * Math.PI) / 360)
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) * cos - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1]) * cos
  }
  return (sum / 2) * METERS_PER_DEGREE ** 2
}
