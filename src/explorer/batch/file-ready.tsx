import { adviceOf } from './advice.ts'
import { FileColumns } from './file-columns.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileQuestionForm } from './file-question-form.tsx'
import { MOST_ROWS } from './limits.ts'
import { SameCommand } from './same-command.tsx'
import { file, forget, look, question, score, stage } from './scoring.ts'
import { SwappedColumns } from './swapped-columns.tsx'
import { counted, sizeWords } from './words.ts'

/** A file before it is scored: what it holds, how it is read, what is asked. */
export function FileReady() {
  const found = look.value
  const { problem: failed, isFailure = false } = stage.value.at === 'ready' ? stage.value : {}
  const advice = found?.problem == null ? null : adviceOf(found.problem)
  const nothing = asksNothing()
  if (found === null || file.value === null) return null
  return (
    <>
      <p class="file-line">
        <strong class="file-name">{file.value.name}</strong>{' '}
        <span class="quiet">
          {sizeWords(file.value.size)}, {counted(found.rows, 'row')}
        </span>{' '}
        <button type="button" onClick={forget}>
          Another file
        </button>
      </p>
      {advice !== null && (
        <p class="problem" role="alert">
          {advice.sentence}
        </p>
      )}
      <SwappedColumns look={found} />
      <FilePreview look={found} />
      <FileColumns look={found} isNeeded={advice?.remedy === 'columns' || advice?.remedy === 'header'} />
      <FileQuestionForm
        isPrefixWanted={advice?.remedy === 'prefix'}
        hasAddress={(found.place?.address.length ?? 0) > 0}
      />
      {failed !== undefined && (
        <p class="problem" role="alert">
          {adviceOf(failed).sentence}
        </p>
      )}
      <SameCommand isNeeded={found.rows > MOST_ROWS} />
      <p class="doing start">
        <button type="button" class="chief" disabled={advice !== null || nothing} onClick={() => void score()}>
          {isFailure ? 'Try again' : `Score ${counted(found.rows, 'row')}`}
        </button>
        {nothing && <span class="quiet">Choose a score, or something else to add.</span>}
      </p>
    </>
  )
}

function asksNothing(): boolean {
  const { dimensions, districts, schools, geocodeDetails } = question.value
  return dimensions.length === 0 && !districts && schools === 0 && !geocodeDetails
}
