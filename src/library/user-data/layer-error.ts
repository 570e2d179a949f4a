import { VicinageError } from '../../base/errors.ts'

/**
 * Thrown when a custom dimension or street index cannot be added or removed. The message is one sentence with the
 * reason, the path and what to do.
 */
export class LayerError extends VicinageError {
  override readonly name = 'LayerError'
  readonly code = 'layer_refused'
}
