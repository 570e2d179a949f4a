import { dimensions, getDimension } from '../../../src/answers/dimensions/catalog.ts'
import { wordsFor } from '../../../src/answers/dimensions/words.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, finding, hitRate } from '../check.ts'

/**
 * Dimensions whose descriptions quote the figure behind the score, and whether the figure grows or falls with the
 * score.
 */
const figures: Readonly<Record<string, 'grows' | 'falls'>> = {
  'urban-rural': 'falls',
  privacy: 'falls',
  'noise-levels': 'falls',
  'air-quality': 'falls',
  'insurance-coverage': 'grows',
  'ideological-lean': 'grows',
}

/** Checks whether the words and figures in descriptions match the scores at all block-group centers. */
export function words(context: BuiltContext): Check[] {
  const { lat, lon } = context.blockGroups
  const checks = dimensions.flatMap(({ id }): Check[] => {
    const scores = context.centerScores(id)
    const descriptions = Array.from(lat, (_, b) => (scores[b] === 0 ? '' : context.description(id, lat[b], lon[b])))
    const disagreeing = disagreements(id, scores, descriptions)
    const check = 'descriptions whose words or figures disagree with the score, block-group centers'
    const n = scores.filter((score) => score > 0).length
    return [{ dimension: id, ...finding(check, 'count', disagreeing.length, n, { reached: disagreeing.length === 0 }) }]
  })
  return [...checks, olderHomes(context)]
}

/**
 * Returns the places whose description does not match their score. Either the words for the score are missing, or the
 * figure is out of order among the figures of other scores.
 */
export function disagreements(id: string, scores: ArrayLike<number>, descriptions: readonly string[]): number[] {
  const { ladder } = getDimension(id)
  const places = descriptions.flatMap((text, i) => (scores[i] > 0 ? [{ i, score: scores[i], text }] : []))
  const disagreeing = new Set<number>()
  for (const { i, score, text } of places)
    if (!text.toLowerCase().includes(wordsFor(ladder, score).toLowerCase()) && !isEmpty(id, text)) disagreeing.add(i)
  if (!(id in figures)) return [...disagreeing]
  const sign = figures[id] === 'grows' ? 1 : -1
  const figured = places.flatMap(({ i, score, text }) => {
    const figure = getFigure(text)
    return figure === null ? [] : [{ i, score, height: sign * figure }]
  })
  figured.sort((a, b) => a.score - b.score)
  let highest = Number.NEGATIVE_INFINITY
  for (let at = 0; at < figured.length; ) {
    let top = highest
    const { score } = figured[at]
    for (; at < figured.length && figured[at].score === score; at++) {
      if (figured[at].height < highest) disagreeing.add(figured[at].i)
      top = Math.max(top, figured[at].height)
    }
    highest = top
  }
  return [...disagreeing]
}

/**
 * Checks whether a description may omit the words of its dimension's `ladder`: privacy where no one lives, age profiles
 * without children, noise near a highway without a line.
 */
function isEmpty(id: string, text: string): boolean {
  return (
    (id === 'privacy' && /^(No|Hardly any) homes nearby/.test(text)) ||
    (id === 'population-profile' && text.startsWith('Mostly adults, few children')) ||
    (id === 'noise-levels' && text.startsWith('Uncertain noise'))
  )
}

/** Returns the first figure that is not a year in parentheses. For `1 home per 12 acres`, returns homes per acre. */
function getFigure(description: string): number | null {
  const text = description.replace(/ \([^()]*20\d\d-\d\d\)/, '')
  // The only number in this description is a distance, so the figure is 0.
  if (/\bhardly anyone within\b/.test(text)) return 0
  const perHome = /\b1 home per ([\d,.]+) acres/.exec(text)
  const match = perHome ?? /(\d[\d,]*(?:\.\d+)?)/.exec(text)
  if (match === null) return null
  const figure = Number(match[1].replaceAll(',', ''))
  return perHome ? 1 / figure : figure
}

/** Checks that the quoted share of homes built before 1980 is within 10 points of the tract's published share. */
function olderHomes(context: BuiltContext): Check {
  const { lat, lon } = context.blockGroups
  const record = context.eji('E_HOUAGE')
  let counted = 0
  let near = 0
  record.forEach((percent, b) => {
    if (Number.isNaN(percent)) return
    counted++
    if (Math.abs(context.fact('walkability', 'older_homes_pct', lat[b], lon[b]) - percent) <= 10) near++
  })
  const check =
    'share of homes built before 1980 as quoted in the description, within 10 points of the record of the tract'
  return { dimension: 'walkability', check, ...hitRate(near, counted, 0.95), statistic: 'share' }
}
