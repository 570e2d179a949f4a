import { describe, expect, it } from 'vitest'
import { COUNTY, femaCounty } from '../upgrade/flood-county.ts'
import { arcgisServer } from './arcgis.ts'
import { femaLayers } from './fema.ts'

const ask = async (mirror: string, path: string, query: Readonly<Record<string, string>> = {}) =>
  (await fetch(`${mirror}${path}?${new URLSearchParams({ ...query, f: 'json' })}`)).json()

describe('the simulated FEMA map service', () => {
  const where = `DFIRM_ID='${COUNTY}C'`
  const zones = 'NFHL/MapServer/28/query'

  it('counts the zones of a county, and finds none in a county without a map', async () => {
    const { mirror } = await arcgisServer(femaLayers(() => [femaCounty]))
    expect(await ask(mirror, zones, { where, returnCountOnly: 'true' })).toEqual({ count: 18 })
    const none = { where: "DFIRM_ID='48003C'" }
    expect(await ask(mirror, zones, { ...none, returnCountOnly: 'true' })).toEqual({ count: 0 })
    expect((await ask(mirror, zones, { ...none, returnIdsOnly: 'true' })).objectIds).toBeNull()
    expect(await ask(mirror, 'NFHL/MapServer/0/query', { where: '1=1', returnCountOnly: 'true' })).toEqual({ count: 1 })
  })

  it('sends fewer vertices and digits on request, and rejects unknown fields', async () => {
    const { mirror } = await arcgisServer(femaLayers(() => [femaCounty]))
    const page = (query: Readonly<Record<string, string>>) => ask(mirror, zones, { where, outFields: '*', ...query })
    const [full, less] = [await page({}), await page({ maxAllowableOffset: '0.003', geometryPrecision: '4' })]
    expect(full.features).toHaveLength(18)
    expect(less.features).toHaveLength(18)
    expect(JSON.stringify(less).length).toBeLessThan(JSON.stringify(full).length * 0.7)
    expect((await page({ outFields: 'NONE' })).error).toMatchObject({ code: 400 })
  })

  it('fails as configured, in the same order for the same seed', async () => {
    const outcomes = async (seed: number) => {
      const { mirror } = await arcgisServer(
        femaLayers(() => [femaCounty]),
        { passing: { reset: 0.4 } },
        { seed },
      )
      const tries = Array.from({ length: 20 }, () => null)
      const ended: boolean[] = []
      for (const _ of tries) ended.push(await ask(mirror, 'NFHL/MapServer/28').then(Boolean, () => false))
      return ended
    }
    const first = await outcomes(7)
    expect(await outcomes(7)).toEqual(first)
    expect(new Set(first)).toEqual(new Set([true, false]))
  })
})
