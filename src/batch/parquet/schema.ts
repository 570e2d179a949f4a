import { BatchError } from '../rows.ts'
import { elementsOf, type Field, fieldOf, intOf, type Struct, structOf, ThriftError, textOf } from './thrift.ts'

/** A column of the table, as its footer describes it. */
export interface TopColumn {
  readonly name: string
  /** Number of its first chunk in a row group. */
  readonly chunk: number
  /** Its one element; null when it is nested or repeated. */
  readonly flat: Struct | null
}

const most = 100_000 // elements of a schema that are read

/**
 * The columns of a schema, and how many chunks a row group has.
 * @param schema the list of SchemaElement, the root first, each before its children
 */
export function topColumns(schema: Field): { readonly columns: readonly TopColumn[]; readonly chunks: number } {
  const elements: Struct[] = []
  for (const { value } of elementsOf(schema)) {
    if (elements.push(structOf(value)) > most)
      throw new BatchError(`The schema has more than ${most} columns and groups.`)
  }
  const columns: TopColumn[] = []
  let chunks = 0
  let at = 1
  for (let left = childrenOf(elements[0]); left > 0; left--) {
    const element = elements[at]
    const column = { name: nameOf(element), chunk: chunks }
    const nested = childrenOf(element) > 0
    // Children that are still to come, of the column and what lies in it.
    for (let open = 1; open > 0; open--) {
      const children = childrenOf(elements[at++])
      open += children
      if (children === 0) chunks++
    }
    columns.push({ ...column, flat: nested || isRepeated(element) ? null : element })
  }
  if (at !== elements.length) throw new ThriftError('the schema does not add up')
  return { columns, chunks }
}

export function numberIn(struct: Struct, id: number): number | undefined {
  const field = fieldOf(struct, id)
  return field === undefined ? undefined : intOf(field)
}

const REPEATED = 2

function isRepeated(element: Struct): boolean {
  return numberIn(element, 3) === REPEATED
}

function nameOf(element: Struct | undefined): string {
  const name = element === undefined ? undefined : fieldOf(element, 4)
  if (name === undefined) throw new ThriftError('the schema does not add up')
  return textOf(name)
}

function childrenOf(element: Struct | undefined): number {
  if (element === undefined) throw new ThriftError('the schema does not add up')
  const children = numberIn(element, 5) ?? 0
  if (children < 0) throw new ThriftError('the schema does not add up')
  return children
}
