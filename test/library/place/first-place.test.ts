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
    ['Austin', 440, 39],
    ['Los Angeles', 460, 39],
    ['Miami', 380, 39],
    ['Dallas, on the seam of two tiles', 775, 40],
  ] as const)('in %s reads fourteen scores with at most %d kB in %d requests', async (place, kilobytes, most) => {
    const { bytes, requests } = await costOf(place)
    expect(bytes).toBeLessThan(kilobytes * 1000)
    expect(requests).toBeLessThanOrEqual(most)
  })

  it.each([
    ['Austin', 106, 7],
    ['Los Angeles', 128, 7],
    ['Miami', 92, 7],
    ['Dallas, on the seam of two tiles', 179, 8],
  ] as const)('in %s reads walkability alone with at most %d kB in %d requests', async (place, kilobytes, most) => {
    const { bytes, requests } = await costOf(place, ['walkability'])
    expect(bytes).toBeLessThan(kilobytes * 1000)
    expect(requests).toBeLessThanOrEqual(most)
  })
})

/**
 * Limits for the most expensive place, measured with copies for web pages. The full data would need more, because its
 * headers and directories list more squares. The docs have the figures for twelve places, measured with
 * `npm run bench:first-place`.
 */
describe('opening a first place from a copy for web pages', () => {
  const place = 'Dallas, on the seam of two tiles'
  const folders = { all: '', noise: '' }
  beforeAll(async () => {
    folders.all = await squareFolder([PLACES[place]])
    folders.noise = await squareFolder([PLACES[place]], ['noise-levels'])
  }, 60_000)

  it('reads fourteen scores with at most 345 kB in 6 requests', async () => {
    const { bytes, requests } = await costOf(place, undefined, folders.all)
    expect(bytes).toBeLessThan(345_000)
    expect(requests).toBeLessThanOrEqual(6)
  })

  it('reads noise levels alone with at most 110 kB in 10 requests', async () => {
    const { bytes, requests } = await costOf(place, ['noise-levels'], folders.all)
    expect(bytes).toBeLessThan(110_000)
    expect(requests).toBeLessThanOrEqual(10)
  })

  it('reads noise levels from a copy without other dimensions with at most 100 kB in 6 requests', async () => {
    const { bytes, requests } = await costOf(place, ['noise-levels'], folders.noise)
    expect(bytes).toBeLessThan(100_000)
    expect(requests).toBeLessThanOrEqual(6)
  })
})
