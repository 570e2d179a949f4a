import { batch, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { BestAreas, isListInPanel } from '../area/best-areas.tsx'
import { dimensions } from '../catalog.ts'
import { Button, set, Tick } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import type { DimensionId } from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { goToMap, menuOpen, wide } from '../screen.ts'
import { isByFit, priorities } from '../view.ts'
import { getWeight, isTwoSided, isWeighable, MOST, weigh, weightWords } from './priorities.ts'

/** Sliders for how much each dimension matters. The map then shows how well places fit. */
export function Sliders({ engine }: EngineProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section class="sliders" aria-labelledby="sliders">
      <h2 id="sliders" ref={heading} tabIndex={-1}>
        What matters to you
      </h2>
      <p class="quiet">Move sliders, and the map shows how well places fit.</p>
      <ul>
        {dimensions
          .filter(({ id }) => isWeighable(id))
          .map(({ id }) => (
            <li key={id}>
              <WeightSlider id={id} />
            </li>
          ))}
      </ul>
      {priorities.value.length > 0 && (
        <div class="actions">
          <Tick label="Color the map by fit" isOn={isByFit.value} onChange={(isOn) => set(isByFit, isOn)} />
          {!wide.value && <Button onClick={goToMap}>See the map</Button>}
          <Button
            onClick={() => {
              batch(() => {
                priorities.value = []
                isByFit.value = false
              })
              heading.current?.focus() // because the focused button disappears
            }}
          >
            Clear
          </Button>
        </div>
      )}
      {priorities.value.length > 0 && !isListInPanel.value && <BestAreas engine={engine} />}
    </section>
  )
}

/** Shows one slider. The map updates when the slider is released. */
function WeightSlider({ id }: { readonly id: DimensionId }) {
  const moving = useSignal<number | null>(null)
  const weight = moving.value ?? getWeight(id)
  const { than, group } = dimensions.find((dimension) => dimension.id === id)!
  const words = weightWords(id, weight)
  const hasTwoSides = isTwoSided(id)
  const least = hasTwoSides ? -MOST : 0
  return (
    <label>
      <span class="spread">
        <b>{hasTwoSides || group === 'layers' ? shortName(id) : than[1]}</b>
        <small aria-hidden="true">{weight !== 0 && words}</small>
      </span>
      <input
        type="range"
        class={weight === 0 ? 'off' : ''}
        min={least}
        max={MOST}
        step={1}
        value={weight}
        aria-valuetext={words}
        style={{
          '--from': `${fraction(Math.min(0, weight), least)}%`,
          '--to': `${fraction(Math.max(0, weight), least)}%`,
        }}
        onInput={({ currentTarget }) => set(moving, Number(currentTarget.value))}
        onChange={({ currentTarget }) => {
          moving.value = null
          weigh(id, Number(currentTarget.value))
        }}
      />
      {hasTwoSides && (
        <span class="spread quiet ends" aria-hidden="true">
          <small>{than[0].toLowerCase()}</small>
          <small>{than[1].toLowerCase()}</small>
        </span>
      )}
    </label>
  )
}

/** Returns the position of a weight on its slider, in percent. */
function fraction(weight: number, least: number): number {
  return (100 * (weight - least)) / (MOST - least)
}

/** Opens the sliders, which may be in the collapsed menu or off screen. */
export function goToSliders(): void {
  menuOpen.value = true
  // The menu is drawn in the next frame.
  requestAnimationFrame(() => {
    const heading = document.getElementById('sliders')
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  })
}
