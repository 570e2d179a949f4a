/** Bytes of a body, 2 MiB: 10,000 points, printed with spaces, are one. */
const MOST = 2 * 2 ** 20

/** The sentence of a 413. */
export const TOO_LARGE = 'Request body too large'

/**
 * The fields of a query, given from its `?` on. The last of a repeated name wins, a name without `=` is empty, `+` is a space, and bytes
 * that are not UTF-8 become U+FFFD: as Python's `parse_qsl(keep_blank_values=True)` reads them, which is what FastAPI does.
 */
export function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The text of a body; null where it is longer than 2 MiB, of which no more than that is read. */
export async function readText(request: Request): Promise<string | null> {
  const length = request.headers.get('content-length')
  // Servers read no more than a length says, unless the body comes in chunks.
  if (length !== null && !request.headers.has('transfer-encoding'))
    return Number(length) <= MOST ? request.text() : null
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST) return null
    chunks.push(chunk)
  }
  return new Blob(chunks).text()
}
