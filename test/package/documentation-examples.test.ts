import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as batch from '../../src/batch/index.ts'
import * as http from '../../src/http/index.ts'
import * as library from '../../src/index.ts'
import * as map from '../../src/map/index.ts'
import { emptyFolder } from '../library/made-folder.ts'

const AsyncFunction = (async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<unknown>

const austin = { lat: 30.2672, lon: -97.7431 }
const lines: unknown[][] = []

/** Runs the TypeScript examples of a page one after the other; the next sees what those before it declared. */
async function run(file: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const console = { log: (...values: unknown[]) => lines.push(values) }
  let scope: Record<string, unknown> = { ...library, ...batch, ...http, ...map, console, ...given }
  for (const [, block] of readFileSync(file, 'utf8').matchAll(/```ts\n(.*?)```/gs)) {
    const code = block.replace(/^import .*$/gm, '').replace(/: Vicinage/g, '')
    const declared = [...code.matchAll(/^const (?:(\w+)|\{ (\w+) \}) =/gm)].map((match) => match[1] ?? match[2])
    const names = Object.keys(scope).filter((name) => !declared.includes(name))
    const body = new AsyncFunction(...names, `${code}\nreturn { ${declared.join(', ')} }`)
    scope = { ...scope, ...((await body(...names.map((name) => scope[name]))) as Record<string, unknown>) }
  }
  return scope
}

describe.skipIf(!existsSync('dist-data/manifest.json'))('examples (skipped without dist-data)', () => {
  let vicinage: library.Vicinage
  beforeAll(async () => {
    vicinage = await library.openVicinage()
  })

  it('of the README run as they stand and say what their comments say', async () => {
    const readme = await run('README.md')
    const promised = /score: (\d+), description: '([^…']+)/.exec(readFileSync('README.md', 'utf8'))!
    const opened = readme.vicinage as library.Vicinage
    expect(opened.vibe.walkability(austin).result.score).toBe(Number(promised[1]))
    expect(opened.vibe.walkability(austin).result.description).toMatch(promised[2])
    expect(opened.schools.districts(austin).districts[0].name).toBe('Austin Independent School District')
    expect(opened.geocode('500 NW 67th St, Miami FL 33150')).toMatchObject({ lat: 25.83586, lon: -80.20478 })
  })

  it('of the library load what they name and draw a tile', async () => {
    const { vicinage: partial, png } = await run('docs/api.md')
    expect(() => (partial as library.Vicinage).score('ideological-lean', austin)).toThrow(library.NotLoadedError)
    expect(String.fromCharCode(...(png as Uint8Array).subarray(1, 4))).toBe('PNG')
  })

  it('of batches score their rows', async () => {
    const folder = emptyFolder()
    const [input, output] = ['addresses.csv', 'scored.csv'].map((name) => join(folder, name))
    writeFileSync(input, 'address\n"500 NW 67th St, Miami FL 33150"\n')
    const runBatch = (options: batch.BatchOptions) => batch.runBatch({ ...options, input, output })
    await run('docs/batch.md', { vicinage, runBatch })
    expect(readFileSync(output, 'utf8').split('\n')[1]).toMatch(/^"500 NW 67th St, Miami FL 33150",/)
    expect(lines).toContainEqual([1, vicinage.score('walkability', austin).score])
  })

  it('of HTTP answer their request', async () => {
    const { response } = await run('docs/http.md', { vicinage })
    expect(await (response as Response).json()).toEqual(vicinage.risk.flood({ lat: 29.6876, lon: -95.466 }))
  })
})
