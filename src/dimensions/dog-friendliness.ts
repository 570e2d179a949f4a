import { defineDimension } from './dimension.ts'

export const dogFriendliness = defineDimension({
  id: 'dog-friendliness',
  group: 'vibe',
  name: 'Dog friendliness',
  scale: {
    low: 'hardly a park or a walk without a car',
    middle: null,
    high: 'parks and walks from the door',
    zero: 'no data',
  },
  ends: ['hardly a park', 'parks from the door'],
  than: ['Less dog-friendly', 'More dog-friendly'],
  method:
    'Estimate: rank of the mean of walkability and land near a park, with a bonus near recorded dog parks and trailheads (Florida, Austin).',
  example: {
    score: 196,
    description:
      'Estimate: very good for dogs; 90 % of the area within a mile of a park; recorded dog park 0.8 km away.',
  },
  describe(place) {
    const lead = place.basis === 'estimate' ? `Estimate: ${wordsOf(place.score)}` : wordsOf(place.score)
    const parks = place.fact('park_access_pct')
    const dogPark = place.fact('dog_park_km')
    const trailhead = place.fact('trailhead_km')
    const access = Number.isNaN(parks) ? '' : `; ${Math.round(parks)} % of the area within a mile of a park`
    const leash = Number.isNaN(dogPark) ? '' : `; recorded dog park ${oneDigit(dogPark)} km away`
    const trail = Number.isNaN(trailhead) || trailhead > 3 ? '' : `; trailhead ${oneDigit(trailhead)} km away`
    return `${lead}${access}${leash}${trail}.`
  },
})

function wordsOf(score: number): string {
  if (score < 52) return 'not easy for dogs'
  if (score < 104) return 'fair for dogs'
  if (score < 180) return 'good for dogs'
  return 'very good for dogs'
}

function oneDigit(value: number): string {
  const tenths = Math.round(value * 10)
  const whole = Math.floor(tenths / 10)
  return `${whole}.${tenths - 10 * whole}`
}
