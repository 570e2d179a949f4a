import type { Explanation } from '../../endpoints/scores.ts'

/** `254`, `~ 125` for an estimate, a dash for no data; three dots before it is known. */
export function ScoreNumber({ explanation }: { readonly explanation: Explanation | null }) {
  if (explanation === null) return <p class="number waiting">…</p>
  if (explanation.score === 0)
    return (
      <p class="number none">
        <span aria-hidden="true">–</span>
        <span class="hidden">no data</span>
      </p>
    )
  return (
    <p class="number">
      {explanation.basis === 'estimate' && (
        <abbr class="estimate" title="Estimate, from a coarser area or a proxy">
          <span aria-hidden="true">~</span>
          <span class="hidden">estimate </span>
        </abbr>
      )}
      <span class="value">{explanation.score}</span>
      <span class="hidden"> of 255</span>
    </p>
  )
}
