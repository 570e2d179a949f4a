import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { buildExplorer } from '../../../src/explorer/build.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Whether this machine can open pages. Says so when it cannot: what needs a browser is skipped. */
export function hasChromium(): boolean {
  const installed = existsSync(CHROMIUM)
  if (!installed) console.warn(`skipped: ${CHROMIUM} is not installed`)
  return installed
}

/** A browser and the explorer on the embedded data, as a file host serves them. */
export interface Explorer {
  /** Opens the page at an address that ends so, in a window of its own. What it must not do is in `complaints`. */
  open(end?: string, options?: BrowserContextOptions): Promise<Opened>
  readonly address: string
  close(): Promise<void>
}

export interface Opened {
  readonly page: Page
  /** Errors on the console, uncaught ones, and requests to other places. */
  readonly complaints: readonly string[]
}

/** Without a GPU, in software; and without the browser's own requests, which lead nowhere on a machine that is on its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

export async function startExplorer({ webGl = true } = {}): Promise<Explorer> {
  const folder = await mkdtemp(join(tmpdir(), 'vicinage-explorer-'))
  await buildExplorer(folder)
  const server = await serve(async (name) => {
    const path = name.startsWith('data/') ? join('dist-data', name.slice(5)) : join(folder, name)
    return readFile(path).catch(() => null)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const gl = webGl ? SOFTWARE_GL : ['--disable-gpu', '--disable-3d-apis']
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...gl] })
  return {
    address,
    async open(end = '', options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(45_000)
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) complaints.push(request.url())
      })
      await page.goto(`${address}${end}`)
      return { page, complaints }
    },
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
