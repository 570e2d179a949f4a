import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pageTitle } from './check-file.ts'
import { type Answer, type Asking, ask, retryAfter, TransferError } from './request.ts'

/** A file of an earlier run, as its server spoke of it. */
export type Known = Omit<Edition, 'url' | 'total'> & { readonly servedBytes: number }

/** Told of each chunk: its bytes, those of the file so far, and, where known, those of the whole. */
export type Arrived = (chunk: number, bytes: number, total: number | null) => void

export interface Served {
  readonly edition: Edition
  readonly finalUrl: string
  readonly movedForGood: boolean
  /** Whether it was put together from more than one answer. */
  readonly resumed: boolean
}

/**
 * One try to bring the whole file into `part`: goes on where an earlier try ended if the server still has that edition,
 * else begins anew. `'unchanged'` when the server still has what is `known`. Throws a `TransferError`.
 */
export async function download(
  url: string,
  part: PartialFile,
  known: Known | null,
  asking: Asking,
  arrived: Arrived,
): Promise<Served | 'unchanged'> {
  const begun = part.edition(url)
  const headers = {
    'User-Agent': asking.settings.userAgent,
    Accept: '*/*',
    // fetch would inflate the answer, and the sizes would no longer be those that the server speaks of.
    'Accept-Encoding': 'identity',
    ...(begun ? headersToGoOn(begun, part) : known ? headersIfChanged(known) : {}),
  }
  return ask(url, headers, asking, async (answer) => {
    const { response, finalUrl, movedForGood } = answer
    const edition = editionOf(url, response)
    const served = { finalUrl, movedForGood }
    if (begun && response.status === 416) return { ...served, ...wholeAlready(begun, part, response) }
    if (begun && response.status === 206) {
      const total = agreedTotal(begun, edition, part, response)
      await write(answer, part, total, asking, arrived, null)
      return { ...served, edition: { ...begun, total }, resumed: true }
    }
    if (!begun && known && (response.status === 304 || isSame(known, edition))) return 'unchanged'
    refuseOther(response)
    await write(answer, part, edition.total, asking, arrived, edition)
    return { ...served, edition, resumed: false }
  })
}

function headersToGoOn(begun: Edition, part: PartialFile): Record<string, string> {
  return { Range: `bytes=${part.size()}-`, 'If-Range': validatorOf(begun) ?? '' }
}

function headersIfChanged({ etag, lastModified }: Known): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
  }
}

function editionOf(url: string, response: Response): Edition {
  // Sizes and tags of a compressed answer are not those of the bytes that fetch hands out: nothing to go on with.
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

/** Although asked for the bytes as they are. */
function isCompressed({ headers }: Response): boolean {
  return (headers.get('content-encoding') ?? 'identity') !== 'identity'
}

/** A server may answer a conditional request in full although nothing has changed. */
function isSame(known: Known, { etag, lastModified, total }: Edition): boolean {
  if (total !== known.servedBytes) return false
  const tag = validatorOf({ etag, lastModified: null })
  return tag !== null
    ? tag === known.etag
    : etag === null && lastModified !== null && lastModified === known.lastModified
}

/** 416 with the size that we have: the earlier try had brought the last byte too. */
function wholeAlready(begun: Edition, part: PartialFile, response: Response) {
  const total = Number(/^bytes \*\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
  if (total === part.size()) return { edition: { ...begun, total }, resumed: true }
  part.remove()
  throw new TransferError('the file changed while it was being fetched', { again: true })
}

/** The size of the whole that both answers agree on. When they do not, what has come so far is of another edition. */
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
  throw new TransferError('the file changed while it was being fetched', { again: true })
}

function refuseOther(response: Response): void {
  const { status } = response
  if (status === 200) return
  const what = `status ${status}${response.statusText ? ` (${response.statusText})` : ''}`
  if (status === 404 || status === 410) throw new TransferError(`no such file there, ${what}`, { missing: true })
  const again = status === 408 || status === 425 || status === 429 || status >= 500
  throw new TransferError(what, { again, waitMs: retryAfter(response.headers.get('retry-after'), Date.now()) })
}

/** Writes the body behind what `part` has, or from the start of a new `edition`. */
async function write(
  { response, watch }: Answer,
  part: PartialFile,
  total: number | null,
  { settings }: Asking,
  arrived: Arrived,
  edition: Edition | null,
): Promise<void> {
  const tooLong = () => new TransferError(`more than ${settings.mostBytes} bytes, which no file of the catalogue has`)
  if (total !== null && total > settings.mostBytes) throw tooLong()
  const reader = response.body?.getReader()
  let next = await reader?.read()
  // A page that stands in for the file ("down for maintenance") must not cost what has come so far.
  const title = edition && next?.value ? pageTitle(next.value) : undefined
  if (title !== undefined) throw new TransferError(`a web page came instead of the file${title && ` ("${title}")`}`)
  if (edition) part.begin(edition)
  const file = await open(part.path, 'a')
  let size = (await file.stat()).size
  try {
    for (; next?.value !== undefined; next = await reader?.read()) {
      watch.pause()
      await file.appendFile(next.value)
      watch.heard()
      size += next.value.length
      arrived(next.value.length, size, total)
      if (size > settings.mostBytes) throw tooLong()
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (total !== null && size < total) {
    throw new TransferError(`the connection closed after ${size} of ${total} bytes`, { again: true })
  }
  if (total !== null && size > total) {
    part.remove()
    throw new TransferError(`${size} bytes came of ${total} announced`, { again: true })
  }
}

/** What a server said of the edition whose first bytes lie in a `.part` file. */
interface Edition {
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Bytes of the whole file; null when the server does not say. */
  readonly total: number | null
}

/** A download under way: `<path>.part`, and `<path>.part.json` beside it that says of which edition. */
export class PartialFile {
  readonly path: string
  readonly #notes: string

  constructor(target: string) {
    this.path = `${target}.part`
    this.#notes = `${target}.part.json`
  }

  /** Bytes that lie on disk. */
  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0
  }

  /** The edition, when there are bytes of this address that can be gone on with; else whatever is there is removed. */
  edition(url: string): Edition | null {
    const notes = this.#read()
    const size = this.size()
    const usable =
      notes !== null && notes.url === url && size > 0 && size <= (notes.total ?? size) && validatorOf(notes) !== null
    if (usable) return notes
    this.remove()
    return null
  }

  /** Begins a new one, empty. */
  begin(edition: Edition): void {
    this.remove()
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.#notes, `${JSON.stringify(edition)}\n`)
    writeFileSync(this.path, '')
  }

  remove(): void {
    rmSync(this.path, { force: true })
    rmSync(this.#notes, { force: true })
  }

  #read(): Edition | null {
    try {
      const { url, etag, lastModified, total } = JSON.parse(readFileSync(this.#notes, 'utf8')) as Partial<Edition>
      return typeof url === 'string'
        ? {
            url,
            etag: typeof etag === 'string' ? etag : null,
            lastModified: typeof lastModified === 'string' ? lastModified : null,
            total: typeof total === 'number' ? total : null,
          }
        : null
    } catch {
      return null
    }
  }
}

/** What If-Range takes: a strong entity tag, else the date; a weak tag may stand for other bytes (RFC 9110, 13.1.5). */
function validatorOf({ etag, lastModified }: Pick<Edition, 'etag' | 'lastModified'>): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : lastModified
}
