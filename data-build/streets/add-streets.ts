import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BundleSource } from '../../src/bundle/header.ts'
import { BundleError } from '../../src/errors.ts'
import { type AddStreetsOptions, StreetFileError, type WrittenShard } from '../../src/geocode/streets/building.ts'
import { readHead } from '../../src/geocode/streets/shard-file.ts'
import { writeWhole } from '../../src/locks/write-whole.ts'
import { states } from '../../src/states.ts'
import { fileOnDisk } from '../fetch/partial-file.ts'
import { SourceError } from '../read/source-error.ts'
import { withLayerFolder } from '../user-data/layer-folder.ts'
import { readPoints } from './address-points.ts'
import { addrfeatName, readAddrfeat } from './addrfeat.ts'
import { fileMembers, type ZipMember } from './files.ts'
import { ShardBuilder } from './shard-builder.ts'

/** See `DataBuild`. */
export async function addStreetFiles(
  files: readonly string[],
  folder: string,
  options: AddStreetsOptions = {},
): Promise<readonly WrittenShard[]> {
  const given = (await Promise.all(files.map(filesIn))).flat()
  return withLayerFolder(folder, () => addStreets(given, folder, options))
}

/** A file itself; of a folder, the files in it that may hold streets. */
async function filesIn(path: string): Promise<readonly string[]> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return [path]
  const found = (await readdir(path)).filter((name) => /\.(zip|csv|gz|geojson)$/i.test(name)).sort()
  if (found.length === 0)
    throw new StreetFileError(`${path} holds no zip, CSV, GeoJSON or gzip file: give the folder of these.`)
  return found.map((name) => join(path, name))
}

/** The same for a folder that this process has to itself. */
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
  const read = new Set<string>()
  for (const file of new Set(files)) {
    if (options.signal?.aborted) return written
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
    if (options.county !== undefined && name.county !== options.county)
      throw new StreetFileError(`${file} holds the streets of county ${name.county}, expected ${options.county}.`)
    if (read.has(name.county))
      throw new StreetFileError(`${file} is the second ADDRFEAT file of county ${name.county}, expected one.`)
    read.add(name.county)
    const id = `streets-${name.county}`
    const { sha256 } = (await fileOnDisk(file))!
    if (shardOf(folder, name.county)?.sha256 === sha256.slice(0, SHA_DIGITS)) {
      options.onKept?.(name.county)
      continue
    }
    const collected = collectorOf(name.county, file)
    readAddrfeat(members, file, collected.builder)
    collected.sources.push({
      id: `tiger-addrfeat-${name.county}`,
      agency: 'U.S. Census Bureau',
      title: `TIGER/Line address range-features, county ${name.county}`,
      vintage: `${name.vintage}, SHA-256 ${sha256.slice(0, SHA_DIGITS)}`,
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
  const file = `${id}.bundle`
  await writeWhole(join(folder, file), bytes)
  const { skipped, foreignZips } = builder
  return { file, bytes: bytes.length, meta, skipped, foreignZips, swapped }
}

/** The two letters of the state of a county; null where there is no such state. */
export function stateOfCounty(county: string): string | null {
  if (!/^\d{5}$/.test(county)) return null
  return states.find(({ fips }) => fips === county.slice(0, 2))?.postal ?? null
}

/** How much of the SHA-256 of a file the source of its shard names. */
export const SHA_DIGITS = 16

/** The edition and the file that the range shard of a county was built from; null where there is none that can be read. */
export function shardOf(folder: string, county: string): { readonly year: number; readonly sha256: string } | null {
  const file = `streets-${county}.bundle`
  try {
    const [{ vintage }] = readHead(join(folder, file), file).sources
    const [, year, sha256] = /^(\d{4}), SHA-256 ([0-9a-f]+)$/.exec(vintage) ?? []
    return year === undefined ? null : { year: Number(year), sha256 }
  } catch (error) {
    // One that is damaged is built again.
    if (error instanceof BundleError) return null
    throw error
  }
}
