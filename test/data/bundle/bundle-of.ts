import type { Bundle, LoadedBlocks } from '../../../src/data/bundle/read.ts'

/** Returns a bundle in memory that has these sections, some of them in blocks. */
export function bundleOf(
  sections: Readonly<Record<string, ArrayLike<number>>>,
  blocks: readonly LoadedBlocks[] = [],
): Bundle {
  const part = {
    file: 'made.bundle',
    blocks,
    section: (name: string) => sections[name],
    lengthOf: (name: string) => sections[name].length,
  }
  return part as unknown as Bundle
}
