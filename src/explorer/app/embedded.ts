import type { Box } from './library.ts'

/** Bytes of a file, beginning at offset `start`. */
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

/** Data embedded in a single-file page; null if the page loads its data from a server. */
export const embedded: EmbeddedData | null = globalThis.vicinageFile?.data ?? null

/** Returns the bytes of a file or of a span in the file, or null if they are not in the page. */
export function embeddedBytes({ files }: EmbeddedData, file: string, span?: { start: number; end: number }) {
  const { start, end } = span ?? { start: 0, end: 0 }
  const holder = files.get(file)?.find((span) => start >= span.start && end <= span.start + span.bytes.length)
  return holder === undefined
    ? null
    : span === undefined
      ? holder.bytes
      : holder.bytes.slice(start - holder.start, end - holder.start)
}
