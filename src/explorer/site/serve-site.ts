import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { getMimeType } from 'hono/utils/mime'
import type { Explorer } from '../../faces/http/explorer.ts'
import type { RequestPool } from '../../faces/http/pool.ts'
import { readBasemap } from './basemap.ts'
import { getPieces, heldFiles } from './held-files.ts'
import { type ExplorerFile, explorerFiles, type SiteChoice } from './site-files.ts'

/** Options of `openExplorer`. */
interface ExplorerChoice extends Omit<SiteChoice, 'embed' | 'shares' | 'basemap'> {
  /** Origins whose pages may frame the explorer, or `*` for all origins. None by default. */
  readonly embed?: readonly string[] | undefined
  /** Base map: a PMTiles file, its URL, or the URL of a MapLibre style; none by default. */
  readonly basemap?: string | undefined
}

/**
 * Opens the explorer with the bundles of a data folder, which is the package's folder by default. Returns null if the
 * page is not built.
 *
 * @throws {BundleError} if the data folder cannot be read
 * @throws {BasemapError} when the base map cannot be used
 */
export async function openExplorer({ embed = [], basemap, ...choice }: ExplorerChoice = {}): Promise<Explorer | null> {
  const host = basemap === undefined ? undefined : await readBasemap(basemap)
  const files = await explorerFiles({ ...choice, embed: embed.length > 0, shares: true, basemap: host })
  return files && createExplorer(files, embed)
}

/**
 * Serves these files with the Content-Security-Policy that `index.html` declares.
 *
 * @param embed origins whose pages may frame the page
 */
export async function createExplorer(files: readonly ExplorerFile[], embed: readonly string[] = []): Promise<Explorer> {
  // Requests can only name files of this table, so no path from a request reaches the file system.
  const table = new Map(files.map((file) => [file.name, file]))
  const versioned = files.filter(({ version }) => version !== undefined)
  const tags = new Map(await Promise.all(versioned.map(async ({ name, path }) => [name, await getTag(path)] as const)))
  // Computed at the first request, because the policy requires the page, which may take a moment to create.
  let policy: string | undefined
  const held = heldFiles()
  const app = new Hono<{ Bindings: { readonly pool: RequestPool | null } }>()
  const compression = compress()
  app.use(etag())
  // Range responses are not compressed because a client could not decompress part of a file.
  app.use((c, next) => (c.req.header('range') === undefined ? compression(c, next) : next()))
  app.get('*', async (c, next) => {
    policy ??= await getPolicy(table.get('index.html'), embed)
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    c.header('Accept-Ranges', 'bytes')
    const { name, path, version, type, read } = table.get(c.req.path.slice(1))!
    const setCaching = (tag: string | null) => {
      // If the file was replaced since the server started, the version in the URL no longer matches the content, so the
      // response must not be cached for a year.
      const isCurrent = version !== undefined && c.req.query('v') === version && tags.get(name) === tag
      if (isCurrent || HASHED.test(name)) c.header('Cache-Control', 'public, max-age=31536000, immutable')
    }
    if (path === null) {
      const bytes = await read(new URL(c.req.url).searchParams, c.env.pool)
      if (bytes === null) return c.notFound()
      setCaching(null)
      // Without this header, the `etag` middleware would copy and hash the bytes for each request.
      c.header('ETag', getTagOfBytes(bytes))
      c.header('Content-Type', type ?? getMimeType(c.req.path) ?? 'application/octet-stream')
      c.header('Content-Length', String(bytes.length))
      return c.body(bytes as Uint8Array<ArrayBuffer>)
    }
    const tag = await getTag(path)
    if (tag === null) return c.notFound()
    setCaching(tag)
    c.header('ETag', tag)
    const isWhole = c.req.header('range') === undefined
    // Only bundles are held in memory. Scripts and pages have precompressed files, and a base map may be several
    // gigabytes.
    const bytes = isWhole && version !== undefined ? await held(path, tag) : null
    if (bytes !== null) {
      c.header('Content-Type', 'application/octet-stream')
      c.header('Content-Length', String(bytes.length))
      return c.body(getPieces(bytes))
    }
    const precompressed = isWhole
    return (await serveStatic({ path, precompressed })(c, next)) ?? c.notFound()
  })
  app.onError((error) => {
    throw error
  })
  return {
    has: (name) => table.has(name),
    async answer(name, { method, headers: requestHeaders, url }, pool = null) {
      const headers = new Headers(requestHeaders)
      const ifRange = headers.get('if-range')
      const isCurrent = ifRange === null || ifRange === (await getTag(table.get(name)?.path ?? null))
      if (!isCurrent || !/^bytes=/.test(headers.get('range') ?? '')) headers.delete('range')
      return app.request(`/${name}${new URL(url).search}`, { method, headers }, { pool })
    },
  }
}

/**
 * Returns an ETag for a file, or null if there is no file. The tag includes the change time, because npm gives all
 * files of a package the same modification time.
 */
async function getTag(path: string | null): Promise<string | null> {
  const stats = path === null ? null : await stat(path).catch(() => null)
  if (stats === null) return null
  const { size, mtimeMs, ctimeMs } = stats
  return `"${[size, mtimeMs, ctimeMs].map((value) => Math.round(value).toString(36)).join('-')}"`
}

/** ETags of bytes that this process created, such as the start page and its picture. */
const tagsOfBytes = new WeakMap<Uint8Array, string>()

function getTagOfBytes(bytes: Uint8Array): string {
  let tag = tagsOfBytes.get(bytes)
  if (tag === undefined) {
    tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    tagsOfBytes.set(bytes, tag)
  }
  return tag
}

/** Matches names of scripts and styles with a content hash, such as `page-4XKQ2B7Z.js`. */
const HASHED = /^[\w-]+-[0-9A-Z]{8}\.(js|css)$/

/**
 * Returns the Content-Security-Policy for all files. Workers do not inherit the policy of the page, so their files need
 * it, too. Adds `frame-ancestors`, which a `<meta>` tag cannot declare.
 */
async function getPolicy(page: ExplorerFile | undefined, embed: readonly string[]): Promise<string> {
  const html = new TextDecoder().decode((await page?.read()) ?? undefined)
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  if (policy === undefined) throw new Error('index.html of the explorer has no Content-Security-Policy.')
  return `${policy}; frame-ancestors ${embed.length === 0 ? "'none'" : embed.join(' ')}`
}
