import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'
import { ALL_NAMES, groundSources, type PictureView, type Scheme, STREETS_FROM, zoomOf } from '../library.ts'
import { dimension, hatching, only } from '../view.ts'
import { drawPicture } from './draw-picture.ts'
import { boxOfView, tilesOf } from './picture-view.ts'

interface Look {
  /** Pixels of the canvas per unit of the view. */
  readonly dense: number
  readonly colors: Scheme
}

/** Draws the map of a view, whatever the page's map shows. */
export async function drawMapAt(
  engine: Remote<Engine>,
  view: PictureView,
  { dense, colors }: Look,
): Promise<HTMLCanvasElement> {
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
  canvas.width = view.width * dense
  canvas.height = view.height * dense
  const pen = canvas.getContext('2d')!
  pen.scale(dense, dense)
  drawPicture(pen, view, base === null ? {} : groundSources(base), near, tiles, colors)
  return canvas
}
