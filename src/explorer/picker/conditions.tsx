import { useRef } from 'preact/hooks'
import { dimensions } from '../../dimensions/catalog.ts'
import type { Filter } from '../engine/engine.ts'
import { only } from '../view.ts'
import { DimensionOptions } from './dimension-options.tsx'
import { ExampleButtons } from './example-buttons.tsx'
import { shortName } from './groups.ts'
import { ScoreRange } from './score-range.tsx'

/** Which places are coloured: those within a range of each of some dimensions. */
export function Conditions() {
  const add = useRef<HTMLSelectElement>(null)
  const used = only.value.map((condition) => condition.dimension)
  return (
    <section class="conditions" aria-labelledby="conditions">
      <h2 id="conditions">Only places where…</h2>
      {only.value.length === 0 && (
        <p class="quiet">Say what matters, and the map colours only the places that have all of it.</p>
      )}
      <ul>
        {only.value.map((condition) => (
          <li key={condition.dimension}>
            <div class="line">
              <h3>{shortName(condition.dimension)}</h3>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  only.value = only.value.filter((one) => one !== condition)
                  add.current?.focus()
                }}
              >
                Remove<span class="hidden"> {shortName(condition.dimension)}</span>
              </button>
            </div>
            <ScoreRange condition={condition} change={replace} />
          </li>
        ))}
      </ul>
      <div class="line">
        {used.length < dimensions.length && (
          <select
            ref={add}
            class="grow"
            aria-label="Add a condition"
            value=""
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value
              currentTarget.value = ''
              if (chosen !== '') only.value = [...only.value, { dimension: chosen, from: 128, to: 255 }]
            }}
          >
            <option value="">Add a condition…</option>
            <DimensionOptions without={used} />
          </select>
        )}
        {used.length > 0 && (
          <button
            type="button"
            onClick={() => {
              only.value = []
              add.current?.focus()
            }}
          >
            Clear all
          </button>
        )}
      </div>
      <p class="quiet">Examples</p>
      <ExampleButtons />
    </section>
  )
}

function replace(condition: Filter): void {
  only.value = only.value.map((one) => (one.dimension === condition.dimension ? condition : one))
}
