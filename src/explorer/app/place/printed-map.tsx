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
import { mapSide } from '../view.ts'
import { prepareToPrint } from './printing.ts'

/** Size of the picture in pixels, at about 300 per inch on paper. */
const [WIDTH, HEIGHT] = [1040, 440]
/** Scale of names and lines, so that they can be read on paper. */
const ENLARGED = 1.6

/**
 * The map around a place with its legend, drawn for printing. If the browser prints immediately, the current picture of
 * the map is used.
 */
export function PrintedMap({ engine, place }: EngineProps & { readonly place: ChosenPlace }) {
  const image = useRef<HTMLImageElement>(null)
  const figure = useRef<HTMLElement>(null)
  useEffect(() => {
    let drawn: string | null = null
    const prepare = async () => {
      drawn = null
      const [width, height] = [WIDTH / ENLARGED, HEIGHT / ENLARGED]
      const zoom = Math.floor(zoomFor(place) - Math.log2(mapSide.peek() / Math.min(width, height)))
      const view = pictureView({ ...place, zoom }, width, height)
      drawn = asJpeg(await drawMapAt(engine, view, { dense: ENLARGED, colors: light }))
    }
    // Drawn as an image, because Chromium prints canvases a few percent too small.
    const draw = () => {
      const address = drawn ?? pictureAround(place)
      figure.current!.classList.toggle('without', address === null)
      if (address !== null) image.current!.src = address
    }
    const forget = () => {
      drawn = null
    }
    addEventListener('beforeprint', draw)
    addEventListener('afterprint', forget)
    const end = prepareToPrint(prepare)
    return () => {
      removeEventListener('beforeprint', draw)
      removeEventListener('afterprint', forget)
      end()
    }
  }, [engine, place])
  const { shortName, ends, colors } = shownScale.value
  return (
    <figure class="printed-map" ref={figure}>
      <p class="no-map">
        The map showed another place when this was printed: the page's own Print button draws it here.
      </p>
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

/** Returns the map around a place as a data URL. Null if the place is not in view. */
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
  const dense = canvas.width / width
  const paper = document.createElement('canvas')
  paper.width = WIDTH
  paper.height = HEIGHT
  const pen = paper.getContext('2d')!
  pen.drawImage(canvas, left * dense, top * dense, shown.width * dense, shown.height * dense, 0, 0, WIDTH, HEIGHT)
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

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
