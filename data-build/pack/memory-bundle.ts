import type { Bundle } from '../../src/bundle/read.ts'
import type { BundleContent } from '../../src/bundle/write.ts'
import { BundleError } from '../../src/errors.ts'

/** A bundle that was not written yet, as its reader would give it. */
export function memoryBundle({ kind, id, meta, sources, sections }: BundleContent): Bundle {
  return {
    kind,
    id,
    meta: meta ?? {},
    sources: sources ?? [],
    file: `${id}.bundle`,
    sections: [],
    arrays: [],
    decoded: new Set(),
    section(name) {
      const found = sections.find((section) => section.name === name)
      if (!found) throw new BundleError(`${id} has no section '${name}' yet.`)
      // A copy: readers may change what they get.
      return found.data.slice() as never
    },
  }
}
