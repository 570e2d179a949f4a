import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, homesText, type Ladder, opening } from './words.ts'

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
    'Estimate: rank of land near a park (3; in Florida also the nearest recorded park), walkability, greenness, quiet and room for a yard (1 each; weights in brackets), with a bonus near recorded dog parks (Florida, Austin). It tells dog parks from homes (AUC 0.64), hardly from other parks (0.56, short of 0.62).',
  example: {
    score: 123,
    description:
      'Good for dogs (estimate): 100 % of this census tract within 1 mile (1.6 km) of a park; listed dog park 0.6 miles (1 km) away; in the neighborhood 6.1 homes per acre (15 per hectare), quieter than where 21 % of people live.',
  },
  describe(place) {
    const facts = [...parkWords(place), neighborhoodWords(place)].filter((text) => text !== '').join('; ')
    return `${opening(ladder, place)}${facts === '' ? '' : `: ${facts}`}.`
  },
})

const mile = 1.609344 // km
const parkToldWithin = 5 // km: the fact ends there
const homesToldFrom = 125 // per km², half a home per acre: the mean around a lone town says nothing about its yards

function parkWords({ fact, units }: Reading): string[] {
  const words: string[] = []
  const park = fact('park_km')
  const dogPark = fact('dog_park_km')
  const access = fact('park_access_pct')
  if (park < parkToldWithin) words.push(`nearest listed park ${distanceText(park, units)}`)
  if (!Number.isNaN(access))
    words.push(`${Math.round(access)} % of this census tract within ${distanceText(mile, units)} of a park`)
  if (!Number.isNaN(dogPark)) words.push(`listed dog park ${distanceText(dogPark, units)} away`)
  return words
}

function neighborhoodWords({ fact, units }: Reading): string {
  const homes = fact('homes_km2')
  const quieter = fact('quieter_pct')
  const words: string[] = []
  if (homes >= homesToldFrom) words.push(homesText(homes, units))
  if (!Number.isNaN(quieter)) words.push(`quieter than where ${Math.round(quieter)} % of people live`)
  return words.length === 0 ? '' : `in the neighborhood ${words.join(', ')}`
}
