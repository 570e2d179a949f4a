import { auc, rankCorrelation } from '../../statistics.ts'
import type { Check, Checker, ValidationContext } from '../../validate/check.ts'
import { hazardsIn, readProximities } from './score.ts'
import { readHazardSites } from './sites.ts'

const dimension = 'industrial-proximity'

/** Judges the score by named places, and the method by a sign of industry that is held out of it. */
export const check: Checker = async (context) => [
  namedPlaces(context),
  await heldOut(context),
  ...knownMisses.map((place) => miss(context, place)),
]

function namedPlaces(context: ValidationContext): Check {
  const industrial = scoresAt(context, industrialPlaces)
  const residential = scoresAt(context, residentialPlaces)
  return {
    dimension,
    check: 'well-known industrial places score below well-known residential ones',
    statistic: 'AUC',
    value: auc(residential, industrial),
    n: industrial.length + residential.length,
    trial: 0.995,
    reached: auc(residential, industrial) >= 0.98, // other places than the trial's: one pair in a hundred is one place
  }
}

async function heldOut(context: ValidationContext): Promise<Check> {
  const hazards = await hazardsIn(context, await readHazardSites(context.sources))
  const { riskProximity } = await readProximities(context)
  const { rho, n } = rankCorrelation(hazards(context.centers, 'without risk management'), riskProximity)
  const check = 'hazard sum without risk-management sites against their proximity, block groups'
  return { dimension, check, statistic: 'Spearman rho', value: rho, n, trial: 0.49, reached: rho >= 0.49 }
}

function miss(context: ValidationContext, place: NamedPlace): Check {
  const check = `known miss: ${place[0]}, industrial but not seen as such`
  const [value] = scoresAt(context, [place])
  return { dimension, check, statistic: 'score', value, n: 1, trial: null, reached: null }
}

function scoresAt(context: ValidationContext, places: readonly NamedPlace[]): Uint8Array {
  const lat = Float64Array.from(places, (place) => place[1])
  const lon = Float64Array.from(places, (place) => place[2])
  return context.scores(dimension, lat, lon)
}

/** A name, degrees north, degrees east. */
type NamedPlace = readonly [name: string, lat: number, lon: number]

/** Refineries, chemical plants, mills, ports and industrial districts that are known as such. */
const industrialPlaces: readonly NamedPlace[] = [
  ['Richmond Chevron', 37.935, -122.395],
  ['Martinez refinery', 38.025, -122.065],
  ['Rodeo refinery', 38.04, -122.255],
  ['Bayview Hunters Point', 37.728, -122.372],
  ['Wilmington', 33.775, -118.245],
  ['Carson refinery', 33.805, -118.235],
  ['Torrance refinery', 33.853, -118.335],
  ['El Segundo refinery', 33.91, -118.415],
  ['Vernon', 34.002, -118.21],
  ['Commerce', 33.995, -118.155],
  ['Terminal Island', 33.755, -118.25],
  ['City of Industry', 34.02, -117.95],
  ['Fontana steel', 34.09, -117.5],
  ['Pasadena TX', 29.725, -95.205],
  ['Deer Park', 29.712, -95.13],
  ['Baytown refinery', 29.745, -95.01],
  ['Texas City', 29.375, -94.93],
  ['Galena Park', 29.738, -95.235],
  ['Manchester Houston', 29.718, -95.255],
  ['Channelview', 29.833, -95.12],
  ['Port Arthur', 29.875, -93.955],
  ['Beaumont refinery', 30.068, -94.07],
  ['Corpus Christi refinery row', 27.81, -97.43],
  ['Freeport', 28.98, -95.355],
  ['Big Spring refinery', 32.27, -101.42],
  ['Borger', 35.7, -101.36],
  ['Cantonment mill', 30.6, -87.32],
  ['Port Tampa Hookers Point', 27.915, -82.44],
  ['Jacksonville Talleyrand', 30.355, -81.62],
  ['Medley', 25.865, -80.345],
  ['Palatka mill', 29.68, -81.68],
]

/** Neighbourhoods known for houses and little else. */
const residentialPlaces: readonly NamedPlace[] = [
  ['Beverly Hills', 34.085, -118.415],
  ['Palos Verdes Estates', 33.79, -118.39],
  ['La Jolla', 32.845, -117.265],
  ['Pacific Heights', 37.793, -122.435],
  ['Piedmont', 37.823, -122.232],
  ['Hillsborough', 37.565, -122.365],
  ['Mill Valley', 37.906, -122.545],
  ['Orinda', 37.88, -122.18],
  ['Saratoga', 37.26, -122.02],
  ['Turtle Rock Irvine', 33.635, -117.805],
  ['Mission Viejo', 33.6, -117.66],
  ['Rancho Santa Fe', 33.02, -117.2],
  ['Carmel', 36.555, -121.92],
  ['Highland Park TX', 32.833, -96.8],
  ['River Oaks', 29.753, -95.43],
  ['The Woodlands', 30.165, -95.5],
  ['First Colony Sugar Land', 29.59, -95.62],
  ['West Lake Hills', 30.295, -97.81],
  ['Alamo Heights', 29.485, -98.465],
  ['Southlake', 32.94, -97.135],
  ['West Plano', 33.06, -96.78],
  ['Coral Gables', 25.72, -80.27],
  ['Key Biscayne', 25.69, -80.163],
  ['Weston', 26.1, -80.4],
  ['West Boca Raton', 26.36, -80.18],
  ['Palm Beach', 26.705, -80.036],
  ['Pelican Bay Naples', 26.24, -81.81],
  ['Winter Park', 28.6, -81.35],
  ['Celebration', 28.32, -81.54],
  ['Ponte Vedra Beach', 30.24, -81.385],
]

/** Industrial places that the method is known to miss: phosphate works and a refinery in large tracts. */
const knownMisses: readonly NamedPlace[] = [
  ['Mulberry', 27.895, -81.973],
  ['Benicia refinery', 38.07, -122.138],
]
