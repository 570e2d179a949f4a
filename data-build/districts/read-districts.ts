import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature, Properties, Ring } from '../read/feature.ts'
import { readShapefile } from '../read/shapefile.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { gradeCode, gradeLabel } from '../schools/grades.ts'
import { readableDistrictName } from '../schools/text/names.ts'

const FOLDER = 'census/districts'
const TYPES: Readonly<Record<string, DistrictType>> = { unsd: 'Unified', elsd: 'Elementary', scsd: 'Secondary' }
const TIGER = /(?:^|[\\/])tl_(\d{4})_(\d\d)_(unsd|elsd|scsd)\.zip$/i
const CARTOGRAPHIC = /(?:^|[\\/])cb_(\d{4})_(\d\d)_(unsd|elsd|scsd)_500k\.zip$/i
// GEOIDs end in 99997 for land outside all school districts, and in 99999 for open water.
const NOT_DEFINED = /(?:99997|99999)$/

/**
 * Reads the school districts of all three types for every state in the folder, sorted by GEOID. Reads the Census
 * Bureau's zips anywhere under `census/districts`. For each state and type, the newest TIGER/Line file is used
 * (`tl_2023_06_unsd.zip`, full detail, with grades), otherwise the newest cartographic boundary file
 * (`cb_2016_06_unsd_500k.zip`, no grades). Coordinates are not rounded. Areas that belong to no district are skipped.
 *
 * Throws a `SourceError` if there is no such file, if a district has no name, shape or valid GEOID, or if two districts
 * share a GEOID.
 */
export async function readDistricts(sources: SourceFolder): Promise<District[]> {
  const byGeoid = new Map<string, { readonly district: District; readonly path: string }>()
  for (const file of newestFiles(sources)) {
    for (const district of await readFile(sources, file)) {
      const other = byGeoid.get(district.geoid)
      if (other !== undefined) {
        const found = `${district.geoid} (${district.name}), which ${other.path} gives to ${other.district.name}`
        throw new SourceError({ file: file.path, found, expectation: 'one district per GEOID' })
      }
      byGeoid.set(district.geoid, { district, path: file.path })
    }
  }
  return [...byGeoid.values()].map((entry) => entry.district).sort((a, b) => (a.geoid < b.geoid ? -1 : 1))
}

/**
 * Reads the districts of one file. Its name determines the district type: `tl_2025_48_unsd.zip`,
 * `cb_2016_48_unsd_500k.zip`.
 *
 * @throws {SourceError} under the same conditions as `readDistricts`, or when the file has a different name
 */
export async function readDistrictFile(sources: SourceFolder, path: string): Promise<readonly District[]> {
  const file = describe(path)
  if (file !== undefined) return readFile(sources, file)
  const expectation = 'the Census Bureau’s tl_YYYY_SS_unsd.zip (elsd, scsd) or cb_YYYY_SS_unsd_500k.zip'
  throw new SourceError({ file: path, found: 'a file with an unexpected name', expectation })
}

interface DistrictFile {
  readonly path: string
  readonly tiger: boolean
  readonly year: number
  readonly state: string
  readonly type: DistrictType
}

/** Returns the newest file for each state and type. */
function newestFiles(sources: SourceFolder): readonly DistrictFile[] {
  const newest = new Map<string, DistrictFile>()
  for (const path of pathsUnder(sources)) {
    const file = describe(path)
    if (file === undefined) continue
    const key = `${file.state} ${file.type}`
    const other = newest.get(key)
    if (other === undefined || isNewer(file, other)) newest.set(key, file)
  }
  if (newest.size === 0) {
    const expectation = 'the Census Bureau’s tl_YYYY_SS_unsd.zip or cb_YYYY_SS_unsd_500k.zip'
    throw new SourceError({ file: FOLDER, found: 'no school district boundaries', expectation })
  }
  return [...newest.values()]
}

function pathsUnder(sources: SourceFolder): readonly string[] {
  const folder = join(sources.directory, FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${FOLDER}/${path.replaceAll('\\', '/')}`)
    .sort()
}

function describe(path: string): DistrictFile | undefined {
  const tiger = TIGER.exec(path)
  const match = tiger ?? CARTOGRAPHIC.exec(path)
  if (match === null) return undefined
  const [, year, state, type] = match
  return { path, tiger: tiger !== null, year: Number(year), state, type: TYPES[type.toLowerCase()] }
}

function isNewer(file: DistrictFile, other: DistrictFile): boolean {
  return file.tiger === other.tiger ? file.year > other.year : file.tiger
}

async function readFile(sources: SourceFolder, file: DistrictFile): Promise<readonly District[]> {
  const grades = file.tiger ? ['LOGRADE', 'HIGRADE'] : []
  const layer = await readShapefile(sources, file.path, { properties: ['STATEFP', 'GEOID', 'NAME', ...grades] })
  if (layer.skipped > 0) {
    const found = `${layer.skipped} districts without a shape`
    throw new SourceError({ file: file.path, found, expectation: 'a polygon for every district' })
  }
  return layer.features
    .filter(({ properties }) => !NOT_DEFINED.test(getText(properties, 'GEOID')))
    .map((feature) => getDistrict(feature, file))
}

function getDistrict(feature: Feature, file: DistrictFile): District {
  const geoid = getText(feature.properties, 'GEOID')
  const state = getText(feature.properties, 'STATEFP')
  if (!/^\d{7}$/.test(geoid) || state !== file.state || !geoid.startsWith(state)) {
    const found = `the GEOID ${JSON.stringify(geoid)} in state ${JSON.stringify(state)}`
    throw new SourceError({ file: file.path, found, expectation: `seven digits that begin with ${file.state}` })
  }
  const name = districtName(getText(feature.properties, 'NAME'))
  if (name === '') {
    throw new SourceError({
      file: file.path,
      found: `${geoid} without a NAME`,
      expectation: 'the name of every district',
    })
  }
  const rings = feature.polygons.flat()
  if (rings.length === 0) {
    throw new SourceError({ file: file.path, found: `${geoid} without a ring`, expectation: 'polygons' })
  }
  return {
    geoid,
    name,
    type: file.type,
    state,
    lowestGrade: getGrade(feature.properties.LOGRADE),
    highestGrade: getGrade(feature.properties.HIGRADE),
    rings,
  }
}

/**
 * Returns a readable name. The Census Bureau writes full names in mixed case. An all-caps name comes from a state list
 * and is converted.
 */
function districtName(name: string): string {
  return /\p{Ll}/u.test(name) ? name : readableDistrictName(name)
}

function getGrade(value: string | number | null | undefined): string | null {
  const code = value === null || value === undefined ? null : gradeCode(String(value))
  return code === null ? null : gradeLabel(code)
}

function getText(properties: Properties, name: string): string {
  const value = properties[name]
  return value === null || value === undefined ? '' : String(value).trim().replace(/\s+/g, ' ')
}

type DistrictType = 'Unified' | 'Elementary' | 'Secondary'

/** A school district as drawn by the Census Bureau. */
export interface District {
  /** Seven-digit LEA identifier, or a substitute code assigned by the Census Bureau if there is no identifier. */
  readonly geoid: string
  /** Name, such as `Austin Independent School District`. */
  readonly name: string
  readonly type: DistrictType
  /** Two-digit state FIPS code. */
  readonly state: string
  /** Lowest grade: `PK`, `KG` or `01` to `12`; null if the file has no grades. */
  readonly lowestGrade: string | null
  readonly highestGrade: string | null
  /**
   * All rings of all parts. The even-odd rule decides what is inside. A point on an edge or vertex counts as inside.
   */
  readonly rings: readonly Ring[]
}

/** A district with its rating: a number from 1 to 10, a summary in words, and the year of the figures. */
export interface RatedDistrict extends District {
  readonly rating: { readonly rating: number; readonly summary: string; readonly year: number } | null
}
