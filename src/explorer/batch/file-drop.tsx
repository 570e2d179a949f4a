import { adviceOf } from './advice.ts'
import { exampleFile } from './example-file.ts'
import { MOST_BYTES, MOST_ROWS } from './limits.ts'
import { stage, take } from './scoring.ts'
import { counted } from './words.ts'

/** Where a file comes from. */
export function FileDrop({ isOver }: { readonly isOver: boolean }) {
  const isReading = stage.value.at === 'reading'
  const problem = stage.value.at === 'start' ? stage.value.problem : undefined
  return (
    <>
      <div class={isOver ? 'drop over' : 'drop'}>
        <label for="batch-file">Drop a CSV file here, or choose one</label>
        <input
          id="batch-file"
          type="file"
          accept=".csv,.tsv,.tab,.txt,.psv,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip"
          aria-describedby="batch-file-needs"
          disabled={isReading}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // The same file may be chosen again, after a change.
            currentTarget.value = ''
            if (file !== undefined) void take(file)
          }}
        />
        <p id="batch-file-needs" class="quiet">
          A first line with names, then one place a line: columns of latitude and longitude, or an address (or street,
          city, state and ZIP). Up to {counted(MOST_ROWS)} rows and {MOST_BYTES >> 20} MB; tabs, semicolons and .gz are
          fine.
        </p>
      </div>
      <p role="status">{isReading ? 'Reading the file…' : ''}</p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {adviceOf(problem).sentence}
        </p>
      )}
      <p>
        No file at hand?{' '}
        <button type="button" disabled={isReading} onClick={() => void take(exampleFile())}>
          Try an example
        </button>
      </p>
    </>
  )
}
