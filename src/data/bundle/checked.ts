import { BundleError } from '../../base/errors.ts'
import { sums, TextColumn } from './columns.ts'
import type { SectionArrays } from './format.ts'
import { checkLength } from './paths.ts'
import type { Bundle } from './read.ts'

/** Reads a column stored as differences between consecutive numbers. */
export function summed<T extends 'i32' | 'u32'>(bundle: Bundle, name: string, type: T): SectionArrays[T] {
  const column = bundle.section(name, type)
  return sums(column, column.length)
}

interface ColumnLimits {
  readonly length: number
  /** Lowest allowed element; 0 by default. */
  readonly least?: number
  /** Highest allowed element. */
  readonly most: number
}

/**
 * Checks the length of a column and the range of its elements, and returns the column.
 *
 * @throws {BundleError} if the length differs, or an element is out of range
 */
export function checked<T extends ArrayLike<number>>(
  bundle: Bundle,
  name: string,
  column: T,
  { length, least = 0, most }: ColumnLimits,
): T {
  checkLength(bundle, name, column.length, length)
  // Most columns are bytes, and a loop over a single element type runs faster than one for all types.
  const at = column instanceof Uint8Array ? outsideOfBytes(column, most) : outside(column, least, most)
  if (at >= 0)
    throw new BundleError(
      `${bundle.file} has ${column[at]} at element ${at} of section '${name}', expected ${least} to ${most}.`,
    )
  return column
}

function outsideOfBytes(column: Uint8Array, most: number): number {
  for (let i = 0; i < column.length; i++) if (column[i] > most) return i
  return -1
}

/** Returns the index of the first element out of range, or -1. */
function outside(column: ArrayLike<number>, least: number, most: number): number {
  // The comparison is written so that NaN fails, too.
  for (let i = 0; i < column.length; i++) if (!(column[i] >= least && column[i] <= most)) return i
  return -1
}

/**
 * Checks that numbers are strictly ascending.
 *
 * @throws {BundleError}
 */
export function ascending({ file }: Bundle, name: string, column: ArrayLike<number>): void {
  for (let i = 1; i < column.length; i++)
    if (column[i] <= column[i - 1])
      throw new BundleError(
        `${file} has ${column[i]} after ${column[i - 1]} in section '${name}', expected ascending numbers.`,
      )
}

/**
 * Returns a column of strings if it has the expected length.
 *
 * @throws {BundleError} if there are more or fewer strings
 */
export function checkedTexts(
  bundle: Bundle,
  name: string,
  length: number,
  column = new TextColumn(bundle, name),
): TextColumn {
  checkLength(bundle, `${name}.ends`, column.length, length)
  return column
}
