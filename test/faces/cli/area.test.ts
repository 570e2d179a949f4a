import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DimensionId, openVicinage, type Vicinage } from '../../../src/index.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from './console.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage<DimensionId>({ dimensions: ['walkability', 'fire'], userData: false })
})

const ask = (...argv: string[]) => consoleOf(argv, { columns: 80, open: async () => vicinage })

describe('vicinage area', () => {
  it('prints population, scores, shares below a score and schools within 80 columns', async () => {
    const { code, out, err } = await ask('area', '78704', '--below', 'walkability=190')
    expect([code, err]).toEqual([0, ''])
    const { people, scores, schools } = vicinage.area({ zip: '78704' }, { below: { walkability: 190 } })
    const { mean, p10, p50, p90, share_below: share } = scores.walkability
    expect(out).toContain(`ZIP 78704  ·  ${people.toLocaleString('en-US')} people`)
    expect(out).toMatch(new RegExp(`Walkability +${mean!.toFixed(1)} +${p10} +${p50} +${p90} `))
    expect(out).toMatch(/Fire safety +- +- +- +- +- +100%/)
    expect(out).toContain(`${Number((share! * 100).toFixed(1))}% of residents have a score below 190 for walkability.`)
    expect(out).toContain(`${schools!.high.schools} high`)
    expect(out).not.toContain('approximate')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(out).not.toContain('\u001b')
  })

  it('states exactly once that the figures describe the land if no homes are modeled in the area', async () => {
    const { out } = await ask('area', '90263', '--below', 'walkability=200')
    expect(out.match(/No homes are modeled in this area, so these figures describe its land\./g)).toHaveLength(1)
    expect(out).toContain('100% of the land has a score below 200 for walkability.')
    expect(out).not.toMatch(/residents|of the people/)
    const { out: inhabited } = await ask('area', '78704')
    expect(inhabited).not.toContain('No homes are modeled')
  })

  it.each([
    ['austin, texas', { city: 'Austin', state: 'TX' }],
    ['St. Johns County, FL', { county: '12109' }],
    ['30.27,-97.74,2000', { lat: 30.27, lon: -97.74, radius: 2000 }],
    ['-97.8, 30.2, -97.7, 30.3', { west: -97.8, south: 30.2, east: -97.7, north: 30.3 }],
  ] as const)('prints the library result as JSON for %s', async (text, shape) => {
    const { code, out } = await ask('area', text, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(vicinage.area(shape))
    expect(await ask('area', ...text.split(' '), '--json')).toMatchObject({ out })
  })

  it('reads GeoJSON files', async () => {
    const folder = emptyFolder()
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    // An open, clockwise ring with altitudes is the same area as the closed ring.
    const ring = [
      [-97.8, 30.2, 5],
      [-97.8, 30.3, 5],
      [-97.7, 30.3, 5],
    ]
    const feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
    const closed = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]].reverse()] }
    for (const shape of [feature, { type: 'FeatureCollection', features: [feature] }]) {
      const { out } = await ask('area', await file('a.geojson', JSON.stringify(shape)), '--json')
      expect(JSON.parse(out)).toEqual(vicinage.area(closed))
    }
    for (const [text, words] of [
      ['{"type":', 'is not valid JSON.'],
      ['[1]', 'it has no "type".'],
      ['{"type":"GeometryCollection","geometries":[]}', 'a MultiPolygon, not GeometryCollection.'],
      ['{"type":"FeatureCollection","features":[]}', 'The FeatureCollection is empty.'],
      ['{"type":"FeatureCollection","features":[null]}', 'a MultiPolygon, not null.'],
      ['{"type":"Polygon","coordinates":[[[-97.8,30.2],[1e308,30.2],[-97.7,30.3]]]}', 'Position 1 of ring 0'],
    ]) {
      const { code, err } = await ask('area', await file('b.geojson', text))
      expect(code).toBe(2)
      expect(err.split('\n')[0]).toContain(words)
    }
    expect((await ask('area', join(folder, 'none.json'))).err).toContain('there is no such file')
  })

  it.each([
    [[], "Missing required argument 'area'"],
    [[''], 'The area is missing.'],
    [['city:Austin'], 'A city needs its state after a comma'],
    [['30.27,-97.74,0'], 'radius of 1 to'],
    [['78704', '--below', 'walkability'], '--below: expected a dimension and a score'],
    [['78704', '--below', 'walkability=-1'], '--below: expected a dimension and a score'],
    [['78704', '--below', 'charm=5'], "There is no dimension 'charm'."],
  ])('rejects %j with a one-sentence error', async (argv, words) => {
    const { code, err } = await ask('area', ...argv)
    expect(code).toBe(2)
    expect(err).toContain(words)
  })

  it.each([
    ['00000', 'There is no ZIP 00000 in California, Texas and Florida.'],
    ['Travis County, CA', 'There is no county Travis County in CA.'],
    ['NY', 'The state NY is not covered'],
  ])('reports that %s is unknown', async (area, words) => {
    const { code, err } = await ask('area', area)
    expect(code).toBe(3)
    expect(err).toContain(words)
  })
})

describe('vicinage rank', () => {
  it('lists areas by mean score within 80 columns', async () => {
    const { code, out } = await ask(
      ...['rank', 'walkability', '--of', 'district', '--within', 'Harris County, TX', '--limit', '5'],
    )
    expect(code).toBe(0)
    const { areas: ranked, total } = vicinage.rank('walkability', {
      of: 'district',
      within: { county: '48201' },
      limit: 5,
    })
    expect(ranked).toHaveLength(5)
    expect(out.replaceAll('\n', ' ')).toContain(`5 of ${total}; use --limit for more.`)
    for (const { id, mean } of ranked) expect(out).toMatch(new RegExp(`${id} +[\\d,]+ +${mean.toFixed(1)}  `))
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    const json = await ask('rank', 'walkability', '--of', 'county', '--within', 'TX', '--lowest', '--json')
    expect(JSON.parse(json.out)).toEqual(
      vicinage.rank('walkability', { of: 'county', within: { state: 'TX' }, order: 'lowest' }),
    )
    expect((await ask('rank', 'fire', '--of', 'county', '--within', 'TX')).out).toContain('Nobody there has a score.')
  })

  it.each([
    [['walkability'], "Required option '--of <kind>' not specified."],
    [['walkability', '--of', 'planet'], "--of: Input should be 'city', 'zip', 'county' or 'district', got 'planet'."],
    [['walkability', '--of', 'city', '--limit', '0'], '--limit: Input should be greater than or equal to 1'],
    [['walkability', '--of', 'city', '--min-people', '-5'], '--min-people: Input should be greater than'],
  ])('rejects %j with a one-sentence error', async (argv, words) => {
    const { code, err } = await ask('rank', ...argv)
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(words)
  })
})
