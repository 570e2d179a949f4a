/** Limits that cannot be kept as asked. The message is one sentence, without anything secret. */
export class LimitsError extends Error {
  override readonly name = 'LimitsError'
}
