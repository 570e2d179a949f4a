import { expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { hashOf, inChromium } from './explorer-page.ts'

inChromium('the start page', (explorer) => {
  it.each([
    ['a desktop', { width: 1280, height: 800 }, 'light'],
    ['a phone', { width: 390, height: 844 }, 'dark'],
  ] as const)(
    'opens on a city, and answers each question after a single click, on %s',
    async (_, viewport, colorScheme) => {
      const opened = await explorer.open('', { viewport, colorScheme, bypassCSP: true })
      const { page, complaints } = opened
      const told = page.locator('.stories button[aria-pressed=true]')
      await page.getByRole('button', { name: /Hyde Park, Austin/ }).waitFor()
      expect(await hashOf(page)).toBe('#map=11.00/30.2800/-97.7400&score=walkability')
      expect(await told.count()).toBe(0)
      await expectAccessible(opened, 'start')
      const example = page.getByRole('button', { name: /Hyde Park, Austin/ })
      const promised = await example.locator('.quiet').innerText()
      await example.click()
      await expect.poll(() => page.locator('.summed-up').innerText()).toBe(promised)
      await page.goBack()
      await page.getByRole('button', { name: /noise from LAX/ }).click()
      await expect.poll(() => told.allInnerTexts()).toEqual([expect.stringContaining('LAX')])
      expect(await hashOf(page)).toBe('#map=10.40/33.9500/-118.3700&score=noise-levels')
      await page.getByRole('button', { name: /quiet but still walkable/ }).click()
      await expect.poll(() => hashOf(page)).toContain('only=walkability:128-255,noise-levels:187-255')
      expect(await page.locator('.filtered').innerText()).toMatch(/at least somewhat walkable; quiet or quieter/)
      await expect.poll(() => told.allInnerTexts()).toEqual([expect.stringMatching(/San Antonio/i)])
      await expectAccessible(opened, 'story with conditions')
      await page.getByRole('button', { name: /Downtown or Coral Gables/ }).click()
      await page.locator('.compared[aria-busy=false]').waitFor()
      expect(await page.locator('.compared').innerText()).toMatch(/quieter|less noise|Quieter/i)
      await page.goBack()
      await page.getByRole('heading', { name: 'What is it like to live there?' }).waitFor()
      expect(complaints).toEqual([])
    },
  )

  it('opens a link without adding anything to its view', async () => {
    const { page } = await explorer.open('#score=walkability')
    await page.locator('.stories button').first().waitFor()
    expect(await page.locator('.stories button[aria-pressed=true]').count()).toBe(0)
    expect(await hashOf(page)).toBe('#score=walkability')
  })
})
