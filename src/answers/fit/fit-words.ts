import { coveredStates } from '../../base/states.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import { shareOfAll } from '../dimensions/percentiles.ts'
import { wordsOfBand } from '../dimensions/words.ts'
import type { Fit, FitContribution } from './answers.ts'
import type { ScoreRange } from './fit-interval.ts'
import { COVERAGE_ROW, type Compared, comparedWith, type Priorities, sharesBeside } from './priorities.ts'

/** Labels for a fit, lowest fit first. */
const WORDS: readonly (readonly [from: number, words: string])[] = [
  [0, 'Very poor fit'],
  [20, 'Poor fit'],
  [40, 'Fair fit'],
  [60, 'Good fit'],
  [80, 'Very good fit'],
]

/** Maximum number of reasons for a place, and maximum number against it. */
const MAX_REASONS = 2

/**
 * Describes a fit with its strongest reasons:
 * `Good fit: 72 of 100. For it: walkability (better for only 9% of Texans). Against it: noise levels (estimate, better for 88% of Texans). No data for fire safety, 17% of the weight.`
 */
export function describeFit(
  { fit, interval, contributions, missing, missing_weight }: Omit<Fit<string>, 'description'>,
  priorities: Priorities,
  scores: readonly ScoreRange[],
  state: number,
): string {
  const records = new Map(priorities.dimensions.map(({ dimension }) => [dimension.id as string, dimension]))
  const without = joinNames(missing.map((id) => shortName(records.get(id)!.name)))
  const share = `${Math.round(missing_weight * 100)}% of the weight`
  if (fit === null) return `No fit: there is no data for ${without} (${share}).`
  const row = priorities.getRow(state)
  const reasons = reasonsAt(contributions, priorities, scores, row)
  const nameStrongest = (sign: 1 | -1) => {
    const strongest = reasons
      .filter(({ force }) => sign * force > 0)
      .sort((a, b) => sign * (b.force - a.force))
      .slice(0, MAX_REASONS)
    return joinNames(strongest.map((reason, i) => describeReason(reason, strongest[i - 1])))
  }
  const range = interval === null || interval.low === interval.high ? '' : ` (${interval.low}-${interval.high})`
  const [good, bad] = [nameStrongest(1), nameStrongest(-1)]
  return [
    `${getWords(fit)}: ${fit} of 100${range}.`,
    good === '' ? '' : ` For it: ${good}.`,
    bad === '' ? '' : ` Against it: ${bad}.`,
    missing.length === 0 ? '' : ` No data for ${without}, ${share}.`,
  ].join('')
}

interface Reason extends FitContribution<string> {
  readonly record: Dimension
  readonly range: ScoreRange
  readonly compared: Compared
  /** Points by which the dimension moves the fit away from 50; negative for a reason against the place. */
  readonly force: number
  /** Percentage of people who live where the dimension is better than here. */
  readonly better: number
  /** Percentage of people who live where the dimension is equally good. */
  readonly same: number
}

/**
 * Returns the reasons for and against a place.
 *
 * @param row state row in the match tables
 */
function reasonsAt(
  contributions: readonly FitContribution<string>[],
  { all }: Priorities,
  scores: readonly ScoreRange[],
  row: number,
): readonly Reason[] {
  return contributions.flatMap((contribution) => {
    if (contribution.score === null) return []
    const d = all.findIndex(({ dimension }) => dimension.dimension.id === contribution.dimension)
    const { better, same } = sharesBeside(all[d], 256 * row, contribution.score)
    const record = all[d].dimension.dimension
    const compared = comparedWith(all[d], row)
    // People with an equally good score count half, so that a common score is not a reason.
    const force = (50 - better - same / 2) * contribution.weight
    return [{ ...contribution, record, range: scores[d], compared, better, same, force }]
  })
}

/**
 * Describes one reason: `noise levels (estimate, better for 97% of Texans)`.
 *
 * @param previous reason before this one, which may already have named the same people
 */
function describeReason(reason: Reason, previous: Reason | undefined): string {
  const { record, want, compared } = reason
  const isNamed = previous !== undefined && previous.compared.share === 1 && previous.compared.row === compared.row
  const words = [
    estimateWords(reason),
    want === 'high' ? '' : `${want === 'low' ? record.ends[0] : `near ${want.around}`} wanted`,
    reasonWords(reason, isNamed),
  ]
  return `${shortName(record.name)} (${words.filter((part) => part !== '').join(', ')})`
}

/** Marks an estimate, with the hazard class if the dimension is a hazard: `estimate: uncertain flood risk`. */
function estimateWords({ record, range: { estimated, band } }: Reason): string {
  if (estimated === 'none') return ''
  if (estimated === 'some') return 'partly an estimate'
  return record.getZone === undefined
    ? 'estimate'
    : `estimate: ${wordsOfBand(record.ladder, band.low, band.high).toLowerCase()}`
}

/** Maximum percentage of people with a better score for which the text says "only". */
const FEW = 33
/** Minimum percentage of people with an equally good score for the text to say that the score is common. */
const MANY = 10

/**
 * Says how many people live where the dimension is better. If few people have a score, also gives the number as a share
 * of all people: `better for 86% of mapped Texans, 2% of all`.
 *
 * @param isNamed whether the preceding text already names the people
 */
function reasonWords({ better, same, force, compared }: Reason, isNamed: boolean): string {
  const people = compared.row === COVERAGE_ROW ? 'people' : coveredStates[compared.row].people
  const isMapped = compared.share < 1
  const whose = isMapped ? ` of mapped ${people}` : isNamed ? '' : ` of ${people}`
  const ofAll = (percent: number) => (isMapped ? `, ${shareOfAll(percent * compared.share)} of all` : '')
  const percent = Math.round(better)
  if (percent >= 100) return `better for over 99%${whose}${ofAll(better)}`
  if (percent > 0) return `better for ${force > 0 && percent <= FEW ? 'only ' : ''}${percent}%${whose}${ofAll(better)}`
  return same >= MANY
    ? `as good as it gets, as it is for ${Math.round(same)}%${whose}${ofAll(same)}`
    : `better for fewer than 1%${whose}`
}

function getWords(fit: number): string {
  return WORDS.findLast(([from]) => fit >= from)![1]
}

/** Returns a name without its part in parentheses, in lowercase for use within a sentence. */
function shortName(name: string): string {
  return name.replace(/ \(.*\)$/, '').toLowerCase()
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
