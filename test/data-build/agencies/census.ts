import { strToU8, zipSync } from 'fflate'
import { Geography } from '../../../src/data/geography.ts'
import { isAbsentBlockGroup } from '../../../src/data/geography-areas.ts'
import { readBundles } from '../../../src/library/open.ts'
import { addrfeatZip } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { dbfBytes, POLYGON, POLYLINE, shpBytes } from '../read/shapefile-bytes.ts'
import { randomZones } from '../upgrade/fixtures/data.ts'

interface CensusOptions {
  /** 5-digit FIPS codes. */
  readonly counties: readonly string[]
  /** Bounds of the made-up shapes: west, south, east and north. */
  readonly box: readonly [number, number, number, number]
  /** Years of the editions of the street index, the roads, the districts and the cities. */
  readonly editions?: Partial<Record<'addrfeat' | 'roads' | 'districts' | 'cities', number>>
}

/** Smallest file sizes that the commands accept. Fillers pad the made-up files to these sizes. */
const [DISTRICTS, ROADS, ZIPS, CITIES] = [10_000, 3000, 20_000_000, 300_000]

/** Makes files like those of the Census Bureau. Keys are their paths on the server. */
export async function censusFiles({ counties, box, editions = {} }: CensusOptions): Promise<Map<string, Uint8Array>> {
  const { addrfeat = 2025, roads = 2025, districts = 2025, cities = 2025 } = editions
  const states = [...new Set(counties.map((county) => county.slice(0, 2)))]
  const shapes = randomZones(6, box, () => ({}), 5).map(({ geometry }) => geometry.coordinates as unknown as Rings)
  const files = new Map<string, Uint8Array>()
  for (const county of counties) {
    files.set(`/tl_${addrfeat}_${county}_addrfeat.zip`, streetIndex(county))
    const stem = `tl_${roads}_${county}_roads`
    files.set(`/TIGER${roads}/ROADS/${stem}.zip`, roadsZip(stem, box))
  }
  for (const state of states) {
    for (const kind of state === '12' ? ['unsd'] : ['unsd', 'elsd', 'scsd']) {
      const stem = `tl_${districts}_${state}_${kind}`
      const rows = [[state, `${state}99${kind.charCodeAt(0)}`, `Made Up ${kind} District`, 'PK', '12']]
      const fields = ['STATEFP', 'GEOID', 'NAME', 'LOGRADE', 'HIGRADE']
      files.set(`/TIGER${districts}/${kind.toUpperCase()}/${stem}.zip`, shapeZip(stem, fields, rows, shapes, DISTRICTS))
    }
    const stem = `cb_${cities}_${state}_place_500k`
    const fields = ['STATEFP', 'PLACEFP', 'GEOID', 'NAME', 'LSAD', 'ALAND']
    const rows = [[state, '99001', `${state}99001`, 'Made Up City', '25', '800']]
    files.set(`/GENZ${cities}/shp/${stem}.zip`, shapeZip(stem, fields, rows, shapes, CITIES))
  }
  const zips = 'cb_2020_us_zcta520_500k'
  const rows = [['77002', '77002']]
  files.set(`/GENZ2020/shp/${zips}.zip`, shapeZip(zips, ['ZCTA5CE20', 'GEOID20'], rows, shapes, ZIPS))
  for (const [path, bytes] of await surveyFiles(states)) files.set(path, bytes)
  return files
}

type Rings = readonly (readonly (readonly [number, number])[])[]

function shapeZip(
  stem: string,
  fields: readonly string[],
  rows: readonly string[][],
  shapes: readonly Rings[],
  filler: number,
): Uint8Array {
  const columns = fields.map((name) => ({ name, type: 'C' as const, length: 60 }))
  const rings = shapes.slice(0, rows.length) as unknown as [number, number][][][]
  return zipped({ [`${stem}.shp`]: shpBytes(POLYGON, rings), [`${stem}.dbf`]: dbfBytes(columns, rows) }, filler)
}

/** Zips files reproducibly: the same files give the same bytes. */
export function zipped(files: Readonly<Record<string, Uint8Array>>, filler: number): Uint8Array {
  return zipSync({ ...files, 'about.txt': [new Uint8Array(filler), { level: 0 }] }, { mtime: '2025-09-01T12:00:00' })
}

function streetIndex(county: string): Uint8Array {
  const names = ['Main St', 'Elm St', 'Oak Ave', 'Louisiana St', 'Texas Ave']
  const rows = Array.from({ length: 40 }, (_, i) => ({
    name: names[i] ?? `${String.fromCharCode(65 + (i % 26))}${i * 7919} St`,
    left: ['1', '1999'] as const,
    zip: '77002',
    line: [[-95.37, 29.75 + i / 1000] as const, [-95.36, 29.75 + i / 1000] as const],
  }))
  return addrfeatZip(rows, county)
}

function roadsZip(stem: string, [west, south]: CensusOptions['box']): Uint8Array {
  const fields = ['LINEARID', 'FULLNAME', 'RTTYP', 'MTFCC'].map((name) => ({ name, type: 'C' as const, length: 60 }))
  const line = [[west, south] as const, [west + 0.01, south + 0.01] as const]
  const files = {
    [`${stem}.shp`]: shpBytes(POLYLINE, [[line]]),
    [`${stem}.dbf`]: dbfBytes(fields, [['110', 'Made Up Ln', 'M', 'S1400']]),
  }
  return zipped(files, ROADS)
}

/** Number of cells in each table that is read. */
const TABLES = { B01001: 49, B25003: 3, B26001: 1, B27010: 66 }

/** Makes survey tables with all tracts of the states, because a state with missing tracts is rejected. */
async function surveyFiles(states: readonly string[]): Promise<readonly (readonly [string, Uint8Array])[]> {
  const { geography: bundle } = await readBundles({ dimensions: [], schools: false, geocoder: false, userData: false })
  const geography = new Geography(bundle)
  const tracts = new Set<string>()
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    if (isAbsentBlockGroup(geography, blockGroup)) continue
    const tract = geography.describe(blockGroup).blockGroup.slice(0, 11)
    if (states.includes(tract.slice(0, 2))) tracts.add(tract)
  }
  return Object.entries(TABLES).map(([id, cells]) => {
    const names = Array.from({ length: cells }, (_, i) => String(i + 1).padStart(3, '0'))
    const head = ['GEO_ID', ...names.flatMap((cell) => [`${id}_E${cell}`, `${id}_M${cell}`])].join('|')
    const row = (tract: string, i: number) =>
      [`1400000US${tract}`, ...names.map((_, cell) => `${cell === 0 ? 3000 + (i % 50) : 20}|-555555555`)].join('|')
    const text = [head, ...[...tracts].map(row), ''].join('\n')
    const padded = text.length < 1_000_000 ? `${text}${padding(1_000_000 - text.length, cells)}` : text
    return [`/2024/table-based-SF/data/5YRData/acsdt5y2024-${id.toLowerCase()}.dat`, strToU8(padded)] as const
  })
}

/** Makes rows of other areas, which the reader skips. */
function padding(bytes: number, cells: number): string {
  const row = `0100000US|${Array.from({ length: cells }, () => '1|1').join('|')}\n`
  return row.repeat(Math.ceil(bytes / row.length))
}
