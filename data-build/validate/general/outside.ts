import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, hitRate, scoresAt } from '../check.ts'
import { beyond } from '../known-places.ts'
import { anywhere, gather, sampleBoxes } from './random-places.ts'

const PER_STATE = 1000
/**
 * Minimum distance in km of the samples from the states' outlines. `fitToShore` extends tracts by up to 0.9 km, but
 * only where the outlines of land and tracts differ. It extends the tracts near these samples by less than 0.75 km, so
 * no sample may have a score.
 */
const CLEARANCE = 0.75

/** Checks that no dimension has scores outside the three states or at sea. */
export async function outside(context: BuiltContext): Promise<Check[]> {
  const places = [...beyond, ...(await randomBeyond(context))]
  return dimensions.map(({ id }) => {
    const empty = scoresAt(context, id, places).filter((score) => score === 0).length
    const check = 'places in neighboring states, in Mexico and at sea that have no score'
    return { dimension: id, check, ...hitRate(empty, places.length, 1) }
  })
}

/** Returns random places around the states, well outside all three outlines. */
async function randomBeyond({ sources }: BuiltContext): Promise<LatLon[]> {
  const outlines = []
  for (const state of ['ca', 'fl', 'tx']) {
    const path = `census/tracts/${state}_state_dissolved_from_tracts.geojson.gz`
    outlines.push(...(await readGeoJson(sources, path, { properties: [] })).features)
  }
  const index = new EdgeIndex(outlines.map(({ polygons }) => polygons.flat()))
  return Object.values(sampleBoxes).flatMap(({ west, south, east, north }, i) => {
    const wide = { west: west - 1, south: south - 1, east: east + 1, north: north + 1 }
    return gather(anywhere(wide, 100 + i), PER_STATE, (place) => {
      const { lat, lon } = place
      return index.containing(lon, lat) === -1 && !index.borderWithin(lon, lat, CLEARANCE) ? place : null
    })
  })
}
