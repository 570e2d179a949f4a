import { type Signal, useSignal } from '@preact/signals'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import { ReadOut } from './read-out.tsx'
import type { WithoutGl } from './score-map.tsx'
import { startMap } from './start-map.ts'

/** The map on WebGL; says in `without` when there is none. */
export function GlMap({ engine, without }: PartProps & { readonly without: Signal<WithoutGl | null> }) {
  const ground = useRef<HTMLDivElement>(null)
  const map = useSignal<MapLibreMap | null>(null)
  useEffect(() => {
    let end: (() => void) | null = null
    let left = false
    const leave = (why: WithoutGl) => {
      if (!left) without.value = why
    }
    startMap(ground.current!, engine, () => leave('lost')).then(
      (started) => {
        if (left) return started.end()
        end = started.end
        map.value = started.map
      },
      (error: Error) => leave(error.name === 'GPUInitializationError' ? 'no-webgl' : 'not-loaded'),
    )
    return () => {
      left = true
      map.value = null
      end?.()
    }
  }, [engine, without, map])
  return (
    <>
      <div class="ground" ref={ground} />
      <span class="cross-hair" aria-hidden="true" />
      <p class="keys" aria-hidden="true">
        Arrows move, + and − zoom, Enter chooses the place in the middle
      </p>
      <ReadOut engine={engine} map={map} />
    </>
  )
}
