import type { LayerOptions } from '../../answers/layers/layer.ts'
import type { AddStreetsOptions, WrittenShard } from './streets.ts'

/**
 * What the package carries of the pipeline `data-build/`: it makes the layers of the user's data folder. Built, it is a
 * file of its own that only commands load which need it.
 */
export interface DataBuild {
  /**
   * Builds a shard for each county of the files: ADDRFEAT zips, or address points as CSV, plain, zipped or gzipped; of
   * a folder, all zip, CSV and gzip files in it. Each shard is written to a temporary file and renamed, so that readers
   * see the old one or the new one. ADDRFEAT files whose shard is in the folder already are not built again; shards of
   * other counties stay.
   *
   * @throws StreetFileError when a file cannot be used; shards written before stay
   * @throws LayerError when the folder cannot be written, or another process is changing it
   */
  addStreetFiles(files: readonly string[], folder: string, options: AddStreetsOptions): Promise<readonly WrittenShard[]>

  /**
   * Downloads the ADDRFEAT zips of counties, one request at a time, and builds each one's shard as soon as it is there.
   * What is in the folder already, or was begun by a run that was interrupted, is gone on with.
   *
   * @param counties 5-digit FIPS codes
   * @throws LayerError as above
   */
  downloadStreets(counties: readonly string[], folder: string, options: DownloadOptions): Promise<DownloadSummary>

  /** The counties of the range shards of a folder, also of damaged ones, in order. */
  installedStreets(folder: string): Promise<readonly InstalledCounty[]>

  /**
   * Removes layers with what was begun of their downloads; resolves to the names of the files that are gone.
   *
   * @param codes FIPS codes of counties, 5 digits, or of states, 2 digits; an empty one stands for all
   * @throws LayerError as above
   */
  removeStreets(codes: readonly string[], folder: string): Promise<readonly string[]>

  /**
   * Makes an own layer of a file, GeoJSON, shapefile, FlatGeobuf, CSV of points or GeoTIFF: `<id>.bundle` in the
   * folder, which appears when it is whole.
   *
   * @throws LayerError when the file or an option is refused, there is a layer of that id already, or the folder cannot
   * be written
   */
  addLayer(
    path: string,
    folder: string,
    options: Omit<LayerOptions, 'features'> & { replace?: boolean },
  ): Promise<AddedLayer>

  /** The own layers of a folder, also damaged ones, in order. */
  installedLayers(folder: string): Promise<readonly InstalledLayer[]>

  /** @throws LayerError when there is no such layer, or as above */
  removeLayers(ids: readonly string[], folder: string): Promise<readonly string[]>

  /**
   * Puts official maps over the embedded answers of a layer, from files or from the agency's service. Maps that were
   * put there before stay; one of the same name is replaced. Nothing changes for readers until the new bundle is whole.
   *
   * @throws LayerError when the files cannot be used, none of the maps came, the folder cannot be written, or another
   * process changes it
   */
  upgradeLayer(layer: UpgradableLayer, options: UpgradeOptions): Promise<UpgradeSummary>

  /** Puts the maps that are there over the data again, as after a new version of the package; downloads nothing. */
  upgradeAgain(place: UpgradesPlace): Promise<readonly UpgradedBundle[]>

  /** The names of the maps in a folder of upgrades, such as `flood-agency-48201`, in order. */
  installedUpgrades(folder: string): Promise<readonly string[]>

  /** Removes the upgrade of a layer; resolves to the number of its maps. */
  removeUpgrade(layer: UpgradableLayer, place: UpgradesPlace): Promise<number>
}

/**
 * What `vicinage data upgrade` can put over the embedded answers: for people, with what `--from` reads; `outlines`:
 * --mapped means something.
 */
export const UPGRADES = {
  fire: {
    title: "CAL FIRE's Fire Hazard Severity Zones, state land 2024, local land 2025",
    files: 'zones in degrees, or with a projection',
    outlines: true,
  },
  flood: {
    title: "FEMA's flood zones, county by county: --county 48201, or --states TX",
    files: 'zones in degrees, or with a projection',
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
    title: 'public schools of NCES 2024-25: places, students and teachers; ratings stay',
    files: 'schools (ccd_sch_029_2425_w_1a_073025.zip with EDGE_GEOCODE_PUBLICSCH_2425.zip)',
  },
  districts: {
    title: "the Census Bureau's school districts of today: TIGER/Line 2026, or 2025",
    files: 'school districts (tl_2025_48_unsd.zip, elsd, scsd)',
  },
  'base-map': {
    title: 'streets for the map of the explorer, county by county: TIGER/Line roads 2026, or 2025',
    files: 'roads of counties (tl_2025_48453_roads.zip)',
  },
  areas: {
    title: "the Census Bureau's outlines of ZIPs and cities: area, find and rank follow them",
    files: 'ZIPs (cb_2020_us_zcta520_500k.zip) or census places (cb_2025_48_place_500k.zip)',
  },
} as const

export type UpgradableLayer = keyof typeof UPGRADES

/** Where upgrades are, and what they are put over. */
export interface UpgradesPlace {
  /** The folder of upgrades. */
  readonly folder: string
  /** Folder of the data that are upgraded; undefined: the embedded data. */
  readonly data?: string | undefined
  /** A whole data folder to write with the upgrades in it; undefined: none. */
  readonly out?: string | undefined
  /** Name and version for the manifest. */
  readonly builder: string
}

/** Where an upgrade comes from. */
export interface UpgradeOptions extends UpgradesPlace {
  /** Files, or folders of these; null: download from the agency. */
  readonly from: readonly string[] | null
  /** Files with the land that the maps cover: what is in none of their zones there is outside all zones. */
  readonly mapped: readonly string[]
  /** Counties, 5-digit FIPS codes; null: all that the layer has. */
  readonly counties: readonly string[] | null
  /** Address in place of the agency's services. */
  readonly mirror?: string | undefined
  /** How the server knows us. */
  readonly userAgent: string
  /** Interrupts: what has come is kept. */
  readonly signal: AbortSignal
  /** Told what a person should know. */
  readonly onNote: (text: string) => void
  readonly onProgress: (progress: UpgradeProgress) => void
  /** For tests, as in `DownloadOptions`. */
  readonly patience?: Patience | undefined
}

export interface UpgradeProgress {
  /** What is being read: `fire zones (local land)`. */
  readonly what: string
  /** How much of it came, and all of it; null where the server does not say. */
  readonly done: number
  readonly all: number | null
  readonly unit: 'features' | 'bytes' | 'blocks'
  /** Bytes that came in this run. */
  readonly received: number
}

/** What an upgrade put into place. */
export interface UpgradeSummary {
  /** Maps that were painted in this run: `agency-lra`, `file-zones`. */
  readonly painted: readonly string[]
  /** Maps in place that have not changed since they were read: `flood zones of Harris County`. */
  readonly unchanged: readonly string[]
  /** Maps that the agency does not have, as FEMA has none of some counties: what is in place stays. */
  readonly unmapped: readonly { readonly map: string; readonly reason: string }[]
  /** Maps that could not be, and why; where there was one before, it stays. */
  readonly failed: readonly { readonly map: string; readonly reason: string }[]
  /** Maps that were not asked for, because the run was interrupted or the server does not work. */
  readonly untried: readonly string[]
  /** Sentences for people on what of the painted maps is left out, or coarser than published. */
  readonly remarks: readonly string[]
  /** The upgraded bundles now in the folder. */
  readonly bundles: readonly UpgradedBundle[]
}

export interface UpgradedBundle {
  readonly id: string
  readonly file: string
  readonly bytes: number
  /** The maps in it: title and vintage. */
  readonly sources: readonly string[]
}

export interface AddedLayer {
  readonly file: string
  /** Features of the file, or pixels. */
  readonly features: number
  /**
   * Whether what is outside California, Texas and Florida was left out: all of it of rasters, else what is too much.
   */
  readonly isClipped: boolean
  readonly bytes: number
}

/** An own layer; without its words where it is damaged. */
export interface InstalledLayer {
  readonly id: string
  readonly name: string | null
  readonly low: string | null
  readonly high: string | null
  readonly bytes: number
  /** Name of the file that it was made of, and its date. */
  readonly source: string | null
  readonly vintage: string | null
}

export interface InstalledCounty {
  /** 5-digit FIPS code. */
  readonly county: string
  /** Of the TIGER/Line edition; null where the shard does not say, or is damaged. */
  readonly year: number | null
}

/**
 * The TIGER/Line editions that are downloaded unless another one is asked for: the newest first, and the one before for
 * files that the newest does not have yet.
 */
export const TIGER_EDITIONS = [2026, 2025] as const

export interface DownloadOptions {
  /** The TIGER/Line edition. */
  readonly year: number
  /** Editions that are taken, the newest first, where `year` does not have a county. Default: none. */
  readonly before?: readonly number[]
  /** Address of a folder with the zips, in place of the Census Bureau's. */
  readonly mirror?: string | undefined
  /** Whether counties that are in place are asked for again: those that have not changed are not sent. */
  readonly renew: boolean
  /** How the server knows us. */
  readonly userAgent: string
  /** Interrupts: what has come is kept. */
  readonly signal: AbortSignal
  /** Told what a person should know: the address was never tried, a request failed and is tried again. */
  readonly onNote: (text: string) => void
  readonly onShard: (shard: WrittenShard) => void
  readonly onProgress: (progress: DownloadProgress) => void
  /** For tests. */
  readonly patience?: Patience | undefined
}

/** How long downloads wait: the defaults suit the agencies' servers, and tests have no such time. */
export interface Patience {
  /** Milliseconds between two tries; pauses for busy servers and between files shrink with it. */
  readonly backoffMs?: number
  /** Milliseconds without a byte after which a connection counts as lost. */
  readonly idleMs?: number
  /** Waits in place of the clock; returns early when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The words by which servers know every command. The Census Bureau refuses clients that do not look like a browser. */
export function userAgentOf(version: string): string {
  return `Mozilla/5.0 (compatible; vicinage/${version})`
}

export interface DownloadProgress {
  /** Counties of this run that are in place, and all. */
  readonly done: number
  readonly all: number
  /** Bytes that came in this run. */
  readonly received: number
  /** `tl_2025_48453_addrfeat.zip`, and how much of it is there, 0-1; null where the server does not say its size. */
  readonly file: string
  readonly share: number | null
  /** An estimate from the counties before; null until there are some. */
  readonly secondsLeft: number | null
}

export interface DownloadSummary {
  /** Counties whose shard was written. */
  readonly written: number
  /** Counties that were in place already and have not changed. */
  readonly kept: number
  /**
   * Counties without a layer now, why, and how to add their files by hand; where they had a layer before, it stays.
   */
  readonly failed: readonly { readonly county: string; readonly reason: string }[]
  /** Counties that were not tried, because the run was interrupted or too many in a row failed. */
  readonly left: number
  readonly received: number
}

/** Loads it from beside the built file, or from source. */
export function loadDataBuild(): Promise<DataBuild> {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? '../../../data-build/shipped-pipeline.ts' : './data-build.js'
  return import(/* @vite-ignore */ new URL(file, import.meta.url).href)
}
