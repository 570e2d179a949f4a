import { batch } from '@preact/signals'
import { dimensions } from '../../dimensions/catalog.ts'
import { goToMap, wide } from '../media.ts'
import { about, dimension, only } from '../view.ts'
import { Conditions } from './conditions.tsx'
import { type Example, examples, groups, shortName } from './groups.ts'
import { MapLook } from './legend-bar.tsx'

/** What the map shows. On narrow screens the score itself is chosen above the map. */
export function Picker() {
  return (
    <>
      {wide.value && <DimensionRadios />}
      <Conditions />
      <Method />
      <MapLook />
    </>
  )
}

/** The dimensions as one group of radio buttons. */
function DimensionRadios() {
  return (
    <fieldset class="dimensions">
      <legend>
        <h2>Score on the map</h2>
      </legend>
      {groups.map(({ id, name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a radio group of its own of each
        <div key={id} role="group" aria-labelledby={`group-${id}`}>
          <h3 id={`group-${id}`}>{name}</h3>
          {members.map((member) => (
            <label key={member.id}>
              <input
                type="radio"
                name="dimension"
                checked={dimension.value === member.id}
                onChange={() => {
                  dimension.value = member.id
                }}
              />
              <span>
                {shortName(member.id)}
                <small>{member.ends.join(' – ')}</small>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

/** The options of a select of dimensions, by group. */
export function DimensionOptions({ without = [] }: { readonly without?: readonly string[] }) {
  return groups.map(({ id, name, members }) => (
    <optgroup key={id} label={name}>
      {members
        .filter((member) => !without.includes(member.id))
        .map((member) => (
          <option key={member.id} value={member.id}>
            {shortName(member.id)}
          </option>
        ))}
    </optgroup>
  ))
}

/** How the score on the map is made, in a line, and the way to its sources. */
function Method() {
  const { name, method, scale } = dimensions.find(({ id }) => id === dimension.value)!
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">{name}</h2>
      <p>{method}</p>
      {scale.zero !== 'no data' && <p class="quiet">0 = {scale.zero}.</p>}
      <button
        type="button"
        onClick={() => {
          about.value = 'dimension'
        }}
      >
        Scale and sources
      </button>
    </section>
  )
}

/** Where no place is chosen: another way to begin. */
export function KindsOfPlaces() {
  return (
    <section aria-labelledby="kinds">
      <h3 id="kinds">Or look for a kind of place</h3>
      <p class="quiet">The map then colours only the places that have all of it. Move it to a city that you know.</p>
      <ExampleButtons />
    </section>
  )
}

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
