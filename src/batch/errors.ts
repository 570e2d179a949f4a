/** An input or an option that makes no sense: one sentence that says what, where and what to do. */
export class BatchError extends Error {
  override readonly name = 'BatchError'
}

/** A run that failed although its options were right: the disk is full, the input damaged, a worker crashed, Redis gone. */
export class BatchFailure extends BatchError {}

/** For `catch` around work that has begun: what goes wrong there is not a mistake in the options. */
export function failed(error: unknown): never {
  throw error instanceof BatchError ? new BatchFailure(error.message) : error
}
