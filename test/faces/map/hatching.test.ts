import { convertIndexedToRgb, decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../../src/base/errors.ts'
import { createHatching } from '../../../src/faces/map/hatching.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { builtVicinage } from '../../library/built.ts'
import { placeOf } from './fixtures/scores.ts'

const vicinage = await builtVicinage()

/** Returns a library in which every score is `score` and is an estimate. */
function allEstimates(score = 9) {
  const columns = (value: number) => (question: { lat: Float64Array; dimensions?: readonly string[] | undefined }) =>
    Object.fromEntries((question.dimensions ?? []).map((id) => [id, new Uint8Array(question.lat.length).fill(value)]))
  return { scoreColumns: columns(score), basisColumns: columns(3) }
}

describe('the hatching of estimates', () => {
  it('continues across tile borders along the diagonals', () => {
    const hatching = createHatching(allEstimates())
    for (const [z, x, y] of [
      [3, 1, 3],
      [20, 239_600, 431_732],
    ]) {
      const tiles = [0, 1].map((dy) => [0, 1].map((dx) => decode(hatching('flood', z, x + dx, y + dy).png!).data))
      const at = (i: number, j: number) => tiles[j >> 8][i >> 8][(j & 255) * 256 + (i & 255)]
      for (let j = 0; j < 511; j++)
        for (let i = 1; i < 512; i++) if (at(i, j) !== at(i - 1, j + 1)) expect.fail(`broken at ${i}, ${j}`)
      for (let i = 0; i < 500; i++) expect(at(i, 255)).toBe(at(i + 11, 255))
      expect(
        Array.from({ length: 11 }, (_, i) => at(i, 0))
          .sort()
          .join(''),
      ).toBe('00000001122')
    }
  })

  it('is transparent except for dark lines with bright edges', () => {
    const image = decode(createHatching(allEstimates())('flood', 3, 1, 3).png!)
    expect([image.width, image.height]).toEqual([256, 256])
    const rgba = convertIndexedToRgb(image)
    const colors = new Set(Array.from({ length: 65_536 }, (_, i) => [...rgba.subarray(4 * i, 4 * i + 4)].join()))
    expect(colors).toEqual(new Set(['0,0,0,0', '255,255,255,60', '20,20,30,70']))
  })

  it('covers exactly the places with the basis "estimate", for all dimensions', () => {
    const hatching = createHatching(vicinage)
    // The hatching repeats every 11 pixels. In a tile whose x + y is divisible by 11, it starts at the corner of the
    // tile.
    const lines = decode(createHatching(allEstimates())('flood', 0, 0, 0).png!).data
    const random = randomNumbers(5)
    const tiles = [
      [9, 87, 204, 'Los Angeles and the sea'],
      [9, 117, 213, 'south of San Antonio'],
      [7, 35, 53, 'Florida'],
    ] as const
    for (const { id } of vicinage.dimensions()) {
      const seen = new Set<string | null>()
      for (const [z, x, y] of tiles) {
        const shift = ((x + y) * 256) % 11
        const { png, hasMeasured } = hatching(id, z, x, y)
        const tile = png && decode(png).data
        for (let k = 0; k < 1500; k++) {
          const [i, j] = [random(256), random(256)]
          const isOnLine = lines[(i + j + shift) % 11] > 0
          const { lat, lon } = placeOf((x + (i + 0.5) / 256) / 2 ** z, (y + (j + 0.5) / 256) / 2 ** z)
          const { basis } = vicinage.explain(id, { lat, lon })
          const expected = isOnLine && basis === 'estimate'
          if (isOnLine && basis !== null && basis !== 'estimate') expect(hasMeasured).toBe(true)
          if ((tile !== null && tile[j * 256 + i] > 0) !== expected)
            expect.fail(`${id} ${z}/${x}/${y} at ${i}, ${j}: ${basis}`)
          if (isOnLine) seen.add(basis)
        }
      }
      expect(seen.size, id).toBeGreaterThan(1)
    }
  })

  it('is null for a tile without estimates, or without estimates in the score ranges', () => {
    const hatching = createHatching(vicinage)
    expect(hatching('walkability', 10, 233, 421)).toEqual({ png: null, hasMeasured: true })
    expect(hatching('noise-levels', 10, 233, 421)).toMatchObject({ png: expect.anything(), hasMeasured: false })
    expect(hatching('noise-levels', 10, 0, 0)).toEqual({ png: null, hasMeasured: false })
    const none = [{ dimension: 'fire', from: 1, to: 255 }] as const
    expect(hatching('noise-levels', 10, 233, 421, none).png).toBeNull()
    // Land that a condition hides does not count as measured land in view.
    expect(hatching('walkability', 10, 233, 421, none)).toEqual({ png: null, hasMeasured: false })
  })

  it('covers only places in the score ranges', () => {
    const hatching = createHatching(vicinage)
    const only = [{ dimension: 'walkability', from: 128, to: 255 }] as const
    const all = decode(hatching('noise-levels', 10, 233, 421).png!).data
    const some = decode(hatching('noise-levels', 10, 233, 421, only).png!).data
    let left = 0
    for (let pixel = 0; pixel < all.length; pixel++) {
      if (all[pixel] === 0) {
        expect(some[pixel]).toBe(0)
        continue
      }
      const place = placeOf((233 + ((pixel & 255) + 0.5) / 256) / 1024, (421 + ((pixel >> 8) + 0.5) / 256) / 1024)
      const { score } = vicinage.score('walkability', place, { description: false })
      // At the edge of a cell, rounding of the coordinate may give the neighboring score.
      if (Math.abs(score - 127.5) > 2) expect(some[pixel], String(score)).toBe(score >= 128 ? all[pixel] : 0)
      if (some[pixel] > 0) left++
    }
    expect(left).toBeGreaterThan(500)
  })

  it('is rejected for invalid tiles and unknown dimensions', () => {
    const hatching = createHatching(vicinage)
    expect(() => hatching('flood', 3, 8, 0)).toThrow(ValidationError)
    expect(() => hatching('beauty' as never, 3, 0, 0)).toThrow(/dimension/)
  })
})
