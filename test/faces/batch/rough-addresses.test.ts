import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import { planNdjson } from '../../../src/faces/batch/formats/ndjson/fields.ts'
import { ndjsonAnswerer } from '../../../src/faces/batch/formats/ndjson/ndjson.ts'
import { runBatch, scoreStream } from '../../../src/faces/batch/index.ts'
import { builtVicinage } from '../../library/built.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { questionOf } from './fixtures/question.ts'
import { vicinageFixture } from './formats/fixtures/vicinage.ts'

const vicinage = await vicinageFixture()
const HOUSE = '12 Invented Ln, Quillwater, TX 78790'
const ZIP = 'Quillwater, TX 78790'
const CITY = 'Quillwater, TX'

async function scoresOf(options: object = {}): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const inputs = [HOUSE, ZIP, CITY].map((address) => ({ address }))
  for await (const row of scoreStream(vicinage, inputs, { dimensions: ['walkability'], ...options })) rows.push(row)
  return rows
}

const isScored = (rows: readonly Record<string, unknown>[]) => rows.map(({ walkability }) => walkability !== null)

describe('approximate addresses', () => {
  it('are returned with bands and a reason but no score if only the city is known', async () => {
    const rows = await scoresOf()
    expect(isScored(rows)).toEqual([true, true, false])
    expect(rows[2]).toMatchObject({ geocode_layer: 'city', vicinage_error: expect.stringContaining('Found only as') })
    expect(rows[2]!.walkability_p10).toBeGreaterThan(0)
    expect(rows[1]!.vicinage_error).toBeNull()
  })

  it('are not scored if only a street longer than 5 km is known', async () => {
    const built = await builtVicinage()
    const inputs = ['Duval St, Key West, FL', 'I-35, Austin, TX'].map((address) => ({ address }))
    const rows: Record<string, unknown>[] = []
    for await (const row of scoreStream(built, inputs, { dimensions: ['walkability'] })) rows.push(row)
    expect(rows.map(({ geocode_layer }) => geocode_layer)).toEqual(['street', 'street'])
    expect(isScored(rows)).toEqual([true, false])
  })

  it('are geocoded only once each, even if the reason contains advice', async () => {
    const geocode = vi.spyOn(Geocoder.prototype, 'geocode')
    const rows = await scoresOf({ minLayer: 'street' })
    expect(rows.map(({ vicinage_error: reason }) => reason)).toEqual([
      null,
      expect.stringContaining('Add the street and house number.'),
      expect.stringMatching(/--min-layer\)\. \w+ the/),
    ])
    expect(geocode).toHaveBeenCalledTimes(rows.length)
    geocode.mockRestore()
  })

  it('are scored only if the radius is within maxRadius', async () => {
    expect(isScored(await scoresOf({ maxRadius: 1e7 }))).toEqual([true, true, true])
    expect(isScored(await scoresOf({ maxRadius: 200 }))).toEqual([true, false, false])
    expect(isScored(await scoresOf({ maxRadius: 1e7, bands: false }))).toEqual([true, true, true])
  })

  it.each([
    [{}, { rows: 3, scored: 2, rough: 1, failed: 0 }],
    [{ maxRadius: 1e7 }, { rows: 3, scored: 3, rough: 0, failed: 0 }],
    [
      { maxRadius: 200, bands: false },
      { rows: 3, scored: 1, rough: 2, failed: 0 },
    ],
  ])('are counted separately from scored rows, with %o', (options, expected) => {
    const question = questionOf(['walkability'], { bands: true, ...options })
    const lines = Buffer.from([HOUSE, ZIP, CITY].map((address) => `${JSON.stringify({ address })}\n`).join(''))
    const plan = planNdjson(lines, { last: true, question })
    expect(ndjsonAnswerer(vicinage, plan, question).answer(lines).counts).toMatchObject(expected)
  })

  it('are reported with a reason in a CSV file even if no rows failed', async () => {
    const folder = emptyFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    writeFileSync(input, 'address\n"Austin, TX"\n"Austin, TX 78704"\n')
    const { rough, failed } = await runBatch({ input, output, dimensions: ['walkability'], threads: 1 })
    expect({ rough, failed }).toEqual({ rough: 1, failed: 0 })
    expect(readFileSync(output, 'utf8').split('\n')[1]).toContain('Found only as')
  })

  it('are not scored below minConfidence', async () => {
    const { confidence } = vicinage.geocode(ZIP)
    expect(isScored(await scoresOf({ minConfidence: confidence! + 0.01 }))).toEqual([true, false, false])
  })

  it('have the interval of their circle, as in the library', async () => {
    const built = await builtVicinage()
    const dimensions = ['noise-levels', 'privacy', 'fire'] as const
    const addresses = [
      'Austin, TX 78704',
      'Austin, TX',
      'Zilker Park, Austin, TX',
      'Hyde Park, Austin, TX',
      'Duval St, Key West, FL',
      '100 Congress Ave, Austin, TX 78701',
      'Hollywood, CA 90028',
    ]
    const expected = addresses.map((address) => {
      const scores = built.scores(built.geocode(address), { dimensions, interval: true })
      return dimensions.map((id) => scores[id].interval)
    })
    expect(expected.flat().filter((interval) => interval !== null).length).toBeGreaterThan(addresses.length)
    const inputs = addresses.map((address) => ({ address }))
    const rows: Record<string, unknown>[] = []
    for await (const row of scoreStream(built, inputs, { dimensions, interval: true })) rows.push(row)
    const intervalOf = (row: Record<string, unknown>, id: string) =>
      row[`${id}_low`] === null ? null : { low: row[`${id}_low`], high: row[`${id}_high`] }
    expect(rows.map((row) => dimensions.map((id) => intervalOf(row, id)))).toEqual(expected)
  })

  it('are returned without percentiles and descriptions if there are no bands', async () => {
    const [, , city] = await scoresOf({ bands: false, percentiles: true, descriptions: true })
    expect([city!.walkability, city!.walkability_percentile, city!.walkability_description]).toEqual([null, null, null])
  })

  it('are scored 0 instead of null with noData: 0', async () => {
    expect((await scoresOf({ noData: 0 }))[2]!.walkability).toBe(0)
  })

  it.each([
    [{ maxRadius: -1 }, 'maxRadius must be at least 0 meters'],
    [{ minConfidence: 2 }, 'minConfidence must be a number from 0'],
  ])('are not processed if an option is invalid: %j', async (options, message) => {
    await expect(scoresOf(options)).rejects.toThrow(message)
  })
})
