import { Button, Problem, Select, Tick } from '../controls.tsx'
import { COVERAGE } from '../library.ts'
import type { Look } from './file-scorer.ts'
import { Fold, OptionsForm } from './options-form.tsx'
import {
  counted,
  file,
  forget,
  format,
  getAdvice,
  look,
  lookAgain,
  question,
  score,
  sizeWords,
  stage,
} from './scoring.ts'

/** Shows a file before it is scored: its contents, how it is read, and what will be added. */
export function FileReady() {
  const contents = look.value
  const { problem: failed, isFailure = false } = stage.value.at === 'ready' ? stage.value : {}
  const advice = contents?.problem == null ? null : getAdvice(contents.problem)
  const nothing = asksNothing()
  if (contents === null || file.value === null) return null
  return (
    <>
      <p class="line spread">
        <strong class="file-name">{file.value.name}</strong>{' '}
        <span class="quiet file-size">
          {sizeWords(file.value.size)}, {counted(contents.rows, 'row')}
        </span>{' '}
        <Button onClick={forget}>Another file</Button>
      </p>
      <Problem>{advice?.sentence}</Problem>
      <SwappedColumns look={contents} />
      <FilePreview look={contents} />
      <FilePlan look={contents} />
      <FileColumns look={contents} isNeeded={advice?.remedy === 'columns' || advice?.remedy === 'header'} />
      <OptionsForm
        isPrefixWanted={advice?.remedy === 'prefix'}
        hasAddress={(contents.place?.address.length ?? 0) > 0}
      />
      <Problem>{failed && getAdvice(failed).sentence}</Problem>
      <p class="actions start">
        <Button class="chief" disabled={advice !== null || nothing} onClick={() => void score()}>
          {isFailure ? 'Try again' : `Score ${counted(contents.rows, 'row')}`}
        </Button>
        {nothing && <span class="quiet">Choose at least one score or another column to add.</span>}
      </p>
    </>
  )
}

function asksNothing(): boolean {
  const { dimensions, districts, schools, geocodeDetails } = question.value
  return dimensions.length === 0 && !districts && schools === 0 && !geocodeDetails
}

const DELIMITERS: readonly (readonly [string, string])[] = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar |'],
]

/** Shows how a file is read: its delimiter, whether it has a header, and its place columns. */
function FileColumns({ look, isNeeded }: { readonly look: Look; readonly isNeeded: boolean }) {
  const { names, place, delimiter } = look
  const { header, lat, lon, address } = format.value
  const getName = (column: number | undefined) => (column === undefined ? '' : names[column])
  // Shows the columns in use. If no place can be read from the file, shows the columns that the user chose.
  const chosen = {
    lat: place === null ? (lat ?? '') : getName(place.coordinates?.lat),
    lon: place === null ? (lon ?? '') : getName(place.coordinates?.lon),
    parts: place === null ? (address?.split(',') ?? []) : place.address.map(getName),
  }
  const columns = [
    ['', 'none'],
    ...names.filter((name) => name !== '').map((name) => [name, header ? name : `Column ${name}`] as const),
  ] as const

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
        <Select label="Latitude" options={columns} value={chosen.lat} onChoose={(name) => choose({ lat: name })} />
        <Select label="Longitude" options={columns} value={chosen.lon} onChoose={(name) => choose({ lon: name })} />
        {[...chosen.parts, ''].slice(0, 12).map((part, i) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have an order and nothing else
            key={i}
            label={i === 0 ? 'Address' : `Address, part ${i + 1}`}
            options={columns}
            value={part}
            onChoose={(name) => choose({ parts: chosen.parts.toSpliced(i, 1, name) })}
          />
        ))}
        <Select
          label="Delimiter"
          options={DELIMITERS}
          value={delimiter}
          onChoose={(chosen) => void lookAgain({ format: { header, delimiter: chosen } })}
        />
        <Tick
          label="The first line is a header"
          isOn={header}
          onChange={(isOn) => void lookAgain({ format: { delimiter: format.value.delimiter, header: isOn } })}
        />
      </div>
      <p class="quiet">Rows without a coordinate are geocoded from their address.</p>
    </Fold>
  )
}

function placeWords({ names, place }: Look): string {
  if (place === null) return 'Location columns'
  const quoted = (column: number) => (format.value.header ? `“${names[column]}”` : `column ${column + 1}`)
  const address = place.address.map(quoted).join(', ')
  if (place.coordinates === null) return `Address from ${address}`
  const coordinate = `Coordinate from ${quoted(place.coordinates.lat)} and ${quoted(place.coordinates.lon)}`
  return address === '' ? coordinate : `${coordinate}, otherwise the address from ${address}`
}

/** Shows the columns of a file, with the place columns marked, and the first rows. */
function FilePreview({ look: { names, first, place, rows } }: { readonly look: Look }) {
  const roles = new Map<number, string>(place?.address.map((column, i) => [column, place.parts?.[i] ?? 'address']))
  if (place?.coordinates) roles.set(place.coordinates.lat, 'latitude').set(place.coordinates.lon, 'longitude')
  const numbered = names.map((name, column) => ({ name, column, role: roles.get(column) }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard
    <section class="preview" aria-label="First rows of the file" tabIndex={0}>
      <table>
        <caption class="hidden">
          {first.length === rows ? 'All' : 'The first'} {counted(first.length, 'row')} of the file
        </caption>
        <thead>
          <tr>
            {numbered.map(({ name, column, role }) => (
              <th key={column} scope="col" class={role === undefined ? '' : 'of-place'}>
                {name} {role !== undefined && <span class="own-line role">used as {role}</span>}
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

/** Shows the places parsed from the first rows, and the columns that look like part of a place but are not used. */
function FilePlan({ look: { place, understood } }: { readonly look: Look }) {
  const places = understood.filter((text) => text !== '')
  const unused = place?.unused ?? []
  return (
    <>
      {places.length > 0 && <p class="quiet">Read as {places.join('; ')}.</p>}
      {unused.length > 0 && (
        <p class="quiet">Not used: {unused.map(({ name, part }) => `“${name}” (${part})`).join(', ')}.</p>
      )}
    </>
  )
}

/** Warns if latitude and longitude are swapped. */
function SwappedColumns({ look: { names, place, isSwapped } }: { readonly look: Look }) {
  if (!isSwapped || place?.coordinates == null) return null
  const { lat, lon } = place.coordinates
  const address = place.address.map((column) => names[column]).join(',')
  return (
    <div class="stack problem swapped" role="alert">
      <p>
        Latitude and longitude seem to be swapped: as they are, the rows are outside {COVERAGE}; swapped, they are
        inside.
      </p>
      <Button
        onClick={() =>
          void lookAgain({
            format: { ...format.value, lat: names[lon], lon: names[lat], address: address || undefined },
          })
        }
      >
        Swap the two columns
      </Button>
    </div>
  )
}
