import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageEntry, recordBytes } from '../../../src/data/raster/paged-raster.ts'
import { restoreTile, storeTile } from '../../../src/data/raster/stored-tile.ts'
import { randomNumbers } from './random-raster.ts'

interface Tile {
  readonly wide: boolean
  readonly entries: Uint32Array
  readonly cells: Uint8Array
}

/** Up to 60 pages of random records, some of which are shared by several pages. */
const tiles: fc.Arbitrary<Tile> = fc
  .record({ wide: fc.boolean(), pages: fc.array(fc.nat(12), { maxLength: 60 }), seed: fc.integer({ min: 1 }) })
  .map(({ wide, pages, seed }) => {
    const random = randomNumbers(seed)
    const cells: number[] = []
    const entries: number[] = []
    for (const choice of pages) {
      const kind = choice % 5
      const before = entries.filter((entry) => entry >>> 29 === kind)
      if (kind === 0) entries.push(random(wide ? 65_536 : 256))
      else if (choice > 8 && before.length > 0) entries.push(before[random(before.length)])
      else {
        entries.push(pageEntry(kind, cells.length))
        const slope = random(7)
        for (let i = 0; i < recordBytes(kind - 1, wide); i++) cells.push((i * slope + random(3)) & 255)
      }
    }
    return { wide, entries: Uint32Array.from(entries), cells: Uint8Array.from(cells) }
  })

/** Returns a page as text: its kind, and its value or the bytes of its record. */
function pageText({ wide, entries, cells }: Tile, page: number): string {
  const kind = entries[page] >>> 29
  const payload = entries[page] % 2 ** 29
  return kind === 0 ? `${payload}` : `${kind}: ${cells.subarray(payload, payload + recordBytes(kind - 1, wide))}`
}

/** Decodes one page of a stored tile as the specification describes. Each call starts at the beginning of the tile. */
function specified(wide: boolean, pages: Uint32Array, stored: Uint8Array, page: number): string {
  const kinds = Array.from(pages, (entry) => entry >>> 29)
  const isNew = (at: number) => kinds[at] > 0 && pages[at] % 2 ** 29 === 0
  const isFull = (at: number) => kinds[at] === 4 && !wide
  const size = (at: number) => recordBytes(kinds[at] - 1, wide)
  const newPages = [...pages.keys()].filter(isNew)
  const total = (chosen: readonly number[], bytes: (at: number) => number) =>
    chosen.reduce((sum, at) => sum + bytes(at), 0)
  if (kinds[page] === 0) return `${pages[page]}`
  // Finds the page that stored the record first.
  const back = pages[page] % 2 ** 29
  const alike = newPages.filter((at) => isFull(at) === isFull(page))
  const earlier = alike.filter((at) => at < page)
  const own = back === 0 ? page : earlier.find((_, i) => total(earlier.slice(i), size) === back)!
  const bits = (at: number) => 32 << (kinds[at] - 1)
  const full = newPages.filter(isFull)
  const packed = newPages.filter((at) => !isFull(at))
  if (isFull(own)) {
    const from = full.indexOf(own) * 256
    const known: number[] = []
    for (let i = 0; i < 256; i++) {
      const left = i % 16 ? known[i - 1] : 0
      const above = i > 15 ? known[i - 16] : 0
      const aboveLeft = i % 16 && i > 15 ? known[i - 17] : 0
      known.push((stored[from + i] + left + above - aboveLeft) & 255)
    }
    return `4: ${known}`
  }
  const sorted = packed.toSorted((a, b) => kinds[a] - kinds[b] || a - b)
  const bitsFrom = full.length * 256 + total(sorted.slice(0, sorted.indexOf(own)), bits)
  const across = bits(own) / 16
  const row = (i: number) => (wide ? i : (i % across) * 16 + Math.floor(i / across))
  const cells = Array.from({ length: bits(own) }, (_, i) => stored[bitsFrom + row(i)])
  const palette = (at: number) => size(at) - bits(at)
  const from = full.length * 256 + total(packed, bits) + total(packed.slice(0, packed.indexOf(own)), palette)
  return `${kinds[own]}: ${[...cells, ...stored.subarray(from, from + palette(own))]}`
}

describe('a stored tile', () => {
  it('is read correctly by a separate reader that follows the specification', () => {
    fc.assert(
      fc.property(tiles, (tile) => {
        const { pages, cells } = storeTile(tile.entries, tile.cells, tile.wide)
        const found = Array.from(pages, (_, page) => specified(tile.wide, pages, cells, page))
        expect(found).toEqual(Array.from(pages, (_, page) => pageText(tile, page)))
        expect(cells.length % 4).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('is restored with every page unchanged', () => {
    fc.assert(
      fc.property(tiles, (tile) => {
        const { pages, cells } = storeTile(tile.entries, tile.cells, tile.wide)
        const scratch = new Uint32Array(cells.length)
        const options = { wide: tile.wide, base: 0, scratch }
        restoreTile(pages, cells, options, (found) => expect.fail(found))
        const restored = { wide: tile.wide, entries: pages, cells }
        const texts = Array.from(pages, (_, page) => pageText(restored, page))
        expect(texts).toEqual(Array.from(pages, (_, page) => pageText(tile, page)))
      }),
      { numRuns: 300 },
    )
  })

  it('with any pages is either rejected or read within its bytes', () => {
    let accepted = 0
    const entry = fc.tuple(fc.nat(5), fc.constantFrom(0, 0, 1, 34, 256)).map(([kind, back]) => pageEntry(kind, back))
    fc.assert(
      fc.property(fc.boolean(), fc.array(entry, { maxLength: 8 }), fc.nat(3), (wide, entries, more) => {
        const pages = Uint32Array.from(entries)
        const news = entries.filter((value) => value >>> 29 > 0 && value >>> 29 < 5 && value % 2 ** 29 === 0)
        const length = news.reduce((sum, value) => sum + recordBytes((value >>> 29) - 1, wide), 0)
        const cells = new Uint8Array((length + (-length & 3) + 4) * 2)
        const own = cells.subarray(0, length + (-length & 3) + 4 * Math.max(0, more - 2))
        cells.fill(7, own.length)
        try {
          restoreTile(pages, own, { wide, base: 0, scratch: new Uint32Array(own.length) }, (found) => {
            throw new RangeError(found)
          })
          for (const value of pages) if (value >>> 29 > 0) expect(value % 2 ** 29).toBeLessThan(own.length)
          accepted++
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
        }
        expect(cells.subarray(own.length).every((byte) => byte === 7)).toBe(true)
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
})
