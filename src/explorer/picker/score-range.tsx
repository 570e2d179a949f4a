import { useSignal } from '@preact/signals'
import { dimensionOf } from '../../dimensions/catalog.ts'
import type { Filter } from '../engine/engine.ts'
import { ColourStrip } from './colour-strip.tsx'
import { shortName } from './groups.ts'

interface Props {
  readonly condition: Filter
  readonly change: (condition: Filter) => void
}

/** Two sliders on the colours of a dimension. The map follows when one is let go. */
export function ScoreRange({ condition, change }: Props) {
  const moving = useSignal<Filter | null>(null)
  const shown = moving.value?.dimension === condition.dimension ? moving.value : condition
  const { dimension, from, to } = shown
  const [low, high] = dimensionOf(dimension).ends
  const name = shortName(dimension)

  function slider(end: 'from' | 'to', label: string) {
    const set = ({ currentTarget }: { currentTarget: HTMLInputElement }): Filter => {
      const value = Number(currentTarget.value)
      const next = { ...shown, [end]: end === 'from' ? Math.min(value, to) : Math.max(value, from) }
      currentTarget.value = String(next[end])
      return next
    }
    return (
      <input
        type="range"
        class={end === 'from' && from > 128 ? 'above' : ''}
        min={1}
        max={255}
        value={shown[end]}
        aria-label={`${name}: ${label}`}
        aria-valuetext={`${shown[end]} of 255`}
        onInput={(event) => {
          moving.value = set(event)
        }}
        onChange={(event) => {
          moving.value = null
          change(set(event))
        }}
      />
    )
  }

  return (
    <div class="range">
      <div class="track">
        <div class="colours">
          <ColourStrip dimension={dimension} />
          <i style={{ left: 0, width: `${((from - 1) / 254) * 100}%` }} />
          <i style={{ right: 0, width: `${((255 - to) / 254) * 100}%` }} />
        </div>
        {slider('from', 'lowest score')}
        {slider('to', 'highest score')}
      </div>
      <p class="quiet">
        <span>{low}</span>
        <output>
          {from}–{to}
        </output>
        <span>{high}</span>
      </p>
    </div>
  )
}
