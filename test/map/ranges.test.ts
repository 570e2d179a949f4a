import { decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { createMap, type ScoreRange } from '../../src/map/index.ts'
import { placeOf } from './made-scores.ts'

const [z, x, y] = [10, 233, 421] // Austin
const pixels = (png: Uint8Array) => decode(png, { checkCrc: true }).data

let vicinage: Vicinage
let lat: Float64Array
let lon: Float64Array
beforeAll(async () => {
  vicinage = await openVicinage({
    dimensions: ['walkability', 'noise-levels', 'fire'],
    schools: false,
    geocoder: false,
  })
  lat = new Float64Array(65_536)
  lon = new Float64Array(65_536)
  for (let i = 0; i < 65_536; i++) {
    const place = placeOf((x + ((i & 255) + 0.5) / 256) / 2 ** z, (y + ((i >> 8) + 0.5) / 256) / 2 ** z)
    lat[i] = place.lat
    lon[i] = place.lon
  }
})

/** The tile as one would filter a table of scores. */
function expected(dimension: string, only: readonly ScoreRange[]): number[] {
  const scores = vicinage.scoreColumns({ lat, lon })
  return Array.from(scores[dimension], (score, i) =>
    only.every((range) => scores[range.dimension][i] >= range.from && scores[range.dimension][i] <= range.to)
      ? score
      : 0,
  )
}

describe('a tile with only some places', () => {
  const quiet = { dimension: 'noise-levels', from: 150, to: 255 }
  const walkable = { dimension: 'walkability', from: 128, to: 200 }
  it.each([
    ['of another dimension', [quiet]],
    ['of its own', [walkable]],
    ['of both', [walkable, quiet]],
    ['the other way round', [quiet, walkable]],
    ['within two ranges of one dimension', [quiet, { ...quiet, from: 1, to: 170 }]],
    ['of one score', [{ ...walkable, to: 128 }]],
  ])('shows those within a range %s', (_, only) => {
    const tile = pixels(createMap(vicinage).renderTile('walkability', z, x, y, { only }))
    const wanted = expected('walkability', only)
    const shown = wanted.filter((score) => score > 0).length
    // Two ways to the same coordinate may differ in the last digit, and so in a score at the edge of a cell.
    const different = wanted.filter((score, i) => score !== tile[i]).length
    expect(different).toBeLessThan(20)
    expect(shown).toBeGreaterThan(50)
    expect(shown).toBeLessThan(65_000)
  })

  it('leaves out places without data, whatever the range', () => {
    const map = createMap(vicinage)
    const everything = pixels(map.renderTile('walkability', z, x, y, { only: [{ ...quiet, from: 0 }] }))
    const data = pixels(map.renderTile('walkability', z, x, y, { only: [{ ...quiet, from: 1 }] }))
    expect(everything).toEqual(data)
    // There are no fire zones in Texas.
    const none = map.renderTile('walkability', z, x, y, { only: [{ dimension: 'fire', from: 0, to: 255 }] })
    expect(pixels(none).every((score) => score === 0)).toBe(true)
  })

  it.each([
    [200, 100],
    [Number.NaN, 255],
    [1, Number.NaN],
    [256, 300],
  ])('is empty where nothing can be in the range %d to %d', (from, to) => {
    const tile = pixels(createMap(vicinage).renderTile('walkability', z, x, y, { only: [{ ...quiet, from, to }] }))
    expect(tile.every((score) => score === 0)).toBe(true)
  })

  it('is the same without ranges', () => {
    const map = createMap(vicinage)
    expect(map.renderTile('walkability', z, x, y, { only: [] })).toEqual(map.renderTile('walkability', z, x, y))
  })

  it('is drawn in boxes by the same rule, band by band', () => {
    const map = createMap(vicinage)
    const box = { west: -98, south: 30, east: -97.5, north: 30.5 }
    const all = pixels(map.renderBox('walkability', box, { width: 700 }))
    const noise = pixels(map.renderBox('noise-levels', box, { width: 700 }))
    const some = pixels(map.renderBox('walkability', box, { width: 700, only: [quiet] }))
    expect([...some]).toEqual(Array.from(all, (score, i) => (noise[i] >= 150 ? score : 0)))
  })

  it('refuses a range of a dimension that does not exist', () => {
    const only = [{ dimension: 'beauty', from: 1, to: 255 }]
    expect(() => createMap(vicinage).renderTile('walkability', z, x, y, { only })).toThrow(/beauty|dimension/)
  })
})
