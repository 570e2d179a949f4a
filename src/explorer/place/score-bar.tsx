import { useId } from 'preact/hooks'
import type { Dimension } from '../../dimensions/dimension.ts'
import { legend } from '../../map/ramp.ts'

interface Props {
  readonly dimension: Dimension
  /** 0-255; empty at 0. */
  readonly score: number
  /** In the colours of the map. */
  readonly isColoured?: boolean
  readonly isSecond?: boolean
}

/** A score as a bar: from the low end, or from the middle where the scale has one. The number beside it says the same. */
export function ScoreBar({ dimension, score, isColoured = false, isSecond = false }: Props) {
  const colours = useId()
  const from = dimension.scale.middle === null ? 0 : 128
  // So that a score in the very middle can be seen.
  const width = Math.max(3, Math.abs(score - from))
  return (
    <svg class={isSecond ? 'bar second' : 'bar'} viewBox="0 0 255 8" preserveAspectRatio="none" aria-hidden="true">
      {isColoured && (
        <linearGradient id={colours} gradientUnits="userSpaceOnUse" x1="0" x2="255" y1="0" y2="0">
          {legend(dimension.id)
            .slice(1)
            .map(({ score: at, colour }) => (
              <stop key={at} offset={at / 255} stop-color={colour} />
            ))}
        </linearGradient>
      )}
      {score > 0 && (
        <rect
          x={Math.min(from, score)}
          y="0"
          width={width}
          height="8"
          {...(isColoured ? { fill: `url(#${colours})` } : { class: 'fill' })}
        />
      )}
      {from > 0 && <rect class="middle" x="127.5" y="0" width="1" height="8" />}
    </svg>
  )
}
