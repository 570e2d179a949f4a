import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import createClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import * as ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp, openTileServer } from '../../../src/faces/http/index.ts'
import { openVicinage, type Score, type Vicinage } from '../../../src/index.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { listening } from '../../support/listening.ts'

const austin = { lat: 30.2672, lon: -97.7431 }

/** A user's program written against the generated types, with `client` from openapi-fetch. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

export async function answers(client: ReturnType<typeof createClient<paths>>) {
  const place = ${JSON.stringify(austin)}
  const scores = await client.GET('/v1/scores', { params: { query: { ...place, dimensions: 'walkability,fire' } } })
  const flood = await client.GET('/v1/risk/flood', { params: { query: place } })
  const score: number | undefined = flood.data?.result.score
  const batch = await client.POST('/v1/scores/batch', { body: { points: [place], dimensions: ['flood'] } })
  const school = await client.GET('/v1/schools/school/{nces_id}', { params: { path: { nces_id: '000000000000' } } })
  return { scores, score, batch, school }
}
export function refused(client: ReturnType<typeof createClient<paths>>) {
  // @ts-expect-error there is no such path
  client.GET('/v1/risk/hail', { params: { query: { lat: 30, lon: -97 } } })
  // @ts-expect-error a place has a longitude
  client.GET('/v1/risk/flood', { params: { query: { lat: 30 } } })
}
`

describe('an app mounted under a prefix of another app', () => {
  let vicinage: Vicinage<'walkability' | 'fire' | 'flood'>
  let origin: string
  const folder = emptyFolder()
  const server = createServer()
  beforeAll(async () => {
    vicinage = await openVicinage({ dimensions: ['walkability', 'fire', 'flood'], geocoder: false, userData: false })
    const app = new Hono().route('/nearby', createApp(vicinage, { tiles: await openTileServer(vicinage) }))
    server.on('request', getRequestListener(app.fetch))
    origin = await listening(server)
  })
  afterAll(() => {
    server.close()
  })

  it('includes the prefix in openapi.json, TileJSON and redirects', async () => {
    const at = (path: string, init?: RequestInit) => fetch(`${origin}/nearby${path}`, init)
    const document = await (await at('/openapi.json')).json()
    expect(document.servers).toEqual([{ url: '/nearby' }])
    const { tiles } = await (await at('/v1/tiles/walkability.json')).json()
    expect(tiles).toEqual([`${origin}/nearby/v1/tiles/walkability/{z}/{x}/{y}.png`])
    const tile = await fetch(tiles[0].replace('{z}/{x}/{y}', '10/234/421'))
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png'])
    const home = await at('', { redirect: 'manual' })
    expect(new URL(home.headers.get('location')!, `${origin}/nearby`).pathname).toBe('/nearby/docs')
  })

  it('answers a client that openapi-typescript generates from its openapi.json', async () => {
    const document = await (await fetch(`${origin}/nearby/openapi.json`)).json()
    // These settings are those of the command with --default-non-nullable=false, which lets callers omit parameters
    // with a default.
    const schema = await openapiTS(document, { defaultNonNullable: false })
    writeFileSync(join(folder, 'schema.ts'), astToString(schema))
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const program = ts.createProgram([join(folder, 'program.ts')], {
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    })
    const wrong = ts.getPreEmitDiagnostics(program)
    expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])

    const javascript = ts.transpileModule(PROGRAM, { compilerOptions: { module: ts.ModuleKind.ESNext } }).outputText
    writeFileSync(join(folder, 'program.mjs'), javascript)
    const { answers } = await import(join(folder, 'program.mjs'))
    const baseUrl = new URL(document.servers[0].url, origin).href
    const { scores, score, batch, school } = await answers(createClient({ baseUrl }))
    // The expected score lacks the fields about the official map, which the mirrored endpoints do not have.
    const mirrored = ({ score, description }: Score) => ({ score, description })
    const { walkability, fire } = vicinage.scores(austin, { dimensions: ['walkability', 'fire'] })
    expect(scores.data).toEqual({ walkability: mirrored(walkability), fire: mirrored(fire) })
    expect(score).toBe(vicinage.score('flood', austin).score)
    expect(batch.data).toMatchObject({ results: [{ scores: { flood: mirrored(vicinage.score('flood', austin)) } }] })
    expect([school.response.status, school.error]).toEqual([404, { detail: expect.any(String) }])
  })
})
