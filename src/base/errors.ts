/** A remark that one part leaves for another: programs go by `code`, people read `text`. */
export interface Note {
  /** Lower case and stable: `place_ambiguous`. */
  readonly code: string
  /** One sentence. */
  readonly text: string
}

/** What the errors of the library are about; those of batches, servers and the command line have codes of their own. */
export type ErrorCode =
  | 'area_unknown'
  | 'areas_not_loaded'
  | 'bundle_damaged'
  | 'bundle_mismatched'
  | 'bundle_missing'
  | 'dimension_not_loaded'
  | 'dimension_unknown'
  | 'district_unknown'
  | 'districts_not_loaded'
  | 'geocoder_not_loaded'
  | 'input_invalid'
  | 'limit_exceeded'
  | 'not_found'
  | 'not_loaded'
  | 'option_unknown'
  | 'place_not_loaded'
  | 'place_outside'
  | 'place_too_wide'
  | 'school_unknown'
  | 'schools_not_loaded'
  | 'state_not_loaded'

/**
 * The base of all errors that the package throws on purpose. The message is one sentence for people and may change;
 * `code` is for programs and does not. As JSON it is `{ name, code, message, detail? }`.
 */
export abstract class VicinageError extends Error {
  /** Lower case and stable: `dimension_not_loaded`, `area_unknown`, `bundle_damaged`. */
  abstract readonly code: string
  /** What the message says, as fields. */
  declare readonly detail?: unknown

  /** What a program on the other side of a wire needs. */
  toJSON(): { name: string; code: string; message: string; detail?: unknown } {
    const { name, code, message, detail } = this
    return { name, code, message, ...(detail === undefined ? {} : { detail }) }
  }
}

/**
 * A bundle file that cannot be read or written. The message is one sentence: the file, what was found, what was
 * expected.
 */
export class BundleError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'BundleError'
  /** `bundle_damaged`; `bundle_missing`, or `bundle_mismatched` where files are of different builds. */
  readonly code: ErrorCode

  constructor(message: string, options: ErrorOptions & { readonly code?: ErrorCode } = {}) {
    super(message, options)
    this.code = options.code ?? 'bundle_damaged'
  }
}

/**
 * A question about what is in the data but not in memory: a dimension, the schools or the geocoder that were left out,
 * or a place around which nothing was loaded. The message says what to load.
 */
export class NotLoadedError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'NotLoadedError'
  /** `dimension_not_loaded`, `schools_not_loaded`, `geocoder_not_loaded`, `place_not_loaded` and so on. */
  readonly code: ErrorCode

  constructor(message: string, code: ErrorCode = 'not_loaded') {
    super(message)
    this.code = code
  }
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
  /** `input_invalid`; `option_unknown` where there is no option of that name, `dimension_unknown`, `limit_exceeded`. */
  readonly code: ErrorCode
  /** Every refused value, as in the body of an HTTP 422. */
  declare readonly detail: readonly ValidationDetail[]

  constructor(
    detail: readonly ValidationDetail[],
    message = detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
    code: ErrorCode = 'input_invalid',
  ) {
    super(message)
    this.detail = detail
    this.code = code
  }
}

/** A well-formed request that the data cannot answer. `detail` is the sentence that an HTTP 404 carries. */
export class NotFoundError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'NotFoundError'
  /** `area_unknown`, `school_unknown`, `district_unknown`, `place_outside`. */
  readonly code: ErrorCode
  /** The sentence of the body of an HTTP 404. */
  declare readonly detail: string

  constructor(detail: string, code: ErrorCode = 'not_found') {
    super(detail)
    this.detail = detail
    this.code = code
  }
}

/** The error of one argument that is not a parameter of the service: an option, a column, the zoom of a tile. */
export function refusedArgument(name: string, msg: string, input: unknown, code?: ErrorCode): ValidationError {
  return new ValidationError([{ type: 'value_error', loc: [name], msg, input }], msg, code)
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}

/** What `ask` answers; about what is not loaded, what `otherwise` makes of the reason. */
export function ifLoaded<Answer, Other>(
  ask: () => Answer,
  otherwise: (error: NotLoadedError) => Other,
): Answer | Other {
  try {
    return ask()
  } catch (error) {
    if (error instanceof NotLoadedError) return otherwise(error)
    throw error
  }
}
