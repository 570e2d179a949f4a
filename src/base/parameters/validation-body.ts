import type { ValidationDetail } from '../errors.ts'
import type { Parameter } from './parameter.ts'

/**
 * Returns the JSON body of a 422 response, byte for byte as FastAPI prints it: `{"detail":[…]}`. Python distinguishes
 * floats from integers and prints the bounds of a float parameter as `90.0`, but the bounds of an integer as `50`.
 * JavaScript does not distinguish them, so `parameters` tells which parameters are floats. An `input` that JSON cannot
 * represent (NaN, a BigInt, a cycle) prints as `null`.
 */
export function writeValidationBody(detail: readonly ValidationDetail[], parameters: readonly Parameter[]): string {
  return `{"detail":[${detail.map((entry) => entryJson(entry, parameters)).join(',')}]}`
}

function entryJson({ type, loc, msg, input, ctx }: ValidationDetail, parameters: readonly Parameter[]): string {
  const fields = [`"type":${json(type)}`, `"loc":${json(loc)}`, `"msg":${json(msg)}`, `"input":${json(input)}`]
  if (ctx !== undefined) fields.push(`"ctx":${contextJson(ctx, isFloat(loc, parameters))}`)
  return `{${fields.join(',')}}`
}

function isFloat(loc: readonly (string | number)[], parameters: readonly Parameter[]): boolean {
  return parameters.some(({ kind, name, in: place }) => kind === 'float' && place === loc[0] && name === loc[1])
}

function contextJson(ctx: Readonly<Record<string, unknown>>, float: boolean): string {
  const fields = Object.entries(ctx).map(([key, value]) => `${json(key)}:${float ? floatJson(value) : json(value)}`)
  return `{${fields.join(',')}}`
}

function floatJson(value: unknown): string {
  return Number.isInteger(value) ? `${value}.0` : json(value)
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return 'null'
  }
}
