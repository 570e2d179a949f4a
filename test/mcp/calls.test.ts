import { existsSync } from 'node:fs'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Library } from '../../src/endpoints/endpoint.ts'
import { openVicinage } from '../../src/open.ts'
import { madeUp } from '../cli/console.ts'
import { call, connected, exampleOf } from './connected.ts'

/** Identifiers that the made-up schools have. */
const known = { lea_id: '4899900', nces_id: '489990000101' }

const client = await connected(madeUp)
const { tools } = await client.listTools()

function argumentsOf(tool: (typeof tools)[number]): Record<string, unknown> {
  const example = exampleOf(tool)
  for (const [name, value] of Object.entries(known)) if (name in example) example[name] = value
  return example
}

describe('every tool', () => {
  // `callTool` of the client checks each body against the tool's `outputSchema`.
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s answers its example', async (name, tool) => {
    const { isError, text, body } = await call(client, name, argumentsOf(tool))
    expect({ isError, text }).toEqual({ isError: false, text: JSON.stringify(body) })
  })

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s takes numbers as texts', async (name, tool) => {
    const input = argumentsOf(tool)
    const texts = Object.entries(input).map(([key, value]) => [key, typeof value === 'number' ? `${value}` : value])
    expect(await call(client, name, Object.fromEntries(texts))).toEqual(await call(client, name, input))
  })

  it.each(
    tools.filter(({ inputSchema }) => inputSchema.required?.length).map(({ name, inputSchema }) => [name, inputSchema]),
  )('%s says which arguments are missing', async (name, { required = [] }) => {
    for (const input of [undefined, {}]) {
      const { isError, text, body } = await call(client, name, input)
      const fields = JSON.parse(text).detail.map((entry: { type: string; loc: string[] }) => [entry.type, entry.loc[1]])
      expect({ isError, body }).toEqual({ isError: true, body: undefined })
      expect(fields).toEqual(required.map((field) => ['missing', field]))
    }
  })

  it('has answers of 100 callers at once, each with its own', async () => {
    const longitudes = Array.from({ length: 100 }, (_, at) => at - 50)
    const answers = await Promise.all(longitudes.map((lon) => call(client, 'vibe_walkability', { lat: 30, lon })))
    expect(answers.map(({ body }) => (body as { result: { score: number } }).result.score)).toEqual(
      longitudes.map((lon) => (lon > 0 ? 0 : 255)),
    )
  })
})

describe('wrong arguments', () => {
  it.each([
    [
      'vibe_walkability',
      { lat: 91, lon: -97 },
      '{"detail":[{"type":"less_than_equal","loc":["query","lat"],"msg":"Input should be less than or equal to 90","input":91,"ctx":{"le":90.0}}]}',
    ],
    [
      'risk_fire',
      { lat: 'north', lon: '' },
      '{"detail":[{"type":"float_parsing","loc":["query","lat"],"msg":"Input should be a valid number, unable to parse string as a number","input":"north"},{"type":"float_parsing","loc":["query","lon"],"msg":"Input should be a valid number, unable to parse string as a number","input":""}]}',
    ],
    [
      'schools_school_ratings',
      { lat: 30, lon: -97, limit: 51, level: 'middle,college' },
      `{"detail":[{"type":"literal_error","loc":["query","level",1],"msg":"Input should be 'elementary', 'middle' or 'high'","input":"college","ctx":{"expected":"'elementary', 'middle' or 'high'"}},{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 50","input":51,"ctx":{"le":50}}]}`,
    ],
    [
      'schools_school',
      { nces_id: '12' },
      '{"detail":[{"type":"string_pattern_mismatch","loc":["path","nces_id"],"msg":"String should match pattern \'^\\\\d{12}$\'","input":"12","ctx":{"pattern":"^\\\\d{12}$"}}]}',
    ],
    ['schools_school', { nces_id: '000000000000' }, '{"detail":"School not found"}'],
    ['schools_school_by_district', { lea_id: '0000000' }, '{"detail":"School district not found"}'],
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
    const hostile = await connected(madeUp, (error) => failures.push(error))
    await hostile.listTools()
    const scalar = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.bigInt().map(Number))
    const lists = fc.array(fc.dictionary(fc.constantFrom('lat', 'lon', 'name', '__proto__'), scalar), { maxLength: 12 })
    const input = fc.dictionary(
      fc.constantFrom(...tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})), 'constructor'),
      fc.oneof(scalar, lists, fc.object({ maxDepth: 2 })),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools), input, async ({ name }, given) => {
        // As a transport would carry it.
        const { isError, text } = await call(hostile, name, JSON.parse(JSON.stringify(given)))
        if (isError) expect(JSON.parse(text).detail).not.toBe('Internal Server Error')
      }),
      { numRuns: 500 },
    )
    expect(failures).toEqual([])
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
      ...madeUp,
      explain: () => {
        throw secret
      },
    }
    const other = await connected(broken, (error) => failures.push(error))
    const answer = await call(other, 'explain', { dimension: 'flood', lat: 30, lon: -97 })
    expect(answer).toEqual({ isError: true, text: '{"detail":"Internal Server Error"}', body: undefined })
    expect(failures).toEqual([secret])
    expect((await call(other, 'risk_flood', { lat: 30, lon: -97 })).isError).toBe(false)
  })

  it('would be noticed by the client when a body did not fit its schema', async () => {
    const wrong = await connected({ ...madeUp, score: () => ({ score: 256, description: null }) })
    await wrong.listTools()
    await expect(wrong.callTool({ name: 'risk_flood', arguments: { lat: 30, lon: -97 } })).rejects.toThrow(
      /does not match the tool's output schema.*must be <= 255/,
    )
  })
})

const built = existsSync(new URL('../../dist-data/manifest.json', import.meta.url))
const title = built ? 'on the built data' : 'on the built data (skipped: dist-data/manifest.json is not built)'

describe.skipIf(!built)(title, () => {
  it('every tool answers its documented example', async () => {
    const real = await connected(await openVicinage())
    const { tools } = await real.listTools()
    for (const tool of tools) {
      const { isError, text } = await call(real, tool.name, exampleOf(tool))
      expect({ name: tool.name, isError, text: isError ? text : '' }).toEqual({
        name: tool.name,
        isError: false,
        text: '',
      })
    }
  })
})
