import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'
import { groundSources, type PictureView, type Scheme } from '../library.ts'
import { drawn, hatching } from '../view.ts'
import { drawPicture, getCloseUp, withCloseUp } from './draw-picture.ts'
import { loadGround } from './load-ground.ts'
import { needsHatching } from './map-state.ts'
import { getTiles } from './picture-view.ts'
import { partEstimated } from './tiles.ts'

interface Look {
  /** Canvas pixels per view pixel. */
  readonly pixelRatio: number
  readonly colors: Scheme
}

/** Draws a map of a view, which may differ from the view that is on the page. */
export async function drawMapAt(
  engine: Remote<Engine>,
  view: PictureView,
  { pixelRatio: dense, colors }: Look,
): Promise<HTMLCanvasElement> {
  const shown = drawn.peek()
  const [base, closeUp, ...tiles] = await Promise.all([
    loadGround(engine),
    getCloseUp(engine, view),
    ...getTiles(view).map(async (tile) => {
      const { z, x, y } = tile
      const [scores, { png, hasMeasured }] = await Promise.all([
        engine.tile({ ...shown, z, x, y }),
        engine.estimates({ ...shown, z, x, y }),
      ])
      return { ...tile, scores, png, hasMeasured, hasEstimates: png !== null }
    }),
  ])
  const isHatched = hatching.peek() && needsHatching(shown.dimension, partEstimated(tiles))
  const drawnTiles = await Promise.all(
    tiles.map(async ({ scores, png, ...tile }) => {
      const pictures = isHatched && png !== null ? [scores, png] : [scores]
      return {
        ...tile,
        pictures: await Promise.all(pictures.map((bytes) => createImageBitmap(new Blob([new Uint8Array(bytes)])))),
      }
    }),
  )
  const canvas = document.createElement('canvas')
  canvas.width = view.width * dense
  canvas.height = view.height * dense
  const pen = canvas.getContext('2d')!
  pen.scale(dense, dense)
  drawPicture(pen, view, withCloseUp(base === null ? {} : groundSources(base), closeUp), drawnTiles, colors)
  return canvas
}
