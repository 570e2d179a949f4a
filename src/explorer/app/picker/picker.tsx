import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { BestAreas, isListInPanel } from '../area/best-areas.tsx'
import { dimensions, getDimension, isDimensionId } from '../catalog.ts'
import { Button, set, Tick } from '../controls.tsx'
import type { Filter } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { Sliders } from '../fit/sliders.tsx'
import { type DimensionId, rampOf } from '../library.ts'
import { statesOutOfView } from '../map/out-of-view.ts'
import { place } from '../places.ts'
import { wide } from '../screen.ts'
import { hatching, only, priorities, shownFit, shownScore, showScore } from '../view.ts'
import { conditionWords, plainEnds } from '../words.ts'
import { DimensionOptions, ExampleButtons } from './choices.tsx'
import { groups, shortName } from './groups.ts'
import { ColorStrip } from './legend-bar.tsx'

/** Lets the user choose what the map shows. On narrow screens, the score itself is chosen above the map. */
export function Picker({ engine }: EngineProps) {
  return (
    <>
      {wide.value && <DimensionRadios />}
      <Sliders engine={engine} />
      <Conditions engine={engine} />
      {shownFit.value !== null && <FitMethod />}
      <MapLook />
    </>
  )
}

/** Explains that a score has no colors in this view because only other states have it. */
function getCoverage(id: DimensionId): string | null {
  const states = statesOutOfView(id)
  return states && `only in ${states}, outside this view`
}

/** Shows the dimensions as one group of radio buttons. */
function DimensionRadios() {
  return (
    <fieldset class="dimensions">
      <legend>
        <h2>Score on the map</h2>
      </legend>
      {groups().map(({ id, name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would turn each group into a separate radio group
        <div key={id} role="group" aria-labelledby={`group-${id}`}>
          <h3 id={`group-${id}`}>{name}</h3>
          {members.map((member) => (
            <label key={member.id} class="line">
              <input
                type="radio"
                name="dimension"
                checked={shownScore.value === member.id}
                onChange={() => showScore(member.id)}
              />
              <span>
                {shortName(member.id)}
                <small class="own-line">{getCoverage(member.id) ?? plainEnds(member).join(' – ').toLowerCase()}</small>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

/** Lets the user color only the places whose scores are in certain ranges. */
function Conditions({ engine }: EngineProps) {
  const add = useRef<HTMLSelectElement>(null)
  const used = only.value.map((condition) => condition.dimension)
  return (
    <section class="conditions" aria-labelledby="conditions">
      <h2 id="conditions">Only places where…</h2>
      {only.value.length === 0 && (
        <p class="quiet">Add conditions, and the map colors only places that meet all of them.</p>
      )}
      <ul>
        {only.value.map((condition) => (
          <li key={condition.dimension}>
            <div class="line">
              <h3>{shortName(condition.dimension)}</h3>
              <Button
                class="plain"
                onClick={() => {
                  only.value = only.value.filter((filter) => filter !== condition)
                  add.current?.focus()
                }}
              >
                Remove<span class="hidden"> {shortName(condition.dimension)}</span>
              </Button>
            </div>
            <ScoreRange condition={condition} />
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
              if (isDimensionId(chosen))
                only.value = [...only.value, { dimension: chosen, from: middleClass(chosen), to: 255 }]
            }}
          >
            <option value="">Add a condition…</option>
            <DimensionOptions without={used} />
          </select>
        )}
        {used.length > 0 && (
          <Button
            onClick={() => {
              only.value = []
              add.current?.focus()
            }}
          >
            Clear all
          </Button>
        )}
      </div>
      {only.value.length > 0 && priorities.value.length === 0 && !isListInPanel.value && <BestAreas engine={engine} />}
      {place.value !== null && (
        <>
          <p class="quiet">Examples</p>
          <ExampleButtons />
        </>
      )}
    </section>
  )
}

/** Returns the lowest score of the class that contains the middle of a scale. */
function middleClass(id: DimensionId): number {
  return getDimension(id).ladder.findLast(([start]) => start <= 128)![0]
}

function replace(condition: Filter): void {
  only.value = only.value.map((filter) => (filter.dimension === condition.dimension ? condition : filter))
}

/** Shows two sliders on the colors of a dimension. The map updates when a slider is released. */
function ScoreRange({ condition }: { readonly condition: Filter }) {
  const moving = useSignal<Filter | null>(null)
  const shown = moving.value?.dimension === condition.dimension ? moving.value : condition
  const { dimension, from, to } = shown
  const [low, high] = plainEnds(getDimension(dimension))
  const name = shortName(dimension)

  function slider(end: 'from' | 'to', label: string) {
    const getFilter = ({ currentTarget }: { currentTarget: HTMLInputElement }): Filter => {
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
        onInput={(event) => set(moving, getFilter(event))}
        onChange={(event) => {
          moving.value = null
          replace(getFilter(event))
        }}
      />
    )
  }

  return (
    <div class="range">
      <div class="track">
        <div class="colors">
          <ColorStrip colors={rampOf(getDimension(dimension))} />
          <i style={{ left: 0, width: `${((from - 1) / 254) * 100}%` }} />
          <i style={{ right: 0, width: `${((255 - to) / 254) * 100}%` }} />
        </div>
        {slider('from', 'lowest score')}
        {slider('to', 'highest score')}
      </div>
      <p class="spread quiet">
        <span>{low}</span>
        <span>{high}</span>
      </p>
      <p>
        <output>{conditionWords(shown)}</output>
      </p>
    </div>
  )
}

/** Explains how the fit on the map is computed. For a score, the "What it means" dialog explains the method. */
function FitMethod() {
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">How the fit is computed</h2>
      <p>Each score becomes a percentage: how many people of the state have no better score.</p>
      <p>The fit is the mean of these percentages, weighted by your sliders.</p>
      <p>Scores without data are left out. If over half are missing, there is no fit.</p>
    </section>
  )
}

/** Controls whether estimates are marked on the map. */
function MapLook() {
  return (
    <section class="look" aria-labelledby="look">
      <h2 id="look">Map display</h2>
      <Tick label="Hatch estimates" isOn={hatching.value} onChange={(isOn) => set(hatching, isOn)} />
    </section>
  )
}
