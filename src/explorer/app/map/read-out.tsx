import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { dimensionOf } from '../catalog.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { type DimensionId, type Score, wordsFor } from '../library.ts'
import { ColorStrip } from '../picker/legend-bar.tsx'
import { dimension } from '../view.ts'
import { noDataWords } from '../words.ts'
import { latestOnly } from './latest-only.ts'

const PAUSE = 60 // ms between two calls of the worker

interface UnderPointer {
  readonly score: Score
  /** Position in pixels from the map's corner. */
  readonly x: number
  readonly y: number
}

/** Shows the score under the mouse in a small box next to it. */
export function ReadOut({ engine, map }: EngineProps & { readonly map: ReadonlySignal<MapLibreMap | null> }) {
  const under = useSignal<UnderPointer | null>(null)
  useSignalEffect(() => {
    const shown = map.value
    const id = dimension.value
    under.value = null
    if (shown === null) return
    const latest = latestOnly(
      ({ lngLat }: MapMouseEvent) => engine.score(id, { lat: lngLat.lat, lon: lngLat.lng }),
      (score, { point: { x, y } }) => {
        under.value = { score, x, y }
      },
      PAUSE,
    )
    const leave = () => {
      latest.forget()
      under.value = null
    }
    const move = (event: MapMouseEvent) => {
      // Touch leaves no pointer behind, and nobody reads a moving map.
      if (shown.isMoving() || !matchMedia('(hover: hover)').matches) leave()
      else latest.call(event)
    }
    shown.on('mousemove', move)
    shown.on('mouseout', leave)
    shown.on('movestart', leave)
    return () => {
      leave()
      shown.off('mousemove', move)
      shown.off('mouseout', leave)
      shown.off('movestart', leave)
    }
  })
  if (under.value === null) return null
  const { score, x, y } = under.value
  const { clientWidth, clientHeight } = map.value!.getContainer()
  const side = `${x > clientWidth - 270 ? 'left' : ''} ${y > clientHeight - 110 ? 'above' : ''}`
  return (
    <div class={`read-out ${side}`} style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      <ScoreInWords id={dimension.value} score={score} />
    </div>
  )
}

function ScoreInWords({ id, score: answer }: { readonly id: DimensionId; readonly score: Score }) {
  const { name, ends, ladder, group } = dimensionOf(id)
  const { score } = answer
  if (score === 0)
    return (
      <p>
        {noDataWords({ group })} <span class="quiet">{name}</span>
      </p>
    )
  const [low, high] = ends
  return (
    <>
      <p>
        <b>{wordsFor(ladder, score)}</b> {score} <span class="quiet">{name}</span>
      </p>
      {id === 'flood' && <p>{answer.description}</p>}
      <div class="track">
        <ColorStrip dimension={id} />
        <i style={{ left: `${((score - 1) / 254) * 100}%` }} />
      </div>
      <p class="spread quiet scale">
        <span>{low}</span>
        <span>{high}</span>
      </p>
    </>
  )
}
