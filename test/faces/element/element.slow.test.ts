import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http.ts'
import { openVicinage } from '../../../src/index.ts'
import { violationsOf } from '../../explorer/app/browser/accessible.ts'
import { hasChromium } from '../../explorer/app/browser/explorer-page.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { openPage } from '../../release/examples/examples.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { listeningInTest } from '../../support/listening.ts'
import { exampleSite } from './example-site.ts'

const AUSTIN = { lat: 30.2672, lon: -97.7431 }
const LOS_ANGELES = { lat: 34.05, lon: -118.25 }
const PARIS = { lat: 48.8584, lon: 2.2945 }
const SHOWN = ['walkability', 'noise-levels', 'fire'] as const

describe('the plain HTML example of the element', () => {
  it('contains a content security policy that allows neither inline code nor other hosts', () => {
    const html = readFileSync('examples/element/index.html', 'utf8')
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)![1]
    expect(policy).toMatch(/^default-src 'none';.*require-trusted-types-for 'script'$/)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(html).not.toMatch(/<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)/i)
  })
})

describe.skipIf(!hasChromium())('<vicinage-scores> in a browser', () => {
  it('shows scores from range requests, visually and to screen readers, under a strict content security policy', async () => {
    const { address, sent } = await serveExample()
    const { page, complaints } = await openPage(address)
    const vicinage = await openVicinage({ data: await folderFixture() })
    const expected = (place: typeof AUSTIN) =>
      SHOWN.map((id) => `${vicinage.score(id, place).score || 'no data'}`.replace(/^\d+$/, '$& of 255'))

    await page.locator('summary').first().waitFor()
    expect(await valuesIn(page)).toEqual(expected(AUSTIN))
    expect(sent.filter(({ name }) => name.endsWith('.bundle')).every(({ isPart }) => isPart)).toBe(true)
    const group = page.getByRole('group', { name: 'Neighborhood scores for Congress Avenue, Austin' })
    expect(await group.getByRole('listitem').count()).toBe(SHOWN.length)

    // The details open by keyboard, and stay open when the place changes.
    await page.locator('select').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.getByText(vicinage.score('walkability', AUSTIN).description!).isVisible()).toBe(true)
    const before = sent.length
    await moveTo(page, LOS_ANGELES)
    expect(await valuesIn(page)).toEqual(expected(LOS_ANGELES))
    expect(await page.getByText(vicinage.score('walkability', LOS_ANGELES).description!).isVisible()).toBe(true)
    expect(sent.slice(before).map(({ name }) => name)).not.toContain('manifest.json')

    await moveTo(page, PARIS)
    expect(await valuesIn(page)).toEqual(['no data', 'no data', 'no data'])
    expect(complaints).toEqual([])
    // The test injects axe, which the page's policy would not allow.
    const bare = await page.context().browser()!.newPage({ bypassCSP: true })
    await bare.goto(address)
    await bare.locator('summary').first().waitFor()
    expect(await violationsOf(bare)).toEqual([])

    expect(await groundOf(page)).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await groundOf(page)).toBe('rgb(20, 24, 29)')
    await page.evaluate(() => document.querySelector('vicinage-scores')!.setAttribute('theme', 'light'))
    expect(await groundOf(page)).toBe('rgb(255, 255, 255)')
  })

  it('reports an error, and retries on request', async () => {
    const served = await serveExample()
    served.lose('walkability.bundle')
    const { page } = await openPage(served.address)
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    expect(await page.getByRole('status').innerText()).toBe('The scores cannot be shown.')
    expect(await page.getByText(/^walkability\.bundle is missing/).isVisible()).toBe(true)
    served.lose('')
    await retry.click()
    await page.locator('summary').first().waitFor()
    await retry.waitFor({ state: 'hidden' })
    await page.evaluate(() => document.querySelector('vicinage-scores')!.setAttribute('lat', '99'))
    await page.getByText("lat is '99'. Set it to degrees from -90 to 90.").waitFor()
    expect(await retry.isVisible()).toBe(false)
    expect(await page.locator('summary').count()).toBe(0)
  })

  it('shows the scores of a service on another origin', async () => {
    const { address } = await serveExample("connect-src 'self' http://127.0.0.1:*")
    const vicinage = await openVicinage({ data: await folderFixture() })
    const app = createApp(vicinage, { cors: [new URL(address).origin] })
    const service = await listeningInTest(createAdaptorServer({ fetch: app.fetch }) as Server)
    const { page } = await openPage(address)
    await page.locator('summary').first().waitFor()
    const shown = nextScores(page)
    await page.evaluate((src) => document.querySelector('vicinage-scores')!.setAttribute('src', src), service)
    expect(await shown).toEqual({
      ...AUSTIN,
      scores: Object.fromEntries(SHOWN.map((id) => [id, vicinage.score(id, AUSTIN).score])),
    })
    expect((await valuesIn(page)).length).toBe(SHOWN.length)
    await page.evaluate(() => document.querySelector('vicinage-scores')!.setAttribute('dimensions', 'walkabilty'))
    await page.getByText(/refused the request: .*did you mean 'walkability'\?/).waitFor()
  })
})

/** Returns the texts of the scores, in order. */
function valuesIn(page: Page): Promise<string[]> {
  return page.locator('[part=value]').allTextContents()
}

/** Resolves to the detail of the next event with scores. */
function nextScores(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('vicinage-scores', (event) => resolve((event as CustomEvent).detail), { once: true }),
      ),
  )
}

async function moveTo(page: Page, { lat, lon }: typeof AUSTIN): Promise<void> {
  const shown = nextScores(page)
  await page.evaluate((place) => Object.assign(document.querySelector('vicinage-scores')!, place), { lat, lon })
  await shown
}

function groundOf(page: Page): Promise<string> {
  return page.locator('[part=card]').evaluate((card) => getComputedStyle(card).backgroundColor)
}

/** Serves the example with made data until the test ends. */
async function serveExample(connect?: string) {
  const site = await exampleSite(emptyFolder(), await folderFixture(), connect)
  return { ...site, address: `${await listeningInTest(site.server)}/` }
}
