import { BundleError } from '../../../base/errors.ts'
import * as shape from '../../../data/bundle/check-shape.ts'
import { ascending, checked, summed } from '../../../data/bundle/checked.ts'
import { SCALE } from '../../../data/bundle/paths.ts'
import { type Bundle, getMeta } from '../../../data/bundle/read.ts'
import { hashOfBytes } from '../parse/vocabulary.ts'

/** Maximum number of rows, because row numbers take two bytes in the indexes. */
const MAX_ROWS = 0xffff

/** Field separator within a line. No normalized street or name contains this character. */
export const FIELD = '|'

const meta = shape.object({ states: shape.array(shape.matching(/^[A-Z]{2}$/)) })

/** Public places of a bundle, one per row, sorted by ZIP. */
export interface PublicPlaceColumns {
  readonly size: number
  /** Degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Five-digit ZIP code. */
  readonly zip: Uint32Array
  /** Index in `states`. */
  readonly state: Uint8Array
  readonly states: readonly string[]
  /** Index in `cities`. */
  readonly city: Uint16Array
  /** City names, normalized by `normalizeCity`. */
  readonly cities: readonly string[]
  /**
   * Returns the house number, predirectional, street, suffix and postdirectional of a row. The list is empty if the
   * place has no address.
   */
  readonly address: (row: number) => readonly string[]
  readonly names: (row: number) => readonly string[]
  /** Reads all names on every call. Callers should keep the result. */
  readonly nameWords: () => NameWords
}

/** Words of all names, one row per word. */
export interface NameWords {
  /** Hash of the word from `getHash`. */
  readonly hash: Uint32Array
  /** Row of the place whose name contains the word. */
  readonly row: Uint16Array
}

/**
 * Reads the public places of a bundle and checks that every index in them exists.
 *
 * @throws {BundleError} with the name of the first section that is invalid
 */
export function publicPlaceColumns(bundle: Bundle): PublicPlaceColumns {
  const { states } = getMeta(bundle, meta, 'public-places')
  const city = bundle.section('place.city', 'u16')
  const size = city.length
  if (size > MAX_ROWS) refuse(bundle, 'place.city', `${size} rows`, `${MAX_ROWS} at most`)
  const cityText = bundle.section('city', 'u8')
  const cities = decoder.decode(cityText).split('\n').slice(0, -1)
  checked(bundle, 'place.city', city, { length: size, most: cities.length - 1 })

  const addressText = bundle.section('place.address', 'u8')
  const nameText = bundle.section('place.names', 'u8')
  const addressEnd = rowEnds(bundle, 'place.address', addressText, size)
  const nameEnd = rowEnds(bundle, 'place.names', nameText, size)
  const getText = (bytes: Uint8Array, ends: Uint32Array, row: number) =>
    decoder.decode(bytes.subarray(row === 0 ? 0 : ends[row - 1] + 1, ends[row]))
  return {
    size,
    lat: degrees(bundle, 'place.lat', size, 90),
    lon: degrees(bundle, 'place.lon', size, 180),
    ...getZips(bundle, size, states.length),
    states,
    city,
    cities,
    address: (row) => getText(addressText, addressEnd, row).split(FIELD),
    names: (row) => getText(nameText, nameEnd, row).split(FIELD),
    nameWords: () => getWords(nameText),
  }
}

const decoder = new TextDecoder()
const NEW_LINE = 10
const BLANK = 32
const BAR = FIELD.charCodeAt(0)

function refuse(bundle: Bundle, section: string, found: number | string, expected: string): never {
  throw new BundleError(`${bundle.file} has ${found} in section '${section}', expected ${expected}.`)
}

/** Returns the positions at which the lines of a text end. */
function rowEnds(bundle: Bundle, name: string, bytes: Uint8Array, rows: number): Uint32Array {
  const ends = new Uint32Array(rows)
  let row = 0
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) ends[row++] = at
  if (row !== rows || (rows > 0 && ends[rows - 1] !== bytes.length - 1) || (rows === 0 && bytes.length > 0))
    refuse(bundle, name, `${row} lines`, `${rows}, each ending with a line break`)
  return ends
}

/** Reads a column of degrees in which each row is stored as the difference from the previous row. */
function degrees(bundle: Bundle, name: string, rows: number, most: number): Float64Array {
  const units = checked(bundle, name, summed(bundle, name, 'i32'), {
    length: rows,
    least: -most * SCALE,
    most: most * SCALE,
  })
  return Float64Array.from(units, (unit) => unit / SCALE)
}

function getZips(bundle: Bundle, rows: number, states: number): { zip: Uint32Array; state: Uint8Array } {
  const zips = bundle.section('zip', 'u32')
  checked(bundle, 'zip', zips, { length: zips.length, most: 99_999 })
  ascending(bundle, 'zip', zips)
  const zipState = checked(bundle, 'zip.state', bundle.section('zip.state', 'u8'), {
    length: zips.length,
    most: states - 1,
  })
  const ends = checked(bundle, 'zip.end', bundle.section('zip.end', 'u32'), {
    length: zips.length,
    least: 1,
    most: rows,
  })
  ascending(bundle, 'zip.end', ends)
  const zip = new Uint32Array(rows)
  const state = new Uint8Array(rows)
  let start = 0
  for (let i = 0; i < zips.length; i++) {
    zip.fill(zips[i], start, ends[i])
    state.fill(zipState[i], start, ends[i])
    start = ends[i]
  }
  if (start !== rows) refuse(bundle, 'zip.end', start, `${rows} at the end`)
  return { zip, state }
}

function getWords(bytes: Uint8Array): NameWords {
  // Every word takes at least two bytes, a letter and a separator, so half the number of bytes is enough.
  const hash = new Uint32Array(bytes.length >> 1)
  const rows = new Uint16Array(hash.length)
  let words = 0
  let row = 0
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte !== BLANK && byte !== BAR && byte !== NEW_LINE) continue
    if (at > start) {
      hash[words] = hashOfBytes(bytes, start, at)
      rows[words++] = row
    }
    start = at + 1
    if (byte === NEW_LINE) row++
  }
  return { hash: hash.subarray(0, words), row: rows.subarray(0, words) }
}
