import type { DimensionId } from '../../dimensions/catalog.ts'
import { Button, set } from '../button.tsx'
import { dimensionOf } from '../catalog.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { statesOutOfView } from '../map/out-of-view.ts'
import { wide } from '../screen.ts'
import { about, dimension, hatching, opacity } from '../view.ts'
import { scaleNote } from '../words.ts'
import { Conditions } from './conditions.tsx'
import { groups, shortName } from './groups.ts'

/** What the map shows. On narrow screens the score itself is chosen above the map. */
export function Picker({ engine }: EngineProps) {
  return (
    <>
      {wide.value && <DimensionRadios />}
      <Conditions engine={engine} />
      <Method />
      <MapLook />
    </>
  )
}

/** Why a score has no colors in this view, where it is known elsewhere only. */
function coverageOf(id: DimensionId): string | null {
  const states = statesOutOfView(id)
  return states && `${states} only: none in this view`
}

/** The dimensions as one group of radio buttons. */
function DimensionRadios() {
  return (
    <fieldset class="dimensions">
      <legend>
        <h2>Score on the map</h2>
      </legend>
      {groups().map(({ id, name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a radio group of its own of each
        <div key={id} role="group" aria-labelledby={`group-${id}`}>
          <h3 id={`group-${id}`}>{name}</h3>
          {members.map((member) => (
            <label key={member.id}>
              <input
                type="radio"
                name="dimension"
                checked={dimension.value === member.id}
                onChange={() => set(dimension, member.id)}
              />
              <span>
                {shortName(member.id)}
                <small>
                  {coverageOf(member.id) ??
                    (scaleNote(member.id) === null ? member.ends : member.than).join(' – ').toLowerCase()}
                </small>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

/** How the score on the map is made, in a line, and the way to its sources. */
function Method() {
  const { id, name, method, scale } = dimensionOf(dimension.value)
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">{name}</h2>
      <p>{method}</p>
      {scaleNote(id) !== null && <p class="quiet">{scaleNote(id)}</p>}
      {scale.zero !== 'no data' && <p class="quiet">0 = {scale.zero}.</p>}
      <Button onClick={() => set(about, 'dimension')}>Scale and sources</Button>
    </section>
  )
}

/** How strongly scores are drawn over the map, and whether estimates are marked. */
function MapLook() {
  return (
    <section class="look" aria-labelledby="look">
      <h2 id="look">Map display</h2>
      <label>
        Opacity of the colors: {opacity.value} %
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={opacity.value}
          onInput={({ currentTarget }) => set(opacity, Number(currentTarget.value))}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={hatching.value}
          onChange={({ currentTarget }) => set(hatching, currentTarget.checked)}
        />
        Hatch estimates
      </label>
    </section>
  )
}
