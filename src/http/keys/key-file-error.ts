/** A key file that is refused, or cannot be read or written. The message is one sentence, without anything secret. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}
