import { beforeAll, describe, expect, it } from 'vitest'
import { dimensions, getDimension } from '../../src/answers/dimensions/catalog.ts'
import { wordsFor } from '../../src/answers/dimensions/words.ts'
import { getParts, noAnswer } from '../../src/answers/geocode/answer.ts'
import { parseAddress } from '../../src/answers/geocode/parse/parse-address.ts'
import { schoolAnswers } from '../../src/answers/schools/school-methods.ts'
import { BatchError, runBatch, scoreStream } from '../../src/faces/batch/index.ts'
import { createApp } from '../../src/faces/http/index.ts'
import { createMap, legend } from '../../src/faces/map/index.ts'
import { createMcpServer } from '../../src/faces/mcp/index.ts'
import { type DimensionId, openVicinage, STATUS, ValidationError, type Vicinage } from '../../src/index.ts'
import { folderFixture } from './fixtures/folder.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await folderFixture() })
})

const place = { lat: 30.23, lon: -97.77 }
const lat = Float64Array.of(30.23)
const lon = Float64Array.of(-97.77)
const schools: Untyped = schoolAnswers(null, null)
const call = (question: (library: Untyped) => unknown) => question(vicinage)

// `any`, because the compiler rejects all of these calls as well.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Untyped = any

describe('an unknown option', () => {
  it.each<[string, (library: Untyped) => unknown, string, string]>([
    ['score', (library) => library.score('walkability', place, { percentile: true }), 'percentile', 'percentiles'],
    ['scores', (library) => library.scores(place, { dimension: ['fire'] }), 'dimension', 'dimensions'],
    ['scoresAround', (library) => library.scoresAround({ ...place, raduis: 500 }), 'raduis', 'radius'],
    ['explain', (library) => library.explain('walkability', place, { unit: 'metric' }), 'unit', 'units'],
    ['edge', (library) => library.edge('fire', place, { maxDist: 100 }), 'maxDist', 'maxDistance'],
    ['area', (library) => library.area({ state: 'TX' }, { bellow: {} }), 'bellow', 'below'],
    ['rank', (library) => library.rank('fire', { of: 'county', min_people: 5 }), 'min_people', 'minPeople'],
    ['find', (library) => library.find({ were: {}, within: { state: 'TX' } }), 'were', 'where'],
    ['scoreColumns', (library) => library.scoreColumns({ lat, lon, status: true }), 'status', 'statusColumn'],
    ['basisColumns', (library) => library.basisColumns({ lat, lon, dimesions: [] }), 'dimesions', 'dimensions'],
    ['schoolRatings', () => schools.schoolRatings({ ...place, levels: 'high' }), 'levels', 'level'],
    ['schoolRatings', () => schools.schoolRatings({ ...place, sameDistrict: true }), 'sameDistrict', 'same_district'],
    ['schoolByDistrict', () => schools.schoolByDistrict({ leaId: '4808940' }), 'leaId', 'lea_id'],
    ['school', () => schools.school({ ncesId: '480894008937' }), 'ncesId', 'nces_id'],
    ['listing', () => schools.listing({ ncesid: '480894008937' }), 'ncesid', 'nces_id'],
    [
      'createMap',
      (library) => createMap(library).renderTile('walkability', 0, 0, 0, { ony: [] } as Untyped),
      'ony',
      'only',
    ],
    ['createApp', (library) => createApp(library, { CORS: ['*'] } as Untyped), 'CORS', 'cors'],
    [
      'createMcpServer',
      (library) => createMcpServer(library, { version: '1', tool: 'all' } as Untyped),
      'tool',
      'tools',
    ],
  ])('of %s is rejected with a suggested option', (_, question, given, meant) => {
    const message = `There is no option '${given}': did you mean '${meant}'?`
    expect(() => call(question)).toThrow(expect.objectContaining({ name: 'ValidationError', message }))
  })
})

it.each<[object, string]>([
  [{ ctiy: 'Austin', state: 'TX' }, "An area has no field 'ctiy': did you mean 'city'?"],
  [{ city: 'Austin', sate: 'TX' }, "An area has no field 'sate': did you mean 'state'?"],
  [{ zip: '78704', color: 'red' }, "An area has no field 'color'; an area selected by zip accepts only zip"],
])('the area %j is rejected with a suggested field', (area, message) => {
  const ask = (library: Untyped) => library.area(area)
  expect(() => call(ask)).toThrow(expect.objectContaining({ name: 'ValidationError', message }))
})

it('a place may be a geocoding answer, unless the address was not found', () => {
  const nothing = noAnswer(getParts(parseAddress('Austin, TX'), { zip: null, city: 'AUSTIN', state: 'TX' }), {
    code: 'place_unknown',
    text: 'Not found.',
  })
  const found = { ...place, radius: 900 }
  const around = vicinage.scoresAround({ ...place, radius: 900 }).scores
  for (const [id, { score, description, band }] of Object.entries(vicinage.scores(found))) {
    expect({ score, ...band }).toEqual(around[id as DimensionId])
    expect(vicinage.score(id as DimensionId, found)).toMatchObject({ score, description, band })
    const { ladder } = getDimension(id)
    const ends = [band!.p10, band!.p90].map((end) => end && wordsFor(ladder, end))
    if (ends[0] !== null)
      expect(description).toMatch(
        ends[0] === ends[1]
          ? new RegExp(`^${ends[0]}(?: \\((?:partly an )?estimate\\))?\\.`)
          : / depending on where within /,
      )
    expect(description).not.toBeNull()
  }
  expect(vicinage.scores({ ...found, radius: 150 })).toEqual(vicinage.scores(place))
  for (const ask of [vicinage.score, vicinage.explain]) {
    expect(ask('walkability', { ...place, radius: 150 })).toEqual(ask('walkability', place))
    expect(ask('walkability', { ...place, radius: 151 })).toHaveProperty('band')
  }
  expect(vicinage.scoresAround({ ...found })).toEqual(vicinage.scoresAround({ ...place, radius: 900 }))
  expect(() => vicinage.scores({ ...found, lng: 1 } as typeof found)).toThrow(/did you mean 'lon'/)
  expect(() => vicinage.scores({ ...found, dimensions: ['fire'] } as typeof found)).toThrow(
    "'dimensions' is an option: scores(place, { dimensions })",
  )
  for (const ask of [
    () => vicinage.scores(nothing),
    () => vicinage.score('fire', nothing),
    () => vicinage.explain('fire', nothing),
    () => vicinage.reverse(nothing),
  ])
    expect(ask).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        code: 'not_found',
        message: expect.stringContaining('Not found.'),
      }),
    )
})

describe('a misspelled option', () => {
  it('of scoreStream() or runBatch() is rejected before anything is read', async () => {
    const sentence = (name: string, meant: string) =>
      new BatchError(`There is no option '${name}': did you mean '${meant}'?`, 'option_unknown')
    const rows = [{ lat: 30.23, lon: -97.77 }]
    expect(() => scoreStream(vicinage, rows, { description: true } as Untyped)).toThrow(
      sentence('description', 'descriptions'),
    )
    await expect(runBatch({ input: 'none.csv', output: 'out.csv', thread: 2 } as Untyped)).rejects.toThrow(
      sentence('thread', 'threads'),
    )
    const question = { geocodeDetail: true } as Untyped
    await expect(runBatch({ input: 'none.csv', output: 'out.csv', ...question })).rejects.toThrow(
      sentence('geocodeDetail', 'geocodeDetails'),
    )
  })

  it('of openVicinage() is rejected before anything is loaded', async () => {
    const refused = openVicinage({ dimension: ['fire'] } as Untyped)
    await expect(refused).rejects.toThrow("There is no option 'dimension': did you mean 'dimensions'?")
  })
})

describe('option objects', () => {
  it('that resemble no known option are rejected with the list of options', () => {
    const list = "There is no option 'theme'; choose from description, percentiles, interval, units."
    expect(() => vicinage.score('walkability', place, { theme: 1 } as Untyped)).toThrow(list)
    for (const name of ['__proto__x', 'constructor', 'toString', 'x'.repeat(10_000)])
      expect(() => vicinage.score('walkability', place, { [name]: 1 } as Untyped)).toThrow(ValidationError)
  })

  it('that are not objects are rejected', () => {
    expect(() => vicinage.explain('walkability', place, 'metric' as Untyped)).toThrow('Options must be an object')
  })

  it('may be omitted, null or undefined', () => {
    const plain = vicinage.score('walkability', place)
    expect(vicinage.score('walkability', place, null as Untyped)).toEqual(plain)
    expect(vicinage.score('walkability', place, { units: undefined })).toEqual(plain)
  })
})

describe('a coordinate of NaN', () => {
  it('is named in the error', () => {
    const ask = () => vicinage.score('walkability', { lat: Number.NaN, lon: -97 })
    expect(ask).toThrow('lat: Input is not a number (NaN)')
  })
})

describe('the catalog', () => {
  it('cannot be changed', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
    expect(isFrozen(STATUS)).toBe(true)
    expect(isFrozen(dimensions)).toBe(true)
    expect(isFrozen(legend('fire'))).toBe(true)
    const [{ scale }] = vicinage.dimensions()
    expect(() => Object.assign(scale, { low: 'changed' })).toThrow(TypeError)
  })
})

describe('a vicinage without columns', () => {
  it('returns scores, areas and fits, but a column request throws an error that names the option to set', async () => {
    const bare = await openVicinage({ data: await folderFixture(), columns: false })
    expect(bare.score('walkability', place)).toEqual(vicinage.score('walkability', place))
    const circle = { ...place, radius: 500 }
    expect(bare.area(circle, { dimensions: ['walkability'] })).toEqual(
      vicinage.area(circle, { dimensions: ['walkability'] }),
    )
    const columns = { lat: Float64Array.of(place.lat), lon: Float64Array.of(place.lon) }
    const weights = { walkability: 1 }
    expect(bare.fitColumns({ ...columns, weights })).toEqual(vicinage.fitColumns({ ...columns, weights }))
    for (const ask of [() => bare.scoreColumns(columns), () => bare.basisColumns(columns)])
      expect(ask).toThrow(
        expect.objectContaining({
          code: 'columns_not_loaded',
          message: 'Columns are not loaded. Open with `columns: true`.',
        }),
      )
  })
})

describe('a vicinage without areas', () => {
  it('returns scores, but an area request throws an error that names the option to set', async () => {
    const bare = await openVicinage({ data: await folderFixture(), areas: false })
    expect(bare.score('walkability', place)).toEqual(vicinage.score('walkability', place))
    for (const ask of [
      () => bare.scoresAround({ ...place, radius: 500 }),
      () => bare.area({ state: 'TX' }),
      () => bare.rank('walkability', { of: 'county' }),
      () => bare.find({ where: { walkability: { min: 100 } }, within: { state: 'TX' } }),
    ])
      expect(ask).toThrow('Areas are not loaded. Open with `areas: true`.')
  })
})

it.each([5, Symbol('data'), {}, Object.create(null), class {}, new Map()])(
  'anything except a path or a URL is rejected as a data source: %o',
  async (data) => {
    const words = typeof data === 'number' ? '5' : typeof data === 'object' ? 'an object' : `a ${typeof data}`
    for (const name of ['data', 'streets'])
      await expect(openVicinage({ [name]: data } as never)).rejects.toMatchObject({
        code: 'input_invalid',
        message: `${name} must be a path or a URL, not ${words}.`,
      })
  },
)
