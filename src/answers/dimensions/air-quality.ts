import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, type Ladder, oneDigit, wordsFor } from './words.ts'

const modeledWithinKm = 50 // values farther than this from a monitor are estimates

/**
 * Steps at a mean daily index of 100, 75, 50, 35 and 30. At an index of 35 or less, PM2.5 meets the 9 µg/m³ standard.
 */
const ladder: Ladder = [
  [1, 'Dangerous air'],
  [2, 'Poor air'],
  [92, 'Moderate air'],
  [183, 'Fair air'],
  [235, 'Good air'],
  [255, 'Clean air'],
]

export const airQuality = defineDimension({
  id: 'air-quality',
  group: 'environment',
  name: 'Air quality',
  scale: {
    low: 'consistently dangerous AQI readings (daily mean 100 or more)',
    middle: null,
    high: 'consistently clean air (daily mean AQI 30 or less)',
    zero: 'no monitoring data',
  },
  ends: ['dangerous air', 'clean air'],
  ladder,
  than: ['More polluted air', 'Cleaner air'],
  method:
    'Mean daily air quality index: PM2.5 between the monitors of 2024 and days above the ozone standard, ' +
    'fitted to the published indexes of counties 2022-24 and corrected by them; (100 − index) / 70. From 50 km ' +
    'from a monitor on an estimate, from 200 km on none.',
  example: {
    score: 193,
    description:
      'Fair air: mean daily AQI about 47, fine particles (PM2.5) 10 µg/m³; nearest monitor 2.5 miles (4 km) ' +
      'away (2022-24).',
  },
  basis: (fact) => (fact('monitor_km') <= modeledWithinKm ? 'modeled' : 'estimate'),
  describe(place) {
    const pm25 = place.fact('pm25')
    const particles = Number.isNaN(pm25) ? '' : `, fine particles (PM2.5) ${oneDigit(pm25)} µg/m³`
    return (
      `${wordsFor(ladder, place.score)}: mean daily AQI ` +
      `${indexWords(place.score)}${particles}${monitorWords(place)} (2022-24).`
    )
  },
})

/** Converts a score back to the air quality index it was computed from. */
function indexWords(score: number): string {
  if (score >= 255) return '30 or less'
  if (score <= 1) return '100 or more'
  return `about ${Math.round(100 - (70 * (score - 1)) / 254)}`
}

function monitorWords(place: Reading): string {
  const km = place.fact('monitor_km')
  if (Number.isNaN(km)) return place.basis === 'estimate' ? '; an estimate' : ''
  const distance = km < 1 ? `within ${distanceText(1, place.units)}` : `${distanceText(km, place.units)} away`
  const monitor = `nearest monitor ${distance}`
  return place.basis === 'estimate' ? `; an estimate, ${monitor}` : `; ${monitor}`
}
