import { ANY_COVERED } from '../../states.ts'
import type { PartProps } from '../app.tsx'
import { goToPanel } from '../go-to.ts'
import { type ChosenPlace, choose } from '../view.ts'
import { UseLocation } from './use-location.tsx'

const examples: readonly (ChosenPlace & { readonly name: string })[] = [
  { name: 'Austin, downtown', lat: 30.2672, lon: -97.7431 },
  { name: 'The Mission, San Francisco', lat: 37.7599, lon: -122.4148 },
  { name: 'Coral Gables, Miami', lat: 25.7215, lon: -80.2684 },
]

/** How to choose a place. */
export function NothingChosen({ engine }: PartProps) {
  return (
    <div class="nothing">
      <h2>Choose a place</h2>
      <p>
        Click anywhere in {ANY_COVERED}, or search an address: fourteen scores of the place appear here, with what each
        one rests on. Everything is worked out in this page; no place that you look at is sent anywhere.
      </p>
      <UseLocation engine={engine} />
      <h3>Or start with one of these</h3>
      <ul class="examples">
        {examples.map(({ name, lat, lon }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                choose({ lat, lon }, { look: true })
                goToPanel()
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
