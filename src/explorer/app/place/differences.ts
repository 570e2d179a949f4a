import { type Dimension, type DimensionId, distanceWords, metersBetween, type Score } from '../library.ts'
import type { ChosenPlace } from '../places.ts'
import { getLetter, getRange, isRough, listed, noDataWords, precisionWords } from '../words.ts'

/** Answers for several places in one dimension, in place order. */
interface Answers<Answer extends Score> {
  readonly dimension: Dimension<DimensionId>
  readonly answers: readonly Answer[]
}

/** Difference between the answers. */
export interface Difference<Answer extends Score = Score> extends Answers<Answer> {
  /**
   * Difference in points between the two places that are farthest apart; 0 if the bands of approximate places overlap;
   * null with fewer than two scores.
   */
  readonly by: number | null
  /** Indexes of the places with the highest and the lowest score. */
  readonly highest: number
  readonly lowest: number
  /**
   * Number of points by which both ends of the `highest` place's range are above the corresponding ends of the `lowest`
   * place's range. Only computed if `by` is below `SAME`, that is, if the ranges overlap or nearly do; otherwise 0.
   */
  readonly tendency: number
}

/** Sorts the largest differences first, then tendencies, then rows without data. Ties keep the order of the catalog. */
export function ranked<Answer extends Score>(rows: readonly Answers<Answer>[]): readonly Difference<Answer>[] {
  return rows
    .map((row) => ({ ...row, ...computeDifference(row.answers) }))
    .sort((a, b) => (b.by ?? -1) - (a.by ?? -1) || b.tendency - a.tendency)
}

function computeDifference(answers: readonly Score[]): Omit<Difference, keyof Answers<Score>> {
  const ranges = answers.map(getRange)
  // Counts only the certain difference: the distance from the lowest upper end of the ranges up to the highest lower
  // end.
  const lows = ranges.map((range) => range?.[0] ?? Number.NEGATIVE_INFINITY)
  const highs = ranges.map((range) => range?.[1] ?? Number.POSITIVE_INFINITY)
  const most = Math.max(...lows)
  const least = Math.min(...highs)
  const by = ranges.filter((range) => range !== null).length < 2 ? null : Math.max(0, most - least)
  if (by !== null && by < SAME) return { by, ...getTendency(ranges) }
  return { by, highest: lows.indexOf(most), lowest: highs.indexOf(least), tendency: 0 }
}

/** Number of points below which two scores count as equal. */
export const SAME = 8

/** Checks whether places differ enough in a dimension to mention the difference. */
export function isDifferent({ by, tendency }: Difference): boolean {
  return Math.max(by ?? 0, tendency) >= SAME
}

/**
 * Returns the two places whose ranges differ most. Two ranges differ by the smaller of two numbers: the difference
 * between their lower ends and the difference between their upper ends.
 */
function getTendency(ranges: readonly ReturnType<typeof getRange>[]): Omit<Difference, keyof Answers<Score> | 'by'> {
  let widest = { highest: 0, lowest: 0, tendency: 0 }
  ranges.forEach((a, highest) => {
    ranges.forEach((b, lowest) => {
      const tendency = a && b ? Math.min(a[0] - b[0], a[1] - b[1]) : 0
      if (tendency > widest.tendency) widest = { highest, lowest, tendency }
    })
  })
  return widest
}

/** Puts a difference into words: `B: clearly quieter than A`. */
export function differenceWords({ dimension, answers, by, highest, lowest, tendency }: Difference): string {
  const without = answers.flatMap((answer, i) => (getRange(answer) === null ? [getLetter(i)] : []))
  const nothing = noDataWords(dimension).toLowerCase()
  if (without.length === answers.length)
    return `${nothing} for ${without.length === 2 ? 'either place' : 'any of the places'}`
  const compared = by === null ? [] : [comparedWords(by)]
  return [...compared, ...(without.length > 0 ? [`${nothing} for ${listed(without)}`] : [])].join('; ')

  function comparedWords(apart: number): string {
    const more = `${dimension.than[1].toLowerCase()} than ${getLetter(lowest)}`
    if (apart < SAME && tendency >= SAME)
      return `${getLetter(highest)}: mostly ${more}${apart === 0 ? ', but not everywhere' : ''}`
    if (apart === 0 && answers.some(({ band }) => band)) return 'perhaps the same'
    if (apart < SAME) return apart === 0 ? 'the same' : 'about the same'
    const degree = apart < 32 ? 'somewhat' : apart < 96 ? 'clearly' : 'a lot'
    return `${getLetter(highest)}: ${degree} ${more}`
  }
}

/** Describes which approximate places were found at the same point, and which may be next to each other. */
export function roughnessWords(places: readonly ChosenPlace[]): string[] {
  const words: string[] = []
  const mentioned = new Set<number>()
  places.forEach((place, i) => {
    const same = places.flatMap((other, j) => (j > i && !mentioned.has(j) && isSamePoint(place, other) ? [j] : []))
    if (same.length === 0 || mentioned.has(i)) return
    const rough = [place, ...same.map((j) => places[j])].find(isRough)!
    for (const j of same) mentioned.add(j)
    words.push(
      `${listed([i, ...same].map(getLetter))} were found at the same point. ${precisionWords(rough)} Their scores are the same. Enter more complete addresses to compare them.`,
    )
  })
  places.forEach((place, i) => {
    for (let j = i + 1; j < places.length; j++) {
      const other = places[j]
      if (isSamePoint(place, other) || !mayBeTheSame(place, other)) continue
      const roughPlaces = [i, j]
        .filter((index) => isRough(places[index]))
        .map(
          (index, k) =>
            `${getLetter(index)}${k === 0 ? ' is known' : ''} only to within about ${distanceWords(places[index].radius!)}`,
        )
      words.push(
        `${getLetter(i)} and ${getLetter(j)} may be next to each other: ${roughPlaces.join(', ')}. Their scores may not show how two homes there differ.`,
      )
    }
  })
  return words
}

function isSamePoint(a: ChosenPlace, b: ChosenPlace): boolean {
  return (isRough(a) || isRough(b)) && a.lat === b.lat && a.lon === b.lon
}

function mayBeTheSame(a: ChosenPlace, b: ChosenPlace): boolean {
  if (!isRough(a) && !isRough(b)) return false
  return metersBetween(a.lat, a.lon, b.lat, b.lon) <= (a.radius ?? 0) + (b.radius ?? 0)
}
