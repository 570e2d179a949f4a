import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { DIMENSION_IDS } from '../../src/answers/dimensions/catalog.ts'
import { launchChromium } from '../../test/explorer/app/browser/explorer-page.ts'
import { listening } from '../../test/support/listening.ts'

/**
 * Counts the bytes and requests that a page in Chromium with an empty cache needs for the scores of its first place:
 * `npm run bench:first-place`. The page reads a copy of the data for web pages: first all scores and each score alone
 * from a copy with all dimensions, then each score from a copy with only its dimension. Prints the maximum over twelve
 * places.
 */
const PLACES: Readonly<Record<string, readonly [lat: number, lon: number]>> = {
  Austin: [30.2672, -97.7431],
  'Dallas, on a seam of squares': [32.7767, -96.797],
  Houston: [29.7604, -95.3698],
  'El Paso': [31.7619, -106.485],
  Marfa: [30.3095, -104.0206],
  'Los Angeles': [34.0522, -118.2437],
  'San Francisco': [37.7749, -122.4194],
  Fresno: [36.7378, -119.7871],
  Redding: [40.5865, -122.3917],
  Miami: [25.7743, -80.1937],
  Tampa: [27.9506, -82.4572],
  Tallahassee: [30.4383, -84.2807],
}

interface Cost {
  readonly bytes: number
  readonly requests: number
}

const folder = mkdtempSync(join(tmpdir(), 'vicinage-first-place-'))
const library = await build({
  entryPoints: ['dist/index.js'],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  external: ['node:*'],
  logLevel: 'error',
})
/** Sizes in bytes of the data responses that were sent since this list was last emptied. */
const sent: number[] = []
const server = createServer(({ url = '/', headers }, response) => {
  const path = new URL(url, 'http://loopback').pathname
  if (path === '/')
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>-</title>')
  if (path === '/library.js')
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(library.outputFiles[0].contents)
  try {
    const whole = readFileSync(join(folder, path))
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const body = first === undefined ? whole : whole.subarray(Number(first), Number(last) + 1)
    sent.push(body.length)
    const range = first === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${whole.length}` }
    return response.writeHead(first === undefined ? 200 : 206, { 'content-length': body.length, ...range }).end(body)
  } catch {
    return response.writeHead(404).end()
  }
})
const origin = await listening(server)
const browser = await launchChromium({ webGl: false })
copy('all')
for (const id of DIMENSION_IDS) copy(id, id)
console.log(`Chromium ${browser.version()}, ${Object.keys(PLACES).length} places, the maximum of each\n`)
console.log('| | copy with all dimensions | requests | copy with one dimension | requests |\n|---|--:|--:|--:|--:|')
print('fourteen scores', await most(browser, 'all'))
for (const id of DIMENSION_IDS) print(id, await most(browser, 'all', id), await most(browser, id, id))
await browser.close()
server.closeAllConnections()
server.close()
rmSync(folder, { recursive: true })

function copy(name: string, dimension?: string): void {
  const choice = dimension === undefined ? [] : ['--dimensions', dimension]
  const args = ['dist/cli.js', '--no-user-data', 'data', 'copy', '--out', join(folder, name), '--web', ...choice]
  execFileSync(process.execPath, args, { stdio: 'ignore' })
}

/** Returns the maximum bytes and requests over the places. */
async function most(browser: Browser, data: string, dimension?: string): Promise<Cost> {
  const costs: Cost[] = []
  for (const place of Object.values(PLACES)) costs.push(await cost(browser, { data, place, dimension }))
  return {
    bytes: Math.max(...costs.map(({ bytes }) => bytes)),
    requests: Math.max(...costs.map(({ requests }) => requests)),
  }
}

interface Opening {
  readonly data: string
  readonly place: readonly [lat: number, lon: number]
  readonly dimension: string | undefined
}

/** Opens a place in a new browser profile, whose cache is empty. */
async function cost(browser: Browser, { data, place: [lat, lon], dimension }: Opening): Promise<Cost> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(origin)
    sent.length = 0
    const options = {
      data: `${origin}/${data}/`,
      around: { lat, lon, radius: 0 },
      dimensions: dimension && [dimension],
      schools: false,
      geocoder: false,
      areas: false,
    }
    const scores = await page.evaluate(async (options) => {
      const path = '/library.js'
      const { openVicinage } = await import(path)
      const vicinage = await openVicinage(options)
      return vicinage.scores({ lat: options.around.lat, lon: options.around.lon })
    }, options)
    if (Object.keys(scores).length !== (dimension === undefined ? DIMENSION_IDS.length : 1))
      throw new Error(`The page at ${lat}, ${lon} has ${Object.keys(scores).length} scores.`)
    return { bytes: sent.reduce((sum, bytes) => sum + bytes, 0), requests: sent.length }
  } finally {
    await context.close()
  }
}

function print(name: string, ...costs: readonly Cost[]): void {
  const cells = costs.flatMap(({ bytes, requests }) => [`${(bytes / 1000).toFixed(0)} kB`, String(requests)])
  console.log(`| ${[name, ...cells, ...(costs.length === 1 ? ['', ''] : [])].join(' | ')} |`)
}
