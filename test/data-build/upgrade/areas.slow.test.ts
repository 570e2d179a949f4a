import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import type { Position } from 'geojson'
import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileServer, good } from '../fetch/file-server.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { randomZones } from './fixtures/data.ts'
import { upgradedOwn } from './place-upgrades.ts'

const AUSTIN = [-97.8, 30.2, -97.7, 30.3] as const
const shapes = randomZones(6, AUSTIN, () => ({})).map(({ geometry }) => geometry.coordinates as Position[][])
const text = (name: string, length = 40) => ({ name, type: 'C' as const, length })

/** Makes a shapefile as the Census Bureau does: without `.prj`, in degrees. */
function shapefile(stem: string, fields: readonly string[], rows: readonly string[][], of = shapes): Uint8Array {
  const rings = of.slice(0, rows.length) as [number, number][][][]
  return zipSync({
    [`${stem}.shp`]: shpBytes(POLYGON, rings),
    [`${stem}.dbf`]: dbfBytes(
      fields.map((name) => text(name)),
      rows,
    ),
  })
}

const ZIPS = 'cb_2020_us_zcta520_500k'
const zips = (of = shapes) =>
  shapefile(
    ZIPS,
    ['ZCTA5CE20', 'GEOID20'],
    [
      ['78704', '78704'],
      ['10001', '10001'],
    ],
    of,
  )
const PLACE = ['STATEFP', 'PLACEFP', 'GEOID', 'NAME', 'LSAD', 'ALAND']
const places = shapefile('cb_2024_48_place_500k', PLACE, [
  ['48', '05000', '4805000', 'Austin', '25', '800'],
  ['48', '11111', '4811111', 'Rollingwood', '57', '5'],
  ['48', '63008', '4863008', 'Rollingwood', '25', '4'],
  ['48', '33333', '4833333', 'San Buena (Ventana)', '25', '3'],
])
const polygon = (i: number) => ({ type: 'Polygon' as const, coordinates: shapes[i] })
const open = (userData = true) => openVicinage({ userData, dimensions: ['walkability'], schools: false })

function folderWith(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = emptyFolder()
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  return folder
}

describe('official area outlines', () => {
  let before: Vicinage<'walkability'>
  beforeAll(async () => {
    before = await open(false)
  })

  it("replace the package's outlines where a file contains them, but not elsewhere", async () => {
    const home = userDataAt(emptyFolder())
    const from = [folderWith({ [`${ZIPS}.zip`]: zips(), 'cb_2024_48_place_500k.zip': places })]
    const { summary } = await upgradedOwn('areas', home, { from })
    expect(summary.painted).toEqual(['file-cb-2020-us-zcta520-500k', 'file-cb-2024-48-place-500k'])
    const opened = await open()
    const exact = (i: number) => before.area(polygon(i))
    // The census counted the people of the ZIP, regardless of its current outline.
    const counted = { people: 49_197, people_source: 'census 2020' as const, people_range: null }
    expect(opened.area({ zip: '78704' })).toEqual({ ...exact(0), ...counted })
    expect(exact(0)).toMatchObject({ boundary: 'exact', people: expect.any(Number) })
    expect(before.area({ zip: '78704' }).land_km2).not.toBe(exact(0).land_km2)
    expect(opened.build).not.toBe(before.build)
    const austin = { people: 961_855, people_source: 'census 2020' as const, people_range: null }
    expect(opened.area({ city: 'City of Austin', state: 'TX' })).toEqual({ ...exact(0), ...austin })
    // If a city and a census designated place share a name, the city is meant.
    expect(opened.area({ city: 'Rollingwood', state: 'TX' })).toEqual({ ...exact(2), ...austin, people: 1467 })
    for (const city of ['San Buena', 'ventana']) expect(opened.area({ city, state: 'TX' }), city).toEqual(exact(3))
    expect(opened.area({ zip: '78701' })).toEqual(before.area({ zip: '78701' }))
    expect(() => opened.area({ zip: '10001' })).toThrow('There is no ZIP 10001')
    const [[own], [nearest]] = [opened, before].map((one) =>
      one
        .rank('walkability', { of: 'city', within: { county: '48453' } })
        .areas.filter(({ name }) => name === 'Austin, TX'),
    )
    expect(own.people).toBe(nearest.people)
    expect(own.mean).not.toBe(nearest.mean)
    expect(opened.find({ where: { walkability: { min: 1 } }, within: { zip: '78704' } }).boundary).toBe('exact')
    const { sources } = JSON.parse(readFileSync(join(home, 'upgrades', 'sources.json'), 'utf8'))
    expect(sources[0]).toMatchObject({
      vintage: expect.stringMatching(/^2020; read .*SHA-256/),
      files: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
  })

  it('use the census counts of a table in the same folder', async () => {
    const home = userDataAt(emptyFolder())
    const table = [
      'GEO_ID,NAME,P1_001N',
      'Geography,Geographic Area Name, !!Total',
      '1600000US4805000,"Austin city, Texas",12',
      '860Z200US78704,ZCTA5 78704,34',
      '0400000US48,Texas,29145505',
    ].join('\n')
    const counts = { 'DECENNIALDHC2020.P1-Data.csv': new TextEncoder().encode(table) }
    const from = [folderWith({ [`${ZIPS}.zip`]: zips(), 'cb_2024_48_place_500k.zip': places, ...counts })]
    await upgradedOwn('areas', home, { from })
    const opened = await open()
    const people = (area: { zip: string } | { city: string; state: string }) => opened.area(area).people
    expect([people({ zip: '78704' }), people({ city: 'Austin', state: 'TX' })]).toEqual([34, 12])
    expect(people({ city: 'Rollingwood', state: 'TX' })).toBe(1467)
  })

  it.each([
    ['a cell that is not a number', '1600000US4805000,Austin,many', /'many' people of 1600000US4805000/],
    ['neither a ZIP nor a city', '0400000US48,Texas,29145505', /no ZIP code and no place/],
  ])('are rejected if the census table contains %s', async (_, row, message) => {
    const table = new TextEncoder().encode(`GEO_ID,NAME,P1_001N\n${row}`)
    const home = userDataAt(emptyFolder())
    const from = [folderWith({ 'cb_2024_48_place_500k.zip': places, 'P1-Data.csv': table })]
    await expect(upgradedOwn('areas', home, { from })).rejects.toThrow(message)
  })

  it('are required if a table of census counts is given', async () => {
    const home = userDataAt(emptyFolder())
    const table = new TextEncoder().encode('GEO_ID,P1_001N\n1600000US4805000,1')
    const from = [join(folderWith({ 'P1-Data.csv': table }), 'P1-Data.csv')]
    await expect(upgradedOwn('areas', home, { from })).rejects.toThrow(
      'Census counts are only used together with outlines',
    )
  })

  it('are rejected with a one-sentence error and no data change if the file contains no ZIPs or cities', async () => {
    const home = userDataAt(emptyFolder())
    const refused = (files: Readonly<Record<string, Uint8Array>>) =>
      upgradedOwn('areas', home, { from: [folderWith(files)] }).then(String, String)
    const other = shapefile('roads', ['LINEARID'], [['1']])
    expect(await refused({ 'roads.zip': other })).toMatch(/roads\.zip, row 1: no ZIPs or cities; expected ZCTA5CE20/)
    expect(await refused({ 'a.zip': shapefile('a', ['ZCTA5CE20'], [['7870']]) })).toMatch(
      /a\.zip, row 1: the ZIP '7870'/,
    )
    expect(await refused({ 'a.zip': places.subarray(0, 300) })).toMatch(/^LayerError: a\.zip: /)
    expect(await refused({ 'a.zip': shapefile('a', ['ZCTA5CE20'], [['10001']]) })).toMatch(
      /^LayerError: Nothing in .* is in California, Texas or Florida, so nothing was changed/,
    )
    expect(existsSync(join(home, 'upgrades', 'manifest.json'))).toBe(false)
  })

  it('are downloaded file by file, resumed after an interrupted run, and requested again only if changed', async () => {
    const path = { zips: `/GENZ2020/shp/${ZIPS}.zip`, cities: '/GENZ2024/shp/cb_2024_48_place_500k.zip' }
    const newer = '/GENZ2025/shp/cb_2025_48_place_500k.zip'
    // Pads the file to the minimum size of a nationwide file.
    const large = (bytes: Uint8Array, more: number) =>
      zipSync({ ...unzipSync(bytes), 'more.txt': [new Uint8Array(more), { level: 0 }] })
    const big = large(zips(), 20_000_000)
    const cities = large(places, 300_000)
    let isBusy = true
    const server = await fileServer({
      [path.zips]: good(big),
      [path.cities]: (request, response, turn) =>
        isBusy
          ? response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><title>Rejected</title></html>')
          : good(cities)(request, response, turn),
    })
    const home = userDataAt(emptyFolder())
    const run = () => upgradedOwn('areas', home, { mirror: server.origin, counties: ['48453'] })
    const first = await run()
    expect(first.notes[0]).toMatch(/^ZIP outlines come in one file for the whole country, about 60 MB/)
    expect(first.summary).toMatchObject({
      painted: ['agency-zips'],
      failed: [{ map: 'outlines of the cities of Texas', reason: expect.stringMatching(/web page/) }],
    })
    const own = before.area({ zip: '78704' })
    expect((await open()).area({ zip: '78704' }).land_km2).not.toBe(own.land_km2)
    isBusy = false
    const asked = server.asked.length
    expect((await run()).summary).toMatchObject({ painted: ['agency-cities-48'], failed: [] })
    const city = { city: 'Austin', state: 'TX' }
    expect((await open()).area(city).land_km2).not.toBe(before.area(city).land_km2)
    const sent = server.asked.slice(asked)
    expect(sent.map(({ path }) => path)).toEqual([path.zips, newer, path.cities])
    expect(sent[0].headers['if-none-match'] ?? sent[0].headers['if-modified-since']).toBeDefined()
    expect(existsSync(join(home, 'upgrades', 'downloads'))).toBe(false)
    const again = await run()
    expect(again.summary).toMatchObject({ painted: [], failed: [] })
    expect(again.notes).toEqual([])
  })
})
