import { factByte } from '../../src/answers/dimensions/facts.ts'
import { RasterBuilder } from '../../src/data/raster/build.ts'
import type { PagedRaster, RasterArrays, RasterMeta } from '../../src/data/raster/paged-raster.ts'
import type { AreaColumns, AreaValues, Basis, FactSpec } from '../context.ts'
import { paintBands, Rasterizer } from '../geography/rasterize.ts'
import { tractStep } from '../geography/tracts.ts'

const basisNumbers: Readonly<Record<Basis, number>> = { measured: 0, modeled: 1, estimate: 2 }

/** Byte columns with one element per block group or per distinct area. 0 means no area. */
export interface PackedColumns {
  readonly score: Uint8Array
  readonly basis: Uint8Array
  readonly facts: ReadonlyMap<string, Uint8Array>
  /** The note of each element, which is added to its description; null if the element has no note. */
  readonly notes?: readonly (string | null)[]
}

/** Geography data that painting needs: the county of each cell. */
export interface CountyCells {
  readonly zoneRaster: PagedRaster
  /** Returns the 5-digit FIPS code of a zone's county. Zones are numbered from 1. */
  countyOf(zone: number): string
}

export interface PackedAreas extends PackedColumns {
  readonly raster: { readonly meta: RasterMeta; readonly arrays: RasterArrays }
}

export function packColumns(columns: AreaColumns, facts: readonly FactSpec[]): PackedColumns {
  return {
    score: columns.score,
    basis: Uint8Array.from(columns.basis, (basis) => basisNumbers[basis]),
    facts: new Map(facts.map((fact) => [fact.id, Uint8Array.from(columns.facts[fact.id], (v) => factByte(fact, v))])),
    ...(columns.notes && { notes: columns.notes }),
  }
}

/** Paints the polygons. Areas with equal columns share a number to keep the zone raster small. */
export function packAreas(values: AreaValues, facts: readonly FactSpec[], geography: CountyCells): PackedAreas | null {
  if (values.polygons.length === 0 || values.polygonColumns === null) return null
  const packed = packColumns(values.polygonColumns, facts)
  const { numbers, rows } = distinctRows(packed)
  return { raster: paintAreas(values, numbers, geography), ...columnsOfRows(packed, rows) }
}

/** Picks rows from the columns. Row -1 yields zeros. */
export function columnsOfRows(packed: PackedColumns, rows: readonly number[]): PackedColumns {
  const pick = (bytes: Uint8Array) => Uint8Array.from(rows, (row) => (row < 0 ? 0 : bytes[row]))
  const { notes } = packed
  return {
    score: pick(packed.score),
    basis: pick(packed.basis),
    facts: new Map([...packed.facts].map(([id, bytes]) => [id, pick(bytes)])),
    ...(notes && { notes: rows.map((row) => notes[row] ?? null) }),
  }
}

/**
 * Numbers the distinct column values of the polygons from 1, and returns the number of each polygon and an example
 * polygon for each number. Number 0 means "no area".
 */
export function distinctRows({ score, basis, facts, notes }: PackedColumns): { numbers: Uint16Array; rows: number[] } {
  const indices = new Map<string, number>()
  const rows = [-1]
  const numbers = Uint16Array.from(score, (value, i) => {
    if (value === 0) return 0
    const key = [value, basis[i], ...[...facts.values()].map((bytes) => bytes[i]), notes?.[i] ?? ''].join()
    const number = indices.get(key) ?? rows.push(i) - 1
    indices.set(key, number)
    return number
  })
  // With more rows than this, the 16-bit numbers above have wrapped around and cannot be used.
  if (rows.length > 65_536) {
    throw new RangeError(`The polygons form ${rows.length - 1} different areas, but a raster can hold at most 65535.`)
  }
  return { numbers, rows }
}

function paintAreas(values: AreaValues, numbers: Uint16Array, geography: CountyCells) {
  const rasterizer = new Rasterizer(values.polygons, tractStep)
  const builder = new RasterBuilder(tractStep, true)
  paintBands(rasterizer, 0, builder, (window, cells) => {
    rasterizer.paint(
      window,
      cells,
      (index) => numbers[index],
      (index) => {
        const county = values.polygonCounty?.[index]
        return county ? (x, y) => isInCounty(x, y, county, geography) : undefined
      },
    )
  })
  return builder.finish()
}

function isInCounty(x: number, y: number, county: string, { zoneRaster, countyOf }: CountyCells): boolean {
  const zone = zoneRaster.cell(x, y)
  return zone > 0 && countyOf(zone) === county
}
