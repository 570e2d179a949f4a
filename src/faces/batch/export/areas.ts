import { type Ground, type PeopleScore, summarizePeople } from '../../../answers/areas/area.ts'
import { type AreaData, type NamedArea, resolveGround } from '../../../answers/areas/area-answer.ts'
import { Budget, DEFAULT_LIMITS } from '../../../answers/areas/budget.ts'
import type { PlaceAreas, PlaceGround } from '../../../answers/areas/place-members.ts'
import type { LoadedDimension } from '../../../answers/dimensions/loaded-dimension.ts'
import { writePercentiles } from '../../../answers/dimensions/percentile-column.ts'
import type { Districts } from '../../../answers/districts/districts.ts'
import { NotLoadedError } from '../../../base/errors.ts'
import { coveredState, coveredStates } from '../../../base/states.ts'
import type { Geography } from '../../../data/geography.ts'
import { getBlockGroups } from '../../../data/geography-areas.ts'
import { outlineGeometry } from './geometry.ts'
import type { ExportKind, Geometry, RowBlock, Table, TableColumn, TableOptions } from './table.ts'

/** Number of rows in each block of the table. */
const TOGETHER = 4096

/** An area with a row in the table. */
interface Area {
  readonly id: string
  readonly name: string
  /** Postal code of the state. Empty if unknown. */
  readonly state: string
  ground(geography: Geography): PlaceGround | ReturnType<typeof resolveGround>
  readonly outline?: (() => Geometry) | undefined
}

/**
 * Creates the table of all areas of one kind. Each row has the population, and the mean and percentiles of each
 * dimension as in `Vicinage.area`.
 */
export function areaTable(
  data: AreaData,
  dimensions: readonly LoadedDimension[],
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
    const areas = getAreas(by, data)
    let rows: Row[] = []
    for (const area of areas) {
      if (states !== undefined && !states.includes(area.state)) continue
      const { ground, boundary, people } = area.ground(data.geography)
      const summary = getSummary(ground)
      rows.push({ area, boundary, ...summary, people: people ?? summary.people })
      if (rows.length === TOGETHER) {
        yield getBlock(rows)
        rows = []
      }
    }
    if (rows.length > 0) yield getBlock(rows)
  }

  function getSummary(ground: Ground) {
    return summarizePeople(data.geography, ground, dimensions, new Budget(DEFAULT_LIMITS))
  }

  function getBlock(rows: readonly Row[]): RowBlock {
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
          const getValues = (what: keyof PeopleScore) => rows.map(({ scores }) => scores[d][what])
          const bytes = (values: readonly (number | null)[]) =>
            Uint8Array.from(values, (value) => Math.round(value ?? 0))
          const percentile = new Uint8Array(rows.length)
          writePercentiles(dimension.shares(), bytes(getValues('mean')), state, percentile)
          return [
            getValues('mean'),
            { bytes: percentile, none: 255 },
            { bytes: bytes(getValues('p10')), none: 0 },
            { bytes: bytes(getValues('p50')), none: 0 },
            { bytes: bytes(getValues('p90')), none: 0 },
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

function getAreas(by: ExportKind, data: AreaData): Iterable<Area> {
  switch (by) {
    case 'county':
      return census(data, 5, (county) => ({ county }))
    case 'tract':
      return census(data, 11, (tract) => ({ tract }))
    case 'block-group':
      return census(data, 12, (blockGroup) => ({ blockGroup }))
    case 'district':
      if (data.districts === null) throw notLoaded('School districts are', 'districts')
      return schoolDistricts(data, data.districts())
    default:
      if (data.places === null) throw notLoaded('ZIPs and cities are', 'places.bundle or areas')
      return zipsOrCities(by === 'zip' ? 'zip' : 'city', data.places)
  }
}

function notLoaded(what: string, bundle: string): NotLoadedError {
  return new NotLoadedError(`${what} not loaded: ${bundle}.bundle is not in the data.`)
}

function* census(data: AreaData, digits: number, shapeOf: (id: string) => NamedArea): Generator<Area> {
  const { geography } = data
  for (let from = 0; from < geography.size; ) {
    const { blockGroup, county, state } = geography.describe(from)
    const id = blockGroup.slice(0, digits)
    const postal = coveredState(id.slice(0, 2))?.postal ?? ''
    yield { id, name: `${county}, ${postal || state}`, state: postal, ground: () => resolveGround(data, shapeOf(id)) }
    from = getBlockGroups(geography, id)[1]
  }
}

function* schoolDistricts(data: AreaData, districts: Districts): Generator<Area> {
  for (let i = 0; i < districts.count; i++) {
    const { geoid, name, state_fp } = districts.describe(i)
    const outline = () => outlineGeometry(districts.outline(i))
    const state = coveredState(state_fp)?.postal ?? ''
    yield { id: geoid, name, state, ground: () => resolveGround(data, { district: geoid }), outline }
  }
}

/** Yields the inhabited ZIPs or cities. If an area has no code, its name is the ID. */
function* zipsOrCities(kind: 'zip' | 'city', places: PlaceAreas): Generator<Area> {
  const outlines = places.outlines()
  for (const area of places.all(kind)) {
    const outline = () => outlineGeometry(area.outlines.flatMap((number) => outlines.rings(number)))
    yield { ...area, id: area.id ?? area.name, outline: area.outlines.length > 0 ? outline : undefined }
  }
}
