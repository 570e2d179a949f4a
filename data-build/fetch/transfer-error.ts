/** A request that brought no file. The message is one clause without a full stop. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
  /** Whether another try may bring it. */
  readonly again: boolean
  /** Milliseconds that the server asks to wait before that. */
  readonly waitMs: number | undefined
  /** The address has no file: 404 or 410. */
  readonly missing: boolean

  constructor(
    message: string,
    {
      again = false,
      waitMs,
      missing = false,
      cause,
    }: { again?: boolean; waitMs?: number | undefined; missing?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.again = again
    this.waitMs = waitMs
    this.missing = missing
  }
}
