import { open } from 'node:fs/promises'
import { RefusalError } from '../../base/errors.ts'

/** A base map that a host configured for its page. */
export interface Basemap {
  /** Kind of base map: `pmtiles` for an archive of tiles, `style` for a MapLibre style. */
  readonly kind: 'pmtiles' | 'style'
  /** URL, or name of a file next to the page. */
  readonly url: string
  /** Path of the local file that is served as `url`; null if `url` is a full URL. */
  readonly path: string | null
  /** Origins of the tiles, glyphs and pictures, which the page's Content-Security-Policy must allow. */
  readonly origins: readonly string[]
}

/** Thrown when a base map cannot be used. The message says why in one sentence. */
export class BasemapError extends RefusalError {
  override readonly name = 'BasemapError'
  readonly code = 'basemap_invalid'
}

/** Name of an archive next to the page. */
const FILE = 'basemap.pmtiles'
const TIMEOUT = 15_000 // maximum milliseconds per request

/**
 * Checks a base map: a local PMTiles file (version 3), the http(s) URL of a PMTiles file, or the URL of a MapLibre
 * style. Fetches a style once, with the TileJSON of its sources, to find the origins that the page will load from.
 *
 * @throws {BasemapError} when the file cannot be read or has a different format, or the style cannot be fetched
 */
export async function readBasemap(address: string): Promise<Basemap> {
  if (!/^https?:\/\//i.test(address)) {
    await checkArchive(address)
    return { kind: 'pmtiles', url: FILE, path: address, origins: [] }
  }
  const url = parseUrl(address)
  if (url === null) throw new BasemapError(`The base map ${address} is not a valid URL.`)
  if (url.pathname.endsWith('.pmtiles')) return { kind: 'pmtiles', url: url.href, path: null, origins: [url.origin] }
  return { kind: 'style', url: url.href, path: null, origins: await getOrigins(url) }
}

async function checkArchive(path: string): Promise<void> {
  const start = Buffer.alloc(8)
  try {
    const file = await open(path)
    try {
      await file.read(start, 0, start.length, 0)
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`
    throw new BasemapError(`The base map ${path} cannot be used: ${why}.`)
  }
  if (start.toString('latin1', 0, 7) !== 'PMTiles' || start[7] !== 3)
    throw new BasemapError(
      `The base map ${path} is not a PMTiles version 3 archive. Pass a PMTiles file or the URL of a MapLibre style.`,
    )
}

/** Parts of a style that contain origins. */
interface Style {
  readonly version?: unknown
  readonly sources?: Readonly<Record<string, Source>>
  readonly sprite?: string | readonly { readonly url: string }[]
  readonly glyphs?: string
}
interface Source {
  readonly url?: string
  readonly tiles?: readonly string[]
  readonly data?: unknown
}

async function getOrigins(url: URL): Promise<string[]> {
  const style = (await fetchJson(url)) as Style | null
  if (style?.version !== 8 || typeof style.sources !== 'object')
    throw new BasemapError(`The base map ${url.href} is not a MapLibre style: it must have version 8 and sources.`)
  const origins = new Set([url.origin])
  const addOrigin = (address: unknown, base: URL) => {
    const url = typeof address === 'string' ? addressIn(address, base) : null
    if (url !== null) origins.add(url.origin)
    return url
  }
  addOrigin(style.glyphs, url)
  for (const sprite of typeof style.sprite === 'string' ? [{ url: style.sprite }] : (style.sprite ?? []))
    addOrigin(sprite.url, url)
  for (const { url: described, tiles = [], data } of Object.values(style.sources)) {
    addOrigin(data, url)
    for (const tile of tiles) addOrigin(tile, url)
    const tileJson = addOrigin(described, url)
    if (tileJson === null || described!.startsWith('pmtiles:')) continue
    const { tiles: more = [] } = (await fetchJson(tileJson)) as Source
    for (const tile of more) addOrigin(tile, tileJson)
  }
  return [...origins]
}

/** Parses a web URL that may contain placeholders such as `{z}`, or returns null. */
function addressIn(text: string, base: URL): URL | null {
  const url = parseUrl(text.replace(/^pmtiles:\/\//, '').replace(/\{[^}]*\}/g, '0'), base)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** Parses a URL, or returns null. Node 20 has no `URL.parse`. */
function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

async function fetchJson(url: URL): Promise<unknown> {
  const failure = (reason: string) => new BasemapError(`The base map cannot be used: ${url.href} ${reason}.`)
  let answer: Response
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
  } catch (error) {
    throw failure(
      (error as Error).name === 'TimeoutError' ? `did not answer within ${TIMEOUT / 1000} s` : 'did not answer',
    )
  }
  if (!answer.ok) throw failure(`answered ${answer.status}`)
  try {
    const json: unknown = await answer.json()
    if (typeof json === 'object' && json !== null) return json
  } catch {}
  throw failure('is not JSON')
}
