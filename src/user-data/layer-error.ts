/** A layer that cannot be added or removed now: one sentence that says what is in the way, where, and what to do. */
export class LayerError extends Error {
  override readonly name = 'LayerError'
}
