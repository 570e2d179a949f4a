import type { Dimension } from './dimension.ts'

export const ideologicalLean: Dimension = {
  id: 'ideological-lean',
  group: 'demographics',
  name: 'Ideological lean',
  scale: {
    low: 'predominantly conservative',
    middle: 'evenly split',
    high: 'predominantly liberal',
    zero: 'no data',
  },
  method:
    'Democratic share of the two-party vote for president in 2020, by precinct or block group; modelled from county and city results where precincts have no map.',
  describe(place) {
    const democratic = Math.round(((place.score - 1) / 254) * 100)
    const votes = place.fact('votes')
    const shares = `${democratic} % Democratic, ${100 - democratic} % Republican`
    const opening = `${wordsOf(place.score)}: ${shares} in the two-party vote for president 2020`
    if (place.basis === 'measured')
      return Number.isNaN(votes) ? `${opening}.` : `${opening} (about ${rounded(votes)} votes).`
    if (Number.isNaN(votes))
      return `${opening}, an estimate from county and city results; parts of a large city can differ by 10 points.`
    return `${opening}, an estimate from a wider or neighbouring area (about ${rounded(votes)} votes).`
  },
}

/** Bounds at 35, 47, 53 and 65 % Democratic. */
function wordsOf(score: number): string {
  if (score <= 89) return 'Predominantly conservative'
  if (score <= 119) return 'Leans conservative'
  if (score <= 136) return 'Evenly split'
  if (score <= 166) return 'Leans liberal'
  return 'Predominantly liberal'
}

/** Two digits that count, as the byte behind it holds no more. */
function rounded(votes: number): number {
  let step = 1
  while (votes >= 100 * step) step *= 10
  return Math.round(votes / step) * step
}
