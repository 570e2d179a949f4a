import { batch } from '@preact/signals'
import { goToMap } from '../go-to.ts'
import { dimension, only } from '../view.ts'
import { type Example, examples } from './examples.ts'

/** Kinds of places that people look for, each a button that shows only them. */
export function ExampleButtons() {
  return (
    <ul class="kinds">
      {examples.map((example) => (
        <li key={example.name}>
          <button type="button" onClick={() => show(example)}>
            {example.name}
          </button>
        </li>
      ))}
    </ul>
  )
}

function show(example: Example): void {
  batch(() => {
    only.value = example.only
    dimension.value = example.dimension
  })
  goToMap()
}
