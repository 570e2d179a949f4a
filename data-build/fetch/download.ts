import { open } from 'node:fs/promises'
import { foreignStart } from './check-file.ts'
import { createValidator, type Edition, type PartialFile } from './partial-file.ts'
import type { PlannedFile } from './plan.ts'
import { type FetchSession, type Received, request, retryAfter, TransferError } from './request.ts'

/** A file from an earlier run, as described by its server. */
export type EarlierFile = Omit<Edition, 'url' | 'total'> & { readonly servedBytes: number }

/** Called for each chunk with its size, the bytes of the file so far, and the total size if known. */
export type Arrived = (chunk: number, bytes: number, total: number | null) => void

export interface Served {
  readonly edition: Edition
  readonly finalUrl: string
  readonly permanent: boolean
  /** Whether the file was assembled from more than one response. */
  readonly resumed: boolean
}

/**
 * Makes one attempt to download the whole file into `part`. Resumes an earlier attempt if the server still has the same
 * edition, otherwise starts over. Returns `'unchanged'` if the server still has the `previous` file. Throws a
 * `TransferError` if the attempt fails.
 */
export async function download(
  { url, kind }: Pick<PlannedFile, 'url' | 'kind'>,
  part: PartialFile,
  previous: EarlierFile | null,
  session: FetchSession,
  arrived: Arrived,
): Promise<Served | 'unchanged'> {
  const begun = part.edition(url)
  const headers = {
    'User-Agent': session.settings.userAgent,
    Accept: '*/*',
    // Prevents fetch from inflating the response. Its size would then differ from the size that the server reports.
    'Accept-Encoding': 'identity',
    ...(begun ? resumeHeaders(begun, part) : previous ? conditionalHeaders(previous) : {}),
  }
  return request(url, headers, session, async (received) => {
    const { response, finalUrl, permanent } = received
    const edition = getEdition(url, response)
    const served = { finalUrl, permanent }
    if (begun && response.status === 416) return { ...served, ...alreadyComplete(begun, part, response) }
    if (begun && response.status === 206) {
      const total = agreedTotal(begun, edition, part, response)
      await write(received, { part, total, begin: null }, session, arrived)
      return { ...served, edition: { ...begun, total }, resumed: true }
    }
    if (!begun && previous && (response.status === 304 || isSame(previous, edition))) return 'unchanged'
    refuseStatus(response)
    await write(received, { part, total: edition.total, begin: { edition, kind } }, session, arrived)
    return { ...served, edition, resumed: false }
  })
}

function resumeHeaders(begun: Edition, part: PartialFile): Record<string, string> {
  return { Range: `bytes=${part.size()}-`, 'If-Range': createValidator(begun) ?? '' }
}

function conditionalHeaders({ etag, lastModified }: EarlierFile): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
  }
}

function getEdition(url: string, response: Response): Edition {
  // The size and ETag of a compressed response do not describe the bytes that fetch returns, so the download cannot be
  // resumed.
  if (isCompressed(response)) return { url, etag: null, lastModified: null, total: null }
  const { headers } = response
  const length = headers.get('content-length')
  return {
    url,
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    total: length === null ? null : Number(length),
  }
}

/** Checks whether the response is compressed although the request asked for plain bytes. */
function isCompressed({ headers }: Response): boolean {
  return (headers.get('content-encoding') ?? 'identity') !== 'identity'
}

/** Checks whether the file is unchanged although the server answered a conditional request with the full body. */
function isSame(previous: EarlierFile, { etag, lastModified, total }: Edition): boolean {
  if (total !== previous.servedBytes) return false
  const tag = createValidator({ etag, lastModified: null })
  return tag !== null
    ? tag === previous.etag
    : etag === null && lastModified !== null && lastModified === previous.lastModified
}

/**
 * Handles status 416. If the response reports the size of the partial file, the earlier attempt had already received
 * the last byte.
 */
function alreadyComplete(begun: Edition, part: PartialFile, response: Response) {
  const total = Number(/^bytes \*\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
  if (total === part.size()) return { edition: { ...begun, total }, resumed: true }
  part.remove()
  throw new TransferError('the file changed while it was being fetched', { mayRetry: true })
}

/**
 * Returns the total size if both responses describe the same edition. Otherwise removes the partial file and throws,
 * because its bytes belong to a different edition.
 */
function agreedTotal(begun: Edition, now: Edition, part: PartialFile, response: Response): number | null {
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  const total = range === null || range[3] === '*' ? null : Number(range[3])
  const agrees =
    range !== null &&
    !isCompressed(response) &&
    Number(range[1]) === part.size() &&
    (total === null || begun.total === null || total === begun.total) &&
    (now.etag === null || begun.etag === null || now.etag === begun.etag) &&
    (now.lastModified === null || begun.lastModified === null || now.lastModified === begun.lastModified)
  if (agrees) return total ?? begun.total
  part.remove()
  throw new TransferError('the file changed while it was being fetched', { mayRetry: true })
}

/** @throws {TransferError} unless the status is 200 */
export function refuseStatus(response: Response): void {
  const { status } = response
  if (status === 200) return
  const statusLine = `status ${status}${response.statusText ? ` (${response.statusText})` : ''}`
  if (status === 404 || status === 410) throw new TransferError(`file not found, ${statusLine}`, { missing: true })
  const waitMs = retryAfter(response.headers.get('retry-after'), Date.now())
  // A Retry-After header means that the error is temporary.
  const mayRetry = status === 408 || status === 425 || status === 429 || status >= 500 || waitMs !== undefined
  throw new TransferError(statusLine, { mayRetry, waitMs, busy: status === 429 })
}

/** Number of bytes to inspect in order to distinguish a web page from the file. */
const START_BYTES = 512

/** A response body and its destination. */
interface Body {
  readonly part: PartialFile
  /** Size of the whole file; null if the server does not say. */
  readonly total: number | null
  /** Edition that starts with this body; null if the body continues the partial file. */
  readonly begin: { readonly edition: Edition; readonly kind: PlannedFile['kind'] } | null
}

/** Appends a body to the partial file, or restarts the file for a new edition. */
async function write(
  { response, watch }: Received,
  { part, total, begin }: Body,
  { settings }: FetchSession,
  arrived: Arrived,
): Promise<void> {
  const tooLong = () => new TransferError(`larger than ${settings.maxBytes} bytes, the limit for a source file`)
  if (total !== null && total > settings.maxBytes) throw tooLong()
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  const isForeign = () => begin !== null && foreignStart(Buffer.concat(chunks), begin.kind) !== null
  let cut: unknown
  while (begin !== null && length < START_BYTES && !isWhole && cut === undefined) {
    const value = await reader?.read().then(
      ({ value }) => value,
      (error) => {
        cut = error
        return undefined
      },
    )
    if (value === undefined) isWhole = true
    else {
      watch.heard()
      chunks.push(value)
      length += value.length
    }
  }
  // A web page sent instead of the file must not overwrite the bytes received earlier.
  if (cut !== undefined && (length === 0 || isForeign())) throw cut
  if (begin !== null) {
    if (length === 0 && (total ?? 0) > 0)
      throw new TransferError(`the connection closed after 0 of ${total} bytes`, { mayRetry: true })
    const waitMs = retryAfter(response.headers.get('retry-after'), Date.now())
    const foreign = foreignStart(Buffer.concat(chunks), begin.kind)
    if (foreign !== null)
      throw new TransferError(`received ${foreign.description} instead of the file${foreign.title}`, {
        mayRetry: true,
        busy: true,
        waitMs,
      })
    part.begin(begin.edition)
  }
  const file = await open(part.path, 'a')
  let size = (await file.stat()).size
  try {
    for (;;) {
      const value = chunks.shift() ?? (isWhole ? undefined : (await reader?.read())?.value)
      if (value === undefined) break
      watch.pause()
      await file.appendFile(value)
      watch.heard()
      size += value.length
      arrived(value.length, size, total)
      if (size > settings.maxBytes) throw tooLong()
    }
    await file.sync()
    if (cut !== undefined) throw cut
  } finally {
    await file.close()
  }
  if (total !== null && size < total) {
    throw new TransferError(`the connection closed after ${size} of ${total} bytes`, { mayRetry: true })
  }
  if (total !== null && size > total) {
    part.remove()
    throw new TransferError(`received ${size} bytes instead of ${total}`, { mayRetry: true })
  }
}
