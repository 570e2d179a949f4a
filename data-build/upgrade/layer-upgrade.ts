import { basename } from 'node:path'
import type { Bundle } from '../../src/data/bundle/read.ts'
import type { Geography } from '../../src/data/geography.ts'
import type { UpgradeOptions } from '../../src/library/user-data/shipped-pipeline.ts'
import type { Editions } from '../fetch/editions.ts'
import type { PackedContent } from '../pack/blocks.ts'
import type { UsedFile } from '../read/source-folder.ts'
import type { AgencyReader, Wanted, WantedFile } from './agency-reader.ts'
import type { NewPart, NoMap, Part } from './part.ts'
import { type Layer, layersAt } from './read-layers.ts'

/** Describes how to upgrade a layer: what `vicinage data upgrade` reads and builds. */
export interface LayerUpgrade {
  /**
   * Reads the user's own files.
   *
   * @throws {SourceError} if a file does not belong to the layer
   */
  fromFiles(options: FileOptions): Promise<readonly NewPart[]>
  /** The agency's service, or null if the layer is only read from files. */
  readonly agency: Agency | null
  /**
   * Returns the embedded bundle overlaid with the parts, in order. Cells without a value in any part keep the bundle's
   * values. The caller adds the sources and the digest of the parts.
   */
  putOver(base: Bundle, parts: readonly Part[], geography: Geography): Omit<PackedContent, 'sources'>
}

export type FileOptions = UpgradeOptions & { readonly from: readonly string[] }

export interface Agency {
  /** Common prefix of all URLs, which `--mirror` replaces. The URL was looked up but not tested. */
  readonly address: string
  /**
   * Note shown before the first download. It gives the download size if the files contain more than was requested, and
   * lists what the data omits.
   */
  readonly note?: string
  /**
   * Returns the parts that are served, in order.
   *
   * @param address ends in a slash
   * @param countyName returns a name for messages, such as `Andrews County`
   * @throws {LayerError} if counties are missing or do not apply to the layer
   */
  parts(options: UpgradeOptions, address: string, countyName: (fips: string) => string): readonly ServedPart[]
  /**
   * Path of a service below `address` that answers whenever the server works. It is requested after a series of
   * failures to check for an outage. Without a service, three failures in a row end the run.
   */
  readonly service?: string
}

/** A part that is read from its agency. */
export interface ServedPart extends Wanted {
  /**
   * Reads the part. Returns null if the installed part is the same.
   * @throws {TransferError} if the part cannot be downloaded
   */
  read(reader: AgencyReader): Promise<NewPart | NoMap | null>
}

/**
 * Returns a part that consists of an agency's files, all from the newest edition that is complete. `createPart`
 * receives their paths.
 * @param editions shared by the parts of a run
 * @param wanted the files of an edition
 */
export function servedFiles(
  part: Wanted,
  editions: Editions,
  wanted: (year: number) => readonly WantedFile[],
  createPart: (paths: readonly string[], used: readonly UsedFile[]) => Promise<NewPart>,
): ServedPart {
  return {
    ...part,
    async read(reader) {
      const newest = await editions.newest((year) => reader.files(part, wanted(year)))
      if (newest === null) return null
      const paths = newest.map(({ file }) => file)
      const used = newest.map(({ used }) => used)
      return createPart(paths, used)
    },
  }
}

/** Returns a part that is read from one zip with one layer. */
export function servedLayer(
  part: Wanted,
  editions: Editions,
  urlIn: (year: number) => string,
  leastBytes: number,
  createPart: (id: string, layer: Layer) => NewPart,
): ServedPart {
  const wanted = (year: number) => {
    const url = urlIn(year)
    return [{ name: basename(url), url, kind: 'zip' as const, leastBytes }]
  }
  return servedFiles(part, editions, wanted, async (paths, used) => {
    const [layer] = await layersAt(paths)
    return createPart(part.id, { ...layer, used })
  })
}
