import { VicinageError } from '../errors.ts'
import { type OptionNames, unknownOption } from '../options.ts'

/** An input or an option that makes no sense: one sentence that says what, where and what to do. */
export class BatchError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'BatchError'
  /** `ERR_BATCH`, or `ERR_BATCH_FAILED` of a run that failed although its options were right. */
  readonly code: string = 'ERR_BATCH'
}

/** @throws {BatchError} that names the first option that does not exist, and the one that was probably meant */
export function checkBatchOptions<Options>(options: Options | undefined, names: OptionNames<Options>): void {
  const wrong = unknownOption(options, names)
  if (wrong !== null) throw new BatchError(wrong.message)
}

/** A run that failed although its options were right: the disk is full, the input damaged, a worker crashed, Redis gone. */
export class BatchFailure extends BatchError {
  override readonly code = 'ERR_BATCH_FAILED'
}

/** For `catch` around work that has begun: what goes wrong there is not a mistake in the options. */
export function failed(error: unknown): never {
  throw error instanceof BatchError ? new BatchFailure(error.message) : error
}
