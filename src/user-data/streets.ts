import { holdsShards } from '../geocode/streets/shard-file.ts'
import { userLayerFolder } from './folder.ts'

/** Which street layers are wanted. */
export interface StreetsChoice {
  /** Their folder; it replaces the user's. */
  readonly streets?: string | URL | undefined
  /** Whether those that `vicinage streets add` put into the user's data folder are found. Default true. */
  readonly userData?: boolean | undefined
}

/**
 * The folder of street layers that is named, else the user's where it holds any; undefined: no street layers. A home
 * that this process may not look into, as of a service or in a sandbox, holds none.
 *
 * @throws BundleError when the folder that VICINAGE_DATA_HOME names cannot be read
 */
export function streetsFolder({ streets, userData = true }: StreetsChoice): string | undefined {
  if (streets !== undefined) return streets instanceof URL ? decodeURIComponent(streets.pathname) : streets
  if (!userData) return undefined
  let isNamed = false
  try {
    isNamed = Boolean(globalThis.process?.env?.VICINAGE_DATA_HOME)
    const folder = userLayerFolder('streets')
    return folder !== null && holdsShards(folder) ? folder : undefined
  } catch (error) {
    if (isNamed) throw error
    return undefined
  }
}
