import { useEffect, useRef } from 'preact/hooks'
import type { EngineProps } from '../engine/start-engine.ts'
import { drawMapAt } from '../map/draw-map-at.ts'
import { pictureView } from '../map/picture-view.ts'
import { scheme } from '../screen.ts'
import { dimension } from '../view.ts'
import { getCamera, showOnMap } from './points-on-map.ts'
import type { ScoredPoints } from './scored-rows.ts'

/** Shows the rows of a list as dots on a small map, and also on the map of the page. */
export function ListMap({ engine, points }: EngineProps & { readonly points: ScoredPoints }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => showOnMap(points), [points])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again in the colors of another score
  useEffect(() => {
    let isLast = true
    const { clientWidth: width, clientHeight: height } = frame.current!
    const camera = getCamera(points, { clientWidth: width, clientHeight: height })
    if (camera === null || width === 0) return
    const view = pictureView({ ...camera, zoom: Math.floor(camera.zoom) }, width, height)
    const draw = async () => {
      const canvas = await drawMapAt(engine, view, { pixelRatio: devicePixelRatio, colors: scheme.peek() })
      if (isLast) frame.current?.replaceChildren(canvas)
    }
    // Ignores failures because the list is complete without its map.
    draw().catch(() => {})
    return () => {
      isLast = false
    }
  }, [engine, points, dimension.value, scheme.value])
  return <div class="list-map" role="img" aria-label="Map of the rows" ref={frame} />
}
