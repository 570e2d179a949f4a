import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decode } from 'fast-png'
import { parquetReadObjects } from 'hyparquet'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createExplorer } from '../../../../src/explorer/site/serve-site.ts'
import { explorerFiles } from '../../../../src/explorer/site/site-files.ts'
import { createApp } from '../../../../src/faces/http/app.ts'
import { type Serving, serve } from '../../../../src/faces/http/serve.ts'
import { openVicinage } from '../../../../src/index.ts'
import { libraryFixture } from '../../../faces/http/fixtures/app.ts'
import { userDataAt } from '../../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { listeningInTest } from '../../../support/listening.ts'
import { expectAccessible } from './accessible.ts'
import { hasChromium, launchChromium, openPage, PATIENCE } from './explorer-page.ts'

const CSV = `name,address
a,"1100 Congress Ave, Austin, TX 78701"
b,"12 Nowhere Rd, Xyzzy, 78704"
c,"14 Nowhere Rd, Xyzzy, 78705"
"=cmd()","1 A St, New York, NY 10001"
`

/** Serves the explorer until the test ends. Pages of the `embed` origins may frame its map. */
async function service({ embed = [], userData }: { embed?: readonly string[]; userData?: false }): Promise<Serving> {
  const own = userData === false ? { userData } : {}
  const files = await explorerFiles({ ...own, shares: true, embed: embed.length > 0 })
  const app = createApp(libraryFixture, { explorer: await createExplorer(files!, embed) })
  const serving = await serve({ app }, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => serving.stop())
  return serving
}

/** Serves a page of another origin that contains some HTML. */
async function otherSite(html: string): Promise<string> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>other</title><p>A page</p>${html}`)
  })
  return `${(await listeningInTest(server)).replace('127.0.0.1', 'localhost')}/`
}

describe.skipIf(!hasChromium())('the served explorer, in Chromium', PATIENCE, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium({ webGl: true })
  })
  afterAll(() => browser?.close())

  const VIEW = '#map=12.00/30.2672/-97.7431&score=noise-levels&only=walkability:150-255'

  it('offers a link to copy, and an embed frame that shows the same map', async () => {
    const { url } = await service({ embed: ['*'], userData: false })
    const opened = await openPage(browser, `${url}/explore/${VIEW}`, { bypassCSP: true })
    const { page } = opened
    await page.getByRole('button', { name: 'Share' }).click()
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toBe(`${url}/explore/${VIEW}`)
    const snippet = await page.getByLabel('Map for another website').inputValue()
    await expectAccessible(opened, 'share')

    const { page: host } = await openPage(browser, await otherSite(snippet), { viewport: { width: 700, height: 700 } })
    const frame = host.frameLocator('iframe')
    await frame.locator('.map canvas').first().waitFor()
    expect(await frame.locator('.legend select').inputValue()).toBe('noise-levels')
    expect(await frame.locator('.filtered').innerText()).toMatch(/walkable/i)
    for (const gone of ['.controls', '.place', '.top'])
      expect([gone, await frame.locator(gone).count()]).toEqual([gone, 0])
    const length = await host.evaluate(() => history.length)
    await frame.locator('.map canvas').first().click()
    const line = frame.locator('.foot').getByRole('status')
    await expect.poll(() => line.innerText()).toMatch(/^Downtown, Austin Noise levels: .+, \d+$/)
    const vicinage = await openVicinage({ dimensions: ['noise-levels'], schools: false, geocoder: false })
    const link = frame.getByRole('link', { name: /All scores/ })
    await link.focus()
    const whole = (await link.getAttribute('href'))!
    const [, lat, lon] = /place=([-\d.]+),([-\d.]+)/.exec(whole)!.map(Number)
    const { score } = vicinage.score('noise-levels', { lat, lon })
    expect(await line.innerText()).toMatch(new RegExp(`, ${score}$`))
    expect(whole.startsWith(`${url}/explore/#map=12.00/30.2672/-97.7431&score=noise-levels&place=`)).toBe(true)
    expect(await host.evaluate(() => history.length)).toBe(length)
  })

  it('is framed only if the service allows it', async () => {
    const { url } = await service({ userData: false })
    const host = await browser.newPage()
    const refused = host.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await host.goto(await otherSite(`<iframe src="${url}/explore/?embed"></iframe>`))
    expect((await refused).type()).toBe('error')
  })

  it("shares a view through the phone's share sheet, as a picture, and by a link with a preview, but not inside a frame", async () => {
    const { url } = await service({ userData: false })
    const view = '#map=14.00/30.2672/-97.7431&score=noise-levels&place=30.267234,-97.743112'
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const { page, complaints } = await openPage(browser, `${url}/explore/${view}`, phone)
    const sheet: ShareData[] = []
    await page.exposeFunction('sheet', (data: ShareData) => sheet.push(data))
    await page.evaluate(() => {
      Object.assign(navigator, {
        share: (data: ShareData) => (window as unknown as { sheet: typeof alert }).sheet(data),
      })
    })
    await page.locator('.map canvas').first().waitFor()
    // The title names the place once its neighborhood is known.
    await expect.poll(() => page.title(), { timeout: 30_000 }).toContain('Austin')
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    expect(await page.getByLabel('Map for another website').count()).toBe(0)
    await page.getByRole('button', { name: 'Share with an app…' }).tap()
    await expect.poll(() => sheet).toEqual([{ title: await page.title(), url: page.url() }])

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the map as a picture' }).tap()
    const picture = decode(readFileSync(await (await download).path()))
    const map = (await page.locator('.map canvas').first().boundingBox())!
    expect([picture.width, picture.height]).toEqual([Math.round(map.width), Math.round(map.height) + 54])

    const link = await page.getByLabel('Link with a preview').inputValue()
    expect(link.startsWith(`${url}/s?map=14.00/30.2670/-97.7430&score=noise-levels&place=30.267`)).toBe(true)
    const preview = await fetch(link)
    expect(preview.url).toBe(link.replace('/s?', '/explore/s?'))
    const html = await preview.text()
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)![1].replaceAll('&amp;', '&')
    expect(html).toContain('<title>Noise levels: 30.267, -97.743, Travis County, Texas</title>')
    expect(html).not.toContain('30.26723')
    const { width, height } = decode(new Uint8Array(await (await fetch(new URL(image, preview.url))).arrayBuffer()))
    expect([width, height]).toEqual([1200, 630])
    expect(complaints).toEqual([])
  })

  it('shows scores and sources even if scripts are disabled', async () => {
    const { url } = await service({ userData: false })
    const { page } = await openPage(browser, `${url}/explore/`, { javaScriptEnabled: false })
    await page.getByRole('heading', { name: /every neighborhood/ }).waitFor()
    expect(await page.locator('noscript td, .summary td').count()).toBeGreaterThan(30)
  })

  it('scores a file, groups the reasons for missing scores, uses ZIP centroids on request, and saves GeoJSON and Parquet', async () => {
    const { url } = await service({ userData: false })
    const opened = await openPage(browser, `${url}/explore/`, { bypassCSP: true })
    const { page, complaints } = opened
    await page.getByRole('button', { name: 'Score a file' }).click()
    const file = { name: 'homes.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Score 4 rows' }).click()
    await page.getByText('1 of 4 rows scored').waitFor()
    expect(await page.locator('.failures tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^No city with that name is near the ZIP\..*Row 2.*Also 3\s+2$/s),
      expect.stringMatching(/^The address is outside California.*New York.*1$/s),
    ])
    await expectAccessible(opened, 'scored file')
    await page.getByRole('button', { name: 'Use ZIP centroids for 2 rows' }).click()
    await page.getByText('3 of 4 rows scored').waitFor()
    // The first two columns show hazards as words, so the third column is the first one with a range of scores.
    const ofZip = page.locator('.result-table tbody tr').nth(1).locator('td').nth(2)
    expect(await ofZip.innerText()).toMatch(/^\d+-\d+$/)
    const geoJson = JSON.parse(Buffer.from(await saved(page, 'GeoJSON', 'homes.scored.geojson')).toString())
    const parquet = await saved(page, 'Parquet', 'homes.scored.parquet')
    const rows = await parquetReadObjects({
      file: parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) as ArrayBuffer,
    })
    expect(geoJson.features.map((one: { properties: { name: string } }) => one.properties.name)).toEqual([
      'a',
      'b',
      'c',
      '=cmd()',
    ])
    const vicinage = await openVicinage({ dimensions: ['noise-levels'], schools: false })
    const noise = ['1100 Congress Ave, Austin, TX 78701', '78704', '78705'].map((text) => {
      const { lat, lon } = vicinage.geocode(text)
      return vicinage.score('noise-levels', { lat: lat!, lon: lon! }).score
    })
    for (const values of [rows, geoJson.features.map((one: { properties: object }) => one.properties)])
      expect(values.map((row: Record<string, unknown>) => row['noise-levels'])).toEqual([...noise, null])
    await page.getByLabel('Color by').selectOption('noise-levels')
    await page.getByRole('button', { name: 'Show on the map' }).click()
    await page.getByRole('button', { name: 'Clear 3 points' }).waitFor()
    expect(await page.evaluate(() => location.hash)).toContain('score=noise-levels')
    expect(complaints).toEqual([])
  })

  it('scores a file with custom dimensions as columns, byte for byte like the command', async () => {
    const folder = emptyFolder()
    userDataAt(join(folder, 'home'))
    const run = promisify(execFile)
    const file = (name: string) => join(folder, name)
    writeFileSync(file('cafes.csv'), 'lat,lon\n30.2672,-97.7431\n30.28,-97.75\n')
    const layer = ['layer', 'add', file('cafes.csv'), '--id', 'cafes', '--distance', '0:255,2000:1']
    await run(process.execPath, ['dist/cli.js', ...layer])
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${(30.25 + i / 1000).toFixed(3)},-97.745\n`)
    writeFileSync(file('in.csv'), `id,lat,lon\n${rows.join('')}`)
    await run(process.execPath, ['dist/cli.js', 'batch', file('in.csv'), file('out.csv')])
    const { url } = await service({})
    const { page, complaints } = await openPage(browser, `${url}/explore/`)
    await page.getByRole('button', { name: 'Score a file' }).click()
    await page.locator('input[type=file]').setInputFiles(file('in.csv'))
    await page.getByText('Scores: all 15').click()
    expect(await page.getByRole('checkbox', { name: 'cafes' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Score 40 rows' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download in.scored.csv' }).click()
    await (await download).saveAs(file('page.csv'))
    const text = readFileSync(file('page.csv'), 'utf8')
    expect(text.split('\n')[0]).toMatch(/,cafes,vicinage_error$/)
    expect(text).toBe(readFileSync(file('out.csv'), 'utf8'))
    await page.getByLabel('Color by').selectOption('cafes')
    await page.getByRole('button', { name: 'Show on the map' }).click()
    await page.getByRole('button', { name: 'Clear 40 points' }).waitFor()
    expect(await page.evaluate(() => location.hash)).toContain('score=cafes')
    expect(complaints).toEqual([])
  })
})

async function saved(page: Page, button: string, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(name)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
