import { dataFolder } from '../../data/bundle/data-folder.ts'
import type { DataFolder, ReadOptions } from '../../data/bundle/folder.ts'

/** Choice of the data to use. */
export interface DataChoice {
  /**
   * A folder or an address that replaces the embedded data and its official updates. Default: what the environment
   * variable `VICINAGE_DATA` names, otherwise the embedded data.
   */
  readonly data?: string | URL | undefined
  /**
   * Whether to use the official updates that `vicinage data upgrade` put into the user's data folder. Default: true.
   */
  readonly userData?: boolean | undefined
}

/**
 * Returns the data folder that was chosen, or the embedded one with bundles of the user's data folder replacing its
 * own.
 *
 * @throws {BundleError} when the list of the official updates is damaged
 */
export async function dataInUse(choice: DataChoice, options: ReadOptions = {}): Promise<DataFolder> {
  const { data = globalThis.process?.env?.VICINAGE_DATA || undefined, userData = true } = choice
  const embedded = dataFolder(data, options)
  // A user's data folder exists only in Node.
  if (data !== undefined || !userData || !globalThis.process?.getBuiltinModule) return embedded
  return (await import('./in-node.ts')).withUpgrades(embedded)
}
