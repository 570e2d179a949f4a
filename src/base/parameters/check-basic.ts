// Checks for numbers and literals, which are the only kinds of parameters that places and dimensions need. They are in
// a separate file so that computing a score does not load the checks for all other kinds.

import { type ErrorCode, type ValidationDetail, ValidationError } from '../errors.ts'
import { didYouMean } from './options.ts'
import type {
  FloatParameter,
  LiteralListParameter,
  LiteralParameter,
  Parameter,
  ParameterValue,
  ValuesOf,
} from './parameter.ts'

/** Parameter of a kind that this file checks. */
type BasicParameter = FloatParameter | LiteralParameter

/** Parses numbers and literals; see `parse`. */
export function parseBasic<const P extends readonly BasicParameter[]>(parameters: P, input: unknown): ValuesOf<P> {
  return parseWith(checkBasic, parameters, input)
}

/** Parses the value of a parameter from a string or a JavaScript value. */
type Check<Kind extends Parameter> = (parameter: Kind, input: unknown) => ParameterValue | Refusal

/**
 * Parses parameters with a function that checks each value; see `parse`.
 *
 * @param getMessage returns the error message for the details; by default, the message repeats the reasons in `detail`
 */
export function parseWith<Kind extends Parameter, const P extends readonly Kind[]>(
  check: Check<Kind>,
  parameters: P,
  input: unknown,
  getMessage?: (details: readonly ValidationDetail[], parameters: P) => string,
): ValuesOf<P> {
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  const values: Record<string, ParameterValue> = {}
  let details: ValidationDetail[] | undefined
  const codes = new Set<ErrorCode>()
  for (const parameter of parameters) {
    const result = resolve(check, parameter, fields[parameter.name])
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
    const ordered = pathFirst(details)
    const message = getMessage?.(ordered, parameters)
    throw new ValidationError(ordered, message, others.length === 0 ? code : 'input_invalid')
  }
  return values as ValuesOf<P>
}

function resolve<Kind extends Parameter>(
  check: Check<Kind>,
  parameter: Kind,
  input: unknown,
): ParameterValue | Refusal {
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
export class Refusal {
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

/** Parses a number or a literal from a string or a JavaScript value. */
export function checkBasic(parameter: BasicParameter, input: unknown): number | string | Refusal {
  if (parameter.kind === 'float') return inBounds(parameter, float(input), input)
  return isOneOf(parameter, input) ? input : literalError(parameter, input)
}

function float(input: unknown): number | Refusal {
  if (typeof input === 'number') return input
  if (typeof input !== 'string') return new Refusal('float_type', 'Input should be a valid number', input)
  const value = readFloat(input)
  if (value !== undefined) return value
  return new Refusal('float_parsing', 'Input should be a valid number, unable to parse string as a number', input)
}

// Check `le` first. Every comparison with NaN is false, so the string `nan` is rejected as too large, as in the hosted
// service.
export function inBounds(
  { le, ge }: { le: number; ge: number },
  value: number | Refusal,
  input: unknown,
): number | Refusal {
  if (typeof value !== 'number') return value
  // Only a caller of the library can pass NaN, because JSON and queries cannot contain it.
  if (Number.isNaN(input)) return new Refusal('finite_number', 'Input is not a number (NaN)', input)
  if (!(value <= le))
    return new Refusal('less_than_equal', `Input should be less than or equal to ${le}`, input, { le })
  if (value >= ge) return value
  return new Refusal('greater_than_equal', `Input should be greater than or equal to ${ge}`, input, { ge })
}

export function isOneOf({ values }: { values: readonly string[] }, input: unknown): input is string {
  return typeof input === 'string' && values.includes(input)
}

export function literalError(
  { values, offersNear }: LiteralParameter | LiteralListParameter,
  input: unknown,
  item?: number,
): Refusal {
  const expected = alternatives(values)
  const advice = offersNear && typeof input === 'string' ? didYouMean(input, values) : ''
  return new Refusal('literal_error', `Input should be ${expected}${advice}`, input, { expected }, item)
}

/** Returns the values in quotes, such as `'us' or 'metric'`. */
export function alternatives(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' or ')
}

// Numbers and booleans of a request are parsed as pydantic 2 does in lax mode, because the hosted service uses
// pydantic. JavaScript's `Number()` accepts some strings that pydantic rejects (`''`, `'0x10'`) and rejects some that
// pydantic accepts (`'1_0'`, `'INF'`).

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

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const SPECIAL = /^([+-]?)(?:inf(?:inity)?|(nan))$/i

function withoutUnderscores(text: string): string | undefined {
  if (text.startsWith('_') || text.endsWith('_') || text.includes('__')) return undefined
  return text.replaceAll('_', '')
}

/**
 * Trims Unicode's White_Space characters, as pydantic's Rust code does. `String.prototype.trim` also trims U+FEFF but
 * not U+0085.
 */
export function trim(text: string): string {
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
