import { readFileSync } from 'node:fs'
import { decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DrawnBaseMap } from '../../../src/data/base-map.ts'
import { preview, startPage } from '../../../src/explorer/site/start-page.ts'
import { type DimensionId, openVicinage, type Vicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

const template = readFileSync('src/explorer/app/index.html', 'utf8')

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage<DimensionId>({
    dimensions: ['walkability', 'noise-levels', 'fire'],
    schools: false,
    geocoder: false,
  })
})

/** Returns a base map with nothing but interstates. */
function groundFixture(lines: readonly (readonly number[][])[]): DrawnBaseMap {
  const none = { type: 'FeatureCollection' as const, features: [] }
  const roads = lines.map((coordinates) => ({
    type: 'Feature' as const,
    properties: { name: 'I-1', kind: 'interstate' as const },
    geometry: { type: 'LineString' as const, coordinates: coordinates as number[][] },
  }))
  const rest = {
    sea: none,
    neighbors: none,
    land: none,
    lakes: none,
    water: none,
    shores: none,
    parks: none,
    counties: none,
    states: none,
    rivers: none,
  }
  return { ...rest, streets: none, labels: none, roads: { type: 'FeatureCollection', features: roads } }
}

/** Returns the texts of elements, without tags. */
function texts(html: string, element: string): string[] {
  return Array.from(html.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs')), ([, inside]) =>
    inside
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

describe('the start page', () => {
  it("describes itself without scripts, with the library's scores and their sources", () => {
    const html = startPage(template, vicinage, {})
    const [summary] = texts(html, 'noscript')
    expect(summary).toContain('A map of 3 scores from 1 to 255')
    const places = [
      { lat: 33.9908, lon: -118.4592 },
      { lat: 30.2672, lon: -97.7431 },
      { lat: 25.7215, lon: -80.2684 },
    ]
    const expected = (['walkability', 'noise-levels', 'fire'] as const).flatMap((id) =>
      places.map((place) => {
        const { score, description } = vicinage.score(id, place)
        return score === 0 ? 'no data' : `${score} ${description}`
      }),
    )
    expect(texts(html, 'td')).toEqual(expected)
    const titles = vicinage.dimensions().flatMap(({ loaded, sources }) => (loaded ? sources : []))
    for (const { agency, title } of titles) expect(summary).toContain(`${agency}, ${title}`)
    // All lines of the template are still there.
    for (const line of template.split('\n').filter((text) => text !== '')) expect(html).toContain(line)
  })

  it('contains absolute URLs and can be embedded, but only if configured', () => {
    const plain = startPage(template, vicinage, {})
    expect(plain).toContain('property="og:image" content="preview.png"')
    expect(plain).not.toMatch(/canonical|og:url|vicinage-embed|vicinage-demographics/)
    const full = startPage(template, vicinage, { publicUrl: 'https://map.example/v/', embed: true, demographics: true })
    expect(full).toContain('<meta property="og:image" content="https://map.example/v/preview.png">')
    expect(full).toContain('<link rel="canonical" href="https://map.example/v/">')
    expect(full).toContain('<meta property="og:url" content="https://map.example/v/">')
    expect(full).toContain('<meta name="vicinage-embed" content="allowed">')
    expect(full).toContain('<meta name="vicinage-demographics" content="allowed">')
    expect(full.indexOf('vicinage-embed')).toBeLessThan(full.indexOf('</head>'))
  })

  it('contains a link to report a wrong score only if the owner of the package has configured it', () => {
    expect(startPage(template, vicinage, {})).not.toContain('vicinage-bugs')
    expect(startPage(template, vicinage, { bugs: 'https://example.com/issues' })).toContain(
      '<meta name="vicinage-bugs" content="https://example.com/issues">',
    )
  })

  it('preloads the beginnings of the score bundles and the first map before its first script', () => {
    const entry = { rows: 0, bytes: 900, start: 100, sources: [], sha256: 'abc' }
    const bundles = [
      { ...entry, id: 'geography', kind: 'geography', file: 'geography.bundle' },
      { ...entry, id: 'flood', kind: 'dimension', file: 'flood-7.bundle', start: 70 },
      { ...entry, id: 'base-map', kind: 'base-map', file: 'base-map.bundle', sha256: 'def' },
    ]
    const html = startPage(template, null, { bundles })
    const [, heads] = /name="vicinage-heads" content="([^"]+)"/.exec(html)!
    expect(JSON.parse(heads.replaceAll('&quot;', '"'))).toEqual({
      geography: ['geography.bundle?v=abc', 100],
      flood: ['flood-7.bundle?v=abc', 70],
    })
    expect(html.indexOf('vicinage-heads')).toBeLessThan(html.indexOf('<script'))
    expect(html).toContain('<meta name="vicinage-first-map" content="data/first-map.json?v=def">')
  })

  it('escapes a URL within its attribute', () => {
    const html = startPage(template, vicinage, { publicUrl: `https://x.example/"><script>$&$'alert(1)</script>/` })
    expect(html).not.toContain('<script>$')
    expect(html).toContain(
      'content="https://x.example/&quot;&gt;&lt;script&gt;$&amp;$\'alert(1)&lt;/script&gt;/preview.png"',
    )
  })

  it('omits places outside the available data', async () => {
    const made = await openVicinage({ data: await folderFixture() })
    const html = startPage(template, made, {})
    expect(texts(html, 'noscript')[0]).toContain('Sources')
    for (const place of texts(html, 'thead')) expect(place).not.toContain('Los Angeles')
  })

  it('includes a preview picture of the declared size that shows various scores', () => {
    const { width, height, data } = decode(preview(vicinage)!)
    expect([width, height]).toEqual([1200, 630])
    for (const [name, value] of [
      ['width', width],
      ['height', height],
    ])
      expect(template).toContain(`<meta property="og:image:${name}" content="${value}">`)
    expect(new Set(data).size).toBeGreaterThan(100)
  })

  it('draws roads at the correct positions in the preview picture', () => {
    const lines = [
      [
        [-118.4, 33],
        [-118.4, 35],
      ],
    ]
    const { data, palette } = decode(preview(vicinage, groundFixture(lines))!)
    const colorAt = (x: number, y: number) => palette![data[y * 1200 + x]].slice(0, 3)
    // The picture is 1,200 pixels or 0.54° wide. Its western edge is a third of that, 0.18°, west of the place in
    // Venice.
    const x = Math.floor(((-118.4 + 118.4592 + 0.18) / 0.54) * 1200)
    for (let y = 0; y < 546; y++) {
      const across = Array.from({ length: 13 }, (_, i) => String(colorAt(x - 6 + i, y)))
      expect(across.slice(5, 8)).toEqual(Array(3).fill('255,253,248')) // nearly white
      const edges = across.flatMap((color, i) => (color === '40,36,30' ? [i] : []))
      expect([edges[0] < 5, edges.at(-1)! > 7]).toEqual([true, true])
    }
    const plain = decode(preview(vicinage)!).data
    // Elsewhere, the picture shows scores or the sea. A score may be off by one if the base map uses its palette entry.
    const changed = plain.filter((value, i) => value !== 0 && Math.abs(value - data[i]) > 1)
    expect(changed.length).toBeLessThanOrEqual(10 * 630)
  })
})
