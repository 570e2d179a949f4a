import { describe, expect, it } from 'vitest'
import { Streets } from '../../../../src/answers/geocode/streets/streets.ts'
import { openVicinage } from '../../../../src/library/open.ts'
import { ask, type MadeRow, streetFolder } from './fixtures/addrfeat.ts'

/** Streets 0.003° apart: one with ascending house numbers, one with descending house numbers, and one that bends. */
const line = (north: number, bend = 0) =>
  [
    [-97, 30 + north],
    [-96.995, 30 + north + bend],
    [-96.9896158, 30 + north],
  ] as const
const rows: readonly MadeRow[] = [
  { name: 'Up St', left: ['101', '199'], right: ['100', '198'], line: line(0) },
  { name: 'Down St', left: ['198', '100'], right: ['199', '101'], line: line(0.003) },
  { name: 'Bent Rd', left: ['1', '99'], right: ['2', '98'], line: line(0.006, 0.001) },
]
const opened = async () => Streets.open(await streetFolder({ '48001': rows }))

describe('the nearest house number on a street', () => {
  it.each(['Up St', 'Down St', 'Bent Rd'])("matches the geocoder's location on %s", async (street) => {
    const streets = await opened()
    for (let number = street === 'Bent Rd' ? 5 : 105; number % 100 < 95; number += 7) {
      const address = `${number} ${street}, TX 78701`
      const [{ lat, lon }] = ask(streets, address)
      const found = streets.nearest('48001', lon, lat)
      expect(found?.address(null)).toBe(address)
      expect(found?.zip).toBe('78701')
      // The point is 8 m off the line: half a street and a front yard.
      expect(found?.meters).toBeCloseTo(8, 0)
    }
  })

  it('is null more than 100 m from a street or in a county without a street index', async () => {
    const streets = await opened()
    // 100 m is 0.0009° of latitude.
    expect(streets.nearest('48001', -96.995, 29.9992)?.meters).toBeCloseTo(89, 0)
    expect(streets.nearest('48001', -96.995, 29.999)).toBeNull()
    expect(streets.nearest('48003', -96.995, 30)).toBeNull()
  })

  it('is included in the reverse() answer, with the ZIP of its street', async () => {
    // This is in Travis County. The ZIP in the file differs from the ZIP that contains the point.
    const line = [
      [-97.73, 30.305],
      [-97.728, 30.305],
    ] as const
    const austin = await streetFolder({ '48453': [{ name: 'Made St', left: ['101', '199'], zip: '78799', line }] })
    const vicinage = await openVicinage({ knownStreets: 'none', dimensions: [], schools: false, streets: austin })
    expect(vicinage.reverse({ lat: 30.3051, lon: -97.729 })).toMatchObject({
      address: '151 Made St, Austin, TX 78799',
      zip: '78751',
      city: 'Austin',
    })
    expect(vicinage.reverse({ lat: 30.25, lon: -97.75 }).address).toBeNull()
  })
})
