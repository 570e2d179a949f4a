import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { scoreStream } from '../../../src/faces/batch/index.ts'
import { openVicinage, STATUS } from '../../../src/index.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { run } from './fixtures/batch.ts'
import { placesFixture } from './fixtures/places.ts'
import { parquetOfPlaces, rowsOf } from './formats/fixtures/parquet.ts'
import { readCsv } from './formats/plain-csv.ts'

/** Places inside and outside the fixture data, four of them in New York State. */
const PLACES = [
  ...placesFixture(300),
  ...[40.7128, 40.73, 42.65, 43.05].map((lat) => ({ lat, lon: -74.006 })),
  { lat: 30.23, lon: -97.77 },
]
const NO_SCORE = { score: 0 }
const OUTSIDE = 'Outside the coverage: California, Texas and Florida.'

const vicinage = await openVicinage({ data: await folderFixture() })

/** Asks for the scores of a place one by one. Returns them, with null for missing data, and the reason. */
function answerAt(place: { lat: number; lon: number }): { scores: (number | null)[]; reason: string | null } {
  const scores = dimensionsFixture.map((id) => vicinage.score(id, place).score || null)
  const missing = dimensionsFixture.filter((_, d) => scores[d] === null)
  if (vicinage.place(place) === null) return { scores, reason: OUTSIDE }
  if (missing.length === 0) return { scores, reason: null }
  return { scores, reason: missing.length === scores.length ? 'No data.' : `No data: ${missing.join(', ')}.` }
}

/** Scores places in the given format and returns the scores and the reason of each output row. */
async function batched(format: 'csv' | 'ndjson' | 'parquet', places = PLACES, noData: 0 | null = null) {
  const folder = emptyFolder()
  const [input, output] = [join(folder, `in.${format}`), join(folder, `out.${format}`)]
  if (format === 'csv') writeFileSync(input, `lat,lon\n${places.map(({ lat, lon }) => `${lat},${lon}\n`).join('')}`)
  else if (format === 'ndjson') writeFileSync(input, places.map((place) => `${JSON.stringify(place)}\n`).join(''))
  else {
    const [lat, lon] = (['lat', 'lon'] as const).map((name) => places.map((place) => place[name]))
    writeFileSync(input, Buffer.from(parquetOfPlaces(lat, lon)))
  }
  const summary = await run({ input, output, dimensions: dimensionsFixture, noData })
  const bytes = readFileSync(output)
  const rows: Record<string, unknown>[] =
    format === 'parquet'
      ? await rowsOf(Uint8Array.from(bytes).buffer)
      : format === 'ndjson'
        ? bytes
            .toString()
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line))
        : objectsOf(bytes.toString())
  return {
    summary,
    rows: rows.map((row) => ({ scores: dimensionsFixture.map((id) => row[id]), reason: row.vicinage_error })),
  }
}

/** Parses CSV into objects, with null for empty fields. */
function objectsOf(text: string): Record<string, unknown>[] {
  const [header, ...rows] = readCsv(text, ',')
  return rows
    .filter((row) => row.length === header.length)
    .map((row) =>
      Object.fromEntries(
        header.map((name, i) => [name, row[i] === '' ? null : name === 'vicinage_error' ? row[i] : Number(row[i])]),
      ),
    )
}

describe.each(['csv', 'ndjson', 'parquet'] as const)('places without data in %s', (format) => {
  it('are written with null scores and a reason, and counted separately', async () => {
    const { rows, summary } = await batched(format)
    const expected = PLACES.map(answerAt)
    expect(rows).toEqual(expected)
    const outside = expected.filter(({ reason }) => reason === OUTSIDE).length
    const empty = expected.filter(({ reason }) => reason === 'No data.').length
    expect(summary).toMatchObject({ rows: PLACES.length, outside, empty, failed: 0 })
    expect(summary.scored).toBe(PLACES.length - outside - empty)
    for (const [d, id] of dimensionsFixture.entries())
      expect(summary.withoutData[id] ?? 0, id).toBe(
        expected.filter(({ scores, reason }) => scores[d] === null && reason !== OUTSIDE).length,
      )
    expect(outside).toBeGreaterThan(4)
    expect(summary.scored).toBeGreaterThan(0)
  })

  it('are scored 0 with noData: 0', async () => {
    const { rows, summary } = await batched(format, PLACES, 0)
    expect(rows).toEqual(
      PLACES.map((place) => ({ scores: answerAt(place).scores.map((score) => score ?? 0), reason: null })),
    )
    expect(summary.outside).toBeGreaterThan(4)
  })

  it('are reported with the same reason in every row if all places are outside the covered states', async () => {
    const { rows, summary } = await batched(format, Array(20).fill({ lat: 40.7128, lon: -74.006 }))
    expect(rows).toEqual(Array(20).fill({ scores: dimensionsFixture.map(() => null), reason: OUTSIDE }))
    expect(summary).toMatchObject({ rows: 20, scored: 0, outside: 20, empty: 0, failed: 0, withoutData: {} })
  })
})

describe('scoreStream()', () => {
  it('yields null for scores without data', async () => {
    const rows: unknown[] = []
    for await (const row of scoreStream(vicinage, PLACES, { dimensions: dimensionsFixture as DimensionId[] }))
      rows.push({ scores: (dimensionsFixture as DimensionId[]).map((id) => row[id]), reason: row.vicinage_error })
    expect(rows).toEqual(PLACES.map(answerAt))
  })
})

describe('statusColumn()', () => {
  it('distinguishes four outcomes: scored, without data, outside the covered states, invalid coordinates', () => {
    const odd = [
      [Number.NaN, -97],
      [30, Number.NaN],
      [91, 0],
      [0, -180.1],
      [Number.POSITIVE_INFINITY, 0],
    ]
    const lat = Float64Array.from([...PLACES.map((place) => place.lat), ...odd.map(([y]) => y)])
    const lon = Float64Array.from([...PLACES.map((place) => place.lon), ...odd.map(([, x]) => x)])
    const statuses = (from: number, to = lat.length) =>
      vicinage.scoreColumns({
        ...{ lat: lat.subarray(from, to), lon: lon.subarray(from, to) },
        ...{ dimensions: dimensionsFixture, statusColumn: true },
      }).statusColumn
    const expected = PLACES.map((place) => {
      const { reason } = answerAt(place)
      return reason === null ? STATUS.scored : reason === OUTSIDE ? STATUS.outside : STATUS.noData
    })
    const all = [...expected, ...odd.map(() => STATUS.badCoordinate)]
    // Rows are processed in groups of four. Try every start and every remainder.
    for (let from = 0; from < 4; from++)
      for (let left = 0; left < 4; left++)
        expect([...statuses(from, lat.length - left)]).toEqual(all.slice(from, lat.length - left))
    expect(Object.keys(vicinage.scoreColumns({ lat, lon, dimensions: ['fire'] }))).toEqual(['fire'])
  })
})

describe('row outcomes', () => {
  it.each([null, 0] as const)('are counted the same by runBatch and scoreStream, with noData %j', async (noData) => {
    const folder = emptyFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    const rows = [...PLACES, { lat: 91, lon: 0 }]
    writeFileSync(input, `lat,lon\n${rows.map(({ lat, lon }) => `${lat},${lon}\n`).join('')}`)
    for (const dimensions of [['fire'], ['fire', 'walkability']] as const) {
      const { scored, rough, outside, empty, failed } = await run({ input, output, dimensions, noData, force: true })
      const counts: Record<string, number> = { scored: 0, rough: 0, outside: 0, empty: 0, failed: 0 }
      for await (const row of scoreStream(vicinage, rows, { dimensions, noData })) {
        counts[row.vicinage_outcome]!++
        const { score } = vicinage.place(row.lat > 90 ? { lat: 0, lon: 0 } : row)
          ? vicinage.score('fire', row)
          : NO_SCORE
        if (dimensions.length === 1) expect(row.vicinage_outcome === 'scored').toBe(score > 0)
      }
      expect(counts).toEqual({ scored, rough, outside, empty, failed })
      expect(counts).toMatchObject({ rough: 0, failed: 1 })
    }
  })
})
