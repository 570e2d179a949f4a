import type { Bundle } from '../../src/bundle/read.ts'
import type { Geography } from '../../src/geography.ts'
import type { UpgradeOptions } from '../../src/user-data/shipped-pipeline.ts'
import type { PackedContent } from '../pack/blocks.ts'
import type { AgencyReader, Wanted } from './agency-reader.ts'
import type { NewPart, Part } from './part.ts'

/** How a layer is upgraded: what `vicinage data upgrade` reads, and what it makes of it. */
export interface LayerUpgrade {
  /**
   * What files hold that somebody has.
   * @throws {SourceError} when a file is not of the layer
   */
  fromFiles(options: FileOptions): Promise<readonly NewPart[]>
  /** What its agency serves; null: only files are read. */
  readonly agency: Agency | null
  /** The package has no such layer. */
  readonly isNew?: true
  /**
   * The embedded bundle (null where the layer is new) with the parts over it, in their order: where none of them says
   * anything, its own answers stay.
   */
  putOver(base: Bundle | null, parts: readonly Part[], geography: Geography): PackedContent
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
   * @throws {LayerError} when counties are missing, or mean nothing here
   */
  parts(options: UpgradeOptions, address: string): readonly ServedPart[]
}

/** A part that is read from its agency. */
export interface ServedPart extends Wanted {
  /**
   * Null where the part in place is the same.
   * @throws {TransferError} when it does not come
   */
  read(reader: AgencyReader): Promise<NewPart | null>
}
