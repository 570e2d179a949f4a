import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, type Ladder, oneDigit, wordsFor } from './words.ts'

const modeledWithinKm = 50 // values beyond this distance from a monitor are estimates

const GOOD = 'Good air'

/**
 * EPA's categories by mean daily air quality index (AQI): over 100, 51 to 100, and 50 or less. The index is rounded to
 * a whole number first, because the description shows the rounded index.
 */
const ladder: Ladder = [
  [1, 'Air unhealthy for sensitive groups'],
  [2, 'Moderate air'],
  [181, GOOD],
]

/** Range of the mean index and EPA's name for it, for each label of the ladder. */
const categories: Readonly<Record<string, string>> = {
  'Air unhealthy for sensitive groups': 'over 100 is unhealthy for sensitive groups',
  'Moderate air': '51 to 100 is moderate',
  [GOOD]: '50 or less is good',
}

/** Federal limit of the annual mean of PM2.5 since 2024, µg/m³. */
const LIMIT = 9

export const airQuality = defineDimension({
  id: 'air-quality',
  group: 'environment',
  name: 'Air quality',
  scale: {
    low: 'consistently dangerous AQI readings (daily mean 100 or more, unhealthy for some)',
    middle: null,
    high: 'consistently clean air (daily mean AQI 30 or less, well within good)',
    zero: 'no monitoring data',
  },
  ends: ['dangerous air', 'clean air'],
  ladder,
  than: ['More polluted air', 'Cleaner air'],
  method:
    'Mean daily air quality index, modeled from PM2.5 (interpolated between the monitors of 2024) and days above the ozone standard, ' +
    'fitted to the published county indexes of 2022-24 and corrected by them. An index of 30 scores 255, and 100 scores 1. An estimate beyond ' +
    '50 km from a monitor; no score beyond 200 km.',
  basis: (fact) => (fact('monitor_km') <= modeledWithinKm ? 'modeled' : 'estimate'),
  describe(place) {
    const category = wordsFor(ladder, place.score)
    const index = `the daily AQI averages ${indexWords(place.score)} (${categories[category]})`
    return `${category}: ${index}${particleWords(place.fact('pm25'), category === GOOD)}${monitorWords(place)} (2022-24).`
  },
  getMeasure: ({ score }) => ({
    name: 'Mean daily air quality index (AQI), 2022-24',
    value: getIndex(score),
    unit: null,
  }),
  hazards: (place) =>
    compareToLimit(place.fact('pm25')) === 'above'
      ? [`fine particles (PM2.5) are above the federal limit of ${LIMIT} µg/m³`]
      : [],
})

/**
 * Describes the PM2.5 level and whether it is below the federal limit. Uses "but" if the air is good although PM2.5 is
 * above the limit.
 */
function particleWords(pm25: number, isGood: boolean): string {
  if (Number.isNaN(pm25)) return ''
  const side = compareToLimit(pm25)
  return `${isGood && side === 'above' ? ', but' : ';'} fine particles (PM2.5) ${oneDigit(pm25)} µg/m³, ${side} the federal limit of ${LIMIT}`
}

/** Compares a PM2.5 level, as it is shown, with the federal limit. An unknown level (NaN) counts as below the limit. */
function compareToLimit(pm25: number): 'at' | 'below' | 'above' {
  if (Number(oneDigit(pm25)) === LIMIT) return 'at'
  return pm25 > LIMIT ? 'above' : 'below'
}

/** Converts a score back to the air quality index it was computed from. */
function getIndex(score: number): number | string {
  if (score >= 255) return '30 or less'
  if (score <= 1) return '100 or more'
  return Math.round(100 - (70 * (score - 1)) / 254)
}

function indexWords(score: number): string {
  const index = getIndex(score)
  return typeof index === 'number' ? `about ${index}` : index
}

function monitorWords(place: Reading): string {
  const km = place.fact('monitor_km')
  if (Number.isNaN(km)) return place.basis === 'estimate' ? '; an estimate' : ''
  const distance = km < 1 ? `within ${distanceText(1, place.units)}` : `${distanceText(km, place.units)} away`
  const monitor = `nearest monitor ${distance}`
  return place.basis === 'estimate' ? `; an estimate, ${monitor}` : `; ${monitor}`
}
