/** Position of a value: the names and indexes that lead to it. */
type Path = (string | number)[]

/** Checks a value and returns it with only the described fields. Throws `Fault` at the first difference. */
export type Shape<T> = (value: unknown, path: Path) => T

/** Type of the values that a shape accepts. */
export type Of<S extends Shape<unknown>> = ReturnType<S>

type Optional<T> = Shape<T> & { readonly isOptional: true }
type Fields = Readonly<Record<string, Shape<unknown>>>
type OptionalIn<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F]
type ObjectOf<F extends Fields> = { [K in Exclude<keyof F, OptionalIn<F>>]: Of<F[K]> } & {
  [K in OptionalIn<F>]?: Of<F[K]>
}
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

class Fault extends Error {}

/**
 * Result of a check: the checked value, or the first field that does not match and a message that says what was
 * expected. `field` is empty if the value itself does not match.
 */
export type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly field: string; readonly message: string }

/** Checks a value that was read from a file. */
export function checkShape<T>(shape: Shape<T>, value: unknown): Checked<T> {
  const path: Path = []
  try {
    return { success: true, data: shape(value, path) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { success: false, field: path.join('.'), message: `expected ${error.message}` }
  }
}

function where<T>(fits: (value: unknown) => boolean, expected: string): Shape<T> {
  return (value) => {
    if (fits(value)) return value as T
    throw new Fault(expected)
  }
}

export const string = where<string>((value) => typeof value === 'string', 'string')
export const words = where<string>((value) => typeof value === 'string' && value !== '', 'a string that is not empty')
export const boolean = where<boolean>((value) => typeof value === 'boolean', 'boolean')

export function matching(pattern: RegExp, expected = `text like ${pattern}`): Shape<string> {
  return where((value) => typeof value === 'string' && pattern.test(value), expected)
}

/** Accepts finite numbers greater than or equal to `least`. */
export function number(least = Number.NEGATIVE_INFINITY): Shape<number> {
  const expected = least === Number.NEGATIVE_INFINITY ? 'number' : `number of at least ${least}`
  return where((value) => Number.isFinite(value) && (value as number) >= least, expected)
}

/** Accepts whole numbers from `least` to `most`. */
export function int(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  const fits = (value: unknown) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most
  const atLeast = least === Number.MIN_SAFE_INTEGER ? '' : ` of at least ${least}`
  return where(fits, `whole number${most === Number.MAX_SAFE_INTEGER ? atLeast : ` from ${least} to ${most}`}`)
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return where((value) => values.includes(value as T), values.map((value) => JSON.stringify(value)).join(' or '))
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, path) => (value === null ? null : shape(value, path))
}

/** Marks a field that may be missing. A field that is present must not be undefined. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return Object.assign<Shape<T>, { isOptional: true }>((value, path) => shape(value, path), { isOptional: true })
}

export function array<T>(shape: Shape<T>, least = 0, most = Number.POSITIVE_INFINITY): Shape<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new Fault('array')
    if (value.length < least) throw new Fault(`at least ${least} elements`)
    if (value.length > most) throw new Fault(`at most ${most} elements`)
    const elements: T[] = []
    for (let i = 0; i < value.length; i++) elements.push(within(path, i, shape, value[i]))
    return elements
  }
}

/** Accepts arrays of two values of the same shape. */
export function pair<T>(shape: Shape<T>): Shape<[T, T]> {
  return array(shape, 2, 2) as Shape<T[]> as Shape<[T, T]>
}

/** Accepts objects with any keys whose values have the same shape. */
export function record<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value, path) =>
    Object.fromEntries(Object.entries(plain(value)).map(([name, field]) => [name, within(path, name, shape, field)]))
}

/** Accepts objects and drops unknown fields. */
export function object<F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  const described = Object.entries(fields)
  return (value, path) => {
    const source = plain(value)
    const fieldValues: Record<string, unknown> = {}
    for (const [name, shape] of described)
      if (Object.hasOwn(source, name) || !('isOptional' in shape))
        fieldValues[name] = within(path, name, shape, source[name])
    return fieldValues as ObjectOf<F>
  }
}

/** Accepts objects without unknown fields. */
export function strictObject<F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  const checkFields = object(fields)
  return (value, path) => {
    const checkedFields = checkFields(value, path)
    const unknown = Object.keys(value as object).filter((name) => !Object.hasOwn(fields, name))
    if (unknown.length > 0) throw new Fault(`no ${unknown.map((name) => `"${name}"`).join(', ')}`)
    return checkedFields
  }
}

const finite = where<number>(Number.isFinite, 'JSON value')

/** Accepts any JSON value and returns it without copying. */
export const json: Shape<Json> = (value, path) => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'object') return finite(value, path)
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) within(path, i, json, value[i])
  else for (const [name, field] of Object.entries(plain(value))) within(path, name, json, field)
  return value as Json
}

function within<T>(path: Path, step: string | number, shape: Shape<T>, value: unknown): T {
  path.push(step)
  const checkedValue = shape(value, path)
  path.pop()
  return checkedValue
}

/** Returns the value if it is a plain object rather than an array, date or byte array. */
function plain(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Fault('object')
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new Fault('object')
  return value as Record<string, unknown>
}
