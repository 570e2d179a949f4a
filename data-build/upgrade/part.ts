import type { BundleSource } from '../../src/data/bundle/header.ts'
import type { Bundle } from '../../src/data/bundle/read.ts'
import type { SectionContent } from '../../src/data/bundle/write.ts'
import type { Geography } from '../../src/data/geography.ts'
import type { PackedContent } from '../pack/blocks.ts'
import type { UsedFile } from '../read/source-folder.ts'

/** Data read from a source, to be stored in the upgrades folder. */
export interface NewPart {
  /** Unique name within its layer, such as `agency-sra-2024` or `file-zones`. Parts are applied in name order. */
  readonly id: string
  readonly source: BundleSource
  /** The files that the part was read from. */
  readonly files: readonly UsedFile[]
  /** Human-readable sentences about what is missing from the map or coarser than published, without a final period. */
  readonly remarks?: readonly string[]
  /**
   * Returns the values in stored form, or null if no value is in the geography.
   *
   * @throws {SourceError} if the values do not fit
   */
  content(geography: Geography): Promise<PartContent | null> | PartContent | null
}

/** Result for a place that the agency has not mapped. */
export class NoMap {
  /** Human-readable reason, such as `FEMA has no digital map of Andrews County`. */
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

export type PartContent = Pick<PackedContent, 'blocks'> & {
  readonly meta: Readonly<Record<string, unknown>>
  readonly sections: readonly SectionContent[]
}

/** A part read from the upgrades folder. */
export interface Part {
  readonly id: string
  readonly layer: string
  readonly source: BundleSource
  readonly files: readonly UsedFile[]
  /** SHA-256 of the file. */
  readonly sha256: string
  readonly bundle: Bundle
}
