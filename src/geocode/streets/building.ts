import type { ShardMeta } from './shard-file.ts'

/** The module that builds street layers. The package has it as a file of its own, which only `vicinage geocoder add-streets` loads. */
export interface StreetBuilder {
  /**
   * Builds a shard for each county of the files: official ADDRFEAT zips, or address points as CSV, plain, zipped or gzipped. Each shard
   * is written to a temporary file and renamed, so that readers see the old one or the new one. Shards of other counties in the folder
   * stay.
   *
   * @throws StreetFileError when a file cannot be used or the folder cannot be written; shards written before stay
   */
  addStreets(files: readonly string[], folder: string, options?: AddStreetsOptions): Promise<WrittenShard[]>

  /**
   * Downloads the official ADDRFEAT zip of a county into a folder and returns the path of the file.
   *
   * @param county 5-digit FIPS code
   * @throws StreetFileError when there is none, or the download is incomplete
   */
  downloadCounty(county: string, folder: string): Promise<string>
}

export interface AddStreetsOptions {
  /** 5-digit FIPS code of the county, for address points whose file does not name it. */
  readonly pointsCounty?: string
  /** Called after each shard is written. */
  readonly onShard?: (shard: WrittenShard) => void
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
export class StreetFileError extends Error {
  override readonly name = 'StreetFileError'
}

/** Loads the module from beside the built file, or from source. */
export function loadStreetBuilder(): Promise<StreetBuilder> {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? '../../../data-build/streets/add-streets.ts' : './streets-build.js'
  return import(/* @vite-ignore */ new URL(file, import.meta.url).href)
}
