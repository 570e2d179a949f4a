import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dimensions } from '../../src/dimensions/catalog.ts'
import type { Library } from '../../src/endpoints/endpoint.ts'
import { compareScores } from '../../src/mcp/compare.ts'
import { madeUp } from '../cli/console.ts'
import { call, connected } from './connected.ts'

type Comparison = ReturnType<typeof compareScores>
type Table = Readonly<Record<string, readonly number[]>>

/** Scores by dimension, one per place; the place's position is its latitude. */
function answering(table: Table): Library {
  return { ...madeUp, score: (id, { lat }) => ({ score: table[id]?.[lat] ?? 0, description: null }) }
}

async function comparing(table: Table, input: unknown): Promise<Comparison> {
  const client = await connected(answering(table))
  await client.listTools()
  const { isError, text, body } = await call(client, 'compare', input)
  if (isError) throw new Error(text)
  return body as Comparison
}

const at = (lat: number, name?: string) => (name === undefined ? { lat, lon: 0 } : { lat, lon: 0, name })

describe('compare', () => {
  it('answers the bands of places that are known only roughly, and says which of them are the same centroid', async () => {
    const client = await connected(madeUp)
    const around = { lat: 30, lon: -97, radius: 3000 }
    const asked = { dimensions: ['walkability', 'fire'] }
    const { body } = await call(client, 'compare', {
      places: [
        { ...around, name: 'Elm St' },
        { ...around, name: 'Oak St' },
        { lat: 31, lon: -97, name: 'here' },
      ],
      ...asked,
    })
    const { dimensions: rows, note } = body as Comparison
    expect(rows.map(({ dimension, bands }) => [dimension, bands])).toEqual([
      ['walkability', [[215, 255], [215, 255], null]],
      ['fire', [null, null, null]],
    ])
    expect(note).toMatch(/^Not to be told apart: Elm St, Oak St have the same coordinate/)
    const { lat, lon } = around
    const exact = await call(client, 'compare', {
      places: [
        { lat, lon },
        { lat, lon, radius: 300 },
      ],
      ...asked,
    })
    expect(exact.body).toMatchObject({ note: null })
    expect(exact.text).not.toContain('bands')
  })

  it('puts what differs most first, and leaves places without data out', async () => {
    const table = { walkability: [200, 30, 120], privacy: [10, 250, 0], flood: [90, 0, 0], liveliness: [7, 7, 7] }
    const { places, dimensions: rows } = await comparing(table, {
      places: [at(0, 'Mill Street'), at(1), at(2, 'The Lake')],
      dimensions: ['liveliness', 'flood', 'privacy', 'walkability', 'fire'],
    })
    expect(places).toEqual([
      { label: 'Mill Street', lat: 0, lon: 0 },
      { label: 'place 2', lat: 1, lon: 0 },
      { label: 'The Lake', lat: 2, lon: 0 },
    ])
    expect(rows.map(({ name: _, scale: __, ...row }) => row)).toEqual([
      {
        ...{ dimension: 'privacy', scores: [10, 250, 0], spread: 240 },
        ...{ highest: ['place 2'], lowest: ['Mill Street'], without_data: ['The Lake'] },
      },
      {
        ...{ dimension: 'walkability', scores: [200, 30, 120], spread: 170 },
        ...{ highest: ['Mill Street'], lowest: ['place 2'], without_data: [] },
      },
      { dimension: 'liveliness', scores: [7, 7, 7], spread: 0, highest: [], lowest: [], without_data: [] },
      {
        ...{ dimension: 'flood', scores: [90, 0, 0], spread: null },
        ...{ highest: [], lowest: [], without_data: ['place 2', 'The Lake'] },
      },
      {
        ...{ dimension: 'fire', scores: [0, 0, 0], spread: null },
        ...{ highest: [], lowest: [], without_data: ['Mill Street', 'place 2', 'The Lake'] },
      },
    ])
    expect(rows[1].scale).toEqual({ low: 'Car Dependent', middle: null, high: 'Pedestrian Priority', zero: 'no data' })
  })

  it('has all dimensions in the order of the catalog when nothing differs', async () => {
    const same = Object.fromEntries(dimensions.map(({ id }) => [id, [5, 5]]))
    const { dimensions: rows } = await comparing(same, { places: [at(0), at(1)] })
    expect(rows.map(({ dimension }) => dimension)).toEqual(dimensions.map(({ id }) => id))
  })

  it('names all places that share an end', async () => {
    const { dimensions: rows } = await comparing(
      { flood: [9, 1, 9, 1] },
      { places: [at(0, 'a'), at(1, 'b'), at(2, 'c'), at(3, 'd')], dimensions: 'flood' },
    )
    expect(rows[0]).toMatchObject({ highest: ['a', 'c'], lowest: ['b', 'd'] })
  })

  it('tells places of the same name apart', async () => {
    const names = async (...given: (string | undefined)[]) =>
      (await comparing({}, { places: given.map((name, lat) => at(lat, name)) })).places.map(({ label }) => label)
    expect(await names('Home', 'Home', 'Home (2)')).toEqual(['Home (1)', 'Home (2)', 'Home (2) (3)'])
    expect(await names('place 2', undefined)).toEqual(['place 2 (1)', 'place 2 (2)'])
  })

  it('agrees with itself on any scores', () => {
    const column = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(fc.record({ flood: column, fire: column, privacy: column }), (table) => {
        const four = [at(0), at(1), at(2), at(3)]
        const { dimensions: rows, places } = compareScores(
          answering(table),
          four,
          Object.keys(table) as (keyof typeof table)[],
        )
        const spreads = rows.map(({ spread }) => spread ?? -1)
        expect(spreads).toEqual([...spreads].sort((a, b) => b - a))
        for (const { dimension, scores, spread, highest, lowest, without_data } of rows) {
          expect(scores).toEqual(table[dimension as keyof typeof table])
          const sorted = scores.filter((score) => score > 0).sort((a, b) => a - b)
          expect(spread).toBe(sorted.length < 2 ? null : sorted[sorted.length - 1] - sorted[0])
          const scoreOf = (label: string) => scores[places.findIndex((place) => place.label === label)]
          expect(without_data.map(scoreOf)).toEqual(scores.filter((score) => score === 0))
          if (!spread) expect([...highest, ...lowest]).toEqual([])
          else expect([scoreOf(lowest[0]), scoreOf(highest[0])]).toEqual([sorted[0], sorted[sorted.length - 1]])
        }
      }),
    )
  })

  it.each([
    [
      'too few places',
      { places: [{ lat: 1, lon: 1 }] },
      [
        {
          type: 'too_short',
          loc: ['body', 'places'],
          msg: 'List should have at least 2 items after validation, not 1',
          input: [{ lat: 1, lon: 1 }],
          ctx: { field_type: 'List', min_length: 2, actual_length: 1 },
        },
      ],
    ],
    [
      'too many places',
      { places: Array.from({ length: 11 }, () => ({ lat: 1, lon: 1 })) },
      [{ type: 'too_long', loc: ['body', 'places'], ctx: { field_type: 'List', max_length: 10, actual_length: 11 } }],
    ],
    [
      'all wrong places at once',
      { places: [{ lat: 91, lon: 0 }, { lat: 0, lon: 0 }, 'here', { lat: 0, lon: 0, name: '' }] },
      [
        { type: 'less_than_equal', loc: ['body', 'places', 0, 'lat'] },
        { type: 'missing', loc: ['body', 'places', 2, 'lat'] },
        { type: 'missing', loc: ['body', 'places', 2, 'lon'] },
        { type: 'string_too_short', loc: ['body', 'places', 3, 'name'] },
      ],
    ],
    [
      'no list of places, and an unknown dimension',
      { places: 'here', dimensions: ['flood', 'charm'] },
      [
        { type: 'list_type', loc: ['body', 'places'] },
        { type: 'literal_error', loc: ['body', 'dimensions', 1], input: 'charm' },
      ],
    ],
  ])('refuses %s', async (_, input, detail) => {
    const { isError, text } = await call(await connected(madeUp), 'compare', input)
    expect(isError).toBe(true)
    const given = JSON.parse(text)
    expect(given).toMatchObject({ detail })
    expect(given.detail).toHaveLength(detail.length)
  })
})
