import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { EngineProps } from '../engine/start-engine.ts'
import { light } from '../library.ts'
import { drawMapAt } from '../map/draw-map-at.ts'
import { drawMarks } from '../map/draw-picture.ts'
import { takePicture } from '../map/map-state.ts'
import { pictureView } from '../map/picture-view.ts'
import { ColorStrip } from '../picker/legend-bar.tsx'
import { shownScale } from '../picker/shown-scale.ts'
import { type ChosenPlace, zoomFor } from '../places.ts'
import { scheme } from '../screen.ts'
import { drawn, hatching, mapSide } from '../view.ts'
import { type PlaceData, settled } from './place-data.ts'
import { prepareToPrint } from './printing.ts'

/** Width of the picture in pixels, at about 300 per inch on paper. */
const WIDTH = 1040
/** Height of the picture in pixels. */
const HEIGHT = 440
/** Factor by which names and lines are enlarged, so that they can be read on paper. */
const ENLARGED = 1.6

/** Milliseconds without a change after which the map is drawn in advance. */
const PAUSE = 3000

/**
 * The map around a place with its legend, for printing. The picture is drawn in advance while the page is idle, because
 * the browser's own menu prints immediately. If the picture is not ready by then, the current picture of the map is
 * printed.
 */
export function PrintedMap({ engine, data }: EngineProps & { readonly data: PlaceData }) {
  const image = useRef<HTMLImageElement>(null)
  const figure = useRef<HTMLElement>(null)
  const { place } = data
  useEffect(() => {
    let ready: string | null = null
    const prepare = async () => {
      if (ready !== null) return
      const shown = drawn.peek()
      const width = WIDTH / ENLARGED
      const height = HEIGHT / ENLARGED
      const zoom = Math.floor(zoomFor(place) - Math.log2(mapSide.peek() / Math.min(width, height)))
      const view = pictureView({ ...place, zoom }, width, height)
      const picture = asJpeg(await drawMapAt(engine, view, { pixelRatio: ENLARGED, colors: light }))
      if (shown === drawn.peek()) ready = picture
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopDrawing = effect(() => {
      void [drawn.value, hatching.value]
      ready = null
      clearTimeout(timer)
      // On failure, printing tries again.
      timer = setTimeout(
        () =>
          settled(data)
            .then(untilIdle)
            .then(prepare)
            .catch(() => {}),
        PAUSE,
      )
    })
    // Uses an image because Chromium prints canvases a few percent too small.
    const show = () => {
      const address = ready ?? pictureAround(place)
      figure.current!.classList.toggle('without', address === null)
      if (address !== null) image.current!.src = address
    }
    addEventListener('beforeprint', show)
    const end = prepareToPrint(prepare)
    return () => {
      stopDrawing()
      clearTimeout(timer)
      removeEventListener('beforeprint', show)
      end()
    }
  }, [engine, data, place])
  const { shortName, ends, colors } = shownScale.value
  return (
    <figure class="printed-map" ref={figure}>
      <p class="no-map">No map was ready. Print again, or with the page's Print button.</p>
      <img ref={image} width={WIDTH} height={HEIGHT} alt="" />
      <figcaption>
        <strong>{shortName}</strong>
        <span>{ends[0]}</span>
        <ColorStrip colors={colors} />
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  )
}

/** Resolves when the browser is idle. */
function untilIdle(): Promise<void> {
  // Safari has no `requestIdleCallback`.
  return new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()))
}

/** Returns the map around a place as a data URL, or null if the place is not in view. */
function pictureAround(place: ChosenPlace): string | null {
  const picture = takePicture.peek()?.()
  if (!picture) return null
  const { canvas, at, hasMarks } = picture
  const { width, height } = canvas.getBoundingClientRect()
  const [x, y] = at(place)
  if (!(x >= 0 && y >= 0 && x < width && y < height)) return null
  const shown = {
    width: Math.min(width, (height * WIDTH) / HEIGHT),
    height: Math.min(height, (width * HEIGHT) / WIDTH),
  }
  const left = within(x - shown.width / 2, width - shown.width)
  const top = within(y - shown.height / 2, height - shown.height)
  const pixelRatio = canvas.width / width
  const paper = document.createElement('canvas')
  paper.width = WIDTH
  paper.height = HEIGHT
  const pen = paper.getContext('2d')!
  pen.drawImage(
    canvas,
    left * pixelRatio,
    top * pixelRatio,
    shown.width * pixelRatio,
    shown.height * pixelRatio,
    0,
    0,
    WIDTH,
    HEIGHT,
  )
  if (!hasMarks) {
    const scale = WIDTH / shown.width
    pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale)
    drawMarks(pen, at, scheme.peek())
  }
  return asJpeg(paper)
}

function asJpeg(canvas: HTMLCanvasElement): string {
  return canvas.toDataURL('image/jpeg', 0.9)
}

function within(value: number, maximum: number): number {
  return Math.min(maximum, Math.max(0, value))
}
