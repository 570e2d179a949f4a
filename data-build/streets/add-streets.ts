import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BundleSource } from '../../src/bundle/header.ts'
import { type AddStreetsOptions, StreetFileError, type WrittenShard } from '../../src/geocode/streets/building.ts'
import { states } from '../../src/states.ts'
import { SourceError } from '../read/source-error.ts'
import { readPoints } from './address-points.ts'
import { addrfeatName, readAddrfeat } from './addrfeat.ts'
import { fileMembers, type ZipMember } from './files.ts'
import { ShardBuilder } from './shard-builder.ts'

/** See `StreetBuilder`. */
export async function addStreets(
  files: readonly string[],
  folder: string,
  options: AddStreetsOptions = {},
): Promise<WrittenShard[]> {
  try {
    return await addFiles(files, folder, options)
  } catch (cause) {
    throw cause instanceof SourceError ? new StreetFileError(cause.message, { cause }) : cause
  }
}

async function addFiles(files: readonly string[], folder: string, options: AddStreetsOptions): Promise<WrittenShard[]> {
  const written: WrittenShard[] = []
  const write = async (id: string, county: string, collected: Collected) => {
    const shard = await writeShard(folder, id, county, collected)
    written.push(shard)
    options.onShard?.(shard)
  }
  const points = new Map<string, Collected>()
  for (const file of new Set(files)) {
    const members = await fileMembers(file)
    const shapefile = members.find(({ name }) => name.toLowerCase().endsWith('.shp'))
    if (shapefile === undefined) {
      for (const member of members) collectPoints(member, file, options.pointsCounty, points)
      continue
    }
    const name = addrfeatName(shapefile.name) ?? addrfeatName(basename(file))
    if (name === null)
      throw new StreetFileError(
        `${file} holds ${shapefile.name}, expected a file tl_YYYY_FFFFF_addrfeat, where FFFFF is the county.`,
      )
    const id = `streets-${name.county}`
    if (written.some((shard) => shard.file === fileOf(id)))
      throw new StreetFileError(`${file} is the second ADDRFEAT file of county ${name.county}, expected one.`)
    const collected = collectorOf(name.county, file)
    readAddrfeat(members, file, collected.builder)
    collected.sources.push({
      id: `tiger-addrfeat-${name.county}`,
      agency: 'U.S. Census Bureau',
      title: `TIGER/Line address range-features, county ${name.county}`,
      vintage: name.vintage,
      licence: 'public domain (U.S. government work)',
    })
    await write(id, name.county, collected)
  }
  for (const [county, collected] of points) await write(`points-${county}`, county, collected)
  return written
}

/** What was read of a county so far. */
interface Collected {
  readonly builder: ShardBuilder
  readonly sources: BundleSource[]
  swapped: number
}

function collectorOf(county: string, file: string): Collected {
  const state = stateOfCounty(county)
  if (state === null)
    throw new StreetFileError(`${file} is for county '${county}', expected a 5-digit FIPS code such as 48453.`)
  return { builder: new ShardBuilder(state), sources: [], swapped: 0 }
}

function collectPoints(
  { name, bytes }: ZipMember,
  file: string,
  given: string | undefined,
  collected: Map<string, Collected>,
): void {
  const where = name === basename(file) ? file : `${file} > ${name}`
  const { layout, points, counties, swapped, misplaced } = readPoints(bytes, where)
  const county = countyOf(counties, where) ?? given
  if (county === undefined)
    throw new StreetFileError(`${where} does not name its county: give it with --points-county FIPS.`)
  const known = collected.get(county)
  const to = known ?? collectorOf(county, where)
  collected.set(county, to)
  for (const point of points) to.builder.addPoint(point)
  to.builder.skipped.misplaced += misplaced
  to.swapped += swapped
  to.sources.push({
    id: `address-points-${to.sources.length + 1}`,
    agency: 'the publisher of the file',
    title: `${name} (${layout} layout)`,
    vintage: `SHA-256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
    licence: 'as its publisher says',
  })
}

/** The county that a Florida file names, mostly by 3 digits; undefined where none is named, as in other layouts. */
function countyOf([code, ...others]: readonly string[], file: string): string | undefined {
  if (others.length > 0)
    throw new StreetFileError(
      `${file} names the counties ${[code, ...others].slice(0, 5).join(', ')}, expected address points of one county: split the file.`,
    )
  return code === undefined || code.length === 5 ? code : `12${code.padStart(3, '0')}`
}

async function writeShard(folder: string, id: string, county: string, collected: Collected): Promise<WrittenShard> {
  const { builder, sources, swapped } = collected
  const { bytes, meta } = await builder.finish(id, county, sources)
  if (meta.streets === 0) throw new StreetFileError(`The files of county ${county} hold no usable address.`)
  const file = fileOf(id)
  const temporary = join(folder, `${file}.${process.pid}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(temporary, bytes)
    await rename(temporary, join(folder, file))
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {})
    throw new StreetFileError(
      `${file} cannot be written to ${folder} (${(cause as Error).message}): fix that, or use another folder.`,
      { cause },
    )
  }
  const { skipped, foreignZips } = builder
  return { file, bytes: bytes.length, meta, skipped, foreignZips, swapped }
}

/** The two letters of the state of a county; null where there is no such state. */
function stateOfCounty(county: string): string | null {
  if (!/^\d{5}$/.test(county)) return null
  return states.find(({ fips }) => fips === county.slice(0, 2))?.postal ?? null
}

function fileOf(id: string): string {
  return `${id}.bundle`
}

/** The TIGER/Line edition that is downloaded. */
const YEAR = 2025

/** Where the Census Bureau publishes the ADDRFEAT zip of a county. */
export function addrfeatUrl(county: string): string {
  return `https://www2.census.gov/geo/tiger/TIGER${YEAR}/ADDRFEAT/tl_${YEAR}_${county}_addrfeat.zip`
}

/** See `StreetBuilder`. */
export async function downloadCounty(county: string, folder: string, download: typeof fetch = fetch): Promise<string> {
  if (stateOfCounty(county) === null)
    throw new StreetFileError(`'${county}' is not a county, expected a 5-digit FIPS code such as 48453.`)
  const url = addrfeatUrl(county)
  const refuse = (found: string, cause?: unknown): never => {
    throw new StreetFileError(`${url} could not be downloaded: ${found}.`, { cause })
  }
  const response = await download(url).catch((cause) => refuse(reasonOf(cause), cause))
  if (!response.ok) refuse(`HTTP ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer().catch((cause) => refuse(reasonOf(cause), cause)))
  const declared = Number(response.headers.get('content-length') ?? bytes.length)
  if (bytes.length !== declared) refuse(`${bytes.length} bytes received, expected ${declared}`)
  // "PK": error pages sometimes come with HTTP 200.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) refuse('the response is not a zip')
  const file = join(folder, `tl_${YEAR}_${county}_addrfeat.zip`)
  await writeFile(file, bytes)
  return file
}

function reasonOf(cause: unknown): string {
  const { cause: inner, message } = cause as Error
  return inner instanceof Error ? inner.message : message
}
