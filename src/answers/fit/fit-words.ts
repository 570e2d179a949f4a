import { coveredStates } from '../../base/states.ts'
import type { Fit, FitContribution } from './answers.ts'
import { COVERAGE_ROW, type Priorities, sharesBeside } from './priorities.ts'

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
 * `Good fit: 72 of 100. For it: walkability (better for only 9% of Texans). Against it: noise levels (better for 88% of Texans). No data for fire safety, 17% of the weight.`
 */
export function describeFit(
  { fit, interval, contributions, missing, missing_weight }: Omit<Fit<string>, 'description'>,
  priorities: Priorities,
  state: number,
): string {
  const records = new Map(priorities.dimensions.map(({ dimension }) => [dimension.id as string, dimension]))
  const without = joinNames(missing.map((id) => shortName(records.get(id)!.name)))
  const share = `${Math.round(missing_weight * 100)}% of the weight`
  if (fit === null) return `No fit: there is no data for ${without}, ${share}.`
  const row = priorities.getRow(state)
  const people = row === COVERAGE_ROW ? 'people' : coveredStates[row].people
  const reasons = reasonsAt(contributions, priorities, row)
  const nameStrongest = (sign: 1 | -1) =>
    joinNames(
      reasons
        .filter(({ force }) => sign * force > 0)
        .sort((a, b) => sign * (b.force - a.force))
        .slice(0, MAX_REASONS)
        .map((reason, i) => {
          const { name, ends } = records.get(reason.dimension)!
          const { want } = reason
          const preference = want === 'high' ? '' : `${want === 'low' ? ends[0] : `near ${want.around}`} wanted, `
          return `${shortName(name)} (${preference}${reasonWords(reason, i === 0 ? ` of ${people}` : '')})`
        }),
    )
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
  row: number,
): readonly Reason[] {
  const priorities = new Map(all.map((priority) => [priority.dimension.dimension.id as string, priority]))
  return contributions.flatMap((contribution) => {
    if (contribution.score === null) return []
    const { better, same } = sharesBeside(priorities.get(contribution.dimension)!, 256 * row, contribution.score)
    // People with an equally good score count half, so that a common score is not a reason.
    return [{ ...contribution, better, same, force: (50 - better - same / 2) * contribution.weight }]
  })
}

/** Maximum percentage of people with a better score for which the text says "only". */
const FEW = 33
/** Minimum percentage of people with an equally good score for the text to say that the score is common. */
const MANY = 10

/**
 * Describes one reason.
 *
 * @param whose ` of Texans`; empty if an earlier reason has already named the state
 */
function reasonWords({ better, same, force }: Reason, whose: string): string {
  const percent = Math.round(better)
  if (percent >= 100) return `better for over 99%${whose}`
  if (percent > 0) return `better for ${force > 0 && percent <= FEW ? 'only ' : ''}${percent}%${whose}`
  return same >= MANY ? `as good as it gets, as for ${Math.round(same)}%${whose}` : `better for fewer than 1%${whose}`
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
