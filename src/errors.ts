/** A bundle file that cannot be read or written. The message is one sentence: the file, what was found, what was expected. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
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
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** Input outside what an endpoint takes. `detail` lists every refused value; the message joins them. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  readonly detail: readonly ValidationDetail[]

  constructor(detail: readonly ValidationDetail[]) {
    super(detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '))
    this.detail = detail
  }
}

/** A well-formed request that the data cannot answer. `detail` is the sentence that an HTTP 404 carries. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly detail: string

  constructor(detail: string) {
    super(detail)
    this.detail = detail
  }
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}
