import { VicinageError } from '../../base/errors.ts'

/** A layer that cannot be added or removed now: one sentence that says what is in the way, where, and what to do. */
export class LayerError extends VicinageError {
  override readonly name = 'LayerError'
  readonly code = 'layer_refused'
}
