import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { NotLoadedError } from '../../../base/errors.ts'
import { type CoveredState, coveredStates } from '../../../base/states.ts'
import {
  bundleMissing,
  checkEntry,
  geographyMissing,
  type Manifest,
  type ManifestEntry,
  manifestText,
  readManifest,
} from '../../../data/bundle/data-folder.ts'
import type { DataFolder } from '../../../data/bundle/folder.ts'
import { hex, readHead, readWhole } from '../../../data/bundle/read.ts'
import type { SectionContent } from '../../../data/bundle/write.ts'
import { CENTERS_IN_BLOCK, Geography } from '../../../data/geography.ts'
import { getBlockGroups } from '../../../data/geography-areas.ts'
import { TILES } from '../../../data/raster/in-bundle.ts'
import { tileColumns, tileSeconds } from '../../../data/raster/tiles.ts'
import { PARTS } from '../../../library/user-data/folder-content.ts'
import { type Added, cutBundle, type Kept } from './cut-bundle.ts'
import { SquareFileWriter } from './square-file.ts'

/** Selection of the data to copy for an application. */
export interface CopyChoice {
  /** Dimensions to copy; null for all dimensions in the folder. */
  readonly dimensions: readonly DimensionId[] | null
  /** Dimensions to omit if `dimensions` is null. */
  readonly without?: readonly DimensionId[]
  /** States to copy; null for all states in the folder. */
  readonly states: readonly CoveredState[] | null
  readonly schools: boolean
  readonly geocoder: boolean
  /** Whether to copy the data that the map page draws below the scores. */
  readonly explorer: boolean
  /** Whether to add the map square file, from which web pages load the data around a place in few requests. */
  readonly squares: boolean
}

export interface CopiedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Yields the files of a smaller data folder one by one, ending with the manifest. The geography and the dimensions are
 * cut to the chosen states. Schools and the geocoder, with its street index and its ZIP code and city outlines, are
 * copied whole.
 *
 * @throws {BundleError} if a bundle is missing or damaged
 * @throws {NotLoadedError} if the folder does not contain the chosen data
 */
export async function* copiedFiles(folder: DataFolder, choice: CopyChoice): AsyncGenerator<CopiedFile> {
  const manifest = await readManifest(folder)
  const entries = getEntries(manifest, choice, folder.name)
  const read = async (entry: ManifestEntry) => {
    const name = `${entry.file} in ${folder.name}`
    const bytes = await folder.read(entry.file, { bytes: entry.bytes })
    if (bytes === null) throw bundleMissing(folder, entry.file)
    const { bundle, digest } = await readWhole(bytes, name)
    checkEntry(entry, bytes.length, digest, name)
    return { bytes, bundle, name }
  }
  const states = getStates(manifest, choice, folder.name)
  let cut: { kept: Kept; added: Added } | undefined
  const geography = entries.find(({ id }) => id === 'geography')
  if (geography === undefined) throw geographyMissing(folder)
  if (states !== null) {
    const { bundle } = await read(geography)
    const places = Array.from(bundle.section(`${TILES}.at`, 'u32'))
    cut = keepStates(new Geography(bundle), places, states)
  }
  const copied: ManifestEntry[] = []
  const squares = choice.squares ? new SquareFileWriter() : null
  for (const entry of entries) {
    const { bytes, name } = await read(entry)
    const added = entry === geography && cut ? cut.added : { meta: {}, sections: [] }
    const isDivided = entry.kind === 'geography' || entry.kind === 'dimension'
    const output = isDivided && cut ? await cutBundle(bytes, name, cut.kept, added) : bytes
    const { digest, layout } = await readHead(output, output.length, name)
    const copy = { ...entry, bytes: output.length, sha256: hex(digest), start: layout.startBytes }
    copied.push(copy)
    if (isDivided) await squares?.add(copy, output)
    yield { name: entry.file, bytes: output }
  }
  const named = states ?? manifest.states?.map((postal) => ({ postal }))
  yield { name: 'sources.json', bytes: await sourcesFor(copied, folder) }
  const squareFile = await squares?.finish()
  if (squareFile !== undefined) yield { name: squareFile.listing.file, bytes: squareFile.bytes }
  const { bundles: _, states: __, squares: ___, ...rest } = manifest
  const copiedManifest: Manifest = {
    ...rest,
    ...(named ? { states: named.map(({ postal }) => postal) } : {}),
    bundles: copied,
    ...(squareFile ? { squares: squareFile.listing } : {}),
  }
  yield { name: 'manifest.json', bytes: new TextEncoder().encode(manifestText(copiedManifest)) }
}

/** Returns the states to keep, or null if the choice includes every state of the folder. */
function getStates(manifest: Manifest, { states }: CopyChoice, folder: string): readonly CoveredState[] | null {
  if (states === null) return null
  const available = manifest.states ?? coveredStates.map(({ postal }) => postal)
  for (const { name, postal } of states)
    if (!available.includes(postal))
      throw new NotLoadedError(
        `${name} is not in ${folder}, because the data was copied without this state.`,
        'state_not_loaded',
        'Use a complete data folder: --data DIR',
      )
  return available.every((postal) => states.some((state) => state.postal === postal)) ? null : states
}

function getEntries({ bundles }: Manifest, choice: CopyChoice, folder: string): ManifestEntry[] {
  const wanted = new Set<string>([
    'geography',
    ...(choice.dimensions ?? []),
    ...(choice.schools ? PARTS.schools.bundles : []),
    ...(choice.geocoder ? ['places', 'public-places'] : []),
    ...(choice.explorer ? PARTS.explorer.bundles : []),
  ])
  const missing = [...wanted].filter((id) => id !== 'geography' && !bundles.some((entry) => entry.id === id))
  if (missing.length > 0)
    throw new NotLoadedError(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not in ${folder}.`)
  // Without these bundles, the geocoder still works, but it finds fewer addresses and cannot return ZIP codes or cities
  // as areas.
  if (choice.geocoder) for (const id of [...PARTS.geocoder.bundles, ...PARTS.outlines.bundles]) wanted.add(id)
  const { dimensions, without = [] } = choice
  const isOther = (id: string) => dimensions === null && !without.some((left) => left === id)
  return bundles.filter(({ id, kind }) => wanted.has(id) || (kind === 'dimension' && isOther(id)))
}

/** Creates `sources.json` with the sources of the given bundles. */
async function sourcesFor(entries: readonly ManifestEntry[], folder: DataFolder): Promise<Uint8Array> {
  const used = new Set(entries.flatMap(({ sources }) => sources))
  const bytes = await folder.read('sources.json')
  const manifest: { sources?: { id: string }[] } = bytes === null ? {} : JSON.parse(new TextDecoder().decode(bytes))
  const sources = (manifest.sources ?? []).filter(({ id }) => used.has(id))
  return new TextEncoder().encode(`${JSON.stringify({ sources }, null, 2)}\n`)
}

/** Cell size in arc-seconds of the masks that store where the omitted states have land. */
const ABSENT_STEP = 30
/** Number of mask cells along one side of a tile. */
const ABSENT_IN_TILE = tileSeconds / ABSENT_STEP

/** Zones and land of a tile. */
interface TileLand {
  readonly place: number
  readonly zones: ReadonlySet<number>
  /** Land mask: 1 for each cell of `ABSENT_STEP` with land, row by row from the southwest. */
  readonly land: Uint8Array
}

/**
 * Chooses the tiles and block groups that are needed for places in the given states. A tile with land in a chosen state
 * is kept whole, so its places in neighboring states can be answered too. The land of the other states is added as
 * masks, so that it is not reported as outside the coverage area.
 *
 * @param geography complete geography
 * @param places tiles of the geography
 */
function keepStates(
  geography: Geography,
  places: readonly number[],
  states: readonly CoveredState[],
): { kept: Kept; added: Added } {
  const wanted = new Set(states.map(({ fips }) => fips))
  const tiles = new Set<number>()
  const rows = new Set<number>()
  const absent = new Map<string, TileLand[]>()
  for (const place of places) {
    const tile = sampleLand(geography, place)
    const inTile = new Set(Array.from(tile.zones, (zone) => geography.getState(geography.blockGroupsOfZone(zone)[0])))
    if ([...inTile].some((state) => wanted.has(state))) {
      tiles.add(place)
      for (const zone of tile.zones)
        for (const blockGroup of geography.blockGroupsOfZone(zone)) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
    } else for (const state of inTile) absent.set(state, [...(absent.get(state) ?? []), tile])
  }
  for (const fips of wanted) {
    // Keep all block groups of the state, because some have people but no zone and are not found through the tiles.
    const [from, to] = getBlockGroups(geography, fips)
    for (let blockGroup = from; blockGroup < to; blockGroup++) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
  }
  const left = [...absent].filter(([fips]) => !wanted.has(fips)).map(([fips, land]) => getBits(fips, land))
  return {
    kept: { tiles, rows },
    added: { meta: { absent: left.map(({ meta }) => meta) }, sections: left.map(({ section }) => section) },
  }
}

function sampleLand({ zoneRaster }: Geography, place: number): TileLand {
  const zones = new Set<number>()
  const land = new Uint8Array(ABSENT_IN_TILE ** 2)
  const across = tileSeconds / zoneRaster.meta.step
  const cellsInLand = ABSENT_STEP / zoneRaster.meta.step
  const west = (place % tileColumns) * across
  const south = Math.floor(place / tileColumns) * across
  const mark = (column: number, row: number) => {
    land[Math.floor((row - south) / cellsInLand) * ABSENT_IN_TILE + Math.floor((column - west) / cellsInLand)] = 1
  }
  for (let y = south; y < south + across; y += 16)
    for (let x = west; x < west + across; x += 16) {
      const constant = zoneRaster.constantAround(x, y)
      if (constant === 0) continue
      if (constant > 0) {
        zones.add(constant)
        // A page is 16 by 16 raster cells and overlaps at most two land cells in each direction. Each of them contains
        // a corner of the page, so marking the land cells at the corners marks them all.
        for (const column of [x, x + 15]) for (const row of [y, y + 15]) mark(column, row)
        continue
      }
      let before = 0
      for (let cell = 0; cell < 256; cell++) {
        const column = x + (cell & 15)
        const row = y + (cell >> 4)
        const zone = zoneRaster.cell(column, row)
        if (zone === 0) continue
        if (zone !== before) zones.add(zone)
        before = zone
        mark(column, row)
      }
    }
  return { place, zones, land }
}

/**
 * Encodes where a state has land: one bit per cell of the rectangle around its tiles, row by row from the southwest,
 * lowest bit first.
 */
function getBits(fips: string, tiles: readonly TileLand[]) {
  const columns = tiles.map(({ place }) => place % tileColumns)
  const rows = tiles.map(({ place }) => Math.floor(place / tileColumns))
  const x = Math.min(...columns) * ABSENT_IN_TILE
  const y = Math.min(...rows) * ABSENT_IN_TILE
  const width = (Math.max(...columns) + 1) * ABSENT_IN_TILE - x
  const height = (Math.max(...rows) + 1) * ABSENT_IN_TILE - y
  const bits = new Uint8Array((width * height) / 8)
  tiles.forEach(({ land }, tile) => {
    land.forEach((isLand, at) => {
      if (isLand === 0) return
      const column = columns[tile] * ABSENT_IN_TILE + (at % ABSENT_IN_TILE) - x
      const row = rows[tile] * ABSENT_IN_TILE + Math.floor(at / ABSENT_IN_TILE) - y
      const cell = row * width + column
      bits[cell >> 3] |= 1 << (cell & 7)
    })
  })
  const section: SectionContent = { name: `absent.${fips}`, data: bits }
  return { meta: { state: fips, step: ABSENT_STEP, x, y, width, height }, section }
}
