import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { Box } from '../../../src/base/geo/box.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { loadSeaWater } from '../../geography/sea-water.ts'
import { loadOutlines } from '../../geography/tracts.ts'
import { coordinates, readRecords } from '../../read/csv.ts'
import { seededRandom } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, hitRate, scoresAt } from '../check.ts'
import { anywhere, containingPolygons, gather } from './random-places.ts'

const PLACES = 3000
/** Maximum distance in km from the land outline at which a place can have a score. */
const FARTHEST = 0.15
/** Maximum offset in degrees (about 2 km) of a random place near the shore from a corner of the outline. */
const AROUND = 0.02

/** Bays: San Francisco, Biscayne, Tampa, Galveston. */
const bays: readonly Box[] = [
  { west: -122.45, south: 37.45, east: -122.0, north: 38.0 },
  { west: -80.32, south: 25.3, east: -80.12, north: 25.85 },
  { west: -82.75, south: 27.5, east: -82.35, north: 28.0 },
  { west: -95.05, south: 29.3, east: -94.5, north: 29.8 },
]

/**
 * Checks that scores end at the shore. Land is the 1:500,000 outline of the states, plus islands that only exist in the
 * tracts.
 */
export async function shore(context: BuiltContext): Promise<Finding[]> {
  const outlines = [...(await loadOutlines(context.sources))].flatMap(([state, rings]) =>
    context.blockGroups.state.includes(state) ? [rings] : [],
  )
  const land = [...outlines, ...context.zones.rings]
  const inLand = containingPolygons(land)
  const edges = new EdgeIndex(land)
  const water = (place: LatLon) =>
    inLand(place.lon, place.lat).length === 0 && !edges.borderWithin(place.lon, place.lat, FARTHEST) ? place : null
  const beach = new EdgeIndex(outlines)
  const seas = new EdgeIndex((await loadSeaWater(context.sources)).flatMap(({ polygons }) => polygons))
  const strip = (place: LatLon) => {
    const holding = inLand(place.lon, place.lat)
    // Excludes places where the files disagree. Harbors and mudflats are land in the outline but not in the tracts.
    // Lagoons are land in both files but water according to the sea shoreline.
    const agreed = holding[0] < outlines.length && holding[holding.length - 1] >= outlines.length
    const isSea = seas.containing(place.lon, place.lat) >= 0
    return agreed && !isSea && beach.borderWithin(place.lon, place.lat, FARTHEST) ? place : null
  }
  const inBays = bays.flatMap((box, i) => gather(anywhere(box, 500 + i), PLACES / bays.length, water))
  return [
    without(
      context,
      'places beyond the shores and land borders, 150 m to 2 km out',
      gather(nearCorners(outlines, 1), PLACES, water),
    ),
    without(context, 'places in the bays of San Francisco, Miami, Tampa and Galveston, 150 m from land', inBays),
    withZone(
      context,
      'places on land within 150 m of the shore or a land border',
      gather(nearCorners(outlines, 2), PLACES, strip),
    ),
    withZone(context, 'populated block groups with their center on land', centersOnLand(context, inLand)),
    withZone(context, 'all populated block groups', populated(context)),
    withZone(context, 'addresses of federal and brand lists in bays and lagoons', await addressesIn(context, seas)),
    without(context, 'points in the middle of 20 bays and lagoons', openWater),
    withZone(context, 'places on 20 islands and spits', islands),
  ]
}

/** Yields places within about 2 km of random corners of the outline. */
function* nearCorners(outlines: readonly (readonly Float64Array[])[], seed: number): Generator<LatLon> {
  const random = seededRandom(seed)
  const rings = outlines.flat()
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  for (;;) {
    let corner = Math.floor(random() * corners)
    const ring = rings.find((candidate) => {
      if (corner < candidate.length / 2) return true
      corner -= candidate.length / 2
      return false
    })!
    const east = AROUND * (2 * random() - 1)
    const north = AROUND * (2 * random() - 1)
    yield { lon: ring[2 * corner] + east, lat: ring[2 * corner + 1] + north }
  }
}

function points(text: string): LatLon[] {
  return text.split(';').map((pair) => {
    const [lat, lon] = pair.split(',').map(Number)
    return { lat, lon }
  })
}

/** Bays and lagoons, from San Francisco to the Indian River, all more than 500 m from land and from spoil islands. */
const openWater = points(
  '37.7,-122.27;37.85,-122.4;38.05,-122.4;32.665,-117.145;29.5,-94.85;29.35,-94.8;28.55,-96.2;27.75,-97.3;27,-97.42;' +
    '26.5,-97.35;27.75,-82.5;27.95,-82.6;27.84,-82.46;27.37,-82.58;26.75,-82.12;25.65,-80.2;25.82,-80.165;28.6,-80.78;' +
    '30.42,-87.17;30.44,-86.4',
)
/**
 * Star Island, Key Biscayne, Treasure Island (in Florida and California), Alameda, Coronado, Balboa, Galveston,
 * Sanibel, keys.
 */
const islands = points(
  '25.7775,-80.15;25.693,-80.162;25.791,-80.165;25.782,-80.137;27.769,-82.769;37.823,-122.37;37.765,-122.25;' +
    '32.685,-117.18;33.606,-117.893;32.7254,-117.2;29.28,-94.82;29.457,-94.637;26.44,-82.09;26.45,-81.948;24.555,-81.8;' +
    '24.67,-81.354;27.915,-82.453;27.61,-97.222;26.11,-97.168;37.87,-122.32',
)

const ADDRESS_LISTS = ['afdc_fuel_stations', 'usda_snap', 'hhs_covid_therapeutics', 'brand_stores_stiles']

/**
 * Returns the addresses from the lists that are in the sea according to the shoreline file. The check treats these
 * places as land.
 */
async function addressesIn({ sources }: BuiltContext, seas: EdgeIndex): Promise<LatLon[]> {
  const lists = ADDRESS_LISTS.map((name) =>
    readRecords(sources, `addresses/known-2026/${name}.csv.gz`, coordinates('lat', 'lon')),
  )
  return (await Promise.all(lists)).flat().filter(({ lat, lon }) => seas.containing(lon, lat) >= 0)
}

function populated({ blockGroups: { lat, lon, population } }: BuiltContext): LatLon[] {
  return [...lat.keys()].filter((b) => population[b] > 0).map((b) => ({ lat: lat[b], lon: lon[b] }))
}

function centersOnLand({ blockGroups }: BuiltContext, inLand: (lon: number, lat: number) => number[]): LatLon[] {
  const places: LatLon[] = []
  for (let b = 0; b < blockGroups.count; b++) {
    const lat = blockGroups.lat[b]
    const lon = blockGroups.lon[b]
    if (blockGroups.population[b] > 0 && inLand(lon, lat).length > 0) places.push({ lat, lon })
  }
  return places
}

/** Reports the share of places at which no dimension has a score. */
function without(context: BuiltContext, places: string, drawn: readonly LatLon[]): Finding {
  const scores = dimensions.map(({ id }) => scoresAt(context, id, drawn))
  const empty = drawn.filter((_, i) => scores.every((column) => column[i] === 0)).length
  return { check: `${places}, that have no score`, ...hitRate(empty, drawn.length, 1, 1) }
}

function withZone(context: BuiltContext, places: string, drawn: readonly LatLon[]): Finding {
  const inside = drawn.filter(({ lat, lon }) => context.blockGroupAt(lat, lon) !== null).length
  return { check: `${places} that have a zone`, ...hitRate(inside, drawn.length, 1, 1) }
}
