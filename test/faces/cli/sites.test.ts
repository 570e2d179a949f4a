import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ResumableSites } from '../../../src/answers/areas/sites.ts'
import { inputIdentity } from '../../../src/faces/batch/input/identity.ts'
import { SitesJournal } from '../../../src/faces/cli/sites-journal.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from './console.ts'

const vicinage = await openVicinage({ dimensions: ['walkability', 'urban-rural'], userData: false })
const open = async () => vicinage as unknown as Vicinage
const folder = emptyFolder()
const at = (name: string) => join(folder, name)

writeFileSync(
  at('stores.csv'),
  'Store Name,lat,lon,sales\n"Alpha <b>& ""Co""",30.2672,-97.7431,1\nBeta,30.2772,-97.7431,2\n,30.4,-97.9,3\n\nDelta,,,4\nEpsilon,91,0,5\n',
)
writeFileSync(
  at('stores.ndjson'),
  '{"name":"Alpha","lat":30.2672,"lon":-97.7431}\n{"name":"Beta","lat":"30.2772","lon":-97.7431}\nno\n',
)
writeFileSync(
  at('homes.csv'),
  'name,address\nCapitol,"1100 Congress Ave, Austin, TX 78701"\nZip,78704\nNowhere,"12 Nosuch Rd, Gotham"\n',
)
const shape = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'South' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-97.78, 30.23],
            [-97.74, 30.23],
            [-97.74, 30.26],
            [-97.78, 30.26],
            [-97.78, 30.23],
          ],
        ],
      },
    },
  ],
}
writeFileSync(at('shapes.geojson'), JSON.stringify(shape))

const sites = (...argv: string[]) => consoleOf(['sites', ...argv], { open })
const stores = [
  { lat: 30.2672, lon: -97.7431, label: 'Alpha <b>& "Co"' },
  { lat: 30.2772, lon: -97.7431, label: 'Beta' },
  { lat: 30.4, lon: -97.9, label: 'Row 3' },
]
const expected = vicinage.sites(stores, { radius: 1609.344 })

describe('vicinage sites', () => {
  it('writes the library result as JSON and reports rows without a place', async () => {
    const { code, err } = await sites(at('stores.csv'), '--radius', '1mi', '--out', at('a.json'))
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(at('a.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(expected)))
    expect(err).toContain(`3 sites, ${expected.people.toLocaleString('en-US')} people, each counted once`)
    expect(err).toMatch(/2 rows could not be located\. The first is row 4: There are no coordinates\./)
  })

  it.each(['1mi', '1 MI', '1609.344', '1609.344m', '1.609344km', '5280ft'])('accepts the radius %s', async (radius) => {
    const { code } = await sites(at('stores.csv'), '--radius', radius, '-o', at('r.json'), '--force', '--quiet')
    expect(code).toBe(0)
    const { people } = JSON.parse(readFileSync(at('r.json'), 'utf8'))
    expect(people).toBe(expected.people)
  })

  it('writes a row for each site as CSV and as Parquet', async () => {
    await sites(at('stores.csv'), '--radius', '1mi', '-o', at('b.csv'))
    const [head, first, ...rows] = readFileSync(at('b.csv'), 'utf8').trim().split('\n')
    expect(head).toMatch(/^site,lat,lon,radius_m,state,people,.*walkability,walkability_p10,/)
    expect(first).toMatch(/^"Alpha <b>& ""Co""",30\.2672,-97\.7431,1609\.344,TX,/)
    expect(first.split(',')[5]).toBe(String(expected.sites[0].people))
    expect(rows).toHaveLength(2)
    const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet')
    await sites(at('stores.csv'), '--radius', '1mi', '-o', at('b.parquet'))
    const read = await parquetReadObjects({ file: await asyncBufferFromFile(at('b.parquet')) })
    expect(read.map(({ site, walkability }) => [site, walkability])).toEqual(
      expected.sites.map(({ label, scores }) => [label, scores.walkability.mean]),
    )
  })

  it('writes a report as a single HTML file that escapes names and makes no requests', async () => {
    await sites(at('stores.csv'), '--radius', '1mi', '-o', at('c.html'))
    const html = readFileSync(at('c.html'), 'utf8')
    expect(html).toContain('Alpha &#60;b&#62;&#38; &#34;Co&#34;')
    expect(html).toMatch(/<title>\d sites within 1 mile \(1\.6 km\) \(stores\.csv\)<\/title>/)
    expect(html).not.toMatch(/<b>|<script|https?:\/\/|src=|url\(/)
    expect(html).toContain(`${expected.people.toLocaleString('en-US')} people live within at least one site`)
    expect(html).toMatch(/default-src 'none'; style-src 'sha256-/)
    expect(html.match(/<circle /g)).toHaveLength(3)
    expect(html).toContain('Row 4: There are no coordinates.')
  })

  it('reads NDJSON, addresses, and polygons, which need no radius', async () => {
    await sites(at('stores.ndjson'), '--radius', '1mi', '-o', at('d.json'))
    const lines = JSON.parse(readFileSync(at('d.json'), 'utf8'))
    expect(lines.sites.map(({ label }: { label: string }) => label)).toEqual(['Alpha', 'Beta'])
    expect(lines.people).toBe(vicinage.sites(stores.slice(0, 2), { radius: 1609.344 }).people)
    const addresses = await sites(at('homes.csv'), '--radius', '1mi', '-o', at('e.html'))
    expect(addresses.err).toMatch(
      /2 sites, .*\n1 address located with an uncertainty larger than the radius\.\n1 row could not be located/,
    )
    await sites(at('shapes.geojson'), '-o', at('f.json'))
    expect(JSON.parse(readFileSync(at('f.json'), 'utf8')).people).toBe(vicinage.sites(shape as never).people)
  })

  it('reads coordinates or addresses from Parquet, one row group at a time', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer')
    const columnData = [
      { name: 'sales', data: [1, 2, 3, 4, 5] },
      { name: 'lat', data: [30.2672, 30.2772, null, 30.4, 91], type: 'DOUBLE' },
      { name: 'lon', data: [-97.7431, -97.7431, null, -97.9, 0], type: 'DOUBLE' },
      { name: 'Store Name', data: ['Alpha <b>& "Co"', 'Beta', 'Delta', '', 'Epsilon'], type: 'STRING' },
    ] as const
    for (const rowGroupSize of [2, 100]) {
      writeFileSync(at('g.parquet'), Buffer.from(parquetWriteBuffer({ columnData: columnData as never, rowGroupSize })))
      const { err } = await sites(at('g.parquet'), '--radius', '1mi', '-o', at('g.json'), '--force')
      const { people, sites: read } = JSON.parse(readFileSync(at('g.json'), 'utf8'))
      expect(people).toBe(expected.people)
      expect(read.map(({ label }: { label: string }) => label)).toEqual(['Alpha <b>& "Co"', 'Beta', 'Row 4'])
      expect(err).toMatch(/2 rows could not be located\. The first is row 3: There are no coordinates\./)
    }
    const data = ['1100 Congress Ave, Austin, TX 78701', '78704']
    const addresses = [{ name: 'address', data, type: 'STRING' }] as const
    writeFileSync(at('h.parquet'), Buffer.from(parquetWriteBuffer({ columnData: addresses as never })))
    await sites(at('h.parquet'), '--radius', '1mi', '-o', at('h.json'))
    const { sites: placed } = JSON.parse(readFileSync(at('h.json'), 'utf8'))
    expect(placed.map(({ label }: { label: string }) => label)).toEqual([
      expect.stringContaining('Congress'),
      expect.stringContaining('78704'),
    ])
    writeFileSync(at('i.parquet'), 'PAR1 but not for long')
    expect(await sites(at('i.parquet'), '--radius', '1mi', '-o', at('i.json'))).toMatchObject({
      code: expect.toSatisfy((code: number) => code !== 0),
      err: expect.stringMatching(/not a complete Parquet file/),
    })
  })

  it.each([
    ['a missing radius', ['stores.csv', '-o', 'x.json'], /Points need a radius/],
    ['an invalid radius', ['stores.csv', '--radius', 'far', '-o', 'x.json'], /expected a distance/],
    ['a radius over 100 km', ['stores.csv', '--radius', '1000mi', '-o', 'x.json'], /1 m to 100 km/],
    [
      'an unknown output format',
      ['stores.csv', '--radius', '1mi', '-o', 'x.pdf'],
      /\.html, \.csv, \.json or \.parquet/,
    ],
    ['an existing output file', ['stores.csv', '--radius', '1mi', '-o', 'stores.csv'], /already exists/],
    ['a missing input file', ['nothing.csv', '--radius', '1mi', '-o', 'x.json'], /nothing\.csv/],
    ['a missing GeoJSON file', ['nothing.geojson', '-o', 'x.json'], /there is no such file/],
    [
      'an output in a missing folder',
      ['stores.csv', '--radius', '1mi', '-o', 'no/x.json'],
      /folder of .* does not exist/,
    ],
  ])('rejects %s', async (_, [input, ...argv], message) => {
    const inFolder = argv.map((word) => (/\.\w+$/.test(word) ? at(word) : word))
    const { code, err } = await sites(at(input), ...inFolder)
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })

  describe('after an interruption', () => {
    const output = at('long.json')
    const journal = `${output}.vicinage-journal`
    const ask = (...argv: string[]) => sites(at('stores.csv'), '--radius', '1mi', '-o', output, ...argv)

    /** Leaves the journal of a run that was killed after its first site, with a line that was cut off. */
    async function interrupt() {
      const plan = {
        input: await inputIdentity(at('stores.csv')),
        radius: 1609.344,
        header: true,
        sites: stores.length,
        build: vicinage.build,
      }
      const left = new SitesJournal(journal, plan, { resume: false, force: true })
      left.add((vicinage as unknown as ResumableSites).startSites(stores, { radius: 1609.344 }).summarize(0))
      left.close()
      appendFileSync(journal, '{"sites":[{"label":"cut')
      rmSync(output, { force: true })
    }

    it('does not start over unless --resume or --force is given', async () => {
      await interrupt()
      expect(await ask()).toMatchObject({ code: 2, err: expect.stringMatching(/An interrupted run left/) })
    })

    it('continues with --resume, returns the same answer and leaves no journal', async () => {
      await interrupt()
      expect((await ask('--resume')).code).toBe(0)
      expect(JSON.parse(readFileSync(output, 'utf8'))).toEqual(JSON.parse(JSON.stringify(expected)))
      expect(existsSync(journal)).toBe(false)
    })

    it('refuses the journal of another run, and starts over with --force', async () => {
      await interrupt()
      const other = await sites(at('stores.csv'), '--radius', '2mi', '-o', output, '--resume')
      expect(other).toMatchObject({
        code: 2,
        err: expect.stringMatching(/another run with a different radius \(1609\.344 then, 3218/),
      })
      expect((await ask('--force')).code).toBe(0)
      expect(existsSync(journal)).toBe(false)
    })
  })

  it('exits with code 3 if no row contains a place', async () => {
    writeFileSync(at('none.csv'), 'name,lat,lon\na,,\n')
    const { code, err } = await sites(at('none.csv'), '--radius', '1mi', '-o', at('y.json'))
    expect([code, err]).toEqual([3, expect.stringMatching(/No row of .* could be located: There are no coordinates/)])
  })
})
