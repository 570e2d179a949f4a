import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { LevelFilter } from '../../schools/level.ts'

export type Level = 'all' | LevelFilter

const levels: readonly (readonly [Level, string])[] = [
  ['all', 'All'],
  ['elementary', 'Elementary'],
  ['middle', 'Middle'],
  ['high', 'High'],
]

/** Which schools are listed. `about`: what the list is of, for screen readers. */
export function LevelChoice({ level, about }: { readonly level: Signal<Level>; readonly about: string }) {
  const name = useId()
  return (
    <fieldset class="levels">
      <legend class="hidden">Level of the schools: {about}</legend>
      {levels.map(([value, words]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={level.value === value}
            onChange={() => {
              level.value = value
            }}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
