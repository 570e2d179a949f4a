import type { Box } from './library.ts'

/** Bytes of a file from `start` on. */
interface EmbeddedSpan {
  readonly start: number
  readonly bytes: Uint8Array
}

/** The data of one city, which are in the page itself. */
export interface EmbeddedData {
  /** `Austin, TX` */
  readonly city: string
  /** What is known of; degrees. */
  readonly box: Box
  readonly files: ReadonlyMap<string, readonly EmbeddedSpan[]>
}

declare global {
  var vicinageFile: { readonly data: EmbeddedData; readonly engine: string } | undefined
}

/** The city of a page that is one file; null of a page that has its data on a server. */
export const embedded: EmbeddedData | null = globalThis.vicinageFile?.data ?? null

/** Bytes of a file, or of a span of it; null where they are not in the page. */
export function embeddedBytes({ files }: EmbeddedData, file: string, span?: { start: number; end: number }) {
  const { start, end } = span ?? { start: 0, end: 0 }
  const found = files.get(file)?.find((one) => start >= one.start && end <= one.start + one.bytes.length)
  return found === undefined
    ? null
    : span === undefined
      ? found.bytes
      : found.bytes.slice(start - found.start, end - found.start)
}
