import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as Library from '../../src/index.ts'
import { openVicinage } from '../../src/index.ts'
import { serve } from './data-server.ts'
import { dimensionsFixture, folderFixture } from './fixtures/folder.ts'

// Maximum size in kilobytes, minified and gzipped. Give the reason when raising it.
//
// A third is the geocoder: 14 kB for the parser and its tables, and the rest for looking up places, schools and
// streets. Schools and districts with kdbush and robust-predicates take 11; description texts, units and percentiles 2;
// reverse geocoding and completions 7; coordinate formats and places by name 4; bundle blocks, their checks, and
// fetching with a timeout and progress 3; custom layers 8; street name completion 3; loading by place 6, most of it in
// chunks that only `around` imports; outlined places, tiles with cells stored by kind, and texts of upgraded scores 2;
// exact outlines, notes and error codes 3; ZIP and city edges and time limits 1.
//
// Size: 206.2 with estimates marked in circles, misfiled street spellings, and notes on unknown streets.
//
// Earlier: 203.5 with neighborhoods before the city of an address, advice on the conditions of find(), campuses near a
// place, and intervals of comparisons.
//
// Earlier sizes, with what was added: 198.0 with fits that mark estimates, say how many people are compared, and
// include errors in circles; 195.6 with school district names, texts that begin with their state, and area
// fits; 190.3 with the zones and the interval of wide places, and notes about corrected spellings; 188.4 with the
// places that an unknown area may have meant; 183.7 with map square files and zones of official maps; 181.2 with
// crossings "between" two streets and typed forms without a state; 179.5 with school kinds and letters, and interval
// ends read four at a time; 176.8 with comparisons, sites and area kinds; 170.8 with weighted fits and score intervals;
// 163.2 with the certainty of wide places and map zones; 161 with places that have other fields, geocoder limits and
// namesakes by place; 158.5 with more forms of typed addresses, explanations of addresses and server limits; 153.1 when
// every public function began to throw only errors with a code; 151.9 before that.
const ceiling = 210

const BROWSER = {
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions
const LIBRARY = { ...BROWSER, entryPoints: ['src/index.ts'] }

let code: string
let inputs: Metafile['inputs']
let imports: readonly string[]

beforeAll(async () => {
  const result = await build({ ...LIBRARY, format: 'esm', minify: true, metafile: true })
  code = result.outputFiles[0].text
  inputs = result.metafile.inputs
  imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
})

describe('the library, bundled for a browser,', () => {
  it('imports nothing from Node or elsewhere', () => {
    expect(imports).toEqual([])
    expect(code).not.toMatch(/\bfrom\s*["']node:|\bimport\s*\(?\s*["']node:|\brequire\s*\(\s*["']/)
  })

  it('contains no code of the pipeline, the writers, the command line or the maps', () => {
    const files = Object.keys(inputs)
    expect(files).toContain('src/data/raster/paged-raster.ts')
    for (const foreign of [
      'data-build/',
      'src/data/bundle/write.ts',
      'src/data/raster/build.ts',
      'src/faces/cli',
      'src/faces/map/',
      'src/faces/http/',
      'src/faces/mcp/',
      'node_modules/fflate/',
      'node_modules/commander/',
      'node_modules/fast-png/',
    ])
      expect(files.filter((file) => file.startsWith(foreign))).toEqual([])
  })

  it(`is at most ${ceiling} kB, minified and gzipped`, () => {
    const size = gzipSync(code, { level: 9 }).length / 1000
    expect(size).toBeLessThan(ceiling)
    expect(size, 'the ceiling stays near').toBeGreaterThan(ceiling / 2)
  })

  it('returns the same scores as in Node, without `process` and with fetched data', async () => {
    const { address, asked } = await serve(await folderFixture())
    const page = browserPage(address)
    const library = await loadInto(page)
    const inBrowser = await library.openVicinage({ data: address })
    expect(asked).toContain('walkability.bundle')
    const inNode = await openVicinage({ data: await folderFixture() })
    const points = [
      { lat: 30.23, lon: -97.77 },
      { lat: 30.28, lon: -97.65 },
      { lat: 34.02, lon: -118.28 },
      { lat: 25.72, lon: -80.24 },
      { lat: 0, lon: 0 },
    ]
    for (const point of points) {
      expect(plain(inBrowser.scores(point))).toEqual(inNode.scores(point))
      for (const id of dimensionsFixture) expect(plain(inBrowser.explain(id, point))).toEqual(inNode.explain(id, point))
    }
    expect(plain(inBrowser.dimensions())).toEqual(inNode.dimensions())
  })

  it('can also be loaded as a classic script, where import.meta does not exist', async () => {
    const result = await build({ ...LIBRARY, format: 'iife', globalName: 'vicinage' })
    const { address } = await serve(await folderFixture())
    const page = browserPage(address)
    vm.runInContext(result.outputFiles[0].text, page)
    const library = vm.runInContext('vicinage', page) as typeof Library
    const vicinage = await library.openVicinage({ data: address })
    expect(vicinage.score('walkability', { lat: 34.05, lon: -118.25 }).score).toBe(77)
  })

  it('throws the same errors as in Node', async () => {
    const { address } = await serve(await folderFixture(), { 'fire.bundle': 'half' })
    const page = browserPage(address)
    const library = await loadInto(page)
    const refused = await library.openVicinage({ data: `${address}nowhere/` }).catch((error: unknown) => error)
    expect((refused as Error).name).toBe('BundleError')
    expect((refused as Error).message).toContain(`There is no vicinage data in ${address}nowhere/`)
    const vicinage = await library.openVicinage({ data: address, dimensions: ['walkability'] })
    expect(() => vicinage.score('walkability', { lat: 91, lon: 0 })).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        detail: [expect.objectContaining({ type: 'less_than_equal' })],
      }),
    )
  })
})

/**
 * Returns a context with the globals of a page that the library may use. They do not include `process` and `Buffer`.
 */
function browserPage(address: string): vm.Context {
  const { fetch, URL, TextDecoder, TextEncoder, Blob, Response, DecompressionStream, TransformStream } = globalThis
  const { crypto, AbortController, performance, setTimeout, clearTimeout } = globalThis
  return vm.createContext({
    ...{ fetch, URL, TextDecoder, TextEncoder, Blob, Response, DecompressionStream, TransformStream },
    ...{ crypto, AbortController, performance, setTimeout, clearTimeout },
    location: { href: address },
  })
}

/** Runs the bundle in the page as a classic script, so that its exports become a value. */
async function loadInto(page: vm.Context): Promise<typeof Library> {
  const result = await build({
    ...{ ...BROWSER, format: 'iife', globalName: 'vicinage' },
    stdin: { contents: code, resolveDir: '.', loader: 'js' },
    define: { 'import.meta.url': JSON.stringify('http://127.0.0.1/app.js') },
  })
  vm.runInContext(result.outputFiles[0].text, page)
  expect(vm.runInContext('typeof process + typeof Buffer + typeof require', page)).toBe('undefinedundefinedundefined')
  return vm.runInContext('vicinage', page) as typeof Library
}

/** Copies objects from the page's realm to this one. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
