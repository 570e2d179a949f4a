import { ValidationError } from '../../../src/base/errors.ts'

/** The ValidationError by which a question is refused. */
export function refusedBy(ask: () => unknown): ValidationError {
  try {
    ask()
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
