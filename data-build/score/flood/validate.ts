import { getChance } from '../../../src/answers/dimensions/flood.ts'
import { coveredStates } from '../../../src/base/states.ts'
import { kmPerDegree, type LatLon } from '../../geography/center-index.ts'
import { createCoast } from '../../geography/coast.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { loadSeaWater } from '../../geography/sea-water.ts'
import { coordinates, number, readRecords, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { auc, rankCorrelation, weightedMean } from '../../statistics.ts'
import { type Checker, type Finding, finding, hitRate, scoresAt, type ValidationContext } from '../../validate/check.ts'
import { loadCountyShares, PEOPLE_IN_ZONE } from './counties.ts'
import { landChances, surface } from './score.ts'
import { type FloodZone, floodZones, loadDallas, loadLongBeach } from './zones.ts'

export const check: Checker = async (context) => [
  ...(await evacuationZones(context)),
  ...barrierIslands(context),
  ...(await superfundFlags(context)),
  await dallasZones(context),
  ...(await cityEstimate(context, 'Dallas', await loadDallas(context.sources))),
  ...(await cityEstimate(
    context,
    'Long Beach (land behind levees as dry)',
    (
      await loadLongBeach(context.sources)
    ).map((zone) => (zone.score > floodZones.undetermined ? { ...zone, score: floodZones.minimal } : zone)),
  )),
  ...(await countiesLeftOut(context)),
  ...(await peopleInZone(context)),
  ...knownPlaces(context),
]

/**
 * Checks places that the estimate could get wrong: neighborhoods that are known for floods but that the estimate
 * misses, a downtown far from the sea, and the pool of a reservoir.
 */
function knownPlaces(context: ValidationContext): Finding[] {
  const places: readonly (LatLon & { check: string; trial?: number; within?: number[] })[] = [
    { check: 'Meyerland, Houston: often flooded', lat: 29.687, lon: -95.466, trial: 166 },
    { check: 'Natomas, Sacramento: behind weak levees', lat: 38.64, lon: -121.504, trial: 166 },
    { check: 'Addicks, Houston: the pool of a reservoir', lat: 29.801, lon: -95.65 },
    { check: 'Camp Mystic, Hunt: on a river that rose in 2025', lat: 30.009, lon: -99.371 },
    { check: 'Fort Jefferson, Dry Tortugas: an island', lat: 24.6285, lon: -82.8732 },
    {
      // Buffalo Bayou's flood zone touches downtown, so downtown need not score like a dry place.
      check: 'downtown Houston, 29 km from the bay: not like a coastal place (175 and more)',
      lat: 29.76,
      lon: -95.365,
      within: [175, 255],
    },
    {
      check: 'the pool of Lavon Lake: more likely in the flood zone than not (less than 150)',
      lat: 33.08,
      lon: -96.47,
      within: [1, 149],
    },
  ]
  const scores = scoresAt(context, 'flood', places)
  return places.map(({ check, trial = null, within }, i) => {
    const reached = within ? scores[i] >= within[0] && scores[i] <= within[1] : null
    return finding(check, 'score', scores[i], 1, { trial, reached })
  })
}

/**
 * Compares the estimate with the hurricane evacuation zones of eight Florida counties. The coast weights were fitted to
 * these zones, with each county left out in turn. The zones follow surge models, not FEMA's maps.
 */
async function evacuationZones(context: ValidationContext): Promise<Finding[]> {
  const { lat, lon, county } = context.blockGroups
  const { features } = await readGeoJson(context.sources, 'flood/fl_evac_zones_8_counties.geojson.gz')
  const zones = features.map(({ properties, polygons }) => ({
    polygon: polygons.flat(),
    county: String(properties.county),
    zone: String(properties.zone),
  }))
  const index = new EdgeIndex(zones.map(({ polygon }) => polygon))
  const counties = new Set(zones.map((zone) => zone.county))
  const places = [...county.keys()]
    .filter((b) => counties.has(county[b]))
    .map((b) => ({ lat: lat[b], lon: lon[b], county: county[b] }))
  const scores = scoresAt(context, 'flood', places)
  const judged = places.flatMap((place, i) => {
    const at = index.containing(place.lon, place.lat)
    return scores[i] > 0 ? [{ county: place.county, hazard: -scores[i], zone: at < 0 ? '' : zones[at].zone }] : []
  })
  const computeAuc = (among: typeof judged, first: string) => {
    const hazards = (wanted: boolean) =>
      among.filter(({ zone }) => (zone !== '' && zone[0] <= first) === wanted).map(({ hazard }) => hazard)
    return auc(hazards(true), hazards(false))
  }
  const inCounties = [...counties].map((fips) => judged.filter((group) => group.county === fips))
  const within = inCounties.map((among) => computeAuc(among, 'C')).filter((value) => !Number.isNaN(value))
  const mean = within.reduce((sum, value) => sum + value, 0) / within.length
  const where = 'in the evacuation zones of eight counties of Florida'
  const all = computeAuc(judged, 'C')
  return [
    finding(`block-group centers ${where}, A to C`, 'AUC', all, judged.length, { trial: 0.85, reached: all >= 0.9 }),
    finding(`block-group centers ${where}, A alone`, 'AUC', computeAuc(judged, 'A'), judged.length, { trial: 0.838 }),
    finding(`block-group centers ${where}, A to C, mean of the counties`, 'AUC', mean, within.length),
  ]
}

/** Centers of barrier islands and keys on hurricane coasts. Nearly all of their area is in FEMA's 1% zone. */
const ISLANDS: readonly (readonly [name: string, lat: number, lon: number])[] = [
  ['Star Island', 25.7775, -80.15],
  ['Sanibel', 26.44, -82.09],
  ['Fort Myers Beach', 26.45, -81.948],
  ['Captiva', 26.52, -82.189],
  ['Crystal Beach', 29.457, -94.637],
  ['Padre Island', 27.61, -97.222],
  ['South Padre Island', 26.11, -97.168],
  ['Surfside Beach', 28.948, -95.289],
  ['Jamaica Beach', 29.19, -94.979],
  ['Tiki Island', 29.297, -94.915],
  ['Key Largo', 25.0865, -80.4473],
  ['Islamorada', 24.924, -80.628],
  ['Big Pine Key', 24.67, -81.354],
  ['Anna Maria', 27.531, -82.733],
  ['Longboat Key', 27.39, -82.64],
  ['Treasure Island', 27.769, -82.769],
  ['St. Pete Beach', 27.725, -82.741],
  ['Siesta Key', 27.267, -82.546],
  ['Cedar Key', 29.1386, -83.0351],
  ['St. George Island', 29.662, -84.865],
  ['Key Biscayne', 25.693, -80.162],
  ['Port Aransas', 27.834, -97.061],
]
/** Inland places on high ground, well above the surrounding rivers. */
const HEIGHTS: readonly (readonly [name: string, lat: number, lon: number])[] = [
  ['Twin Peaks, San Francisco', 37.752, -122.447],
  ['Mount Soledad, La Jolla', 32.84, -117.245],
  ['Beverly Hills', 34.08, -118.41],
  ['Lubbock', 33.578, -101.855],
  ['Amarillo', 35.2, -101.83],
  ['El Paso, west', 31.82, -106.53],
  ['West Lake Hills', 30.294, -97.8],
  ['Tallahassee', 30.438, -84.281],
  ['Gainesville', 29.652, -82.325],
  ['Brooksville', 28.555, -82.388],
]

/** Counts well-known places whose scores are in the range that was expected before the estimate was made. */
function barrierIslands(context: ValidationContext): Finding[] {
  const getScores = (places: typeof ISLANDS) =>
    scoresAt(
      context,
      'flood',
      places.map(([, lat, lon]) => ({ lat, lon })),
    )
  const low = getScores(ISLANDS).filter((score) => score > 0 && score <= 100).length
  const high = getScores(HEIGHTS).filter((score) => score >= 225).length
  return [
    { check: 'barrier islands and keys score 100 or less', ...hitRate(low, ISLANDS.length, 0.8) },
    { check: 'inland hills score 225 or more', ...hitRate(high, HEIGHTS.length, 0.8) },
  ]
}

/**
 * Compares the number of people in the 1% zone according to the estimated chances with the published total of the three
 * states.
 */
async function peopleInZone(context: ValidationContext): Promise<Finding[]> {
  const { population, state } = context.blockGroups
  const estimate = (await surface.prepare(context))(context.centers).score()
  const inZone = population.map((people, b) => (estimate[b] > 0 ? people * getChance(estimate[b]) : 0))
  const line = (where: string, fips: string | null, published: number | null): Finding => {
    const value = inZone.reduce((sum, people, b) => (fips === null || state[b] === fips ? sum + people : sum), 0) / 1e6
    const check = `people in the 1% flood zone by the estimate, ${where}`
    const reached = published === null ? null : Math.abs(value / published - 1) < 0.1
    return finding(check, 'million', value, population.length, { trial: published, reached })
  }
  return [
    line('the three states (published: 7.6)', null, PEOPLE_IN_ZONE / 1e6),
    ...coveredStates.map(({ fips, name }) => line(name, fips, null)),
  ]
}

/**
 * Measures how well the estimate predicts the published share of a California county from the other counties. The
 * estimate is scaled so that its mean over the other counties equals their published mean. As a baseline, the published
 * mean of the other counties is compared with the same share.
 */
async function countiesLeftOut(context: ValidationContext): Promise<Finding[]> {
  const { county, population } = context.blockGroups
  const published = await loadCountyShares(context.sources)
  const getErrors = async (name: string, trust?: number) => {
    const { chance } = (await landChances(context, trust)).at(context.centers)
    const counties = [...published].map(([fips, share]) => {
      const members = [...county.keys()].filter((b) => county[b] === fips && !Number.isNaN(chance[b]))
      const people = members.map((b) => population[b])
      const estimate = weightedMean(
        members.map((b) => chance[b]),
        people,
      )
      return { share, estimate, people: people.reduce((sum, count) => sum + count, 0) }
    })
    const computeMean = <T extends { people: number }>(among: readonly T[], of: (member: T) => number) =>
      weightedMean(
        among.map(of),
        among.map(({ people }) => people),
      )
    const errors = counties.map((members) => {
      const others = counties.filter((other) => other !== members)
      const mean = computeMean(others, ({ share }) => share)
      const level = mean / computeMean(others, ({ estimate }) => estimate)
      return {
        ...members,
        ofMean: Math.abs(mean - members.share),
        ofEstimate: Math.abs(level * members.estimate - members.share),
      }
    })
    const value = computeMean(errors, ({ ofEstimate }) => ofEstimate)
    const mean = computeMean(errors, ({ ofMean }) => ofMean)
    const check = `homes in FEMA's zones in a county of California, left out: ${name}`
    return { check, statistic: 'mean error, share', value, mean, n: counties.length, reached: value <= mean }
  }
  const estimate = await getErrors('the estimate')
  const unshrunk = await getErrors("with all of the county's rivers", 1)
  const flat = { ...estimate, check: estimate.check.replace('the estimate', "the others' mean"), value: estimate.mean }
  return [estimate, { ...unshrunk, reached: null }, { ...flat, reached: null }].map(
    ({ mean: _, ...finding }) => finding,
  )
}

/**
 * Compares built scores on a grid over Dallas with the published polygons. Only points well inside one zone are used.
 */
async function dallasZones(context: ValidationContext): Promise<Finding> {
  const zoneAt = zoneIndex(await loadDallas(context.sources))
  const places: (LatLon & { readonly expected: number })[] = []
  for (let row = 0; row < 170; row++)
    for (let column = 0; column < 180; column++) {
      const lat = 32.55 + 0.003 * row
      const lon = -97.03 + 0.003 * column
      const expected = zoneAt(lon, lat, 0.15)
      if (expected > 0) places.push({ lat, lon, expected })
    }
  const scores = scoresAt(context, 'flood', places)
  const hits = places.filter(({ expected }, i) => scores[i] === expected).length
  const check = "places of Dallas more than 150 m inside one of FEMA's zones have its score"
  return { check, ...hitRate(hits, places.length, 0.99) }
}

/**
 * Compares the estimate with the official map in cities that have one, where scores do not use the estimate. The
 * references are the zone at each block-group center, and the mean score of the zones around the center within the
 * extent of the block group. The weights of rivers and water were chosen while looking at Dallas, but not at Long
 * Beach. The level of the estimate comes from shares of properties by county (First Street Foundation, 2020).
 */
async function cityEstimate(context: ValidationContext, city: string, zones: readonly FloodZone[]): Promise<Finding[]> {
  const { lat, lon, areaKm2, population } = context.blockGroups
  const zoneAt = zoneIndex(zones)
  const estimate = (await surface.prepare(context))(context.centers).score()
  const inside = [...estimate.keys()].filter((b) => zoneAt(lon[b], lat[b], 0) > 0 && !Number.isNaN(estimate[b]))
  const isDry = (b: number) => zoneAt(lon[b], lat[b], 0) === floodZones.minimal
  const hazards = (wanted: readonly number[]) => wanted.map((b) => -estimate[b])
  const official = inside.map((b) => meanZoneScore(zoneAt, lon[b], lat[b], Math.sqrt(areaKm2[b] / Math.PI)))
  const judged = inside.flatMap((b, i) => (Number.isNaN(official[i]) ? [] : [{ b, official: official[i] }]))
  const computeMean = (value: (group: (typeof judged)[number]) => number) =>
    weightedMean(
      judged.map(value),
      judged.map(({ b }) => population[b]),
    )
  const getError = (score: (b: number) => number) => computeMean((group) => Math.abs(score(group.b) - group.official))
  const mean = computeMean(({ b }) => estimate[b])
  const ownError = getError((b) => estimate[b])
  const constant = getError(() => AVERAGE)
  const flat = getError(() => mean)
  const { rho } = rankCorrelation(
    judged.map(({ b }) => estimate[b]),
    judged.map((group) => group.official),
  )
  const around = `the estimate against the mean score of FEMA's zones around block-group centers of ${city}`
  const line = (instead: string, value: number, reached: boolean | null) =>
    finding(`${around}${instead}`, 'mean points', value, judged.length, { reached })
  const classes = `the estimate at block-group centers of ${city} against FEMA's 1% and 0.2% zones there`
  const value = auc(hazards(inside.filter((b) => !isDry(b))), hazards(inside.filter(isDry)))
  return [
    finding(classes, 'AUC', value, inside.length),
    finding(around, 'Spearman rho', rho, judged.length),
    line('', ownError, ownError < constant),
    line(`, a constant ${AVERAGE} instead`, constant, null),
    line(", the estimate's mean over the city instead", flat, ownError <= flat),
  ]
}

/** Expected score of the average resident of the three states, based on 7.0 of 89 million residents in the 1% zone. */
const AVERAGE = 238

/**
 * Returns the mean score of the zones at 200 points spread evenly within `km` of a place, or NaN if more than a fifth
 * of the points are outside the map.
 */
function meanZoneScore(
  zoneAt: (lon: number, lat: number, clearance: number) => number,
  lon: number,
  lat: number,
  km: number,
): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  const scores: number[] = []
  for (let i = 0; i < 200; i++) {
    // The points form a sunflower pattern: equal areas, turned by the golden angle.
    const degrees = (km * Math.sqrt((i + 0.5) / 200)) / kmPerDegree
    const angle = i * Math.PI * (3 - Math.sqrt(5))
    const score = zoneAt(lon + (degrees * Math.cos(angle)) / cos, lat + degrees * Math.sin(angle), 0)
    if (score > 0) scores.push(score)
  }
  return scores.length < 160 ? Number.NaN : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** Returns the score of the zone at a place, or 0 outside the map or closer than `clearance` km to a border. */
export function zoneIndex(zones: readonly FloodZone[]): (lon: number, lat: number, clearance: number) => number {
  const scores = [...new Set(zones.map(({ score }) => score))].sort((a, b) => a - b)
  const indices = scores.map((score) => ({
    score,
    index: new EdgeIndex(zones.filter((zone) => zone.score === score).map((zone) => zone.polygon)),
  }))
  return (lon, lat, clearance) => {
    const layer = indices.find(({ index }) => index.containing(lon, lat) !== -1)
    if (layer === undefined || indices.some(({ index }) => index.borderWithin(lon, lat, clearance))) return 0
    return layer.score
  }
}

const INLAND = 15 // km from the coast

/**
 * Compares the estimate with the flood flags of Superfund sites (GAO-20-73), which GAO derived from FEMA's flood map
 * and NOAA's surge and sea-level maps.
 */
async function superfundFlags(context: ValidationContext): Promise<Finding[]> {
  const flag = (heading: string) => number({ heading, min: 0, max: 1 })
  const rows = await readRecords(context.sources, 'epa/superfund-sites.csv.gz', {
    state: text({ heading: 'State' }),
    ...coordinates('Latitude', 'Longitude', false),
    flood: flag('Flooding 1 Percent'),
    unknown: flag('Flooding Unknown'),
    surge: flag('SLOSH Category 4 or 5'),
    sea: flag('SLR 8 ft'),
  })
  const covered = rows.filter(({ state }) => coveredStates.some(({ postal }) => postal === state))
  const scores = scoresAt(context, 'flood', covered)
  const coast = createCoast(await loadSeaWater(context.sources))
  const sites = covered.flatMap((site, i) => (scores[i] > 0 ? [{ ...site, hazard: 255 - scores[i] }] : []))
  const mapped = sites.filter(({ unknown }) => unknown === 0)
  const inland = mapped.filter(({ lon, lat }) => coast.at(lon, lat).waterKm > INLAND)
  type Site = (typeof sites)[number]
  const inFloodZone = ({ flood }: Site) => flood === 1
  const byTheSea = ({ surge, sea }: Site) => surge === 1 || sea === 1
  const inZone = "Superfund sites in FEMA's 1% flood zone"
  const judges: [check: string, among: Site[], flagged: (site: Site) => boolean, trial: number | null][] = [
    [`${inZone}, among sites with a flood map`, mapped, inFloodZone, 0.706],
    [`${inZone}, those with an unknown flood hazard counted as outside`, sites, inFloodZone, null],
    ['Superfund sites within reach of a category 4-5 surge or 8 ft of sea-level rise', sites, byTheSea, 0.9],
    [`the 1% flood zone at sites more than ${INLAND} km inland (weak)`, inland, inFloodZone, null],
  ]
  return judges.map(([check, among, flagged, trial]) => {
    const hazards = (wanted: boolean) => among.filter((site) => flagged(site) === wanted).map(({ hazard }) => hazard)
    const value = auc(hazards(true), hazards(false))
    // The tolerance of 0.01 is small: the standard error of an AUC over about 200 sites is 0.035.
    return finding(check, 'AUC', value, among.length, { trial, reached: trial === null ? null : value >= trial - 0.01 })
  })
}
