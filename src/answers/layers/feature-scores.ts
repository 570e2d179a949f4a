import { refusedArgument } from '../../base/errors.ts'
import type { LayerFeature, LayerInfo, LayerScore } from './layer.ts'
import { shown } from './layer-record.ts'
import { wrongFeature } from './shapes.ts'

/** Maximum number of classes, because class numbers are stored as bytes in a bundle. */
const MAX_CLASSES = 254
/** Maximum distance in meters for steps and for `within`. */
const FARTHEST = 100_000

/** A validated rule that turns features into scores. */
export interface LayerRule extends Pick<LayerInfo, 'rule' | 'field' | 'classes'> {
  /** Scores of the classes, in the order of `classes`. */
  readonly classScores: readonly number[]
  /** Distance in meters within which the nearest point or line is used; null if polygons are used. */
  readonly within: number | null
  /** Distances in meters, ascending, with the score at each distance; empty unless scores depend on distance. */
  readonly ladder: readonly (readonly [meters: number, score: number])[]
}

/**
 * Validates a rule.
 *
 * @throws {ValidationError} when the score matches none of the forms of `LayerScore`
 */
export function getRule(score: LayerScore, features: readonly LayerFeature[]): LayerRule {
  if (typeof score === 'object' && score !== null && 'distance' in score) return byDistance(score.distance)
  const { field, classes, within } =
    typeof score === 'string'
      ? ({ field: score } as { field: string; classes?: undefined; within?: undefined })
      : (score ?? {})
  if (typeof field !== 'string' || field === '')
    throw refusedArgument(
      'score',
      "score must be { field: 'canopy' }, { field: 'kind', classes: { park: 255 } } or { distance: { 0: 255, 2000: 1 } }.",
      score,
    )
  if (within !== undefined && !(typeof within === 'number' && within > 0 && within <= FARTHEST))
    throw refusedArgument(
      'score',
      `\`within\` must be more than 0 and at most ${FARTHEST} meters, not ${shown(within)}.`,
      within,
    )
  const shared = { field, within: within ?? null, ladder: [] }
  if (classes === undefined) return { ...shared, rule: 'field', classes: [], classScores: [] }
  const scores = classes === 'each' ? spreadOver(field, features) : classes
  if (typeof scores !== 'object' || scores === null)
    throw refusedArgument('score', 'classes must map each class to a score: { park: 255 }.', classes)
  const entries = Object.entries<number>(scores)
  if (entries.length === 0 || entries.length > MAX_CLASSES)
    throw refusedArgument('score', `classes must have 1 to ${MAX_CLASSES} entries, not ${entries.length}.`, null)
  for (const [name, value] of entries)
    if (!isScore(value))
      throw refusedArgument(
        'score',
        `The class ${shown(name)} has the score ${shown(value)}: scores are numbers from 0 to 255.`,
        value,
      )
  return {
    ...shared,
    rule: 'classes',
    classes: entries.map(([name]) => name),
    classScores: entries.map(([, value]) => Math.round(value)),
  }
}

/** Spreads scores evenly over all classes, ordered by class name. */
function spreadOver(field: string, features: readonly LayerFeature[]): Record<string, number> {
  const values = new Set(
    features.map(({ properties }) => properties?.[field]).filter((value) => value != null && value !== ''),
  )
  const names = [...values].map(String).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const step = names.length > 1 ? 254 / (names.length - 1) : 0
  return Object.fromEntries(names.map((name, i) => [name, Math.round(1 + i * step)]))
}

function byDistance(distances: Readonly<Record<number, number>>): LayerRule {
  const ladder = Object.entries(distances ?? {}).map(([meters, score]) => [Number(meters), score] as const)
  ladder.sort(([a], [b]) => a - b)
  for (const [meters, score] of ladder)
    if (!(meters >= 0 && meters <= FARTHEST) || !(isScore(score) && score >= 1))
      throw refusedArgument(
        'score',
        `The score at ${meters} meters is ${shown(score)}: scores are 1 to 255, distances 0 to ${FARTHEST} meters.`,
        distances,
      )
  if (ladder.length < 2)
    throw refusedArgument('score', 'Scores by distance need at least two steps: { 0: 255, 2000: 1 }.', distances)
  return { rule: 'distance', field: '', classes: [], classScores: [], within: null, ladder }
}

/** Returns the score at a distance in meters, 1-255. */
export function scoreAtDistance(ladder: LayerRule['ladder'], meters: number): number {
  let rung = 0
  while (rung < ladder.length && ladder[rung][0] <= meters) rung++
  if (rung === 0) return Math.round(ladder[0][1])
  if (rung === ladder.length) return Math.round(ladder[rung - 1][1])
  const [from, low] = ladder[rung - 1]
  const [to, high] = ladder[rung]
  return Math.round(low + ((high - low) * (meters - from)) / (to - from))
}

/** Scores and field values for each feature. */
export interface FeatureScores {
  readonly scores: Uint8Array
  /** Number in the field, or class number; NaN if there is neither. */
  readonly values: Float64Array
}

/**
 * Computes the feature scores. Null or an empty string in the field means no data.
 *
 * @throws {ValidationError} when a value is invalid; the message includes the feature number
 */
export function getScores(features: readonly LayerFeature[], rule: LayerRule): FeatureScores {
  const scores = new Uint8Array(features.length)
  const values = new Float64Array(features.length).fill(Number.NaN)
  if (rule.rule === 'distance') return { scores, values }
  const numbers = new Map(rule.classes.map((name, i) => [name, i]))
  features.forEach(({ properties }, at) => {
    const value = properties?.[rule.field]
    if (value === undefined) throw wrongFeature(at, missingField(rule.field, properties))
    if (value === null || value === '') return
    if (rule.rule === 'classes') {
      const number = numbers.get(String(value))
      if (number === undefined)
        throw wrongFeature(
          at,
          `has the class ${shown(value)} in '${rule.field}', which has no score; the scored classes are ${rule.classes.slice(0, 20).join(', ')}`,
        )
      values[at] = number
      scores[at] = rule.classScores[number]
    } else {
      const number = typeof value === 'string' ? Number(value) : value
      if (!isScore(number))
        throw wrongFeature(
          at,
          `has ${shown(value)} in '${rule.field}': a score must be a number from 0 to 255, where 0 means no data${typeof value === 'string' ? '; if the field contains words, use classes with a score for each' : ''}`,
        )
      values[at] = number
      scores[at] = Math.round(number)
    }
  })
  return { scores, values }
}

function missingField(field: string, properties: LayerFeature['properties']): string {
  const names = Object.keys(properties ?? {}).slice(0, 20)
  return `has no field '${field}'; ${names.length === 0 ? 'it has no fields' : `its fields are ${names.join(', ')}`}`
}

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 255
}
