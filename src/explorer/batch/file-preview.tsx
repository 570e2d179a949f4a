import type { Look } from './file-scorer.ts'
import { counted } from './words.ts'

/** The columns of a file, those of the place marked, and its first rows. */
export function FilePreview({ look: { names, first, place, rows } }: { readonly look: Look }) {
  const roles = new Map<number, string>(place?.address.map((column) => [column, 'address']))
  if (place?.coordinates) roles.set(place.coordinates.lat, 'latitude').set(place.coordinates.lon, 'longitude')
  const numbered = names.map((name, column) => ({ name, column, role: roles.get(column) }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="preview" aria-label="First rows of the file" tabIndex={0}>
      <table>
        <caption class="hidden">
          {first.length === rows ? 'All' : 'The first'} {counted(first.length, 'row')} of the file
        </caption>
        <thead>
          <tr>
            {numbered.map(({ name, column, role }) => (
              <th key={column} scope="col" class={role === undefined ? '' : 'of-place'}>
                {name} {role !== undefined && <span class="role">used as {role}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map((fields, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={row}>
              {numbered.map(({ column, role }) => (
                <td key={column} class={role === undefined ? '' : 'of-place'}>
                  {fields[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
