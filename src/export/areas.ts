import { type Ground, type PeopleScore, summarizePeople } from '../areas/area.ts'
import { type AreaData, groundOf, type NamedArea } from '../areas/area-answer.ts'
import type { LoadedDimension, Place } from '../dimensions/loaded-dimension.ts'
import type { Districts } from '../districts/districts.ts'
import { NotLoadedError } from '../errors.ts'
import type { Geography } from '../geography.ts'
import { coveredState, coveredStates, stateOfZip } from '../states.ts'
import { outlineGeometry } from './geometry.ts'
import type { ExportKind, Geometry, RowBlock, Table, TableColumn, TableOptions } from './table.ts'

/** Rows that are handed on together. */
const TOGETHER = 4096

/** An area that a row is about. */
interface Area {
  readonly id: string
  readonly name: string
  /** Postal code; empty where it is not known. */
  readonly state: string
  readonly shape: NamedArea
  readonly outline?: () => Geometry
}

/** The table of the areas of a kind: their people, and per dimension the mean and percentiles that `Vicinage.area` answers. */
export function areaTable(
  data: AreaData,
  dimensions: readonly LoadedDimension[],
  density: ((place: Place) => number) | null,
  { by, states, geometry }: TableOptions,
): Table {
  const columns: TableColumn[] = [
    { name: 'id', kind: 'key' },
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'text' },
    { name: 'people', kind: 'integer' },
    { name: 'land_km2', kind: 'number' },
    { name: 'lat', kind: 'number' },
    { name: 'lon', kind: 'number' },
    { name: 'boundary', kind: 'text' },
    ...dimensions.flatMap(({ dimension: { id } }): TableColumn[] => [
      { name: id, kind: 'number' },
      { name: `${id}_percentile`, kind: 'score' },
      { name: `${id}_p10`, kind: 'score' },
      { name: `${id}_p50`, kind: 'score' },
      { name: `${id}_p90`, kind: 'score' },
    ]),
    ...(geometry ? [{ name: 'geometry', kind: 'geometry' } as const] : []),
  ]
  return { columns, blocks: blocks() }

  function* blocks(): Generator<RowBlock> {
    const areas = areasOf(by, data)
    let rows: Row[] = []
    for (const area of areas) {
      if (states !== undefined && !states.includes(area.state)) continue
      const { ground, boundary } = groundOf(data, area.shape)
      rows.push({ area, boundary, ...summaryOf(ground) })
      if (rows.length === TOGETHER) {
        yield blockOf(rows)
        rows = []
      }
    }
    if (rows.length > 0) yield blockOf(rows)
  }

  function summaryOf(ground: Ground) {
    return summarizePeople(data.geography, ground, dimensions, density)
  }

  function blockOf(rows: readonly Row[]): RowBlock {
    const state = Uint8Array.from(rows, ({ area }) => coveredStates.findIndex(({ postal }) => postal === area.state))
    return {
      rows: rows.length,
      columns: [
        rows.map(({ area }) => area.id),
        rows.map(({ area }) => area.name),
        rows.map(({ area }) => area.state || null),
        rows.map(({ people }) => people),
        rows.map((row) => row.land_km2),
        rows.map(({ lat }) => lat),
        rows.map(({ lon }) => lon),
        rows.map(({ boundary }) => boundary),
        ...dimensions.flatMap((dimension, d) => {
          const of = (what: keyof PeopleScore) => rows.map(({ scores }) => scores[d][what])
          const bytes = (values: readonly (number | null)[]) =>
            Uint8Array.from(values, (value) => Math.round(value ?? 0))
          const percentile = new Uint8Array(rows.length)
          dimension.percentileColumn(bytes(of('mean')), state, percentile)
          return [
            of('mean'),
            { bytes: percentile, none: 255 },
            { bytes: bytes(of('p10')), none: 0 },
            { bytes: bytes(of('p50')), none: 0 },
            { bytes: bytes(of('p90')), none: 0 },
          ]
        }),
        ...(geometry
          ? [
              rows.map(
                ({ area, lon, lat }) => area.outline?.() ?? ({ type: 'Point', coordinates: [lon, lat] } as const),
              ),
            ]
          : []),
      ],
    }
  }
}

type Row = ReturnType<typeof summarizePeople> & { readonly area: Area; readonly boundary: string }

function areasOf(by: ExportKind, data: AreaData): Iterable<Area> {
  const { geography, places, districts } = data
  switch (by) {
    case 'county':
      return census(geography, 5, (county) => ({ county }))
    case 'tract':
      return census(geography, 11, (tract) => ({ tract }))
    case 'block-group':
      return census(geography, 12, (blockGroup) => ({ blockGroup }))
    case 'district':
      if (districts === null) throw notLoaded('School districts are', 'districts')
      return schoolDistricts(districts())
    default: {
      if (places === null) throw notLoaded('ZIPs and cities are', 'places')
      const kind = by === 'zip' ? 'zip' : 'city'
      const names = new Set(places.all(kind, geography).map(({ name }) => name))
      return Array.from(names, kind === 'zip' ? zipOf : cityOf)
    }
  }
}

function notLoaded(what: string, bundle: string): NotLoadedError {
  return new NotLoadedError(`${what} not loaded: ${bundle}.bundle is not among the data.`)
}

function* census(geography: Geography, digits: number, shapeOf: (id: string) => NamedArea): Generator<Area> {
  for (let from = 0; from < geography.size; ) {
    const { blockGroup, county, state } = geography.describe(from)
    const id = blockGroup.slice(0, digits)
    const postal = coveredState(id.slice(0, 2))?.postal ?? ''
    yield { id, name: `${county}, ${postal || state}`, state: postal, shape: shapeOf(id) }
    from = geography.blockGroupsOf(id)[1]
  }
}

function* schoolDistricts(districts: Districts): Generator<Area> {
  for (let i = 0; i < districts.count; i++) {
    const { geoid, name, state_fp } = districts.describe(i)
    const outline = () => outlineGeometry(districts.outline(i))
    const state = coveredState(state_fp)?.postal ?? ''
    yield { id: geoid, name, state, shape: { district: geoid }, outline }
  }
}

function zipOf(zip: string): Area {
  return { id: zip, name: zip, state: stateOfZip(zip) ?? '', shape: { zip } }
}

/** @param name `Austin, TX` */
function cityOf(name: string): Area {
  const state = name.slice(-2)
  return { id: name, name, state, shape: { city: name.slice(0, -4), state } }
}
