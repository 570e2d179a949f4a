import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dimensionOf } from '../catalog.ts'
import { embedded } from '../embedded.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { dimension, hatching, loadings, mapSide } from '../view.ts'
import { GlMap, type WithoutGl } from './gl-map.tsx'
import { basemapNote } from './map-state.ts'
import { MapStatus } from './map-status.tsx'
import { PictureMap } from './picture-map.tsx'

/** The map on MapLibre GL; a plain picture where the browser cannot draw it. */
export function ScoreMap({ engine }: EngineProps) {
  // A page in one file does without MapLibre, which is as large as a city.
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

/** Who published the data below the map. */
function SourcesLine({ engine }: EngineProps) {
  const agencies = useSignal<readonly string[]>([])
  const ready = useComputed(() => loadings.value.get(`${dimension.value}.bundle`)?.state === 'ready')
  useSignalEffect(() => {
    const shown = dimension.value
    let left = false
    agencies.value = []
    if (!ready.value) return
    engine.agencies(shown).then(
      (found) => {
        if (!left) agencies.value = found
      },
      () => {},
    )
    return () => {
      left = true
    }
  })
  const name = dimensionOf(dimension.value).name
  return (
    <details class="sources">
      <summary>
        Sources{hatching.value && <span class="hatched-means"> · hatched: estimates</span>}
        {basemapNote.value !== null && ` · ${basemapNote.value}`}
      </summary>
      <p>
        {name}: {agencies.value.length > 0 ? agencies.value.join(', ') : 'loading'}.
      </p>
      <p>
        Shores, borders and places: U.S. Census Bureau. Lakes and rivers: Natural Earth. Roads: U.S. Department of
        Transportation, Caltrans. Neighborhoods: cities, Zillow (2012, CC BY-SA 3.0), U.S. Geological Survey. Drawn by
        MapLibre GL JS.
      </p>
    </details>
  )
}
