import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/endpoints/table.ts'
import type { Operation } from '../../../src/http/openapi/document.ts'
import { openApiDocument } from '../../../src/http/openapi.ts'

const document = openApiDocument({ version: '0.1.0', auth: true })
const about = ['/health', '/metrics', '/openapi.json']

describe('the OpenAPI document', () => {
  it('has every endpoint of the table, the paths about the service, and nothing else', () => {
    const rows = endpoints.map(({ path, method, id }) => [path, { [method.toLowerCase()]: id }])
    const own = about.map((path) => [path, { get: path.replace(/\W|json/g, '') }])
    const ids = Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, operation.operationId])),
    ])
    expect(ids).toEqual([...rows, ...own])
  })

  it('has the parameters of every endpoint, those of a body in its schema', () => {
    for (const { path, method, parameters } of endpoints) {
      const operation = document.paths[path]![method === 'GET' ? 'get' : 'post']!
      const names = (operation.parameters ?? []).map(({ name, in: place, required }) => [name, place, required])
      const body = operation.requestBody === undefined ? {} : document.components.schemas.ScoresBatchRequest!
      const fields = Object.keys(body.properties ?? {}).map((name) => [name, 'body', body.required?.includes(name)])
      expect([...names, ...fields]).toEqual(parameters.map(({ name, in: place, required }) => [name, place, required]))
    }
  })

  it('describes a list in a query as a text with a pattern', () => {
    const level = document.paths['/v1/schools/search/school-ratings']!.get!.parameters!.find(
      ({ name }) => name === 'level',
    )
    expect(level).toEqual({
      name: 'level',
      in: 'query',
      required: false,
      description: 'School levels, comma-separated; all levels when left out.',
      schema: { type: 'string', pattern: '^(?:elementary|middle|high)(?:,(?:elementary|middle|high))*$' },
      example: 'middle,high',
    })
  })

  it('names the errors that each kind of operation may answer', () => {
    const statuses = (path: string, method: 'get' | 'post' = 'get') =>
      Object.keys(document.paths[path]![method]!.responses).join(' ')
    expect(statuses('/v1/vibe/walkability')).toBe('200 401 422 429 500')
    expect(statuses('/v1/dimensions')).toBe('200 401 429 500')
    expect(statuses('/v1/schools/school/{nces_id}')).toBe('200 401 404 422 429 500')
    expect(statuses('/v1/schools/search/school-by-district')).toBe('200 401 404 422 429 500')
    expect(statuses('/v1/scores/batch', 'post')).toBe('200 401 413 422 429 500')
    for (const path of about) expect(statuses(path)).toBe('200')
  })

  it('asks for a key everywhere but on the paths about the service', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes!.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const [path, operation] of operationsOf(document)) {
      expect(operation.security).toEqual(about.includes(path) ? [] : undefined)
    }
  })

  it('says nothing of keys, limits or their headers where there are none', () => {
    const open = openApiDocument({ version: '0.1.0', auth: false })
    expect(open.security).toEqual([])
    expect(Object.keys(open.components.headers)).toEqual(['X-Request-Id'])
    for (const [, { responses }] of operationsOf(open)) {
      expect(Object.keys(responses)).not.toContain('401')
      expect(Object.keys(responses)).not.toContain('429')
    }
    const unlimited = openApiDocument({ version: '0.1.0', auth: true, limits: false })
    expect(JSON.stringify(unlimited)).not.toMatch(/"429"|RateLimit|Retry-After/)
    expect(JSON.stringify(unlimited)).toContain('"401"')
  })

  it('names no host and no dialect by URL', () => {
    expect(JSON.stringify(document)).not.toMatch(/https?:|www\./i)
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
  })

  it('is the same text each time', () => {
    expect(JSON.stringify(openApiDocument({ version: '0.1.0', auth: true }))).toBe(JSON.stringify(document))
  })
})

function operationsOf({ paths }: typeof document): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((one) => [path, one] as [string, Operation]),
  )
}
