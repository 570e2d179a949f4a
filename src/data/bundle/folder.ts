/** Range of bytes from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Options for reading a file. */
export interface Wanted {
  /** Span to read; the whole file by default. */
  readonly span?: Span | undefined
  /** Number of bytes according to the manifest. Reading stops with an error if there are more. */
  readonly bytes?: number | undefined
  /**
   * Whether the file is only useful in parts. If the server sends only whole files, no bytes are returned. A browser
   * does not cache these parts, because its cache handles requests for one address one after another.
   */
  readonly isPartOnly?: boolean | undefined
  /** Signal that aborts this read only. */
  readonly signal?: AbortSignal | undefined
}

/** Maximum size of a bundle in bytes, far above the largest one. */
export const MOST_BYTES = 1024 ** 3

/** Maximum size of a bundle that no manifest lists, such as a street index: ten times the largest county's. */
const MAX_UNLISTED = MOST_BYTES / 4

/** Returns the maximum number of bytes to read from a file. */
export function mostBytes(file: string, expected: number | undefined): number {
  return expected ?? (file.endsWith('.json') ? MOST_BYTES / 64 : MAX_UNLISTED)
}

/** Progress of loading. */
export interface LoadProgress {
  /** File that the latest bytes belong to. */
  readonly file: string
  /** Bytes received so far, for all files. */
  readonly bytes: number
  /** Number of bytes requested so far, if known in advance. */
  readonly total: number
}

/** Options for fetching files. */
export interface ReadOptions {
  /** Replacement for the global `fetch`, called with the same arguments. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Signal that aborts loading; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without a byte after which a request fails; 30,000 by default. */
  readonly timeout?: number | undefined
  /** Called whenever data arrives from a server. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
}

/** A folder of bundles: a directory, or a URL to fetch them from. */
export interface DataFolder {
  /** Name for messages. */
  readonly name: string
  /** Maximum bytes of all bundles together. Without it, there is no limit. */
  readonly most?: number
  /** Returns the path of a file in a directory, or null if the file is composed when it is read. */
  pathOf?(file: string): string | null
  /** Returns the bytes of a file or a span of it, or null if there is no such file. */
  read(file: string, wanted?: Wanted): Promise<Uint8Array | null>
  /** Checks whether a file exists. */
  has(file: string): Promise<boolean>
  /** Returns a value that changes whenever a file of the directory changes. */
  stamp?(file: string): Promise<string>
}
