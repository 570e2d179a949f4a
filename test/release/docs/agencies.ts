import { zipSync } from 'fflate'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { Geography } from '../../../src/data/geography.ts'
import { addrfeatZip } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { directory, edgeText, membership, staff } from '../../answers/schools/fixtures/files.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { dbfBytes, POLYGON, POLYLINE, shpBytes } from '../../data-build/read/shapefile-bytes.ts'
import { featureServer } from '../../data-build/upgrade/feature-server.ts'
import type { Zone } from '../../data-build/upgrade/fixtures/data.ts'
import { table } from '../../data-build/upgrade/fixtures/survey.ts'
import { openFile } from '../../library/fixtures/folder.ts'

type Box = readonly [west: number, south: number, east: number, north: number]
type Fields = Readonly<Record<string, string>>

/**
 * Makes the members of a zipped shapefile in the layout of an agency, with a box for each row, or only its southern
 * edge.
 */
export function shapefile(name: string, rows: readonly (readonly [Box, Fields])[], kind = POLYGON) {
  const fields = Object.keys(rows[0][1]).map((field) => ({ name: field, type: 'C' as const, length: 40 }))
  const shapes = rows.map(([box]) => [kind === POLYGON ? boxRing(...box).reverse() : boxRing(...box).slice(0, 2)])
  const values = rows.map(([, row]) => Object.values(row))
  return { [`${name}.shp`]: shpBytes(kind, shapes), [`${name}.dbf`]: dbfBytes(fields, values) }
}

/** Makes a table of the American Community Survey that has all census tracts of the package. */
async function surveyTable(): Promise<string> {
  const geography = new Geography(await openFile(dataFolder(), 'geography.bundle'))
  const ids = Array.from({ length: geography.size }, (_, at) => geography.describe(at).blockGroup.slice(0, 11))
  const cells = { E001: 4000, E017: 100, E033: 200, E050: 100 }
  return table('B27010', 66, Object.fromEntries(ids.map((tract) => [tract, cells])))
}

const AUSTIN: Box = [-97.76, 30.25, -97.73, 30.28]
const school = '480894000099'
const streets = Array.from({ length: 40 }, (_, i) => ({ name: `Street ${i}`, left: ['1', '99'] as const }))
const roads = { LINEARID: '11', FULLNAME: 'Elm Ln', RTTYP: 'M', MTFCC: 'S1400' }
const districtOf = (state: string) => ({
  ...{ STATEFP: state, GEOID: `${state}08940`, NAME: 'Made District' },
  ...{ LOGRADE: 'KG', HIGRADE: '12', SDTYP: '' },
})
const text = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'))

/**
 * Archives as agencies publish them, by name, with few rows. `more` is the number of bytes that pad them to a
 * realistic size.
 */
const ARCHIVES: readonly (readonly [RegExp, (name: string) => Record<string, Uint8Array>, more?: number])[] = [
  [/^tl_2025_\d{5}_roads$/, (name) => shapefile(name, [[AUSTIN, roads]], POLYLINE), 3000],
  [/^tl_2025_\d\d_unsd$/, (name) => shapefile(name, [[AUSTIN, districtOf(name.slice(8, 10))]]), 1e4],
  [/^ccd_sch_029/, () => ({ 'ccd.csv': text(directory([{ id: school, st: 'TX' }])) }), 6e6],
  [/^ccd_sch_052/, () => ({ 'ccd.csv': text(membership({ [school]: '640' })) }), 1e8],
  [/^ccd_sch_059/, () => ({ 'ccd.csv': text(staff({ [school]: ['40.00', 'Reported'] })) }), 3e6],
  [/^EDGE_GEOCODE/, (name) => ({ [`${name}.TXT`]: text(edgeText([[school, '30.27', '-97.74']])) }), 1e7],
]

/** Makes the files that `data:build` reads, by their paths in its folder. */
export function sourceFiles(): Readonly<Record<string, Uint8Array>> {
  const places = [
    'census/districts/tl_2025_48_unsd.zip',
    'schools/nces/ccd_sch_029_2425_w_1a_073025.zip',
    'schools/nces/ccd_sch_052_2425_l_1a_073025.zip',
    'schools/nces/ccd_sch_059_2425_l_1a_073025.zip',
    'schools/nces/EDGE_GEOCODE_PUBLICSCH_2425.zip',
  ]
  return Object.fromEntries(places.map((place) => [place, archive(place.split('/').at(-1)!, false)!]))
}

async function fileOf(name: string): Promise<Uint8Array | string | undefined> {
  const county = /^tl_2025_(\d{5})_addrfeat\.zip$/.exec(name)?.[1]
  if (county !== undefined) return addrfeatZip(streets, county)
  if (name === 'acsdt5y2024-b27010.dat') return surveyTable()
  return archive(name, true)
}

function archive(name: string, isWhole: boolean): Uint8Array | undefined {
  const stem = name.replace(/\.zip$/, '')
  const [, members, more = 0] = ARCHIVES.find(([pattern]) => pattern.test(stem)) ?? []
  return members && zipSync({ ...members(stem), ...(isWhole && { 'more.txt': [new Uint8Array(more), { level: 0 }] }) })
}

const zone = (box: Box, properties: Zone['properties']): Zone => ({
  ...{ type: 'Feature', properties },
  geometry: { type: 'Polygon', coordinates: [boxRing(...box)] },
})
const HOUSTON: Box = [-95.4, 29.7, -95.3, 29.8]
const DALLAS: Box = [-96.8, 32.75, -96.75, 32.8]
const inCounties = (fields: Zone['properties']) => [
  zone(HOUSTON, { ...fields, DFIRM_ID: '48201C' }),
  zone(DALLAS, { ...fields, DFIRM_ID: '48113C' }),
]
const panel = { PANEL_TYP: 'COUNTYWIDE, PANEL PRINTED', PNP_REASON: null, EFF_DATE: 1.4e12 }
const fire = (SRA: string) => [zone([-118.6, 34.2, -118.5, 34.3], { FHSZ_Description: 'Very High', SRA })]

/** Starts a loopback server with the files and feature services of all agencies that the pages download from. */
export function agencies() {
  return featureServer(
    {
      'FHSALRA25_v1_All/FeatureServer/0': { name: 'local', features: fire('LRA') },
      'FHSZSRA_23_3/FeatureServer/0': { name: 'state', features: fire('SRA') },
      'NFHL/MapServer/28': {
        name: 'zones',
        features: inCounties({ FLD_ZONE: 'AE', ZONE_SUBTY: null, STATIC_BFE: 43.5 }),
      },
      'NFHL/MapServer/3': { name: 'panels', features: inCounties(panel) },
    },
    (_, response, { pathname }) => {
      const name = pathname.split('/').at(-1)!
      if (!/\.(zip|dat)$/.test(name)) return false
      void fileOf(name).then((file) => {
        const headers = { 'Last-Modified': 'Mon, 01 Sep 2025 12:00:00 GMT' }
        if (file === undefined) response.writeHead(404).end()
        else response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(file) }).end(file)
      })
      return true
    },
  )
}
