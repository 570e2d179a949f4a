/** Bytes of a body, 2 MiB: 10,000 points, printed with spaces, are one. */
const MOST = 2 * 2 ** 20

/** The sentence of a 413. */
export const TOO_LARGE = 'Request body too large'

/** The text of a body; null where it is longer than 2 MiB, of which no more than that is read. */
export async function readText(request: Request): Promise<string | null> {
  const length = request.headers.get('content-length')
  // Servers read no more than a length says, unless the body comes in chunks.
  if (length !== null && !request.headers.has('transfer-encoding'))
    return Number(length) <= MOST ? request.text() : null
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (const reader = request.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > MOST) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}
