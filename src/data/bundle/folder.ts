/** Bytes of a file from `start` up to `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What of a file is read. */
export interface Wanted {
  /** All of it where left out. */
  readonly span?: Span | undefined
  /** How many bytes the manifest says that there are: more are not read. */
  readonly bytes?: number | undefined
  /** Ends this reading alone. */
  readonly signal?: AbortSignal | undefined
}

/** Far more bytes than any bundle has. */
export const MOST_BYTES = 1024 ** 3

/** Bytes of a file that are read at most. */
export function mostBytes(file: string, expected: number | undefined): number {
  return expected ?? (file.endsWith('.json') ? MOST_BYTES / 64 : MOST_BYTES)
}

/** How far loading is. */
export interface LoadProgress {
  /** The file of which bytes came. */
  readonly file: string
  /** Bytes that came so far, of all files. */
  readonly bytes: number
  /** Bytes that were asked for so far, where their number is known before they come. */
  readonly total: number
}

/** How files are fetched. */
export interface ReadOptions {
  /** Used in place of the global `fetch`, with the same arguments. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Ends loading; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without a byte after which a server is given up. Default 30,000. */
  readonly timeout?: number | undefined
  /** Told of all that comes from a server. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
}

/** A folder of bundles: a directory, or an address from which they can be fetched. */
export interface DataFolder {
  /** For messages. */
  readonly name: string
  /** Where a file of a directory is on this machine; null for one that is put together when it is read. */
  pathOf?(file: string): string | null
  /** Bytes of a file, or those of a span; null where there is no such file. */
  read(file: string, wanted?: Wanted): Promise<Uint8Array | null>
  /** Whether there is a file. */
  has(file: string): Promise<boolean>
  /** What changes when a file of a directory does. */
  stamp?(file: string): Promise<string>
}
