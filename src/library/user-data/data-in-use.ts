import { dataFolder } from '../../data/bundle/data-folder.ts'
import type { DataFolder, ReadOptions } from '../../data/bundle/folder.ts'

/** Which data are wanted. */
export interface DataChoice {
  /** A folder or an address; it replaces the embedded data and their upgrades. */
  readonly data?: string | URL | undefined
  /** Whether the upgrades that `vicinage data upgrade` put into the user's data folder are found. Default true. */
  readonly userData?: boolean | undefined
}

/**
 * The data folder that is named, else the embedded one with the bundles of the user's data folder in place of its own.
 *
 * @throws {BundleError} when the list of the upgrades is damaged
 */
export async function dataInUse({ data, userData = true }: DataChoice, options: ReadOptions = {}): Promise<DataFolder> {
  const embedded = dataFolder(data, options)
  // Only Node has a user's data folder.
  if (data !== undefined || !userData || !globalThis.process?.getBuiltinModule) return embedded
  return (await import('./in-node.ts')).withUpgrades(embedded)
}
