import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addStreets } from '../../../data-build/streets/add-streets.ts'
import { openVicinage } from '../../../src/open.ts'
import { addrfeatZip, scratchFolder, written } from './made-addrfeat.ts'

describe('an address that a city has twice', () => {
  const mainStreet = (zip: string, lon: number, lat: number) => ({
    name: 'Main St',
    left: ['1', '99'] as const,
    zip,
    line: [
      [lon, lat],
      [lon - 0.001, lat],
    ] as const,
  })

  it('is not answered where the two lie apart, and names both', async () => {
    const folder = scratchFolder()
    const rows = [mainStreet('78701', -97.74, 30.27), mainStreet('78745', -97.79, 30.2)]
    await addStreets([written(folder, 'tl_2025_48453_addrfeat.zip', addrfeatZip(rows, '48453'))], join(folder, 'out'))
    const vicinage = await openVicinage({ dimensions: [], streets: join(folder, 'out') })
    const answer = vicinage.geocode('51 Main St, Austin, TX')
    expect(answer).toMatchObject({ lat: null, lon: null })
    expect(answer.message).toMatch(/^Several places fit as well as 51 MAIN ST/)
    expect(answer.alternatives.map(({ address }) => address)).toEqual(['51 MAIN ST, TX 78701', '51 MAIN ST, TX 78745'])
    expect(vicinage.geocode('51 Main St, Austin, TX 78745')).toMatchObject({ address: '51 MAIN ST, TX 78745' })
  })
})
