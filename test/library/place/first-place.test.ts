import { beforeAll, describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { openVicinage } from '../../../src/index.ts'
import { address, memoryServer } from './memory-server.ts'
import { squareFolder } from './square-folder.ts'

const PLACES = {
  Austin: { lat: 30.2672, lon: -97.7431 },
  'Los Angeles': { lat: 34.0522, lon: -118.2437 },
  Miami: { lat: 25.7743, lon: -80.1937 },
  'Dallas, on the seam of two tiles': { lat: 32.7767, lon: -96.797 },
}

/** Returns the bytes and requests of a page that opens the scores of one place with an empty cache. */
async function costOf(place: keyof typeof PLACES, dimensions?: readonly DimensionId[], folder = 'dist-data') {
  const server = memoryServer(folder)
  await openVicinage({
    data: address,
    around: { ...PLACES[place], radius: 0 },
    fetch: server.fetch,
    ...{ schools: false, geocoder: false, areas: false },
    ...(dimensions && { dimensions }),
  })
  return { bytes: server.bytes(), requests: server.asked.length }
}

/** Measured kilobytes and requests, rounded up. Lower them when less is read, and give a reason when raising them. */
describe('opening a first place', () => {
  it.each([
    ['Austin', 455, 39],
    ['Los Angeles', 475, 39],
    ['Miami', 405, 41],
    ['Dallas, on the seam of two tiles', 775, 41],
  ] as const)('%s: fourteen scores read at most %d kB in %d requests', async (place, kilobytes, most) => {
    const { bytes, requests } = await costOf(place)
    expect(bytes).toBeLessThan(kilobytes * 1000)
    expect(requests).toBeLessThanOrEqual(most)
  })

  it.each([
    ['Austin', 110, 7],
    ['Los Angeles', 132, 7],
    ['Miami', 98, 8],
    ['Dallas, on the seam of two tiles', 181, 8],
  ] as const)('%s: walkability alone reads at most %d kB in %d requests', async (place, kilobytes, most) => {
    const { bytes, requests } = await costOf(place, ['walkability'])
    expect(bytes).toBeLessThan(kilobytes * 1000)
    expect(requests).toBeLessThanOrEqual(most)
  })
})

/**
 * The same at the most expensive place, from a copy for web pages. With all of the data, heads and directories list more
 * squares: 404 kB and 103 kB here, less in 13 other cities.
 */
describe('opening a first place of a copy for web pages', () => {
  const place = 'Dallas, on the seam of two tiles'
  let folder: string
  beforeAll(async () => {
    folder = await squareFolder([PLACES[place]])
  }, 60_000)

  it('reads fourteen scores with at most 375 kB in 5 requests', async () => {
    const { bytes, requests } = await costOf(place, undefined, folder)
    expect(bytes).toBeLessThan(375_000)
    expect(requests).toBeLessThanOrEqual(5)
  })

  it('reads walkability alone with at most 95 kB in 12 requests', async () => {
    const { bytes, requests } = await costOf(place, ['walkability'], folder)
    expect(bytes).toBeLessThan(95_000)
    expect(requests).toBeLessThanOrEqual(12)
  })
})
