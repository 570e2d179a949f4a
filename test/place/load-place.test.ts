import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { BundleError, NotLoadedError, type OpenOptions, openVicinage, STATUS, ValidationError, type Vicinage } from '../../src/index.ts'
import { Boxes } from '../../src/place/boxes.ts'
import { address, type Change, memoryServer } from './memory-server.ts'

const folder = fileURLToPath(new URL('../../dist-data', import.meta.url))
const austin = { lat: 30.2672, lon: -97.7431 }
const walkability = { dimensions: ['walkability'], schools: false } as const

let whole: Vicinage
beforeAll(async () => {
  whole = await openVicinage({ data: folder })
})

function opened(options: Partial<OpenOptions> = {}, change?: Change) {
  const server = memoryServer(folder, change)
  const opening = openVicinage({ data: address, around: austin, fetch: server.fetch, ...options })
  return { server, opening }
}

/** All that both answer about a place. */
function answersOf(vicinage: Vicinage, place: { lat: number; lon: number }) {
  return {
    scores: vicinage.scores({ ...place, percentiles: true }),
    explained: [vicinage.explain('flood', place), vicinage.explain('ideological-lean', place)],
    around: vicinage.place(place),
    districts: vicinage.schools.districts(place),
    schools: vicinage.schools.schoolRatings({ ...place, limit: 10 }),
    high: vicinage.schools.schoolRatings({ ...place, limit: 10, level: ['high'] }),
  }
}

describe('a vicinage of a place', () => {
  it.each([
    ['downtown Austin', austin, 5],
    ['where four tiles meet', { lat: 30.4, lon: -97.6 }, 6],
    ['the desert of West Texas', { lat: 31.2, lon: -103.5 }, 25],
    ['Los Angeles', { lat: 34.0522, lon: -118.2437 }, 8],
    ['a shore: Miami', { lat: 25.7617, lon: -80.1918 }, 10],
    ['the northern border of California', { lat: 42, lon: -122.3 }, 12],
    ['the eastern border of Texas', { lat: 32.5, lon: -94.05 }, 8],
  ])('answers as the whole does: %s', async (_, place, km) => {
    const { opening } = opened({ around: { ...place, km } })
    const vicinage = await opening
    const degrees = km / 111.195
    const within = degrees * 0.9999
    const near = fc.record({
      lat: fc.double({ min: place.lat - within, max: place.lat + within, noNaN: true }),
      lon: fc.double({ min: place.lon - within, max: place.lon + within, noNaN: true }),
    })
    fc.assert(
      fc.property(near, (somewhere) => {
        expect(answersOf(vicinage, somewhere)).toEqual(answersOf(whole, somewhere))
      }),
      { numRuns: 40 },
    )
    const columns = { lat: new Float64Array(2000), lon: new Float64Array(2000) }
    fc.assert(
      fc.property(fc.array(near, { minLength: 2000, maxLength: 2000 }), (places) => {
        for (const [i, { lat, lon }] of places.entries()) [columns.lat[i], columns.lon[i]] = [lat, lon]
        const request = { ...columns, percentiles: true, statusColumn: true } as const
        expect(vicinage.scoreColumns(request)).toEqual(whole.scoreColumns(request))
        expect(vicinage.basisColumns(columns)).toEqual(whole.basisColumns(columns))
      }),
      { numRuns: 1 },
    )
  })
})

