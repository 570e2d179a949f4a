import { boundedBytes } from '../../base/bounded-bytes.ts'
import { JsonLimits } from '../../library/contract/json-limits.ts'

/** Maximum body size in bytes: 2 MiB, enough for 10,000 points formatted with spaces. */
export const LARGEST_BODY = 2 * 2 ** 20

/**
 * Maximum length of a body in bytes that is parsed on the thread that serves requests. Longer bodies are parsed on
 * another thread.
 */
export const SHORT_BODY = 65_536

/** Message of a 413. */
export const TOO_LARGE = 'Request body too large'

/** A JSON body before parsing. */
export interface ReceivedBody {
  /** Bytes of the body in a separate buffer; empty if `excess` is not null. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Message that the JSON is nested too deeply or has too many keys. null if the body is within the limits. */
  readonly excess: string | null
}

/** Signals that the client disconnected before its body had arrived. */
export class CutShortError extends Error {
  constructor() {
    super('The connection closed before the end of the body')
  }
}

/** Thrown to stop reading when the JSON is nested too deeply or has too many keys. */
class Excess extends Error {}

/** Thrown to stop reading when the body is too long. */
class TooLong extends Error {}

/**
 * Collects a body while it arrives. Stops as soon as the limit is exceeded.
 *
 * @param most maximum number of bytes
 * @param expected number of bytes declared by the client, if any
 * @returns null if the body is too long
 */
export async function receiveBody(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
  expected?: number,
): Promise<ReceivedBody | null> {
  if (expected !== undefined && expected > most) return null
  const refuse = () => {
    throw new TooLong()
  }
  try {
    return { bytes: await boundedBytes(withinLimits(pieces), { most, expected, refuse }), excess: null }
  } catch (error) {
    if (error instanceof Excess) return { bytes: new Uint8Array(), excess: error.message }
    if (error instanceof TooLong) return null
    throw error
  }
}

async function* withinLimits(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const limits = new JsonLimits()
  for await (const piece of pieces) {
    const excess = limits.check(piece)
    if (excess !== null) throw new Excess(excess)
    yield piece
  }
}

/**
 * Returns the body length declared by the client. Servers do not read beyond this length. Returns undefined for a
 * chunked body, whose length is unknown.
 */
export function declaredLength(getHeader: (name: string) => string | null | undefined): number | undefined {
  const length = getHeader('content-length') ?? null
  return length === null || (getHeader('transfer-encoding') ?? null) !== null ? undefined : Number(length)
}
