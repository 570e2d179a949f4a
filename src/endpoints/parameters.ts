import { type ValidationDetail, ValidationError } from '../errors.ts'
import { check, Refusal } from './check.ts'
import type { Parameter, ParameterValue, ValuesOf } from './parameter.ts'

/**
 * The values of `parameters` out of `input`: an object of texts, as a query string gives them, or of JavaScript values, as a caller of
 * the library gives them. Anything that is not an object has no fields, so its required parameters are missing. Unknown fields are
 * ignored; `null` leaves an optional parameter out.
 *
 * @throws {ValidationError} with one detail per refused parameter, path before query, each in declaration order.
 */
export function parse<const P extends readonly Parameter[]>(parameters: P, input: unknown): ValuesOf<P> {
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  const values: Record<string, ParameterValue> = {}
  let details: ValidationDetail[] | undefined
  for (const parameter of parameters) {
    const result = resolve(parameter, fields[parameter.name])
    if (result instanceof Refusal) {
      details ??= []
      details.push(detailOf(parameter, result))
    } else {
      values[parameter.name] = result
    }
  }
  if (details !== undefined) throw new ValidationError(pathFirst(details))
  return values as ValuesOf<P>
}

function resolve(parameter: Parameter, given: unknown): ParameterValue | Refusal {
  if (given === undefined || (given === null && !parameter.required)) {
    if (parameter.required) return new Refusal('missing', 'Field required', null)
    return 'default' in parameter ? parameter.default : undefined
  }
  return check(parameter, given)
}

// The keys stand in the order that a 422 body prints them.
function detailOf(parameter: Parameter, { type, msg, input, item, ctx }: Refusal): ValidationDetail {
  const loc = item === undefined ? [parameter.in, parameter.name] : [parameter.in, parameter.name, item]
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx }
}

function pathFirst(details: readonly ValidationDetail[]): ValidationDetail[] {
  const inPath = details.filter((detail) => detail.loc[0] === 'path')
  const inQuery = details.filter((detail) => detail.loc[0] !== 'path')
  return [...inPath, ...inQuery]
}
