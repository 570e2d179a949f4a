// The entries of a 422 body, byte for byte as in the contract's table. `loc` has the parts of the location, separated
// by spaces.

function entry(type: string, loc: string, msg: string, input: unknown, context?: string): string {
  const place = loc.split(' ').map((part) => (/^\d$/.test(part) ? part : `"${part}"`))
  const ctx = context === undefined ? '' : `,"ctx":{${context}}`
  return `{"type":"${type}","loc":[${place}],"msg":"${msg}","input":${JSON.stringify(input)}${ctx}}`
}

export const missing = (loc: string) => entry('missing', loc, 'Field required', null)
export const notFloat = (loc: string, input: string) =>
  entry('float_parsing', loc, 'Input should be a valid number, unable to parse string as a number', input)
export const notInteger = (loc: string, input: string) =>
  entry('int_parsing', loc, 'Input should be a valid integer, unable to parse string as an integer', input)
export const tooManyDigits = (loc: string, input: string) =>
  entry('int_parsing_size', loc, 'Unable to parse input string as an integer, exceeded maximum size', input)
export const notBoolean = (loc: string, input: unknown) =>
  entry('bool_parsing', loc, 'Input should be a valid boolean, unable to interpret input', input)

/** Returns the entry for a value that does not have the given type: a number, an integer, a boolean or a string. */
export const notOfType = (type: 'float' | 'int' | 'bool' | 'string', loc: string, input: unknown) => {
  const name = { float: 'number', int: 'integer', bool: 'boolean', string: 'string' }[type]
  return entry(`${type}_type`, loc, `Input should be a valid ${name}`, input)
}
export const notFinite = (loc: string) => entry('finite_number', loc, 'Input is not a number (NaN)', null)
export const fractional = (loc: string, input: number) =>
  entry('int_from_float', loc, 'Input should be a valid integer, got a number with a fractional part', input)

/**
 * Returns the entry for a number above `bound`, which is given as printed: "90.0", or "90" if the parameter is an
 * integer.
 */
export const above = (bound: string, loc: string, input: unknown) =>
  entry('less_than_equal', loc, `Input should be less than or equal to ${Number(bound)}`, input, `"le":${bound}`)
export const below = (bound: string, loc: string, input: unknown) =>
  entry('greater_than_equal', loc, `Input should be greater than or equal to ${Number(bound)}`, input, `"ge":${bound}`)
export const tooShort = (least: string, loc: string, input: string) =>
  entry(
    'string_too_short',
    loc,
    `String should have at least ${least}`,
    input,
    `"min_length":${Number.parseInt(least, 10)}`,
  )
export const tooLong = (most: string, loc: string, input: string) =>
  entry(
    'string_too_long',
    loc,
    `String should have at most ${most}`,
    input,
    `"max_length":${Number.parseInt(most, 10)}`,
  )

/** Takes the pattern as written in JSON, with doubled backslashes. */
export const notMatching = (pattern: string, loc: string, input: string) =>
  entry('string_pattern_mismatch', loc, `String should match pattern '${pattern}'`, input, `"pattern":"${pattern}"`)
export const notListed = (list: string, loc: string, input: unknown) =>
  entry('literal_error', loc, `Input should be ${list}`, input, `"expected":"${list}"`)
