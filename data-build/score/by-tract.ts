import type { BuildContext } from '../context.ts'
import { type CsvSpec, type NumberColumn, number, readCsv, text } from '../read/csv.ts'
import type { SourcePath } from '../read/source-folder.ts'

/** A table with a row per census tract. */
interface TractTable<Name extends string> {
  readonly path: SourcePath
  /** Heading of the tract id column. */
  readonly tract: string
  readonly year: 2010 | 2020
  readonly columns: Readonly<Record<Name, NumberColumn>>
}

/** Reads columns of a tract table for each block group. A missing figure is NaN. */
export async function readByTract<Name extends string>(
  { sources, byTract2010, byTract2020 }: Pick<BuildContext, 'sources' | 'byTract2010' | 'byTract2020'>,
  { path, tract, year, columns: wanted }: TractTable<Name>,
): Promise<Record<Name, Float64Array>> {
  // The Census Bureau prefixes ids with 140US, and spreadsheets drop California's leading zero.
  const spec: CsvSpec = {
    ...wanted,
    tracts: text({ heading: tract, required: true, pattern: /^(140US)?\d{10,11}$/ }),
  }
  const { columns } = await readCsv(sources, path, spec)
  const ids = Array.from(columns.tracts, (id) => String(id).replace('140US', '').padStart(11, '0'))
  const byTract = year === 2010 ? byTract2010 : byTract2020
  const perBlockGroup = (values: ArrayLike<unknown>) =>
    byTract(new Map(ids.map((id, row) => [id, Number(values[row])])))
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, perBlockGroup(columns[name])])) as Record<
    Name,
    Float64Array
  >
}

/** Reads columns of EPA's EJScreen for 2010 tracts. */
export function readEjScreen<Name extends string>(
  context: Pick<BuildContext, 'sources' | 'byTract2010' | 'byTract2020'>,
  ...names: readonly Name[]
): Promise<Record<Name, Float64Array>> {
  const figure = number({ null: 'NA', min: 0 })
  const columns = Object.fromEntries(names.map((name) => [name, figure])) as Record<Name, NumberColumn>
  return readByTract(context, { path: 'epa/ejscreen_tract2010.csv.gz', tract: 'census_tract_id', year: 2010, columns })
}
