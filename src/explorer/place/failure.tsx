import { isOutdated } from '../view.ts'

/** One sentence about what went wrong, and a second try where it may help. */
export function Failure({ reason, again }: { readonly reason: string; readonly again: () => void }) {
  return (
    <div class="failure" role="alert">
      <p class="problem">{reason}</p>
      {!isOutdated.value && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}
