import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { dimensions } from '../catalog.ts'
import { Button, download, Select } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import type { DimensionId } from '../library.ts'
import { scoreName } from '../picker/groups.ts'
import { dimension, showScore } from '../view.ts'
import { scoredName } from './command.ts'
import type { FileAnswer } from './file-scorer.ts'
import { layerCounts } from './layer-counts.ts'
import { ListMap } from './list-map.tsx'
import { showOnMap } from './points-on-map.ts'
import { ResultTable } from './result-table.tsx'
import type { OtherFormat } from './scored-file.ts'
import { type ReasonGroup, roughRows } from './scored-rows.ts'
import {
  acceptZipCentroids,
  cancel,
  chooseAgain,
  counted,
  file,
  forget,
  getPercent,
  inFormat,
  look,
  sizeWords,
  stage,
} from './scoring.ts'

/** Shows the result of a file, to be downloaded or shown on the map. A short list opens with its map and table. */
export function RunResult({ engine, onShow }: EngineProps & { onShow(): void }) {
  const done = stage.value
  const csv = done.at === 'done' ? done.answer.table.csv : null
  const address = useMemo(() => (csv === null ? '' : URL.createObjectURL(csv)), [csv])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  if (done.at !== 'done' || file.value === null) return null
  const { counts, reasons, points, seconds, zipOnly } = done.answer
  const name = scoredName(file.value.name)
  const isShort = counts.rows < SHORT
  const rough = roughRows(reasons)
  const missing = Object.entries(counts.withoutData).map(
    ([id, rows]) => `${scoreName(id as DimensionId)} ${counted(rows ?? 0)}`,
  )
  return (
    <>
      <p role="status">
        <strong>
          {counted(counts.scored)} of {counted(counts.rows, 'row')} scored
        </strong>{' '}
        in {seconds < 0.1 ? 'less than 0.1' : seconds.toFixed(1)} s
        {counts.rows === counts.scored ? '' : `, ${counted(counts.rows - counts.scored)} could not be`}
        {rough === 0 ? '.' : `; ${counted(rough)} of the scored rows ${rough === 1 ? 'has' : 'have'} only ranges.`}
      </p>
      <p class="actions">
        <a class="chief" href={address} download={name}>
          Download {name}
        </a>
        <span class="quiet">{sizeWords(done.answer.table.csv.size)}</span>
        <OtherFormats answer={done.answer} name={file.value.name} />
      </p>
      {isShort && points.lat.length > 0 && <ListMap engine={engine} points={points} />}
      <ShowOnMap points={points} isShown={isShort} onShow={onShow} />
      <ResultTable {...done.answer} isOpen={isShort} />
      {missing.length > 0 && <p>Rows without data: {missing.join(', ')}. Their fields are empty.</p>}
      {counts.elsewhere > 0 && (
        <p>
          Placed elsewhere than the address says: {counted(counts.elsewhere, 'row')}. The last column of the file says
          how.
        </p>
      )}
      {counts.merged !== undefined && (
        <p>
          {counted(counts.merged.rows, 'row')} {counts.merged.rows === 1 ? 'seems' : 'seem'} to contain further rows,
          the first on line {counts.merged.line}: check the quotes there.
        </p>
      )}
      <Layers counts={layerCounts(counts.layers)} />
      <Reasons reasons={reasons} rough={rough} />
      {zipOnly > 0 && (
        <p class="actions">
          <Button onClick={acceptZipCentroids}>Use ZIP centroids for {counted(zipOnly, 'row')}</Button>
          <span class="quiet">
            Their ZIP is known, their city is not. The radius and the bands say how rough that is.
          </span>
        </p>
      )}
      <p class="actions">
        <Button onClick={chooseAgain}>Change what is added</Button>
        <Button onClick={forget}>Another file</Button>
      </p>
    </>
  )
}

/** Number of rows below which a file opens with its map and table. */
const SHORT = 200

/** Offers the other formats, which are written on request. */
function OtherFormats({ answer, name }: { readonly answer: FileAnswer; readonly name: string }) {
  const busy = useSignal<OtherFormat | null>(null)
  const problem = useSignal('')
  async function save(format: OtherFormat) {
    busy.value = format
    problem.value = ''
    try {
      download(await inFormat(answer, format), scoredName(name, `.${format}`))
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
    }
    busy.value = null
  }
  return (
    <>
      {FORMATS.map(([format, words]) => (
        <Button key={format} disabled={busy.value !== null} onClick={() => void save(format)}>
          {busy.value === format ? 'Writing…' : words}
        </Button>
      ))}
      <span role="alert" class="problem">
        {problem.value}
      </span>
    </>
  )
}

const FORMATS: readonly (readonly [OtherFormat, string])[] = [
  ['geojson', 'GeoJSON'],
  ['parquet', 'Parquet'],
]

/** Offers to show the rows as points on the map, colored by one of their scores. */
function ShowOnMap({
  points,
  isShown,
  onShow,
}: {
  readonly points: FileAnswer['points']
  /** Whether the points are already on the map. If so, choosing a score recolors the points immediately. */
  readonly isShown: boolean
  onShow(): void
}) {
  const scored = dimensions.filter(({ id }) => points.scores[id] !== undefined)
  const chosen = useSignal(scored.some(({ id }) => id === dimension.peek()) ? dimension.peek() : scored[0]?.id)
  if (points.lat.length === 0) return null
  return (
    <p class="actions">
      {scored.length > 0 && (
        <Select
          label="Color by"
          value={chosen.value ?? ''}
          options={scored.map(({ id, name }) => [id, name])}
          onChoose={(id) => {
            chosen.value = id
            if (isShown) showScore(id)
          }}
        />
      )}
      <Button
        onClick={() => {
          if (chosen.value !== undefined) showScore(chosen.value)
          showOnMap(points)
          onShow()
        }}
      >
        Show on the map
      </Button>
    </p>
  )
}

/** Explains why rows have no scores, listing each reason once. */
function Reasons({ reasons, rough }: { readonly reasons: readonly ReasonGroup[]; readonly rough: number }) {
  if (reasons.length === 0) return null
  return (
    <>
      <h3>{rough > 0 ? 'Rows without scores, or with ranges only' : 'Rows without scores'}</h3>
      <table class="failures">
        <caption class="quiet">In the file the reason of each row is in the last column.</caption>
        <thead>
          <tr>
            <th scope="col">Why</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ title, rows, first, example }) => (
            <tr key={title}>
              <td>
                {title}
                <small class="own-line quiet">{rowsWords(rows, first, example)}</small>
              </td>
              <td>{counted(rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Describes rows: `Rows 2, 5, 9 …`, or `Row 2: There is no such city. Also 5, 9 …`. */
function rowsWords(rows: number, first: readonly number[], example: string | null): string {
  const more = rows > first.length ? ' …' : ''
  const [head, ...others] = first.map((row) => counted(row))
  if (example === null) return `${rows === 1 ? 'Row' : 'Rows'} ${[head, ...others].join(', ')}${more}`
  return `Row ${head}: ${example}${others.length > 0 ? ` Also ${others.join(', ')}${more}` : ''}`
}

function Layers({ counts }: { readonly counts: ReturnType<typeof layerCounts> }) {
  if (counts.length === 0) return null
  return (
    <>
      <h3>How precisely addresses were found</h3>
      <dl class="layers">
        {counts.map(({ words, count }) => (
          <div key={words} class="spread">
            <dt>{words}</dt>
            <dd>{counted(count)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">A score at the center of a ZIP code or city describes that point only.</p>
    </>
  )
}

/** Shows the progress while a file is scored. */
export function RunProgress() {
  const run = stage.value
  if (run.at !== 'scoring' || look.value === null) return null
  const { rows } = look.value
  const seconds = (performance.now() - run.since) / 1000
  return (
    <>
      <p role="status">
        {run.rows === undefined ? 'Loading the data that these rows need…' : `Scoring ${file.value?.name}…`}
      </p>
      {run.rows === undefined ? (
        <progress aria-label="Loading data" />
      ) : (
        <progress aria-label="Rows scored" max={rows} value={run.rows} />
      )}
      <p class="numbers">
        {counted(run.rows ?? 0)} of {counted(rows, 'row')}, {getPercent(run, look.value)}%
        {run.rows !== undefined && run.rows > 0 && seconds > 0
          ? `, ${counted(Math.round(run.rows / seconds))} rows/s`
          : ''}
      </p>
      <p class="actions">
        <Button onClick={cancel}>Cancel</Button>
        <span class="quiet">You can close this window; the button at the top opens it again.</span>
      </p>
    </>
  )
}
