import { useEffect, useMemo } from 'preact/hooks'
import type { Counts } from '../../batch/answer-rows.ts'
import type { Layer } from '../../geocode/layers.ts'
import { COVERAGE } from '../../states.ts'
import { SameCommand, scoredName } from './command.tsx'
import { showOnMap } from './points-on-map.ts'
import { cancel, chooseAgain, counted, file, forget, look, percentOf, sizeWords, stage } from './scoring.ts'

/** What became of a file, to be taken away or shown on the map. */
export function RunResult({ onShow }: { onShow(): void }) {
  const done = stage.value
  const csv = done.at === 'done' ? done.answer.csv : null
  const address = useMemo(() => (csv === null ? '' : URL.createObjectURL(csv)), [csv])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  if (done.at !== 'done' || file.value === null) return null
  const { counts, failures, points, seconds } = done.answer
  const name = scoredName(file.value.name)
  const missing = Object.entries(counts.withoutData).map(([id, rows]) => `${id} ${counted(rows ?? 0)}`)
  return (
    <>
      <p role="status">
        <strong>
          {counted(counts.scored)} of {counted(counts.rows, 'row')} scored
        </strong>{' '}
        in {seconds < 0.1 ? 'less than 0.1' : seconds.toFixed(1)} s
        {counts.failed === 0 ? '.' : `, ${counted(counts.failed)} could not be.`}
      </p>
      <p class="doing">
        <a class="chief" href={address} download={name}>
          Download {name}
        </a>
        <span class="quiet">{sizeWords(done.answer.csv.size)}</span>
        <button
          type="button"
          disabled={points.lat.length === 0}
          onClick={() => {
            showOnMap(points)
            onShow()
          }}
        >
          Show on the map
        </button>
      </p>
      {counts.outside > 0 && (
        <p>
          {counted(counts.outside, 'row')} {counts.outside === 1 ? 'is' : 'are'} outside {COVERAGE}: no scores.
        </p>
      )}
      {missing.length > 0 && <p>Rows without data: {missing.join(', ')}. Their fields are empty.</p>}
      <Layers counts={layerCounts(counts.layers)} />
      {failures.length > 0 && (
        <>
          <h3>Rows without scores</h3>
          <table class="failures">
            <caption class="quiet">
              {failures.length < counts.failed ? `The first ${failures.length} of ${counted(counts.failed)}. ` : ''}
              In the file the reason is in the last column.
            </caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {failures.map(({ row, reason }) => (
                <tr key={row}>
                  <td>{counted(row)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p class="doing">
        <button type="button" onClick={chooseAgain}>
          Change what is added
        </button>
        <button type="button" onClick={forget}>
          Another file
        </button>
      </p>
      <SameCommand />
    </>
  )
}

function Layers({ counts }: { readonly counts: ReturnType<typeof layerCounts> }) {
  if (counts.length === 0) return null
  return (
    <>
      <h3>How precisely addresses were found</h3>
      <dl class="layers">
        {counts.map(({ words, count }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{counted(count)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">Scores at the centroid of a ZIP code or a city describe that one point, not the whole area.</p>
    </>
  )
}

/** A file while it is scored. */
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
        {counted(run.rows ?? 0)} of {counted(rows, 'row')}, {percentOf(run, look.value)} %
        {run.rows !== undefined && run.rows > 0 && seconds > 0
          ? `, ${counted(Math.round(run.rows / seconds))} rows/s`
          : ''}
      </p>
      <p class="doing">
        <button type="button" onClick={cancel}>
          Cancel
        </button>
        <span class="quiet">You can close this window; the button at the top opens it again.</span>
      </p>
    </>
  )
}

/** Finest first. */
const WORDS: readonly (readonly [Layer, string])[] = [
  ['address_point', 'the address itself'],
  ['street_range', 'a point on its street'],
  ['public_place', 'a school or library'],
  ['zip', 'the ZIP centroid'],
  ['city', 'the center of the city'],
  ['county', 'the center of the county'],
  ['state', 'the center of the state'],
]

/** How many addresses were found as what. */
export function layerCounts(layers: Counts['layers']): readonly { readonly words: string; readonly count: number }[] {
  return WORDS.flatMap(([layer, words]) => (layers[layer] === undefined ? [] : [{ words, count: layers[layer] }]))
}
