import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { Box } from '../../../src/base/geo/box.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { loadOutlines } from '../../geography/tracts.ts'
import { seededRandom } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, hitRate, scoresAt } from '../check.ts'
import { anywhere, containingPolygons, gather } from './random-places.ts'

const PLACES = 3000
/** Distance in km from the outline of the land beyond which nothing may have a score. */
const FARTHEST = 0.15
/** Degrees around a corner of the outline within which random places near the shore lie, about 2 km. */
const AROUND = 0.02

/** Bays: San Francisco, Biscayne, Tampa, Galveston. */
const bays: readonly Box[] = [
  { west: -122.45, south: 37.45, east: -122.0, north: 38.0 },
  { west: -80.32, south: 25.3, east: -80.12, north: 25.85 },
  { west: -82.75, south: 27.5, east: -82.35, north: 28.0 },
  { west: -95.05, south: 29.3, east: -94.5, north: 29.8 },
]

/**
 * Checks that scores end at the shore. Land is the outline of the states at 1:500,000, plus the islands that only the
 * tracts have.
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
  const strip = (place: LatLon) => {
    const holding = inLand(place.lon, place.lat)
    // Harbors and mudflats are land in the outline but not in the tracts.
    const agreed = holding[0] < outlines.length && holding[holding.length - 1] >= outlines.length
    return agreed && beach.borderWithin(place.lon, place.lat, FARTHEST) ? place : null
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
  ]
}

/** Yields places within about 2 km of random corners of the outline. */
function* nearCorners(outlines: readonly (readonly Float64Array[])[], seed: number): Generator<LatLon> {
  const random = seededRandom(seed)
  const rings = outlines.flat()
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  for (;;) {
    let corner = Math.floor(random() * corners)
    const ring = rings.find((own) => {
      if (corner < own.length / 2) return true
      corner -= own.length / 2
      return false
    })!
    const [east, north] = [AROUND * (2 * random() - 1), AROUND * (2 * random() - 1)]
    yield { lon: ring[2 * corner] + east, lat: ring[2 * corner + 1] + north }
  }
}

function centersOnLand({ blockGroups }: BuiltContext, inLand: (lon: number, lat: number) => number[]): LatLon[] {
  const places: LatLon[] = []
  for (let b = 0; b < blockGroups.count; b++) {
    const [lat, lon] = [blockGroups.lat[b], blockGroups.lon[b]]
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
  const found = drawn.filter(({ lat, lon }) => context.blockGroupAt(lat, lon) !== null).length
  return { check: `${places} that have a zone`, ...hitRate(found, drawn.length, 1, 1) }
}
