import { defineDimension, type Reading } from './dimension.ts'
import { getSentence, type Ladder, opening } from './words.ts'

/** Minimum score for average surroundings. */
const AVERAGE = 104
/** Minimum score for above-average surroundings. */
const ABOVE = 154

const ladder: Ladder = [
  [1, 'Far below-average surroundings'],
  [52, 'Below-average surroundings'],
  [AVERAGE, 'Average surroundings'],
  [ABOVE, 'Above-average surroundings'],
  [205, 'Far above-average surroundings'],
]

export const visualAppeal = defineDimension({
  id: 'visual-appeal',
  group: 'vibe',
  name: 'Visual appeal',
  scale: {
    low: 'Distressed: surroundings with little green, or with industry or railroads near',
    middle: null,
    high: 'Exclusive/Estate: green surroundings, parks in reach, no industry or railroads near',
    zero: 'no data',
  },
  ends: ['distressed', 'exclusive'],
  ladder,
  than: ['Poorer surroundings', 'Better surroundings'],
  method:
    'Estimate: rank by greenness compared with the region and by the absence of industry, airports and mobile homes; with ' +
    'less weight, also by the absence of railroads and by parks in reach. It does not measure beauty, architecture or upkeep.',
  describe(place) {
    return getSentence(
      opening(ladder, place),
      place,
      reasons(place),
      'green, industry and rail of 2018-24; beauty is not seen',
    )
  },
})

interface Input {
  readonly id: string
  readonly better: string
  readonly worse: string
  /** Wording at the upper end of the scale, where a comparison with all homes would be meaningless. */
  readonly best?: string
  /** Wording at the lower end of the scale. */
  readonly worst?: string
  /**
   * Percentile below which a description uses the wording `worse`; 50 by default. The limit is lower for features that
   * most homes have: a place at percentile 30 for parks may still be next to a park.
   */
  readonly mentionBelow?: number
}

/** Inputs of the score, as ranks among people, with wording for high and low ranks. */
const inputs: readonly Input[] = [
  { id: 'green_rank', better: 'greener', worse: 'less green' },
  {
    id: 'industry_rank',
    better: 'less land near industry and airports',
    worse: 'more land near industry and airports',
    mentionBelow: 15,
  },
  {
    id: 'mobile_rank',
    better: 'fewer mobile homes around',
    worse: 'more mobile homes around',
    best: 'no mobile homes nearby',
  },
  { id: 'rail_rank', better: 'railroads farther', worse: 'railroads nearer', worst: 'right beside a railroad' },
  { id: 'park_rank', better: 'more parks in reach', worse: 'fewer parks in reach', mentionBelow: 8 },
]
/** Ranks (0-100) that differ from 50 by less than this are not mentioned. */
const PLAIN = 8

/**
 * Lists the inputs that shaped the score, strongest first: `greener than 82% of homes, railroads nearer than 70%`. If
 * the surroundings are above or below average, inputs that point the other way are listed last:
 * `less green than 92% of homes, but fewer mobile homes than 93%`.
 */
function reasons({ score, fact }: Reading): string[] {
  const mentions: { readonly input: Input; readonly rank: number; readonly isAgainst: boolean }[] = []
  for (const input of inputs) {
    const rank = fact(input.id)
    const isNotable = Math.abs(rank - 50) >= PLAIN && (rank > 50 || rank < (input.mentionBelow ?? 50))
    if (!isNotable) continue
    mentions.push({ input, rank, isAgainst: score >= ABOVE ? rank < 50 : score < AVERAGE && rank > 50 })
  }
  mentions.sort((a, b) => Number(a.isAgainst) - Number(b.isAgainst) || Math.abs(b.rank - 50) - Math.abs(a.rank - 50))
  const firstAgainst = mentions.findIndex(({ isAgainst }) => isAgainst)
  if (mentions.length === 0 && !Number.isNaN(fact('green_rank')))
    return ['greenness, industry, railroads and parks as in the middle of the three states']
  let isCompared = false
  return mentions.map(({ input: { better, worse, best, worst }, rank }, i) => {
    const percent = rank > 50 ? Math.round(rank) : 100 - Math.round(rank)
    const end = percent < 100 ? undefined : rank > 50 ? best : worst
    const others = percent === 100 ? 'nearly all homes' : isCompared ? `${percent}%` : `${percent}% of homes`
    if (end === undefined && percent < 100) isCompared = true
    const words = end ?? `${rank > 50 ? better : worse} than ${others}`
    return i === firstAgainst && i > 0 ? `but ${words}` : words
  })
}
