import { batch } from '@preact/signals'
import { Button } from '../controls.tsx'
import { goToSliders } from '../fit/sliders.tsx'
import { getNames } from '../map/out-of-view.ts'
import { goToMap } from '../screen.ts'
import { only, showScore } from '../view.ts'
import { type Example, examples, groups, shortName } from './groups.ts'

/** Renders the options of a dimension select, by group. */
export function DimensionOptions({ without = [] }: { readonly without?: readonly string[] }) {
  return groups().map(({ id, name, members }) => (
    <optgroup key={id} label={name}>
      {members
        .filter((member) => !without.includes(member.id))
        .map((member) => (
          <option key={member.id} value={member.id}>
            {shortName(member.id)}
            {getNames(member.id) !== null && ` (${getNames(member.id)} only)`}
          </option>
        ))}
    </optgroup>
  ))
}

/** Offers to look for a kind of place while no place is chosen. */
export function KindsOfPlaces() {
  return (
    <section aria-labelledby="kinds">
      <h3 id="kinds">Or look for a kind of place</h3>
      <p class="quiet">The map then colors only places that match.</p>
      <ExampleButtons />
      <p>
        <Button class="in-line" onClick={goToSliders}>
          Or say what matters to you
        </Button>
      </p>
    </section>
  )
}

/** Buttons for kinds of places that users look for. Each button shows only matching places. */
export function ExampleButtons() {
  return (
    <ul class="kinds">
      {examples.map((example) => (
        <li key={example.name}>
          <Button onClick={() => show(example)}>{example.name}</Button>
        </li>
      ))}
    </ul>
  )
}

function show(example: Example): void {
  batch(() => {
    only.value = example.only
    showScore(example.dimension)
  })
  goToMap()
}
