import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { expectAccessible } from '../../explorer/app/browser/accessible.ts'
import { hasChromium, launchChromium, openPage } from '../../explorer/app/browser/explorer-page.ts'
import { listening } from '../../support/listening.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Bytes of the answers since the list was last emptied, as they went over the wire. */
const traffic: { readonly path: string; readonly bytes: number }[] = []

/** Serves files with ranges, and compresses text files. */
const host = createServer(({ url = '/', headers }, response) => {
  const asked = decodeURI(new URL(url, 'http://loopback').pathname)
  const path = asked.endsWith('/') ? `${asked}index.html` : asked
  const send = (status: number, more: Readonly<Record<string, string>>, bytes: Uint8Array) => {
    traffic.push({ path, bytes: bytes.length })
    response
      .writeHead(status, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...more })
      .end(bytes)
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(join('site', path))
  } catch {
    return response.writeHead(404).end()
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first !== undefined) {
    const part = bytes.subarray(Number(first), Number(last) + 1)
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
    return send(206, { 'content-range': range }, part)
  }
  if (extname(path) in TYPES) return send(200, { 'content-encoding': 'gzip' }, gzipSync(bytes))
  return send(200, {}, bytes)
})

let browser: Browser
let origin: string

describe.skipIf(!hasChromium())('the documentation site', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    execFileSync('npm', ['run', '-s', 'docs:build'], { stdio: 'pipe' })
    origin = await listening(host)
    browser = await launchChromium({ webGl: false })
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    host.closeAllConnections()
    host.close()
  })

  it('contains a page for each document, and a home page of at most 150 kB', async () => {
    const pages = readdirSync('docs', { recursive: true }).map(String)
    const expected = pages.filter((name) => name.endsWith('.md') && !name.startsWith('reference/bundle-format/'))
    const built = readdirSync('site', { recursive: true }).map(String)
    for (const name of expected) expect(built).toContain(name.replace('.md', '.html'))
    traffic.length = 0
    const { page, complaints } = await openPage(browser, `${origin}/`)
    await page.waitForLoadState('networkidle')
    expect(complaints).toEqual([])
    expect(traffic.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(150_000)
  })

  it.each(['', 'guide/start.html', 'reference/api.html', 'playground.html'])(
    'contains an accessible page %j in light and dark mode, without requests to other hosts',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const opened = await openPage(browser, `${origin}/${path}`, { colorScheme, bypassCSP: true })
        await opened.page.waitForLoadState('networkidle')
        await expectAccessible(opened, `${path} ${colorScheme}`)
        expect(opened.complaints).toEqual([])
      }
    },
  )

  it.each([
    ['flood map of a county', 'upgrades'],
    ['parquet', 'batch'],
    ['address columns', 'bring-your-file'],
    ['api key', 'http'],
    ['MCP', 'agents'],
    ['DuckDB', 'warehouses'],
    ['bundle header', 'bundle-format'],
    ['how do I score a csv of addresses', 'batch'],
    ['can I use it in React', 'cookbook'],
    ['show scores on my web page', 'element'],
    ['which school district is this home in', 'schools'],
    ['weights for what matters to me', 'fit'],
    ['print a report for a client', 'page'],
    ['how many people live near my stores', 'sites'],
    ['house number is not found', 'street-layers'],
    ['my own geojson as a score', 'layers'],
    ['add scores to a pandas data frame', 'sql-and-python'],
    ['several machines with Spark', 'distributed'],
    ['what changed since version 0.1', 'migration'],
    ['how accurate is noise', 'validation'],
    ['how much memory does a batch need', 'batch'],
    ['place_outside error', 'errors'],
    ['license of the source data', 'data'],
    ['limit requests per client', 'http'],
  ])('finds the right page for the search %j', async (question, answer) => {
    const { page } = await openPage(browser, `${origin}/guide/start.html`)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.locator('.VPLocalSearchBox input').fill(question)
    const links = page.locator('.VPLocalSearchBox .results a')
    const first = () => links.evaluateAll((all) => all.slice(0, 8).map((link) => (link as HTMLAnchorElement).href))
    await expect.poll(async () => (await first()).join('\n')).toContain(answer)
  })

  it('contains a playground that returns the same answers as the library', async () => {
    const vicinage = await openVicinage({ userData: false })
    const { page, complaints } = await openPage(browser, `${origin}/playground.html`)
    const code = page.locator('.playground textarea')
    const answer = page.locator('.playground pre')
    await expect.poll(() => answer.textContent(), { timeout: 60_000 }).toContain('walkability')
    const places = Array.from({ length: 50 }, (_, i) => ({ lat: 30.2 + 0.003 * i, lon: -97.8 + 0.002 * i }))
    await code.fill(`return ${JSON.stringify(places)}.map((place) => vicinage.scores(place))`)
    await page.getByRole('button', { name: /^Run/ }).click()
    const scores = places.map((place) => vicinage.scores(place))
    await expect
      .poll(async () => JSON.parse((await answer.textContent()) ?? 'null'), { timeout: 60_000 })
      .toEqual(JSON.parse(JSON.stringify(scores)))
    await code.fill('return vicinage.score("flod", { lat: 30.27, lon: -97.74 })')
    await code.press('Control+Enter')
    await expect.poll(() => answer.textContent()).toMatch(/^dimension: .*'flood'/)
    expect(complaints).toEqual([])
  })
})
