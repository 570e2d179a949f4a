import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { getDimension } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import { embedded } from '../embedded.ts'
import type { Drawn } from '../engine/engine.ts'
import { type EngineProps, engineTrouble } from '../engine/start-engine.ts'
import type { DimensionId } from '../library.ts'
import { known, load } from '../place/place-data.ts'
import { camera, drawn, isOutdated, loadings, mapSide, only, shownScore } from '../view.ts'
import { GlMap, type WithoutGl } from './gl-map.tsx'
import { areStreetsMissing, basemapNote, hasNoColors, problem, tryAgain } from './map-state.ts'
import { getNames, statesOutOfView, viewOfStates } from './out-of-view.ts'
import { PictureMap } from './picture-map.tsx'

/** The MapLibre map, or a plain picture if the browser cannot draw it. */
export function ScoreMap({ engine }: EngineProps) {
  // A single-file page leaves out MapLibre, because it is as large as the data of a city.
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
  return (
    <details class="sources">
      <summary>
        Sources
        {areStreetsMissing.value && ' · streets can be added'}
        {basemapNote.value !== null && ` · ${basemapNote.value}`}
      </summary>
      {drawnDimensions(drawn.value).map((id) => (
        <Publishers key={id} engine={engine} id={id} />
      ))}
      <p>
        Borders and places: U.S. Census Bureau. Shores: GSHHG (The GMT Team, LGPL 3 or later). Lakes and rivers: Natural
        Earth. Roads: U.S. Department of Transportation, Caltrans. Neighborhoods: cities, Zillow (2012, CC BY-SA 3.0),
        U.S. Geological Survey. Drawn by MapLibre GL JS.
      </p>
      {areStreetsMissing.value && <MissingStreets engine={engine} />}
    </details>
  )
}

/** Tells the site operator how to add the streets of the county at the center of the map. */
function MissingStreets({ engine }: EngineProps) {
  const county = useSignal('COUNTY')
  useSignalEffect(() => {
    const { lat, lon } = camera.value
    let left = false
    engine.around({ lat, lon }).then(
      (around) => {
        if (!left) county.value = around?.blockGroup.slice(0, 5) ?? 'COUNTY'
      },
      () => {}, // then the command keeps the placeholder COUNTY
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

/** Names the publishers of a dimension. */
function Publishers({ engine, id }: EngineProps & { readonly id: DimensionId }) {
  const isReady = useComputed(() => loadings.value.get(`${id}.bundle`)?.state === 'ready').value
  const loadable = useMemo(() => (isReady ? load(() => engine.agencies(id)) : null), [engine, id, isReady])
  const agencies = (loadable && known(loadable)) ?? []
  return (
    <p>
      {getDimension(id).name}: {agencies.length > 0 ? agencies.join(', ') : 'loading'}.
    </p>
  )
}

/** Returns the dimensions that the colors of the map are computed from. */
function drawnDimensions({ dimension, fit }: Drawn): readonly DimensionId[] {
  return fit?.map((priority) => priority.dimension) ?? [dimension]
}

/** Reports that the dimension's data is loading, why it failed to load, or why nothing is colored. */
function MapStatus() {
  const words = problem.value === null ? stateWords() : null
  const id = shownScore.value
  return (
    <div class="actions state">
      <p role="status">{words !== null && <span class="note">{words}</span>}</p>
      {problem.value === null && id !== null && statesOutOfView(id) !== null && (
        <Button onClick={() => set(camera, viewOfStates(id))}>Show {getNames(id)}</Button>
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
  const id = shownScore.value
  const elsewhere = shownScore.value && statesOutOfView(shownScore.value)
  if (elsewhere !== null) return `${getDimension(id!).name} is available only in ${elsewhere}, outside this view.`
  const all = drawnDimensions(drawn.value).map((id) => ({ ...loadings.value.get(`${id}.bundle`), ...getDimension(id) }))
  const { name, ...loading } = all.find(({ state }) => state === 'loading' || state === 'failed') ?? all[0]
  if (loadings.value.size === 0) return engineTrouble.value === null ? 'Loading the map…' : null
  if (loading.state === 'loading') return `Loading ${name}…`
  if (loading.state === 'failed') return loading.reason ?? null
  if (!hasNoColors.value) return null
  if (only.value.length === 0)
    return id === null
      ? 'No place in view has data on any of the things that matter to you.'
      : `No place in view has a score: ${getDimension(id).scale.zero}.`
  const meets = only.value.length === 1 ? 'meets the condition' : 'meets all conditions'
  return `No place in view ${meets}: move the map, zoom out, or loosen ${only.value.length === 1 ? 'it' : 'one'}.`
}
