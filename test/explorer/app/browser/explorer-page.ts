import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import type { SchoolMethods } from '../../../../src/answers/schools/answers.ts'
import type { Basemap } from '../../../../src/explorer/site/basemap.ts'
import { startPage } from '../../../../src/explorer/site/start-page.ts'
import { buildExplorer } from '../../../../tsup.explorer.ts'
import { skippedName } from '../../../support/skipped-name.ts'

/** Minutes, not seconds: in software a map of tiles takes long on a busy machine. */
export const PATIENCE = { timeout: 240_000 }

/** A browser and the explorer on the embedded data, as a file host serves them. */
export interface Explorer {
  /**
   * Opens the page at an address that ends so, in a window of its own until the test ends. What it must not do is in
   * `complaints`.
   */
  open(end?: string, options?: BrowserContextOptions): Promise<Opened>
  /** As `open`, or in a window of these options that a test gave to `leave`: it keeps the data it has loaded. */
  visit(hash: string, options?: BrowserContextOptions): Promise<Opened>
  /** Expects that nothing was complained of, and leaves the window to the next `visit`. */
  leave(opened: Opened): void
  readonly address: string
  /** What the host has sent so far, as it went over the wire. */
  readonly traffic: Sent[]
  close(): Promise<void>
}

interface Sent {
  /** `data/flood.bundle` */
  readonly name: string
  /** Whether it was a part of the file. */
  readonly isPart: boolean
  readonly bytes: number
}

interface Start {
  readonly webGl?: boolean
  /** Whether WebGL draws, which software does slowly; only for those who look at pixels. */
  readonly draws?: boolean
  /** Whether the host answers parts of files, as nearly all do. */
  readonly ranges?: boolean
  readonly basemap?: Basemap
}

export async function startExplorer({
  webGl = true,
  draws = false,
  ranges = true,
  basemap,
}: Start = {}): Promise<Explorer> {
  const folder = await builtPage()
  const traffic: Sent[] = []
  const read = async (name: string) => {
    const path = name.startsWith('data/') ? join('dist-data', name.slice(5)) : join(folder, name)
    if (basemap?.path && name === basemap.url) return readFile(basemap.path)
    if (basemap && name === 'index.html') return Buffer.from(startPage(await readFile(path, 'utf8'), null, { basemap }))
    return readFile(path).catch(() => null)
  }
  const server = await serve(read, { ranges, traffic })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await launchChromium({ webGl, draws })
  const open = (end = '', options: BrowserContextOptions = {}) => openPage(browser, `${address}${end}`, options)
  const left = new Map<string, Opened>()
  const optionsOf = new WeakMap<Opened, string>()
  return {
    address,
    traffic,
    open,
    async visit(hash, options) {
      const key = JSON.stringify(options ?? {})
      const known = left.get(key)
      left.delete(key)
      const opened = known?.page.isClosed() === false ? known : await openWindow(browser, `${address}${hash}`, options)
      if (opened === known) {
        const { page } = opened
        await page.emulateMedia({ media: null })
        while ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
        await page.evaluate((to) => {
          location.hash = to
        }, hash)
      }
      optionsOf.set(opened, key)
      return opened
    },
    leave(opened) {
      expect(opened.complaints).toEqual([])
      left.set(optionsOf.get(opened)!, opened)
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** As `startExplorer`, until the test ends. */
export async function startInTest(start: Start): Promise<Explorer> {
  const explorer = await startExplorer(start)
  onTestFinished(() => explorer.close())
  return explorer
}

/** Tests of the explorer in a browser of their own; skipped, which the name says, where Chromium is not installed. */
export function inChromium(name: string, tests: (explorer: Explorer) => void, start?: Start): void {
  describe.skipIf(!hasChromium())(
    skippedName(`${name} in Chromium`, !hasChromium(), 'Chromium is not installed'),
    PATIENCE,
    () => {
      const explorer = {} as Explorer
      beforeAll(async () => {
        Object.assign(explorer, await startExplorer(start))
      }, 120_000)
      afterAll(() => explorer.close?.())
      tests(explorer)
    },
  )
}

/**
 * The folder of the built page: built once in a run of tests, by the first that opens it, and removed with the run's
 * temporary files.
 */
async function builtPage(): Promise<string> {
  const folder = join(tmpdir(), 'explorer-page')
  if (existsSync(folder)) return folder
  const built = await mkdtemp(`${folder}-`)
  await buildExplorer(built)
  await rename(built, folder).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return folder
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** A file host: parts of files where it knows them, and what is text, compressed. */
function serve(
  read: (name: string) => Promise<Uint8Array | null>,
  { ranges, traffic }: { readonly ranges: boolean; readonly traffic: Sent[] },
): Promise<Server> {
  const server = createServer(async ({ url = '/', headers }, response) => {
    const name = new URL(url, 'http://localhost').pathname.slice(1) || 'index.html'
    const send = (status: number, more: Readonly<Record<string, string>>, bytes: Uint8Array) => {
      traffic.push({ name, isPart: status === 206, bytes: bytes.length })
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      response.writeHead(status, { 'content-type': type, ...more }).end(bytes)
    }
    const bytes = await read(name)
    if (bytes === null) return response.writeHead(404).end()
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (ranges && first !== undefined) {
      const part = bytes.subarray(Number(first), Number(last) + 1)
      const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
      return send(206, { 'content-range': range }, part)
    }
    if (extname(name) in TYPES) return send(200, { 'content-encoding': 'gzip' }, gzipSync(bytes))
    return send(200, {}, bytes)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

const CHROMIUM = '/usr/bin/chromium'

/** Whether this machine can open pages. Says so when it cannot: what needs a browser is skipped. */
export function hasChromium(): boolean {
  const installed = existsSync(CHROMIUM)
  if (!installed) console.warn(`skipped: ${CHROMIUM} is not installed`)
  return installed
}

/** Without the browser's own requests, which lead nowhere on a machine that is on its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const NO_GL = ['--disable-gpu', '--disable-3d-apis']

/**
 * @param webGl in software, as there is no GPU
 * @param draws true for those who look at pixels; else pages give WebGL the same commands, which draw nothing and take no time
 */
export function launchChromium({
  webGl,
  draws = false,
}: {
  readonly webGl: boolean
  readonly draws?: boolean
}): Promise<Browser> {
  const graphics = webGl ? SOFTWARE_GL : NO_GL
  const more = draws ? [] : ['--disable-gl-drawing-for-tests']
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...graphics, ...more] })
}

export interface Opened {
  readonly page: Page
  /** Errors on the console, uncaught ones, what the page's policy forbade, requests to other places. */
  readonly complaints: readonly string[]
}

/** Opens an address in a window of its own until the test ends. */
export async function openPage(browser: Browser, address: string, options?: BrowserContextOptions): Promise<Opened> {
  const opened = await openWindow(browser, address, options)
  onTestFinished(() => opened.page.context().close())
  return opened
}

/** Opens an address in a window where the map does not fly unless it is told to: in software that takes long. */
async function openWindow(browser: Browser, address: string, options?: BrowserContextOptions): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })
  page.setDefaultTimeout(90_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(address).origin) complaints.push(request.url())
  })
  // Not all of it comes to the console.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} forbade ${blockedURI}`),
    ),
  )
  await page.goto(address)
  return { page, complaints }
}

/** The link of the view. */
export function hashOf(page: Page): Promise<string> {
  return page.evaluate(() => location.hash)
}

/** The chosen place in a link. */
export function placeIn(address: string): { lat: number; lon: number } {
  const [, lat, lon] = /place=(-?[\d.]+),(-?[\d.]+)/.exec(address) ?? []
  return { lat: Number(lat), lon: Number(lon) }
}

/** The map has drawn all of its tiles. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('map drawn').length > 0)
}

/** All scores of the chosen place are there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.scores[aria-busy=false]').waitFor()
}

/** Scores in the panel by dimension; null where there is none (yet). */
export async function shownScores(page: Page): Promise<Record<string, string | null>> {
  const rows = await page
    .locator('.scores .score')
    .evaluateAll((all) =>
      all.map((row) => [(row as HTMLElement).dataset.dimension!, row.querySelector('.value')?.textContent ?? null]),
    )
  return Object.fromEntries(rows)
}

/** The schools of a place in the order of the panel: those of its districts first. */
export function schoolsInPanel(schools: SchoolMethods, place: { lat: number; lon: number }) {
  const { districts } = schools.districts(place)
  const isOther = ({ lea_id }: { readonly lea_id: string }) => Number(districts.every(({ geoid }) => geoid !== lea_id))
  return schools.nearestCampuses({ ...place, limit: 10 }).schools.toSorted((a, b) => isOther(a) - isOther(b))
}
