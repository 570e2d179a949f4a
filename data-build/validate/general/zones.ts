import type { PagedRaster } from '../../../src/data/raster/paged-raster.ts'
import type { BlockGroups } from '../../context.ts'
import { type Crosswalk, loadCrosswalk } from '../../geography/block-groups.ts'
import { findCandidates } from '../../geography/candidates.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { loadTracts2010, type TractPolygons, tractRaster } from '../../geography/tracts.ts'
import { reachesShare } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, finding } from '../check.ts'
import { floridaTracts } from './florida-places.ts'
import { amongPeople, anywhere, gather, type Located, sampleBoxes } from './random-places.ts'

const PLACES = 4000

const states = [
  { fips: '06', name: 'California', millions: 39.5 },
  { fips: '48', name: 'Texas', millions: 29.1 },
  { fips: '12', name: 'Florida', millions: 21.5 },
] as const

/** Checks whether the block-group zones include everyone, and how well 2010 polygons replace missing 2020 polygons. */
export async function zones(context: BuiltContext): Promise<Finding[]> {
  return [...people(context), everyoneHasAZone(context), ...(await ruleOf2010(context))]
}

/** Reports how many people live in the block groups whose center the library assigns to a state. */
function people(context: BuiltContext): Finding[] {
  const { blockGroups } = context
  const total = new Map<string, number>()
  blockGroups.lat.forEach((lat, b) => {
    const state = context.blockGroupAt(lat, blockGroups.lon[b])?.slice(0, 2) ?? 'none'
    total.set(state, (total.get(state) ?? 0) + blockGroups.population[b])
  })
  return states.map(({ fips, name, millions }) => {
    const value = (total.get(fips) ?? 0) / 1e6
    const n = blockGroups.state.filter((state) => state === fips).length
    const check = `people by zone, ${name}`
    // The published figure is rounded to one decimal.
    const reached = Math.abs(value - millions) < 0.055
    return finding(check, 'million', value, n, { trial: millions, reached })
  })
}

function everyoneHasAZone({ blockGroups, candidates }: BuiltContext): Finding {
  const listed = new Set(candidates.blockGroup)
  const populated = blockGroups.id.flatMap((_, b) => (blockGroups.population[b] > 0 ? [b] : []))
  const value = populated.filter((b) => listed.has(b)).length / populated.length
  const check = 'populated block groups that have a zone'
  return finding(check, 'share', value, populated.length, { trial: 1, reached: value === 1 })
}

/**
 * Evaluates the use of 2010 polygons, which are the only polygons for California and Texas counties outside
 * metropolitan areas. Florida has polygons of both years. Places in Florida are assigned zones from the 2010 polygons,
 * as in those counties, and these zones are compared with the 2020 polygons. Places near borders are skipped because
 * the two files draw borders differently.
 */
async function ruleOf2010(context: BuiltContext): Promise<Finding[]> {
  const locate = floridaTracts(context)
  const tractAt = (place: LatLon) => {
    const located = locate(place)
    return located?.clear ? located : null
  }
  const places = {
    people: gather(amongPeople(context.blockGroups, '12', 2010), PLACES, tractAt),
    area: gather(anywhere(sampleBoxes['12'], 2010), PLACES, tractAt),
  }
  const tracts = getFlorida(await loadTracts2010(context.sources))
  const raster = tractRaster(tracts)
  const crosswalk = await loadCrosswalk(context.sources)
  const zoned = zonedFrom2010(tracts, raster, context.blockGroups, crosswalk)
  const line = (where: string, judged: readonly Located[], trial: number): Finding => {
    const answers = judged.flatMap((place) => zoned(place)?.startsWith(place.tract) ?? [])
    const value = answers.filter((right) => right).length / answers.length
    const check = `zones from 2010 tracts give the right 2020 tract, tried on Florida ${where}`
    const reached = reachesShare(value, answers.length, trial)
    return finding(check, 'hit rate', value, answers.length, { trial, reached })
  }
  return [line('where people live', places.people, 0.983), line('anywhere', places.area, 0.95)]
}

function getFlorida({ geoid, state, year, rings }: TractPolygons): TractPolygons {
  const ofFlorida = <T>(column: readonly T[]) => column.filter((_, i) => state[i] === '12')
  return { geoid: ofFlorida(geoid), state: ofFlorida(state), year: ofFlorida(year), rings: ofFlorida(rings) }
}

/** Returns a function that finds the block group for a place in Florida as if the state only had 2010 polygons. */
function zonedFrom2010(
  tracts: TractPolygons,
  raster: PagedRaster,
  blockGroups: BlockGroups,
  crosswalk: Crosswalk,
): (place: LatLon) => string | null {
  const { first, blockGroup } = findCandidates(tracts, raster, blockGroups, crosswalk)
  return ({ lat, lon }) => {
    const zone = raster.at(lon, lat)
    if (zone === 0) return null
    const narrow = Math.cos((lat * Math.PI) / 180)
    const distance = (b: number) => Math.hypot((blockGroups.lon[b] - lon) * narrow, blockGroups.lat[b] - lat)
    const candidates = blockGroup.subarray(first[zone - 1], first[zone])
    return blockGroups.id[candidates.reduce((best, b) => (distance(b) < distance(best) ? b : best))]
  }
}
