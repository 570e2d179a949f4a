import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DimensionId, dimensions, getDimension } from '../../../../src/answers/dimensions/catalog.ts'
import { valueText, wordsFor } from '../../../../src/answers/dimensions/words.ts'
import { openEngine } from '../../../../src/explorer/app/engine/open-engine.ts'
import { runBatch } from '../../../../src/faces/batch/index.ts'
import type { Vicinage } from '../../../../src/index.ts'
import { builtVicinage } from '../../../library/built.ts'
import { folderFixture } from '../../../library/fixtures/folder.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { expectAccessible } from './accessible.ts'
import {
  drawn,
  type Explorer,
  hashOf,
  inChromium,
  placeIn,
  schoolsInPanel,
  settled,
  shownScores,
  stall,
  startExplorer,
} from './explorer-page.ts'

const PLACES = [
  ['downtown Austin', 30.2672, -97.7431],
  ['the Mission, San Francisco', 37.7599, -122.4148],
  ['Coral Gables, Miami', 25.7215, -80.2684],
] as const

inChromium('the explorer', (explorer) => {
  /** The explorer in a browser in which WebGL draws. */
  let drawing: Explorer
  let vicinage: Vicinage
  beforeAll(async () => {
    ;[drawing, vicinage] = await Promise.all([startExplorer({ draws: true }), builtVicinage()])
  }, 120_000)
  afterAll(() => drawing?.close())

  it('shows a score on the map, and redraws the map when another score is chosen', async () => {
    const opened = await drawing.visit('#map=11/30.2672/-97.7431')
    const { page } = opened
    await drawn(page)
    await expectColors(page)
    await page.getByRole('radio', { name: /^Noise levels/ }).check()
    await expect.poll(() => hashOf(page)).toContain('score=noise-levels')
    await drawn(page)
    await expectColors(page)
    expect(await page.title()).toContain('Noise levels')
    drawing.leave(opened)
  })

  it('names streets in close-up views', async () => {
    const view = { west: -97.7461, south: 30.2644, east: -97.7401, north: 30.27 }
    const engine = openEngine('dist-data')
    expect((await engine.nearLabels(view, true)).features).toEqual([])
    expect((await engine.streetCourses(view)).features.length).toBeGreaterThan(3)
    // The score is the same throughout the view, so dark pixels are the letters of street names.
    const opened = await drawing.visit('#map=16/30.2672/-97.7431&score=walkability&hatching=no')
    const { page } = opened
    await drawn(page)
    await expect.poll(() => shareOfInk(page), { timeout: 60_000, interval: 250 }).toBeGreaterThan(0.001)
    drawing.leave(opened)
  })

  it('shows a legend of the same height for every score, and reports at once where a score is unknown', async () => {
    const opened = await explorer.visit('#map=9/30.27/-97.74')
    const { page } = opened
    for (const width of [320, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      await page.locator(width < 960 ? '.legend select' : '.legend h2').waitFor()
      const heights = new Set<number>()
      for (const { id } of dimensions) {
        await page.evaluate((score) => {
          location.hash = `#map=9/30.27/-97.74&score=${score}`
        }, id)
        await expect.poll(() => page.title()).toContain(dimensions.find((one) => one.id === id)!.name)
        heights.add(Math.round((await page.locator('.legend').boundingBox())!.height))
      }
      expect([width, heights.size]).toEqual([width, 1])
    }
    await page.evaluate(() => {
      location.hash = '#map=9/30.27/-97.74&score=fire'
    })
    const status = page.locator('.map .state').getByRole('status')
    await expect.poll(() => status.innerText()).toContain('available only in California')
    await page.getByRole('button', { name: 'Show California' }).click()
    await expect.poll(() => status.innerText()).not.toContain('available only in California')
    explorer.leave(opened)
  })

  // Tests a single place, because engine.slow.test.ts compares the numbers at several places.
  it("responds to a click with the library's numbers, and names the place even if the names load last", async () => {
    const [, [, lat, lon]] = PLACES
    let releaseNames = () => {}
    // A close view of the map also requests these files, so the test delays them to see what waits for them.
    const { page, complaints } = await explorer.open(`#map=15/${lat}/${lon}`, {}, async (page) => {
      releaseNames = await stall(page, '**/{places,neighborhoods*}.bundle*')
    })
    await drawn(page)
    await page.locator('.map canvas').first().click()
    await settledWithSchools(page)
    const [, clicked] = /place=([^&]+)/.exec(await hashOf(page)) ?? []
    const [clickedLat, clickedLon] = clicked.split(',').map(Number)
    expect(Math.hypot(clickedLat - lat, clickedLon - lon)).toBeLessThan(1e-3)
    await expectAnswers(page, { lat: clickedLat, lon: clickedLon })
    const title = page.locator('.heading h2')
    expect(await title.innerText()).not.toContain('San Francisco')
    releaseNames()
    await expect.poll(() => title.innerText()).toBe('Mission, San Francisco')
    expect(await page.locator('.heading .where').innerText()).toBe('San Francisco County, California')
    expect(complaints).toEqual([])
  })

  it('finds an address, shows its precision, and restores the view from its link', async () => {
    const opened = await explorer.visit('')
    const { page } = opened
    await page.getByRole('combobox', { name: /place/ }).fill('9990 Congress Ave, Austin, TX 78701')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await settledWithSchools(page)
    const found = vicinage.geocode('9990 Congress Ave, Austin, TX 78701')
    expect(found.layer).toBe('zip')
    await expect.poll(() => page.locator('.heading').innerText()).toMatch(/ZIP/i)
    const link = await page.evaluate(() => location.href)
    const at = placeIn(link)
    expect([at.lat, at.lon]).toEqual([found.lat, found.lon])
    await expectScores(page, at, found.radius!)
    const shared = await explorer.open(link.slice(explorer.address.length))
    await settledWithSchools(shared.page)
    await expectScores(shared.page, at, found.radius!)
    await expect
      .poll(() => shared.page.locator('.heading').innerText())
      .toMatch(/ZIP 78701.*The centroid of ZIP code 78701: within/s)
    expect(await shared.page.evaluate(() => location.href)).toBe(link)
    explorer.leave(opened)
  })

  it('compares up to four places, prints them on one page, and restores them from their link', async () => {
    const four = [...PLACES.map(([, lat, lon]) => ({ lat, lon })), { lat: 34.1016, lon: -118.3267 }]
    const opened = await explorer.visit(`#place=${four[0].lat},${four[0].lon}`)
    const { page } = opened
    await settledWithSchools(page)
    await page.getByRole('button', { name: 'Compare with another place' }).click()
    for (const [i, { lat, lon }] of four.slice(1).entries()) {
      if (i > 0) await page.getByRole('button', { name: 'Add another place' }).click()
      await page.keyboard.type(`${lat}, ${lon}`)
      await page.keyboard.press('Enter')
      await page.locator(`.comparison.of-${i + 2} .compared[aria-busy=false]`).waitFor()
      await expectCompared(page, four.slice(0, i + 2))
      await page
        .locator('.compared-schools .school-rows')
        .nth(i + 1)
        .waitFor()
      for (const format of ['A4', 'Letter'])
        expect([i + 2, format, await pagesOf(page, format)]).toEqual([i + 2, format, 1])
    }
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.compared-schools .school-row').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
    expect(await page.getByRole('button', { name: 'Add another place' }).count()).toBe(0)
    const link = await page.evaluate(() => location.href)
    const shared = await explorer.open(link.slice(explorer.address.length))
    await shared.page.locator('.comparison.of-4 .compared[aria-busy=false]').waitFor()
    await expectCompared(shared.page, four)
    await shared.page.getByRole('button', { name: 'Remove place B' }).click()
    await shared.page.locator('.comparison.of-3 .compared[aria-busy=false]').waitFor()
    await expectCompared(shared.page, [four[0], four[2], four[3]])
    explorer.leave(opened)
  })

  it('scores a file without uploading it, byte for byte like the command', async () => {
    const opened = await explorer.visit('')
    const { page } = opened
    // The page accepts no file before it is drawn.
    await page.getByRole('button', { name: 'Score a file' }).waitFor()
    const rows = Array.from({ length: 3000 }, (_, i) => `${i},${(30.1 + (i % 300) / 1000).toFixed(4)},-97.75\n`)
    const csv = `id,lat,lon\n${rows.join('')}3000,,\n`
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'places.csv', { type: 'text/csv' }))
      return transfer
    }, csv)
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('body', type, { dataTransfer: dropped })
    await page.getByRole('button', { name: /^Score 3,?001 rows/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download places.scored.csv' }).click()
    const folder = emptyFolder()
    await (await download).saveAs(join(folder, 'page.csv'))
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    writeFileSync(input, csv)
    await runBatch({ input, output })
    expect(readFileSync(join(folder, 'page.csv'), 'utf8')).toBe(readFileSync(output, 'utf8'))
    await page.getByRole('button', { name: 'Show on the map' }).click()
    await page.getByRole('button', { name: /^Clear 3,?000 points/ }).click()
    expect(sent).toEqual([])
    explorer.leave(opened)
  })

  it('shows the scores at the map center by keyboard alone', async () => {
    const [[, lat, lon]] = PLACES
    const opened = await explorer.visit(`#map=14/${lat}/${lon}`)
    const { page } = opened
    await drawn(page)
    await page.locator('.map canvas').first().focus()
    await page.keyboard.press('Enter')
    await settledWithSchools(page)
    await expectScores(page, placeIn(await page.evaluate(() => location.href)))
    await page.getByRole('button', { name: 'Show Air quality on the map' }).press('Enter')
    await expect.poll(() => hashOf(page)).toContain('score=air-quality')
    explorer.leave(opened)
  })

  it('flies to a place, returns to the view of all states, and reports that no place in view meets the conditions', async () => {
    const { page } = await explorer.open('#score=walkability', { reducedMotion: 'no-preference' })
    await drawn(page)
    await page.getByRole('button', { name: /Hyde Park, Austin/ }).click()
    await settledWithSchools(page)
    await expect.poll(() => hashOf(page)).toMatch(/map=[\d.]+\/30\.304\d*\/-97\.730/)
    await page.goBack()
    await page.getByRole('heading', { name: 'What is it like to live there?' }).waitFor()
    expect(await hashOf(page)).toBe('#score=walkability')
    await page.goto(`${explorer.address}#map=12/30.27/-97.74&only=walkability:255-255,privacy:250-255`)
    const status = page.locator('.map').getByRole('status')
    await expect.poll(() => status.innerText(), { timeout: 60_000 }).toContain('No place in view meets all conditions')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => status.innerText(), { timeout: 60_000 }).toBe('')
  })

  it('reports what failed and whether the server or the network is unreachable, and recovers afterward', async () => {
    const { page } = await explorer.open()
    await drawn(page)
    for (const id of ['flood', 'fire']) await page.route(`**/${id}.bundle*`, (route) => route.abort())
    await page.getByRole('button', { name: /Hyde Park, Austin/ }).click()
    const [flood, fire] = ['flood', 'fire'].map((id) => page.locator(`.score[data-dimension=${id}]`))
    await flood.getByText('The data for flood safety could not be loaded: the server cannot be reached').waitFor()
    await fire.getByText('the server cannot be reached').waitFor()
    await page.unroute('**/fire.bundle*')
    await page.context().setOffline(true)
    await fire.getByRole('button', { name: 'Try again' }).click()
    await fire.getByText('this device is offline').waitFor()
    await page.unroute('**/flood.bundle*')
    // The page itself repeats the request for fire, which failed without a network. Flood failed because of the server,
    // so the test repeats it.
    await page.context().setOffline(false)
    await flood.getByRole('button', { name: 'Try again' }).click()
    await settledWithSchools(page)
    await expectScores(page, placeIn(await page.evaluate(() => location.href)))
  })

  it('reports a newer version, and shows the new version at the same place after Reload', async () => {
    const opened = await explorer.visit(`#map=14/30.2672/-97.7431`, { bypassCSP: true })
    const { page } = opened
    await drawn(page)
    const newer = await folderFixture()
    for (const file of ['manifest.json', 'fire.bundle'])
      await page.route(`**/${file}*`, (route) => route.fulfill({ path: join(newer, file) }))
    await page.locator('.map canvas').first().click()
    await page.getByText('There is a newer version of this page.').waitFor()
    await page.locator('.scores[aria-busy=false]').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await expectAccessible(opened, 'newer version')
    const before = await hashOf(page)
    for (const file of ['manifest.json', 'fire.bundle']) await page.unroute(`**/${file}*`)
    await page.getByRole('button', { name: 'Reload' }).click()
    await settledWithSchools(page)
    expect(await hashOf(page)).toBe(before)
    await expectScores(page, placeIn(before))
    expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0)
    explorer.leave(opened)
  })

  it('lists the best areas in view, shows one area, and summarizes a city and a drawn area', async () => {
    const view = '#map=10/29.45/-98.5&score=noise-levels&only=walkability:150-255'
    const opened = await explorer.visit(view)
    const { page } = opened
    await drawn(page)
    await page.getByRole('button', { name: 'List the best areas' }).click()
    const listed = page.locator('.best-areas li button')
    await expect.poll(() => listed.count()).toBeGreaterThan(3)
    expect(await listed.first().innerText()).toMatch(
      /^1\s.*San Antonio\s+(All conditions are met for|At least somewhat walkable .*:) \d+%( of [\d,]+ people)?/,
    )
    await listed.first().click()
    const summary = page.locator('.area-summary[aria-busy=false]')
    await summary.waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect.poll(() => listed.count()).toBeGreaterThan(3)
    await page.evaluate(() => {
      location.hash = `${location.hash}&place=29.4246,-98.4951`
    })
    await settledWithSchools(page)
    await page.getByRole('button', { name: 'San Antonio', exact: true }).click()
    await summary.waitFor()
    const { people, scores } = vicinage.area({ city: 'San Antonio', state: 'TX' })
    expect(await summary.innerText()).toContain(`${Number(people.toPrecision(3)).toLocaleString('en-US')} people`)
    for (const { id } of dimensions)
      expect(await summary.locator(`[data-dimension=${id}] .lead`).innerText()).toContain(
        scores[id].p50 === null ? 'No fire map' : wordsFor(getDimension(id).ladder, scores[id].p50),
      )
    await page.locator('.area-summary > .line button').click()
    await page.getByRole('button', { name: 'Draw an area' }).click()
    const { x, y, width, height } = (await page.locator('.map canvas').first().boundingBox())!
    for (const [right, down] of [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.5, 0.6],
    ])
      await page.mouse.click(x + right * width, y + down * height, { delay: 20 })
    await page.getByText('3 corners.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'The area that you drew' }).waitFor()
    await summary.waitFor()
    // Click away from the pins of schools.
    await page
      .locator('.map canvas')
      .first()
      .click({ position: { x: 40, y: 300 } })
    await expect.poll(() => page.locator('.area-summary').count()).toBe(0)
    // A condition must not select areas by the kind of people who live there.
    await page.getByRole('combobox', { name: 'Add a condition' }).selectOption('ideological-lean')
    await page.getByText('Areas are not listed by who lives there').waitFor()
    explorer.leave(opened)
  })

  it('warns of swapped coordinates in a file, and swaps them on request', async () => {
    const opened = await explorer.open('', { bypassCSP: true })
    const { page } = opened
    await page.getByRole('button', { name: 'Score a file' }).click()
    const csv = Buffer.from('name,lat,lon\nAustin,-97.7431,30.2672\nMiami,-80.1918,25.7617\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'swapped.csv', mimeType: 'text/csv', buffer: csv })
    await page.getByText('Latitude and longitude seem to be swapped').waitFor()
    await expectAccessible(opened, 'swapped')
    await page.getByRole('button', { name: 'Swap the two columns' }).click()
    await page.getByText('Coordinate from “lon” and “lat”').waitFor()
    expect(await page.getByText('Latitude and longitude seem to be swapped').count()).toBe(0)
    await page.getByRole('button', { name: 'Score 2 rows' }).click()
    await page.getByText('2 of 2 rows scored').waitFor()
    expect(
      await page
        .getByText(/no data/)
        .and(page.locator('dialog p'))
        .count(),
    ).toBe(0)
  })

  it('prints a place on one page, with its map in light colors', async () => {
    const opened = await drawing.visit(`#place=${PLACES[0].slice(1).join(',')}`, { colorScheme: 'dark' })
    const { page } = opened
    await settledWithSchools(page)
    await drawn(page)
    expect(await page.title()).toBe('Downtown, Austin · Walkability · vicinage')
    for (const format of ['A4', 'Letter']) expect([format, await pagesOf(page, format)]).toEqual([format, 1])
    const [colors, mean] = await page.locator('.printed-map img').evaluate((image) => {
      const { naturalWidth: width, naturalHeight: height } = image as HTMLImageElement
      const pen = new OffscreenCanvas(width, height).getContext('2d')!
      pen.drawImage(image as HTMLImageElement, 0, 0)
      const data = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer)
      return [new Set(data).size, data.reduce((sum, pixel) => sum + ((pixel >> 8) & 255), 0) / data.length]
    })
    expect(colors).toBeGreaterThan(100)
    expect(mean).toBeGreaterThan(100) // green channel, from 0 to 255
    drawing.leave(opened)
  })

  it('closes a summary, a drawing and the place chooser on Escape, with the focus staying in the panel', async () => {
    const opened = await explorer.visit(`#place=${PLACES[0].slice(1).join(',')}`)
    const { page } = opened
    await settledWithSchools(page)
    for (const [name, shown] of [
      ['What the map shows', '.area-summary'],
      ['Draw an area…', '.drawing'],
      ['Compare with another place', '.choose-other'],
    ]) {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
      await page.locator(shown).waitFor()
      // The first key press may close the suggestions of the search.
      const left = async () => {
        await page.keyboard.press('Escape')
        return page.locator(shown).count()
      }
      await expect.poll(left, { interval: 500 }).toBe(0)
      expect([name, await page.evaluate(() => document.activeElement?.id)]).toEqual([name, 'place'])
    }
    explorer.leave(opened)
  })

  it('prints the map around the place from the button and the menu, and no map from the menu if the map is not drawn yet', async () => {
    const opened = await drawing.visit(`#place=${PLACES[0].slice(1).join(',')}`, { colorScheme: 'dark' })
    const { page } = opened
    await settledWithSchools(page)
    await page.evaluate(() => {
      const others = location.hash
        .slice(1)
        .split('&')
        .filter((part) => !part.startsWith('map='))
      location.hash = ['map=13/29.42/-98.49', ...others].join('&')
      globalThis.print = () => document.body.classList.add('printed')
    })
    await expect.poll(() => hashOf(page)).toMatch(/map=13\.00\/29\.42.*place=/)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.locator('body.printed').waitFor()
    const figure = page.locator('.printed-map')
    await page.pdf({ format: 'A4' })
    expect(await figure.getAttribute('class')).toBe('printed-map')
    // The mark of the place is in the middle: #0b6b63 around a white dot, approximately, because of JPEG.
    const [red, green] = await figure.locator('img').evaluate((image) => {
      const { naturalWidth: width, naturalHeight: height } = image as HTMLImageElement
      const pen = new OffscreenCanvas(width, height).getContext('2d')!
      pen.drawImage(image as HTMLImageElement, 0, 0)
      return [...pen.getImageData(width / 2 + 10, height / 2, 1, 1).data]
    })
    expect(Math.abs(red - 0x0b) + Math.abs(green - 0x6b)).toBeLessThan(40)
    // The browser's print menu prints the same map. It does not wait for a map of another score, so the page is then
    // printed without a map.
    const picture = await figure.locator('img').getAttribute('src')
    await page.pdf({ format: 'A4' })
    expect(await figure.getAttribute('class')).toBe('printed-map')
    expect(await figure.locator('img').getAttribute('src')).toBe(picture)
    await page.evaluate(() => {
      location.hash = location.hash.replace('score=walkability', 'score=privacy')
    })
    await page.pdf({ format: 'A4' })
    expect(await figure.getAttribute('class')).toBe('printed-map without')
    drawing.leave(opened)
  })

  /**
   * Expects the scores of the places with their labels, shares of people and differences. The largest differences come
   * first.
   */
  async function expectCompared(page: Page, places: readonly { lat: number; lon: number }[]): Promise<void> {
    const rows = await page.locator('.compared > tbody').evaluateAll((items) =>
      items.map((item) => ({
        id: (item as HTMLElement).dataset.dimension!,
        by: Number(item.querySelector('.by data')?.getAttribute('value') ?? 0),
        cells: [...item.querySelectorAll('.cells > td')].map((cell) => [
          cell.querySelector('.value')?.textContent ?? '0',
          cell.textContent ?? '',
        ]),
      })),
    )
    expect(rows.map(({ id }) => id).sort()).toEqual(dimensions.map(({ id }) => id).sort())
    for (const { id, by, cells } of rows) {
      const answers = places.map((place) => vicinage.explain(id as DimensionId, place))
      expect([id, ...cells.map(([score]) => Number(score))]).toEqual([id, ...answers.map(({ score }) => score)])
      for (const [i, { percentile, basis, score }] of answers.entries()) {
        const { ladder, group } = dimensions.find((one) => one.id === id)!
        // Hazards are compared without percentiles: a hazard is not small just because it is larger elsewhere.
        if (percentile && group !== 'risk') expect(cells[i][1]).toContain(percentile.text)
        expect(cells[i][1]).toContain(
          score === 0 ? (group === 'risk' ? `No ${id} map` : 'No data') : wordsFor(ladder, score),
        )
        if (group === 'risk' && basis === 'estimate') expect(cells[i][1]).toContain('(estimate)')
      }
      const scores = answers.map(({ score }) => score).filter((score) => score > 0)
      expect([id, by]).toEqual([id, scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores)])
    }
    expect(rows.map(({ by }) => by)).toEqual(rows.map(({ by }) => by).sort((a, b) => b - a))
  }

  /** Expects every number of the panel: scores and what is behind them, districts and schools. */
  async function expectAnswers(page: Page, place: { lat: number; lon: number }): Promise<void> {
    await expectScores(page, place)
    for (const { id } of dimensions) {
      const explanation = vicinage.explain(id, place)
      const row = page.locator(`.score[data-dimension=${id}]`)
      if (explanation.score === 0) continue
      const lead = await row.locator('.lead').innerText()
      const { group, ladder } = dimensions.find((one) => one.id === id)!
      if (group !== 'risk') expect(`${lead}.`).toBe(explanation.percentile?.text)
      else if (explanation.basis === 'estimate') {
        expect(lead).toMatch(/^(No flood map in this package: check FEMA|This fire map was replaced: check CAL FIRE)\s/)
        expect(lead).toContain(`${wordsFor(ladder, explanation.score)} (estimate)`)
      } else if (id === 'flood') expect(lead).toBe(wordsFor(ladder, explanation.score))
      else expect(lead).toMatch(new RegExp(`${wordsFor(ladder, explanation.score)}|Unclear: no zone on the`))
      expect(await row.locator('.description').innerText()).toBe(explanation.description)
      expect(await row.locator('.number .estimate').count()).toBe(explanation.basis === 'estimate' ? 1 : 0)
      await row.locator('summary').click()
      const facts = (await row.locator('.facts').innerText()).replaceAll(/\s+/g, ' ')
      for (const { name, value, unit } of explanation.inputs)
        for (const words of [name, valueText(value, unit)]) expect(facts).toContain(words)
      for (const { title } of explanation.sources) expect(facts).toContain(title)
    }
    const { districts } = vicinage.schools.districts(place)
    expect(await page.locator('.district .title strong').allInnerTexts()).toEqual(districts.map(({ name }) => name))
    const schools = schoolsInPanel(vicinage.schools, place)
    const rows = page.locator('.schools .school-row')
    await expect.poll(() => rows.count()).toBe(schools.length)
    expect(await rows.locator('.name').allInnerTexts()).toEqual(schools.map(({ name }) => name))
    const distances = await rows
      .locator('data.distance')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    expect(distances.map(Number)).toEqual(schools.map(({ distance_meters }) => distance_meters))
  }

  /**
   * Expects the scores of a place. `radius` is the radius of an address in meters. If it is large, the band of scores
   * is shown instead of a score.
   */
  async function expectScores(page: Page, place: { lat: number; lon: number }, radius = 0): Promise<void> {
    const textOf = (id: DimensionId) => {
      const { score } = vicinage.score(id, place)
      if (radius <= 150) return score === 0 ? null : String(score)
      const { p10, p90 } = vicinage.scoresAround({ ...place, radius }).scores[id]
      return p10 === null || p90 === null ? null : p10 === p90 ? String(p10) : `${p10}-${p90}`
    }
    expect(await shownScores(page)).toEqual(Object.fromEntries(dimensions.map(({ id }) => [id, textOf(id)])))
  }
})

inChromium(
  'the explorer without WebGL',
  (explorer) => {
    it('reports that WebGL is missing, and still shows scores', async () => {
      const vicinage = await builtVicinage()
      const { page } = await explorer.open(`#place=${PLACES[0].slice(1).join(',')}`)
      await settledWithSchools(page)
      await expect.poll(() => page.locator('.map').innerText()).toMatch(/WebGL/)
      const score = vicinage.score('walkability', { lat: PLACES[0][1], lon: PLACES[0][2] }).score
      expect(await page.locator('.score[data-dimension=walkability] .value').textContent()).toBe(String(score))
      await page.goto(`${explorer.address}#map=12/30.27/-97.74&only=walkability:255-255,privacy:250-255`)
      const status = page.locator('.map .state').getByRole('status')
      const nothing = 'No place in view meets all conditions'
      await expect.poll(() => status.innerText(), { timeout: 60_000 }).toContain(nothing)
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect.poll(() => status.innerText(), { timeout: 60_000 }).toBe('')
    })
  },
  { webGl: false },
)

async function expectColors(page: Page): Promise<void> {
  await expect.poll(() => colorsOf(page), { timeout: 60_000, interval: 250 }).toBeGreaterThan(20)
}

/** Counts the colors in a picture of the map. */
async function colorsOf(page: Page): Promise<number> {
  const { decode } = await import('fast-png')
  const { data, channels } = decode(await page.locator('.map').screenshot())
  const colors = new Set<number>()
  for (let i = 0; i < data.length; i += channels) colors.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])
  return colors.size
}

/** Returns the share of the map's pixels that are as dark as the letters of its names. */
async function shareOfInk(page: Page): Promise<number> {
  const { decode } = await import('fast-png')
  const { x, y, width, height } = (await page.locator('.map').boundingBox())!
  // The clip excludes the buttons, the scale and the sources.
  const clip = { x: x + 20, y: y + 20, width: width - 100, height: height - 80 }
  const { data, channels } = decode(await page.screenshot({ clip }))
  let dark = 0
  for (let i = 0; i < data.length; i += channels) if (data[i] + data[i + 1] + data[i + 2] < 300) dark++
  return dark / (data.length / channels)
}

/** Counts the printed pages. */
async function pagesOf(page: Page, format: string): Promise<number | undefined> {
  return (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
}

async function settledWithSchools(page: Page): Promise<void> {
  await settled(page)
  await page.locator('.schools .school-row').first().waitFor()
}
