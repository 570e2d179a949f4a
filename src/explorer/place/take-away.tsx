import { useSignal } from '@preact/signals'
import { asCsv, asJson, asLibraryCall, type ScoredPlace } from './copy-texts.ts'
import { isSettled, type PlaceAnswers } from './place-answers.ts'
import { known } from './question.ts'

/** The scores to paste elsewhere, to link to and to print. */
export function TakeAway({ places }: { readonly places: readonly PlaceAnswers[] }) {
  const told = useSignal('')
  /** A text that the clipboard did not take. */
  const left = useSignal<string | null>(null)
  const isWaiting = !places.every(isSettled)
  const copy = async (what: string, text: string) => {
    left.value = null
    try {
      await navigator.clipboard.writeText(text)
      told.value = `Copied: ${what}.`
    } catch {
      told.value = 'The browser does not let this page copy. The text is below: select and copy it.'
      left.value = text
    }
  }
  return (
    <section class="take-away" aria-labelledby="take-away-title">
      <h3 id="take-away-title">Share, print, copy</h3>
      <ul class="actions">
        <li>
          <button type="button" class="chief" onClick={() => copy('the link to this view', location.href)}>
            Copy link
          </button>
        </li>
        <li>
          <button type="button" disabled={isWaiting} onClick={() => print()}>
            Print
          </button>
        </li>
        <li>
          <button type="button" disabled={isWaiting} onClick={() => copy('the scores as JSON', asJson(scored(places)))}>
            Copy as JSON
          </button>
        </li>
        <li>
          <button type="button" disabled={isWaiting} onClick={() => copy('the scores as CSV', asCsv(scored(places)))}>
            Copy as CSV
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => copy('the library call', asLibraryCall(places.map(({ place }) => place)))}
          >
            Copy library call
          </button>
        </li>
      </ul>
      <p role="status" class="quiet">
        {told.value}
      </p>
      {left.value !== null && (
        <label>
          Text to copy
          <textarea readOnly rows={8} value={left.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </section>
  )
}

function scored(places: readonly PlaceAnswers[]): ScoredPlace[] {
  return places.map(({ place, scores }) => ({
    place,
    scores: new Map(
      [...scores].flatMap(([id, question]) => {
        const explanation = known(question)
        return explanation ? [[id, explanation] as const] : []
      }),
    ),
  }))
}
