import { defineDimension, type Reading } from './dimension.ts'
import { type Ladder, opening, sentenceOf } from './words.ts'

const ladder: Ladder = [
  [1, 'Unappealing surroundings'],
  [52, 'Below-average surroundings'],
  [104, 'Average surroundings'],
  [154, 'Above-average surroundings'],
  [205, 'Appealing surroundings'],
]

export const visualAppeal = defineDimension({
  id: 'visual-appeal',
  group: 'vibe',
  name: 'Visual appeal',
  scale: {
    low: 'Distressed: unappealing surroundings',
    middle: null,
    high: 'Exclusive/Estate: appealing surroundings',
    zero: 'no data',
  },
  ends: ['distressed', 'exclusive'],
  ladder,
  than: ['Less appealing', 'More appealing'],
  method:
    'Estimate: rank of greenness against the region, absence of industry, mobile homes and railroads, and parks ' +
    'in reach. It does not see beauty, architecture or upkeep.',
  example: {
    score: 58,
    description:
      'Below-average surroundings (estimate): less green than where 98 % of people live, railroads nearer than ' +
      '96 %, fewer mobile homes than 89 % (data of 2018-24; beauty and upkeep are not seen).',
  },
  describe(place) {
    return sentenceOf(opening(ladder, place), reasons(place), 'data of 2018-24; beauty and upkeep are not seen')
  },
})

/** Inputs of the score, as ranks among people, with the words for more and for less of each. */
const inputs: readonly (readonly [fact: string, better: string, worse: string])[] = [
  ['green_rank', 'greener', 'less green'],
  ['industry_rank', 'less industry', 'more industry'],
  ['mobile_rank', 'fewer mobile homes', 'more mobile homes'],
  ['rail_rank', 'railroads farther', 'railroads nearer'],
  ['park_rank', 'more parks in reach', 'fewer parks in reach'],
]
/** Percentage points around the middle within which ranks are not mentioned. */
const PLAIN = 8

/**
 * Lists the inputs that shaped the score, strongest first: `greener than where 82 % of people live, railroads nearer
 * than 70 %`.
 */
function reasons({ fact }: Reading): string[] {
  const told = inputs
    .map(([id, better, worse]) => ({ rank: fact(id), better, worse }))
    .filter(({ rank }) => Math.abs(rank - 50) >= PLAIN)
    .sort((a, b) => Math.abs(b.rank - 50) - Math.abs(a.rank - 50))
  if (told.length === 0 && !Number.isNaN(fact('green_rank')))
    return ['greenness, industry, railroads and parks as in the middle of the three states']
  return told.map(({ rank, better, worse }, i) => {
    const words = rank > 50 ? `${better} than` : `${worse} than`
    const percent = Math.round(rank > 50 ? rank : 100 - rank)
    return i === 0 ? `${words} where ${percent} % of people live` : `${words} ${percent} %`
  })
}
