import { defineDimension, type Reading } from './dimension.ts'
import { getSentence, type Ladder, oneDigit, opening, type PhraseUnits, peopleText } from './words.ts'

const ladder: Ladder = [
  [1, 'Car dependent'],
  [52, 'Mostly car dependent'],
  [128, 'Somewhat walkable'],
  [192, 'Very walkable'],
  [236, 'Pedestrian priority'],
]

export const walkability = defineDimension({
  id: 'walkability',
  group: 'vibe',
  name: 'Walkability',
  scale: { low: 'Car Dependent', middle: null, high: 'Pedestrian Priority', zero: 'no data' },
  ends: ['car dependent', 'pedestrian priority'],
  ladder,
  than: ['Less walkable', 'More walkable'],
  method:
    'Weighted mean of ranks in the three states, with weights in parentheses: daytime population within about half a ' +
    'mile (2), EPA walkability index (1.5), homes from before 1980 (1), public schools (1), listed stores, museums and ' +
    'charging stations (1), and commuters on foot and homes without a car (1).',
  describe(place) {
    return getSentence(opening(ladder, place), place, getFacts, '2018-24')
  },
})

function getFacts({ fact }: Reading, units: PhraseUnits): string[] {
  const day = fact('day_people_km2')
  const older = fact('older_homes_pct')
  const index = fact('walk_index')
  const facts: string[] = []
  if (!Number.isNaN(day)) facts.push(`${peopleText(day, units)} around by day`)
  if (!Number.isNaN(older)) facts.push(`${Math.round(older)}% of homes built before 1980`)
  if (!Number.isNaN(index)) facts.push(`EPA walkability index ${oneDigit(index)} of 20`)
  return facts
}
