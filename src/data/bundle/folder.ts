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
   * Whether the file is only useful in parts. If the server sends only whole files, the read returns an empty array.
   * The browser cache is not used for these parts, because it handles requests for the same URL one after another.
   */
  readonly isPartOnly?: boolean | undefined
  /** Signal that aborts this read only. */
  readonly signal?: AbortSignal | undefined
}

/** Maximum size of a bundle in bytes, far above the size of the largest bundle. */
export const MAX_BYTES = 1024 ** 3

/**
 * Maximum size of a bundle that is not in a manifest, such as a street index. This is ten times the size of the largest
 * county's index.
 */
const MAX_UNLISTED = MAX_BYTES / 4

/** Returns the maximum number of bytes to read from a file. */
export function mostBytes(file: string, expected: number | undefined): number {
  return expected ?? (file.endsWith('.json') ? MAX_BYTES / 64 : MAX_UNLISTED)
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
  /** Milliseconds without data after which a request fails; 30,000 by default. */
  readonly timeout?: number | undefined
  /** Called whenever data arrives from a server. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
}

/** A folder of bundles: a directory, or a URL to fetch them from. */
export interface DataFolder {
  /** Name for messages. */
  readonly name: string
  /** Maximum total size of all bundles in bytes; unlimited by default. */
  readonly most?: number
  /** Returns the path of a file in a directory, or null if the file is generated when it is read. */
  pathOf?(file: string): string | null
  /** Returns the bytes of a file or a span of it, or null if there is no such file. */
  read(file: string, wanted?: Wanted): Promise<Uint8Array | null>
  /** Checks whether a file exists. */
  has(file: string): Promise<boolean>
  /** Returns a value that changes whenever the file changes. */
  stamp?(file: string): Promise<string>
}
