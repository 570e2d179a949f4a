import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violationsOf } from './accessible.ts'
import { hashOf, inChromium } from './explorer-page.ts'

const SCREENS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }],
]

/** EVERY_WALK=1 runs every test on every screen, before a release. */
const [onDesktop, onPhone] = process.env.EVERY_WALK ? [SCREENS, SCREENS] : [SCREENS.slice(0, 1), SCREENS.slice(1)]

inChromium('search', (explorer) => {
  it.each(onDesktop)('is operable by keyboard alone on %s', async (_, screen) => {
    const { page, complaints } = await explorer.open('', { ...screen, bypassCSP: true })
    const field = page.locator('#search-text')
    await field.focus()
    await page.keyboard.type('hollyw')
    await page.getByRole('option', { name: 'Hollywood, Los Angeles, CA' }).waitFor()
    await expectAccessible(page)
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await field.getAttribute('aria-activedescendant')).toBeNull()
    await page.keyboard.press('ArrowDown')
    expect(await activeText(page)).toContain('Hollywood, Los Angeles, CA')
    await page.keyboard.press('ArrowUp')
    expect(await field.getAttribute('aria-activedescendant')).toBeNull()
    await page.keyboard.press('Escape')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    expect(await field.inputValue()).toBe('hollyw')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => heading(page)).toBe('Hollywood, Los Angeles, CA')
    // If nothing is found, the only choice is to go back to the former place.
    await field.fill('xyzzyqq')
    await page.keyboard.press('Enter')
    await expect.poll(() => heading(page)).toBe('Nothing found for “xyzzyqq”')
    expect(await page.locator('.scores').count()).toBe(0)
    await page.getByRole('button', { name: 'Back to the place before' }).press('Enter')
    await expect.poll(() => heading(page)).toBe('Hollywood, Los Angeles, CA')
    await field.fill('')
    await field.press('ArrowDown')
    if ((await activeText(page)) === null) await field.press('ArrowDown')
    expect(await activeText(page)).toContain('Hollywood, Los Angeles, CA')
    await expectAccessible(page)
    await page.keyboard.press('Delete')
    await expect.poll(() => page.locator('.options').getByRole('option').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each(onPhone)('is operable by pointer on %s, even if browser storage is blocked', async (_, screen) => {
    const { page, complaints } = await explorer.open('', screen, (page) =>
      page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
      ),
    )
    const press = (text: string) => {
      const option = page.getByRole('option', { name: new RegExp(`^${text}`) })
      return screen.hasTouch ? option.tap() : option.click()
    }
    const field = page.locator('#search-text')
    await field.click()
    await field.fill('austin')
    await press('Austin, TX')
    await expect.poll(() => heading(page)).toBe('Austin, TX')
    // The circle that contains most of the city's residents fills the shorter side of the map.
    await expect.poll(() => hashOf(page)).toMatch(/map=(9|10)\.\d/)
    const hash = await hashOf(page)
    const [zoom, lat] = /map=([\d.]+)\/([\d.]+)/.exec(hash)!.slice(1).map(Number)
    const radius = Number(/place=[^,]+,[^,]+,(\d+)/.exec(hash)![1])
    const metersInPixel = (78_271.517 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom
    const { width, height } = (await page.locator('section.map').boundingBox())!
    expect((2 * radius) / metersInPixel / Math.min(width, height)).toBeCloseTo(1, 1)
    await field.fill('')
    await field.click()
    await press('Austin, TX')
    await field.fill('Hollywood')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect.poll(() => heading(page)).toBe('Hollywood, FL')
    await page.getByRole('button', { name: 'Hollywood, Los Angeles, CA' }).click()
    await expect.poll(() => heading(page)).toBe('Hollywood, Los Angeles, CA')
    // A search for a kind of place closes the place, and a search for a place clears the conditions. Undo restores
    // both.
    const [undo, conditions] = [page.getByRole('button', { name: 'Undo' }), /only=walkability:\d+-255/]
    await field.fill('walkable near Tampa')
    await field.press('Enter')
    await expect.poll(() => hashOf(page)).toMatch(conditions)
    expect(await hashOf(page)).not.toContain('place=')
    await undo.click()
    await expect.poll(() => heading(page)).toBe('Hollywood, Los Angeles, CA')
    await expect.poll(() => hashOf(page)).not.toMatch(conditions)
    await field.press('Enter')
    await expect.poll(() => hashOf(page)).toMatch(conditions)
    await field.fill('Plano, TX')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect.poll(() => heading(page)).toBe('Plano, TX')
    await expect.poll(() => hashOf(page)).not.toMatch(conditions)
    await undo.click()
    await expect.poll(() => hashOf(page)).toMatch(conditions)
    expect(await heading(page)).toBe('Plano, TX')
    expect(complaints).toEqual([])
  })
})

function heading(page: Page): Promise<string> {
  return page.locator('#place h2').first().innerText()
}

/** Reads the option that the field marks as active. */
function activeText(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const id = document.getElementById('search-text')?.getAttribute('aria-activedescendant')
    return id ? (document.getElementById(id)?.textContent ?? '') : null
  })
}

async function expectAccessible(page: Page): Promise<void> {
  const violations = await violationsOf(page)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
