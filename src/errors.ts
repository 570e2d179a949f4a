/** The base of all errors that the package throws on purpose. The message is for people; `code` is for programs, and stays as it is. */
export abstract class VicinageError extends Error {
  /** `ERR_` and words in capitals: `ERR_BUNDLE`, `ERR_VALIDATION`, `ERR_NOT_FOUND`, `ERR_NOT_LOADED`, `ERR_BATCH`, `ERR_BATCH_FAILED` and so on. */
  abstract readonly code: string
}

/** A bundle file that cannot be read or written. The message is one sentence: the file, what was found, what was expected. */
export class BundleError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'BundleError'
  /** `ERR_BUNDLE` */
  readonly code = 'ERR_BUNDLE'
}

/**
 * A question about what is in the data but not in memory: a dimension, the schools or the geocoder that were left out, or a place
 * around which nothing was loaded. The message says what to load.
 */
export class NotLoadedError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'NotLoadedError'
  /** `ERR_NOT_LOADED` */
  readonly code = 'ERR_NOT_LOADED'
}

/** One refused input, in the shape of a 422 answer's `detail` entries. */
export interface ValidationDetail {
  /** Machine-readable reason, such as `missing` or `less_than_equal`. */
  readonly type: string
  /** Where the value came from: `['query', 'lat']`, `['body', 'points', 3, 'lat']`. */
  readonly loc: readonly (string | number)[]
  /** The reason as a sentence for people. */
  readonly msg: string
  /** The value as it was received. */
  readonly input: unknown
  /** Bounds or choices that the reason refers to. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined
}

/** Input outside what an endpoint takes. `detail` lists every refused value; the message joins them. */
export class ValidationError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'ValidationError'
  /** `ERR_VALIDATION` */
  readonly code = 'ERR_VALIDATION'
  /** Every refused value, as in the body of an HTTP 422. */
  readonly detail: readonly ValidationDetail[]

  constructor(
    detail: readonly ValidationDetail[],
    message = detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
  ) {
    super(message)
    this.detail = detail
  }
}

/** A well-formed request that the data cannot answer. `detail` is the sentence that an HTTP 404 carries. */
export class NotFoundError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'NotFoundError'
  /** `ERR_NOT_FOUND` */
  readonly code = 'ERR_NOT_FOUND'
  /** The sentence of the body of an HTTP 404. */
  readonly detail: string

  constructor(detail: string) {
    super(detail)
    this.detail = detail
  }
}

/** The error of one argument that is not a parameter of the service: an option, a column, the zoom of a tile. */
export function refusedArgument(name: string, msg: string, input: unknown, type = 'value_error'): ValidationError {
  return new ValidationError([{ type, loc: [name], msg, input }], msg)
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}
