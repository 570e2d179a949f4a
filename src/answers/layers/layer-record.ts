import { refusedArgument } from '../../base/errors.ts'
import { type DimensionId, isDimensionId } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import { exactDistanceText, type Ladder, wordsFor } from '../dimensions/words.ts'
import { LAYERS, type LayerInfo } from './layer.ts'

/** Facts of a custom dimension. The rule determines which facts a place has. */
export const FACTS = {
  /** Field value. */
  value: 'value',
  /** Class number. */
  class: 'class',
  /** Distance to the nearest feature in km. */
  distance: 'distance_km',
} as const

const LONGEST_ID = 40
const LONGEST_NAME = 80
/** IDs that are not allowed, because they have another meaning where dimension IDs are expected. */
const RESERVED = new Set(['districts', 'people', 'size', 'scores', 'schools', 'geography', 'layers', 'status'])

/**
 * Validates the ID of a custom dimension.
 *
 * @throws {ValidationError} with the reason
 */
export function checkLayerId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id.length > LONGEST_ID || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw refusedArgument(
      'id',
      `The id of a layer must begin with a lowercase letter and contain only lowercase letters, digits and single hyphens, at most ${LONGEST_ID} characters, such as tree-canopy; got ${shown(id)}.`,
      id,
    )
  if (isDimensionId(id))
    throw refusedArgument('id', `There is already a dimension '${id}': choose a different id for the layer.`, id)
  if (RESERVED.has(id))
    throw refusedArgument('id', `'${id}' is a reserved word: choose a different id for the layer.`, id)
}

/**
 * Checks that the texts of a custom dimension are readable in lists and legends.
 *
 * @throws {ValidationError}
 */
export function checkLayerWords(words: Pick<LayerInfo, 'name' | 'low' | 'high'>): void {
  // Control characters would break the lines of lists and files.
  for (const [option, text] of Object.entries(words))
    if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_NAME || /\p{Cc}/u.test(text))
      throw refusedArgument(
        option,
        `${option} of a layer must be a string of 1 to ${LONGEST_NAME} characters on one line.`,
        text,
      )
}

/** Formats a value for a message. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : String(JSON.stringify(value) ?? value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Creates the catalog record of a custom dimension. */
export function layerDimension(info: LayerInfo): Dimension<DimensionId> {
  const { name, low, high } = info
  const ladder: Ladder = [
    [1, capital(low)],
    [52, `Rather ${low}`],
    [103, `Between ${low} and ${high}`],
    [154, `Rather ${high}`],
    [205, capital(high)],
  ]
  return {
    // Inside the package, a custom ID has the type of a built-in ID. `withLayer` adds the custom ID to the types that
    // callers see.
    id: info.id as DimensionId,
    group: LAYERS,
    name,
    scale: { low, middle: null, high, zero: 'no data: the layer does not cover this place' },
    ends: [low, high],
    ladder,
    than: ['Lower', 'Higher'],
    method: getMethod(info),
    describe({ score, fact, units }) {
      const about = getAbout(info, score, fact, units)
      return about === null ? `${wordsFor(ladder, score)}.` : `${wordsFor(ladder, score)}: ${about}.`
    },
  }
}

function getMethod({ rule, field }: LayerInfo): string {
  if (rule === 'distance') return 'Custom dimension: the distance to its nearest feature.'
  return `Custom dimension: ${rule === 'classes' ? 'the class' : 'the number'} in the field ${field} of the feature at the place.`
}

function getAbout(
  { name, rule, field, classes, ladder }: LayerInfo,
  score: number,
  fact: (id: string) => number,
  units: 'us' | 'metric' | undefined,
): string | null {
  if (rule === 'field') return `${field} ${score}`
  if (rule === 'classes') {
    const number = fact(FACTS.class)
    return Number.isNaN(number) ? null : `${field} ${classes[number]}`
  }
  const exact = fact(FACTS.distance)
  const km = Number.isNaN(exact) ? getKm(ladder, score) : exact
  if (km === null) return null
  if (km === 0) return `at a feature of ${name}`
  const end = ladder[ladder.length - 1][0] / 1000
  return km >= end
    ? `no feature of ${name} within ${exactDistanceText(end, units)}`
    : `${exactDistanceText(km, units)} to the nearest feature of ${name}`
}

/** Returns the distance in km at which a score applies, or null if the ladder has that score at several distances. */
function getKm(ladder: LayerInfo['ladder'], score: number): number | null {
  const signs = new Set(ladder.slice(1).map(([, to], i) => Math.sign(to - ladder[i][1])))
  if (signs.size !== 1 || signs.has(0)) return null
  const rung = ladder.findIndex(([, to], i) => i > 0 && (score - to) * (score - ladder[i - 1][1]) <= 0)
  if (rung < 0) return null
  const [from, low] = ladder[rung - 1]
  const [to, high] = ladder[rung]
  return (from + ((to - from) * (score - low)) / (high - low)) / 1000
}

function capital(words: string): string {
  const [first = ''] = words
  return first.toUpperCase() + words.slice(first.length)
}
