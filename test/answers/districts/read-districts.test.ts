import { existsSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type District, readDistricts } from '../../../data-build/districts/read-districts.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { readDbf } from '../../data-build/read/read-dbf.ts'
import { dbfBytes, POLYGON, type Shape, shpBytes } from '../../data-build/read/shapefile-bytes.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

// No short decimal is equal to these doubles, so a test fails if any bits are lost.
const triangle = [
  [-100.1, 30 + Math.E / 7],
  [-100, 30.3],
  [-99.9, 30 + Math.PI / 9],
  [-100.1, 30 + Math.E / 7],
] as const
const island = triangle.map(([lon, lat]) => [lon + 1, lat] as const)

interface Row {
  readonly geoid: string
  readonly name: string
  readonly low?: string
  readonly high?: string
  readonly state?: string
  readonly shape?: Shape
}

const text = (name: string, length: number) => ({ name, type: 'C' as const, length })
const leading = (kind: string) => [text('STATEFP', 2), text(`${kind.toUpperCase()}LEA`, 5)]
const names = [text('NAME', 100), text('LSAD', 2)]

/**
 * Returns a zip in the TIGER/Line layout used since 2013, which includes grades, feature class, type, status and
 * internal point.
 */
function tiger(kind: string, rows: readonly Row[]): Uint8Array {
  const grades = [text('LOGRADE', 2), text('HIGRADE', 2), text('MTFCC', 5), text('SDTYP', 1), text('FUNCSTAT', 1)]
  const fields = [...leading(kind), text('GEOID', 7), ...names, ...grades, { ...text('ALAND', 14), type: 'N' as const }]
  const values = rows.map(({ geoid, name, low = '', high = '', state = geoid.slice(0, 2) }) => {
    return [state, geoid.slice(2), geoid, name, '00', low, high, 'G5420', '', 'E', '1000']
  })
  return zipped(rows, dbfBytes(fields, values))
}

/** Returns a zip in the layout of the 2016 cartographic boundary files, which have no grades. */
function cartographic(kind: string, rows: readonly Row[]): Uint8Array {
  const fields = [...leading(kind), text('AFFGEOID', 16), text('GEOID', 7), ...names]
  const values = rows.map(({ geoid, name, state = geoid.slice(0, 2) }) => {
    return [state, geoid.slice(2), `9700000US${geoid}`, geoid, name, '00']
  })
  return zipped(rows, dbfBytes(fields, values))
}

function zipped(rows: readonly Row[], dbf: Uint8Array): Uint8Array {
  const shapes = rows.map((row) => (row.shape === undefined ? [triangle] : row.shape))
  return zipSync({ 'layer.shp': shpBytes(POLYGON, shapes), 'layer.dbf': dbf })
}

const read = (files: Readonly<Record<string, Uint8Array>>) => readDistricts(folderFixture(files))
const UNSD = 'census/districts/tl_2023_48_unsd.zip'

describe('readDistricts() for TIGER/Line', () => {
  it('reads types, grades and rings from any folder below census/districts, sorted by geoid', async () => {
    const districts = await read({
      [UNSD]: tiger('unsd', [
        {
          geoid: '4800020',
          name: 'Bramble Independent School District',
          low: 'PK',
          high: '12',
          shape: [triangle, island],
        },
        { geoid: '4800010', name: 'Alder Independent School District', low: 'KG', high: '09' },
      ]),
      'census/districts/2023/elsd/tl_2023_02_elsd.zip': tiger('elsd', [
        { geoid: '0200030', name: 'Cedar School District', low: 'KG', high: '05' },
      ]),
      'census/districts/2023/TL_2023_02_SCSD.ZIP': tiger('scsd', [
        { geoid: '0200040', name: 'Dogwood High School District' },
      ]),
    })
    expect(districts.map(({ rings, ...rest }) => rest)).toEqual([
      {
        geoid: '0200030',
        name: 'Cedar School District',
        type: 'Elementary',
        state: '02',
        lowestGrade: 'KG',
        highestGrade: '05',
      },
      {
        geoid: '0200040',
        name: 'Dogwood High School District',
        type: 'Secondary',
        state: '02',
        lowestGrade: null,
        highestGrade: null,
      },
      {
        geoid: '4800010',
        name: 'Alder Independent School District',
        type: 'Unified',
        state: '48',
        lowestGrade: 'KG',
        highestGrade: '09',
      },
      {
        geoid: '4800020',
        name: 'Bramble Independent School District',
        type: 'Unified',
        state: '48',
        lowestGrade: 'PK',
        highestGrade: '12',
      },
    ])
    expect(districts[3].rings.map((ring) => [...ring])).toEqual([triangle.flat(), island.flat()])
  })

  it('skips areas that belong to no district and includes pseudo districts', async () => {
    const districts = await read({
      [UNSD]: tiger('unsd', [
        { geoid: '4899997', name: 'School District Not Defined' },
        { geoid: '4899999', name: 'School District Not Defined' },
        { geoid: '4848021', name: 'Alder Independent School District (9-12) in Bramble' },
        { geoid: '4899970', name: 'Cedar Independent School District' },
      ]),
    })
    expect(districts.map((district) => district.geoid)).toEqual(['4848021', '4899970'])
  })

  it('preserves names, except for names in all capitals', async () => {
    const name = 'KIPP McAlder ISD'
    const districts = await read({
      [UNSD]: tiger('unsd', [
        { geoid: '4800010', name },
        { geoid: '4800020', name: 'BRAMBLE' },
      ]),
    })
    expect(districts[0].name).toBe(name)
    expect(districts[1].name.toUpperCase()).toBe('BRAMBLE')
  })

  it('prefers TIGER/Line to cartographic files and newer to older files, for each state and type', async () => {
    const districts = await read({
      'census/districts/tl_2019_48_unsd.zip': tiger('unsd', [{ geoid: '4800010', name: 'Old' }]),
      'census/districts/a/tl_2023_48_unsd.zip': tiger('unsd', [{ geoid: '4800011', name: 'New' }]),
      'census/districts/cb_2024_48_unsd_500k.zip': cartographic('unsd', [{ geoid: '4800012', name: 'Coarse' }]),
      'census/districts/cb_2016_48_elsd_500k.zip': cartographic('elsd', [{ geoid: '4800013', name: 'Oldest' }]),
      'census/districts/cb_2021_48_elsd_500k.zip': cartographic('elsd', [
        { geoid: '4800014', name: 'Coarse elementary' },
      ]),
      'census/districts/cb_2016_12_unsd_500k.zip': cartographic('unsd', [{ geoid: '1200010', name: 'Another state' }]),
      'census/districts/tl_2023_48_tract.zip': new Uint8Array(3),
      'census/districts/README.md': new Uint8Array(3),
    })
    expect(districts.map((district) => district.name)).toEqual(['Another state', 'New', 'Coarse elementary'])
    expect(districts[0].lowestGrade).toBeNull()
  })
})

describe('district files that differ from what the Census Bureau publishes', () => {
  const alder = { geoid: '4800010', name: 'Alder' }
  const cases: readonly (readonly [string, Readonly<Record<string, Uint8Array>>, RegExp])[] = [
    ['missing boundaries', { 'census/tracts/x.zip': new Uint8Array(1) }, /no school district boundaries/],
    [
      'a geoid twice in a file',
      { [UNSD]: tiger('unsd', [alder, { ...alder, name: 'Bramble' }]) },
      /4800010 \(Bramble\).*Alder/,
    ],
    [
      'a geoid in two files',
      { [UNSD]: tiger('unsd', [alder]), 'census/districts/tl_2023_48_scsd.zip': tiger('scsd', [alder]) },
      /one district per GEOID/,
    ],
    ['a shortened geoid', { [UNSD]: tiger('unsd', [{ geoid: '480001', name: 'Alder' }]) }, /"480001"/],
    ['a geoid with letters', { [UNSD]: tiger('unsd', [{ geoid: '48ABCDE', name: 'Alder' }]) }, /seven digits/],
    ['a missing geoid', { [UNSD]: tiger('unsd', [{ geoid: '', name: 'Alder', state: '48' }]) }, /the GEOID ""/],
    ['another state', { [UNSD]: tiger('unsd', [{ geoid: '0600010', name: 'Alder' }]) }, /begin with 48/],
    ['a state that differs from the geoid’s', { [UNSD]: tiger('unsd', [{ ...alder, state: '06' }]) }, /state "06"/],
    ['a missing name', { [UNSD]: tiger('unsd', [{ geoid: '4800010', name: '' }]) }, /4800010 without a NAME/],
    [
      'a missing shape',
      { [UNSD]: tiger('unsd', [alder, { geoid: '4800020', name: 'B', shape: null }]) },
      /without a shape/,
    ],
    ['missing grades', { [UNSD]: cartographic('unsd', [alder]) }, /no property LOGRADE/],
    ['half a zip', { [UNSD]: tiger('unsd', [alder]).subarray(0, 300) }, /tl_2023_48_unsd\.zip/],
  ]
  for (const [what, files, message] of cases)
    it(`are rejected: ${what}`, async () => {
      const failure = await read(files).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SourceError)
      expect((failure as SourceError).message).toMatch(message)
    })
})

withAgencyFiles('the district files in ../shared/data', () => {
  const folder = new SourceFolder(SHARED)
  const districts = existsSync(SHARED) ? readDistricts(folder) : Promise.resolve([] as District[])

  it('contain the published number of districts, excluding a California row that is not a district', async () => {
    const counts: Record<string, number> = {}
    for (const { state, type } of await districts) counts[`${state} ${type}`] = (counts[`${state} ${type}`] ?? 0) + 1
    expect(counts).toEqual({
      '06 Elementary': 526,
      '06 Secondary': 116,
      '06 Unified': 343,
      '12 Unified': 67,
      '48 Elementary': 4,
      '48 Secondary': 4,
      '48 Unified': 1019,
    })
  })

  it('contain well-known districts, sorted by geoid', async () => {
    const byGeoid = new Map((await districts).map((district) => [district.geoid, district]))
    expect([...byGeoid.keys()]).toEqual([...byGeoid.keys()].sort())
    expect(byGeoid.get('4808940')).toMatchObject({ name: 'Austin Independent School District', type: 'Unified' })
    // The Census Bureau used this name in 2016. The district calls itself Miami-Dade.
    expect(byGeoid.get('1200390')).toMatchObject({ name: 'Dade County School District', state: '12' })
    expect(byGeoid.get('0620130')?.name).toBe('La Cañada Unified School District')
    expect((await districts).filter((district) => /not defined/i.test(district.name))).toEqual([])
  })

  it('preserve every ring of every district, bit for bit', async () => {
    const byGeoid = new Map((await districts).map((district) => [district.geoid, district]))
    for (const zip of folder.list('census/districts')) {
      const shapes = shapesOf(await folder.member(zip, /\.shp$/))
      const rows = await readDbf(folder, { zip, member: /\.dbf$/ }, ['GEOID'])
      expect(shapes.length, zip).toBe(rows.length)
      const unequal = rows.filter(({ GEOID }, index) => {
        const rings = byGeoid.get(String(GEOID))?.rings.map((ring) => hex(ring)) ?? []
        return rings.sort().join() !== shapes[index].sort().join()
      })
      expect(
        unequal.map((row) => row.GEOID),
        zip,
      ).toEqual(zip.includes('06_unsd') ? ['0699997'] : [])
    }
  })
})

/** Returns the parts of every record of a polygon .shp file as hex, read without the library. */
function shapesOf(shp: Uint8Array): string[][] {
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength)
  const shapes: string[][] = []
  for (let at = 100; at < shp.length; at += 8 + 2 * view.getInt32(at + 4)) {
    const parts = view.getInt32(at + 44, true)
    const points = view.getInt32(at + 48, true)
    const first = at + 52 + 4 * parts
    const starts = Array.from({ length: parts }, (_, part) => view.getInt32(at + 52 + 4 * part, true))
    shapes.push(
      starts.map((start, part) => hex(shp.subarray(first + 16 * start, first + 16 * (starts[part + 1] ?? points)))),
    )
  }
  return shapes
}

function hex(view: ArrayBufferView): string {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('hex')
}
