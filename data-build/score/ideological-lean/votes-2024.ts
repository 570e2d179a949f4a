import { keptBy } from '../../../src/data/bundle/once.ts'
import { number, readRecords, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { groupBy } from '../../statistics.ts'
import { shiftTo } from './estimate.ts'
import { getShare, getVotes, logistic, logit, readTallies, sumByPrefix, type Tally } from './votes.ts'

/** Coefficients that turn a precinct's 2020 log odds into 2024 log odds, in addition to the county swing. */
export interface TrendCoefficients {
  /** Coefficient of the precinct's own 2016-20 swing relative to its county. */
  readonly trend: number
  /** Coefficient of the precinct's log odds relative to its county. */
  readonly above: number
}

/**
 * Coefficients fitted on the 5,600 Texas precincts that did not change between 2020 and 2024. They are also used for
 * California and Florida. Over five folds of counties, `trend` ranges from 0.22 to 0.28 and `above` from -0.15 to
 * -0.11.
 */
export const trendOfTexas: TrendCoefficients = { trend: 0.25, above: -0.13 }

/** Minimum share of either party. Shares are clipped to 1-99%. */
const MIN_SHARE = 0.01

export interface Elections {
  readonly votes2016: ReadonlyMap<string, Tally>
  readonly votes2020: ReadonlyMap<string, Tally>
  /** Votes of the precincts whose 2024 votes are known. */
  readonly counted: ReadonlyMap<string, Tally>
  /** 2024 votes by 5-digit county FIPS code. */
  readonly counties: ReadonlyMap<string, Tally>
}

/**
 * Returns the 2024 votes of a state's precincts or block groups. Precincts without counted votes get their 2020 votes,
 * shifted so that each county has its 2024 share. Every shifted precinct is weighted by its 2020 votes.
 */
export function votesOf2024(elections: Elections, coefficients = trendOfTexas): ReadonlyMap<string, Tally> {
  const { votes2020, counted, counties } = elections
  const all = new Map<string, Tally>()
  const weigh = (id: string) => getVotes(votes2020.get(id))
  const sum = (ids: readonly string[], value: (id: string) => number) => ids.reduce((total, id) => total + value(id), 0)
  for (const [county, ids] of byCounty(votes2020.keys())) {
    const voting = ids.filter((id) => weigh(id) > 0)
    const inBoth = voting.filter((id) => counted.has(id))
    const uncounted = voting.filter((id) => !counted.has(id))
    const share = getShare(counties.get(county))
    const votesLeft = share * sum(voting, weigh) - sum(inBoth, (id) => weigh(id) * getShare(counted.get(id)))
    const shareLeft = uncounted.length === 0 ? share : votesLeft / sum(uncounted, weigh)
    // If the counted precincts leave an implausible share to the county's other precincts, their boundaries must have
    // changed, and the counts are not used.
    const isSound = shareLeft > MIN_SHARE && shareLeft < 1 - MIN_SHARE
    if (isSound) for (const id of inBoth) all.set(id, counted.get(id)!)
    const moving = isSound ? uncounted : voting
    if (moving.length === 0 || Number.isNaN(share)) continue
    const votes = moving.map(weigh)
    const moved = movedLogOdds(county, moving, elections, coefficients)
    const shift = shiftTo(isSound ? shareLeft : share, moved, votes)
    moving.forEach((id, i) => {
      const democratic = votes[i] * logistic(moved[i] + shift)
      all.set(id, { democratic, republican: votes[i] - democratic, moved: true })
    })
  }
  return all
}

function movedLogOdds(
  county: string,
  ids: readonly string[],
  { votes2016, votes2020 }: Elections,
  { trend, above }: TrendCoefficients,
): number[] {
  const of = (tally: Tally | undefined) => logit(getShare(tally), MIN_SHARE)
  const county2020 = of(computeSum(votes2020, county))
  const county2016 = of(computeSum(votes2016, county))
  return ids.map((id) => {
    const now = of(votes2020.get(id))
    const before = votes2016.get(id)
    const swing = getVotes(before) > 0 ? now - of(before) - (county2020 - county2016) : 0
    return now + trend * swing + above * (now - county2020)
  })
}

const sums = keptBy((tallies: ReadonlyMap<string, Tally>) => sumByPrefix(tallies, 5))

/** Returns the votes of a county. */
export function computeSum(tallies: ReadonlyMap<string, Tally>, county: string): Tally | undefined {
  return sums(tallies).get(county)
}

export function byCounty(ids: Iterable<string>): ReadonlyMap<string, string[]> {
  return groupBy([...ids], (id) => id.slice(0, 5))
}

export async function readElections(sources: SourceFolder, state: '06' | '12' | '48'): Promise<Elections> {
  const votes2016 = await readTallies(sources, state, 16)
  const votes2020 = await readTallies(sources, state)
  const counties = await readCounties(sources)
  const counted = state === '48' ? samePrecincts(votes2020, await readTexas2024(sources)) : new Map<string, Tally>()
  return { votes2016, votes2020, counties, counted }
}

/** Reads the elections of California, Florida and Texas. */
export function readAllElections(sources: SourceFolder): Promise<readonly Elections[]> {
  return Promise.all((['06', '12', '48'] as const).map((state) => readElections(sources, state)))
}

async function readCounties(sources: SourceFolder): Promise<ReadonlyMap<string, Tally>> {
  const rows = await readRecords(sources, 'elections/2024/president_2024_by_county_CA_TX_FL.csv.gz', {
    county: text({ heading: 'county_fips', required: true, pattern: /^(06|12|48)\d{3}$/ }),
    democratic: number({ heading: 'votes_dem', required: true, min: 0 }),
    republican: number({ heading: 'votes_gop', required: true, min: 0 }),
  })
  return new Map(rows.map(({ county, ...tally }) => [county, tally]))
}

async function readTexas2024(sources: SourceFolder): Promise<ReadonlyMap<string, Tally>> {
  const rows = await readRecords(sources, 'elections/2024/tx_2024_president_by_precinct.csv.gz', {
    id: text({ heading: 'vtd20_if_same_code', pattern: /^48\d{3}\S+$/ }),
    democratic: number({ heading: 'dem', required: true, min: 0 }),
    republican: number({ heading: 'rep', required: true, min: 0 }),
  })
  return new Map(rows.filter(({ id }) => id !== '').map(({ id, ...tally }) => [id, tally]))
}

/**
 * Range of the ratio of a precinct's 2024 votes to its 2020 votes. Outside this range, the precinct counts as redrawn.
 * The ratio of the whole state is 1.0.
 */
const sameTurnout = [0.8, 1.3] as const
/** Swing relative to the county, in log odds, above which a precinct must have been redrawn. */
const SAME_SWING = 0.6

/** Returns the precincts whose code, turnout and vote suggest that the boundaries did not change. */
function samePrecincts(before: ReadonlyMap<string, Tally>, now: ReadonlyMap<string, Tally>): Map<string, Tally> {
  return new Map(
    [...now].filter(([id, tally]) => {
      const old = before.get(id)
      const ratio = getVotes(tally) / getVotes(old)
      if (!(ratio >= sameTurnout[0] && ratio <= sameTurnout[1])) return false
      const swing = (after: Tally | undefined, earlier: Tally | undefined) =>
        logit(getShare(after), 0.05) - logit(getShare(earlier), 0.05)
      const county = id.slice(0, 5)
      return Math.abs(swing(tally, old) - swing(computeSum(now, county), computeSum(before, county))) <= SAME_SWING
    }),
  )
}
