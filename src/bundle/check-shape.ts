import { type $ZodRawIssue, type $ZodType, safeParse } from 'zod/v4/core'

/** Checks a value against a shape of `zod/mini`, the small build, which leaves the words of its issues to us. */
export function checkShape<Shape extends $ZodType>(shape: Shape, value: unknown) {
  return safeParse(shape, value, { error: inWords })
}

function inWords(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`
    case 'invalid_value':
      return `expected ${issue.values?.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `unknown: ${issue.keys?.map((key) => `"${key}"`).join(', ')}`
    case 'too_small':
      return `expected at least ${issue.minimum}`
    case 'too_big':
      return `expected at most ${issue.maximum}`
    default:
      return 'expected another form'
  }
}
