import { ProtocolErrorCode as ErrorCode } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toolSets } from '../../../src/faces/mcp/tools.ts'
import type { Library } from '../../../src/library/contract/endpoint.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { builtVicinage } from '../../library/built.ts'
import * as entry from '../../library/contract/error-entries.ts'
import { libraryFixture } from '../cli/console.ts'
import { call, connected, exampleOf } from './connected.ts'

/** Identifiers that the made-up schools have. */
const known = { lea_id: '4899900', nces_id: '489990000101' }

const client = await connected(libraryFixture, { tools: 'all' })
const { tools } = await client.listTools()
// Maps are drawn from columns.
const withColumns = {
  ...libraryFixture,
  scoreColumns: ({ lat, dimensions }: { lat: Float64Array; dimensions: readonly string[] }) =>
    Object.fromEntries(dimensions.map((id) => [id, new Uint8Array(lat.length).fill(9)])),
} as Library
const core = await connected(withColumns)
const { tools: coreTools } = await core.listTools()
const every = [
  ...tools.map((tool) => [tool.name, client, tool] as const),
  ...coreTools.map((tool) => [`core ${tool.name}`, core, tool] as const),
]

function argumentsOf(tool: (typeof tools)[number]): Record<string, unknown> {
  const example = exampleOf(tool)
  for (const [name, value] of Object.entries(known)) if (name in example) example[name] = value
  return example
}

describe('every tool', () => {
  // `callTool` of the client checks each body against the tool's `outputSchema`.
  it.each(every)('%s answers its example', async (_, client, tool) => {
    const { isError, text, body } = await call(client, tool.name, argumentsOf(tool))
    expect({ isError, text }).toEqual({ isError: false, text: JSON.stringify(body) })
  })

  it.each(every)('%s takes numbers as texts', async (_, client, tool) => {
    const { name } = tool
    const input = argumentsOf(tool)
    const texts = Object.entries(input).map(([key, value]) => [key, typeof value === 'number' ? `${value}` : value])
    expect(await call(client, name, Object.fromEntries(texts))).toEqual(await call(client, name, input))
  })

  it.each(every.filter(([, , { inputSchema }]) => inputSchema.required?.length))(
    '%s says which arguments are missing',
    async (_, client, { name, inputSchema: { required = [] } }) => {
      for (const input of [undefined, {}]) {
        const { isError, text, body } = await call(client, name, input)
        const { detail, message } = JSON.parse(text) as { detail?: { type: string; loc: string[] }[]; message?: string }
        expect({ isError, body }).toEqual({ isError: true, body: undefined })
        if (detail)
          expect(detail.map(({ type, loc }) => [type, loc[1]])).toEqual(required.map((field) => ['missing', field]))
        else for (const field of required) expect(message).toContain(`${field}: Field required`)
        expect(message ?? '').not.toMatch(/and 0 more/)
      }
    },
  )

  it('has answers of 100 callers at once, each with its own', async () => {
    const longitudes = Array.from({ length: 100 }, (_, at) => at - 50)
    const answers = await Promise.all(longitudes.map((lon) => call(client, 'vibe_walkability', { lat: 30, lon })))
    expect(answers.map(({ body }) => (body as { result: { score: number } }).result.score)).toEqual(
      longitudes.map((lon) => (lon > 0 ? 0 : 255)),
    )
  })
})

const LEVELS = "'elementary', 'middle' or 'high'"
const bodyOf = (...entries: string[]) => `{"detail":[${entries}]}`

describe('wrong arguments', () => {
  it.each([
    ['vibe_walkability', { lat: 91, lon: -97 }, bodyOf(entry.above('90.0', 'query lat', 91))],
    [
      'schools_school_ratings',
      { lat: 30, lon: -97, limit: 51, level: 'middle,college' },
      bodyOf(entry.notListed(LEVELS, 'query level 1', 'college'), entry.above('50', 'query limit', 51)),
    ],
    ['schools_school', { nces_id: '000000000000' }, '{"detail":"School not found"}'],
  ])('%s %j', async (name, input, expected) => {
    expect(await call(client, name, input)).toEqual({ isError: true, text: expected, body: undefined })
  })

  it('are refused when they are huge, and the next call is answered', async () => {
    const { isError, text } = await call(client, 'tools_geocode_single', { address: 'x'.repeat(5_000_000) })
    expect({ isError, type: JSON.parse(text).detail[0].type }).toEqual({ isError: true, type: 'string_too_long' })
    expect((await call(client, 'dimensions')).isError).toBe(false)
  })

  it('of any kind give an answer or a detail, never a failure', async () => {
    const failures: unknown[] = []
    const onError = (error: unknown) => failures.push(error)
    const [hostile, hostileCore] = [
      await connected(libraryFixture, { tools: 'all', onError }),
      await connected(libraryFixture, { onError }),
    ]
    for (const one of [hostile, hostileCore]) await one.listTools()
    const scalar = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.bigInt().map(Number))
    const lists = fc.array(fc.dictionary(fc.constantFrom('lat', 'lon', 'name', '__proto__'), scalar), { maxLength: 12 })
    const input = fc.dictionary(
      fc.constantFrom(
        ...every.flatMap(([, , { inputSchema }]) => Object.keys(inputSchema.properties ?? {})),
        'constructor',
      ),
      fc.oneof(scalar, lists, fc.object({ maxDepth: 2 })),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...every), input, async ([, one, { name }], given) => {
        // As a transport would carry it.
        const { isError, text } = await call(
          one === core ? hostileCore : hostile,
          name,
          JSON.parse(JSON.stringify(given)),
        )
        if (isError) expect(text).not.toContain('Internal Server Error')
      }),
      { numRuns: 500 },
    )
    expect(failures).toEqual([])
  })
})

describe('the core tools', () => {
  it('answer scores of places, with words for few, bands for rough ones, and a note on equal centroids', async () => {
    const rough = { lat: 30, lon: -97, radius: 2500 }
    const { body } = await call(core, 'scores', {
      places: [
        { ...rough, label: 'Elm St' },
        { ...rough, label: 'Oak St' },
        { lat: 31, lon: -97 },
        { lat: 31, lon: 5 },
      ],
      dimensions: ['walkability', 'fire'],
    })
    const words = { walkability: 'Pedestrian priority.', fire: 'Fire safety covers California only.' }
    const roughly = { bands: { walkability: [215, 255], fire: null }, words: {} }
    expect(body).toEqual({
      places: [
        { label: 'Elm St', ...roughly },
        { label: 'Oak St', ...roughly },
        { label: 'place 3', scores: { walkability: 255, fire: 0 }, words },
        { label: 'place 4', outside: true },
      ],
      note: expect.stringMatching(/^Cannot be told apart: Elm St, Oak St have/),
    })
    const many = await call(core, 'scores', { places: Array(6).fill({ lat: 31, lon: -97 }) })
    expect(Object.keys((many.body as { places: object[] }).places[5])).toEqual(['label', 'scores'])
  })

  it('refuse more than 100 places, or 25 that are known roughly', async () => {
    const refused = async (places: unknown[]) => JSON.parse((await call(core, 'scores', { places })).text).message
    const place = { lat: 30, lon: -97 }
    expect(await refused(Array(101).fill(place))).toMatch(/^places: List should have at most 100 items/)
    const many = Array(26).fill({ ...place, radius: 151 })
    expect(await refused([place, ...many])).toContain(
      'at most 25 items with a radius above 150 after validation, not 26',
    )
    expect(await refused([])).toContain('at least 1 items')
  })

  it('say what to do where an answer, or a refusal, would be too long', async () => {
    const name = '\u0001'.repeat(200)
    const places = Array.from({ length: 100 }, () => ({ lat: 30, lon: -97, label: name }))
    expect((await call(core, 'scores', { places })).text).toMatch(
      /"message":"The answer would have \d+ kB, more than 100/,
    )
    const address = 'x'.repeat(200_000)
    const { isError, text } = await call(core, 'geocode', { address })
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringMatching(/String should have at most/),
    })
  })

  it('find schools of a district where no coordinate is given', async () => {
    const ofDistrict = await call(core, 'schools', { lea_id: known.lea_id, limit: 3 })
    expect(ofDistrict.body).toEqual(
      (await call(client, 'schools_school_by_district', { lea_id: known.lea_id, limit: 3 })).body,
    )
    const near = { lat: 30, lon: -97, limit: 3 }
    expect((await call(core, 'schools', near)).body).toEqual((await call(client, 'schools_school_ratings', near)).body)
    const place = { ...near, radius: 2000, label: 'Austin', layer: 'zip' }
    expect((await call(core, 'schools', place)).body).toEqual((await call(core, 'schools', near)).body)
    expect(JSON.parse((await call(core, 'schools', { lea_id: '1' })).text).message).toMatch(/^lea_id: /)
    const { text } = await call(core, 'schools', { level: 'high' })
    expect(JSON.parse(text).message).toBe('lat: Field required; lon: Field required')
  })

  it('say that the geocoder is not loaded', async () => {
    const { body } = await call(core, 'geocode', { address: 'Austin, TX' })
    expect(body).toMatchObject({
      ok: false,
      code: 'geocoder_not_loaded',
      suggestions: [],
      message: expect.stringMatching(/not loaded/),
    })
  })
})

describe('failures', () => {
  it('refuse an unknown tool as the protocol says', async () => {
    for (const name of ['vibe_charm', 'constructor', '__proto__', ''])
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: ErrorCode.InvalidParams })
  })

  it('of the inside tell the caller nothing, and the server goes on', async () => {
    const secret = new TypeError('/a/secret/path has no property x')
    const failures: unknown[] = []
    const broken: Library = {
      ...libraryFixture,
      explain: () => {
        throw secret
      },
    }
    const other = await connected(broken, { tools: 'all', onError: (error) => failures.push(error) })
    const answer = await call(other, 'explain', { dimension: 'flood', lat: 30, lon: -97 })
    expect(answer).toEqual({ isError: true, text: '{"detail":"Internal Server Error"}', body: undefined })
    expect(failures).toEqual([secret])
    expect((await call(other, 'risk_flood', { lat: 30, lon: -97 })).isError).toBe(false)
  })

  it('would be noticed by the client when a body did not fit its schema', async () => {
    const wrong = await connected(
      { ...libraryFixture, score: () => ({ score: 256, description: null }) },
      { tools: 'all' },
    )
    await wrong.listTools()
    await expect(wrong.callTool({ name: 'risk_flood', arguments: { lat: 30, lon: -97 } })).rejects.toThrow(
      /does not match the tool's output schema.*must be <= 255/,
    )
  })
})

describe('on the built data', () => {
  let data: Vicinage
  beforeAll(async () => {
    data = await builtVicinage()
  })

  it.each(['core', 'all'] as const)('every tool of %s answers its documented example', async (set) => {
    const real = await connected(data, { tools: set })
    const { tools } = await real.listTools()
    for (const tool of tools) {
      const { isError, text, body } = await call(real, tool.name, exampleOf(tool))
      expect({ name: tool.name, isError, text: isError ? text : '' }).toEqual({
        name: tool.name,
        isError: false,
        text: '',
      })
      // The core tools list an outline of their answers only.
      expect(toolSets[set].find(({ name }) => name === tool.name)?.output.parse(body)).toEqual(body)
    }
  })

  it('100 places with all dimensions are less than 100 kB, and so is all that the core tools answer', async () => {
    const real = await connected(data)
    await real.listTools()
    const places = Array.from({ length: 100 }, (_, i) => ({
      label: `Place number ${i + 1} of a list`,
      lat: 29.9 + i / 150,
      lon: -97.9 + i / 200,
    }))
    const bytes = async (name: string, input: Record<string, unknown>) => {
      const result = await real.callTool({ name, arguments: input })
      expect(result.isError, JSON.stringify(result.content)).toBeUndefined()
      return Buffer.byteLength(JSON.stringify(result))
    }
    const rough = places.slice(0, 25).map((place) => ({ ...place, radius: 2000 }))
    for (const [name, input] of [
      ['scores', { places }],
      ['scores', { places: rough }],
      ['scores', { places: rough.slice(0, 10), descriptions: true }],
      ['compare', { places: rough.slice(0, 10) }],
      ['dimensions', {}],
      ['schools', { lat: 30.27, lon: -97.74, limit: 50 }],
    ] as const)
      expect(await bytes(name, input as Record<string, unknown>), name).toBeLessThan(100_000)
    const tooLong = await call(real, 'scores', { places, descriptions: true })
    expect(tooLong).toMatchObject({
      isError: true,
      text: expect.stringMatching(/"message":"The answer would have \d+ kB, more than 100: ask for fewer/),
    })
  })

  it('an address found roughly goes from geocode to scores with its band', async () => {
    const real = await connected(data)
    await real.listTools()
    const { body } = await call(real, 'geocode', { address: 'Austin, TX 78704' })
    const { lat, lon, radius, place } = body as { lat: number; lon: number; radius: number; place: { city: string } }
    expect(place.city).toBe('Austin')
    expect(radius).toBeGreaterThan(1000)
    const scored = await call(real, 'scores', {
      places: [{ lat, lon, radius, layer: 'zip' }],
      dimensions: ['walkability'],
    })
    const { places } = scored.body as {
      places: { scores?: object; bands: { walkability: number[] } }[]
    }
    const [low, high] = places[0].bands.walkability
    expect(low).toBeLessThan(high)
    expect(places[0].scores).toBe(undefined)
    const nowhere = await call(real, 'geocode', { address: 'Quillwaterham' })
    expect(nowhere.body).toMatchObject({ ok: false, code: 'place_unknown', message: expect.any(String) })
  })

  it('a coordinate is told what is there, and what is outside the coverage is an error', async () => {
    const real = await connected(data)
    await real.listTools()
    const { body } = await call(real, 'geocode', { address: null, lat: 30.2672, lon: -97.7431 })
    expect(body).toMatchObject({ place: { city: 'Austin' } })
    for (const outside of [{ lat: 40.7, lon: -74 }, { address: 'Denver, CO' }]) {
      const { isError, text } = await call(real, 'geocode', outside)
      expect([isError, JSON.parse(text).code]).toEqual([true, 'place_outside'])
    }
  })
})
