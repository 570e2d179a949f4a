import { factByte } from '../../src/dimensions/facts.ts'
import { RasterBuilder } from '../../src/raster/build.ts'
import type { PagedRaster, RasterArrays, RasterMeta } from '../../src/raster/paged-raster.ts'
import type { AreaColumns, AreaValues, Basis, FactSpec } from '../context.ts'
import type { Geography } from '../create-context.ts'
import { paintBands, Rasterizer } from '../geography/rasterize.ts'
import { tractStep } from '../geography/tracts.ts'

const basisNumbers: Readonly<Record<Basis, number>> = { measured: 0, modelled: 1, estimate: 2 }

/** Columns of bytes: one element per block group, or per distinct area (0 = no area). */
export interface PackedColumns {
  readonly score: Uint8Array
  readonly basis: Uint8Array
  readonly facts: ReadonlyMap<string, Uint8Array>
}

export interface PackedAreas extends PackedColumns {
  readonly raster: { readonly meta: RasterMeta; readonly arrays: RasterArrays }
}

export function packColumns(columns: AreaColumns, facts: readonly FactSpec[]): PackedColumns {
  return {
    score: columns.score,
    basis: Uint8Array.from(columns.basis, (basis) => basisNumbers[basis]),
    facts: new Map(facts.map((fact) => [fact.id, Uint8Array.from(columns.facts[fact.id], (v) => factByte(fact, v))])),
  }
}

/** Paints the polygons; areas with equal columns share one number, so that a raster of zones stays small. */
export function packAreas(values: AreaValues, facts: readonly FactSpec[], geography: Geography): PackedAreas | null {
  if (values.polygons.length === 0 || values.polygonColumns === null) return null
  const packed = packColumns(values.polygonColumns, facts)
  const { numbers, rows } = distinctRows(packed)
  const raster = paintAreas(values, numbers, geography)
  return {
    raster,
    score: Uint8Array.from(rows, (row) => (row < 0 ? 0 : packed.score[row])),
    basis: Uint8Array.from(rows, (row) => (row < 0 ? 0 : packed.basis[row])),
    facts: new Map(
      [...packed.facts].map(([id, bytes]) => [id, Uint8Array.from(rows, (row) => (row < 0 ? 0 : bytes[row]))]),
    ),
  }
}

/** The number of each polygon's column values, and per number (from 1) a polygon that has them. Number 0 is "no area". */
function distinctRows({ score, basis, facts }: PackedColumns): { numbers: Uint16Array; rows: number[] } {
  const known = new Map<string, number>()
  const rows = [-1]
  const numbers = Uint16Array.from(score, (value, i) => {
    if (value === 0) return 0
    const key = [value, basis[i], ...[...facts.values()].map((bytes) => bytes[i])].join()
    const number = known.get(key) ?? rows.push(i) - 1
    known.set(key, number)
    return number
  })
  // The numbers wrapped then, but nothing reads them.
  if (rows.length > 65_536) {
    throw new RangeError(`The polygons make ${rows.length - 1} different areas, but a raster can number at most 65535.`)
  }
  return { numbers, rows }
}

function paintAreas(values: AreaValues, numbers: Uint16Array, geography: Geography) {
  const rasterizer = new Rasterizer(values.polygons, tractStep)
  const builder = new RasterBuilder(tractStep, true)
  const inCounty = values.polygonCounty && countyTest(geography.zoneRaster, geography.zones.geoid)
  paintBands(rasterizer, 0, builder, (window, cells) => {
    rasterizer.paint(
      window,
      cells,
      (index) => numbers[index],
      (index) => {
        const county = values.polygonCounty?.[index]
        return county && inCounty ? (x, y) => inCounty(x, y, county) : undefined
      },
    )
  })
  return builder.finish()
}

function countyTest(zones: PagedRaster, geoids: readonly string[]): (x: number, y: number, county: string) => boolean {
  const counties = geoids.map((geoid) => geoid.slice(0, 5))
  return (x, y, county) => counties[zones.cell(x, y) - 1] === county
}
