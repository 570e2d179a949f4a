import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BundleSource } from '../../src/bundle/header.ts'
import type { ShardMeta } from '../../src/geocode/streets/shard-file.ts'
import { readPoints } from './address-points.ts'
import { addrfeatName, readAddrfeat } from './addrfeat.ts'
import { fileMembers, StreetFileError, type ZipMember } from './files.ts'
import { type LeftOut, ShardBuilder } from './shard-builder.ts'
import { stateOfCounty } from './state-of-county.ts'

export interface AddStreetsOptions {
  /** 5-digit FIPS code of the county of address points whose file does not say it. */
  readonly pointsCounty?: string
  /** Called after each shard is written. */
  readonly onShard?: (shard: WrittenShard) => void
}

/** A shard that was written. */
export interface WrittenShard {
  /** `streets-30059.bundle` */
  readonly file: string
  readonly bytes: number
  readonly meta: ShardMeta
  readonly leftOut: LeftOut
  /** Rows whose ZIP lies in no part of the state: kept without it. */
  readonly foreignZips: number
  /** Points whose latitude and longitude had changed places. */
  readonly swapped: number
}

/**
 * Builds a shard for each county of the files: official ADDRFEAT zips, or address points as CSV, zipped or gzipped too. Each is written
 * beside its place and renamed, so that readers see the old one or the new one. What the folder holds of other counties stays.
 *
 * @throws StreetFileError when a file cannot be used or the folder not be written; shards written before stay
 */
export async function addStreets(
  files: readonly string[],
  folder: string,
  options: AddStreetsOptions = {},
): Promise<WrittenShard[]> {
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
        `${file} holds ${shapefile.name}, expected tl_YYYY_FFFFF_addrfeat, which names the county FFFFF.`,
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

/** What the files of a county gave so far. */
interface Collected {
  readonly builder: ShardBuilder
  readonly sources: BundleSource[]
  swapped: number
}

function collectorOf(county: string, file: string): Collected {
  const state = stateOfCounty(county)
  if (state === null)
    throw new StreetFileError(`${file} is of county '${county}', expected a 5-digit FIPS code such as 48453.`)
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
    throw new StreetFileError(
      `${where} names no county, expected address points of one: say which with --points-county FIPS.`,
    )
  const known = collected.get(county)
  const to = known ?? collectorOf(county, where)
  collected.set(county, to)
  for (const point of points) to.builder.addPoint(point)
  to.builder.leftOut.misplaced += misplaced
  to.swapped += swapped
  to.sources.push({
    id: `address-points-${to.sources.length + 1}`,
    agency: 'the publisher of the file',
    title: `${name} (${layout} layout)`,
    vintage: `SHA-256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
    licence: 'as its publisher says',
  })
}

/** The county that a Florida file names, by 3 digits mostly; undefined where none is named, as in other layouts. */
function countyOf([code, ...others]: readonly string[], file: string): string | undefined {
  if (others.length > 0)
    throw new StreetFileError(
      `${file} names the counties ${[code, ...others].slice(0, 5).join(', ')}, expected address points of one: cut it by county.`,
    )
  return code === undefined || code.length === 5 ? code : `12${code.padStart(3, '0')}`
}

async function writeShard(folder: string, id: string, county: string, collected: Collected): Promise<WrittenShard> {
  const { builder, sources, swapped } = collected
  const { bytes, meta } = await builder.finish(id, county, sources)
  if (meta.streets === 0)
    throw new StreetFileError(`The files of county ${county} hold no usable address, expected some.`)
  const file = fileOf(id)
  const beside = join(folder, `${file}.${process.pid}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(beside, bytes)
    await rename(beside, join(folder, file))
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => {})
    throw new StreetFileError(
      `${file} cannot be written into ${folder} (${(cause as Error).message}): mend that, or name another folder.`,
      { cause },
    )
  }
  const { leftOut, foreignZips } = builder
  return { file, bytes: bytes.length, meta, leftOut, foreignZips, swapped }
}

function fileOf(id: string): string {
  return `${id}.bundle`
}

/** The edition that is fetched. */
const YEAR = 2025

/** Where the Census Bureau publishes the ADDRFEAT zip of a county. */
export function addrfeatAddress(county: string): string {
  return `https://www2.census.gov/geo/tiger/TIGER${YEAR}/ADDRFEAT/tl_${YEAR}_${county}_addrfeat.zip`
}

/**
 * Fetches the official ADDRFEAT zip of a county into a folder and answers the path of the file.
 * @param county 5-digit FIPS code
 * @throws StreetFileError when there is none, or it did not come whole
 */
export async function downloadCounty(county: string, folder: string, ask: typeof fetch = fetch): Promise<string> {
  if (stateOfCounty(county) === null)
    throw new StreetFileError(`'${county}' is no county, expected a 5-digit FIPS code such as 48453.`)
  const address = addrfeatAddress(county)
  const refuse = (found: string, cause?: unknown): never => {
    throw new StreetFileError(`${address} could not be fetched: ${found}.`, { cause })
  }
  const answer = await ask(address).catch((cause) => refuse(reasonOf(cause), cause))
  if (!answer.ok) refuse(`HTTP ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer().catch((cause) => refuse(reasonOf(cause), cause)))
  const declared = Number(answer.headers.get('content-length') ?? bytes.length)
  if (bytes.length !== declared) refuse(`${bytes.length} bytes came, expected ${declared}`)
  // "PK": an error page would come with HTTP 200 sometimes.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) refuse('what came is no zip')
  const file = join(folder, `tl_${YEAR}_${county}_addrfeat.zip`)
  await writeFile(file, bytes)
  return file
}

function reasonOf(cause: unknown): string {
  const { cause: inner, message } = cause as Error
  return inner instanceof Error ? inner.message : message
}
