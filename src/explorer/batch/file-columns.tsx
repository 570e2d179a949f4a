import type { Look } from './file-scorer.ts'
import { Fold } from './fold.tsx'
import { format, lookAgain } from './scoring.ts'

const DELIMITERS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar |'],
] as const

/** How a file is read: its delimiter, whether it has names, which columns hold the place. */
export function FileColumns({ look, isNeeded }: { readonly look: Look; readonly isNeeded: boolean }) {
  const { names, place, delimiter } = look
  const { header, lat, lon, address } = format.value
  const nameOf = (column: number | undefined) => (column === undefined ? '' : names[column])
  // What was chosen last, where that makes no sense; else what is meant.
  const chosen = {
    lat: place === null ? (lat ?? '') : nameOf(place.coordinates?.lat),
    lon: place === null ? (lon ?? '') : nameOf(place.coordinates?.lon),
    parts: place === null ? (address?.split(',') ?? []) : place.address.map(nameOf),
  }

  function choose(change: Partial<typeof chosen>) {
    const all = { ...chosen, ...change }
    const parts = all.parts.filter((name) => name !== '')
    void lookAgain({
      format: {
        ...format.value,
        lat: all.lat || undefined,
        lon: all.lon || undefined,
        address: parts.length === 0 ? undefined : parts.join(','),
      },
    })
  }

  return (
    <Fold summary={placeWords(look)} isNeeded={isNeeded}>
      <div class="fields">
        <ColumnSelect label="Latitude" names={names} value={chosen.lat} onChoose={(name) => choose({ lat: name })} />
        <ColumnSelect label="Longitude" names={names} value={chosen.lon} onChoose={(name) => choose({ lon: name })} />
        {[...chosen.parts, ''].slice(0, 4).map((part, i) => (
          <ColumnSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have an order and nothing else
            key={i}
            label={i === 0 ? 'Address' : `Address, part ${i + 1}`}
            names={names}
            value={part}
            onChoose={(name) => choose({ parts: chosen.parts.toSpliced(i, 1, name) })}
          />
        ))}
        <label>
          Columns are separated by
          <select
            value={delimiter}
            onChange={({ currentTarget }) => void lookAgain({ format: { header, delimiter: currentTarget.value } })}
          >
            {DELIMITERS.map(([character, name]) => (
              <option key={name} value={character}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="tick">
          <input
            type="checkbox"
            checked={header}
            onChange={({ currentTarget }) =>
              void lookAgain({ format: { delimiter: format.value.delimiter, header: currentTarget.checked } })
            }
          />
          The first line holds names
        </label>
      </div>
      <p class="quiet">Where the coordinate of a row is empty, its address is looked up.</p>
    </Fold>
  )
}

function ColumnSelect({
  label,
  names,
  value,
  onChoose,
}: {
  readonly label: string
  readonly names: readonly string[]
  readonly value: string
  onChoose(name: string): void
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">none</option>
        {names.map(
          (name, column) =>
            name !== '' && (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <option key={column} value={name}>
                {format.value.header ? name : `Column ${name}`}
              </option>
            ),
        )}
      </select>
    </label>
  )
}

function placeWords({ names, place }: Look): string {
  if (place === null) return 'Columns of the place'
  const quoted = (column: number) => (format.value.header ? `“${names[column]}”` : `column ${column + 1}`)
  const address = place.address.map(quoted).join(', ')
  if (place.coordinates === null) return `Address from ${address}`
  const coordinate = `Coordinate from ${quoted(place.coordinates.lat)} and ${quoted(place.coordinates.lon)}`
  return address === '' ? coordinate : `${coordinate}, else the address from ${address}`
}
