import { BundleError } from '../errors.ts'
import type { SectionEntry } from './header.ts'
import { ALIGNMENT, EXPANSION_ALLOWANCE, elementBytes, MAXIMUM_EXPANSION, MAXIMUM_RAW_BYTES } from './layout.ts'

/** The bytes of the file that sections may occupy: from the padded end of the header to the digest. */
export interface SectionBounds {
  readonly start: number
  readonly end: number
}

/**
 * Checks every row of the section table before anything is allocated for it.
 * @throws BundleError when a section is misplaced, overlaps, repeats a name or declares an impossible size.
 */
export function checkSectionTable(sections: readonly SectionEntry[], bounds: SectionBounds, file: string): void {
  const names = new Set<string>()
  let free = bounds.start
  let rawTotal = 0
  for (const section of sections) {
    const { name, offset, bytes } = section
    const refuse = (found: string): never => {
      throw new BundleError(`${file} has a section '${name}' that ${found}.`)
    }
    if (names.has(name)) refuse('appears twice, expected unique names')
    names.add(name)
    if (offset % ALIGNMENT !== 0) refuse(`starts at byte ${offset}, expected a multiple of ${ALIGNMENT}`)
    if (offset < free) refuse(`starts at byte ${offset}, expected ${free} or later, where the part before it ends`)
    if (offset + bytes > bounds.end) refuse(`ends at byte ${offset + bytes}, expected ${bounds.end} at most`)
    free = offset + bytes
    const raw = rawBytes(section)
    checkRawSize(section, raw, refuse)
    rawTotal += raw
    if (rawTotal > MAXIMUM_RAW_BYTES)
      refuse(`brings the bundle to ${rawTotal} decoded bytes, expected ${MAXIMUM_RAW_BYTES} at most`)
  }
}

/** Bytes of a section once decoded. */
export function rawBytes({ type, length }: Pick<SectionEntry, 'type' | 'length'>): number {
  return length * elementBytes(type)
}

function checkRawSize({ codec, bytes, length }: SectionEntry, raw: number, refuse: (found: string) => never): void {
  if (codec === 'none' && raw !== bytes)
    refuse(`stores ${bytes} uncompressed bytes, expected ${raw} for its ${length} elements`)
  const most = MAXIMUM_EXPANSION * bytes + EXPANSION_ALLOWANCE
  if (raw > most) refuse(`declares ${raw} decoded bytes, expected ${most} at most from its ${bytes} stored bytes`)
}
