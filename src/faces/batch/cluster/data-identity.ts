import { createHash } from 'node:crypto'
import { listShards, shardsIdentity } from '../../../answers/geocode/streets/shard-file.ts'
import { counted } from '../../../base/errors.ts'
import { readManifest } from '../../../data/bundle/data-folder.ts'
import { buildName } from '../../../library/bundles.ts'
import { dataInUse } from '../../../library/user-data/data-in-use.ts'
import { type StreetsChoice, streetsFolder } from '../../../library/user-data/streets.ts'

/** The data that answers depend on. Serializable as JSON. Only workers with the same data answer a run. */
export interface DataIdentity {
  /** Hash of all fields below and the contents of the street index. */
  readonly id: string
  /** Version of the program. */
  readonly version: string
  /** ID of the data build. */
  readonly build: string
  /** Names of the bundle files. */
  readonly bundles: readonly string[]
  /** Number of shards in the street index. */
  readonly streets: number
}

interface Sources extends StreetsChoice {
  readonly data?: string | undefined
  readonly version?: string | undefined
}

/**
 * Returns the identity of a data folder and a street index. By default, the street index is in the user's data folder.
 *
 * @throws {BundleError} when there is no data, or the street index is damaged
 */
export async function dataIdentity({ data, version = '', ...choice }: Sources): Promise<DataIdentity> {
  const folder = await dataInUse({ data, userData: choice.userData })
  const { build: base, bundles, states } = await readManifest(folder)
  const build = buildName(base, bundles)
  const files: string[] = []
  // Bundles that were removed from the folder are still in the manifest. They do not influence answers, so they are not
  // part of the identity.
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

/**
 * Formats a data identity for messages: `data build 5f9606862fbdac10, 19 bundles, 3 street indexes, vicinage 1.2.3`.
 */
export function dataWords({ version, build, bundles, streets }: DataIdentity): string {
  const layers =
    streets === 0 ? [] : [streets === 1 ? '1 street index' : `${streets.toLocaleString('en-US')} street indexes`]
  const program = version === '' ? [] : [`vicinage ${version}`]
  return [`data build ${build}`, counted(bundles.length, 'bundle'), ...layers, ...program].join(', ')
}
