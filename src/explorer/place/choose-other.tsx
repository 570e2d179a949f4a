import type { PartProps } from '../app.tsx'
import { choosing } from '../view.ts'
import { focusPanel } from './focus-panel.ts'
import { UseLocation } from './use-location.tsx'

/** Tells how to choose the second place while it is asked for. */
export function ChooseOther({ engine }: PartProps) {
  const isChoosing = choosing.value === 'other'
  return (
    <div class={isChoosing ? 'choose-other' : ''}>
      <p role="status">{isChoosing && 'Now choose the second place: click the map, or search an address.'}</p>
      {isChoosing && (
        <>
          <UseLocation engine={engine} />
          <button
            type="button"
            class="plain"
            onClick={() => {
              choosing.value = 'place'
              focusPanel()
            }}
          >
            Cancel
          </button>
        </>
      )}
    </div>
  )
}
