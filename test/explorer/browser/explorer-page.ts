import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { buildExplorer } from '../../../build/explorer.ts'
import { launchChromium, type Opened, openPage } from './chromium.ts'

/** A browser and the explorer on the embedded data, as a file host serves them. */
export interface Explorer {
  /** Opens the page at an address that ends so, in a window of its own. What it must not do is in `complaints`. */
  open(end?: string, options?: BrowserContextOptions): Promise<Opened>
  readonly address: string
  close(): Promise<void>
}

export async function startExplorer({ webGl = true } = {}): Promise<Explorer> {
  const folder = await mkdtemp(join(tmpdir(), 'vicinage-explorer-'))
  await buildExplorer(folder)
  const server = await serve(async (name) => {
    const path = name.startsWith('data/') ? join('dist-data', name.slice(5)) : join(folder, name)
    return readFile(path).catch(() => null)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await launchChromium({ webGl })
  return {
    address,
    open: (end = '', options = {}) => openPage(browser, `${address}${end}`, options),
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

function serve(read: (name: string) => Promise<Uint8Array | null>): Promise<Server> {
  const server = createServer(async ({ url = '/' }, response) => {
    const name = new URL(url, 'http://localhost').pathname.slice(1) || 'index.html'
    const bytes = await read(name)
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': type }).end(bytes)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
