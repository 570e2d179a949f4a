import { holdsShards, type ShardMeta } from '../../answers/geocode/streets/shard-file.ts'
import { RefusalError } from '../../base/errors.ts'
import { userLayerFolder } from './folder.ts'

/** Options that choose a street index. */
export interface StreetsChoice {
  /** Folder to use instead of the street index in the user's data folder. */
  readonly streets?: string | URL | undefined
  /**
   * Whether to use the street index that `vicinage streets add` has written to the user's data folder. Default: true.
   */
  readonly userData?: boolean | undefined
}

/**
 * Returns the folder of the street index: `streets`, or the folder in the user's data folder if it contains shards.
 * Returns undefined if there is no street index, or if this process may not read the home folder, for example in a
 * service or a sandbox.
 *
 * @throws BundleError when the folder in VICINAGE_DATA_HOME cannot be read
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

export interface AddStreetsOptions {
  /** 5-digit FIPS code of the county, for address points whose file does not name a county. */
  readonly pointsCounty?: string
  /** Finds the county of a point if neither its file nor `pointsCounty` names a county. Returns null if unknown. */
  readonly countyAt?: (lon: number, lat: number) => string | null
  /** Called after each shard is written. */
  readonly onShard?: (shard: WrittenShard) => void
  /** Called with each county whose shard was already built from the same files. */
  readonly onKept?: (county: string) => void
  /** 5-digit FIPS code of the only county whose ADDRFEAT files are accepted. Default: all counties. */
  readonly county?: string
  /** Signal that stops the work between two files. The remaining files are not read. */
  readonly signal?: AbortSignal
}

export interface WrittenShard {
  /** File name, such as `streets-30059.bundle`. */
  readonly file: string
  readonly bytes: number
  readonly meta: ShardMeta
  readonly skipped: SkippedRows
  /** Number of rows whose ZIP belongs to another state. They are kept without the ZIP. */
  readonly foreignZips: number
  /** Number of points whose latitude and longitude were swapped in the file. */
  readonly swapped: number
}

/** Skipped-row counts by reason. */
export interface SkippedRows {
  /** Rows whose street has no name, or a name with characters that addresses cannot have. */
  unnamed: number
  /** Rows without a usable house number, or with a range whose two house numbers have different prefixes. */
  unnumbered: number
  /**
   * Rows whose line has fewer than two points, or whose coordinates are missing, impossible or far from all other
   * coordinates.
   */
  misplaced: number
  /** Repeated ranges, and points of an address that already has a point. */
  repeated: number
}

/**
 * Thrown when a street index cannot be built from a file. The message is one sentence with the file, what was found,
 * and what was expected.
 */
export class StreetFileError extends RefusalError {
  override readonly name = 'StreetFileError'
  readonly code = 'street_file_invalid'
}
