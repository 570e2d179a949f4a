import { COVERAGE, coveredStates } from '../../base/states.ts'
import type { Fit, FitContribution } from './answers.ts'
import { COVERAGE_ROW, OUTSIDE, type Priorities } from './priorities.ts'

/** Words for a fit, from the lowest number up. */
const WORDS: readonly (readonly [from: number, words: string])[] = [
  [0, 'Very poor fit'],
  [20, 'Poor fit'],
  [40, 'Fair fit'],
  [60, 'Good fit'],
  [80, 'Very good fit'],
]

/** Number of reasons for a place, and against it, that a sentence names. */
const MOST = 2

/**
 * Puts a fit into words, with the strongest reasons: `Good fit: 72 of 100. For it: walkability (no better for 91% of
 * Texans). Against it: noise levels (no better for 12%). No data for fire, 17% of the weight.`
 */
export function describeFit(
  { fit, interval, contributions, missing, missing_weight }: Omit<Fit<string>, 'description'>,
  priorities: Priorities,
  state: number,
): string {
  if (state === OUTSIDE) return `Outside the coverage: ${COVERAGE}.`
  const names = new Map(priorities.dimensions.map(({ dimension }) => [dimension.id as string, dimension]))
  const nameOf = (id: string) => names.get(id)!.name.toLowerCase()
  const without = listed(missing.map(nameOf))
  const share = `${Math.round(missing_weight * 100)}% of the weight`
  if (fit === null) return `No fit: there is no data for ${without}, ${share}.`
  const row = priorities.rowOf(state)
  const people = row === COVERAGE_ROW ? 'people' : coveredStates[row].people
  /** How much a dimension moves the fit away from the middle. */
  const force = ({ match, weight }: FitContribution<string>) => ((match ?? 50) - 50) * weight
  const strongest = (sign: 1 | -1) =>
    contributions
      .filter((one) => sign * force(one) > 0)
      .sort((a, b) => sign * (force(b) - force(a)))
      .slice(0, MOST)
  const reasons = (of: readonly FitContribution<string>[]) =>
    listed(
      of.map(({ dimension, want, match }, i) => {
        const { ends } = names.get(dimension)!
        const wanted = want === 'high' ? '' : `${want === 'low' ? ends[0] : `near ${want.around}`} wanted, `
        const percent = `${Math.round(match!)}%`
        return `${nameOf(dimension)} (${wanted}${i === 0 ? `no better for ${percent} of ${people}` : percent})`
      }),
    )
  const range = interval === null || interval.low === interval.high ? '' : ` (${interval.low}-${interval.high})`
  const [good, bad] = [strongest(1), strongest(-1)]
  return [
    `${wordsOf(fit)}: ${fit} of 100${range}.`,
    good.length === 0 ? '' : ` For it: ${reasons(good)}.`,
    bad.length === 0 ? '' : ` Against it: ${reasons(bad)}.`,
    missing.length === 0 ? '' : ` No data for ${without}, ${share}.`,
  ].join('')
}

function wordsOf(fit: number): string {
  return WORDS.findLast(([from]) => fit >= from)![1]
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
