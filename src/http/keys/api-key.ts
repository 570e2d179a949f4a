/** Somebody who may ask, without the secret itself. */
export interface ApiKey {
  /** Public handle: names the key in counters, in lists and in the log's stead of the secret. */
  readonly id: string
  /** What people call it. */
  readonly name: string
  /** SHA-256 of the token, 64 lower-case hexadecimal digits. */
  readonly hash: string
  /** Requests in a window of seconds; null: as many as come. */
  readonly rate: Rate | null
  /** Requests in a calendar month, UTC; null: as many as come. */
  readonly monthly: number | null
  /** Milliseconds since 1970. */
  readonly created: number
  /** The key is refused from here on, milliseconds since 1970; null: never. */
  readonly expires: number | null
}

export interface Rate {
  readonly requests: number
  readonly seconds: number
}

/** The keys that are known. */
export interface Keys {
  /** The key of a token, expired or not; a promise where the platform hashes asynchronously only. */
  find(token: string): ApiKey | undefined | Promise<ApiKey | undefined>
}
