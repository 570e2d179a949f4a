import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import type { SchoolMethods } from '../../../../src/answers/schools/answers.ts'
import type { Basemap } from '../../../../src/explorer/site/basemap.ts'
import { startPage } from '../../../../src/explorer/site/start-page.ts'
import { skippedName } from '../../../support/skipped-name.ts'

/** The timeout is minutes long because drawing map tiles in software is slow on a busy machine. */
export const PATIENCE = { timeout: 240_000 }

/** A browser, and the explorer on the embedded data as a file host serves it. */
export interface Explorer {
  /**
   * Opens the page in its own window until the test ends. `end` is the end of its address. `complaints` lists anything
   * that the page must not do. `prepare` runs before the page is loaded.
   */
  open(end?: string, options?: BrowserContextOptions, prepare?: Prepare): Promise<Opened>
  /**
   * Opens the page like `open`, or reuses a window that a test with the same options passed to `leave`. A reused window
   * keeps the data that it has loaded.
   */
  visit(hash: string, options?: BrowserContextOptions): Promise<Opened>
  /** Expects no complaints, and leaves the window to the next `visit`. */
  leave(opened: Opened): void
  readonly address: string
  readonly browser: Browser
  /** Responses of the host so far, as they were sent over the wire. */
  readonly traffic: Sent[]
  close(): Promise<void>
}

/** Changes a window before it loads the page, for example by holding files back. */
type Prepare = (page: Page) => Promise<unknown>

interface Sent {
  /** Name such as `data/flood.bundle`. */
  readonly name: string
  /** Whether only a part of the file was sent. */
  readonly isPart: boolean
  readonly bytes: number
}

interface Start {
  readonly webGl?: boolean
  /** Whether WebGL really draws, which is slow in software. Only tests that look at pixels need it. */
  readonly draws?: boolean
  /** Whether the host answers range requests, as nearly all hosts do. */
  readonly ranges?: boolean
  readonly basemap?: Basemap
  /** A browser to use, which stays open. If omitted, one is started. */
  readonly browser?: Browser
}

export async function startExplorer({
  webGl = true,
  draws = false,
  ranges = true,
  basemap,
  browser: given,
}: Start = {}): Promise<Explorer> {
  const traffic: Sent[] = []
  const read = async (name: string) => {
    const path = name.startsWith('data/') ? join('dist-data', name.slice(5)) : join(PAGE, name)
    if (basemap?.path && name === basemap.url) return readFile(basemap.path)
    if (basemap && name === 'index.html') return Buffer.from(startPage(await readFile(path, 'utf8'), null, { basemap }))
    const known = files.get(path) ?? (await readFile(path).catch(() => null))
    files.set(path, known)
    return known
  }
  const server = await serve(read, { ranges, traffic })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = given ?? (await launchChromium({ webGl, draws }))
  const open = (end = '', options: BrowserContextOptions = {}, prepare?: Prepare) =>
    openPage(browser, `${address}${end}`, options, prepare)
  const left = new Map<string, Opened>()
  const optionsOf = new WeakMap<Opened, string>()
  return {
    address,
    browser,
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
      if (given === undefined) await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Starts the explorer until the test ends. */
export async function startInTest(start: Start): Promise<Explorer> {
  const explorer = await startExplorer(start)
  onTestFinished(() => explorer.close())
  return explorer
}

/**
 * Declares tests of the explorer that run in their own browser. If Chromium is not installed, they are skipped and
 * their name says why.
 */
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

/** Folder of the page, which the build writes. */
const PAGE = 'dist/explorer'

/** Files of the page and of the data by path; null for those that do not exist. */
const files = new Map<string, Buffer | null>()
/** Compressed text files by their uncompressed bytes. */
const compressed = new WeakMap<Uint8Array, Buffer>()

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** Serves files like a file host, with ranges if they are supported and with compressed text files. */
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
    if (extname(name) in TYPES) {
      const gzip = compressed.get(bytes) ?? gzipSync(bytes)
      compressed.set(bytes, gzip)
      return send(200, { 'content-encoding': 'gzip' }, gzip)
    }
    return send(200, {}, bytes)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

const CHROMIUM = '/usr/bin/chromium'

/** Returns whether this machine can open pages. Otherwise prints that tests in a browser are skipped. */
export function hasChromium(): boolean {
  const installed = existsSync(CHROMIUM)
  if (!installed) console.warn(`skipped: ${CHROMIUM} is not installed`)
  return installed
}

/** Arguments that stop the browser's own requests, which lead nowhere on a machine without a network. */
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
 * Starts Chromium. `webGl` uses software, because there is no GPU. `draws` is for tests that look at pixels; otherwise
 * WebGL commands draw nothing and take no time.
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
  /** Errors on the console, uncaught errors, violations of the page's policy, and requests to other origins. */
  readonly complaints: readonly string[]
}

/** Opens an address in its own window until the test ends. */
export async function openPage(
  browser: Browser,
  address: string,
  options?: BrowserContextOptions,
  prepare?: Prepare,
): Promise<Opened> {
  const opened = await openWindow(browser, address, options, prepare)
  onTestFinished(() => opened.page.context().close())
  return opened
}

/**
 * Opens an address in a window. By default, the map does not fly in it, because drawing a flight in software takes a
 * long time.
 */
async function openWindow(
  browser: Browser,
  address: string,
  options?: BrowserContextOptions,
  prepare?: Prepare,
): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 800 }, reducedMotion: 'reduce', ...options })
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
  // Not all policy violations appear on the console.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} forbade ${blockedURI}`),
    ),
  )
  await prepare?.(page)
  await page.goto(address)
  return { page, complaints }
}

/** Returns the hash of the page's URL, which describes the view. */
export function hashOf(page: Page): Promise<string> {
  return page.evaluate(() => location.hash)
}

/** Reads the chosen place from a link. */
export function placeIn(address: string): { lat: number; lon: number } {
  const [, lat, lon] = /place=(-?[\d.]+),(-?[\d.]+)/.exec(address) ?? []
  return { lat: Number(lat), lon: Number(lon) }
}

/** Holds files back until the returned function is called. */
export async function stall(page: Page, files: string): Promise<() => void> {
  let release = () => {}
  const stalled = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await stalled
    await route.continue()
  })
  return release
}

/** Waits until the map has drawn all of its tiles. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('map drawn').length > 0)
}

/** Waits until all scores of the chosen place are shown. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.scores[aria-busy=false]').waitFor()
}

/** Reads the scores in the panel by dimension. A score that is not shown (yet) is null. */
export async function shownScores(page: Page): Promise<Record<string, string | null>> {
  const rows = await page
    .locator('.scores .score')
    .evaluateAll((all) =>
      all.map((row) => [(row as HTMLElement).dataset.dimension!, row.querySelector('.value')?.textContent ?? null]),
    )
  return Object.fromEntries(rows)
}

/** Lists the schools of a place in the order of the panel: first those of its districts. */
export function schoolsInPanel(schools: SchoolMethods, place: { lat: number; lon: number }) {
  const { districts } = schools.districts(place)
  const isOther = ({ lea_id }: { readonly lea_id: string }) => Number(districts.every(({ geoid }) => geoid !== lea_id))
  return schools.nearestCampuses({ ...place, limit: 10 }).schools.toSorted((a, b) => isOther(a) - isOther(b))
}
