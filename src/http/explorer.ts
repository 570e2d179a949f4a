import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type ExplorerFile, explorerFiles } from '../explorer-site/site-files.ts'

/** By extension. Text is compressed; bundles are already, and can be asked for in parts. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  bundle: 'application/octet-stream',
}

/** As strong as is still quick: the largest script takes 0.1 s, once. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A file as it was read. */
interface Content {
  readonly bytes: Uint8Array
  /** Without its quotes. */
  readonly tag: string
}

type Read = (encoding: Encoding) => Promise<Content | null>

/**
 * The explorer with the bundles of a data folder, by default those of the package. A file is read when it is asked for the first time, and
 * kept. Null where the page is not built.
 *
 * @throws {BundleError} without a data folder that can be read
 */
export async function openExplorer(data?: string | URL): Promise<Explorer | null> {
  const files = await explorerFiles(data)
  return files && explorerOf(files)
}

/** Serves these files; `index.html` names the policy that all are sent with. */
export async function explorerOf(files: readonly ExplorerFile[]): Promise<Explorer> {
  // The only names there are: no path of a request ever reaches the file system.
  const table = new Map(files.map((file) => [file.name, keeping(file)]))
  const policy = await policyOf(table.get('index.html'))

  return {
    has: (name) => table.has(name),
    async answer(name, request) {
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      const isText = type !== TYPES.bundle
      const encoding = isText ? acceptedEncoding(request.headers.get('accept-encoding')) : 'identity'
      const content = await table.get(name)?.(encoding)
      if (content == null) return { status: 404, headers: {}, body: null }
      const headers = {
        ETag: `"${content.tag}"`,
        // Names stay the same from version to version.
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policy,
        ...(isText ? { Vary: 'Accept-Encoding' } : { 'Accept-Ranges': 'bytes' }),
      }
      if (isKnown(request.headers.get('if-none-match'), content.tag)) return { status: 304, headers, body: null }
      const described = { ...headers, 'Content-Type': type }
      if (!isText) return partOf(content, described, request)
      const encoded = encoding === 'identity' ? described : { ...described, 'Content-Encoding': encoding }
      return whole(content, encoded)
    },
  }
}

/** Reads and compresses a file once; what fails is tried again. */
function keeping(file: ExplorerFile): Read {
  const kept = new Map<Encoding, Promise<Content | null>>()
  return (encoding) => {
    const known = kept.get(encoding)
    if (known !== undefined) return known
    const made = make(file, encoding).catch((error) => {
      kept.delete(encoding)
      throw error
    })
    kept.set(encoding, made)
    return made
  }
}

async function make(file: ExplorerFile, encoding: Encoding): Promise<Content | null> {
  const bytes = await file.read()
  if (bytes === null) return null
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  if (encoding === 'br') return { bytes: await promisify(brotliCompress)(bytes, QUALITY), tag: `${tag}-br` }
  if (encoding === 'gzip') return { bytes: await promisify(gzip)(bytes), tag: `${tag}-gzip` }
  return { bytes, tag }
}

/** The policy that the page names, which workers do not take over from it, and that nobody may frame it: a page cannot say that itself. */
async function policyOf(page: Read | undefined): Promise<string> {
  const html = new TextDecoder().decode((await page?.('identity'))?.bytes)
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  if (policy === undefined) throw new Error('index.html of the explorer names no Content-Security-Policy.')
  return `${policy}; frame-ancestors 'none'`
}

/** Whether the caller has the file already (RFC 9110, 13.1.2). */
function isKnown(header: string | null, tag: string): boolean {
  return header?.split(',').some((one) => ['*', `"${tag}"`, `W/"${tag}"`].includes(one.trim())) ?? false
}

function partOf(content: Content, headers: FileAnswer['headers'], request: Request): FileAnswer {
  const { length } = content.bytes
  const sameFile = [null, `"${content.tag}"`].includes(request.headers.get('if-range'))
  const range = request.method === 'GET' && sameFile ? byteRange(request.headers.get('range'), length) : 'all'
  if (range === 'all') return whole(content, headers)
  if (range === null) return { status: 416, headers: { 'Content-Range': `bytes */${length}` }, body: null }
  const { start, end } = range
  const part = {
    ...headers,
    'Content-Length': `${end - start}`,
    'Content-Range': `bytes ${start}-${end - 1}/${length}`,
  }
  return { status: 206, headers: part, body: content.bytes.subarray(start, end) }
}

function whole({ bytes }: Content, headers: FileAnswer['headers']): FileAnswer {
  return { status: 200, headers: { ...headers, 'Content-Length': `${bytes.length}` }, body: bytes }
}

/** Serves the explorer at `/explore`. */
export interface Explorer {
  /** Whether there is a file of this name: `page.js`, `data/flood.bundle`. */
  has(name: string): boolean
  /** Answers GET and HEAD of such a file. */
  answer(name: string, request: Request): Promise<FileAnswer>
}

export interface FileAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** Ours, the smaller first. */
const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** The smallest encoding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | null): Encoding {
  const allowed = new Set<string>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) allowed.add(name)
  }
  return ENCODINGS.find((encoding) => allowed.has(encoding)) ?? 'identity'
}

/** A part of a file, `end` not included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The part that a `Range` header asks for (RFC 9110, 14.1.2). `all`: everything, as of a header that is no single range of bytes; null:
 * there is nothing where it begins.
 */
export function byteRange(header: string | null, length: number): ByteRange | 'all' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return 'all'
  if (first === '') return Number(last) === 0 ? null : clampedRange(Math.max(0, length - Number(last)), length, length)
  if (last !== '' && Number(last) < Number(first)) return 'all'
  return clampedRange(Number(first), last === '' ? length : Number(last) + 1, length)
}

function clampedRange(start: number, end: number, length: number): ByteRange | null {
  return start < length ? { start, end: Math.min(end, length) } : null
}
