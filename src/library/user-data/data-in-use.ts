import type { DataFolder, ReadOptions } from '../../data/bundle/folder.ts'
import { webFolder } from '../../data/bundle/web-folder.ts'

/** Choice of the data to use. */
export interface DataChoice {
  /**
   * Folder or URL of the data to use instead of the embedded data and its official updates. Default: the folder in the
   * environment variable `VICINAGE_DATA`, or if that is not set, the embedded data.
   */
  readonly data?: string | URL | undefined
  /**
   * Whether to use the official updates that `vicinage data upgrade` has written to the user's data folder. Default:
   * true.
   */
  readonly userData?: boolean | undefined
}

/**
 * Returns the chosen data folder. By default, this is the embedded folder, in which official updates from the user's
 * data folder replace the embedded bundles.
 *
 * @throws {BundleError} when the list of official updates is damaged
 */
export async function dataInUse(choice: DataChoice, options: ReadOptions = {}): Promise<DataFolder> {
  const { data = globalThis.process?.env?.VICINAGE_DATA || undefined, userData = true } = choice
  // Browsers have neither a file system nor a user's data folder.
  if (!globalThis.process?.getBuiltinModule) return webFolder(data, options)
  const { dataFolder, withUpgrades } = await import('./in-node.ts')
  const folder = dataFolder(data, options)
  return data === undefined && userData ? withUpgrades(folder) : folder
}
