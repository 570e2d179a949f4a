import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, type Ladder, opening, sentenceOf } from './words.ts'

const ladder: Ladder = [
  [1, 'Not easy for dogs'],
  [52, 'Fair for dogs'],
  [104, 'Good for dogs'],
  [180, 'Very good for dogs'],
]

export const dogFriendliness = defineDimension({
  id: 'dog-friendliness',
  group: 'vibe',
  name: 'Dog friendliness',
  scale: {
    low: 'not easy for dogs: no park in reach, or little green, room and quiet',
    middle: null,
    high: 'very good for dogs: parks in reach, green, quiet and room for a yard',
    zero: 'no data',
  },
  ends: ['little green or room', 'parks, room and quiet'],
  ladder,
  than: ['Less dog-friendly', 'More dog-friendly'],
  method:
    'Estimate: rank of land near a park (3; in Florida also the nearest recorded park), walkability, ' +
    'greenness, quiet and room for a yard (1 each; weights in parentheses), with a bonus near recorded dog parks ' +
    '(Florida, Austin). It measures green, room and quiet, not dog parks: it hardly tells these from other ' +
    'places.',
  example: {
    score: 123,
    description:
      'Good for dogs (estimate): 100 % of this census tract near a park, listed dog park 0.6 miles (1 km) ' +
      'away, quieter than where 21 % of people live (data of 2018-24).',
  },
  describe(place) {
    return sentenceOf(opening(ladder, place), [...parkWords(place), ...quietWords(place)], 'data of 2018-24')
  },
})

const parkToldWithin = 5 // km; distances in the fact end here

function parkWords({ fact, units }: Reading): string[] {
  const words: string[] = []
  const park = fact('park_km')
  const dogPark = fact('dog_park_km')
  const access = fact('park_access_pct')
  if (park < parkToldWithin) words.push(`nearest listed park ${distanceText(park, units)}`)
  if (!Number.isNaN(access)) words.push(`${Math.round(access)} % of this census tract near a park`)
  if (!Number.isNaN(dogPark)) words.push(`listed dog park ${distanceText(dogPark, units)} away`)
  return words
}

function quietWords({ fact }: Reading): string[] {
  const quieter = fact('quieter_pct')
  return Number.isNaN(quieter) ? [] : [`quieter than where ${Math.round(quieter)} % of people live`]
}
