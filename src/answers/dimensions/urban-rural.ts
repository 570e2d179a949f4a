import { defineDimension } from './dimension.ts'
import { type Ladder, opening, peopleText } from './words.ts'

/** The labels change at about 7,500, 2,400, 600 and 100 people per km². The density falls as the score rises. */
const ladder: Ladder = [
  [1, 'Dense urban core'],
  [25, 'Urban'],
  [100, 'Suburban'],
  [175, 'Small town or outskirts'],
  [220, 'Rural'],
]

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
  ladder,
  than: ['More urban', 'More rural'],
  method:
    'People within a few miles, averaged over night and day (kernels of 2 and 5 km). In towns, the rank of people who ' +
    'walk to work or have no car is added. The score is 0.6 × the rank in the three states plus 0.4 × a fixed log scale.',
  describe(place) {
    const lead = opening(ladder, place)
    const around = place.fact('around_km2')
    if (Number.isNaN(around)) return `${lead} (2020-24).`
    const people = peopleText(around, place.units, place.score === 1 ? 'more than' : 'about')
    const within = place.units === 'metric' ? '5 km' : '3 miles (5 km)'
    return `${lead}: ${people} within about ${within}, averaged over day and night (2020-24).`
  },
})
