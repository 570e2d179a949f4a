import { createHash } from 'node:crypto'
import { listShards, shardsIdentity } from '../../../answers/geocode/streets/shard-file.ts'
import { counted } from '../../../base/errors.ts'
import { readManifest } from '../../../data/bundle/data-folder.ts'
import { buildName } from '../../../library/bundles.ts'
import { dataInUse } from '../../../library/user-data/data-in-use.ts'
import { type StreetsChoice, streetsFolder } from '../../../library/user-data/streets.ts'

/** The data that answers depend on. Serializable as JSON. A run only goes to workers that have the same data. */
export interface DataIdentity {
  /** Id that covers everything below and the contents of the street index. */
  readonly id: string
  /** Version of the program. */
  readonly version: string
  /** Identifies the build of the data. */
  readonly build: string
  /** Files of the bundles. */
  readonly bundles: readonly string[]
  /** Number of shards in the street index. */
  readonly streets: number
}

interface Sources extends StreetsChoice {
  readonly data?: string | undefined
  readonly version?: string | undefined
}

/**
 * Returns the identity of a data folder and of a street index, by default the one in the user's data folder.
 *
 * @throws {BundleError} when there is no data, or the street index is damaged
 */
export async function dataIdentity({ data, version = '', ...choice }: Sources): Promise<DataIdentity> {
  const folder = await dataInUse({ data, userData: choice.userData })
  const { build: base, bundles, states } = await readManifest(folder)
  const build = buildName(base, bundles)
  const files: string[] = []
  // A bundle that was removed from the folder is still in the manifest, but has no influence on answers.
  for (const { file } of bundles) if (await folder.has(file)) files.push(file)
  const streets = streetsFolder(choice)
  const layers = streets === undefined ? [] : listShards(streets)
  const identity = { version, build, bundles: files }
  const id = createHash('sha256')
    .update(JSON.stringify([identity, shardsIdentity(layers), ...(states ? [states] : [])]))
    .digest('hex')
    .slice(0, 16)
  return { id, ...identity, streets: layers.length }
}

/** Writes `data build 5f9606862fbdac10, 19 bundles, 3 street indexes, vicinage 1.2.3` for people. */
export function dataWords({ version, build, bundles, streets }: DataIdentity): string {
  const layers =
    streets === 0 ? [] : [streets === 1 ? '1 street index' : `${streets.toLocaleString('en-US')} street indexes`]
  const program = version === '' ? [] : [`vicinage ${version}`]
  return [`data build ${build}`, counted(bundles.length, 'bundle'), ...layers, ...program].join(', ')
}
