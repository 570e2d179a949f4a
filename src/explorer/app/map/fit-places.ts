import { getPixel, type PictureView } from '../library.ts'
import { around, chosenPlaces, others } from '../places.ts'
import { camera, mapSide } from '../view.ts'
import { exactView } from './picture-view.ts'

/** Pixels between a pin and the edge of the map. */
const MARGIN = 32

/** Moves the camera to show all compared places if a link from a larger screen leaves some of them outside this map. */
export function fitComparison({ clientWidth: width, clientHeight: height }: Element): void {
  if (others.peek().length === 0 || width === 0 || height === 0) return
  mapSide.value = Math.max(100, Math.min(width, height))
  const view: PictureView = exactView(camera.peek(), width, height)
  const isInView = chosenPlaces.peek().every(({ lat, lon }) => {
    const [x, y] = getPixel(view, lon, lat)
    return x >= MARGIN && y >= MARGIN && x <= width - MARGIN && y <= height - MARGIN
  })
  if (!isInView) camera.value = around(chosenPlaces.peek())
}
