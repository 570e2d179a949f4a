/** How patient and how polite a fetch is. */
export interface FetchSettings {
  /** The words by which servers know us. */
  readonly userAgent: string
  /** Milliseconds without a byte after which a connection counts as dropped. */
  readonly idleMs: number
  /** Tries of a file that bring nothing new, before it is given up. */
  readonly tries: number
  /** Milliseconds before the second try; doubled for each further one. */
  readonly backoffMs: number
  /** The longest wait, in milliseconds, that a server may ask for (Retry-After). */
  readonly longestWaitMs: number
  /** Hosts that are asked at the same time; each one has at most one request under way. */
  readonly hosts: number
  /** No published file here comes near this many bytes: what goes on longer is stopped. */
  readonly mostBytes: number
}

export const defaultSettings: Omit<FetchSettings, 'userAgent'> = {
  idleMs: 45_000,
  tries: 5,
  backoffMs: 1_000,
  longestWaitMs: 180_000,
  hosts: 3,
  mostBytes: 4 * 1024 ** 3,
}
