import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launchChromium } from '../../explorer/app/browser/explorer-page.ts'
import { listening } from '../../support/listening.ts'

/** A map of Austin on a page whose origin differs from the service. */
const PAGE = `<!doctype html><link rel="stylesheet" href="maplibre-gl.css"><div id="map" style="width:600px;height:400px"></div>
<script type="module">
import * as maplibregl from './maplibre-gl.mjs'
import { tileProtocol } from './protocol.mjs'
window.show = (source) => new Promise((resolve, reject) => {
  maplibregl.setWorkerUrl?.('maplibre-gl-worker.mjs')
  const map = new maplibregl.Map({
    container: 'map', center: [-97.74, 30.27], zoom: 9, canvasContextAttributes: { preserveDrawingBuffer: true },
    style: { version: 8, sources: { scores: { type: 'raster', tileSize: 256, ...source } }, layers: [{ id: 'scores', type: 'raster', source: 'scores' }] },
  })
  map.on('error', ({ error }) => reject(error))
  map.once('idle', () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 60, height: 40 })
    const context = canvas.getContext('2d')
    context.drawImage(map.getCanvas(), 0, 0, 60, 40)
    const { data } = context.getImageData(0, 0, 60, 40)
    const colors = new Set()
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) colors.add(data.slice(i, i + 3).join())
    resolve(colors.size)
  })
})
maplibregl.addProtocol('made', tileProtocol({
  scoreColumns: ({ lat, dimensions }) => ({ [dimensions[0]]: Uint8Array.from(lat, (value) => 1 + Math.abs(Math.round(value * 40)) % 255) }),
}))
window.ready = true
</script>`

describe.skipIf(!hasChromium())('in Chromium, on a page from another origin,', () => {
  let browser: Browser
  let server: Server
  let page: Page
  let service: string
  let child: ChildProcess

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { tileProtocol } from './src/faces/map/index.ts'", resolveDir: '.' },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    server = createServer(async ({ url = '/' }, response) => {
      const name = url.slice(1)
      const file = /^maplibre-gl[\w-]*\.(mjs|css)$/.test(name)
        ? await readFile(`node_modules/maplibre-gl/dist/${name}`)
        : null
      const body = name === '' ? PAGE : name === 'protocol.mjs' ? outputFiles[0].contents : file
      const type = name === '' ? 'text/html' : name.endsWith('.css') ? 'text/css' : 'text/javascript'
      response.writeHead(body === null ? 404 : 200, { 'Content-Type': type }).end(body)
    })
    const origin = await listening(server)
    const args = ['dist/cli.js', '--data', 'dist-data', 'serve', '--no-auth', '--no-explore', '--no-log', '--port', '0']
    child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    for await (const text of child.stderr!.setEncoding('utf8')) {
      said += text
      service = /answers at (http:\S+)\/v1/.exec(said)?.[1] ?? ''
      if (service !== '') break
    }
    browser = await launchChromium({ webGl: true, draws: true })
    page = await browser.newPage()
    await page.goto(`${origin}/`)
    await page.waitForFunction('window.ready')
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  })

  const colorsOf = (source: object) => page.evaluate(`window.show(${JSON.stringify(source)})`) as Promise<number>

  it('MapLibre draws tiles of vicinage serve from its TileJSON', async () => {
    expect(await colorsOf({ url: `${service}/v1/tiles/walkability.json` })).toBeGreaterThan(50)
  }, 60_000)

  it('MapLibre draws tiles that the page creates itself with addProtocol', async () => {
    expect(await colorsOf({ tiles: ['made://walkability/{z}/{x}/{y}'] })).toBeGreaterThan(20)
  }, 60_000)

  it('an image element, as used by Leaflet for tiles, displays a tile', async () => {
    const size = await page.evaluate(
      (src) =>
        new Promise((resolve, reject) => {
          const image = Object.assign(new Image(), { src })
          image.onload = () => resolve([image.naturalWidth, image.naturalHeight])
          image.onerror = () => reject(new Error('not shown'))
        }),
      `${service}/v1/tiles/flood/10/234/422.png`,
    )
    expect(size).toEqual([256, 256])
  })
})
