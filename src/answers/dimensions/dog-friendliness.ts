import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, getSentence, type Ladder, opening, type PhraseUnits } from './words.ts'

const ladder: Ladder = [
  [1, 'Hard for dogs'],
  [52, 'Fair for dogs'],
  [104, 'Good for dogs'],
  [180, 'Very good for dogs'],
]

export const dogFriendliness = defineDimension({
  id: 'dog-friendliness',
  group: 'vibe',
  name: 'Dog friendliness',
  scale: {
    low: 'hard for dogs: no park in reach, or little green, room and quiet',
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
    '(Florida, Austin). It measures green, room and quiet rather than dog parks, which it can hardly distinguish from other ' +
    'places.',
  describe(place) {
    return getSentence(opening(ladder, place), place, getFacts, 'parks, room and quiet of 2018-24')
  },
})

function getFacts(place: Reading, units: PhraseUnits): string[] {
  const before = isHardThoughNear(place) ? shortcomings(place) : []
  return [...before, ...parkWords(place, units), ...quietWords(place)]
}

/**
 * Checks whether a place is hard for dogs for reasons other than a lack of parks. If so, the description lists the
 * reasons.
 */
function isHardThoughNear({ score, fact }: Reading): boolean {
  return score < 52 && (Math.round(fact('park_access_pct')) >= 50 || fact('park_km') < 1)
}

/** Homes per km² above which few homes have a yard: 6 per acre, streets included. */
const NO_YARDS = 1500
/**
 * Difference in NDVI (a vegetation index) from the mean within about 25 km, below which a place is among the barest
 * third.
 */
const BARE = -0.025

/**
 * Names what makes a place hard for dogs although a park is near. Noise is not listed, because the description always
 * mentions it.
 */
function shortcomings({ fact }: Reading): string[] {
  const words: string[] = []
  if (fact('homes_km2') >= NO_YARDS) words.push('little room for yards')
  if (fact('greener') <= BARE) words.push('less green than the region')
  return words.length > 0 ? words : ['little in reach on foot']
}

const parkMentionedWithin = 5 // km

/**
 * Distance in km within which a place is considered inside the park: half of the 50 m step in which distances are
 * stored.
 */
const INSIDE = 0.025

function parkWords({ fact }: Reading, units: PhraseUnits): string[] {
  const words: string[] = []
  const park = fact('park_km')
  const dogPark = fact('dog_park_km')
  const access = fact('park_access_pct')
  if (park < parkMentionedWithin)
    words.push(park < INSIDE ? 'in a listed park' : `nearest listed park ${distanceText(park, units)}`)
  if (!Number.isNaN(access)) words.push(accessWords(Math.round(access)))
  if (!Number.isNaN(dogPark))
    words.push(dogPark < INSIDE ? 'in a listed dog park' : `listed dog park ${distanceText(dogPark, units)} away`)
  return words
}

function accessWords(percent: number): string {
  if (percent >= 100) return 'every home of this census tract is near a park'
  return percent <= 0 ? 'no park near this census tract' : `${percent}% of this census tract is near a park`
}

function quietWords({ fact }: Reading): string[] {
  const quieter = Math.round(fact('quieter_pct'))
  if (Number.isNaN(quieter)) return []
  // "Traffic" stands for roads, railroads and airports.
  return [
    quieter >= 50
      ? `farther from traffic than ${quieter}% of homes`
      : `closer to traffic than ${100 - quieter}% of homes`,
  ]
}
