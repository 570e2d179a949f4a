import { refusedArgument } from '../errors.ts'
import { editDistance } from '../geo/edit-distance.ts'

/** Types that option values are checked against. An option that is `null` or `undefined` counts as omitted. */
export type OptionKind = 'boolean' | 'function' | 'list' | 'number' | 'object' | 'path' | 'signal' | 'string'

/**
 * Type of each option, or true if its value is checked elsewhere. Every option needs an entry, so a forgotten option is
 * a compile error.
 */
export type OptionNames<Options> = Readonly<Record<keyof Options, true | OptionKind>>

/**
 * Rejects options of the wrong type and unknown options, which are usually typos that would otherwise go unnoticed.
 *
 * @param ignored other names that are accepted and have no effect
 * @throws {ValidationError} that suggests the option that was probably meant
 */
export function checkOptions<Options>(
  options: Options | null | undefined,
  names: OptionNames<Options>,
  ignored: Readonly<Record<string, true>> = {},
): void {
  const wrong = unknownOption(options, names, ignored)
  if (wrong !== null) throw refusedArgument(wrong.name, wrong.message, wrong.input, wrong.code)
  const units = (options as { readonly units?: unknown } | null | undefined)?.units ?? 'us'
  if (units !== 'us' && units !== 'metric') throw refusedArgument('units', 'units must be us or metric', units)
}

/**
 * Returns the first option that is unknown or of the wrong type, a message about it, and whether the message suggests a
 * similar name (`near`). Returns null if all options are valid.
 */
export function unknownOption<Options>(
  options: Options | null | undefined,
  names: OptionNames<Options>,
  ignored: Readonly<Record<string, true>> = {},
) {
  if (options === null || options === undefined) return null
  if (typeof options !== 'object')
    return {
      name: 'options',
      near: false,
      input: options,
      code: 'input_invalid' as const,
      message: `Options must be an object, not a ${typeof options}.`,
    }
  for (const name in options) {
    const kind = names[name]
    if (kind === true) continue
    if (typeof kind !== 'string') {
      if (ignored[name] === true) continue
      const input = options[name]
      return { name: name as string, ...unknownOptionMessage(name, names), input, code: 'option_unknown' as const }
    }
    const value = options[name]
    if (value === undefined || value === null || isOfKind(value, kind)) continue
    const message = `${name} must be ${KINDS[kind as OptionKind]}, not ${describe(value)}.`
    return { name: name as string, near: false, input: value, message, code: 'input_invalid' as const }
  }
  return null
}

const KINDS: Readonly<Record<OptionKind, string>> = {
  boolean: 'true or false',
  function: 'a function',
  list: 'a list',
  number: 'a number',
  object: 'an object',
  path: 'a path or a URL',
  signal: 'an AbortSignal',
  string: 'a string',
}

/** Checks whether a value has the given type. NaN does not count as a number. */
export function isOfKind(value: unknown, kind: OptionKind): boolean {
  if (kind === 'list') return Array.isArray(value)
  if (kind === 'number') return typeof value === 'number' && !Number.isNaN(value)
  if (kind === 'object') return typeof value === 'object' && value !== null
  if (kind === 'path') return typeof value === 'string' || value instanceof URL
  if (kind === 'signal')
    return ['throwIfAborted', 'addEventListener'].every((method) => typeof (value as never)?.[method] === 'function')
  return typeof value === kind
}

/** Describes a value in at most 80 characters. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 80 ? `${value.slice(0, 79)}…` : value}'`
  if (value === null || ['number', 'boolean', 'undefined'].includes(typeof value)) return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function unknownOptionMessage(name: string, names: object): { message: string; near: boolean } {
  const allNames = Object.keys(names)
  const advice = didYouMean(name, allNames)
  return {
    message: `There is no option '${name.slice(0, 64)}'${advice || `; choose from ${allNames.join(', ')}.`}`,
    near: advice !== '',
  }
}

/** Returns `: did you mean 'lon'?` if one of the names is similar, otherwise an empty string. */
export function didYouMean(name: string, names: readonly string[]): string {
  const folded = fold(SYNONYMS.get(fold(name)) ?? name).slice(0, 64)
  const most = Math.ceil(folded.length / 3)
  const distances = names.map((other) => (fold(other).startsWith(folded) ? 0 : editDistance(folded, fold(other), most)))
  const least = Math.min(...distances)
  return folded !== '' && least <= most ? `: did you mean '${names[distances.indexOf(least)]}'?` : ''
}

/** Names that other libraries use for `lat` and `lon`. */
const SYNONYMS = new Map(Object.entries({ latitude: 'lat', lng: 'lon', long: 'lon', longitude: 'lon' }))

/** Normalizes a name for comparison, so that `min_people` and `minPeople` are equal. */
function fold(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
