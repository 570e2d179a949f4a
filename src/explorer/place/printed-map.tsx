import { useEffect, useRef } from 'preact/hooks'
import { dimensionOf } from '../catalog.ts'
import { drawMarks } from '../map/draw-picture.ts'
import { takePicture } from '../map/map-state.ts'
import { shortName } from '../picker/groups.ts'
import { ColorStrip } from '../picker/legend-bar.tsx'
import { scheme } from '../screen.ts'
import { type ChosenPlace, dimension } from '../view.ts'

/** Pixels of the picture on paper, some 300 per inch. */
const [WIDTH, HEIGHT] = [1040, 440]

/** The part of the map around a place, as it is when printing starts, and what its colors mean. */
export function PrintedMap({ place }: { readonly place: ChosenPlace }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // An image: Chromium prints canvases some percent too small.
    const draw = () => {
      const address = pictureAround(place)
      if (address !== null) image.current!.src = address
    }
    addEventListener('beforeprint', draw)
    return () => removeEventListener('beforeprint', draw)
  }, [place])
  const { id, ends } = dimensionOf(dimension.value)
  return (
    <figure class="printed-map">
      <img ref={image} width={WIDTH} height={HEIGHT} alt="" />
      <figcaption>
        <strong>{shortName(id)}</strong>
        <span>{ends[0]}</span>
        <ColorStrip dimension={id} />
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  )
}

/** What the map shows around the place, or in its middle where the place is out of sight, as a data URL; null without a map. */
function pictureAround(place: ChosenPlace): string | null {
  const picture = takePicture.peek()?.()
  if (!picture) return null
  const { canvas, at, hasMarks } = picture
  const { width, height } = canvas.getBoundingClientRect()
  if (width === 0 || height === 0) return null
  const shown = {
    width: Math.min(width, (height * WIDTH) / HEIGHT),
    height: Math.min(height, (width * HEIGHT) / WIDTH),
  }
  const [x, y] = at(place)
  const isInSight = x >= 0 && y >= 0 && x <= width && y <= height
  const left = within((isInSight ? x : width / 2) - shown.width / 2, width - shown.width)
  const top = within((isInSight ? y : height / 2) - shown.height / 2, height - shown.height)
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
  return paper.toDataURL('image/jpeg', 0.9)
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
