import { cancel, file, look, stage } from './scoring.ts'
import { counted, percentOf } from './words.ts'

/** A file while it is scored. */
export function RunProgress() {
  const run = stage.value
  if (run.at !== 'scoring' || look.value === null) return null
  const { rows } = look.value
  const seconds = (performance.now() - run.since) / 1000
  return (
    <>
      <p role="status">
        {run.rows === undefined ? 'Loading the data that the rows need…' : `Scoring ${file.value?.name}…`}
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
        <span class="quiet">You can close this window meanwhile; the button at the top opens it again.</span>
      </p>
    </>
  )
}
