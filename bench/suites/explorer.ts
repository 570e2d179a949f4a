import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { serve } from '@hono/node-server'
import type { Browser, Page } from 'playwright-core'
import { openExplorer } from '../../src/explorer/site/serve-site.ts'
import { launchChromium } from '../../test/explorer/app/browser/explorer-page.ts'
import { openEmptyMap, panned } from '../support/panning.ts'
import { type Line, openLine } from '../support/slow-line.ts'

interface Device {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly isPhone: boolean
  /** Connection of the device; null for an unlimited one. */
  readonly line: Line | null
  /** Factor by which the main thread is slowed down. */
  readonly slower: number
}

const devices: readonly Device[] = [
  {
    name: 'phone',
    viewport: { width: 390, height: 844 },
    isPhone: true,
    // Lighthouse's "dense 4G".
    line: { megabits: 10, roundTrip: 40 },
    slower: 4,
  },
  {
    name: 'slow line',
    viewport: { width: 390, height: 844 },
    isPhone: true,
    // Lighthouse's "slow 4G".
    line: { megabits: 1.6, roundTrip: 150 },
    slower: 4,
  },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, isPhone: false, line: null, slower: 1 },
]

const CITY = '#map=12/30.2672/-97.7431'
const ROUNDS = Number(process.argv[2] ?? 3)
const only = process.argv[3]

const explorer = (await openExplorer({ userData: false }))!
const server = serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1)) || 'index.html'
    return explorer.has(name) ? explorer.answer(name, request) : new Response(null, { status: 404 })
  },
})
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
const browser = await launchChromium({ webGl: true, draws: true })
// This browser does not draw, so that the time per frame is only the page's own work and does not include waiting for
// graphics.
const undrawn = await launchChromium({ webGl: true })
await settle()
console.log(
  `Chromium ${browser.version()} on ${cpus()[0].model.trim()}, ${cpus().length} cores, WebGL in software, medians of ${ROUNDS}\n`,
)
for (const device of devices.filter(({ name }) => only === undefined || name === only)) {
  const runs = []
  for (let round = 0; round < ROUNDS; round++)
    runs.push({ ...(await measure(browser, device)), ...(await pannedAlone(undrawn, device)) })
  console.log(device.name)
  for (const figure of Object.keys(runs[0]) as (keyof (typeof runs)[0])[]) {
    const values = runs.map((run) => run[figure]).sort((a, b) => a - b)
    const text = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
    console.log(`  ${figure}: ${text(values[values.length >> 1])} (${text(values[0])} to ${text(values.at(-1)!)})`)
  }
}
await browser.close()
await undrawn.close()
server.close()
process.exit()

/** Opens a city, clicks a place and pans. Then opens the link to that view in a new tab. */
async function measure(browser: Browser, device: Device) {
  const { line, viewport, isPhone, slower } = device
  const slow = await openLine(port, line)
  const context = await browser.newContext(windowOf({ viewport, isPhone }))
  try {
    const page = await context.newPage()
    await settle()
    page.setDefaultTimeout(120_000)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const mainThread = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
    }
    await page.addInitScript(() => {
      const long: number[] = []
      Object.assign(window, { long })
      new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: true,
      })
    })
    await page.goto(`http://127.0.0.1:${slow.port}/${CITY}`, { waitUntil: 'commit' })
    const scored = await markOf(page, 'first scores')
    const toScores = slow.bytes()
    const busy = await mainThread()
    const drawn = await markOf(page, 'map drawn')
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime)
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long.slice())
    await quiet(slow.bytes)
    const before = slow.bytes()
    const idle = await mainThread()
    await page.evaluate(() =>
      addEventListener('click', () => performance.mark('clicked'), { once: true, capture: true }),
    )
    const map = (await page.locator('.map canvas').first().boundingBox())!
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 3)
    const settled = await page.waitForFunction(
      () =>
        document.querySelector('.scores[aria-busy=false]') &&
        performance.now() - performance.getEntriesByName('clicked')[0].startTime,
      null,
      { polling: 20 },
    )
    const allScores = (await settled.jsonValue()) as number
    const clicked = await mainThread()
    await page
      .locator('.schools .school-row')
      .first()
      .waitFor({ state: 'attached', timeout: 10_000 })
      .catch(() => console.log('no schools'))
    await quiet(slow.bytes)
    const bytes = slow.bytes()
    const frame = await panned(browser, page, isPhone)
    const link = page.url()
    await page.close()
    const again = await context.newPage()
    await settle()
    const seen = slow.bytes()
    if (slower > 1) await (await context.newCDPSession(again)).send('Emulation.setCPUThrottlingRate', { rate: slower })
    await again.goto(link, { waitUntil: 'commit' })
    const linked = await markOf(again, 'first scores')
    const beforeLink = slow.bytes() - seen
    const linkedMap = await markOf(again, 'map drawn')
    const linkedScores = await (
      await again.waitForFunction(() => document.querySelector('.scores[aria-busy=false]') && performance.now(), null, {
        polling: 20,
      })
    ).jsonValue()
    return {
      'first contentful paint, ms': paint,
      'first scores of a city, ms': scored,
      'CPU time of the main thread until the first scores, ms': busy,
      'long tasks until the first scores': long.length,
      'longest task until the first scores, ms': Math.max(0, ...long),
      'MB until the first scores': toScores / 1e6,
      'map that moves, ms': drawn,
      'MB before the click': before / 1e6,
      'all scores of a clicked place, ms': allScores,
      'CPU time of the main thread for the clicked place, ms': clicked - idle,
      'MB in total': bytes / 1e6,
      'main thread per frame of panning, drawn in software, ms, median': frame.median,
      'panning, drawn in software: 95th percentile, ms': frame.p95,
      'panning, drawn in software: frames': frame.frames,
      'link opened again: its scores on the map, ms': linked,
      'link opened again: kB until its scores': beforeLink / 1e3,
      'link opened again: map that moves, ms': linkedMap,
      'link opened again: all scores, ms': linkedScores as number,
    }
  } finally {
    await context.close()
    slow.close()
  }
}

/**
 * Measures the main-thread time per frame of panning, with a place chosen and without drawing. Also measures an empty
 * MapLibre map.
 */
async function pannedAlone(browser: Browser, { viewport, isPhone, slower }: Device) {
  const context = await browser.newContext(windowOf({ viewport, isPhone }))
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    const cdp = await context.newCDPSession(page)
    await page.goto(`http://127.0.0.1:${port}/${CITY}&place=30.2785,-97.7431`, { waitUntil: 'commit' })
    await markOf(page, 'map drawn')
    await page.locator('.schools .school-row').first().waitFor({ state: 'attached' })
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const frame = await panned(browser, page, isPhone)
    await openEmptyMap(page)
    const least = await panned(browser, page, isPhone)
    return {
      'main thread per frame of panning, not drawn, ms, median': frame.median,
      'panning, not drawn: 95th percentile, ms': frame.p95,
      'panning, not drawn: frames': frame.frames,
      'main thread per frame of an empty map, ms, median': least.median,
      'frames of the empty map': least.frames,
    }
  } finally {
    await context.close()
  }
}

function windowOf({ viewport, isPhone }: Pick<Device, 'viewport' | 'isPhone'>) {
  return { viewport, isMobile: isPhone, hasTouch: isPhone, deviceScaleFactor: isPhone ? 2 : 1 }
}

/**
 * Waits until Chromium's own pages are idle. For every window, Chromium opens pages that occupy both cores for seconds,
 * which does not happen on a phone.
 */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5000))
}

/** Waits for a performance mark and returns its time in milliseconds since the page was opened. */
async function markOf(page: Page, mark: string): Promise<number> {
  const handle = await page.waitForFunction((name) => performance.getEntriesByName(name)[0]?.startTime, mark, {
    polling: 50,
  })
  return (await handle.jsonValue()) as number
}

/** Waits until no bytes have arrived for a second. */
async function quiet(bytes: () => number): Promise<void> {
  for (let before = -1; before !== bytes(); ) {
    before = bytes()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
