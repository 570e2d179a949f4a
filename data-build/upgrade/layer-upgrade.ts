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

/** How a layer is upgraded: what `vicinage data upgrade` reads, and what it makes of it. */
export interface LayerUpgrade {
  /**
   * What files hold that somebody has.
   * @throws {SourceError} when a file is not of the layer
   */
  fromFiles(options: FileOptions): Promise<readonly NewPart[]>
  /** What its agency serves; null: only files are read. */
  readonly agency: Agency | null
  /**
   * The embedded bundle with the parts over it, in their order: where none of them says anything, its own answers stay.
   * The folder of upgrades adds its sources and what names the parts.
   */
  putOver(base: Bundle, parts: readonly Part[], geography: Geography): Omit<PackedContent, 'sources'>
}

export type FileOptions = UpgradeOptions & { readonly from: readonly string[] }

export interface Agency {
  /** What all of its addresses begin with, which `--mirror` replaces. Looked up, not tried. */
  readonly address: string
  /**
   * What a person should know before the first download: its size where it is more than was asked for, what it leaves
   * out.
   */
  readonly note?: string
  /**
   * The parts that are served, one after the other.
   * @param address ends in a slash
   * @param countyName for people: `Andrews County`
   * @throws {LayerError} when counties are missing, or mean nothing here
   */
  parts(options: UpgradeOptions, address: string, countyName: (fips: string) => string): readonly ServedPart[]
  /**
   * Below `address`: a service that answers as long as the server works, so that parts that fail one after the other
   * are not taken for an outage. Left out: three of them in a row end the run.
   */
  readonly service?: string
}

/** A part that is read from its agency. */
export interface ServedPart extends Wanted {
  /**
   * Null where the part in place is the same.
   * @throws {TransferError} when it does not come
   */
  read(reader: AgencyReader): Promise<NewPart | NoMap | null>
}

/**
 * A part of files that its agency serves, all of the newest edition that has them; `made` gets their paths.
 *
 * @param editions shared by the parts of a run
 * @param wanted the files of an edition
 */
export function servedFiles(
  part: Wanted,
  editions: Editions,
  wanted: (year: number) => readonly WantedFile[],
  made: (paths: readonly string[], used: readonly UsedFile[]) => Promise<NewPart>,
): ServedPart {
  return {
    ...part,
    async read(reader) {
      const came = await editions.newest((year) => reader.files(part, wanted(year)))
      if (came === null) return null
      const [paths, used] = [came.map(({ file }) => file), came.map(({ used }) => used)]
      return made(paths, used)
    },
  }
}

/** A part of one zip with one layer. */
export function servedLayer(
  part: Wanted,
  editions: Editions,
  urlIn: (year: number) => string,
  leastBytes: number,
  made: (id: string, layer: Layer) => NewPart,
): ServedPart {
  const wanted = (year: number) => {
    const url = urlIn(year)
    return [{ name: basename(url), url, kind: 'zip' as const, leastBytes }]
  }
  return servedFiles(part, editions, wanted, async (paths, used) => {
    const [layer] = await layersAt(paths)
    return made(part.id, { ...layer, used })
  })
}
