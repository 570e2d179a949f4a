import { BundleError } from '../src/errors.ts'
import { SourceError } from './read/source-error.ts'

/** Whether an error tells its reader what to do, so that a command ends with its sentence; all others are our own mistakes. */
export function isExpectedFailure(error: unknown): error is Error {
  if ([BundleError, SourceError, RangeError].some((kind) => error instanceof kind)) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
