import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { randomNumbers } from '../raster/random-raster.ts'

const bases = [null, 'measured', 'modelled', 'estimate']

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ schools: false, geocoder: false })
})

describe('what the scores at columns rest on', () => {
  it('is what explain says, for all dimensions, in the embedded data', () => {
    const random = randomNumbers(11)
    const count = 5000
    const lat = new Float64Array(count)
    const lon = new Float64Array(count)
    // Around Los Angeles, the Sierra, Texas and Florida; some of it sea and other states.
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
    const columns = vicinage.basisColumns({ lat, lon })
    const ids = vicinage.dimensions().map(({ id }) => id)
    expect(Object.keys(columns)).toEqual(ids)
    for (const id of ids) {
      const seen = new Set<number>()
      for (let i = 0; i < count; i += 3) {
        const { basis } = vicinage.explain(id, { lat: lat[i], lon: lon[i] })
        if (bases[columns[id][i]] !== basis)
          expect.fail(`${id} at ${lat[i]}, ${lon[i]}: ${columns[id][i]}, alone ${basis}`)
        seen.add(columns[id][i])
      }
      expect(seen.size, id).toBeGreaterThan(1)
    }
    expect(new Set(columns['ideological-lean'])).toEqual(new Set([0, 1, 3]))
    expect(new Set(columns['air-quality'])).toEqual(new Set([0, 2, 3]))
  })

  it('leaves scores as they are', () => {
    const columns = { lat: Float64Array.of(30.2672, 34.05), lon: Float64Array.of(-97.7431, -118.25) }
    const before = vicinage.scoreColumns(columns)
    vicinage.basisColumns(columns)
    expect(vicinage.scoreColumns(columns)).toEqual(before)
  })

  it('refuses what scoreColumns refuses', () => {
    const [one, two] = [new Float64Array(1), new Float64Array(2)]
    expect(() => vicinage.basisColumns({ lat: one, lon: two })).toThrow('basisColumns wants lat and lon')
    expect(() => vicinage.basisColumns({ lat: one, lon: one, dimensions: ['beauty'] })).toThrow(/dimension/)
  })
})
