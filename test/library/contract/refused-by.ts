import { ValidationError } from '../../../src/base/errors.ts'

/** Returns the ValidationError that a call throws. */
export function refusedBy(ask: () => unknown): ValidationError {
  try {
    ask()
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
