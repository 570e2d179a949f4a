import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DimensionId, dimensions } from '../../../../src/answers/dimensions/catalog.ts'
import { cityFile } from '../../../../src/explorer/site/city-file.ts'
import { openVicinage } from '../../../../src/index.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { skippedName } from '../../../support/skipped-name.ts'
import { hasChromium, launchChromium, PATIENCE, schoolsInPanel, settled, shownScores } from './explorer-page.ts'

const PLACE = { lat: 30.2672, lon: -97.7431 }

describe.skipIf(!hasChromium())(
  skippedName('a city in one file', !hasChromium(), 'Chromium is not installed'),
  PATIENCE,
  () => {
    let browser: Awaited<ReturnType<typeof launchChromium>>
    let page: Uint8Array
    beforeAll(async () => {
      ;[browser, page] = await Promise.all([
        launchChromium({ webGl: false }),
        cityFile('Austin, TX', { userData: false }),
      ])
    }, 120_000)
    afterAll(() => browser?.close())

    it('opens from disk, returns the same answers as the library and makes no requests', async () => {
      expect(page.length).toBeLessThan(3_000_000)
      const file = join(emptyFolder(), 'austin.html')
      writeFileSync(file, page)
      const opened = await browser.newPage()
      const complaints: string[] = []
      opened.on('request', (request) => {
        if (!/^(blob|data):|\/austin\.html(#|$)/.test(request.url())) complaints.push(request.url())
      })
      opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      opened.on('pageerror', (error) => complaints.push(String(error)))
      await opened.goto(`file://${file}#place=${PLACE.lat},${PLACE.lon}`)
      await settled(opened)
      const vicinage = await openVicinage({ userData: false })
      const scoreText = (id: DimensionId) => String(vicinage.score(id, PLACE).score || null)
      const shown = Object.entries(await shownScores(opened)).map(([id, score]) => [id, String(score)])
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(dimensions.map(({ id }) => [id, scoreText(id)])))
      const rows = opened.locator('.schools .school-row .name')
      await expect
        .poll(() => rows.allInnerTexts())
        .toEqual(schoolsInPanel(vicinage.schools, PLACE).map(({ name }) => name))
      await opened.locator('#search-text').fill('Hyde Park vs Zilker Park')
      await opened.keyboard.press('Enter')
      await opened.locator('.compared[aria-busy=false] tbody').first().waitFor({ timeout: 60_000 })
      await opened.locator('#search-text').fill('Los Angeles, CA')
      await opened.keyboard.press('Enter')
      await opened.getByRole('button', { name: 'Only this place' }).click()
      const outside = 'the data covers only land in Austin, TX'
      await expect.poll(() => opened.locator('#place').innerText(), { timeout: 60_000 }).toContain(outside)
      expect(complaints).toEqual([])
    })

    it('is not written for text that does not name a city', async () => {
      for (const text of ['Nowhere at all', '78704', 'Travis County, TX'])
        await expect(cityFile(text, { userData: false })).rejects.toThrow(`The data does not contain the city ${text}`)
    })
  },
)
