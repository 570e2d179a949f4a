import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { pairs } from '../../../data-build/read/feature.ts'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { readBaseMap } from '../../../src/data/base-map.ts'
import { openBundle, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { dataInUse } from '../../../src/library/user-data/data-in-use.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { skippedName } from '../../support/skipped-name.ts'
import { writtenFile } from '../../support/written-file.ts'
import { fileServer, good } from '../fetch/file-server.ts'
import { dbfBytes, POLYLINE, shpBytes } from '../read/shapefile-bytes.ts'
import { upgradedOwn } from './place-upgrades.ts'

type Points = readonly (readonly [number, number])[]

/** Makes a TIGER/Line ROADS file, with a text file that pads it to a realistic size. */
function roads(
  county: string,
  rows: readonly { readonly name: string; readonly mtfcc: string; readonly line: Points }[],
) {
  const fields = ['LINEARID', 'FULLNAME', 'RTTYP', 'MTFCC'].map((name) => ({ name, type: 'C' as const, length: 60 }))
  return zipSync({
    [`tl_2025_${county}_roads.shp`]: shpBytes(
      POLYLINE,
      rows.map(({ line }) => [line]),
    ),
    [`tl_2025_${county}_roads.dbf`]: dbfBytes(
      fields,
      rows.map(({ name, mtfcc }, i) => [`11${i}`, name, 'M', mtfcc]),
    ),
    'about.txt': [new Uint8Array(3000), { level: 0 }],
  })
}

const main = {
  name: 'Congress Ave',
  mtfcc: 'S1200',
  line: [
    [-97.74, 30.26],
    [-97.739, 30.27],
  ] as Points,
}
const lane = {
  name: 'Elm Ln',
  mtfcc: 'S1400',
  line: [
    [-97.75, 30.26],
    [-97.75, 30.2601],
    [-97.7493, 30.261],
  ] as Points,
}
const track = {
  name: 'Ranch Trl',
  mtfcc: 'S1500',
  line: [
    [-97.6, 30.2],
    [-97.6, 30.3],
  ] as Points,
}
const nameless = {
  name: '',
  mtfcc: 'S1740',
  line: [
    [-97.7, 30.2],
    [-97.7, 30.2001],
  ] as Points,
}
const travis = roads('48453', [main, lane, track, nameless])

async function baseMap(userData = true) {
  const folder = userData ? await dataInUse({}) : dataFolder()
  const entry = (await readManifest(folder)).bundles.find(({ id }) => id === 'base-map')!
  return readBaseMap(await openBundle(folder, entry))
}

describe('official base map streets', () => {
  it('are added to all features of the packaged base map', async () => {
    const home = userDataAt(emptyFolder())
    const folder = emptyFolder()
    writeFileSync(join(folder, 'tl_2025_48453_roads.zip'), travis)
    writeFileSync(join(folder, 'tl_2025_48209_roads.zip'), roads('48209', [{ ...main, name: 'Center St' }]))
    const { summary } = await upgradedOwn('base-map', home, { from: [folder] })
    expect(summary.painted).toEqual(['file-tl-2025-48209-roads', 'file-tl-2025-48453-roads'])
    const [now, before] = [await baseMap(), await baseMap(false)]
    expect(before.streets.features).toEqual([])
    expect({ ...now, streets: null }).toEqual({ ...before, streets: null })
    expect(now.streets.features.map(({ properties }) => [properties.name, properties.kind])).toEqual([
      ['Center St', 'major'],
      ['Congress Ave', 'major'],
      ['Elm Ln', 'local'],
      ['', 'local'],
    ])
    expect(now.streets.features[2].geometry.coordinates).toEqual(lane.line)
  })

  it('are downloaded by county, even if the download of another county fails', async () => {
    const home = userDataAt(emptyFolder())
    const server = await fileServer({ '/TIGER2025/ROADS/tl_2025_48453_roads.zip': good(travis) })
    const run = () => upgradedOwn('base-map', home, { mirror: server.origin, counties: ['48453', '48209'] })
    expect((await run()).summary).toMatchObject({
      painted: ['agency-48453'],
      failed: [{ map: 'streets of county 48209', reason: expect.stringContaining('404') }],
    })
    expect((await baseMap()).streets.features).toHaveLength(3)
    expect((await run()).summary.painted).toEqual([])
    await expect(upgradedOwn('base-map', home)).rejects.toThrow('name counties with --county 48453')
  })

  it('are rejected with a one-sentence error if a file contains no county roads', async () => {
    const home = userDataAt(emptyFolder())
    const refused = async (name: string, bytes: Uint8Array) => {
      return upgradedOwn('base-map', home, { from: [writtenFile(name, bytes)] }).then(String, String)
    }
    expect(await refused('roads.zip', travis)).toMatch(
      /roads\.zip: a file with an unexpected name; expected tl_YYYY_FFFFF_roads/,
    )
    expect(await refused('tl_2025_48453_roads.zip', roads('48453', []))).toMatch(
      /no roads; expected lines with FULLNAME/,
    )
    expect(await refused('tl_2025_36061_roads.zip', roads('36061', [main]))).toMatch(/Nothing in .* is in California/)
    expect(await refused('tl_2025_48453_roads.zip', travis.subarray(0, 200))).toMatch(
      /^LayerError: tl_2025_48453_roads\.zip/,
    )
    expect(existsSync(join(home, 'upgrades'))).toBe(false)
  })

  const real = '../shared/data/roads/tiger_sf_2017_06075_roads.tar.gz'
  it.skipIf(!existsSync(real))(
    skippedName('match the published streets of San Francisco', !existsSync(real), 'without the source folder'),
    async () => {
      const home = userDataAt(emptyFolder())
      const archive = await new SourceFolder('../shared/data').archive('roads/tiger_sf_2017_06075_roads.tar.gz')
      const folder = join(emptyFolder(), 'sf')
      mkdirSync(folder)
      for (const ending of ['shp', 'dbf', 'prj']) {
        const member = archive.member(new RegExp(`\\.${ending}$`))
        writeFileSync(join(folder, `tl_2017_06075_roads.${ending}`), await member.bytes())
      }
      await upgradedOwn('base-map', home, { from: [folder] })
      const { features } = (await baseMap()).streets
      const published = await readShapefile(new SourceFolder(folder), 'tl_2017_06075_roads.shp')
      const wanted = published.features.filter(({ properties }) =>
        ['S1100', 'S1200', 'S1630', 'S1400', 'S1640', 'S1740'].includes(String(properties.MTFCC)),
      )
      expect(features).toHaveLength(wanted.length)
      expect(features.length).toBeGreaterThan(3000)
      // Each street ends where the published street does, to within the precision of the bundle.
      for (const [i, { lines }] of wanted.entries())
        for (const at of [0, -1]) {
          const [lon, lat] = pairs(lines[0]).at(at)!
          const [x, y] = features[i].geometry.coordinates.at(at)!
          if (Math.abs(lon - x) > 6e-6 || Math.abs(lat - y) > 6e-6) expect([x, y]).toEqual([lon, lat])
        }
    },
  )
})
