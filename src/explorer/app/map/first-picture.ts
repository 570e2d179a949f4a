import { effect } from '@preact/signals'
import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'
import { scheme } from '../screen.ts'
import { camera, dimension, only, opacity, untouched } from '../view.ts'
import { EDGES_FROM } from './layers.ts'
import { exactView, tilesOf } from './picture-view.ts'

/** The map lets the picture come first for so long, and no longer: it can be moved and says what is wrong. */
const HEAD_START = 1500 // ms

/** What is to be seen of a map that is not there yet. */
export interface FirstPicture {
  /** When it is there, will not come, or has had its time. */
  readonly done: Promise<void>
  /** Takes it away. */
  end(): void
}

/**
 * Shows the scores of the view as pictures: MapLibre takes a phone more than a second to start. Of the whole coverage,
 * whose zoom only the map knows, there is none.
 *
 * @param ground an empty element of the map's size, above it
 */
export function showFirstPicture(ground: HTMLElement, engine: Remote<Engine>): FirstPicture {
  let ended = false
  const end = () => {
    ended = true
    unfollow()
    ground.replaceChildren()
    ground.style.backgroundColor = ''
  }
  let isOther = false
  const unfollow = effect(() => {
    void [camera.value, dimension.value, only.value]
    if (isOther) end()
    isOther = true
  })
  const draw = async () => {
    if (camera.peek() === untouched) return
    const { clientWidth: width, clientHeight: height } = ground
    const tiles = tilesOf(exactView(camera.peek(), width, height))
    const request = { dimension: dimension.peek(), only: only.peek() }
    const drawTile = async ({ z, x, y, left, top, size }: (typeof tiles)[number]) => {
      const png = await engine.tile({ ...request, z, x, y })
      preloadMap()
      const bitmap = await createImageBitmap(new Blob([png as Uint8Array<ArrayBuffer>]))
      if (ended) return
      const picture = document.createElement('canvas')
      picture.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap)
      // From the middle, which stays that of the map when its size changes.
      const at = (pixels: number, whole: number) => `calc(50% + ${pixels - whole / 2}px)`
      Object.assign(picture.style, {
        left: at(left, width),
        top: at(top, height),
        width: `${size}px`,
        height: `${size}px`,
        opacity: opacity.peek() / 100,
        imageRendering: camera.peek().zoom < EDGES_FROM ? 'auto' : 'pixelated',
      })
      ground.append(picture)
    }
    await Promise.all(tiles.map(drawTile))
    // What follows takes the main thread: not before they are on the screen.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    if (!ended && tiles.length > 0) performance.mark('first scores')
  }
  ground.style.backgroundColor = scheme.peek().land
  // The map asks for the same, and says why it does not come.
  const drawn = draw().catch(end)
  const late = new Promise<void>((resolve) => setTimeout(resolve, HEAD_START))
  return { done: Promise.race([drawn, late]), end }
}

/** MapLibre is more bytes than all else: on a slow line, what is wanted for the first scores comes before it. */
function preloadMap(): void {
  const link = document.querySelector<HTMLLinkElement>('#map-script')
  if (link !== null) link.rel = 'modulepreload'
}
