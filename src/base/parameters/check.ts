import { getMessage, type ValidationDetail } from '../errors.ts'
import { alternatives, checkBasic, inBounds, isOneOf, literalError, parseWith, Refusal, trim } from './check-basic.ts'
import { describe } from './options.ts'
import type {
  LiteralListParameter,
  ObjectParameter,
  Parameter,
  ParameterValue,
  PointsParameter,
  StringParameter,
  ValuesOf,
} from './parameter.ts'

/**
 * Parses `parameters` from `input`, an object whose values are strings (from a query) or JavaScript values (from a
 * caller of the library). Anything that is not an object has no fields, so its required parameters are missing. Unknown
 * fields are ignored. `null` omits an optional parameter.
 *
 * @throws {ValidationError} with one detail per rejected parameter, path before query, each in declaration order
 */
export function parse<const P extends readonly Parameter[]>(parameters: P, input: unknown): ValuesOf<P> {
  return parseWith(check, parameters, input, messageOf)
}

/**
 * Returns the message about the rejected values. Whole numbers, booleans and lists of names are described by what they
 * must be, such as `limit must be a whole number from 1 to 50, not 51.`
 */
function messageOf(details: readonly ValidationDetail[], parameters: readonly Parameter[]): string {
  let isSentence = false
  const messages = details.map((detail) => {
    const parameter = parameters.find(({ name }) => name === detail.loc[1])
    const rule = parameter === undefined || detail.type === 'missing' ? null : ruleOf(parameter)
    const advice = /: did you mean .*$/.exec(detail.msg)?.[0] ?? ''
    isSentence = rule !== null && advice === ''
    return rule === null
      ? getMessage(detail)
      : `${detail.loc[1]} must be ${rule}, not ${describe(detail.input)}${advice}`
  })
  return `${messages.join('; ')}${isSentence ? '.' : ''}`
}

/** Returns what a value must be. Returns null for kinds of parameters whose messages repeat the reason in `detail`. */
function ruleOf(parameter: Parameter): string | null {
  if (parameter.kind === 'boolean') return 'true or false'
  if (parameter.kind === 'literals') return alternatives(parameter.values)
  if (parameter.kind !== 'integer') return null
  const [least, most] = [parameter.ge, parameter.le].map((bound) => bound.toLocaleString('en-US'))
  return `a whole number from ${least} to ${most}`
}

/** Parses the value of a parameter from a string or a JavaScript value. */
function check(parameter: Parameter, input: unknown): ParameterValue | Refusal {
  switch (parameter.kind) {
    case 'integer':
      return inBounds(parameter, integer(input), input)
    case 'boolean':
      return boolean(input)
    case 'string':
      return string(parameter, input)
    case 'float':
    case 'literal':
      return checkBasic(parameter, input)
    case 'literals':
      return literals(parameter, input)
    case 'points':
      return points(parameter, input)
    case 'object':
      return object(parameter, input)
  }
}

function integer(input: unknown): number | Refusal {
  if (typeof input === 'number') {
    // NaN and the infinities pass here, because `inBounds` refuses them.
    if (Number.isInteger(input) || !Number.isFinite(input)) return input
    const msg = 'Input should be a valid integer, got a number with a fractional part'
    return new Refusal('int_from_float', msg, input)
  }
  if (typeof input !== 'string') return new Refusal('int_type', 'Input should be a valid integer', input)
  const value = readInteger(input)
  switch (value) {
    case 'int_parsing':
      return new Refusal(value, 'Input should be a valid integer, unable to parse string as an integer', input)
    case 'int_parsing_size':
      return new Refusal(value, 'Unable to parse input string as an integer, exceeded maximum size', input)
    default:
      return value
  }
}

function boolean(input: unknown): boolean | Refusal {
  if (typeof input === 'boolean') return input
  const value = typeof input === 'string' ? readBoolean(input) : input === 1 ? true : input === 0 ? false : undefined
  if (value !== undefined) return value
  if (typeof input !== 'string' && !Number.isInteger(input)) {
    return new Refusal('bool_type', 'Input should be a valid boolean', input)
  }
  return new Refusal('bool_parsing', 'Input should be a valid boolean, unable to interpret input', input)
}

function string({ minLength = 0, maxLength, pattern }: StringParameter, input: unknown): string | Refusal {
  if (typeof input !== 'string') return new Refusal('string_type', 'Input should be a valid string', input)
  const length = codePoints(input)
  if (length < minLength) {
    const msg = `String should have at least ${characters(minLength)}`
    return new Refusal('string_too_short', msg, input, { min_length: minLength })
  }
  if (maxLength !== undefined && length > maxLength) {
    const msg = `String should have at most ${characters(maxLength)}`
    return new Refusal('string_too_long', msg, input, { max_length: maxLength })
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(input)) {
    return new Refusal('string_pattern_mismatch', `String should match pattern '${pattern}'`, input, { pattern })
  }
  return input
}

/** Returns the distinct items in their order, or refuses the first invalid one. */
function literals(parameter: LiteralListParameter, input: unknown): readonly string[] | Refusal {
  const items: readonly unknown[] | undefined = typeof input === 'string' ? input.split(',') : arrayOf(input)
  if (items === undefined) return new Refusal('string_type', 'Input should be a valid string', input)
  const chosen = new Set<string>()
  for (const [position, item] of items.entries()) {
    if (!isOneOf(parameter, item)) return literalError(parameter, item, position)
    chosen.add(item)
  }
  return [...chosen]
}

function points({ maxItems }: PointsParameter, input: unknown): readonly unknown[] | Refusal {
  const items = arrayOf(input)
  if (items === undefined) return new Refusal('list_type', 'Input should be a valid list', input)
  if (items.length <= maxItems) return items
  const msg = `List should have at most ${maxItems} items after validation, not ${items.length}`
  // Do not repeat the input in the error, because the list has too many items.
  return new Refusal('too_long', msg, null, {
    field_type: 'List',
    max_length: maxItems,
    actual_length: items.length,
  })
}

function object({ accepts, orText }: ObjectParameter, input: unknown): Readonly<Record<string, unknown>> | Refusal {
  // A string is an area name. It is passed on unchanged and parsed later.
  if (orText && typeof input === 'string') return input as unknown as Record<string, unknown>
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>
  return new Refusal('dict_type', `Input should be a valid dictionary: ${accepts}`, input)
}

function arrayOf(input: unknown): readonly unknown[] | undefined {
  return Array.isArray(input) ? input : undefined
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

function codePoints(text: string): number {
  let surrogatePairs = 0
  for (let at = 0; at < text.length; at++) {
    if (text.codePointAt(at)! > 0xffff) surrogatePairs++
  }
  return text.length - surrogatePairs
}

/**
 * Parses an integer, or returns the type of the validation error. `10.0`, `010`, `+10` and `1_0` are integers, `10.5`,
 * `10.` and `1e1` are not. Beyond 2^53 the value is the nearest double, which is enough to compare with bounds.
 */
export function readInteger(text: string): number | 'int_parsing' | 'int_parsing_size' {
  const match = INTEGER.exec(trim(text))
  if (match === null) return 'int_parsing'
  const digits = (match[1] ?? '') + (match[2] ?? '').replaceAll('_', '')
  return digits.length > LONGEST_INTEGER ? 'int_parsing_size' : match[2] === undefined ? 0 : Number(digits)
}

/** Parses a boolean in any case, without trimming. Returns `undefined` for any other string. */
export function readBoolean(text: string): boolean | undefined {
  return text.length > LONGEST_BOOLEAN ? undefined : BOOLEANS.get(text.toLowerCase())
}

/**
 * Maximum number of characters of an integer in Python and pydantic. The limit prevents slow conversions. A minus sign
 * counts, but leading zeros do not.
 */
const LONGEST_INTEGER = 4300

// Group 1 is the minus sign. Group 2 is the number without leading zeros, and is missing for zero. Leading zeros may
// contain any underscores. Later digits may only have single underscores between them.
const INTEGER = /^(?:\+|(-))?(?:(?:0[0_]*)?([1-9](?:_?\d)*)|0(?:[0_]*0)?)(?:\.0+)?$/

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'y', 'on', 'yes', 'true'].map((word) => [word, true] as const),
  ...['0', 'f', 'n', 'off', 'no', 'false'].map((word) => [word, false] as const),
])
const LONGEST_BOOLEAN = 'false'.length
