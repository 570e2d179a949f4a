import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { randomNumbers } from '../data/raster/random-raster.ts'
import { builtVicinage } from './built.ts'
import { dimensionsFixture, folderFixture } from './fixtures/folder.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await folderFixture() })
})

describe('column scores', () => {
  // Tests counts around the sizes at which points are processed in batches and in spatial order.
  for (const count of [1, 2047, 2048, 4097, 20_000, 270_000])
    it(`match the score of each place, for ${count} places`, () => {
      const { lat, lon } = placesOf(count)
      const columns = vicinage.scoreColumns({ lat, lon })
      expect(Object.keys(columns)).toEqual(dimensionsFixture)
      const stride = Math.max(1, Math.floor(count / 20_000))
      for (const id of dimensionsFixture) {
        expect(columns[id]).toBeInstanceOf(Uint8Array)
        expect(columns[id].length).toBe(count)
        for (let i = 0; i < count; i += stride) {
          const { score } = vicinage.score(id, { lat: lat[i], lon: lon[i] }, { description: false })
          if (columns[id][i] !== score) expect.fail(`${id} at ${lat[i]}, ${lon[i]}: ${columns[id][i]}, alone ${score}`)
        }
      }
      if (count > 1000) for (const id of dimensionsFixture) expect(new Set(columns[id]).size).toBeGreaterThan(2)
    })

  it('do not depend on the order of the places', () => {
    const { lat, lon } = placesOf(10_000)
    const order = Array.from(lat, (_, i) => i).sort((a, b) => lon[a] - lon[b] || lat[a] - lat[b])
    const sorted = { lat: Float64Array.from(order, (i) => lat[i]), lon: Float64Array.from(order, (i) => lon[i]) }
    const mixed = vicinage.scoreColumns({ lat, lon })
    const inOrder = vicinage.scoreColumns(sorted)
    for (const id of dimensionsFixture) expect([...inOrder[id]]).toEqual(order.map((i) => mixed[id][i]))
  })

  it('of chosen dimensions are returned in the chosen order', () => {
    const { lat, lon } = placesOf(3000)
    const chosen = ['fire', 'walkability'] as const
    const columns = vicinage.scoreColumns({ lat, lon, dimensions: chosen })
    expect(Object.keys(columns)).toEqual(chosen)
    const all = vicinage.scoreColumns({ lat, lon })
    expect([columns.fire, columns.walkability]).toEqual([all.fire, all.walkability])
    expect(vicinage.scoreColumns({ lat, lon, dimensions: [] })).toEqual({})
  })

  it('of an empty list of places are empty', () => {
    const none = new Float64Array(0)
    expect(vicinage.scoreColumns({ lat: none, lon: none, dimensions: ['fire'] })).toEqual({ fire: new Uint8Array(0) })
  })

  it('are 0 for invalid coordinates, even if 32-bit overflow would make them valid', () => {
    const turn = 2 ** 32 / 1800 // degrees after which a 32-bit number of 2-arc-second cells wraps around
    const wrong = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e9, -1e9, turn, -turn]
    const lon = Float64Array.from([-97.77, ...wrong.map((far) => -97.77 + far), ...wrong.map(() => -97.77)])
    const lat = Float64Array.from([30.23, ...wrong.map(() => 30.23), ...wrong.map((far) => 30.23 + far)])
    const columns = vicinage.scoreColumns({ lat, lon })
    for (const id of ['walkability', 'insurance-coverage', 'ideological-lean'] as const) {
      expect(columns[id][0]).toBeGreaterThan(0)
      expect([...columns[id].subarray(1)], id).toEqual(Array(wrong.length * 2).fill(0))
    }
  })

  it('are returned without changing the input columns or earlier results', () => {
    const { lat, lon } = placesOf(5000)
    const before = [lat.slice(), lon.slice()]
    const first = vicinage.scoreColumns({ lat, lon, dimensions: ['walkability'] }).walkability
    const copy = first.slice()
    vicinage.scoreColumns({ lat: lat.slice().reverse(), lon: lon.slice().reverse() })
    expect(first).toEqual(copy)
    expect([lat, lon]).toEqual(before)
  })

  it('are rejected if lat and lon differ in type or length, or if a dimension does not exist', () => {
    const one = new Float64Array(1)
    const refusal = 'scoreColumns needs lat and lon as Float64Arrays of the same length.'
    expect(() => vicinage.scoreColumns({ lat: one, lon: new Float64Array(2) })).toThrow(refusal)
    for (const wrong of [[30], new Float32Array(1), undefined, null, '30'])
      expect(() => vicinage.scoreColumns({ lat: one, lon: wrong as unknown as Float64Array })).toThrow(refusal)
    expect(() => vicinage.scoreColumns({ lat: one, lon: one, dimensions: ['fire', 'hail' as never] })).toThrow(
      /^dimension: Input should be 'urban-rural', .*'fire'/,
    )
  })
})

/** Returns places in the four squares, on their borders and next to them. */
function placesOf(count: number): { lat: Float64Array; lon: Float64Array } {
  const random = randomNumbers(count + 1)
  const corners = [
    [-118.3, 34],
    [-80.3, 25.7],
    [-97.8, 30.2],
    [-97.7, 30.2],
  ]
  const lat = new Float64Array(count)
  const lon = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const [west, south] = corners[random(4)]
    // Every tenth place is on a border of cells, and some are outside.
    const part = () => (random(10) === 0 ? random(12) / 100 : random(1_100_000) / 1e7 - 0.005)
    lon[i] = west + part()
    lat[i] = south + part()
  }
  return { lat, lon }
}

const bases = [null, 'measured', 'modeled', 'estimate']

let embedded: Vicinage
beforeAll(async () => {
  embedded = await builtVicinage()
})

describe('the basis columns', () => {
  it('match explain() for all dimensions of the built data', () => {
    const random = randomNumbers(11)
    const count = 5000
    const lat = new Float64Array(count)
    const lon = new Float64Array(count)
    // Places around Los Angeles, the Sierra, Texas and Florida, including sea and other states.
    const corners = [
      [33.5, -118.8],
      [38, -121],
      [29, -100],
      [27, -83],
    ]
    for (let i = 0; i < count; i++) {
      lat[i] = corners[i % 4][0] + 2 * (random(1000) / 1000)
      lon[i] = corners[i % 4][1] + 3 * (random(1000) / 1000)
    }
    const columns = embedded.basisColumns({ lat, lon })
    const ids = embedded.dimensions().map(({ id }) => id)
    expect(Object.keys(columns)).toEqual(ids)
    for (const id of ids) {
      const seen = new Set<number>()
      for (let i = 0; i < count; i += 3) {
        const { basis } = embedded.explain(id, { lat: lat[i], lon: lon[i] })
        if (bases[columns[id][i]] !== basis)
          expect.fail(`${id} at ${lat[i]}, ${lon[i]}: ${columns[id][i]}, alone ${basis}`)
        seen.add(columns[id][i])
      }
      expect(seen.size, id).toBeGreaterThan(1)
    }
    expect(new Set(columns['ideological-lean'])).toEqual(new Set([0, 1, 2, 3]))
    expect(new Set(columns['air-quality'])).toEqual(new Set([0, 2, 3]))
  })

  it('do not change the scores', () => {
    const columns = { lat: Float64Array.of(30.2672, 34.05), lon: Float64Array.of(-97.7431, -118.25) }
    const before = embedded.scoreColumns(columns)
    embedded.basisColumns(columns)
    expect(embedded.scoreColumns(columns)).toEqual(before)
  })

  it('are rejected for the same input as scoreColumns()', () => {
    const [one, two] = [new Float64Array(1), new Float64Array(2)]
    expect(() => embedded.basisColumns({ lat: one, lon: two })).toThrow('basisColumns needs lat and lon')
    expect(() => embedded.basisColumns({ lat: one, lon: one, dimensions: ['beauty' as never] })).toThrow(/dimension/)
  })
})
