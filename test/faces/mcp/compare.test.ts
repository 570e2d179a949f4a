import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { compareScores } from '../../../src/answers/scores/compare.ts'
import { openVicinage } from '../../../src/index.ts'
import type { Library } from '../../../src/library/contract/endpoint.ts'
import { libraryFixture } from '../cli/console.ts'
import { call, connected } from './connected.ts'

type Comparison = ReturnType<typeof compareScores>
type Table = Readonly<Record<string, readonly number[]>>

/** Returns a library whose scores come from a table. The latitude of a place is its position in the table. */
function answering(table: Table): Library {
  return { ...libraryFixture, score: (id, { lat }) => ({ score: table[id]?.[lat] ?? 0, description: null }) }
}

async function comparing(table: Table, input: unknown): Promise<Comparison> {
  const client = await connected(answering(table))
  await client.listTools()
  const { isError, text, body } = await call(client, 'compare', input)
  if (isError) throw new Error(text)
  return body as Comparison
}

const at = (lat: number, label?: string) => (label === undefined ? { lat, lon: 0 } : { lat, lon: 0, label })

describe('the compare tool', () => {
  it('returns bands for approximate places, and reports which places have the same coordinates', async () => {
    const client = await connected(libraryFixture)
    const around = { lat: 30, lon: -97, radius: 3000 }
    const asked = { dimensions: ['walkability', 'fire'] }
    const { body } = await call(client, 'compare', {
      places: [
        { ...around, label: 'Elm St' },
        { ...around, label: 'Oak St' },
        { lat: 31, lon: -97, label: 'here' },
      ],
      ...asked,
    })
    const { dimensions: rows, note } = body as Comparison
    expect(rows.map(({ dimension, bands }) => [dimension, bands])).toEqual([
      ['walkability', [[215, 255], [215, 255], null]],
      ['fire', [null, null, null]],
    ])
    expect((body as Comparison).places.map(({ radius }) => radius)).toEqual([around.radius, around.radius, undefined])
    expect(note).toMatch(/^These places cannot be told apart: Elm St, Oak St have the same coordinate/)
    expect(rows[0]).toMatchObject({ highest: ['here'], note: 'Bands overlap: the order is uncertain.' })
    const { lat, lon } = around
    const exact = await call(client, 'compare', {
      places: [
        { lat, lon },
        { lat, lon, radius: 150 },
      ],
      ...asked,
    })
    expect(exact.body).toMatchObject({ note: null })
    expect(exact.text).not.toContain('bands')
    const one = await call(client, 'compare', { places: [{ lat, lon }, around], ...asked })
    expect((one.body as Comparison).note).toMatch(/^These places cannot be told apart: place 1, place 2 have/)
  })

  it('lists dimensions by difference, greatest first, and omits places without data', async () => {
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
    expect(rows.map(({ scale: _, ...row }) => row)).toEqual([
      {
        ...{ dimension: 'privacy', scores: [10, 250, 0], spread: 240 },
        ...{ highest: ['place 2'], lowest: ['Mill Street'], without_data: ['The Lake'] },
      },
      {
        ...{ dimension: 'walkability', scores: [200, 30, 120], spread: 170 },
        ...{ highest: ['Mill Street'], lowest: ['place 2'] },
      },
      { dimension: 'liveliness', scores: [7, 7, 7], spread: 0 },
      {
        ...{ dimension: 'flood', scores: [90, 0, 0], spread: null },
        without_data: ['place 2', 'The Lake'],
      },
      {
        ...{ dimension: 'fire', scores: [0, 0, 0], spread: null },
        without_data: ['Mill Street', 'place 2', 'The Lake'],
      },
    ])
    expect(rows[1].scale).toMatch(/^car.dependent - pedestrian/i)
  })

  it('lists all dimensions in the order of the catalog if nothing differs', async () => {
    const same = Object.fromEntries(dimensions.map(({ id }) => [id, [5, 5]]))
    const { dimensions: rows } = await comparing(same, { places: [at(0), at(1)] })
    expect(rows.map(({ dimension }) => dimension)).toEqual(dimensions.map(({ id }) => id))
  })

  it('names all places that share the highest or lowest score', async () => {
    const { dimensions: rows } = await comparing(
      { flood: [9, 1, 9, 1] },
      { places: [at(0, 'a'), at(1, 'b'), at(2, 'c'), at(3, 'd')], dimensions: 'flood' },
    )
    expect(rows[0]).toMatchObject({ highest: ['a', 'c'], lowest: ['b', 'd'] })
  })

  it('numbers places with the same label', async () => {
    const names = async (...labels: (string | undefined)[]) =>
      (await comparing({}, { places: labels.map((name, lat) => at(lat, name)) })).places.map(({ label }) => label)
    expect(await names('Home', 'Home', 'Home (2)')).toEqual(['Home (1)', 'Home (2)', 'Home (2) (3)'])
    expect(await names('place 2', undefined)).toEqual(['place 2 (1)', 'place 2 (2)'])
  })

  it('returns consistent spreads, extremes and missing places for any scores', () => {
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
        for (const row of rows) {
          const { dimension, spread, highest = [], lowest = [], without_data = [] } = row
          const scores = row.scores.map((score) => score ?? 0)
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
    [{ places: [{ lat: 1, lon: 1 }] }, ['places: List should have at least 2 items after validation, not 1']],
    [{ places: Array(11).fill({ lat: 1, lon: 1 }) }, ['places: List should have at most 10 items']],
    [
      { places: [{ lat: 91, lon: 0 }, { lat: 0, lon: 0 }, 7, { lat: 0, lon: 0, label: '' }] },
      ['places.0.lat: Input should be less', 'places.2', 'places.3.label: String should have at least 1'],
    ],
    [
      {
        places: [
          { lat: 1, lon: 1, lable: 'x' },
          { lat: 1, lon: 1 },
        ],
      },
      ["places.0: There is no option 'lable': did you mean 'label'?"],
    ],
    [
      { places: 'here', dimensions: ['flood', 'charm'] },
      ['places: Input should be a valid list', 'dimensions.1: Input'],
    ],
    [{ places: [5, at(1)] }, ['places.0: A place is an object with lat and lon. For an address, call geocode first.']],
    [{ places: [at(0), at(1)], radius: 5 }, ["There is no option 'radius'"]],
  ])('rejects %j', async (input, sentences) => {
    const { isError, text } = await call(await connected(libraryFixture), 'compare', input)
    expect(isError).toBe(true)
    for (const sentence of sentences) expect(JSON.parse(text).message).toContain(sentence)
  })

  it('accepts addresses as text, and describes their uncertainty', async () => {
    const vicinage = await openVicinage({ dimensions: ['walkability'], schools: false })
    const client = await connected(vicinage)
    const home = { lat: 30.2672, lon: -97.7431, label: 'Home' }
    const texts = ['Hyde Prak, Austin', home, 'Oakland, CA']
    const { isError, body } = await call(client, 'compare', { places: texts, dimensions: ['walkability'] })
    expect(isError).toBeFalsy()
    const expected = vicinage.compare(texts, { dimensions: ['walkability'] })
    expect(body).toMatchObject({ places: expected.places, note: expected.note })
    expect(expected.note).toContain('Hyde Prak')
    const unknown = await call(client, 'compare', { places: ['Xyzzy Nowhere', home] })
    expect(unknown.isError).toBe(true)
    expect(JSON.parse(unknown.text).message).toContain('Xyzzy Nowhere')
    const scores = await call(client, 'scores', { places: ['Oakland, CA'] })
    expect(scores.isError).toBe(true)
  })

  it('returns a single error if a place is outside the covered states', async () => {
    const places = [at(30, 'here'), { lat: 40.7, lon: 74, label: 'New York' }]
    const { isError, text } = await call(await connected(libraryFixture), 'compare', { places })
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({
      code: 'place_outside',
      message: expect.stringMatching(/^New York \(40\.7, 74\) is/),
    })
  })
})
