import { defineDimension } from './dimension.ts'
import { type Ladder, twoDigits, wordsFor } from './words.ts'

/** The labels change at a Democratic share of 35%, 47%, 53% and 65% of the two-party vote. */
const ladder: Ladder = [
  [1, 'Predominantly conservative'],
  [90, 'Leans conservative'],
  [120, 'Evenly split'],
  [137, 'Leans liberal'],
  [167, 'Predominantly liberal'],
]

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
  ladder,
  than: ['More conservative', 'More liberal'],
  // One half of the ColorBrewer scheme PuOr and one half of RdBu (Brewer and Harrower, Apache 2.0). Color-blind readers
  // can tell the two halves apart.
  colors: ['7f3b08 b35806 e08214 fdb863 dddddd', 'dddddd 92c5de 4393c3 2166ac 053061'],
  method:
    'Democratic share of the two-party vote for president in 2024. Texas precincts with unchanged boundaries use their ' +
    "own count. Other precincts use their 2020 vote, shifted by the county's swing and their own trend so that each county has " +
    'its 2024 share. Where precincts have no map, the share is modeled from county and city results.',
  describe(place) {
    const share = place.fact('democratic_pct')
    // Bundles without the share have it only as the score.
    const democratic = Math.round(Number.isNaN(share) ? ((place.score - 1) / 254) * 100 : share)
    const votes = place.fact('votes')
    const shares = `${democratic}% Democratic, ${100 - democratic}% Republican`
    const lead = `${wordsFor(ladder, place.score)}: ${shares} for president in 2024`
    const count = Number.isNaN(votes) ? '' : ` (about ${twoDigits(votes)} votes)`
    if (place.basis === 'measured') return `${lead}${count}.`
    if (place.basis === 'modeled') return `${lead}, from the vote of 2020 there${count} and the county's swing.`
    if (count === '')
      return `${lead}, an estimate from county and city results; parts of a large city can differ by 10 points.`
    return `${lead}, an estimate from a wider or neighboring area${count} and the county's swing.`
  },
})
