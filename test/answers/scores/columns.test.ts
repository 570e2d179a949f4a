import { beforeAll, describe, expect, it } from 'vitest'
import { DIMENSION_IDS, openVicinage, STATUS, type Vicinage } from '../../../src/index.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { builtVicinage } from '../../library/built.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await folderFixture() })
})

/** Returns places in the four squares of the fixture, next to them and far away, and some invalid ones. */
function placesOf(count: number) {
  const random = randomNumbers(count + 1)
  const corners = [
    [-118.3, 34],
    [-80.3, 25.7],
    [-97.8, 30.2],
    [-97.7, 30.2],
    [0, 0],
  ]
  const lat = new Float64Array(count)
  const lon = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const [west, south] = corners[random(50) === 0 ? 4 : random(4)]
    lon[i] = west + random(1_100_000) / 1e7 - 0.005
    lat[i] = south + random(1_100_000) / 1e7 - 0.005
    if (random(40) === 0) lat[i] = [Number.NaN, 91, -91][random(3)]
  }
  return { lat, lon }
}

const isPlace = (lat: number) => lat >= -90 && lat <= 90

describe('score, percentile and status columns', () => {
  it.each([0, 1, 7, 2047, 2048, 4099])('match the single answers for %d places', (count) => {
    const { lat, lon } = placesOf(count)
    const columns: Record<string, Uint8Array> = {
      ...vicinage.scoreColumns({ lat, lon, percentiles: true, statusColumn: true }),
    }
    const names = [...dimensionsFixture, ...dimensionsFixture.map((id) => `${id}_percentile`), 'statusColumn']
    expect(Object.keys(columns).sort()).toEqual(names.sort())
    for (let i = 0; i < count; i++) {
      const expected: Record<string, number> = { statusColumn: STATUS.badCoordinate }
      const place = { lat: lat[i], lon: lon[i] }
      for (const id of dimensionsFixture) {
        const options = { description: false, percentiles: true } as const
        const answer = isPlace(lat[i]) ? vicinage.score(id, place, options) : null
        expected[id] = answer?.score ?? 0
        expected[`${id}_percentile`] = answer?.percentile?.state ?? 255
      }
      if (isPlace(lat[i])) {
        const lacks = dimensionsFixture.some((id) => expected[id] === 0)
        const inside = vicinage.place(place) !== null
        expected.statusColumn = !lacks ? STATUS.scored : inside ? STATUS.noData : STATUS.outside
      }
      // Values are compared one by one only if this check fails, because `expect` is slow.
      if (names.some((name) => columns[name][i] !== expected[name]))
        expect(Object.fromEntries(names.map((name) => [name, columns[name][i]])), `${lat[i]}, ${lon[i]}`).toEqual(
          expected,
        )
    }
  })

  it('include basis columns that match explain()', () => {
    const { lat, lon } = placesOf(60)
    const valid = Array.from(lat, (_, i) => i).filter((i) => isPlace(lat[i]))
    const columns = vicinage.basisColumns({ lat, lon })
    const bases = [null, 'measured', 'modeled', 'estimate']
    for (const id of dimensionsFixture)
      for (const i of valid) {
        const explained = vicinage.explain(id, { lat: lat[i], lon: lon[i] })
        expect(bases[columns[id][i]], `${id} ${i}`).toBe(explained.basis)
        if (id === 'fire' && explained.score === 0)
          expect(explained).toMatchObject({ mapped: false, zone: null, map_date: null })
      }
    expect(new Set(dimensionsFixture.flatMap((id) => [...columns[id]])).size).toBeGreaterThan(2)
  })

  it('include the status of a dimension that is requested alone', () => {
    const { lat, lon } = placesOf(500)
    for (const id of dimensionsFixture) {
      const columns = vicinage.scoreColumns({ lat, lon, dimensions: [id], statusColumn: true })
      for (let i = 0; i < lat.length; i++)
        expect(columns.statusColumn[i] === STATUS.scored, `${id} ${i}`).toBe(columns[id][i] > 0)
    }
    const none = vicinage.scoreColumns({ lat, lon, dimensions: [], statusColumn: true }).statusColumn
    // If no dimension is requested, no place lacks a score.
    expect([...none]).toEqual(Array.from(lat, (value) => (isPlace(value) ? STATUS.scored : STATUS.badCoordinate)))
  })
})

it('columns() rejects anything but two Float64Arrays of the same length, with an error that names the argument', () => {
  const wrong = [
    [Float64Array.of(34.02), [-118.25], 'lon'],
    [[34.02], Float64Array.of(-118.25), 'lat'],
    [Float64Array.of(34.02), Float32Array.of(-118.25), 'lon'],
    [Float64Array.of(34.02), Float64Array.of(-118.25, -118.26), 'lon'],
  ] as const
  for (const [lat, lon, name] of wrong) {
    const coordinates = { lat, lon } as { lat: Float64Array; lon: Float64Array }
    const message = 'needs lat and lon as Float64Arrays of the same length.'
    for (const ask of [() => vicinage.scoreColumns(coordinates), () => vicinage.basisColumns(coordinates)])
      expect(ask).toThrow(
        expect.objectContaining({
          code: 'input_invalid',
          detail: [expect.objectContaining({ loc: [name] })],
          message: expect.stringContaining(message),
        }),
      )
  }
})

describe('columns of the embedded data', async () => {
  const built = await builtVicinage()
  const random = randomNumbers(12)
  const places = Array.from({ length: 60 }, (_, i) => {
    const [lat, lon] = [
      [34.05, -118.25],
      [30.27, -97.74],
      [25.78, -80.2],
    ][i % 3]
    return { lat: lat + (random(4000) - 2000) / 1e4, lon: lon + (random(4000) - 2000) / 1e4 }
  })

  it('with a single row match the answer for the place, whatever the score basis', () => {
    for (const place of places) {
      const columns: Record<string, Uint8Array> = {
        ...built.scoreColumns({ lat: Float64Array.of(place.lat), lon: Float64Array.of(place.lon), interval: true }),
      }
      const answers = built.scores(place, { description: false, interval: true })
      for (const [id, { score, interval }] of Object.entries(answers))
        expect([columns[id][0], columns[`${id}_low`][0], columns[`${id}_high`][0]], id).toEqual([
          score,
          interval?.low ?? 0,
          interval?.high ?? 0,
        ])
    }
  })

  it('of one dimension at a time match the answers for each place', () => {
    const lat = Float64Array.from(places, (place) => place.lat)
    const lon = Float64Array.from(places, (place) => place.lon)
    for (const id of DIMENSION_IDS) {
      const columns: Record<string, Uint8Array> = {
        ...built.scoreColumns({ lat, lon, dimensions: [id], interval: true }),
      }
      const answers = places.map((place) => built.score(id, place, { description: false, interval: true }))
      expect([...columns[id]], id).toEqual(answers.map(({ score }) => score))
      expect([...columns[`${id}_low`]], id).toEqual(answers.map(({ interval }) => interval?.low ?? 0))
    }
  })

  it('are combined into the fit of each place', () => {
    const weights = { walkability: 2, flood: 1, 'noise-levels': 3 }
    const lat = Float64Array.from(places, (place) => place.lat)
    const lon = Float64Array.from(places, (place) => place.lon)
    expect([...built.fitColumns({ lat, lon, weights })]).toEqual(
      places.map((place) => built.fit(place, { weights }).fit ?? 255),
    )
  })
})
