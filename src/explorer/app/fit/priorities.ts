import { batch } from '@preact/signals'
import { getDimension } from '../catalog.ts'
import type { Priority } from '../engine/engine.ts'
import type { DimensionId } from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { isByFit, priorities } from '../view.ts'

/** Maximum weight of a slider. */
export const MOST = 3

/** Labels for the weights, starting with weight 0. */
const WORDS = ['does not matter', 'matters a little', 'matters', 'matters a lot'] as const

/**
 * Checks whether a dimension may be given a weight. Choosing homes by who lives there may break fair-housing law, so
 * demographic dimensions can only have weights if the host allows this with a `<meta>` tag in the page's head.
 */
export function isWeighable(id: DimensionId): boolean {
  const allowed = () => globalThis.document?.querySelector('meta[name="vicinage-demographics"]')
  return getDimension(id).group !== 'demographics' || allowed() != null
}

/** Dimensions in which some people want a high score and others a low one. */
const TASTES: ReadonlySet<string> = new Set([
  'urban-rural',
  'privacy',
  'liveliness',
  'population-profile',
  'ideological-lean',
])

/**
 * Checks whether some users may want a low score in a dimension and others a high score. In air quality, for example,
 * nobody wants a low score.
 */
export function isTwoSided(id: DimensionId): boolean {
  return TASTES.has(id) || getDimension(id).group === 'layers'
}

/** Checks whether a slider can set a priority. */
export function isPriority({ dimension, weight }: Priority): boolean {
  return isWeighable(dimension) && Math.abs(weight) <= MOST && (weight > 0 || (weight < 0 && isTwoSided(dimension)))
}

/** Returns the weight of a dimension, 0 if it does not matter. */
export function getWeight(id: DimensionId): number {
  return priorities.value.find(({ dimension }) => dimension === id)?.weight ?? 0
}

/** Sets a weight; 0 removes the dimension. After the first weight, the map shows the fit. */
export function weigh(id: DimensionId, weight: number): void {
  const before = priorities.peek()
  const isKnown = before.some(({ dimension }) => dimension === id)
  const next = isKnown
    ? before.map((priority) => (priority.dimension === id ? { dimension: id, weight } : priority))
    : [...before, { dimension: id, weight }]
  batch(() => {
    priorities.value = next.filter((priority) => priority.weight !== 0)
    if (before.length === 0) isByFit.value = true
  })
}

/** Describes a weight: `matters a lot`, or `more rural: matters a lot` if either end may be wanted. */
export function weightWords(id: DimensionId, weight: number): string {
  const words = WORDS[Math.abs(weight)]
  return weight === 0 || !isTwoSided(id) ? words : `${getWish({ dimension: id, weight })}: ${words}`
}

/** Describes the priorities, most important first: `quieter (a lot), more walkable`. */
export function prioritiesWords(all: readonly Priority[]): string {
  return all
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .map((priority) => `${getWish(priority)}${DEGREES[Math.abs(priority.weight)]}`)
    .join(', ')
}

/** Suffixes that describe the weights from 0 to 3 in a list of priorities. */
const DEGREES = ['', ' (a little)', '', ' (a lot)'] as const

/** Splits a fit description into sentences: `Good fit: 72 of 100 (65-78).` and the reasons. */
export function getSentences(description: string): readonly string[] {
  return description.split(/(?<=\.) /)
}

/** Returns the wanted direction of a dimension, such as `quieter`. */
function getWish({ dimension, weight }: Priority): string {
  const { than, group } = getDimension(dimension)
  const wish = than[weight < 0 ? 0 : 1].toLowerCase()
  // The comparison for a custom dimension does not say what is compared, so the name of the dimension is added.
  return group === 'layers' ? `${shortName(dimension)} ${wish}` : wish
}
