import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/library/contract/table.ts'
import { libraryFixture } from '../cli/console.ts'
import { connected, exampleOf } from './connected.ts'

describe('the core tools', async () => {
  const { tools } = await (await connected(libraryFixture)).listTools()

  it('number at most 13 and are listed in at most 10 kB', () => {
    expect(tools.map(({ name }) => name)).toEqual([
      ...['scores', 'compare', 'explain', 'geocode', 'schools', 'school', 'districts'],
      ...['area', 'rank', 'find', 'fit', 'map', 'dimensions'],
    ])
    expect(tools.length).toBeLessThanOrEqual(13)
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(10_000)
  })

  it('define each set of values and each kind of place in one tool only, and refer to that tool everywhere else', () => {
    const [scores, ...others] = tools.map(({ name, inputSchema }) => ({ name, text: JSON.stringify(inputSchema) }))
    expect(scores.text).toContain('"walkability","visual-appeal"')
    expect(scores.text).toContain('"radius"')
    for (const { name, text } of others) {
      expect(text, name).not.toContain('"visual-appeal"')
      if (/"(?:places|dimensions?)":/.test(text)) expect(text, name).toContain('As in scores.')
    }
  })

  it('declare no output schema', () => {
    for (const tool of tools) expect(tool).not.toHaveProperty('outputSchema')
  })
})

describe('the full tool set', async () => {
  const { tools } = await (await connected(libraryFixture, { tools: 'all' })).listTools()
  const names = tools.map(({ name }) => name)

  it('contains a tool for each endpoint, and compare', () => {
    expect(names).toHaveLength(endpoints.length + 1)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['vibe_walkability', 'environment_noise_levels', 'schools_school_by_district'],
        ...['tools_geocode_single', 'areas_named', 'compare'],
      ]),
    )
  })

  it('contains advice on when to use each endpoint', () => {
    for (const { id, advice, path } of endpoints)
      if (!path.startsWith('/v1/tools/')) expect(advice, id).toMatch(/^[A-Z].*\.$/)
  })
})

describe.each(['core', 'all'] as const)('the tools in the set "%s"', async (set) => {
  const client = await connected(libraryFixture, { tools: set })
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  const words = (text = '') => text.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? []

  it('are listed with the server name and with instructions', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'vicinage', version: '9.8.7' })
    expect(client.getServerCapabilities()).toEqual(set === 'core' ? { tools: {}, resources: {} } : { tools: {} })
    const instructions = client.getInstructions() ?? ''
    expect(instructions).toMatch(/California, Texas and Florida/)
    expect(instructions).toMatch(/0 is not a low score: it means no data/)
    for (const name of words(instructions)) expect([...names, 'lea_id', 'nces_id']).toContain(name)
  })

  it('have unique names that every client accepts', () => {
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  })

  it('have unique descriptions that mention only existing tools and fields', () => {
    expect(new Set(tools.map(({ description }) => description)).size).toBe(tools.length)
    expect(new Set(tools.map(({ title }) => title)).size).toBe(tools.length)
    const known = [...names, 'lea_id', 'nces_id', 'same_district', 'min_people', 'min_layer', 'max_radius']
    for (const { description = '' } of tools) {
      expect(description).toMatch(/^[A-Z].*\.$/)
      for (const name of words(description)) expect(known).toContain(name)
    }
  })

  it('are marked as read-only', () => {
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true })
  })

  it.each([
    ['draft-07', new Ajv({ strict: true, allowUnionTypes: true })],
    ['2020-12', new Ajv2020({ strict: true, allowUnionTypes: true })],
  ])('have schemas that are strictly valid in JSON Schema %s, with an object at the root', (_, ajv) => {
    for (const { name, inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, ...(outputSchema ? [outputSchema] : [])]) {
        expect(ajv.validateSchema(schema as object), name).toBe(true)
        expect(() => ajv.compile(schema as object), name).not.toThrow()
        expect(schema).toMatchObject({ type: 'object' })
        expect(schema).not.toHaveProperty('$ref')
      }
  })

  it('have examples that match their own schemas', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    for (const tool of tools) {
      const validate = ajv.compile(tool.inputSchema)
      expect(validate(exampleOf(tool)), `${tool.name}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })
})
