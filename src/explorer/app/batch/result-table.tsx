import { useSignal } from '@preact/signals'
import { getDimension } from '../catalog.ts'
import { Button } from '../controls.tsx'
import type { DimensionId, HazardMaps } from '../library.ts'
import { groups, shortName } from '../picker/groups.ts'
import { hazardCell } from '../place/hazards.ts'
import type { FileAnswer } from './file-scorer.ts'
import { counted } from './scoring.ts'

/** A score, or the score range of an approximate place; null without data. */
type Cell = readonly [low: number, high: number] | null

interface Row {
  readonly number: number
  readonly place: string
  readonly cells: readonly Cell[]
  /** Kinds of maps that the hazard scores are based on. */
  readonly maps: FileAnswer['maps'][number]
}

/** Shows the first rows with their scores. The table can be printed, and sorted by any of the scores. */
export function ResultTable({ table, counts, first, maps, isOpen }: FileAnswer & { readonly isOpen: boolean }) {
  const by = useSignal<{ readonly column: number; readonly sign: 1 | -1 }>({ column: -1, sign: 1 })
  const all = [...table.names, ...table.added.map(({ name }) => name)]
  const added = table.names.length
  // Added columns may have a prefix, so a dimension's column is recognized by the ID at the end of its name.
  const getColumn = (name: string) => all.findIndex((heading, c) => c >= added && heading.endsWith(name))
  const shown = groups().flatMap(({ members }) => members.filter(({ id }) => getColumn(id) >= 0))
  const getCell = (fields: readonly string[], id: string): Cell => {
    const read = (name: string) => Number(fields[getColumn(name)] || 0)
    const score = read(id)
    const low = read(`${id}_p10`)
    const high = read(`${id}_p90`)
    if (low > 0 && high > 0) return [low, high]
    return score > 0 ? [score, score] : null
  }
  const named = table.texts.length > 0 ? table.texts : [...table.names.keys()]
  const rows = first.map((fields, i): Row => {
    const texts = named.map((column) => fields[column]).filter((text) => text !== '')
    const place = texts.length > 0 ? texts : table.names.map((_, c) => fields[c])
    return { number: i + 1, place: place.join(', '), cells: shown.map(({ id }) => getCell(fields, id)), maps: maps[i] }
  })
  const { column, sign } = by.value
  const getWorth = ({ cells }: Row) => {
    const cell = cells[column]
    return cell == null ? null : cell[0] + cell[1]
  }
  const sorted = rows.toSorted((a, b) => {
    const [x, y] = column < 0 ? [a.number, b.number] : [getWorth(a), getWorth(b)]
    // Rows without data come last in either direction.
    return x === null || y === null ? Number(x === null) - Number(y === null) || a.number - b.number : sign * (x - y)
  })
  const hasRanges = rows.some(({ cells }) => cells.some((cell) => cell !== null && cell[0] !== cell[1]))
  const sort = (wanted: number) => {
    by.value = { column: wanted, sign: wanted === column && sign === -1 ? 1 : wanted < 0 ? 1 : -1 }
  }
  const head = (wanted: number, words: string) => (
    <th key={wanted} scope="col" aria-sort={wanted !== column ? 'none' : sign === 1 ? 'ascending' : 'descending'}>
      <Button class="plain" onClick={() => sort(wanted)}>
        {words}
        <span aria-hidden="true">{wanted === column ? (sign === 1 ? ' ↑' : ' ↓') : ''}</span>
      </Button>
    </th>
  )
  return (
    <details class="result-table" open={isOpen}>
      <summary>Table to sort and print</summary>
      <p class="actions">
        <Button onClick={() => print()}>Print the table</Button>
        <span class="quiet">
          {first.length < counts.rows ? `The first ${counted(first.length, 'row')}. ` : ''}Scores 1-255, mostly
          estimates; {hasRanges && 'a range if a location is only approximate; '}– without data. Hazards are in words; ~
          marks an estimate. “No map”, “uncertain” and “unclear” do not mean safe.
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard */}
      <section class="preview" aria-label="Rows with their scores" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head(-1, 'Place')}
              {shown.map(({ id }, i) => head(i, shortName(id)))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ number, place, cells, maps: rowMaps }) => (
              <tr key={number}>
                <th scope="row">{place}</th>
                {cells.map((cell, i) => (
                  <td key={shown[i].id}>{cellWords(shown[i].id, cell, cells, rowMaps[shown[i].id])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/**
 * Formats a score or a score range. For a hazard, returns its class and source instead of a number, because a high
 * score means safe but would be read as a high risk.
 *
 * @param row all cells of the row; if all are null, the row has no data
 */
function cellWords(id: DimensionId, cell: Cell, row: readonly Cell[], maps: HazardMaps | undefined): string {
  const isHazard = getDimension(id).group === 'risk'
  if (cell === null) return isHazard && row.some((other) => other !== null) ? 'no map' : '–'
  return isHazard && maps ? hazardCell(id, cell, maps) : [...new Set(cell)].join('-')
}
