import {
  bundleMissing,
  checkEntry,
  geographyMissing,
  type Manifest,
  type ManifestEntry,
  manifestText,
  readManifest,
} from '../bundle/data-folder.ts'
import type { DataFolder } from '../bundle/folder.ts'
import { hex, readHead, readWhole } from '../bundle/read.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { NotLoadedError } from '../errors.ts'
import { neighborhoodBundles } from '../geocode/layers.ts'
import { Geography } from '../geography.ts'
import { TILES } from '../raster/in-bundle.ts'
import { type CoveredState, coveredStates } from '../states.ts'
import { type Added, cutBundle, type Kept } from './cut-bundle.ts'
import { keepStates } from './states-kept.ts'

/** What an application wants of the data. */
export interface CopyChoice {
  /** Null: all that the folder has. */
  readonly dimensions: readonly DimensionId[] | null
  /** Null: all that the folder has. */
  readonly states: readonly CoveredState[] | null
  readonly schools: boolean
  readonly geocoder: boolean
  /** What the map page draws below the scores. */
  readonly explorer: boolean
}

/** A file of the copy. */
export interface CopiedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The files of a smaller data folder, one after the other, the manifest last. Of geography and dimensions the states
 * are cut; schools and geocoder are copied whole.
 *
 * @throws {BundleError} when a bundle is missing or damaged
 * @throws {NotLoadedError} when the folder does not have what is wanted
 */
export async function* copiedFiles(folder: DataFolder, choice: CopyChoice): AsyncGenerator<CopiedFile> {
  const manifest = await readManifest(folder)
  const entries = entriesOf(manifest, choice, folder.name)
  const read = async (entry: ManifestEntry) => {
    const name = `${entry.file} in ${folder.name}`
    const bytes = await folder.read(entry.file, { bytes: entry.bytes })
    if (bytes === null) throw bundleMissing(folder, entry.file)
    const { bundle, digest } = await readWhole(bytes, name)
    checkEntry(entry, bytes.length, digest, name)
    return { bytes, bundle, name }
  }
  const states = statesOf(manifest, choice, folder.name)
  let cut: { kept: Kept; added: Added } | undefined
  const geography = entries.find(({ id }) => id === 'geography')
  if (geography === undefined) throw geographyMissing(folder)
  if (states !== null) {
    const { bundle } = await read(geography)
    const places = Array.from(bundle.section(`${TILES}.at`, 'u32'))
    cut = keepStates(new Geography(bundle), places, states)
  }
  const copied: ManifestEntry[] = []
  for (const entry of entries) {
    const { bytes, name } = await read(entry)
    const added = entry === geography && cut ? cut.added : { meta: {}, sections: [] }
    const isCut = entry.kind === 'geography' || entry.kind === 'dimension'
    const made = isCut && cut ? await cutBundle(bytes, name, cut.kept, added) : bytes
    const { digest, layout } = await readHead(made, made.length, name)
    copied.push({ ...entry, bytes: made.length, sha256: hex(digest), start: layout.startBytes })
    yield { name: entry.file, bytes: made }
  }
  const named = states ?? manifest.states?.map((postal) => ({ postal }))
  yield { name: 'sources.json', bytes: await sourcesFor(copied, folder) }
  const { bundles: _, states: __, ...rest } = manifest
  const made: Manifest = {
    ...rest,
    ...(named ? { states: named.map(({ postal }) => postal) } : {}),
    bundles: copied,
  }
  yield { name: 'manifest.json', bytes: new TextEncoder().encode(manifestText(made)) }
}

/** Null where no state is left out of what the folder has. */
function statesOf(manifest: Manifest, { states }: CopyChoice, folder: string): readonly CoveredState[] | null {
  if (states === null) return null
  const has = manifest.states ?? coveredStates.map(({ postal }) => postal)
  for (const { name, postal } of states)
    if (!has.includes(postal))
      throw new NotLoadedError(
        `${name} is not in ${folder}: that is a copy without it. Name the whole data: --data DIR`,
        'state_not_loaded',
      )
  return has.every((postal) => states.some((state) => state.postal === postal)) ? null : states
}

function entriesOf({ bundles }: Manifest, choice: CopyChoice, folder: string): ManifestEntry[] {
  const wanted = new Set<string>([
    'geography',
    ...(choice.dimensions ?? []),
    ...(choice.schools ? ['schools', 'districts'] : []),
    ...(choice.geocoder ? ['places', 'public-places'] : []),
    ...(choice.explorer ? ['base-map'] : []),
  ])
  const missing = [...wanted].filter((id) => id !== 'geography' && !bundles.some((entry) => entry.id === id))
  if (missing.length > 0)
    throw new NotLoadedError(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not in ${folder}.`)
  // Those without which the geocoder works.
  if (choice.geocoder) for (const id of ['landmarks', ...neighborhoodBundles]) wanted.add(id)
  return bundles.filter(({ id, kind }) => wanted.has(id) || (choice.dimensions === null && kind === 'dimension'))
}

/** `sources.json`, of what the bundles were made from. */
async function sourcesFor(entries: readonly ManifestEntry[], folder: DataFolder): Promise<Uint8Array> {
  const used = new Set(entries.flatMap(({ sources }) => sources))
  const bytes = await folder.read('sources.json')
  const known: { sources?: { id: string }[] } = bytes === null ? {} : JSON.parse(new TextDecoder().decode(bytes))
  const sources = (known.sources ?? []).filter(({ id }) => used.has(id))
  return new TextEncoder().encode(`${JSON.stringify({ sources }, null, 2)}\n`)
}
