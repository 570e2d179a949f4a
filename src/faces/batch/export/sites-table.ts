import type { Site, SiteScore } from '../../../answers/areas/sites.ts'
import type { RowBlock, Table, TableColumn } from './table.ts'

/** Score columns of a dimension, by suffix. */
const FIELDS: readonly (readonly [suffix: string, field: keyof SiteScore])[] = [
  ['', 'mean'],
  ['_p10', 'p10'],
  ['_p50', 'p50'],
  ['_p90', 'p90'],
  ['_without_data', 'without_data'],
  ['_state_mean', 'state_mean'],
  ['_state_percentile', 'state_percentile'],
  ['_lowest_fifth', 'lowest_fifth'],
  ['_highest_fifth', 'highest_fifth'],
]

const BLOCK = 4096

/** Returns a table with one row per site. */
export function sitesTable(sites: readonly Site[], ids: readonly string[]): Table {
  const columns: TableColumn[] = [
    { name: 'site', kind: 'text' },
    { name: 'lat', kind: 'number' },
    { name: 'lon', kind: 'number' },
    { name: 'radius_m', kind: 'number' },
    { name: 'state', kind: 'text' },
    { name: 'people', kind: 'integer' },
    ...ids.flatMap((id) => FIELDS.map(([suffix]) => ({ name: `${id}${suffix}`, kind: 'number' }) as const)),
  ]
  return { columns, blocks: getBlocks(sites, ids) }
}

function* getBlocks(sites: readonly Site[], ids: readonly string[]): Generator<RowBlock> {
  for (let from = 0; from < sites.length; from += BLOCK) {
    const block = sites.slice(from, from + BLOCK)
    yield {
      rows: block.length,
      columns: [
        block.map(({ label }) => label),
        block.map(({ lat }) => lat),
        block.map(({ lon }) => lon),
        block.map(({ radius }) => radius),
        block.map(({ state }) => state),
        block.map(({ people }) => people),
        ...ids.flatMap((id) => FIELDS.map(([, field]) => block.map(({ scores }) => scores[id][field]))),
      ],
    }
  }
}
