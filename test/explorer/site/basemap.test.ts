import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BasemapError, readBasemap } from '../../../src/explorer/site/basemap.ts'
import { startPage } from '../../../src/explorer/site/start-page.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { listeningInTest } from '../../support/listening.ts'
import { archiveFixture } from './fixtures/archive.ts'

const folder = emptyFolder()

/** Answers each path with JSON, text or a status, and other paths with 404. Returns the origin. */
async function serve(answers: Readonly<Record<string, object | number | string>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url] ?? 404
    if (typeof answer === 'number') return response.writeHead(answer).end()
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  const origin = await listeningInTest(server)
  return origin
}

describe('a custom base map', () => {
  it('may be a PMTiles file, which is served with the page', async () => {
    const path = join(folder, 'town.pmtiles')
    await writeFile(path, archiveFixture({ z: 0, x: 0, y: 0 }))
    expect(await readBasemap(path)).toEqual({ kind: 'pmtiles', url: 'basemap.pmtiles', path, origins: [] })
  })

  it('may be a remote archive, whose origin the page may load from', async () => {
    expect(await readBasemap('https://Tiles.example/a/town.pmtiles?v=1')).toEqual({
      kind: 'pmtiles',
      url: 'https://tiles.example/a/town.pmtiles?v=1',
      path: null,
      origins: ['https://tiles.example'],
    })
  })

  it('may be a style, which allows all origins used in the style', async () => {
    const origin = await serve({
      '/style.json': {
        version: 8,
        glyphs: 'https://fonts.example/{fontstack}/{range}.pbf',
        sprite: [{ id: 'default', url: 'https://signs.example/basic' }],
        sources: {
          a: { type: 'vector', url: '/tiles.json' },
          b: { type: 'raster', tiles: ['https://raster.example/{z}/{x}/{y}.png'] },
          c: { type: 'vector', url: 'pmtiles://https://archive.example/town.pmtiles' },
          d: { type: 'geojson', data: 'lines.geojson' },
          e: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
        },
        layers: [],
      },
      '/tiles.json': { tiles: ['https://tiles.example/{z}/{x}/{y}.mvt'] },
    })
    const { kind, url, origins } = await readBasemap(`${origin}/style.json`)
    expect([kind, url]).toEqual(['style', `${origin}/style.json`])
    const others = ['archive', 'fonts', 'raster', 'signs', 'tiles'].map((name) => `https://${name}.example`)
    expect([...origins].sort()).toEqual([origin, ...others].sort())
  })

  it.each([
    ['a missing file', () => join(folder, 'none.pmtiles'), 'there is no such file'],
    ['a folder', () => folder, 'cannot be read (EISDIR)'],
    ['a file of another kind', () => join(folder, 'text'), 'is not a PMTiles version 3 archive'],
    ['an older archive', () => join(folder, 'old'), 'is not a PMTiles version 3 archive'],
    ['an invalid address', () => 'http://', 'is not a valid URL'],
  ])('is rejected with a one-sentence error: %s', async (_, given, reason) => {
    await writeFile(join(folder, 'text'), 'PMT')
    await writeFile(join(folder, 'old'), 'PMTiles\u0002')
    const error = await readBasemap(given()).catch((reason) => reason)
    expect(error).toBeInstanceOf(BasemapError)
    expect(error.message).toContain(reason)
  })

  it.each([
    [{ '/s': 503 }, 'answered 503'],
    [{ '/s': '<html>' }, 'is not JSON'],
    [{ '/s': 'null' }, 'is not JSON'],
    [{ '/s': { version: 7, sources: {} } }, 'is not a MapLibre style'],
    [{ '/s': { version: 8 } }, 'is not a MapLibre style'],
    [{ '/s': { version: 8, sources: { a: { url: '/t' } } } }, 'answered 404'],
  ])('is rejected if its style is %j', async (answers, reason) => {
    const address = await serve(answers as Readonly<Record<string, object | number>>)
    await expect(readBasemap(`${address}/s`)).rejects.toThrow(reason)
    await expect(readBasemap(`${address}/s`)).rejects.toThrow(BasemapError)
  })

  it('ends the command with a one-sentence error if it is invalid', async () => {
    const { code, err } = await consoleOf(['serve', '--no-auth', '--port', '0', '--basemap', join(folder, 'none')])
    expect([code, err]).toEqual([2, expect.stringContaining('there is no such file')])
    const without = await consoleOf(['serve', '--no-auth', '--no-explore', '--basemap', 'x'])
    expect(without.err).toContain('--no-explore turns off')
  })
})

const template = `<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'self'; x"></head>`

describe('the content security policy of the page', () => {
  it('allows the origins of the base map, and otherwise only the origin of the page', () => {
    expect(startPage(template, null, {})).toBe(template)
    const origins = ['https://a.example', 'https://b.example:8443']
    const html = startPage(template, null, {
      basemap: { kind: 'style', url: 'https://a.example/"s"', path: null, origins },
    })
    expect(html).toContain("connect-src 'self' https://a.example https://b.example:8443; x")
    expect(html).toContain(
      '<meta name="vicinage-basemap" content="{&quot;kind&quot;:&quot;style&quot;,&quot;url&quot;:',
    )
  })
})
