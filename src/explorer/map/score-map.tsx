import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dimensionOf } from '../catalog.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { dimension, hatching, loadings, mapSide } from '../view.ts'
import { GlMap, type WithoutGl } from './gl-map.tsx'
import { MapStatus } from './map-status.tsx'
import { PictureMap } from './picture-map.tsx'

/** The map on MapLibre GL; a plain picture where the browser cannot draw it. */
export function ScoreMap({ engine }: EngineProps) {
  const without = useSignal<WithoutGl | null>(null)
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

/** Downtown Austin, Los Angeles and Miami: what their scores rest on is what the layer rests on. */
const places = [
  { lat: 30.2672, lon: -97.7431 },
  { lat: 34.0522, lon: -118.2437 },
  { lat: 25.7743, lon: -80.1937 },
]

/** Who published the data below the map. */
function SourcesLine({ engine }: EngineProps) {
  const agencies = useSignal<readonly string[]>([])
  const ready = useComputed(() => loadings.value.get(`${dimension.value}.bundle`)?.state === 'ready')
  useSignalEffect(() => {
    const shown = dimension.value
    let left = false
    agencies.value = []
    if (!ready.value) return
    Promise.all(places.map((place) => engine.explain(shown, place))).then(
      (explanations) => {
        if (!left) agencies.value = [...new Set(explanations.flatMap(({ sources }) => sources.map((s) => s.agency)))]
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
      <summary>Sources{hatching.value && <span class="hatched-means"> · hatched: estimates</span>}</summary>
      <p>
        {name}: {agencies.value.length > 0 ? agencies.value.join(', ') : 'loading'}.
      </p>
      <p>Shorelines and borders: U.S. Census Bureau; lakes: Natural Earth. Drawn by MapLibre GL JS.</p>
    </details>
  )
}
