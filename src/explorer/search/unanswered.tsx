import { ask, unanswered } from '../view.ts'

/** In the panel while the chosen place is no answer to what was searched for. */
export function Unanswered() {
  const asked = unanswered.value
  if (asked === null) return null
  return (
    <div class="nothing">
      <h2>{asked.message === null ? `Looking up “${asked.text}”…` : `Nothing found for “${asked.text}”`}</h2>
      {asked.message !== null && (
        <>
          <p>{asked.message}</p>
          <button type="button" onClick={() => ask(null)}>
            Back to the place before
          </button>
        </>
      )}
    </div>
  )
}
