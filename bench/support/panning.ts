import type { Browser, CDPSession, Page } from 'playwright-core'

/**
 * Milliseconds of the main thread per frame, and the number of frames. Only frames in which the map was dragged count.
 */
export interface FrameTimes {
  readonly median: number
  readonly p95: number
  readonly frames: number
}

/**
 * Drags the map back and forth for four seconds, with a finger on a phone and otherwise with the mouse. Moves are sent
 * 80 times per second without waiting for the page, as a touch screen does. The browser merges the moves of a frame.
 */
export async function panned(browser: Browser, page: Page, isPhone: boolean): Promise<FrameTimes> {
  const cdp = await page.context().newCDPSession(page)
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const drag = isPhone ? byFinger(cdp) : byMouse(cdp)
  await drag.start(x, y)
  await drag.move(x + 15, y)
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  const start = performance.now()
  const sent: Promise<unknown>[] = []
  for (let time = 0; time < 4000; time = performance.now() - start) {
    sent.push(drag.move(x + 80 * Math.sin(time / 190), y + 50 * Math.cos(time / 190)))
    await new Promise((resolve) => setTimeout(resolve, 12))
  }
  await Promise.all(sent)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await drag.end(x, y)
  await cdp.detach()
  return framesOf(traceEvents)
}

function byFinger(cdp: CDPSession) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    start: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    end: (_x: number, _y: number) => send('touchEnd', []),
  }
}

function byMouse(cdp: CDPSession) {
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 })
  return {
    start: (x: number, y: number) => send('mousePressed', x, y),
    move: (x: number, y: number) => send('mouseMoved', x, y),
    end: (x: number, y: number) => send('mouseReleased', x, y),
  }
}

/** Replaces the explorer with an empty MapLibre map that only has a background, to show the minimum cost of panning. */
export async function openEmptyMap(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const container = document.createElement('div')
    // Sets styles from the script, because the page's Content-Security-Policy forbids style attributes.
    Object.assign(container.style, { position: 'fixed', inset: '0' })
    document.body.replaceChildren(container)
    const style = { version: 8, sources: {}, layers: [{ id: 'ground', type: 'background' }] }
    // The name of MapLibre's script has a content hash.
    const script = performance
      .getEntriesByType('resource')
      .find(({ name }) => /maplibre-gl-(?!worker)[^/]*[.]js$/.test(name))
    const { Map: EmptyMap } = await import(script!.name)
    const options = { style, center: [-97.7, 30.3], zoom: 12, renderWorldCopies: false, attributionControl: false }
    const map = new EmptyMap({ container, ...options })
    await map.once('idle')
  })
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly data?: { readonly type?: string } }
}

/**
 * Adds up the CPU time of the main thread's tasks for each frame. Frames without a drag are left out, because they are
 * cheaper.
 */
function framesOf(events: readonly TraceEvent[]): FrameTimes {
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const drawn = new Map<string, number>()
  for (const event of events)
    if (event.name === 'FireAnimationFrame') drawn.set(thread(event), (drawn.get(thread(event)) ?? 0) + 1)
  // The browser's own pages have main threads too. Ours is the thread with the most frames.
  const main = [...drawn].sort(([, a], [, b]) => b - a)[0][0]
  const ofMain = events.filter((event) => thread(event) === main).sort((a, b) => a.ts - b.ts)
  const tasks = ofMain.filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask')
  const starts = ofMain
    .filter(({ name }) => name === 'FireAnimationFrame')
    // Callbacks of the same frame follow each other immediately.
    .flatMap(({ ts }, i, fired) => (i > 0 && ts - (fired[i - 1].ts + (fired[i - 1].dur ?? 0)) < 1000 ? [] : [ts]))
  const spent = new Float64Array(Math.max(0, starts.length - 1))
  let frame = 0
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    // The task of a frame begins just before its callbacks and ends after them.
    while (frame < spent.length && starts[frame + 1] <= ts + dur) frame++
    if (frame < spent.length && starts[frame] <= ts + dur) spent[frame] += tdur / 1000
  }
  const moved = new Set<number>()
  frame = 0
  for (const { name, ts, args } of ofMain) {
    if (name !== 'EventDispatch' || !/^(touch|mouse)move$/.test(args.data?.type ?? '')) continue
    while (frame < starts.length && starts[frame] < ts) frame++
    moved.add(frame)
  }
  const times = spent.filter((_, i) => moved.has(i)).sort()
  return {
    median: times[times.length >> 1] ?? 0,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    frames: times.length,
  }
}
