import { stat } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { DataChoice } from '../user-data/data-in-use.ts'
import { type ExplorerFile, explorerFiles } from './site-files.ts'

/** Serves the explorer at `/explore`. */
export interface Explorer {
  /** Whether there is a file of this name: `page.js`, `data/flood.bundle`. */
  has(name: string): boolean
  /** Answers GET and HEAD of such a file. */
  answer(name: string, request: Request): Promise<FileAnswer>
}

/** A file, or why there is none. */
export type FileAnswer = Response

/**
 * The explorer with the bundles of a data folder, by default those of the package. Null where the page is not built.
 *
 * @throws {BundleError} without a data folder that can be read
 */
export async function openExplorer(choice: DataChoice = {}): Promise<Explorer | null> {
  const files = await explorerFiles(choice)
  return files && explorerOf(files)
}

/** Serves these files; `index.html` names the policy that all are sent with. */
export async function explorerOf(files: readonly ExplorerFile[]): Promise<Explorer> {
  // The only names there are: no path of a request ever reaches the file system.
  const table = new Map(files.map((file) => [file.name, file]))
  const policy = await policyOf(table.get('index.html'))
  const app = new Hono()
  const compressed = compress()
  app.use(etag())
  // A part of a compressed file would be of no use.
  app.use((c, next) => (c.req.header('range') === undefined ? compressed(c, next) : next()))
  app.get('*', async (c, next) => {
    c.header('Content-Security-Policy', policy)
    // Names stay the same from version to version.
    c.header('Cache-Control', 'no-cache')
    c.header('Accept-Ranges', 'bytes')
    const { path, read } = table.get(c.req.path.slice(1))!
    if (path === null) {
      const bytes = await read()
      return bytes === null ? c.notFound() : c.body(bytes as Uint8Array<ArrayBuffer>)
    }
    const found = await stat(path).catch(() => null)
    if (found === null) return c.notFound()
    const { size, mtimeMs, ctimeMs } = found
    // The time of the change as well: files of a package all have the same time of their own.
    c.header('ETag', `"${[size, mtimeMs, ctimeMs].map((value) => Math.round(value).toString(36)).join('-')}"`)
    return (await serveStatic({ path })(c, next)) ?? c.notFound()
  })
  app.onError((error) => {
    throw error
  })
  return {
    has: (name) => table.has(name),
    answer: async (name, { method, headers }) => app.request(`/${name}`, { method, headers }),
  }
}

/** The policy that the page names, which workers do not inherit from it, and that nobody may frame it: a page cannot say that itself. */
async function policyOf(page: ExplorerFile | undefined): Promise<string> {
  const html = new TextDecoder().decode((await page?.read()) ?? undefined)
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  if (policy === undefined) throw new Error('index.html of the explorer names no Content-Security-Policy.')
  return `${policy}; frame-ancestors 'none'`
}
