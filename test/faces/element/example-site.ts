import { copyFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** The plain example next to a data folder, on a file host that answers byte ranges and compresses text. */
export interface ExampleSite {
  readonly server: Server
  /** Files that were sent, in order. */
  readonly sent: { readonly name: string; readonly isPart: boolean; readonly bytes: number }[]
  /** Answers 404 for files of this name. */
  lose(name: string): void
}

/**
 * Builds the example into a folder, as its README describes.
 *
 * @param data folder of the data
 * @param connect directive that replaces `connect-src` in the page's policy
 */
export async function exampleSite(folder: string, data: string, connect = "connect-src 'self'"): Promise<ExampleSite> {
  await build({
    ...{ entryPoints: ['examples/element/page.js'], outdir: folder },
    ...{ bundle: true, splitting: true, format: 'esm', minify: true, logLevel: 'silent' },
  })
  copyFileSync('examples/element/index.html', join(folder, 'index.html'))
  const sent: ExampleSite['sent'] = []
  let lost: string | undefined
  /** Files that were read before. Reading 30 MB for each requested part would take longer than sending it. */
  const known = new Map<string, Buffer>()
  const server = createServer(async ({ url = '/', headers }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(url.lastIndexOf('/') + 1)
    const file = url.startsWith('/data/') ? join(data, name) : join(folder, name)
    const bytes = name === lost ? null : (known.get(file) ?? (await readFile(file).catch(() => null)))
    if (bytes === null) return response.writeHead(404).end()
    known.set(file, bytes)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const isPart = first !== undefined
    const whole = name === 'index.html' ? Buffer.from(bytes.toString().replace("connect-src 'self'", connect)) : bytes
    const type = TYPES[extname(name)]
    const body = isPart ? whole.subarray(Number(first), Number(last) + 1) : type ? gzipSync(whole) : whole
    sent.push({ name, isPart, bytes: body.length })
    response.writeHead(isPart ? 206 : 200, {
      'content-type': type ?? 'application/octet-stream',
      'content-length': body.length,
      ...(type && { 'content-encoding': 'gzip' }),
    })
    response.end(body)
  })
  return {
    server,
    sent,
    lose(name) {
      lost = name
    },
  }
}

/** Content types of text files, which are sent compressed. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
}
