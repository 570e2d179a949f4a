import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'
import { light } from '../scheme.ts'
import { type ChosenPlace, dimension, hatching, mapSide, only, zoomFor } from '../view.ts'
import { drawPicture } from './draw-picture.ts'
import { ALL_NAMES, STREETS_FROM } from './ground.ts'
import { boxOfView, pictureView, tilesOf, zoomOf } from './picture-view.ts'

/**
 * Draws the map around a place in light colors, wherever the map itself is: `dense` pixels of the canvas for each of
 * `width` and `height`.
 */
export async function drawAround(
  engine: Remote<Engine>,
  place: ChosenPlace,
  { width, height, dense }: { readonly width: number; readonly height: number; readonly dense: number },
): Promise<HTMLCanvasElement> {
  const zoom = Math.floor(zoomFor(place) - Math.log2(mapSide.peek() / Math.min(width, height)))
  const view = pictureView({ ...place, zoom }, width, height)
  const shown = { dimension: dimension.peek(), only: only.peek() }
  const isHatched = hatching.peek()
  const [base, near, ...tiles] = await Promise.all([
    engine.baseMap(),
    engine.nearLabels(boxOfView(view), zoomOf(view) >= ALL_NAMES, zoomOf(view) >= STREETS_FROM),
    ...tilesOf(view).map(async (tile) => {
      const { z, x, y } = tile
      const drawn = await Promise.all([
        engine.tile({ ...shown, z, x, y }),
        isHatched ? engine.estimates({ ...shown, z, x, y }) : null,
      ])
      const bytes = drawn.filter((one) => one !== null)
      return {
        ...tile,
        pictures: await Promise.all(bytes.map((png) => createImageBitmap(new Blob([new Uint8Array(png)])))),
      }
    }),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = width * dense
  canvas.height = height * dense
  const pen = canvas.getContext('2d')!
  pen.scale(dense, dense)
  drawPicture(pen, view, base, near, tiles, light)
  return canvas
}
