import { describe, expect, it } from 'vitest'
import { scoreStream } from '../../../src/faces/batch/index.ts'
import { vicinageFixture } from './formats/fixtures/vicinage.ts'

const vicinage = await vicinageFixture()

const dimensions = ['walkability', 'noise-levels', 'fire'] as const
const ROWS = [
  { address: '12 Invented Ln, Quillwater, TX 78790' },
  { address: 'Quillwater, TX 78790' },
  { address: 'Quillwater, TX' },
  { address: 'Nowhere at all' },
  { address: 'Quillwater, TX 78790' },
]

async function rowsOf(inputs: readonly object[], options: object = {}): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const row of scoreStream(vicinage, inputs, { dimensions, ...options })) rows.push(row as never)
  return rows
}

describe('address bands', () => {
  it('match scoresAround() for an approximate location and the score for an exact location', async () => {
    const rows = await rowsOf(ROWS)
    let coarse = 0
    rows.forEach((row, i) => {
      const geocoded = vicinage.geocode(ROWS[i].address)
      expect([row.geocode_layer, row.geocode_radius_m]).toEqual([geocoded.layer ?? null, geocoded.radius ?? null])
      if (geocoded.lat === undefined) {
        for (const id of dimensions) expect([row[id], row[`${id}_p10`], row[`${id}_p90`]]).toEqual([null, null, null])
        return
      }
      const { lat, lon, radius } = geocoded
      const { scores } = vicinage.scoresAround({ lat, lon, radius, dimensions })
      for (const id of dimensions) {
        const { score } = vicinage.score(id, { lat, lon })
        const band = radius > 150 ? [scores[id].p10, scores[id].p90] : [score || null, score || null]
        expect([row[`${id}_p10`], row[`${id}_p90`]], `${id} of row ${i}`).toEqual(band)
        if (radius > 150) coarse++
      }
    })
    expect(coarse).toBe(3 * dimensions.length)
    expect(Object.keys(rows[0])).toEqual([
      ...['address', ...dimensions, ...dimensions.flatMap((id) => [`${id}_p10`, `${id}_p90`])],
      ...['geocode_layer', 'geocode_radius_m', 'vicinage_outcome', 'vicinage_error'],
    ])
  })

  it('are null if most residents in the area have no score, and a note replaces the description', async () => {
    const rows = await rowsOf(ROWS, { descriptions: true, percentiles: true, maxRadius: 1e7 })
    rows.forEach((row, i) => {
      const geocoded = vicinage.geocode(ROWS[i].address)
      if (geocoded.lat === undefined || geocoded.radius <= 150) return
      const answers = vicinage.scores(geocoded, { dimensions })
      for (const id of dimensions) {
        const { score, description, band } = answers[id]
        expect(row[id], id).toBe(band!.p10 === null ? null : score || null)
        expect(row[`${id}_description`]).toBe(description ?? band!.note?.text ?? null)
        expect(row[`${id}_percentile`]).toBeNull()
      }
    })
    expect(rows[1].walkability).toBeGreaterThan(0)
  })

  it('are not added for coordinates or with bands: false', async () => {
    const names = [...dimensions, 'vicinage_outcome', 'vicinage_error']
    const [row] = await rowsOf([{ lat: 30.23, lon: -97.77 }])
    expect(Object.keys(row)).toEqual(['lat', 'lon', ...names])
    const [address] = await rowsOf(ROWS, { bands: false })
    expect(Object.keys(address)).toEqual(['address', ...names])
  })

  it('match the score if the row contains coordinates in addition to the address', async () => {
    const [row] = await rowsOf([{ lat: 30.23, lon: -97.77, address: 'Quillwater, TX' }])
    const { score } = vicinage.score('walkability', { lat: 30.23, lon: -97.77 })
    expect([row.walkability_p10, row.walkability_p90, row.geocode_layer]).toEqual([score, score, null])
  })
})
