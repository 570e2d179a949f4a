import { coveredStates } from '../../../src/base/states.ts'
import { getPoints, nearestCenter } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { coordinates, number, readRecords, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { BuiltContext } from '../../validate/built-context.ts'
import type { Judged, JudgedScore } from '../../validate/intervals/judged.ts'
import { surface } from './score.ts'
import { zoneIndex } from './validate.ts'
import { floodZones, loadDallas, loadLongBeach } from './zones.ts'

/**
 * Judges the estimate by FEMA's zones in two cities, by FEMA's flags of Superfund sites, and by the hurricane
 * evacuation zones of eight Florida counties. Judges the stored zones by the published polygons.
 */
export async function judgedFlood(context: BuiltContext): Promise<Judged> {
  const estimate = (await surface.prepare(context))(context.centers).score()
  return {
    by: "FEMA's zones of Dallas, Long Beach and 200 Superfund sites, and evacuation zones of eight counties of Florida",
    of: 'errors',
    scores: [
      ...(await mappedCities(context, estimate)),
      ...(await superfundSites(context)),
      ...(await evacuationZones(context, estimate)),
    ],
  }
}

async function mappedCities(context: BuiltContext, estimate: ArrayLike<number>): Promise<JudgedScore[]> {
  const { lat, lon } = context.blockGroups
  const built = context.centerScores('flood')
  const zoneAt = zoneIndex([...(await loadDallas(context.sources)), ...(await loadLongBeach(context.sources))])
  return [...lat.keys()].flatMap((blockGroup): JudgedScore[] => {
    const truth = zoneAt(lon[blockGroup], lat[blockGroup], 0)
    if (truth === 0 || Number.isNaN(estimate[blockGroup])) return []
    return [
      { blockGroup, basis: 'measured', score: built[blockGroup], truth },
      { blockGroup, basis: 'estimate', score: Math.round(estimate[blockGroup]), truth },
    ]
  })
}

/** Reads whether GAO found each site in FEMA's 1% zone. Sites outside it may be in the 0.2% zone. */
async function superfundSites(context: BuiltContext): Promise<JudgedScore[]> {
  const rows = await readRecords(context.sources, 'epa/superfund-sites.csv.gz', {
    state: text({ heading: 'State' }),
    ...coordinates('Latitude', 'Longitude', false),
    flood: number({ heading: 'Flooding 1 Percent', min: 0, max: 1 }),
    unknown: number({ heading: 'Flooding Unknown', min: 0, max: 1 }),
  })
  const sites = rows.filter(
    ({ state, unknown }) => unknown === 0 && coveredStates.some(({ postal }) => postal === state),
  )
  const places = getPoints(sites)
  const scores = context.scores('flood', places.lat, places.lon)
  const nearest = nearestCenter(context.blockGroups, places)
  return sites.flatMap(({ flood }, i): JudgedScore[] => {
    const truth = flood === 1 ? floodZones.hundredYear : floodZones.minimal
    return scores[i] > 0 ? [{ blockGroup: nearest[i], basis: 'estimate', score: scores[i], truth }] : []
  })
}

/**
 * Treats evacuation zones A and B, which are evacuated first, as FEMA's 1% zone, and the later zones as FEMA's 0.2%
 * zone.
 */
async function evacuationZones(context: BuiltContext, estimate: ArrayLike<number>): Promise<JudgedScore[]> {
  const { lat, lon, county } = context.blockGroups
  const { features } = await readGeoJson(context.sources, 'flood/fl_evac_zones_8_counties.geojson.gz')
  const index = new EdgeIndex(features.map(({ polygons }) => polygons.flat()))
  const counties = new Set(features.map(({ properties }) => String(properties.county)))
  return [...lat.keys()].flatMap((blockGroup): JudgedScore[] => {
    if (!counties.has(county[blockGroup]) || Number.isNaN(estimate[blockGroup])) return []
    const at = index.containing(lon[blockGroup], lat[blockGroup])
    const zone = at < 0 ? '' : String(features[at].properties.zone)
    const truth =
      zone === '' ? floodZones.minimal : zone[0] <= 'B' ? floodZones.hundredYear : floodZones.fiveHundredYear
    return [{ blockGroup, basis: 'estimate', score: Math.round(estimate[blockGroup]), truth }]
  })
}
