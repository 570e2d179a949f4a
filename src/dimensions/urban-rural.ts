import { defineDimension } from './dimension.ts'

export const urbanRural = defineDimension({
  id: 'urban-rural',
  group: 'vibe',
  name: 'Urban-rural (Tranquility Index)',
  scale: {
    low: 'dense urban core (wall-to-wall pavement, no greenery)',
    middle: null,
    high: 'rural (farms, forests, barely a building)',
    zero: 'no data',
  },
  ends: ['dense city', 'countryside'],
  than: ['More urban', 'More rural'],
  method:
    'Mean of night and day people per km² seen from 1 and 5 km: 0.6 rank in the three states, 0.4 fixed log scale.',
  example: {
    score: 38,
    description: 'Dense urban core: about 2500 residents per km² around, about 9000 people per km² by day.',
  },
  describe(place) {
    const residents = place.fact('people_km2')
    const day = place.fact('day_people_km2')
    const lead = place.basis === 'estimate' ? `${wordsOf(place.score)} (estimate)` : wordsOf(place.score)
    const night = Number.isNaN(residents) ? '' : `about ${twoDigits(residents)} residents per km² around`
    const daytime = Number.isNaN(day) ? '' : `about ${twoDigits(day)} people per km² by day`
    if (night === '' && daytime === '') return `${lead}.`
    return `${lead}: ${night}${night !== '' && daytime !== '' ? ', ' : ''}${daytime}.`
  },
})

/** Bounds at about 7,500, 2,400, 600 and 100 people per km² within some kilometers. */
function wordsOf(score: number): string {
  if (score < 25) return 'Dense urban core'
  if (score < 100) return 'Urban'
  if (score < 175) return 'Suburban'
  if (score < 220) return 'Small town or outskirts'
  return 'Rural'
}

function twoDigits(value: number): number {
  const step = value < 100 ? 1 : value < 1000 ? 10 : value < 10_000 ? 100 : 1000
  return Math.round(value / step) * step
}
