import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violationsOf } from './accessible.ts'
import { inChromium } from './explorer-page.ts'

const DESK: BrowserContextOptions = { viewport: { width: 1366, height: 800 } }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/**
 * All rules of WCAG 2.2 AA and axe's best practices. They include the rule about target sizes, which axe checks only on
 * request.
 */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

inChromium('the accessible explorer', (explorer) => {
  it.each(['30.2785,-97.7431', '34.0522,-118.2437'])(
    'fits school cards and the page into 320 pixels at twice the text size: %s',
    async (place) => {
      const { page } = await explorer.open(`#map=12/${place.replace(',', '/')}&place=${place}`, {
        viewport: { width: 320, height: 640 },
      })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      for (const school of [0, 1, 2, 3]) {
        await page.locator('.schools .school-row').nth(school).click()
        await page.locator('.school-card .facts').waitFor()
        const widths = await page.evaluate(() =>
          [document.documentElement, document.querySelector('.school-card > .facts')!.parentElement!].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        )
        expect(widths).toEqual([0, 0])
        await page.keyboard.press('Escape')
      }
    },
  )

  it('shows which map button has the focus', async () => {
    const { page } = await explorer.open('')
    for (const way of ['in', 'out']) {
      const button = page.getByRole('button', { name: `Zoom ${way}` })
      await button.focus()
      expect([way, await button.evaluate((element) => getComputedStyle(element).outlineStyle)]).toEqual([way, 'solid'])
    }
  })

  it('preserves legend colors in forced-colors mode, and fits large text in the search field', async () => {
    const { page } = await explorer.open('', { viewport: { width: 390, height: 844 }, forcedColors: 'active' })
    const isGradient = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundImage.includes('gradient'))
    expect(await isGradient('.legend .strip')).toBe(true)
    // Around Los Angeles, the map hatches land that has no fire hazard map.
    await page.evaluate(() => {
      location.hash = '#map=10/34.1/-118.3&score=fire'
    })
    expect(await isGradient('.swatch.hatched')).toBe(true)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const em = 32
    expect((await page.locator('#search-text').boundingBox())!.width).toBeGreaterThan(8 * em)
  })

  it.each([
    ['a desk', 'dark', DESK],
    ['a telephone', 'light', PHONE],
  ] as const)('passes the accessibility checks on eight screens of %s in %s colors', async (_, colorScheme, screen) => {
    const { page } = await explorer.open('', { ...screen, colorScheme, reducedMotion: 'reduce', bypassCSP: true })
    await page.locator('.map canvas').first().waitFor()
    const found: Record<string, unknown> = { start: await findings(page) }
    const field = page.locator('#search-text')
    await field.fill('hyde p')
    await page.getByRole('option').first().waitFor()
    found.suggestions = await findings(page)
    // The schools here are so close to each other that their pins would overlap.
    await field.fill('37.3382, -121.8863')
    await field.press('Enter')
    await page.locator('.scores[aria-busy=false]').waitFor()
    await page.locator('.pin:not(.covered)').first().waitFor()
    await expect.poll(() => page.locator('.pin.covered').count()).toBeGreaterThan(0)
    await page.locator('.score[data-dimension=flood] summary').click()
    await page.locator('.schools .school-row').first().click()
    await page.locator('.school-card h3').waitFor()
    found.place = await findings(page)
    await page.getByRole('button', { name: 'Close the school' }).click()
    await page.getByRole('button', { name: 'What the map shows' }).click()
    await page.locator('.area-summary[aria-busy=false]').waitFor()
    found.area = await findings(page)
    await field.fill('Fresno, CA vs Laredo, TX vs Miami, FL vs 37.3382, -121.8863')
    await field.press('Enter')
    await page.locator('.compared[aria-busy=false]').waitFor()
    await page.locator('.compared summary').first().click()
    found.comparison = await findings(page)
    // Removes the compared places, because the page would ask which of the four places a fifth one replaces.
    await page.goto(page.url().split('#')[0])
    await page.locator('.map canvas').first().waitFor()
    await field.fill('San Antonio, TX')
    await field.press('Enter')
    // Waits for the end of the search, because it clears conditions that were set before.
    await page.waitForFunction(() => location.hash.includes('place='))
    await page.getByRole('button', { name: 'Walkable, moderate noise', exact: true }).first().click()
    await page.getByRole('slider', { name: 'Cleaner air' }).press('End')
    await page.getByRole('button', { name: 'List areas' }).click()
    await page.locator('.best-areas li').first().waitFor()
    found.areas = await findings(page)
    await page.getByRole('button', { name: 'Score a file' }).click()
    await page.locator('#batch-list').fill('30.2672, -97.7431')
    await page.getByRole('button', { name: 'Use this list' }).click()
    await page.getByRole('button', { name: 'Score 1 row' }).click()
    await page.locator('.list-map canvas').waitFor()
    found.file = await findings(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'About' }).first().click()
    found.about = await findings(page)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
  })
})

/** Lists axe's findings with their elements, and the widths at which the page scrolls sideways. */
async function findings(page: Page): Promise<unknown[]> {
  const screen = page.viewportSize()!
  const wide: number[] = []
  for (const width of [screen.width, screen.width > 768 ? 768 : 320]) {
    await page.setViewportSize({ ...screen, width })
    // Compare with the requested width: `innerWidth` grows with the page on a phone.
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wide.push(width)
  }
  await page.setViewportSize(screen)
  // Wait until animations and transitions have ended.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const violations = await violationsOf(page, RULES)
  // WCAG 2.5.8 allows pins that are close together, because their positions are essential.
  const isPin = (id: string, html: string) => id === 'target-size' && html.includes('class="marker')
  const found = violations.flatMap(({ id, nodes }) => {
    const told = nodes.filter(({ html }) => !isPin(id, html))
    return told.length === 0 ? [] : [[id, told.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary])]]
  })
  return [...found, ...wide]
}
