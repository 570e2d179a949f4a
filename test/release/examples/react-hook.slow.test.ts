import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { hasChromium } from '../../explorer/app/browser/explorer-page.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { openPage, type ServedFolders, serveFolders } from './examples.ts'

const dimensions = ['walkability', 'noise-levels', 'fire'] as const

describe.skipIf(!hasChromium())('the React hook', () => {
  it('shows the same scores as the library, opens the library once, and explains what is wrong with a place', async () => {
    const { address, asked } = await servedApp()
    const { page, complaints } = await openPage(`${address}app/`)
    const vicinage = await openVicinage({ data: await folderFixture() })
    const items = () => page.getByRole('listitem').allInnerTexts()
    const expected = (lat: number, lon: number) =>
      Object.entries(vicinage.scores({ lat, lon }, { dimensions })).map(
        ([id, { score, description }]) => `${id}: ${score || 'no data'} ${description}`,
      )

    await page.getByRole('listitem').first().waitFor()
    expect(await items()).toEqual(expected(30.2672, -97.7431))
    expect((await items()).filter((text) => /: \d/.test(text)).length).toBeGreaterThan(0)
    await page.getByLabel('Place').selectOption('San Francisco: Mission District')
    expect(await items()).toEqual(expected(37.7599, -122.4148))
    await page.getByLabel('Place').selectOption('Nowhere')
    expect(await page.getByRole('alert').innerText()).toMatch(/90/)
    expect(await page.getByRole('button').count()).toBe(0)
    await page.getByLabel('Place').selectOption('Austin: Congress Avenue')
    expect(await items()).toEqual(expected(30.2672, -97.7431))

    expect(asked.filter((path) => path === '/dist-data/manifest.json')).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('reports loading and a failure to load, and retries on request', async () => {
    const served = await servedApp()
    served.lose('geography.bundle')
    const { page } = await openPage(`${served.address}app/`)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('geography.bundle')
    served.lose(undefined)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/geography.bundle', (route) => held.then(() => route.continue()))
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await page.getByRole('status').innerText()).toBe('Loading …')
    release()
    await page.getByRole('listitem').first().waitFor()
    expect(await page.getByRole('listitem').count()).toBe(dimensions.length)
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

/** Builds the page of the example as its README says, and serves it beside made-up data. */
async function servedApp(): Promise<ServedFolders> {
  const folder = emptyFolder()
  await build({
    entryPoints: ['examples/react-hook/app.tsx'],
    bundle: true,
    format: 'esm',
    outdir: folder,
    jsx: 'automatic',
    external: ['node:*'],
    logLevel: 'silent',
  })
  await copyFile('examples/react-hook/index.html', join(folder, 'index.html'))
  return serveFolders({ '/app/': folder, '/dist-data/': await folderFixture() })
}
