import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { getDimension } from '../catalog.ts'
import type { PlaceFit } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { fitRamp, scoreOfFit } from '../fit/fit-colors.ts'
import { getSentences } from '../fit/priorities.ts'
import { type DimensionId, rampOf, type Score, wordsFor } from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { ColorStrip } from '../picker/legend-bar.tsx'
import { shownScale } from '../picker/shown-scale.ts'
import { dimension, shownFit } from '../view.ts'
import { noDataWords, plainEnds } from '../words.ts'
import { latestOnly } from './latest-only.ts'

const PAUSE = 60 // minimum ms between two calls of the worker

interface UnderPointer {
  /** Score of the dimension on the map, or the fit if the map shows the fit. */
  readonly answer: Score | PlaceFit | null
  /** Position in pixels from the map's corner. */
  readonly x: number
  readonly y: number
}

/** Shows the score or the fit under the mouse in a small box next to it. */
export function ReadOut({ engine, map }: EngineProps & { readonly map: ReadonlySignal<MapLibreMap | null> }) {
  const under = useSignal<UnderPointer | null>(null)
  useSignalEffect(() => {
    const glMap = map.value
    const id = dimension.value
    const priorities = shownFit.value
    under.value = null
    if (glMap === null) return
    const latest = latestOnly(
      ({ lngLat }: MapMouseEvent): Promise<UnderPointer['answer']> => {
        const at = { lat: lngLat.lat, lon: lngLat.lng }
        return priorities === null ? engine.score(id, at) : engine.fit(at, priorities)
      },
      (answer, { point: { x, y } }) => {
        under.value = { answer, x, y }
      },
      PAUSE,
    )
    const hide = () => {
      latest.forget()
      under.value = null
    }
    const move = (event: MapMouseEvent) => {
      // Touch screens have no hover, and nobody reads scores from a moving map.
      if (glMap.isMoving() || !matchMedia('(hover: hover)').matches) hide()
      else latest.call(event)
    }
    glMap.on('mousemove', move)
    glMap.on('mouseout', hide)
    glMap.on('movestart', hide)
    return () => {
      hide()
      glMap.off('mousemove', move)
      glMap.off('mouseout', hide)
      glMap.off('movestart', hide)
    }
  })
  if (!under.value?.answer) return null
  const { answer, x, y } = under.value
  const { clientWidth, clientHeight } = map.value!.getContainer()
  const side = `${x > clientWidth - 270 ? 'left' : ''} ${y > clientHeight - 110 ? 'above' : ''}`
  return (
    <div class={`read-out ${side}`} style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      {'fit' in answer ? <FitInWords fit={answer} /> : <ScoreInWords id={dimension.value} score={answer} />}
    </div>
  )
}

/** Shows the first sentence of a fit: `Good fit: 72 of 100 (65-78).` */
function FitInWords({ fit: { fit, description } }: { readonly fit: PlaceFit }) {
  const [first] = getSentences(description)
  return (
    <>
      <p>
        <b>{first}</b>
      </p>
      {fit !== null && <Marked colors={fitRamp()} score={scoreOfFit(fit)} ends={shownScale.value.ends} />}
    </>
  )
}

function ScoreInWords({ id, score: answer }: { readonly id: DimensionId; readonly score: Score }) {
  const record = getDimension(id)
  const { ladder } = record
  const name = shortName(id)
  const { score } = answer
  if (score === 0)
    return (
      <p>
        {noDataWords(record)} <span class="quiet">{name}</span>
      </p>
    )
  return (
    <>
      <p>
        <b>{wordsFor(ladder, score)}</b> {score} <span class="quiet">{name}</span>
      </p>
      {id === 'flood' && <p>{answer.description}</p>}
      <Marked colors={rampOf(record)} score={score} ends={plainEnds(record)} />
    </>
  )
}

interface MarkedProps {
  readonly colors: Uint8Array
  readonly score: number
  readonly ends: readonly [low: string, high: string]
}

/** Shows the color scale with a mark at a score. */
function Marked({ colors, score, ends: [low, high] }: MarkedProps) {
  return (
    <>
      <div class="track">
        <ColorStrip colors={colors} />
        <i style={{ left: `${((score - 1) / 254) * 100}%` }} />
      </div>
      <p class="spread quiet scale">
        <span>{low}</span>
        <span>{high}</span>
      </p>
    </>
  )
}
