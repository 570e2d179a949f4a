import { defineDimension } from './dimension.ts'

export const ideologicalLean = defineDimension({
  id: 'ideological-lean',
  group: 'demographics',
  name: 'Ideological lean',
  scale: {
    low: 'predominantly conservative',
    middle: 'evenly split',
    high: 'predominantly liberal',
    zero: 'no data',
  },
  ends: ['conservative', 'liberal'],
  than: ['More conservative', 'More liberal'],
  // Arms of PuOr and RdBu of ColorBrewer (Brewer and Harrower, Apache 2.0): safe for color-blind eyes in pairs.
  colors: ['7f3b08 b35806 e08214 fdb863 fee0b6 f7f7f7', 'f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061'],
  method:
    'Democratic share of the two-party vote for president in 2020, by precinct or block group; modeled from county and city results where precincts have no map.',
  example: {
    score: 150,
    description:
      'Leans liberal: 58 % Democratic, 42 % Republican in the two-party vote for president 2020 (about 2000 votes).',
  },
  describe(place) {
    const democratic = Math.round(((place.score - 1) / 254) * 100)
    const votes = place.fact('votes')
    const shares = `${democratic} % Democratic, ${100 - democratic} % Republican`
    const opening = `${wordsOf(place.score)}: ${shares} in the two-party vote for president 2020`
    if (place.basis === 'measured')
      return Number.isNaN(votes) ? `${opening}.` : `${opening} (about ${rounded(votes)} votes).`
    if (Number.isNaN(votes))
      return `${opening}, an estimate from county and city results; parts of a large city can differ by 10 points.`
    return `${opening}, an estimate from a wider or neighboring area (about ${rounded(votes)} votes).`
  },
})

/** Bounds at 35, 47, 53 and 65 % Democratic. */
function wordsOf(score: number): string {
  if (score <= 89) return 'Predominantly conservative'
  if (score <= 119) return 'Leans conservative'
  if (score <= 136) return 'Evenly split'
  if (score <= 166) return 'Leans liberal'
  return 'Predominantly liberal'
}

/** Two digits that count, as its byte holds no more. */
function rounded(votes: number): number {
  let step = 1
  while (votes >= 100 * step) step *= 10
  return Math.round(votes / step) * step
}
