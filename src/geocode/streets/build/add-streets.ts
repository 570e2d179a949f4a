import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BundleSource } from '../../../bundle/header.ts'
import type { ShardMeta } from '../shard-meta.ts'
import { addrfeatName, readAddrfeat } from './read-addrfeat.ts'
import { readPoints } from './read-points.ts'
import { type LeftOut, ShardBuilder } from './shard-builder.ts'
import { stateOfCounty } from './state-of-county.ts'
import { StreetFileError } from './street-file-error.ts'
import { type ZipMember, zipMembers } from './zip-members.ts'

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
 * Builds a shard for each county of the files: official ADDRFEAT zips, or address points as CSV or zipped CSV. Each is written
 * beside its place and renamed, so that readers see the old one or the new one. What the folder holds of other counties stays.
 *
 * @throws StreetFileError when a file cannot be used; shards written before stay
 */
export async function addStreets(
  files: readonly string[],
  folder: string,
  options: AddStreetsOptions = {},
): Promise<WrittenShard[]> {
  await mkdir(folder, { recursive: true })
  const written: WrittenShard[] = []
  const write = async (id: string, county: string, collected: Collected) => {
    const shard = await writeShard(folder, id, county, collected)
    written.push(shard)
    options.onShard?.(shard)
  }
  const points = new Map<string, Collected>()
  for (const file of new Set(files)) {
    const members = await open(file)
    const shapefile = members.find(({ name }) => name.toLowerCase().endsWith('.shp'))
    if (shapefile === undefined) {
      for (const { name, bytes } of members) collectPoints(bytes, name, options.pointsCounty, points)
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

async function open(file: string): Promise<ZipMember[]> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StreetFileError(
      `${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : (code ?? String(cause))}.`,
      { cause },
    )
  }
  // "PK": every zip begins with it, and no table.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [{ name: basename(file), bytes }]
  const members = zipMembers(bytes, file, ['.shp', '.dbf', '.csv', '.txt'])
  if (members.length === 0)
    throw new StreetFileError(`${file} holds neither a shapefile nor a CSV, expected one of the two.`)
  return members.some(({ name }) => name.toLowerCase().endsWith('.shp'))
    ? members
    : members.filter(({ name }) => !name.toLowerCase().endsWith('.dbf'))
}

function collectPoints(
  bytes: Uint8Array,
  file: string,
  given: string | undefined,
  collected: Map<string, Collected>,
): void {
  const { layout, points, counties, swapped, misplaced } = readPoints(bytes, file)
  const county = given ?? countyOf(counties, file)
  const known = collected.get(county)
  const to = known ?? collectorOf(county, file)
  collected.set(county, to)
  for (const point of points) to.builder.addPoint(point)
  to.builder.leftOut.misplaced += misplaced
  to.swapped += swapped
  to.sources.push({
    id: `address-points-${to.sources.length + 1}`,
    agency: 'the publisher of the file',
    title: `${file} (${layout} layout)`,
    vintage: `SHA-256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
    licence: 'as its publisher says',
  })
}

/** The county that a Florida file names by 3 digits; other layouts name none. */
function countyOf(counties: readonly string[], file: string): string {
  const [code, ...others] = counties
  if (code === undefined || others.length > 0)
    throw new StreetFileError(
      `${file} names ${others.length > 0 ? `${counties.length} counties` : 'no county'}, expected address points of one: say which with --points-county FIPS.`,
    )
  return code.length === 5 ? code : `12${code.padStart(3, '0')}`
}

async function writeShard(folder: string, id: string, county: string, collected: Collected): Promise<WrittenShard> {
  const { builder, sources, swapped } = collected
  const { bytes, meta } = await builder.finish(id, county, sources)
  if (meta.streets === 0)
    throw new StreetFileError(`The files of county ${county} hold no usable address, expected some.`)
  const file = fileOf(id)
  const beside = join(folder, `${file}.${process.pid}.part`)
  try {
    await writeFile(beside, bytes)
    await rename(beside, join(folder, file))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  const { leftOut, foreignZips } = builder
  return { file, bytes: bytes.length, meta, leftOut, foreignZips, swapped }
}

function fileOf(id: string): string {
  return `${id}.bundle`
}
