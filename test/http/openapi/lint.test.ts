import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../src/http/openapi.ts'

// The paths about the service, and the catalogue where no key is asked for, take no input: no 4XX answer is theirs.
const rules = { 'operation-4xx-response': 'off' } as const

describe('the recommended rules of redocly', () => {
  it.each([{ auth: true }, { auth: false }, { auth: true, limits: false }])(
    'have nothing to say about the document for %j',
    async (options) => {
      expect(await problems(openApiDocument({ version: '0.1.0', ...options }))).toEqual([])
    },
  )

  it('would say so: an example outside its schema, a reference to nothing', async () => {
    const text = JSON.stringify(openApiDocument({ version: '0.1.0', auth: true }))
    expect(await problems(JSON.parse(text.replaceAll('"score":38', '"score":380')))).not.toEqual([])
    expect(await problems(JSON.parse(text.replace('schemas/ScoreResponse"', 'schemas/Absent"')))).not.toEqual([])
  })
})

async function problems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules })
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}
