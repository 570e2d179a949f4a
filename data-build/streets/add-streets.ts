import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readHead } from '../../src/answers/geocode/streets/shard-file.ts'
import { states } from '../../src/base/all-states.ts'
import { BundleError } from '../../src/base/errors.ts'
import { writeWhole } from '../../src/base/locks/write-whole.ts'
import type { BundleSource } from '../../src/data/bundle/header.ts'
import { type AddStreetsOptions, StreetFileError, type WrittenShard } from '../../src/library/user-data/streets.ts'
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
  const addresses = (await Promise.all(files.map(filesIn))).flat()
  return withLayerFolder(folder, () => addStreets(addresses, folder, options))
}

/**
 * Lists the street files at a path: the path itself if it is a file, or the files in the folder that may contain
 * streets.
 */
async function filesIn(path: string): Promise<readonly string[]> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return [path]
  const files = (await readdir(path)).filter((name) => /\.(zip|csv|gz|geojson)$/i.test(name)).sort()
  if (files.length === 0)
    throw new StreetFileError(
      `${path} contains no zip, CSV, GeoJSON or gzip file: name the folder that contains these files.`,
    )
  return files.map((name) => join(path, name))
}

/** Implements `addStreetFiles` for a folder that this process has locked. */
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
      for (const member of members) collectPoints(member, file, options, points)
      continue
    }
    const name = addrfeatName(shapefile.name) ?? addrfeatName(basename(file))
    if (name === null)
      throw new StreetFileError(
        `${file} contains ${shapefile.name}, expected a file named tl_YYYY_FFFFF_addrfeat, where FFFFF is the FIPS code of the county.`,
      )
    if (options.county !== undefined && name.county !== options.county)
      throw new StreetFileError(`${file} contains the streets of county ${name.county}, expected ${options.county}.`)
    if (read.has(name.county))
      throw new StreetFileError(`${file} is the second ADDRFEAT file of county ${name.county}, expected only one.`)
    read.add(name.county)
    const id = `streets-${name.county}`
    const { sha256 } = (await fileOnDisk(file))!
    if (getShard(folder, name.county)?.sha256 === sha256.slice(0, SHA_DIGITS)) {
      options.onKept?.(name.county)
      continue
    }
    const collected = createCollector(name.county, file)
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
  for (const [county, collected] of points) {
    if (options.signal?.aborted) break
    if (isInPlace(folder, county, collected.sources)) options.onKept?.(county)
    else await write(`points-${county}`, county, collected)
  }
  return written
}

/** Ranges and points of a county that have been read so far. */
interface Collected {
  readonly builder: ShardBuilder
  readonly sources: BundleSource[]
  swapped: number
}

function createCollector(county: string, file: string): Collected {
  const state = stateOfCounty(county)
  if (state === null)
    throw new StreetFileError(`${file} is for county '${county}', expected a 5-digit FIPS code such as 48453.`)
  return { builder: new ShardBuilder(state), sources: [], swapped: 0 }
}

function collectPoints(
  { name, bytes }: ZipMember,
  file: string,
  { pointsCounty, countyAt }: AddStreetsOptions,
  collected: Map<string, Collected>,
): void {
  const where = name === basename(file) ? file : `${file} > ${name}`
  const { layout, counties, misplaced } = readPoints(bytes, where, (point, named) => {
    const county = named ?? pointsCounty ?? countyAt?.(point.lon / 1e6, point.lat / 1e6)
    if (county === undefined)
      throw new StreetFileError(`${where} does not name its county: set it with --points-county FIPS.`)
    return county
  })
  if (counties.size === 0)
    throw new StreetFileError(
      `${where} contains no address in a known county: set the county with --points-county FIPS.`,
    )
  const vintage = `SHA-256 ${createHash('sha256').update(bytes).digest('hex').slice(0, SHA_DIGITS)}`
  // Rows without a usable location belong to no county, so they are reported with the first county.
  let nowhere = misplaced
  for (const [county, { points, swapped, far }] of counties) {
    const to = collected.get(county) ?? createCollector(county, where)
    collected.set(county, to)
    for (const point of points) to.builder.addPoint(point)
    to.builder.skipped.misplaced += far + nowhere
    nowhere = 0
    to.swapped += swapped
    to.sources.push({
      id: `address-points-${to.sources.length + 1}`,
      agency: 'the publisher of the file',
      title: `${name} (${layout} layout)`,
      vintage,
      licence: 'as stated by its publisher',
    })
  }
}

/** Checks whether a county already has points built from the same files, for example after an interrupted run. */
function isInPlace(folder: string, county: string, sources: readonly BundleSource[]): boolean {
  const file = `points-${county}.bundle`
  try {
    return isDeepStrictEqual(readHead(join(folder, file), file).sources, sources)
  } catch (error) {
    if (error instanceof BundleError) return false
    throw error
  }
}

async function writeShard(folder: string, id: string, county: string, collected: Collected): Promise<WrittenShard> {
  const { builder, sources, swapped } = collected
  const { bytes, meta } = await builder.finish(id, county, sources)
  if (meta.streets === 0) throw new StreetFileError(`The files of county ${county} contain no usable addresses.`)
  const file = `${id}.bundle`
  await writeWhole(join(folder, file), bytes)
  const { skipped, foreignZips } = builder
  return { file, bytes: bytes.length, meta, skipped, foreignZips, swapped }
}

/** Returns the two-letter code of a county's state, or null if there is no such state. */
export function stateOfCounty(county: string): string | null {
  if (!/^\d{5}$/.test(county)) return null
  return states.find(({ fips }) => fips === county.slice(0, 2))?.postal ?? null
}

/** Number of leading SHA-256 digits of a file that are stored with its shard. */
export const SHA_DIGITS = 16

/**
 * Returns the edition and the file hash that the county's range shard was built from, or null if the shard is missing
 * or unreadable.
 */
export function getShard(folder: string, county: string): { readonly year: number; readonly sha256: string } | null {
  const file = `streets-${county}.bundle`
  try {
    const [{ vintage }] = readHead(join(folder, file), file).sources
    const [, year, sha256] = /^(\d{4}), SHA-256 ([0-9a-f]+)$/.exec(vintage) ?? []
    return year === undefined ? null : { year: Number(year), sha256 }
  } catch (error) {
    // A damaged shard counts as missing and is built again.
    if (error instanceof BundleError) return null
    throw error
  }
}
