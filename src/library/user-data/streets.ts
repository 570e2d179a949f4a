import { holdsShards, type ShardMeta } from '../../answers/geocode/streets/shard-file.ts'
import { VicinageError } from '../../base/errors.ts'
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

/** How street layers are built. */
export interface AddStreetsOptions {
  /** 5-digit FIPS code of the county, for address points whose file does not name it. */
  readonly pointsCounty?: string
  /**
   * The county of a point whose file does not name it, where `pointsCounty` is not given; null for none that is known.
   */
  readonly countyAt?: (lon: number, lat: number) => string | null
  /** Called after each shard is written. */
  readonly onShard?: (shard: WrittenShard) => void
  /** Called with a county whose shard is in place already, made of the same files. */
  readonly onKept?: (county: string) => void
  /** The only county that an ADDRFEAT file may be of, 5-digit FIPS code. Default: any. */
  readonly county?: string
  /** Ends the work between two files; files that are left are not read. */
  readonly signal?: AbortSignal
}

/** A shard that was written. */
export interface WrittenShard {
  /** `streets-30059.bundle` */
  readonly file: string
  readonly bytes: number
  readonly meta: ShardMeta
  readonly skipped: SkippedRows
  /** Rows whose ZIP belongs to another state: kept without it. */
  readonly foreignZips: number
  /** Points whose latitude and longitude were swapped. */
  readonly swapped: number
}

/** Rows that were skipped, by reason. */
export interface SkippedRows {
  /** No street name, or one in letters that addresses cannot have. */
  unnamed: number
  /** No usable house number, or the two ends of a range do not belong together. */
  unnumbered: number
  /** Lines of fewer than two points; coordinates that are missing, impossible or far from all others. */
  misplaced: number
  /** The same range, or a further point of the same address. */
  repeated: number
}

/** A file that no street layer can be built from: one sentence with the file, what was found, and what was expected. */
export class StreetFileError extends VicinageError {
  override readonly name = 'StreetFileError'
  readonly code = 'street_file_invalid'

  /** @internal */
  override get exitCode(): number {
    return 2
  }
}
