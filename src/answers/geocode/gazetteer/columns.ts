import { BundleError } from '../../../base/errors.ts'
import * as shape from '../../../data/bundle/check-shape.ts'
import { ascending, checked } from '../../../data/bundle/checked.ts'
import { TextColumn } from '../../../data/bundle/columns.ts'
import { checkLength, checkOnEarth } from '../../../data/bundle/paths.ts'
import { type Bundle, getMeta } from '../../../data/bundle/read.ts'

/** Meta section of the places bundle. */
export const gazetteerMeta = shape.object({
  /**
   * Covered states in the order of their numbers, each with its two-letter code, FIPS code and name. At most 31 states,
   * because sets of states are stored as bit masks.
   */
  states: shape.array(
    shape.object({
      code: shape.matching(/^[A-Z]{2}$/),
      fips: shape.int(1, 99),
      name: shape.words,
    }),
    1,
    31,
  ),
})
export type GazetteerMeta = shape.Of<typeof gazetteerMeta>

/** Positions of all places of one kind, one row each. */
export interface PlacePoints {
  readonly size: number
  /** Latitude in degrees times `SCALE`. */
  readonly lat: Int32Array
  /** Longitude in degrees times `SCALE`. */
  readonly lon: Int32Array
  /** Radius in meters. */
  readonly radius: Uint32Array
  readonly people: Uint32Array
}

/** For each row of one kind, the related rows of another kind, such as the ZIPs of a city. */
export interface Links {
  readonly start: Uint32Array
  readonly rows: Uint32Array
}

/** Columns of the places bundle. */
export interface GazetteerColumns {
  readonly states: PlacePoints
  readonly meta: GazetteerMeta
  readonly counties: PlacePoints & {
    /** Five-digit FIPS codes, ascending. */
    readonly fips: Uint32Array
    /** County name: "Travis County" */
    readonly name: TextColumn
    readonly state: Uint8Array
    /** Alternative names. */
    readonly alias: TextColumn
    /** Row of the place that each alternative name belongs to. */
    readonly aliasOf: Uint32Array
  }
  readonly cities: PlacePoints & {
    readonly name: TextColumn
    readonly state: Uint8Array
    readonly alias: TextColumn
    readonly aliasOf: Uint32Array
    /** Seven-digit GEOID of the census place, or 0 if there is none. */
    readonly code: Uint32Array
    readonly zips: Links
    readonly counties: Links
  }
  readonly zips: PlacePoints & {
    /** Five-digit ZIPs, ascending. */
    readonly code: Uint32Array
    readonly state: Uint8Array
    /** Row of the city that the Postal Service assigns to the ZIP, plus 1. 0 if there is no such city. */
    readonly city: Uint32Array
    readonly counties: Links
  }
}

/**
 * Reads the columns of a bundle and checks that every row number in them exists.
 *
 * @throws {BundleError} with the name of the first section that is invalid
 */
export function gazetteerColumns(bundle: Bundle): GazetteerColumns {
  const meta = getMeta(bundle, gazetteerMeta, 'places')
  const { length } = meta.states
  const states = spotsIn(bundle, 'state', length)
  const counties = spotsIn(bundle, 'county')
  const cities = spotsIn(bundle, 'city')
  const zips = spotsIn(bundle, 'zip')
  const getState = (kind: string, size: number) => below(bundle, `${kind}.state`, 'u8', length, size)
  const aliases = (kind: string, { size }: PlacePoints) => {
    const { length } = bundle.section(`${kind}.alias.ends`, 'u32')
    return {
      alias: getTexts(bundle, `${kind}.alias`, length),
      aliasOf: below(bundle, `${kind}.aliasOf`, 'u32', size, length),
    }
  }
  return {
    meta,
    states,
    counties: {
      ...counties,
      fips: codes(bundle, 'county.fips', counties.size),
      name: getTexts(bundle, 'county.name', counties.size),
      state: getState('county', counties.size),
      ...aliases('county', counties),
    },
    cities: {
      ...cities,
      name: getTexts(bundle, 'city.name', cities.size),
      state: getState('city', cities.size),
      ...aliases('city', cities),
      code: below(bundle, 'city.code', 'u32', 10_000_000, cities.size),
      zips: links(bundle, 'city.zips', cities.size, zips.size),
      counties: links(bundle, 'city.counties', cities.size, counties.size),
    },
    zips: {
      ...zips,
      code: codes(bundle, 'zip.code', zips.size),
      state: getState('zip', zips.size),
      city: below(bundle, 'zip.city', 'u32', cities.size + 1, zips.size),
      counties: links(bundle, 'zip.counties', zips.size, counties.size),
    },
  }
}

function spotsIn(bundle: Bundle, kind: string, expected?: number): PlacePoints {
  const lat = bundle.section(`${kind}.lat`, 'i32')
  const lon = bundle.section(`${kind}.lon`, 'i32')
  const radius = bundle.section(`${kind}.radius`, 'u32')
  const people = bundle.section(`${kind}.people`, 'u32')
  const size = expected ?? lat.length
  for (const [name, column] of Object.entries({ lat, lon, radius, people }))
    checkLength(bundle, `${kind}.${name}`, column.length, size)
  checkOnEarth(bundle, kind, lat, lon)
  return { size, lat, lon, radius, people }
}

function codes(bundle: Bundle, name: string, size: number): Uint32Array {
  const column = below(bundle, name, 'u32', 100_000, size)
  ascending(bundle, name, column)
  return column
}

function below<T extends 'u8' | 'u32'>(bundle: Bundle, name: string, type: T, limit: number, size: number) {
  return checked(bundle, name, bundle.section(name, type), { length: size, most: limit - 1 })
}

function links(bundle: Bundle, name: string, size: number, limit: number): Links {
  const start = bundle.section(`${name}.start`, 'u32')
  const rows = bundle.section(`${name}.rows`, 'u32')
  checkLength(bundle, `${name}.start`, start.length, size + 1)
  below(bundle, `${name}.rows`, 'u32', limit, rows.length)
  for (let i = 0; i <= size; i++)
    if (start[i] < (i === 0 ? 0 : start[i - 1]) || start[i] > rows.length)
      throw new BundleError(
        `${bundle.file} has ${start[i]} in row ${i} of '${name}.start', expected ascending numbers up to ${rows.length}.`,
      )
  return { start, rows }
}

/** Reads a name column and checks that no name is empty, because places are found by name. */
function getTexts(bundle: Bundle, name: string, size: number): TextColumn {
  const ends = checked(bundle, `${name}.ends`, bundle.section(`${name}.ends`, 'u32'), {
    length: size,
    least: 1,
    most: 0xffffffff,
  })
  ascending(bundle, `${name}.ends`, ends)
  return new TextColumn(bundle, name)
}
