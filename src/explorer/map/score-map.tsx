import { useSignal } from '@preact/signals'
import type { PartProps } from '../app.tsx'
import { GlMap } from './gl-map.tsx'
import { MapStatus } from './map-status.tsx'
import { PictureMap } from './picture-map.tsx'
import { SourcesLine } from './sources-line.tsx'

/** The map on MapLibre GL; a plain picture where the browser cannot draw it. */
export function ScoreMap({ engine }: PartProps) {
  const without = useSignal<WithoutGl | null>(null)
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

/** Why there is no map on WebGL: the browser has none, took it away, or MapLibre did not load. */
export type WithoutGl = 'no-webgl' | 'lost' | 'not-loaded'
