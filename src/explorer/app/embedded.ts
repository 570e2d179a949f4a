import type { Box } from './library.ts'

/** Bytes of a file from `start` on. */
interface EmbeddedSpan {
  readonly start: number
  readonly bytes: Uint8Array
}

/** Data of one city embedded in the page itself. */
export interface EmbeddedData {
  /** Name: `Austin, TX`. */
  readonly city: string
  /** Box that the data covers, in degrees. */
  readonly box: Box
  readonly files: ReadonlyMap<string, readonly EmbeddedSpan[]>
}

declare global {
  var vicinageFile: { readonly data: EmbeddedData; readonly engine: string } | undefined
}

/** City of a page that is a single file; null if the page gets its data from a server. */
export const embedded: EmbeddedData | null = globalThis.vicinageFile?.data ?? null

/** Returns the bytes of a file, or of a span of it, or null if they are not in the page. */
export function embeddedBytes({ files }: EmbeddedData, file: string, span?: { start: number; end: number }) {
  const { start, end } = span ?? { start: 0, end: 0 }
  const found = files.get(file)?.find((one) => start >= one.start && end <= one.start + one.bytes.length)
  return found === undefined
    ? null
    : span === undefined
      ? found.bytes
      : found.bytes.slice(start - found.start, end - found.start)
}
