import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { dimensions } from '../../../../src/answers/dimensions/catalog.ts'
import type { Vicinage } from '../../../../src/index.ts'
import { builtVicinage } from '../../../library/built.ts'
import {
  drawn,
  type Explorer,
  inChromium,
  PATIENCE,
  placeIn,
  settled,
  shownScores,
  stall,
  startInTest,
} from './explorer-page.ts'

/** Maximum number of bytes that the page loads to show the map of a city and all scores of a place. */
const MAX_BYTES = 2.9e6
/** Files that load after the scores: names, districts and schools. */
const LATER = /\/(districts|neighborhoods.*|places|schools)\.bundle$/
/** Maximum number of bytes including the files that load after the scores. */
const MAX_TOTAL = 3.4e6

const austin = { lat: 30.2672, lon: -97.7431 }

inChromium('the explorer, while loading,', (explorer) => {
  let vicinage: Vicinage
  beforeAll(async () => {
    vicinage = await builtVicinage()
  })

  it.each([
    ['downtown Austin', austin],
    ['Los Angeles', { lat: 34.0522, lon: -118.2437 }],
  ])('reads parts of files for %s, and less than 2.9 MB in total, including the page and the map', async (_, place) => {
    explorer.traffic.length = 0
    const { page, complaints } = await explorer.open(`#map=12/${place.lat}/${place.lon}`)
    await drawn(page)
    await page.locator('.map canvas').first().click()
    await settled(page)
    await page.locator('.schools .school-row').first().waitFor({ state: 'attached' })
    await quiet(explorer)
    await expectScores(page)
    const whole = explorer.traffic.filter(({ name, isPart }) => name.endsWith('.bundle') && !isPart)
    const small = ['base-map', 'neighborhoods', 'neighborhoods-gnis', 'neighborhoods-zillow', 'places']
    expect(small.map((id) => `data/${id}.bundle`)).toEqual(expect.arrayContaining(whole.map(({ name }) => name)))
    const parts = explorer.traffic.filter(({ isPart }) => isPart).map(({ name }) => name)
    expect(new Set(parts).size).toBe(dimensions.length + 3) // plus the geography, districts and schools
    expect(bytesOf(explorer.traffic.filter(({ name }) => !LATER.test(name)))).toBeLessThan(MAX_BYTES)
    expect(bytesOf(explorer.traffic)).toBeLessThan(MAX_TOTAL)
    expect(complaints).toEqual([])
  })

  it('shows the scores of the view before MapLibre has loaded, and the map afterward', async () => {
    const { page } = await explorer.open('icon.svg')
    const release = await stall(page, '**/maplibre-gl-*.js')
    const releaseGround = await stall(page, '**/base-map.bundle')
    const releaseNames = await stall(page, '**/first-map.json*')
    await page.goto(`${explorer.address}#map=12.4/${austin.lat}/${austin.lon}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first scores').length > 0)
    const sides = await page.locator('.first-picture').evaluate((shown) => {
      const { left, top, right, bottom } = shown.getBoundingClientRect()
      const tiles = Array.from(shown.querySelectorAll('canvas'), (tile) => tile.getBoundingClientRect())
      return {
        gaps: [
          Math.min(...tiles.map((tile) => tile.left)) - left,
          Math.min(...tiles.map((tile) => tile.top)) - top,
          right - Math.max(...tiles.map((tile) => tile.right)),
          bottom - Math.max(...tiles.map((tile) => tile.bottom)),
        ],
        widths: tiles.map((tile) => tile.width),
      }
    })
    for (const gap of sides.gaps) expect(gap).toBeLessThan(0.01)
    for (const width of sides.widths) expect(width).toBeCloseTo(512 * 2 ** 0.4, 1)
    // Once the names and roads have loaded, a single picture replaces the tiles.
    releaseNames()
    releaseGround()
    await expect.poll(() => page.locator('.first-picture canvas').count(), { timeout: 60_000 }).toBe(1)
    release()
    await drawn(page)
    await expect.poll(() => page.locator('.first-picture canvas').count(), { timeout: 60_000 }).toBe(0)
  })

  it('reads whole files from a host without range requests', async () => {
    const plain = await startInTest({ ranges: false, browser: explorer.browser })
    const { page, complaints } = await plain.open(`#map=12/30.2672/-97.7431&place=${austin.lat},${austin.lon}`)
    await settled(page)
    await expectScores(page)
    expect(plain.traffic.some(({ isPart }) => isPart)).toBe(false)
    const bundles = plain.traffic.flatMap(({ name }) => (name.endsWith('.bundle') ? [name] : []))
    expect(bundles.length).toBe(new Set(bundles).size)
    expect(complaints).toEqual([])
  })

  it('shows the other scores if two files stall and one is missing, and the stalled scores once they load', async () => {
    const { page } = await explorer.open()
    await page.route('**/privacy.bundle*', (route) => route.fulfill({ status: 404 }))
    // The map draws walkability, so its file is requested first.
    const releaseFlood = await stall(page, '**/flood.bundle*')
    const releaseWalkability = await stall(page, '**/walkability.bundle*')
    await page.evaluate(({ lat, lon }) => {
      location.hash = `#map=13/${lat}/${lon}&place=${lat},${lon}`
    }, austin)
    const found = without(scoresOf(austin), 'privacy')
    await expect.poll(() => shownScores(page), PATIENCE).toEqual(without(without(found, 'walkability'), 'flood'))
    for (const id of ['flood', 'walkability'])
      expect(await page.locator(`.score[data-dimension=${id}]`).innerText()).toContain('Loading')
    await page.locator('.schools .school-row').first().waitFor({ state: 'attached' })
    releaseFlood()
    await expect.poll(() => shownScores(page), PATIENCE).toEqual(without(found, 'walkability'))
    releaseWalkability()
    await settled(page)
    expect(await shownScores(page)).toEqual(found)
    await page.getByRole('radio', { name: /^Privacy/ }).check()
    const status = page.locator('.map').getByRole('status')
    await expect.poll(() => status.innerText(), PATIENCE).toContain('The data for privacy is missing from the server')
  })

  it.each(['engine-worker', 'main'])('reports that %s did not load, and tries again on request', async (script) => {
    const { page } = await explorer.open('icon.svg')
    await page.route(`**/${script}-*.js`, (route) => route.abort())
    const hash = `#map=13/${austin.lat}/${austin.lon}&place=${austin.lat},${austin.lon}`
    await page.goto(`${explorer.address}${hash}`)
    const alert = page.getByRole('alert').filter({ hasText: /could not be (started|loaded)/ })
    await alert.waitFor()
    expect(await page.getByText('Loading the map…').count()).toBe(0)
    await page.unroute(`**/${script}-*.js`)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await settled(page)
    await expectScores(page)
    await drawn(page)
    expect(await alert.count()).toBe(0)
  })

  function scoresOf(place: { lat: number; lon: number }): Record<string, string | null> {
    return Object.fromEntries(
      dimensions.map(({ id }) => {
        const { score } = vicinage.score(id, place)
        return [id, score === 0 ? null : String(score)]
      }),
    )
  }

  /** Expects the panel to show the library's scores for its place. */
  async function expectScores(page: Page): Promise<void> {
    expect(await shownScores(page)).toEqual(scoresOf(placeIn(page.url())))
  }
})

function bytesOf(sent: readonly { readonly bytes: number }[]): number {
  return sent.reduce((sum, { bytes }) => sum + bytes, 0)
}

function without(scores: Record<string, string | null>, id: string): Record<string, string | null> {
  return { ...scores, [id]: null }
}

/** Waits until nothing was requested for a second. */
async function quiet({ traffic }: Explorer): Promise<void> {
  for (let before = -1; before !== traffic.length; ) {
    before = traffic.length
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
