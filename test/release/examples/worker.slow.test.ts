import { readFile } from 'node:fs/promises'
import { build, type Metafile } from 'esbuild'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { serveFolders } from './examples.ts'

interface Worker {
  fetch(request: Request, env: { readonly DATA: string }, context: unknown): Promise<Response>
}

const austin = { lat: 30.23, lon: -97.77 }
const question = new Request(`http://worker.example/v1/vibe/walkability?lat=${austin.lat}&lon=${austin.lon}`)

let code: string
let meta: Metafile
let instance = 0

/** Imports the worker in a new instance, bundled as worker platforms do. */
async function started(): Promise<{ worker: Worker; context: { waitUntil: ReturnType<typeof vi.fn> } }> {
  instance += 1
  const url = `data:text/javascript;base64,${Buffer.from(`${code}\n// ${instance}`).toString('base64')}`
  const module = (await import(/* @vite-ignore */ url)) as { default: Worker }
  return { worker: module.default, context: { waitUntil: vi.fn() } }
}

describe('the worker example', () => {
  beforeAll(async () => {
    const result = await build({
      entryPoints: ['examples/worker/worker.js'],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      external: ['node:*'],
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    code = result.outputFiles[0].text
    meta = result.metafile
  })
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => vi.restoreAllMocks()
  })

  it('is a single script without imports, even from Node', async () => {
    expect(Object.values(meta.outputs).flatMap(({ imports }) => imports)).toEqual([])
    expect(await readFile('examples/worker/wrangler.toml', 'utf8')).toContain('main = "worker.js"')
  })

  it('responds with scores from data that it fetches, and fetches the manifest once for simultaneous requests', async () => {
    const data = await folderFixture()
    const { address, asked } = await serveFolders({ '/data/': data })
    const { worker, context } = await started()
    const env = { DATA: `${address}data/` }
    const answers = await Promise.all([1, 2, 3].map(() => worker.fetch(question.clone(), env, context)))
    const vicinage = await openVicinage({ data })
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual(vicinage.vibe.walkability(austin))
    }
    expect(asked.filter((path) => path.endsWith('manifest.json'))).toHaveLength(1)
    expect(context.waitUntil).toHaveBeenCalledTimes(3)
    expect(
      (await worker.fetch(new Request('http://worker.example/v1/risk/flood?lat=91&lon=0'), env, context)).status,
    ).toBe(422)
    expect((await worker.fetch(new Request('http://worker.example/nowhere'), env, context)).status).toBe(404)
    const tile = await worker.fetch(
      new Request('http://worker.example/v1/tiles/walkability/10/233/422.png'),
      env,
      context,
    )
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('responds with 503 while the data cannot be fetched, and with 200 afterwards', async () => {
    const served = await serveFolders({ '/data/': await folderFixture() })
    const { worker, context } = await started()
    const env = { DATA: `${served.address}data/` }
    served.lose('geography.bundle')
    const refused = await worker.fetch(question.clone(), env, context)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({ detail: expect.stringMatching(/^The data /) })
    served.lose(undefined)
    expect((await worker.fetch(question.clone(), env, context)).status).toBe(200)
  })
})
