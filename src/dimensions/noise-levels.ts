import { defineDimension } from './dimension.ts'

/** dB(A): levels up to here are not told apart. */
const QUIET = 20
/** dB(A): a point with this much rail noise is within a mile of rails for certain. */
const NEAR_RAILS = 38

export const noiseLevels = defineDimension({
  id: 'noise-levels',
  group: 'environment',
  name: 'Noise levels',
  scale: {
    low: 'worst: extreme noise, next to a runway or heavy rail (85 dB(A) or more)',
    middle: null,
    high: 'best: nature sounds only (40 dB(A) or less)',
    zero: 'no noise data: under 35 dB(A), typically rural or very secluded',
  },
  ends: ['extreme noise', 'nature sounds only'],
  than: ['Louder', 'Quieter'],
  method:
    '24-hour mean level in dB(A): flights modeled from runways and yearly movements (FAA 2019), roads and railways ' +
    'estimated from residents, day-time people, traffic proximity and tracks nearby; rail lines are too coarse to find a house beside one.',
  example: { score: 131, description: 'Serenity: estimated composite 61 dB; road 60 dB, rail 41 dB, aviation 35 dB.' },
  describe(place) {
    const road = place.fact('road_db')
    const rail = place.fact('rail_db')
    const aviation = place.fact('aviation_db')
    let parts = ''
    if (!Number.isNaN(road)) parts += `; road ${decibels(road)}`
    if (!Number.isNaN(rail)) parts += `${parts === '' ? ';' : ','} rail ${decibels(rail)}`
    if (!Number.isNaN(aviation)) parts += `${parts === '' ? ';' : ','} aviation ${decibels(aviation)}`
    const kind = place.basis === 'estimate' ? 'estimated ' : ''
    const caveat = rail >= NEAR_RAILS ? ' Rail lines are coarse: right beside the tracks it is louder.' : ''
    return `Serenity: ${kind}composite ${composite(place.score)}${parts}.${caveat}`
  },
})

/** The level of a score: 255 is 40 dB or less, 1 is 85 dB or more. */
function composite(score: number): string {
  if (score >= 255) return '40 dB or less'
  if (score <= 1) return '85 dB or more'
  return `${Math.round(85 - (45 * (score - 1)) / 254)} dB`
}

function decibels(level: number): string {
  return level <= QUIET ? `under ${QUIET} dB` : `${Math.round(level)} dB`
}
