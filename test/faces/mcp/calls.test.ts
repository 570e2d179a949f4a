import { ProtocolErrorCode as ErrorCode } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toolSets } from '../../../src/faces/mcp/tools.ts'
import type { Library } from '../../../src/library/contract/endpoint.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { builtVicinage } from '../../library/built.ts'
import * as entry from '../../library/contract/error-entries.ts'
import { libraryFixture } from '../cli/console.ts'
import { schoolsFixture } from '../cli/fixtures/schools.ts'
import { call, connected, exampleOf } from './connected.ts'

/** Identifiers in the school fixture. */
const known = { lea_id: '4899900', nces_id: '489990000101' }

const client = await connected(libraryFixture, { tools: 'all' })
const { tools } = await client.listTools()
// The tool map draws from score columns.
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

describe('the MCP tool', () => {
  // `callTool` of the client checks each body against the tool's `outputSchema`.
  it.each(every)('%s returns an answer for its example', async (_, client, tool) => {
    const { isError, text, body } = await call(client, tool.name, argumentsOf(tool))
    expect({ isError, text }).toEqual({ isError: false, text: JSON.stringify(body) })
  })

  it.each(every)('%s accepts numbers as strings', async (_, client, tool) => {
    const { name } = tool
    const input = argumentsOf(tool)
    const texts = Object.entries(input).map(([key, value]) => [key, typeof value === 'number' ? `${value}` : value])
    expect(await call(client, name, Object.fromEntries(texts))).toEqual(await call(client, name, input))
  })

  it.each(every.filter(([, , { inputSchema }]) => inputSchema.required?.length))(
    '%s lists its missing arguments',
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

  it('vibe_walkability returns the matching answer to each of 100 concurrent calls', async () => {
    const longitudes = Array.from({ length: 100 }, (_, at) => at - 50)
    const answers = await Promise.all(longitudes.map((lon) => call(client, 'vibe_walkability', { lat: 30, lon })))
    expect(answers.map(({ body }) => (body as { result: { score: number } }).result.score)).toEqual(
      longitudes.map((lon) => (lon > 0 ? 0 : 255)),
    )
  })
})

const LEVELS = "'elementary', 'middle' or 'high'"
const bodyOf = (...entries: string[]) => `{"detail":[${entries}]}`

describe('invalid arguments of MCP tools', () => {
  it.each([
    ['vibe_walkability', { lat: 91, lon: -97 }, bodyOf(entry.above('90.0', 'query lat', 91))],
    [
      'schools_school_ratings',
      { lat: 30, lon: -97, limit: 51, level: 'middle,college' },
      bodyOf(entry.notListed(LEVELS, 'query level 1', 'college'), entry.above('50', 'query limit', 51)),
    ],
    ['schools_school', { nces_id: '000000000000' }, '{"detail":"School not found"}'],
  ])('cause the expected error: %s %j', async (name, input, expected) => {
    expect(await call(client, name, input)).toEqual({ isError: true, text: expected, body: undefined })
  })

  it('are rejected if they are huge, and the next call still succeeds', async () => {
    const { isError, text } = await call(client, 'tools_geocode_single', { address: 'x'.repeat(5_000_000) })
    expect({ isError, type: JSON.parse(text).detail[0].type }).toEqual({ isError: true, type: 'string_too_long' })
    expect((await call(client, 'dimensions')).isError).toBe(false)
  })

  it('of any kind cause an answer or an explanatory error, but never an internal error', async () => {
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
      fc.asyncProperty(fc.constantFrom(...every), input, async ([, one, { name }], fields) => {
        // Serialize the arguments, as a transport does.
        const { isError, text } = await call(
          one === core ? hostileCore : hostile,
          name,
          JSON.parse(JSON.stringify(fields)),
        )
        if (isError) expect(text).not.toContain('Internal Server Error')
      }),
      { numRuns: 500 },
    )
    expect(failures).toEqual([])
  })
})

describe('the core MCP tools', () => {
  it('add descriptions if there are few places, bands for approximate places, and a note on equal coordinates', async () => {
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
      note: expect.stringMatching(/^These places cannot be told apart: Elm St, Oak St have/),
    })
    const many = await call(core, 'scores', { places: Array(6).fill({ lat: 31, lon: -97 }) })
    expect(Object.keys((many.body as { places: object[] }).places[5])).toEqual(['label', 'scores'])
  })

  it('reject more than 100 places, or more than 25 approximate places', async () => {
    const refused = async (places: unknown[]) => JSON.parse((await call(core, 'scores', { places })).text).message
    const place = { lat: 30, lon: -97 }
    expect(await refused(Array(101).fill(place))).toMatch(/^places: List should have at most 100 items/)
    const many = Array(26).fill({ ...place, radius: 151 })
    expect(await refused([place, ...many])).toContain(
      'at most 25 items with a radius above 150 after validation, not 26',
    )
    expect(await refused([])).toContain('at least 1 items')
  })

  it('explain what to do if an answer would be too long, and shorten errors', async () => {
    const name = '\u0001'.repeat(200)
    const places = Array.from({ length: 100 }, () => ({ lat: 30, lon: -97, label: name }))
    expect((await call(core, 'scores', { places })).text).toMatch(
      /"message":"The answer would be \d+ kB, but the maximum is 100 kB/,
    )
    const address = 'x'.repeat(200_000)
    const { isError, text } = await call(core, 'geocode', { address })
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringMatching(/String should have at most/),
    })
  })

  it('list the schools of a district or near given coordinates', async () => {
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

  it('report that the geocoder is not loaded', async () => {
    const { body } = await call(core, 'geocode', { address: 'Austin, TX' })
    expect(body).toMatchObject({
      ok: false,
      code: 'geocoder_not_loaded',
      suggestions: [],
      message: expect.stringMatching(/not loaded/),
    })
  })

  it.each([
    ['districts', { lat: 30, lon: -97 }, 'The districts are not loaded'],
    ['schools_districts', { lat: 30, lon: -97 }, 'The districts are not loaded'],
    ['school', { nces_id: known.nces_id }, 'The schools are not loaded'],
    ['schools_school', { nces_id: known.nces_id }, 'The schools are not loaded'],
    ['schools', { lat: 30, lon: -97 }, 'The schools are not loaded'],
    ['schools', { name: 'Bluestem Elementary School' }, 'not loaded'],
  ])('report that schools are not loaded: %s of %o', async (tool, input, reason) => {
    const schools = schoolsFixture({ schools: false, districts: false })
    const bare = { ...withColumns, schools }
    const { text } = await call(await connected(bare, { tools: tool.includes('_') ? 'all' : 'core' }), tool, input)
    expect(text).toContain(reason)
  })
})

describe('a failing MCP call', () => {
  it('gets a protocol error for an unknown tool', async () => {
    for (const name of ['vibe_charm', 'constructor', '__proto__', ''])
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: ErrorCode.InvalidParams })
  })

  it('reveals no internal details, and the server continues', async () => {
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

  it('is detected by the client if the answer does not match its schema', async () => {
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

describe('MCP tools on the built data', () => {
  let data: Vicinage
  beforeAll(async () => {
    data = await builtVicinage()
  })

  it.each(['core', 'all'] as const)('of the set %s return answers for their documented examples', async (set) => {
    const real = await connected(data, { tools: set })
    const { tools } = await real.listTools()
    for (const tool of tools) {
      const { isError, text, body } = await call(real, tool.name, exampleOf(tool))
      expect({ name: tool.name, isError, text: isError ? text : '' }).toEqual({
        name: tool.name,
        isError: false,
        text: '',
      })
      // The core tools publish only an outline of their answers, so the complete schema is checked here.
      expect(toolSets[set].find(({ name }) => name === tool.name)?.output.parse(body)).toEqual(body)
    }
  })

  it('return less than 100 kB, even for 100 places with all dimensions', async () => {
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
      text: expect.stringMatching(/"message":"The answer would be \d+ kB, but the maximum is 100 kB: request fewer/),
    })
  })

  it('return the confidence of a geocoded address and the other places it may mean', async () => {
    const real = await connected(data)
    await real.listTools()
    const address = '1500 Lamar Blvd, Austin, TX'
    const { body } = await call(real, 'geocode', { address })
    const { confidence, alternatives } = (await builtVicinage()).geocode(address)
    expect(alternatives.length).toBeGreaterThan(0)
    expect(body).toMatchObject({ confidence, alternatives })
  })

  it('return scores with a band for an approximate address from geocode', async () => {
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
    expect((await call(real, 'scores', { places: [body], dimensions: ['walkability'] })).body).toMatchObject({
      places: [{ bands: (scored.body as { places: { bands: object }[] }).places[0].bands }],
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

  it('accept a geocode result unchanged as a place', async () => {
    const real = await connected(data)
    await real.listTools()
    const found = async (question: Record<string, unknown>) => (await call(real, 'geocode', question)).body as object
    const body = await found({ address: '1100 Congress Ave, Austin, TX 78701' })
    const here = await found({ lat: 30.2672, lon: -97.7431 })
    const calls: readonly (readonly [tool: string, args: object])[] = [
      ['scores', { places: [body], dimensions: ['walkability'] }],
      ['compare', { places: [body, here] }],
      ['fit', { places: [body, here], weights: { walkability: 1 } }],
      ['explain', { ...here, dimension: 'walkability' }],
      ['schools', { ...here, limit: 1 }],
      ['districts', here],
      ['map', { ...here, radius: 5000, dimension: 'walkability' }],
    ]
    for (const [tool, args] of calls) {
      const { isError, text } = await call(real, tool, args as Record<string, unknown>)
      expect([tool, isError ?? false, isError ? text : '']).toEqual([tool, false, ''])
    }
  })

  it('describe the areas at given coordinates, and reject places outside the covered states', async () => {
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

describe('programs without a campus', async () => {
  const vicinage = await builtVicinage()
  const client = await connected(vicinage)
  const isCampus = ({ nces_id }: { nces_id: string }) => vicinage.schools.listing({ nces_id }).kind === 'campus'
  type Listed = { readonly schools: readonly { readonly nces_id: string; readonly name: string }[] }
  const austin = { lea_id: '4808940', level: 'high', limit: 50 }
  const all = vicinage.schools.schoolByDistrict(austin).schools
  const programs = all.filter((school) => !isCampus(school))

  it('are not listed for a district or for coordinates', async () => {
    expect(programs.length).toBeGreaterThan(2)
    const { body } = await call(client, 'schools', austin)
    expect((body as Listed).schools).toEqual(all.filter(isCampus))
    const near = await call(client, 'schools', { lat: programs[0].lat, lon: programs[0].lon, limit: 50 })
    expect((near.body as Listed).schools.every(isCampus)).toBe(true)
  })

  it('are marked if they are found by name or identifier', async () => {
    const { nces_id, name } = programs.find(({ name }) => name.includes('Hospital'))!
    const { body } = await call(client, 'school', { nces_id })
    expect(body).toEqual({ ...vicinage.schools.school({ nces_id }), kind: 'program' })
    const named = (await call(client, 'schools', { name: `${name}, Austin` })).body as Listed
    expect(named.schools.find((school) => school.nces_id === nces_id)).toMatchObject({ kind: 'program' })
    const campus = await call(client, 'school', { nces_id: all.find(isCampus)!.nces_id })
    expect(campus.body).not.toHaveProperty('kind')
  })
})
