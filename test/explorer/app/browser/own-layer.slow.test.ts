import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addLayer } from '../../../../data-build/layers/add-layer.ts'
import type { DimensionId } from '../../../../src/answers/dimensions/catalog.ts'
import { explorerFiles } from '../../../../src/explorer/site/site-files.ts'
import { openVicinage } from '../../../../src/index.ts'
import { userLayerFolder } from '../../../../src/library/user-data/folder.ts'
import { boxRing } from '../../../data/geography/box-ring.ts'
import { userDataAt } from '../../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { inChromium } from './explorer-page.ts'

const [INSIDE, OUTSIDE] = [
  { lat: 30.2672, lon: -97.7431 },
  { lat: 30.3672, lon: -97.7431 },
]
/** A 0.1-degree square around `INSIDE`. */
const square = {
  type: 'Feature',
  properties: { cover: 200 },
  geometry: { type: 'Polygon', coordinates: [boxRing(-97.79, 30.22, -97.69, 30.32)] },
}

inChromium('a custom dimension', (explorer) => {
  it('is shown as a row, on the map and in comparisons, with the same scores as in the library', async () => {
    userDataAt(emptyFolder())
    const file = join(emptyFolder(), 'canopy.geojson')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [square] }))
    await addLayer(file, userLayerFolder('layers')!, { id: 'canopy', name: 'Tree canopy', score: 'cover' })
    const served = (await explorerFiles({}))!.filter(({ name }) => /^data\/(manifest\.json|canopy\.bundle)$/.test(name))
    expect(served).toHaveLength(2)
    const vicinage = await openVicinage({ schools: false, geocoder: false })
    const score = vicinage.score('canopy' as DimensionId, INSIDE)
    expect([score.score, vicinage.score('canopy' as DimensionId, OUTSIDE).score]).toEqual([200, 0])

    const { page, complaints } = await explorer.open(`#map=12/30.2672/-97.7431&place=${INSIDE.lat},${INSIDE.lon}`)
    for (const { name, read } of served)
      await page.route(`**/${name}*`, async (route) => route.fulfill({ body: Buffer.from((await read())!) }))
    await page.reload()
    const row = page.locator('.scores section[aria-label="Your layers"] [data-dimension=canopy]')
    await expect.poll(() => row.locator('.value').textContent()).toBe('200')
    expect(await row.innerText()).toContain('Tree canopy')
    expect(await row.locator('.description').innerText()).toBeTruthy()
    await page.getByRole('radio', { name: /^Tree canopy/ }).check()
    await expect.poll(() => page.title()).toBe('Downtown, Austin · Tree canopy · vicinage')
    await page.goto(
      `${explorer.address}#score=canopy&place=${INSIDE.lat},${INSIDE.lon}&with=${OUTSIDE.lat},${OUTSIDE.lon}`,
    )
    const by = page.locator('.compared [data-dimension=canopy] .by')
    await expect.poll(() => by.innerText()).toBe('no data for B')
    expect(complaints).toEqual([])
  })
})
