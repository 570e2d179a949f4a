import type { AreaScorer, AreaValues, BuildContext, Polygon, SurfaceScorer, View } from '../../context.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { loadHazardZones, loadVeryHighZones, veryHighOnlyCounties } from './zones.ts'

/** Score of closely settled land far from every very high zone, where no other class is mapped. */
const SETTLED_SCORE = 235
/** Closely settled: people per km², σ 1 km. */
const SETTLED_DENSITY = 1500

/** CAL FIRE's Fire Hazard Severity Zones; California only. */
export const area: AreaScorer = {
  facts: [],
  async prepare(context: BuildContext): Promise<AreaValues> {
    const zones = await loadHazardZones(context.sources)
    context.report(`${zones.length} fire hazard zones`)
    return {
      blockGroups: null,
      polygons: zones.map((zone) => zone.polygon),
      polygonCounty: zones.map((zone) => zone.county),
      polygonColumns: {
        score: Uint8Array.from(zones, (zone) => zone.score),
        basis: zones.map(() => 'measured'),
        facts: {},
      },
    }
  },
}

/**
 * In counties of which only the very high class is mapped: closely settled land 500 m and more from every very high zone.
 * Elsewhere there is no value: that a map is missing does not mean safety.
 */
export const surface: SurfaceScorer = {
  id: 'fire',
  basis: 'estimate',
  step: 7.5,
  centerFacts: [],
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const land = await loadClearLand(context.sources)
    const { population } = context.blockGroups
    return (view: View) => ({ score: settledScores(view, population, land), facts: {} })
  },
}

/** 235 or NaN for each place of the view. */
export function settledScores(view: View, population: Float64Array, land: ClearLand): Float32Array {
  const score = new Float32Array(view.size).fill(Number.NaN)
  if (!view.lat.some((lat, i) => within(land.box, view.lon[i], lat))) return score
  const density = view.kernel(population, 1)
  for (let i = 0; i < view.size; i++) {
    if (density[i] >= SETTLED_DENSITY && land.contains(view.lon[i], view.lat[i])) score[i] = SETTLED_SCORE
  }
  return score
}

/** Least distance to a very high zone, km. */
const CLEARANCE = 0.5
/** Piers and shores just outside the county polygons still belong to them, km. */
const SHORE_REACH = 0.6

/** West, south, east, north in degrees. */
type Box = readonly [number, number, number, number]

/** A county, and the part of it that its file of very high zones covers (null for all of it). */
interface MappedCounty {
  readonly polygon: Polygon
  readonly part: Box | null
}

/** The places of some counties that are 500 m or more from every very high zone. */
interface ClearLand {
  /** Around all of them, degrees. */
  readonly box: Box
  contains(lon: number, lat: number): boolean
}

/** The clear land of the counties of which only the very high class is mapped. */
async function loadClearLand(sources: SourceFolder): Promise<ClearLand> {
  const zones = await loadVeryHighZones(sources)
  const files = veryHighOnlyCounties(sources)
  const path = 'census/tracts/ca_counties_dissolved_from_tracts.geojson.gz'
  const mapped: MappedCounty[] = []
  const others: Polygon[] = []
  for (const { properties, polygons } of (await readGeoJson(sources, path, { properties: ['GEOID'] })).features) {
    const polygon = polygons.flat()
    const file = files.get(String(properties.GEOID))
    if (file === undefined) {
      others.push(polygon)
      continue
    }
    const ofFile = zones.filter((zone) => zone.path === file.path).map((zone) => zone.polygon)
    mapped.push({ polygon, part: file.whole ? null : boxAround(ofFile) })
  }
  const veryHigh = zones.map((zone) => zone.polygon)
  return clearLand(mapped, others, veryHigh)
}

/** The clear land of `mapped` counties next to `others`, given the very high zones. */
export function clearLand(
  mapped: readonly MappedCounty[],
  others: readonly Polygon[],
  veryHigh: readonly Polygon[],
): ClearLand {
  const counties = mapped.map(({ polygon }) => new EdgeIndex([polygon]))
  const outside = new EdgeIndex(others)
  const hazard = new EdgeIndex(veryHigh)
  const boxes = mapped.map(({ polygon }) => widened(boxAround([polygon])))

  function countyAt(lon: number, lat: number): number {
    const near = boxes.flatMap((box, index) => (within(box, lon, lat) ? [index] : []))
    const holding = near.find((index) => counties[index].containing(lon, lat) !== -1)
    if (holding !== undefined) return holding
    if (outside.containing(lon, lat) !== -1) return -1
    return near.find((index) => counties[index].borderWithin(lon, lat, SHORE_REACH)) ?? -1
  }

  return {
    box: widened(boxAround(mapped.map(({ polygon }) => polygon))),
    contains(lon, lat) {
      const county = countyAt(lon, lat)
      if (county === -1) return false
      const { part } = mapped[county]
      if (part !== null && !within(part, lon, lat)) return false
      return !hazard.borderWithin(lon, lat, CLEARANCE) && hazard.containing(lon, lat) === -1
    },
  }
}

function within(box: Box, lon: number, lat: number): boolean {
  return lon >= box[0] && lat >= box[1] && lon <= box[2] && lat <= box[3]
}

function boxAround(polygons: readonly Polygon[]): Box {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const ring of polygons.flat()) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      west = Math.min(west, ring[i])
      east = Math.max(east, ring[i])
      south = Math.min(south, ring[i + 1])
      north = Math.max(north, ring[i + 1])
    }
  }
  return [west, south, east, north]
}

/** 0.01° hold the shore's 600 m at these latitudes. */
function widened([west, south, east, north]: Box): Box {
  return [west - 0.01, south - 0.01, east + 0.01, north + 0.01]
}
