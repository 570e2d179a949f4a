import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import proj4 from 'proj4'

/** Writes the table of coordinate systems from the development dependency `epsg-index`, and a copy of its license. */
const TABLE = 'data-build/read/coordinate-systems.ts'
const LICENSE = 'data-build/read/coordinate-systems-license.txt'

/** An entry of `epsg-index`. `bbox` is north, west, south, east. */
export interface IndexEntry {
  readonly code: string
  readonly kind: string
  readonly name: string
  readonly proj4: string | null
  readonly bbox: readonly [north: number, west: number, south: number, east: number] | null
}

/**
 * Kinds of EPSG systems with horizontal coordinates. Geocentric and vertical systems have no horizontal coordinates.
 */
const HORIZONTAL = ['CRS-PROJCRS', 'CRS-GEOGCRS', 'CRS-GEOG3DCRS', 'CRS-COMPOUNDCRS']

/**
 * Returns the coordinate systems used in the United States, one line per proj string with the codes that share it.
 * Systems on NAD27 share the line `NAD27` instead of a proj string, because converting them requires datum shift grids.
 */
export function coordinateSystems(entries: readonly IndexEntry[]): readonly string[] {
  const codesOf = new Map<string, number[]>()
  for (const entry of entries) {
    const definition = definitionFor(entry)
    if (definition === null) continue
    codesOf.set(definition, [...(codesOf.get(definition) ?? []), Number(entry.code)])
  }
  return [...codesOf]
    .map(([definition, codes]) => ({ definition, codes: codes.sort((a, b) => a - b) }))
    .sort((a, b) => a.codes[0] - b.codes[0])
    .map(({ definition, codes }) => `${definition}|${codes.join(' ')}`)
}

function definitionFor({ kind, name, proj4: definition, bbox }: IndexEntry): string | null {
  if (definition === null || bbox === null || !HORIZONTAL.includes(kind)) return null
  if (!isInUnitedStates(bbox)) return null
  if (/^NAD27( |$)/.test(name)) return 'NAD27'
  if (!/\+datum=(WGS84|NAD83)|\+ellps=(GRS80|WGS84)|\+a=6378137/.test(definition)) return null
  if (/\+nadgrids=(?!@null)|\+towgs84=(?!0,0,0,0,0,0,0)/.test(definition)) return null
  const short = definition
    .replace(/\+ellps=GRS80( \+towgs84=0,0,0,0,0,0,0)?/, '+datum=NAD83')
    .replace(/ \+(no_defs|type=crs|wktext|vunits=\S+|vto_meter=\S+)/g, '')
  return isReversible(short, bbox) ? short : null
}

function isInUnitedStates([north, west, south, east]: NonNullable<IndexEntry['bbox']>): boolean {
  const [isAcross180, lowest, highest] = [west > east, 17.5, 72]
  return south < highest && north > lowest && (isAcross180 || (west < -64 && east > -180))
}

/** Checks whether the projection library supports the system and can invert it at the center of its area. */
function isReversible(definition: string, [north, west, south, east]: NonNullable<IndexEntry['bbox']>): boolean {
  const middle = [(west + (west > east ? east + 360 : east)) / 2, (north + south) / 2]
  try {
    const there = proj4(definition).forward([...middle])
    const [lon, lat] = proj4(definition).inverse(there)
    return Math.abs(((lon - middle[0] + 540) % 360) - 180) < 1e-6 && Math.abs(lat - middle[1]) < 1e-6
  } catch {
    return false
  }
}

if (import.meta.filename === process.argv[1]) await main()

async function main(): Promise<void> {
  const packageFile = createRequire(import.meta.url).resolve
  const { version, license } = JSON.parse(await readFile(packageFile('epsg-index/package.json'), 'utf8'))
  const index = JSON.parse(await readFile(packageFile('epsg-index/all.json'), 'utf8')) as Record<string, IndexEntry>
  const lines = coordinateSystems(Object.values(index))
  const text = `/**
 * Coordinate systems in use in the United States by code: a proj string, then the codes of EPSG, or of Esri from
 * 37000 on. Written by \`npm run data:coordinate-systems\` from epsg-index ${version}.
 */
export const COORDINATE_SYSTEMS = \`
${lines.join('\n')}
\`
`
  await writeFile(TABLE, text)
  const words = (await readFile(packageFile('epsg-index/license.md'), 'utf8')).trim()
  await writeFile(
    LICENSE,
    `epsg-index ${version} (${license}): the table of coordinate systems

${words}

The parameters of the coordinate systems come from the EPSG Geodetic Parameter Dataset of the International
Association of Oil & Gas Producers (IOGP), epsg.org.
`,
  )
  console.log(`${lines.length} definitions in ${TABLE}.`)
}
