import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { type GeocodeAnswer, openVicinage } from '../../../src/index.ts'
import { hasChromium } from '../../explorer/app/browser/explorer-page.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { openPage, serveFolders } from './examples.ts'

const dimensions = ['walkability', 'noise-levels', 'flood'] satisfies DimensionId[]
const html = readFileSync('examples/browser-page/index.html', 'utf8')
const importMap = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html)![1]

describe('the browser page without a bundler', () => {
  it('allows its import map by hash, but no other inline code and no other hosts', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)![1]
    expect(policy).toContain(
      `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}';`,
    )
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })
})

describe.skipIf(!hasChromium())('the browser page, copied and opened in a browser,', () => {
  const site = emptyFolder()
  beforeAll(() => execFileSync(process.execPath, ['examples/browser-page/copy.mjs', site]))

  it('contains the modules named in its import map', () => {
    const { imports } = JSON.parse(importMap) as { imports: Record<string, string> }
    for (const file of Object.values(imports)) expect(existsSync(join(site, file)), file).toBe(true)
  })

  it('contains only files that it requests, and the licenses of its packages', async () => {
    const names = (await readdir(site, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const isAsked = (path: string) => /\.(js|css|html|bundle|json)$/.test(path)
    const { address, asked } = await serveFolders({ '/': site })
    const { page } = await openPage(address)
    await page.getByRole('status').getByText('Ready.').waitFor()
    const wanted = asked.map((path) => join(site, path === '/' ? 'index.html' : path)).sort()
    expect(names.filter(isAsked).sort()).toEqual(wanted)
    const others = names.filter((name) => !isAsked(name)).map((name) => name.slice(site.length + 1).toLowerCase())
    const packages = [
      ...new Set(
        Object.values(JSON.parse(importMap).imports as Record<string, string>).map((path) => path.split('/')[2]),
      ),
    ]
    expect(others.sort()).toEqual(packages.map((name) => `lib/${name}/license`).sort())
  })

  it('finds an address and shows the same scores as the library', async () => {
    const { address, asked } = await serveFolders({ '/': site })
    const { page, complaints } = await openPage(address)
    await page.getByRole('status').getByText('Ready.').waitFor()
    expect(
      asked
        .filter((path) => path.endsWith('.bundle'))
        .map((path) => path.slice('/lib/vicinage/dist-data/'.length))
        .sort(),
    ).toEqual(
      [
        ...['geography.bundle', 'places.bundle', 'public-places.bundle', 'landmarks.bundle', 'areas.bundle'],
        ...['neighborhoods.bundle', 'neighborhoods-zillow.bundle', 'neighborhoods-gnis.bundle'],
        ...dimensions.map((id) => `${id}.bundle`),
      ].sort(),
    )

    const vicinage = await openVicinage({ dimensions, schools: false, knownStreets: 'none' })
    for (const text of ['1100 Congress Ave, Austin, TX 78701', 'Miami, FL']) {
      await page.getByLabel(/^Address/).fill(text)
      await page.getByRole('button', { name: 'Show scores' }).click()
      const found = vicinage.geocode(text)
      if (!found.ok) throw new Error(found.message)
      await page.getByRole('status').getByText(`${found.label}: ${found.lat}, ${found.lon}`).waitFor()
      const rows = await page
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => Array.from((row as HTMLTableRowElement).cells, (cell) => cell.textContent)),
        )
      expect(rows).toEqual(
        Object.entries(vicinage.scores(found, { dimensions })).map(([id, { band, description }]) => [
          id,
          `${band!.p10}-${band!.p90}`,
          description ?? '',
        ]),
      )
    }

    await page.getByLabel(/^Address/).fill('Denver, CO')
    await page.getByRole('button', { name: 'Show scores' }).click()
    await page
      .getByRole('status')
      .getByText(messageOf(vicinage.geocode('Denver, CO')))
      .waitFor()
    expect(await page.getByRole('table').isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })

  it('reports that the data could not be loaded if it is missing', async () => {
    const served = await serveFolders({ '/': site })
    served.lose('geography.bundle')
    const { page } = await openPage(served.address)
    await page.getByRole('status').getByText('The data could not be loaded.').waitFor()
    expect(await page.getByRole('button', { name: 'Show scores' }).isDisabled()).toBe(true)
  })
})

function messageOf(answer: GeocodeAnswer): string {
  if (answer.ok) throw new Error(`${answer.label} was found`)
  return answer.message
}
