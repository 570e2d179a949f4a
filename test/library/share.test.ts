import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type SharedVicinage, type Vicinage } from '../../src/index.ts'
import type { BundleImages } from '../../src/library/bundles.ts'

const places = { lat: Float64Array.of(30.2672, 34.05, 25.77, 0), lon: Float64Array.of(-97.7431, -118.25, -80.2, 0) }

let opened: Vicinage
beforeAll(async () => {
  opened = await openVicinage()
})

describe('a shared vicinage', () => {
  it('returns the same answers as the original without copying memory', async () => {
    const shared = structuredClone(opened.share()) // as `postMessage` does
    const twin = await openVicinage({ shared })
    expect(twin.scoreColumns(places)).toEqual(opened.scoreColumns(places))
    expect(twin.geocode('500 W 2nd St, Austin, TX 78701')).toEqual(opened.geocode('500 W 2nd St, Austin, TX 78701'))
    const memory = buffersOf(opened.share())
    expect(memory.every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true)
    // If a thread passes the shared data on, the memory is still the same: a write on one side can be read on the
    // other.
    const there = buffersOf(twin.share())
    new Uint8Array(there[0])[0] ^= 255
    expect(new Uint8Array(memory[0])[0]).toBe(new Uint8Array(there[0])[0])
    new Uint8Array(there[0])[0] ^= 255
  })

  it('is created only once', () => {
    expect(opened.share()).toBe(opened.share())
  })

  it('is rejected unless it is a result of share()', async () => {
    for (const wrong of [{}, null, { geography: {} }, 'shared'])
      await expect(openVicinage({ shared: wrong as unknown as SharedVicinage })).rejects.toThrow(
        '`shared` is not the result of `share()`',
      )
  })
})

function buffersOf(shared: SharedVicinage): ArrayBufferLike[] {
  const { geography, dimensions } = shared as BundleImages
  return [geography, ...dimensions].flatMap(
    (image) => image?.arrays.map(({ buffer }) => buffer as ArrayBufferLike) ?? [],
  )
}
