import { describe, expect, expectTypeOf, it } from 'vitest'
import { scoreIfLoaded } from '../../../src/answers/scores/if-loaded.ts'
import { planNdjson } from '../../../src/faces/batch/formats/ndjson/fields.ts'
import { ndjsonAnswerer } from '../../../src/faces/batch/formats/ndjson/ndjson.ts'
import { BatchError, scoreColumns, scoreStream } from '../../../src/faces/batch/index.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { questionOf } from './fixtures/question.ts'
import { vicinageFixture } from './formats/fixtures/vicinage.ts'

const vicinage = await vicinageFixture()
const loaded = vicinage.dimensions().filter((dimension) => dimension.loaded)

const places = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, lat: 30.2 + (id % 97) / 1000, lon: -97.8 + (id % 89) / 1000 }))

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = []
  for await (const row of rows) list.push(row)
  return list
}

/** Returns a source that records how far it was read and whether it was closed. */
function watched<Row>(rows: readonly Row[], failure?: Error) {
  const seen = { read: 0, closed: 0 }
  async function* source() {
    try {
      for (const row of rows) {
        seen.read++
        yield row
      }
      if (failure !== undefined) throw failure
    } finally {
      seen.closed++
    }
  }
  return { seen, source: source() }
}

describe('scoreStream', () => {
  it('states whether a row lacks only the address, or the coordinates too', async () => {
    const reasons = async (row: object, fields: object) => {
      const answers = await all(scoreStream(vicinage, [row], { dimensions: ['walkability'], ...fields }))
      return answers.map(({ vicinage_error }) => vicinage_error)
    }
    const neither = 'There are neither coordinates nor an address.'
    expect(await reasons({ a: '' }, { address: 'a' })).toEqual(['The address is empty.'])
    expect(await reasons({ a: '', y: null, x: null }, { address: 'a', lat: 'y', lon: 'x' })).toEqual([neither])
    expect(await reasons({ address: '', lat: null, lon: null }, {})).toEqual([neither])
  })

  it.each([1, 7, 4096])(
    'yields every row in order, %i at a time, from synchronous and asynchronous sources',
    async (chunk) => {
      const rows = places(500)
      const before = structuredClone(rows)
      const expected = rows.map((row) => ({
        ...row,
        ...Object.fromEntries(loaded.map(({ id }) => [id, scoreIfLoaded(vicinage, id, row).score])),
        vicinage_outcome: 'scored',
        vicinage_error: null,
      }))
      expect(await all(scoreStream(vicinage, rows, { chunk, noData: 0 }))).toEqual(expected)
      expect(await all(scoreStream(vicinage, watched(rows).source, { chunk, noData: 0 }))).toEqual(expected)
      expect(rows).toEqual(before)
      expect(new Set(expected.map((row) => JSON.stringify({ ...row, id: 0, lat: 0, lon: 0 }))).size).toBeGreaterThan(5)
    },
  )

  it('preserves the fields of each row, even if rows have different fields', async () => {
    const inputs: object[] = [
      { lat: 30.23, lon: -97.77, a: 1 },
      { lon: -97.77, lat: 30.23, b: undefined },
      { lat: 30.23, lon: -97.77 },
      JSON.parse('{"lat":30.23,"lon":-97.77,"__proto__":"x"}'),
    ]
    const answers = await all(
      scoreStream(vicinage, inputs, { lat: 'lat', lon: 'lon', dimensions: ['fire'], noData: 0 } as object),
    )
    expect(answers.map((row) => Object.entries(row))).toEqual(
      inputs.map((row) => [
        ...Object.entries(row),
        ['fire', expect.any(Number)],
        ['vicinage_outcome', expect.any(String)],
        ['vicinage_error', null],
      ]),
    )
  })

  it('scores all loaded dimensions unless some are named', async () => {
    const some = await openVicinage({ data: await folderFixture(), dimensions: ['fire'], schools: false })
    for await (const row of scoreStream(some, [{ lat: 30.23, lon: -97.77 }])) {
      expectTypeOf(row).not.toHaveProperty('walkability')
      expect(Object.keys(row)).toEqual(['lat', 'lon', 'fire', 'vicinage_outcome', 'vicinage_error'])
    }
  })

  it('throws at once if schools or districts are requested but not loaded', async () => {
    const some = await openVicinage({ data: await folderFixture(), dimensions: ['fire'], schools: false })
    expect(() => scoreStream(some, [], { schools: 1 })).toThrow('The schools are not loaded')
    expect(() => scoreStream(some, [], { districts: true })).toThrow('The districts are not loaded')
  })

  it('yields nothing for an empty source', async () => {
    expect(await all(scoreStream(vicinage, []))).toEqual([])
  })

  it('reads the place from named fields or through functions', async () => {
    const rows = [{ at: [30.23, -97.77], y: '30.23', x: '-97.77', where: '12 Invented Ln, Quillwater, TX 78790' }]
    const { score } = vicinage.score('walkability', { lat: 30.23, lon: -97.77 })
    const dimensions = ['walkability'] as const
    for (const options of [
      {},
      { lat: 'y', lon: 'x' },
      { lat: (row: (typeof rows)[0]) => row.at[0], lon: 'x' },
    ] as const)
      expect(await all(scoreStream(vicinage, rows, { dimensions, ...options }))).toEqual([
        { ...rows[0], walkability: score, vicinage_outcome: 'scored', vicinage_error: null },
      ])
    const [geocoded] = await all(scoreStream(vicinage, rows, { dimensions, address: 'where', geocodeDetails: true }))
    expect([geocoded.geocode_lat, geocoded.geocode_lon]).toEqual([30.2123, -97.7211])
    expect(geocoded.walkability).toBe(vicinage.score('walkability', { lat: 30.2123, lon: -97.7211 }).score)
  })

  it('writes descriptions in the requested units', async () => {
    const place = { lat: 30.23, lon: -97.77 }
    const rows = [{ ...place }]
    for (const units of [undefined, 'us', 'metric'] as const) {
      const options = { dimensions: ['walkability', 'air-quality'], descriptions: true } as const
      const [row] = await all(scoreStream(vicinage, rows, units === undefined ? options : { ...options, units }))
      for (const id of options.dimensions)
        expect(row[`${id}_description`]).toBe(scoreIfLoaded(vicinage, id, place, { units }).description)
    }
  })

  it('adds a reason and null scores to rows that cannot be scored', async () => {
    const rows = [
      { lat: 30.23, lon: -97.77 },
      { lat: 'x', lon: 1 },
      { lat: 91, lon: 0 },
      { lat: null, lon: 1 },
      { lat: Number.NaN, lon: 1 },
    ]
    const answers = await all(scoreStream(vicinage, rows, { dimensions: ['walkability'], prefix: 'v_' }))
    expect(answers.map((row) => row.v_vicinage_error)).toEqual([
      null,
      "The latitude 'x' is not a number of degrees such as 30.2672.",
      'The latitude 91 is not between -90 and 90.',
      'There are no coordinates.',
      'There are no coordinates.',
    ])
    expect(answers.slice(1).map((row) => row.v_walkability)).toEqual([null, null, null, null])
  })

  it.each([undefined, 0] as const)(
    'reports the same outcome for each row as a batch file, with noData %j',
    async (noData) => {
      const rows = [
        { address: '12 Invented Ln, Quillwater, TX 78790', expected: 'scored' },
        { address: 'Quillwater, TX', expected: 'rough' },
        { address: '350 Fifth Ave, New York, NY', expected: 'outside' },
        { address: '40.7, -74', expected: 'outside' },
        { address: 'Nowhere at all', expected: 'failed' },
        { address: '', expected: 'failed' },
      ]
      const dimensions = ['walkability'] as const
      const options = { dimensions, ...(noData === 0 && { noData }) }
      const answers = await all(scoreStream(vicinage, rows, { ...options, address: 'address' }))
      expect(answers.map((row) => row.vicinage_outcome)).toEqual(rows.map(({ expected }) => expected))
      const question = questionOf(['walkability'], { bands: true, noData: noData ?? null })
      const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      const plan = planNdjson(lines, { last: true, question })
      const { counts } = ndjsonAnswerer(vicinage, plan, question).answer(lines)
      expect(counts).toMatchObject({ rows: 6, scored: 1, rough: 1, outside: 2, empty: 0, failed: 2 })
    },
  )

  it('reads at most one chunk ahead and closes the source when the loop ends', async () => {
    const { seen, source } = watched(places(100))
    const stream = scoreStream(vicinage, source, { chunk: 10 })
    expect(seen).toEqual({ read: 0, closed: 0 })
    for (let i = 1; i <= 25; i++) {
      expect((await stream.next()).value).toMatchObject({ id: i - 1 })
      expect(seen.read).toBe(Math.ceil(i / 10) * 10)
    }
    await stream.return()
    expect(seen).toEqual({ read: 30, closed: 1 })
    const other = watched(places(100))
    for await (const row of scoreStream(vicinage, other.source, { chunk: 1 })) if (row.id === 3) break
    expect(other.seen).toEqual({ read: 4, closed: 1 })
  })

  it('yields the rows before an error of the source, then throws the error', async () => {
    for (const chunk of [1, 10, 25, 26, 1000]) {
      const failure = new Error('The source broke.')
      const { seen, source } = watched(places(25), failure)
      const ids: number[] = []
      const reading = (async () => {
        for await (const { id } of scoreStream(vicinage, source, { chunk })) ids.push(id)
      })()
      await expect(reading).rejects.toBe(failure)
      expect(ids).toEqual(places(25).map(({ id }) => id))
      expect(seen.closed).toBe(1)
    }
  })

  it('throws once if the source cannot be closed, and then ends', async () => {
    const failure = new Error('It cannot be closed.')
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: { lat: 30.23, lon: -97.77 } }),
        return: () => Promise.reject(failure),
      }),
    }
    const stream = scoreStream(vicinage, source, { chunk: 2 })
    await stream.next()
    await expect(stream.return()).rejects.toBe(failure)
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  it('yields all rows before a row with a field that is named like a score, then throws', async () => {
    const { seen, source } = watched([...places(3), { ...places(1)[0], fire: 'mine' }, ...places(3)])
    const ids: number[] = []
    const reading = (async () => {
      for await (const { id } of scoreStream(vicinage, source, { chunk: 5 })) ids.push(id)
    })()
    await expect(reading).rejects.toThrow(
      new BatchError("A row already has a field 'fire'.", 'column_taken', 'use prefix to rename the added fields.'),
    )
    expect(ids).toEqual([0, 1, 2])
    expect(seen.closed).toBe(1)
    const kept = await all(scoreStream(vicinage, [{ ...places(1)[0], fire: 'mine' }], { prefix: 'v_', noData: 0 }))
    expect(kept[0].fire).toBe('mine')
    expect(kept[0].v_fire).toBeTypeOf('number')
  })

  it('throws at once for invalid options', () => {
    const refused = [
      { chunk: 0 },
      { chunk: 1.5 },
      { schools: -1 },
      { schools: 51 },
      { lat: 'lat' },
      { dimensions: ['hail'] },
    ]
    for (const options of refused) expect(() => scoreStream(vicinage, places(1), options as object)).toThrow(BatchError)
    expect(() => scoreStream(vicinage, places(1), { prefix: undefined } as object)).not.toThrow()
  })

  it('throws for rows without place fields', async () => {
    await expect(all(scoreStream(vicinage, [{ id: 1 }]))).rejects.toThrow(BatchError)
  })

  it('supports two interleaved streams', async () => {
    const [one, other] = [places(40), places(40).reverse()]
    const [streamOfOne, streamOfOther] = [one, other].map((rows) => scoreStream(vicinage, rows, { chunk: 8 }))
    const rows: unknown[][] = [[], []]
    for (let i = 0; i < 40; i++) {
      rows[0].push((await streamOfOne.next()).value)
      rows[1].push((await streamOfOther.next()).value)
    }
    expect(rows).toEqual([await all(scoreStream(vicinage, one)), await all(scoreStream(vicinage, other))])
  })

  it('infers types for the fields that it adds', async () => {
    const rows: { name: string; lat: number; lon: number }[] = places(1).map((row) => ({ ...row, name: 'a' }))
    for await (const row of scoreStream(vicinage, rows, { dimensions: ['fire'], prefix: 'v_', schools: 1 })) {
      expectTypeOf(row.name).toEqualTypeOf<string>()
      expectTypeOf(row.v_fire).toEqualTypeOf<number | null>()
      expectTypeOf(row.v_vicinage_error).toEqualTypeOf<string | null>()
      expectTypeOf(row.v_school_1_name).toEqualTypeOf<string | number | null | undefined>()
      // @ts-expect-error the field was not requested
      row.v_flood
      expect(row).toHaveProperty('v_school_1_name')
    }
    for await (const row of scoreStream(vicinage, rows)) expectTypeOf(row['urban-rural']).toEqualTypeOf<number | null>()
    // @ts-expect-error there is no such field
    scoreStream(vicinage, rows, { lat: 'latitude', lon: 'lon' })
  })
})

describe('scoreColumns', () => {
  it('returns the same scores as Vicinage.scoreColumns()', () => {
    const columns = { lat: Float64Array.of(30.23), lon: Float64Array.of(-97.77), dimensions: ['walkability'] as const }
    expect(scoreColumns(vicinage, columns)).toEqual(vicinage.scoreColumns(columns))
    expect(scoreColumns(vicinage, columns).walkability[0]).toBeGreaterThan(0)
  })
})
