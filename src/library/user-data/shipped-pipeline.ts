import type { LayerOptions } from '../../answers/layers/layer.ts'
import type { AddStreetsOptions, WrittenShard } from './streets.ts'

/**
 * The part of the pipeline `data-build/` that ships with the package and builds the data in the user's data folder. In
 * the built package, it is a separate file that is only loaded by commands that need it.
 */
export interface DataBuild {
  /**
   * Builds a shard for each county in the files, which are ADDRFEAT zips, or address points as CSV, plain, zipped or
   * gzipped. For a folder, all zip, CSV and gzip files in the folder are used. Each shard is written to a temporary
   * file and renamed, so that readers see either the old shard or the new shard. ADDRFEAT files whose shard is already
   * in the folder are not built again. Shards of other counties are kept.
   *
   * @throws StreetFileError when a file cannot be used; shards that were already written are kept
   * @throws LayerError when the folder cannot be written, or another process is changing it
   */
  addStreetFiles(files: readonly string[], folder: string, options: AddStreetsOptions): Promise<readonly WrittenShard[]>

  /**
   * Downloads the ADDRFEAT zips of counties, one request at a time, and builds the shard of each county as soon as its
   * zip has arrived. Resumes downloads that an earlier run left unfinished.
   *
   * @param counties 5-digit FIPS codes
   * @throws LayerError as in `addStreetFiles`
   */
  downloadStreets(counties: readonly string[], folder: string, options: DownloadOptions): Promise<DownloadSummary>

  /** Lists the counties that have a shard of address ranges in a folder, including damaged shards, sorted. */
  installedStreets(folder: string): Promise<readonly InstalledCounty[]>

  /**
   * Removes street indexes and unfinished downloads. Resolves to the file names of the removed indexes.
   *
   * @param codes FIPS codes of counties (5 digits) or states (2 digits); an empty string stands for all
   * @throws LayerError as in `addStreetFiles`
   */
  removeStreets(codes: readonly string[], folder: string): Promise<readonly string[]>

  /**
   * Builds a custom dimension from a file: GeoJSON, shapefile, FlatGeobuf, CSV of points or GeoTIFF. `<id>.bundle`
   * appears in the folder once it is complete.
   *
   * @throws LayerError when the file or an option is rejected, the id is taken, or the folder cannot be written
   */
  addLayer(
    path: string,
    folder: string,
    options: Omit<LayerOptions, 'features'> & { replace?: boolean },
  ): Promise<AddedLayer>

  /** Lists the custom dimensions in a folder, including damaged ones, sorted. */
  installedLayers(folder: string): Promise<readonly InstalledLayer[]>

  /**
   * Removes custom dimensions.
   *
   * @throws LayerError when a custom dimension does not exist, or for the same reasons as `addStreetFiles`
   */
  removeLayers(ids: readonly string[], folder: string): Promise<readonly string[]>

  /**
   * Applies official maps to the embedded data of a dimension, from files or from the agency's service. Earlier maps
   * are kept, except that a map with the same name is replaced. Readers see no change until the new bundle is complete.
   *
   * @throws LayerError when the files cannot be used, no map arrived, the folder cannot be written, or another process
   * is changing it
   */
  upgradeLayer(layer: UpgradableLayer, options: UpgradeOptions): Promise<UpgradeSummary>

  /** Applies the existing maps to the data again, for example after a package update. Downloads nothing. */
  upgradeAgain(place: UpgradesPlace): Promise<readonly UpgradedBundle[]>

  /** Lists the names of the maps in a folder of official updates, such as `flood-agency-48201`, sorted. */
  installedUpgrades(folder: string): Promise<readonly string[]>

  /** Removes the official update of a dimension. Resolves to the number of removed maps. */
  removeUpgrade(layer: UpgradableLayer, place: UpgradesPlace): Promise<number>
}

/**
 * Dimensions and other data that `vicinage data upgrade` can update, with descriptions for people, including what
 * `--from` reads. `outlines` says whether the option `--mapped` can be used.
 */
export const UPGRADES = {
  fire: {
    title: "CAL FIRE's Fire Hazard Severity Zones, state land 2024, local land 2025",
    files: 'zones in degrees, or in a projection that the file declares',
    outlines: true,
  },
  flood: {
    title: "FEMA's flood zones, county by county: --county 48201, or --states TX",
    files: 'zones in degrees, or in a projection that the file declares',
    outlines: true,
  },
  'insurance-coverage': {
    title: 'American Community Survey 2020-24 by census tract, table B27010',
    files: 'acsdt5y2024-b27010.dat of the summary file',
  },
  'noise-levels': {
    title: "BTS's National Transportation Noise Map, from its GeoTIFFs: --from FILE",
    files: 'GeoTIFFs of dB(A)',
  },
  'population-profile': {
    title: 'American Community Survey 2020-24 by census tract, tables B01001, B25003, B26001 and B27010',
    files: 'acsdt5y2024-b01001.dat, -b25003.dat, -b26001.dat and -b27010.dat of the summary file',
  },
  schools: {
    title: 'public schools from NCES 2024-25: places, students and teachers; existing ratings are kept',
    files: 'schools (ccd_sch_029_2425_w_1a_073025.zip with EDGE_GEOCODE_PUBLICSCH_2425.zip)',
  },
  districts: {
    title: "the Census Bureau's current school districts: TIGER/Line 2026, or 2025",
    files: 'school districts (tl_2025_48_unsd.zip, elsd, scsd)',
  },
  'base-map': {
    title: 'streets for the map in the explorer, county by county: TIGER/Line roads 2026, or 2025',
    files: 'roads of counties (tl_2025_48453_roads.zip)',
  },
  areas: {
    title: "the Census Bureau's outlines of ZIPs and cities, used by the commands area, find and rank",
    files: 'ZIPs (cb_2020_us_zcta520_500k.zip) or census places (cb_2025_48_place_500k.zip)',
  },
} as const

export type UpgradableLayer = keyof typeof UPGRADES

/** Where official updates are stored, and the data that they update. */
export interface UpgradesPlace {
  /** Folder of the official updates. */
  readonly folder: string
  /** Folder of the data to update. Undefined for the embedded data. */
  readonly data?: string | undefined
  /** Folder for a complete copy of the data, including updates. If undefined, no copy is written. */
  readonly out?: string | undefined
  /** Name and version of the builder for the manifest. */
  readonly builder: string
}

/** Source of an official update. */
export interface UpgradeOptions extends UpgradesPlace {
  /** Files, or folders of files. If null, the maps are downloaded from the agency. */
  readonly from: readonly string[] | null
  /**
   * Files with the area that the maps cover. A place in this area that is in no zone of the maps counts as outside all
   * zones.
   */
  readonly mapped: readonly string[]
  /** Counties as 5-digit FIPS codes. Null for all counties of the dimension. */
  readonly counties: readonly string[] | null
  /** Address to use in place of the agency's services. */
  readonly mirror?: string | undefined
  /** User agent, which identifies the client to the server. */
  readonly userAgent: string
  /** Signal that interrupts the update. Everything received so far is kept. */
  readonly signal: AbortSignal
  /** Called with messages for people. */
  readonly onNote: (text: string) => void
  readonly onProgress: (progress: UpgradeProgress) => void
  /** Waiting times, as in `DownloadOptions`. Tests replace them. */
  readonly patience?: Patience | undefined
  /** Whether to keep the downloaded files, so that another layer of the same run can read some of them. */
  readonly keepsDownloads?: boolean
}

export interface UpgradeProgress {
  /** Name of the data that is being read: `fire zones (local land)`. */
  readonly what: string
  /** Amount received so far, in `unit`. */
  readonly done: number
  /** Total amount in `unit`; null if the server does not report it. */
  readonly all: number | null
  readonly unit: 'features' | 'bytes' | 'blocks'
  /** Bytes received in this run. */
  readonly received: number
}

export interface UpgradeSummary {
  /** Names of the maps that were added to the data in this run: `agency-lra`, `file-zones`. */
  readonly painted: readonly string[]
  /** Existing maps that have not changed since they were read: `flood zones of Harris County`. */
  readonly unchanged: readonly string[]
  /** Maps that the agency does not have. For example, FEMA has no map of some counties. Existing maps are kept. */
  readonly unmapped: readonly { readonly map: string; readonly reason: string }[]
  /** Maps that failed, with the reason. Existing maps are kept. */
  readonly failed: readonly { readonly map: string; readonly reason: string }[]
  /** Maps that were not requested, because the run was interrupted or the server failed. */
  readonly untried: readonly string[]
  /** Sentences about parts of the added maps that were omitted or are coarser than published. */
  readonly remarks: readonly string[]
  /** Updated bundles that are now in the folder. */
  readonly bundles: readonly UpgradedBundle[]
}

export interface UpgradedBundle {
  readonly id: string
  readonly file: string
  readonly bytes: number
  /** Title and vintage of each map in the bundle. */
  readonly sources: readonly string[]
}

export interface AddedLayer {
  readonly file: string
  /** Number of features or pixels in the file. */
  readonly features: number
  /**
   * Whether data outside the boxes around California, Texas and Florida was omitted. Rasters are always cut to the
   * boxes. Other files are cut only if the data outside exceeds the limits.
   */
  readonly isClipped: boolean
  readonly bytes: number
}

/** An installed custom dimension. All fields except `id` and `bytes` are null if it is damaged. */
export interface InstalledLayer {
  readonly id: string
  readonly name: string | null
  readonly low: string | null
  readonly high: string | null
  readonly bytes: number
  /** Name of the source file; null if the custom dimension is damaged. */
  readonly source: string | null
  /** Date of the source file; null if the custom dimension is damaged. */
  readonly vintage: string | null
}

export interface InstalledCounty {
  /** 5-digit FIPS code. */
  readonly county: string
  /** Year of the TIGER/Line edition. Null if the shard does not say or is damaged. */
  readonly year: number | null
}

/**
 * TIGER/Line editions to download by default, newest first. The older edition is used for counties that are not in the
 * newest edition yet.
 */
export const TIGER_EDITIONS = [2026, 2025] as const

export interface DownloadOptions {
  /** TIGER/Line edition. */
  readonly year: number
  /** Editions to use, newest first, for counties that are missing in the edition of `year`. Default: none. */
  readonly before?: readonly number[]
  /** Address of a folder with the zips, to use instead of the Census Bureau's server. */
  readonly mirror?: string | undefined
  /** Whether to request existing counties again. The server does not send files that have not changed. */
  readonly renew: boolean
  /** User agent, which identifies the client to the server. */
  readonly userAgent: string
  /** Signal that interrupts the download. Everything received so far is kept. */
  readonly signal: AbortSignal
  /** Receives messages for people, for example that a request failed and is retried. */
  readonly onNote: (text: string) => void
  readonly onShard: (shard: WrittenShard) => void
  readonly onProgress: (progress: DownloadProgress) => void
  /** Waiting times, which tests replace. */
  readonly patience?: Patience | undefined
}

/** Waiting times of downloads. The defaults suit the agencies' servers; tests use shorter times. */
export interface Patience {
  /**
   * Milliseconds before the first retry. All other pauses are proportional to it: before further retries, for busy
   * servers and between files.
   */
  readonly backoffMs?: number
  /** Milliseconds without data after which a connection counts as lost. */
  readonly idleMs?: number
  /** Waits between two tries; tests replace it. Returns early if the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Returns the user agent of all commands. The Census Bureau rejects clients that do not look like a browser. */
export function getUserAgent(version: string): string {
  return `Mozilla/5.0 (compatible; vicinage/${version})`
}

export interface DownloadProgress {
  /** Number of counties of this run that are already in the folder. */
  readonly done: number
  /** Number of counties of this run. */
  readonly all: number
  /** Bytes received in this run. */
  readonly received: number
  /** Current file, such as `tl_2025_48453_addrfeat.zip`. */
  readonly file: string
  /** Fraction of the current file received so far (0 to 1); null if the server does not report the size. */
  readonly share: number | null
  /** Estimated seconds left, based on the counties finished so far. Null until three counties are finished. */
  readonly secondsLeft: number | null
}

export interface DownloadSummary {
  /** Number of counties whose shard was written. */
  readonly written: number
  /** Number of counties that were already in the folder and have not changed. */
  readonly kept: number
  /** Counties that failed, with the reason and how to add their files by hand. Existing shards are kept. */
  readonly failed: readonly { readonly county: string; readonly reason: string }[]
  /** Number of counties that were not tried, because the run was interrupted or too many in a row failed. */
  readonly left: number
  readonly received: number
}

/** Loads the pipeline from the file beside this built file, or from its source. */
export function loadDataBuild(): Promise<DataBuild> {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? '../../../data-build/shipped-pipeline.ts' : './data-build.js'
  return import(/* @vite-ignore */ new URL(file, import.meta.url).href)
}
