import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenOptions, openVicinage, type Vicinage } from '../../../src/index.ts'
import { hasChromium, launchChromium } from '../../explorer/app/browser/explorer-page.ts'
import { listening } from '../../support/listening.ts'

const PLACES = {
  Austin: { lat: 30.2672, lon: -97.7431 },
  'Los Angeles': { lat: 34.0522, lon: -118.2437 },
  Miami: { lat: 25.7617, lon: -80.1918 },
  'Dallas, the fullest tile': { lat: 32.7767, lon: -96.797 },
  'Pecos, TX': { lat: 31.4229, lon: -103.4932 },
}

const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="module">
import { openVicinage } from './index.js'
window.answer = async (options, place) => {
  const vicinage = await openVicinage({ data: '/data/', ...options })
  const scores = vicinage.scores(place)
  const schools = options.schools === false ? null : [vicinage.schools.districts(place), vicinage.schools.schoolRatings({ ...place, limit: 10 })]
  return { scores, schools }
}
window.ready = true
</script>`

describe.skipIf(!hasChromium())('opening a place in Chromium', () => {
  let browser: Browser
  let server: Server
  let whole: Vicinage
  let address: string
  let hasRanges = true

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: { index: 'src/index.ts' },
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      outdir: '/',
      write: false,
    })
    const modules = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
    server = createServer(async ({ url = '/', headers }, response) => {
      if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
      const code = modules.get(url)
      if (code) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
      const bytes = await readFile(`dist-data/${url.replace('/data/', '')}`).catch(() => null)
      if (bytes === null) return response.writeHead(404).end()
      const range = hasRanges && /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
      if (!range) return response.writeHead(200, { etag: '"1"' }).end(bytes)
      const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1)
      response
        .writeHead(206, { etag: '"1"', 'content-range': `bytes ${range[1]}-${range[2]}/${bytes.length}` })
        .end(part)
    })
    address = `${await listening(server)}/`
    browser = await launchChromium({ webGl: false })
    whole = await openVicinage({ data: 'dist-data' })
  })
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })

  /**
   * Returns the answer of a new page and what the network panel counts: bytes of the data with headers, as transferred.
   */
  async function measured(options: Partial<OpenOptions>, place: { lat: number; lon: number }) {
    const context = await browser.newContext()
    const page: Page = await context.newPage()
    const panel = await context.newCDPSession(page)
    await panel.send('Network.enable')
    await page.goto(address)
    await page.waitForFunction('window.ready')
    let bytes = 0
    const requested = new Set<string>()
    panel.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (requested.has(requestId)) bytes += encodedDataLength
    })
    panel.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/data/')) requested.add(requestId)
    })
    const start = performance.now()
    const answer = await page.evaluate(
      ([given, at]) => (globalThis as unknown as { answer(...args: unknown[]): unknown }).answer(given, at),
      [options, place] as const,
    )
    const ms = Math.round(performance.now() - start)
    await context.close()
    return { answer, bytes, requests: requested.size, ms }
  }

  // EVERY_WALK=1 measures every place, before a release.
  it.each(Object.entries(PLACES).slice(process.env.EVERY_WALK ? 0 : -2))(
    'loads at most 1.3 MB of data for all dimensions and 0.3 MB for one score: %s',
    async (name, place) => {
      const all = await measured({ around: place }, place)
      expect(all.answer).toEqual({
        scores: whole.scores(place),
        schools: [whole.schools.districts(place), whole.schools.schoolRatings({ ...place, limit: 10 })],
      })
      expect(all.bytes).toBeLessThan(1_300_000)
      const sizes = [`all ${all.bytes} bytes, ${all.requests} requests, ${all.ms} ms`]
      for (const id of ['walkability', 'noise-levels'] as const) {
        const first = await measured({ around: place, dimensions: [id], schools: false }, place)
        expect(first.answer).toEqual({ scores: whole.scores(place, { dimensions: [id] }), schools: null })
        expect(first.bytes).toBeLessThan(300_000)
        sizes.push(`${id} ${first.bytes} bytes, ${first.requests} requests, ${first.ms} ms`)
      }
      console.log(`${name}: ${sizes.join('; ')}`)
    },
  )

  it('loads whole files from a server without range support', async () => {
    hasRanges = false
    const place = PLACES.Miami
    const { answer, requests } = await measured({ around: place, dimensions: ['fire'], schools: false }, place)
    hasRanges = true
    expect(answer).toEqual({ scores: whole.scores(place, { dimensions: ['fire'] }), schools: null })
    expect(requests).toBe(3)
  })
})
