import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { dimensionOf } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import { embedded } from '../embedded.ts'
import { type EngineProps, engineTrouble } from '../engine/start-engine.ts'
import { known, load } from '../place/place-data.ts'
import { camera, dimension, isOutdated, loadings, mapSide, only } from '../view.ts'
import { GlMap, type WithoutGl } from './gl-map.tsx'
import { areStreetsMissing, basemapNote, hasNoColors, problem, tryAgain } from './map-state.ts'
import { namesOf, statesOutOfView, viewOfStates } from './out-of-view.ts'
import { PictureMap } from './picture-map.tsx'

/** The MapLibre map, or a plain picture if the browser cannot draw it. */
export function ScoreMap({ engine }: EngineProps) {
  // A single-file page leaves out MapLibre, which is as large as a city's data.
  const without = useSignal<WithoutGl | null>(embedded === null ? null : 'in-file')
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      mapSide.value = Math.max(100, Math.min(contentRect.width, contentRect.height))
    })
    watch.observe(document.querySelector('.map')!)
    return () => watch.disconnect()
  }, [])
  return (
    <>
      {without.value === null ? (
        <GlMap engine={engine} without={without} />
      ) : (
        <PictureMap engine={engine} without={without} />
      )}
      <MapStatus />
      <SourcesLine engine={engine} />
    </>
  )
}

/** Names the publishers of the data on the map. */
function SourcesLine({ engine }: EngineProps) {
  const ready = useComputed(() => loadings.value.get(`${dimension.value}.bundle`)?.state === 'ready')
  const [shown, isReady] = [dimension.value, ready.value]
  const loadable = useMemo(() => (isReady ? load(() => engine.agencies(shown)) : null), [engine, shown, isReady])
  const agencies = (loadable && known(loadable)) ?? []
  return (
    <details class="sources">
      <summary>
        Sources
        {areStreetsMissing.value && ' · streets can be added'}
        {basemapNote.value !== null && ` · ${basemapNote.value}`}
      </summary>
      <p>
        {dimensionOf(shown).name}: {agencies.length > 0 ? agencies.join(', ') : 'loading'}.
      </p>
      <p>
        Shores, borders and places: U.S. Census Bureau. Lakes and rivers: Natural Earth. Roads: U.S. Department of
        Transportation, Caltrans. Neighborhoods: cities, Zillow (2012, CC BY-SA 3.0), U.S. Geological Survey. Drawn by
        MapLibre GL JS.
      </p>
      {areStreetsMissing.value && <MissingStreets engine={engine} />}
    </details>
  )
}

/** Says how whoever runs the page can add the streets of the county in the middle of the map. */
function MissingStreets({ engine }: EngineProps) {
  const county = useSignal('COUNTY')
  useSignalEffect(() => {
    const { lat, lon } = camera.value
    let left = false
    engine.around({ lat, lon }).then(
      (around) => {
        if (!left) county.value = around?.blockGroup.slice(0, 5) ?? 'COUNTY'
      },
      () => {}, // the command then names no county
    )
    return () => {
      left = true
    }
  })
  return (
    <p>
      The streets of this county are not loaded. Whoever runs this page can add them:{' '}
      <code>vicinage data upgrade base-map --county {county.value}</code>
    </p>
  )
}

/** Says that the dimension's data is loading, why it failed, or why nothing is colored. */
function MapStatus() {
  const words = problem.value === null ? stateWords() : null
  return (
    <div class="actions state">
      <p role="status">{words !== null && <span class="note">{words}</span>}</p>
      {problem.value === null && statesOutOfView(dimension.value) !== null && (
        <Button onClick={() => set(camera, viewOfStates(dimension.value))}>Show {namesOf(dimension.value)}</Button>
      )}
      {problem.value !== null && (
        <div class="stack note failed" role="alert">
          <p class="problem">{problem.value}</p>
          {!isOutdated.value && <Button onClick={tryAgain}>Try again</Button>}
        </div>
      )}
    </div>
  )
}

function stateWords(): string | null {
  const { name, scale } = dimensionOf(dimension.value)
  const elsewhere = statesOutOfView(dimension.value)
  if (elsewhere !== null) return `${name} is known in ${elsewhere} only, which this view does not show.`
  const loading = loadings.value.get(`${dimension.value}.bundle`)
  if (loadings.value.size === 0) return engineTrouble.value === null ? 'Loading the map…' : null
  if (loading?.state === 'loading') return `Loading ${name}…`
  if (loading?.state === 'failed') return loading.reason ?? null
  if (!hasNoColors.value) return null
  if (only.value.length === 0) return `No place in view has a score: ${scale.zero}.`
  const all = only.value.length === 1 ? 'meets the condition' : 'meets all conditions'
  return `No place in view ${all}: move the map, zoom out, or loosen ${only.value.length === 1 ? 'it' : 'one'}.`
}
