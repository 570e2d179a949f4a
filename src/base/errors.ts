/** A remark about an answer. Programs use `code`; people read `text`. */
export interface Note {
  /** Stable lowercase code, such as `place_ambiguous`. */
  readonly code: string
  /** Explanation in one sentence. */
  readonly text: string
}

/** A place that the caller may have meant. */
export interface SuggestedPlace {
  /** Latitude, degrees, -90 to 90, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon: number
  /** Kind of place, such as `city` or `street`. */
  readonly layer: string
  /** One-line name of the place, such as `Austin, TX 78701`. */
  readonly label: string
  /** Radius in meters. */
  readonly radius: number
}

/** Codes of the library's errors. Batches, servers and the command line have additional codes. */
export type ErrorCode =
  | 'area_ambiguous'
  | 'area_unknown'
  | 'areas_not_loaded'
  | 'bundle_damaged'
  | 'bundle_mismatched'
  | 'bundle_missing'
  | 'columns_not_loaded'
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
  | 'unexpected'

/**
 * Base class of all errors that the package throws on purpose. The message is one sentence for people and may change;
 * `code` is for programs and stays stable. The JSON form is `{ name, code, message, detail?, suggestions? }`.
 */
export abstract class VicinageError extends Error {
  /** Stable lowercase code, such as `dimension_not_loaded`, `area_unknown` or `bundle_damaged`. */
  abstract readonly code: string
  /** Content of the message as structured data. */
  declare readonly detail?: unknown
  /**
   * Advice for command-line users.
   * @internal
   */
  declare readonly hint?: string | undefined

  /**
   * Shortens the message. A run of 200 or more characters without a space is cut to 80 characters, and the whole
   * message to 4,000.
   */
  constructor(message = '', options?: ErrorOptions) {
    super(message.length > 200 ? message.replaceAll(/(\S{79})\S{121,}/g, '$1…').slice(0, 4000) : message, options)
  }

  /**
   * Exit code of a command that ends with this error.
   * @internal
   */
  get exitCode(): number {
    return 1
  }

  /** Returns the fields that a remote client needs. */
  toJSON(): { name: string; code: string; message: string; detail?: unknown; suggestions?: readonly SuggestedPlace[] } {
    const { name, code, message, detail } = this
    return { name, code, message, ...(detail === undefined ? {} : { detail }) }
  }
}

/**
 * Base class of errors caused by the caller, such as an invalid value, option or file. Any other `VicinageError` is a
 * failure that can occur even if the call is correct, such as damaged data.
 */
export abstract class RefusalError extends VicinageError {
  /**
   * Places that may have been meant, best first, if an area is unknown or ambiguous (`area_unknown`, `area_ambiguous`)
   * or an address was not found (`not_found`); otherwise empty. Each suggestion can be passed instead of the rejected
   * value.
   */
  get suggestions(): readonly SuggestedPlace[] {
    return []
  }

  /** @internal */
  override get exitCode(): number {
    return 2
  }

  /** Returns the fields that a remote client needs. */
  override toJSON(): ReturnType<VicinageError['toJSON']> {
    const { suggestions } = this
    return { ...super.toJSON(), ...(suggestions.length > 0 && { suggestions }) }
  }
}

/**
 * Thrown when a bundle file cannot be read or written. The message names the file, what was found and what was
 * expected.
 */
export class BundleError extends VicinageError {
  /** Name of the class. */
  override readonly name = 'BundleError'
  /** Error code: `bundle_damaged`, `bundle_missing`, or `bundle_mismatched` if files come from different builds. */
  readonly code: ErrorCode
  /**
   * Path of the file or folder, if it is known to be on this machine.
   * @internal
   */
  declare path?: string

  constructor(message: string, options: ErrorOptions & { readonly code?: ErrorCode } = {}) {
    super(message, options)
    this.code = options.code ?? 'bundle_damaged'
  }
}

/** Records the file path if the error is a `BundleError`. Returns the error, whatever its class. */
export function atPath(error: unknown, path: string | null | undefined): unknown {
  if (error instanceof BundleError && path) error.path = path
  return error
}

/**
 * Thrown when a call needs data that exists but is not in memory, such as a dimension that was not loaded, or a place
 * outside the loaded boxes. The message says what to load.
 */
export class NotLoadedError extends VicinageError {
  /** Name of the class. */
  override readonly name = 'NotLoadedError'
  /** Error code, such as `dimension_not_loaded`, `schools_not_loaded`, `geocoder_not_loaded` or `place_not_loaded`. */
  readonly code: ErrorCode

  /** Message without the advice, for readers who cannot change the program, such as visitors to a website. */
  readonly fact: string
  /** Sentence about the option that loads the missing data; null if there is no such option. */
  readonly advice: string | null

  /** @param advice sentence about the option that loads the missing data */
  constructor(fact: string, code: ErrorCode = 'not_loaded', advice = '') {
    super(advice === '' ? fact : `${fact} ${advice}`)
    this.fact = fact
    this.code = code
    this.advice = advice || null
  }

  /** @internal */
  override get exitCode(): number {
    return 3
  }
}

/** A rejected input value, in the format of a `detail` entry in a 422 response. */
export interface ValidationDetail {
  /** Machine-readable reason, such as `missing` or `less_than_equal`. */
  readonly type: string
  /** Origin of the value: `['query', 'lat']`, `['body', 'points', 3, 'lat']`. */
  readonly loc: readonly (string | number)[]
  /** Reason, as a sentence. */
  readonly msg: string
  /** The value as received. */
  readonly input: unknown
  /** Bounds or choices that the reason refers to. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Thrown when input is not valid for an endpoint. `detail` lists every rejected value, and the message combines the
 * reasons.
 */
export class ValidationError extends RefusalError {
  /** Name of the class. */
  override readonly name = 'ValidationError'
  /**
   * Error code, such as `input_invalid`, `option_unknown`, `dimension_unknown`, `limit_exceeded` or `area_ambiguous`.
   */
  readonly code: ErrorCode
  /** Every rejected value, as in the body of an HTTP 422. */
  declare readonly detail: readonly ValidationDetail[]

  constructor(
    detail: readonly ValidationDetail[],
    message = detail.map(getMessage).join('; '),
    code: ErrorCode = 'input_invalid',
  ) {
    super(message)
    this.detail = detail
    this.code = code
  }

  /** Places that may have been meant, best first; empty unless `code` is `area_ambiguous` or `not_found`. */
  override get suggestions(): readonly SuggestedPlace[] {
    return this.detail.flatMap(({ ctx }) => (ctx?.suggestions as readonly SuggestedPlace[] | undefined) ?? [])
  }
}

/** Parts of a request that `loc` can start with. Messages omit them, because callers of the library have no request. */
const ORIGINS: ReadonlySet<unknown> = new Set(['query', 'path', 'body'])

/** Returns the message about a rejected value, such as `lat: Field required`. */
export function getMessage({ loc, msg }: ValidationDetail): string {
  return `${(ORIGINS.has(loc[0]) && loc.length > 1 ? loc.slice(1) : loc).join('.')}: ${msg}`
}

/** Thrown when a well-formed request has no answer in the data. `detail` is the sentence in the body of an HTTP 404. */
export class NotFoundError extends RefusalError {
  /** Name of the class. */
  override readonly name = 'NotFoundError'
  /** Error code, such as `area_unknown`, `school_unknown`, `district_unknown` or `place_outside`. */
  readonly code: ErrorCode
  /** Sentence in the body of an HTTP 404. */
  declare readonly detail: string
  readonly #suggestions: readonly SuggestedPlace[]

  constructor(detail: string, code: ErrorCode = 'not_found', suggestions: readonly SuggestedPlace[] = []) {
    super(detail)
    this.detail = detail
    this.code = code
    this.#suggestions = suggestions
  }

  /** @internal */
  override get exitCode(): number {
    return 3
  }

  /** Areas with similar names, best first; empty unless `code` is `area_unknown`. */
  override get suggestions(): readonly SuggestedPlace[] {
    return this.#suggestions
  }
}

/**
 * Thrown for a failure that the arguments do not explain, such as an object whose getter throws. `cause` is the
 * original error.
 */
export class UnexpectedError extends VicinageError {
  /** Name of the class. */
  override readonly name = 'UnexpectedError'
  /** Error code, always `unexpected`. */
  readonly code: ErrorCode = 'unexpected'
}

/**
 * Creates the error for a single argument that is not an API parameter, such as an option, a column or the zoom of a
 * tile.
 */
export function refusedArgument(name: string, msg: string, input: unknown, code?: ErrorCode): ValidationError {
  const text = typeof input === 'string' && input.length > 80 ? msg.replaceAll(input, `${input.slice(0, 79)}…`) : msg
  return new ValidationError([{ type: 'value_error', loc: [name], msg: text, input }], text, code)
}

/** Formats a count with its noun: `1 row`, `2,000 rows`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}

/** Returns the result of `ask`. If it throws a `NotLoadedError`, returns `otherwise(error)` instead. */
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
