import { auc, rankCorrelation } from '../../statistics.ts'
import {
  type Checker,
  type Finding,
  finding,
  scoresAt,
  spearman,
  type ValidationContext,
} from '../../validate/check.ts'
import type { KnownPlace } from '../../validate/known-places.ts'
import { hazardsIn, readProximities } from './score.ts'
import { readHazardSites } from './sites.ts'

const dimension = 'industrial-proximity'

/** Judges the score by named places, and the method by a sign of industry that is held out of it. */
export const check: Checker = async (context) => [
  namedPlaces(context),
  await heldOut(context),
  ...placesOf(context, largeSites, ({ name }, score) => {
    const check = `${name}, a large industrial site in a tract of few people: industrial surroundings`
    return finding(check, 'score', score, 1, { reached: score < industrialBelow })
  }),
  ...placesOf(context, knownMisses, ({ name }, score) =>
    finding(`known miss: ${name}, industrial but not seen as such`, 'score', score, 1),
  ),
]

function placesOf(
  context: ValidationContext,
  places: readonly KnownPlace[],
  judged: (place: KnownPlace, score: number) => Finding,
): Finding[] {
  const scores = scoresAt(context, dimension, places)
  return places.map((place, i) => judged(place, scores[i]))
}

function namedPlaces(context: ValidationContext): Finding {
  const industrial = scoresAt(context, dimension, industrialPlaces)
  const residential = scoresAt(context, dimension, residentialPlaces)
  const check = 'well-known industrial places score below well-known residential ones'
  const value = auc(residential, industrial)
  // Other places than the trial's: one pair in a hundred is one place.
  const judged = { trial: 0.995, reached: value >= 0.98 }
  return finding(check, 'AUC', value, industrial.length + residential.length, judged)
}

async function heldOut(context: ValidationContext): Promise<Finding> {
  const hazards = await hazardsIn(context, await readHazardSites(context.sources))
  const { risk_management_proximity: proximity } = await readProximities(context)
  const ranks = rankCorrelation(hazards(context.centers, 'without risk management'), proximity)
  const check = 'hazard sum without risk-management sites against their proximity, block groups'
  return { check, ...spearman(ranks, { trial: 0.49, reached: ranks.rho >= 0.49 }) }
}

const industrialBelow = 110 // where the words say "Industrial surroundings"

/** Refineries, chemical plants, mills, ports and industrial districts that are known as such. */
const industrialPlaces: readonly KnownPlace[] = [
  { name: 'Richmond Chevron', lat: 37.935, lon: -122.395 },
  { name: 'Martinez refinery', lat: 38.025, lon: -122.065 },
  { name: 'Rodeo refinery', lat: 38.04, lon: -122.255 },
  { name: 'Bayview Hunters Point', lat: 37.728, lon: -122.372 },
  { name: 'Wilmington', lat: 33.775, lon: -118.245 },
  { name: 'Carson refinery', lat: 33.805, lon: -118.235 },
  { name: 'Torrance refinery', lat: 33.853, lon: -118.335 },
  { name: 'El Segundo refinery', lat: 33.91, lon: -118.415 },
  { name: 'Vernon', lat: 34.002, lon: -118.21 },
  { name: 'Commerce', lat: 33.995, lon: -118.155 },
  { name: 'Terminal Island', lat: 33.755, lon: -118.25 },
  { name: 'City of Industry', lat: 34.02, lon: -117.95 },
  { name: 'Fontana steel', lat: 34.09, lon: -117.5 },
  { name: 'Pasadena TX', lat: 29.725, lon: -95.205 },
  { name: 'Deer Park', lat: 29.712, lon: -95.13 },
  { name: 'Baytown refinery', lat: 29.745, lon: -95.01 },
  { name: 'Texas City', lat: 29.375, lon: -94.93 },
  { name: 'Galena Park', lat: 29.738, lon: -95.235 },
  { name: 'Manchester Houston', lat: 29.718, lon: -95.255 },
  { name: 'Channelview', lat: 29.833, lon: -95.12 },
  { name: 'Port Arthur', lat: 29.875, lon: -93.955 },
  { name: 'Beaumont refinery', lat: 30.068, lon: -94.07 },
  { name: 'Corpus Christi refinery row', lat: 27.81, lon: -97.43 },
  { name: 'Freeport', lat: 28.98, lon: -95.355 },
  { name: 'Big Spring refinery', lat: 32.27, lon: -101.42 },
  { name: 'Borger', lat: 35.7, lon: -101.36 },
  { name: 'Cantonment mill', lat: 30.6, lon: -87.32 },
  { name: 'Port Tampa Hookers Point', lat: 27.915, lon: -82.44 },
  { name: 'Jacksonville Talleyrand', lat: 30.355, lon: -81.62 },
  { name: 'Medley', lat: 25.865, lon: -80.345 },
  { name: 'Palatka mill', lat: 29.68, lon: -81.68 },
]

/** Neighborhoods known for houses and little else. */
const residentialPlaces: readonly KnownPlace[] = [
  { name: 'Beverly Hills', lat: 34.085, lon: -118.415 },
  { name: 'Palos Verdes Estates', lat: 33.79, lon: -118.39 },
  { name: 'La Jolla', lat: 32.845, lon: -117.265 },
  { name: 'Pacific Heights', lat: 37.793, lon: -122.435 },
  { name: 'Piedmont', lat: 37.823, lon: -122.232 },
  { name: 'Hillsborough', lat: 37.565, lon: -122.365 },
  { name: 'Mill Valley', lat: 37.906, lon: -122.545 },
  { name: 'Orinda', lat: 37.88, lon: -122.18 },
  { name: 'Saratoga', lat: 37.26, lon: -122.02 },
  { name: 'Turtle Rock Irvine', lat: 33.635, lon: -117.805 },
  { name: 'Mission Viejo', lat: 33.6, lon: -117.66 },
  { name: 'Rancho Santa Fe', lat: 33.02, lon: -117.2 },
  { name: 'Carmel', lat: 36.555, lon: -121.92 },
  { name: 'Highland Park TX', lat: 32.833, lon: -96.8 },
  { name: 'River Oaks', lat: 29.753, lon: -95.43 },
  { name: 'The Woodlands', lat: 30.165, lon: -95.5 },
  { name: 'First Colony Sugar Land', lat: 29.59, lon: -95.62 },
  { name: 'West Lake Hills', lat: 30.295, lon: -97.81 },
  { name: 'Alamo Heights', lat: 29.485, lon: -98.465 },
  { name: 'Southlake', lat: 32.94, lon: -97.135 },
  { name: 'West Plano', lat: 33.06, lon: -96.78 },
  { name: 'Coral Gables', lat: 25.72, lon: -80.27 },
  { name: 'Key Biscayne', lat: 25.69, lon: -80.163 },
  { name: 'Weston', lat: 26.1, lon: -80.4 },
  { name: 'West Boca Raton', lat: 26.36, lon: -80.18 },
  { name: 'Palm Beach', lat: 26.705, lon: -80.036 },
  { name: 'Pelican Bay Naples', lat: 26.24, lon: -81.81 },
  { name: 'Winter Park', lat: 28.6, lon: -81.35 },
  { name: 'Celebration', lat: 28.32, lon: -81.54 },
  { name: 'Ponte Vedra Beach', lat: 30.24, lon: -81.385 },
]

/** Industrial places of which tract shares alone say little. */
const largeSites: readonly KnownPlace[] = [
  { name: 'Benicia refinery', lat: 38.07, lon: -122.138 },
  { name: 'Kettleman Hills landfill', lat: 35.96, lon: -120.01 },
  { name: 'Bartow phosphate works near Mulberry', lat: 27.905, lon: -81.917 },
  { name: 'Buttonwillow landfill', lat: 35.4, lon: -119.61 },
]

/** The town of Mulberry between phosphate mines, which report no releases, and works 3 to 6 miles off. */
const knownMisses: readonly KnownPlace[] = [{ name: 'Mulberry', lat: 27.895, lon: -81.973 }]
