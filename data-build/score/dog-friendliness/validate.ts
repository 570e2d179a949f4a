import { getPoints, nearestCenter, type Points } from '../../geography/center-index.ts'
import { kernelSources, pointView } from '../../geography/views.ts'
import { pairs } from '../../read/feature.ts'
import { readGeoJson, readJson } from '../../read/geojson.ts'
import { quantile, rankCorrelation, seededRandom, weightedMean } from '../../statistics.ts'
import { type Checker, type Finding, finding, spearman, type ValidationContext } from '../../validate/check.ts'
import { nearestPoint, readDogPlaces } from './places.ts'
import { dogRaw, dogSigns, parkReach } from './score.ts'

const dimension = 'dog-friendliness'
const leastAuc = 0.62 // minimum AUC of a useful score
const walkKm = 0.8
const none: Points = { lat: new Float64Array(0), lon: new Float64Array(0) }

export const check: Checker = async (context) => [
  ...(await dogParks(context)),
  ...walkToParks(context, 'Los Angeles', await losAngelesParks(context)),
  ...walkToParks(context, 'Austin', await austinParks(context)),
  likeWalkability(context),
]

const itself = 0.05 // km; a listed park this close is the same park, listed twice

/**
 * Compares the scores of the listed dog parks with the scores of homes in the same county, and in Florida with the
 * scores of other parks in the county. The score is computed without dog parks for this check.
 */
async function dogParks(context: ValidationContext): Promise<Finding[]> {
  const { lat, lon, population, areaKm2, county } = context.blockGroups
  const places = await readDogPlaces(context.sources)
  const signsAt = await dogSigns(context, { ...places, dogParks: none })
  const kernels = kernelSources(lat, lon, population, areaKm2)
  const rawAt = (points: Points, others: Points | null) => {
    const signs = signsAt(pointView(kernels, points.lat, points.lon))
    const reach = signs.parkKm.map((km) => (Number.isNaN(km) ? Number.NaN : parkReach))
    const parkKm = others
      ? nearestPoint(others, points, parkReach, itself).map((km, i) => (Number.isNaN(km) ? reach[i] : km))
      : signs.parkKm
    const raw = signs.walkability.map((_, i) => dogRaw({ ...signs, parkKm }, i))
    return { raw, county: Array.from(nearestCenter(context.blockGroups, points), (b) => county[b]) }
  }
  const dogs = places.dogParks
  const homes = { raw: rawAt({ lat, lon }, null).raw, county, weight: population }
  const parks = rawAt(places.parks, places.parks)
  const beside = { ...parks, weight: parks.raw.map(() => 1) }
  const listed = rawAt(dogs, null)
  const alone = rawAt(dogs, places.parks)
  const held = 'listed dog parks, no dog park in the score (other parks are, in Florida)'
  const florida = alone.county.map((fips, i) => (fips.startsWith('12') ? i : -1)).filter((i) => i >= 0)
  const austin = listed.county.map((fips, i) => (fips === '48453' ? i : -1)).filter((i) => i >= 0)
  const all = [...dogs.lat.keys()]
  const unlisted = 'dog parks of Austin, where no park enters the score, against the homes of their county'
  const [inAustin] = aucLines(unlisted, listed, austin, homes)
  return [
    ...aucLines(`${held}, against the homes of their county`, listed, all, homes),
    ...aucLines(`${held}, against other parks of their county`, alone, florida, beside),
    { ...inAustin, reached: null }, // eight dog parks are too few for a verdict
  ]
}

interface Values {
  readonly raw: ArrayLike<number>
  readonly county: readonly string[]
}

/**
 * Computes the probability that a value of `at` is higher than a value of `others` from the same county, where `others`
 * are drawn in proportion to their weight. The 95% interval comes from resampling counties.
 */
function aucLines(
  check: string,
  at: Values,
  which: readonly number[],
  others: Values & { weight: ArrayLike<number> },
): Finding[] {
  const byCounty = new Map<string, number[]>()
  for (const i of which) {
    const share = shareBelow(at.raw[i], others.raw, others.weight, others.county, at.county[i])
    byCounty.set(at.county[i], [...(byCounty.get(at.county[i]) ?? []), share])
  }
  const lists = [...byCounty.values()]
  const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length
  const random = seededRandom(14)
  const drawn = Array.from({ length: 1000 }, () =>
    mean(lists.flatMap(() => lists[Math.floor(random() * lists.length)])),
  )
  const auc = mean(lists.flat())
  const n = which.length
  return [
    finding(check, 'AUC', auc, n, { reached: auc >= leastAuc }),
    finding(check, 'AUC, low end of the 95% interval', quantile(drawn, 0.025), n),
    finding(check, 'AUC, high end of the 95% interval', quantile(drawn, 0.975), n),
  ]
}

/** Returns the weighted share of a county's values that are lower. Ties count half. */
function shareBelow(
  value: number,
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  counties: readonly string[],
  fips: string,
): number {
  let below = 0
  let all = 0
  counties.forEach((county, b) => {
    if (county !== fips || Number.isNaN(values[b])) return
    all += weights[b]
    if (values[b] <= value) below += values[b] < value ? weights[b] : weights[b] / 2
  })
  return below / all
}

/**
 * Checks whether residents of places with higher scores have a park within walking distance, using park outlines that
 * are not part of the score.
 */
function walkToParks(context: ValidationContext, city: string, parks: Points): Finding[] {
  const { lat, lon, population } = context.blockGroups
  const south = quantile(parks.lat, 0.01)
  const north = quantile(parks.lat, 0.99)
  const west = quantile(parks.lon, 0.01)
  const east = quantile(parks.lon, 0.99)
  const inside = [...lat.keys()].filter((b) => lat[b] > south && lat[b] < north && lon[b] > west && lon[b] < east)
  const at = (column: Float64Array) => Float64Array.from(inside, (b) => column[b])
  const km = nearestPoint(parks, { lat: at(lat), lon: at(lon) }, walkKm)
  const scores = context.scores(dimension, at(lat), at(lon))
  const low = quantile(scores, 0.25)
  const high = quantile(scores, 0.75)
  const share = (wanted: (score: number) => boolean) =>
    weightedMean(
      Array.from(km, (value) => (Number.isNaN(value) ? 0 : 1)),
      inside.map((b, i) => (wanted(scores[i]) ? population[b] : 0)),
    )
  const check = `people of ${city} within ${walkKm} km of a park, by outlines that enter no score`
  const ofHighest = share((score) => score >= high)
  const ofLowest = share((score) => score <= low)
  return [
    finding(check, 'share, highest fourth of scores', ofHighest, inside.length),
    finding(check, 'share, lowest fourth of scores', ofLowest, inside.length),
  ]
}

/** Returns the corners of the parks' outlines from an Overpass response, in which ways and relations refer to nodes. */
async function losAngelesParks({ sources }: ValidationContext): Promise<Points> {
  const answer = (await readJson(sources, 'osm/overpass_los_angeles_leisure_park_2025-12-09.json.gz')) as {
    elements: readonly { type: string; id: number; lat: number; lon: number; nodes?: number[] }[]
  }
  const corners = new Set(answer.elements.flatMap((element) => (element.type === 'way' ? (element.nodes ?? []) : [])))
  return getPoints(answer.elements.filter(({ type, id }) => type === 'node' && corners.has(id)))
}

async function austinParks({ sources }: ValidationContext): Promise<Points> {
  const layer = await readGeoJson(sources, 'parks/city_of_austin_parks_amfac_counts.geojson.gz', {
    properties: ['PARK_STATUS'],
  })
  const open = layer.features.filter(({ properties }) => String(properties.PARK_STATUS).startsWith('Open'))
  const rings = open.flatMap(({ polygons }) => polygons.map(([outer]) => outer))
  return getPoints(rings.flatMap((ring) => pairs(ring).map(([lon, lat]) => ({ lon, lat }))))
}

function likeWalkability(context: ValidationContext): Finding {
  const ranks = rankCorrelation(context.centerScores(dimension), context.centerScores('walkability'))
  const check = 'correlation with walkability at block-group centers (at most 0.8)'
  return { check, ...spearman(ranks, { reached: ranks.rho < 0.8 }) }
}
