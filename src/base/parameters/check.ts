import { type ErrorCode, type ValidationDetail, ValidationError } from '../errors.ts'
import { didYouMean } from './options.ts'
import type {
  LiteralListParameter,
  LiteralParameter,
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
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  const values: Record<string, ParameterValue> = {}
  let details: ValidationDetail[] | undefined
  const codes = new Set<ErrorCode>()
  for (const parameter of parameters) {
    const result = resolve(parameter, fields[parameter.name])
    if (result instanceof Refusal) {
      details ??= []
      details.push(getDetail(parameter, result))
      codes.add(getCode(parameter, result))
    } else {
      values[parameter.name] = result
    }
  }
  if (details !== undefined) {
    const [code, ...others] = codes
    throw new ValidationError(pathFirst(details), undefined, others.length === 0 ? code : 'input_invalid')
  }
  return values as ValuesOf<P>
}

function resolve(parameter: Parameter, input: unknown): ParameterValue | Refusal {
  if (input === undefined || (input === null && !parameter.required)) {
    if (parameter.required) return new Refusal('missing', 'Field required', null)
    return 'default' in parameter ? parameter.default : undefined
  }
  return check(parameter, input)
}

// The order of the keys is the same as in FastAPI.
function getDetail(parameter: Parameter, { type, msg, input, item, ctx }: Refusal): ValidationDetail {
  const loc = item === undefined ? [parameter.in, parameter.name] : [parameter.in, parameter.name, item]
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx }
}

function getCode(parameter: Parameter, { type }: Refusal): ErrorCode {
  const unknownCode = 'unknownCode' in parameter ? parameter.unknownCode : undefined
  return (type === 'literal_error' ? unknownCode : undefined) ?? 'input_invalid'
}

function pathFirst(details: readonly ValidationDetail[]): ValidationDetail[] {
  const inPath = details.filter((detail) => detail.loc[0] === 'path')
  const inQuery = details.filter((detail) => detail.loc[0] !== 'path')
  return [...inPath, ...inQuery]
}

/** Reason for rejecting a value, worded as in pydantic 2. */
class Refusal {
  constructor(
    readonly type: string,
    readonly msg: string,
    /** The refused value as it was received. */
    readonly input: unknown,
    readonly ctx?: Readonly<Record<string, unknown>>,
    /** Position of the refused item in a list. */
    readonly item?: number,
  ) {}
}

/** Parses the value of a parameter from a string or a JavaScript value. */
function check(parameter: Parameter, input: unknown): ParameterValue | Refusal {
  switch (parameter.kind) {
    case 'float':
      return inBounds(parameter, float(input), input)
    case 'integer':
      return inBounds(parameter, integer(input), input)
    case 'boolean':
      return boolean(input)
    case 'string':
      return string(parameter, input)
    case 'literal':
      return isOneOf(parameter, input) ? input : literalError(parameter, input)
    case 'literals':
      return literals(parameter, input)
    case 'points':
      return points(parameter, input)
    case 'object':
      return object(parameter, input)
  }
}

function float(input: unknown): number | Refusal {
  if (typeof input === 'number') return input
  if (typeof input !== 'string') return new Refusal('float_type', 'Input should be a valid number', input)
  const value = readFloat(input)
  if (value !== undefined) return value
  return new Refusal('float_parsing', 'Input should be a valid number, unable to parse string as a number', input)
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

// Check `le` first. Every comparison with NaN is false, so the string `nan` is rejected as too large, as in the hosted
// service.
function inBounds({ le, ge }: { le: number; ge: number }, value: number | Refusal, input: unknown): number | Refusal {
  if (typeof value !== 'number') return value
  // Only a caller of the library can pass NaN, because JSON and queries cannot contain it.
  if (Number.isNaN(input)) return new Refusal('finite_number', 'Input is not a number (NaN)', input)
  if (!(value <= le))
    return new Refusal('less_than_equal', `Input should be less than or equal to ${le}`, input, { le })
  if (value >= ge) return value
  return new Refusal('greater_than_equal', `Input should be greater than or equal to ${ge}`, input, { ge })
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

function isOneOf({ values }: { values: readonly string[] }, input: unknown): input is string {
  return typeof input === 'string' && values.includes(input)
}

function literalError(
  { values, offersNear }: LiteralParameter | LiteralListParameter,
  input: unknown,
  item?: number,
): Refusal {
  const quoted = values.map((value) => `'${value}'`)
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' or ')
  const advice = offersNear && typeof input === 'string' ? didYouMean(input, values) : ''
  return new Refusal('literal_error', `Input should be ${expected}${advice}`, input, { expected }, item)
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

// The functions below parse numbers and booleans of a request as pydantic 2 does in lax mode, because the hosted
// service uses pydantic. JavaScript's `Number()` accepts some strings that pydantic rejects (`''`, `'0x10'`) and
// rejects some that pydantic accepts (`'1_0'`, `'INF'`).

/**
 * Parses a floating point number, or returns `undefined`. Accepts `nan`, `inf` and `infinity` in any case and with a
 * sign. Single underscores are allowed anywhere except at the ends. Surrounding white space is trimmed, except from
 * strings with underscores, as in pydantic.
 */
export function readFloat(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text)
  const plain = text.includes('_') ? withoutUnderscores(text) : trim(text)
  if (plain === undefined) return undefined
  if (DECIMAL.test(plain)) return Number(plain)
  const special = SPECIAL.exec(plain)
  if (special === null) return undefined
  if (special[2] !== undefined) return Number.NaN
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
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
 * Maximum number of characters of an integer in Python and pydantic, which prevents slow conversions. A minus sign
 * counts, but leading zeros do not.
 */
const LONGEST_INTEGER = 4300

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const SPECIAL = /^([+-]?)(?:inf(?:inity)?|(nan))$/i

// Group 1 is the minus sign. Group 2 is the number without leading zeros, and is missing for zero. Leading zeros may
// contain any underscores. Later digits may only have single underscores between them.
const INTEGER = /^(?:\+|(-))?(?:(?:0[0_]*)?([1-9](?:_?\d)*)|0(?:[0_]*0)?)(?:\.0+)?$/

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'y', 'on', 'yes', 'true'].map((word) => [word, true] as const),
  ...['0', 'f', 'n', 'off', 'no', 'false'].map((word) => [word, false] as const),
])
const LONGEST_BOOLEAN = 'false'.length

function withoutUnderscores(text: string): string | undefined {
  if (text.startsWith('_') || text.endsWith('_') || text.includes('__')) return undefined
  return text.replaceAll('_', '')
}

/**
 * Trims Unicode's White_Space characters, as pydantic's Rust code does. `String.prototype.trim` also trims U+FEFF but
 * not U+0085.
 */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0x85 || code === 0xa0
  if (code >= 0x2000 && code <= 0x200a) return true
  return code === 0x1680 || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000
}
