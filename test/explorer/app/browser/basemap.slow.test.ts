import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { decode } from 'fast-png'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBasemap } from '../../../../src/explorer/site/basemap.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { listening } from '../../../support/listening.ts'
import { skippedName } from '../../../support/skipped-name.ts'
import { archiveFixture } from '../../site/fixtures/archive.ts'
import { hasChromium, launchChromium, PATIENCE, startInTest } from './explorer-page.ts'

/** A tile of zoom 12 in the Mojave Desert, where the page's own base map has no roads. */
const TILE = { z: 12, x: 727, y: 1619 }
/** A view of the tile's center. */
const VIEW = '#map=13/35.209/-116.0596&hatching=no'

describe.skipIf(!hasChromium())(
  skippedName('a base map of the host', !hasChromium(), 'Chromium is not installed'),
  PATIENCE,
  () => {
    const folder = emptyFolder()
    let server: Server
    let origin: string
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium({ webGl: true, draws: true })
      await writeFile(join(folder, 'desert.pmtiles'), archiveFixture(TILE))
      const style = {
        version: 8,
        sources: { lines: { type: 'geojson', data: 'line.json', attribution: '© Style Makers' } },
        layers: [
          { id: 'ground', type: 'background', paint: { 'background-color': '#ffffff' } },
          { id: 'line', type: 'line', source: 'lines', paint: { 'line-color': '#ff00ff', 'line-width': 12 } },
        ],
      }
      const line = {
        type: 'LineString',
        coordinates: [
          [-116.2, 35.209],
          [-115.9, 35.209],
        ],
      }
      server = createServer(({ url = '' }, response) => {
        const answers: Record<string, object> = { '/style.json': style, '/line.json': line }
        response.writeHead(answers[url] ? 200 : 404, { 'access-control-allow-origin': '*' })
        response.end(JSON.stringify(answers[url] ?? null))
      })
      origin = await listening(server)
    })
    afterAll(async () => {
      server?.close()
      await browser?.close()
    })

    it('is drawn above the colors from an archive, with its source named and no requests to other origins', async () => {
      const explorer = await startInTest({ browser, basemap: await readBasemap(join(folder, 'desert.pmtiles')) })
      const { page, complaints } = await explorer.open(VIEW)
      await page.getByText('© Made-up Mappers').waitFor()
      // Color of roads in the light scheme.
      await expect.poll(() => share(page, [255, 253, 248]), { timeout: 90_000, interval: 250 }).toBeGreaterThan(0.004)
      expect(complaints).toEqual([])
    })

    it('is drawn from a style of another origin, with requests only to addresses in the style', async () => {
      const explorer = await startInTest({ browser, basemap: await readBasemap(`${origin}/style.json`) })
      const { page, complaints } = await explorer.open(VIEW)
      await page.getByText('© Style Makers').waitFor()
      await expect.poll(() => share(page, [255, 0, 255]), { timeout: 90_000, interval: 250 }).toBeGreaterThan(0.01)
      expect([...new Set(complaints)].sort()).toEqual([`${origin}/line.json`, `${origin}/style.json`])
    })

    it("is replaced by the page's own ground layer if it cannot be loaded, with a message", async () => {
      const basemap = { kind: 'style', url: `${origin}/gone.json`, path: null, origins: [origin] } as const
      const explorer = await startInTest({ browser, basemap })
      const { page } = await explorer.open('#map=9/34.05/-118.25')
      await page.getByText('The base map of this site could not be loaded (answered 404).').waitFor()
      await expect.poll(() => share(page, [255, 253, 248]), { timeout: 90_000, interval: 250 }).toBeGreaterThan(0.004)
    })
  },
)

/** Returns the share of the map's pixels whose color is close to the given color. */
async function share(page: Page, color: readonly number[]): Promise<number> {
  const { data, channels } = decode(await page.locator('.map').screenshot())
  let count = 0
  for (let i = 0; i < data.length; i += channels)
    if (color.every((value, c) => Math.abs(data[i + c] - value) < 6)) count++
  return count / (data.length / channels)
}
