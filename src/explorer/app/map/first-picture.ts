import { effect } from '@preact/signals'
import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'
import { groundSources, type PictureView, type Sources } from '../library.ts'
import { scheme } from '../screen.ts'
import { camera, drawn, untouched } from '../view.ts'
import { type DrawnTile, drawPicture } from './draw-picture.ts'
import { EDGES_FROM, OPACITY } from './layers.ts'
import { loadGround } from './load-ground.ts'
import { exactView, getFirstTiles } from './picture-view.ts'

/**
 * Maximum milliseconds that the map waits for the picture. The map's script has more bytes than the picture and keeps
 * the processor of a phone busy for a second, so even on a slow line it must not compete with the picture.
 */
const HEAD_START = 6000

/** Picture shown until the map is ready. */
export interface FirstPicture {
  /** Resolves when the picture is drawn or has failed, or when time is up. */
  readonly done: Promise<void>
  /** Removes the picture. */
  end(): void
}

/**
 * Shows the scores of the view as pictures, because MapLibre takes more than a second to start on a phone. There is no
 * picture of the whole coverage, whose zoom only the map knows.
 *
 * @param ground empty element above the map, of the same size
 */
export function showFirstPicture(ground: HTMLElement, engine: Remote<Engine>): FirstPicture {
  let ended = false
  const end = () => {
    ended = true
    unfollow()
    ground.replaceChildren()
    ground.style.backgroundColor = ''
  }
  let hasRun = false
  const unfollow = effect(() => {
    void [camera.value, drawn.value]
    if (hasRun) end()
    hasRun = true
  })
  const draw = async () => {
    if (camera.peek() === untouched) return
    const { clientWidth: width, clientHeight: height } = ground
    const view = exactView(camera.peek(), width, height)
    const tiles = getFirstTiles(view)
    const request = drawn.peek()
    const drawTile = async ({ z, x, y, left, top, size }: (typeof tiles)[number]) => {
      const png = await engine.tile({ ...request, z, x, y })
      const bitmap = await createImageBitmap(new Blob([png as Uint8Array<ArrayBuffer>]))
      if (ended) return
      const picture = document.createElement('canvas')
      picture.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap)
      place(picture, { left: left - width / 2, top: top - height / 2, width: size, height: size })
      Object.assign(picture.style, {
        opacity: OPACITY,
        imageRendering: camera.peek().zoom < EDGES_FROM ? 'auto' : 'pixelated',
      })
      ground.append(picture)
      return { z, x, y, left, top, size, pictures: [picture] }
    }
    const drawnTiles = (await Promise.all(tiles.map(drawTile))).filter((tile) => tile !== undefined)
    // Waits until the tiles are on the screen, because the next steps block the main thread.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    if (!ended && tiles.length > 0) performance.mark('first scores')
    preloadMap()
    // The map does not wait for the base map.
    addGround(view, drawnTiles).catch(() => {}) // the map reports why
  }
  /** Replaces the tiles by a picture with names and roads: first the most important ones, then all. */
  const addGround = async (view: PictureView, tiles: readonly DrawnTile[]) => {
    let isWhole = false
    loadFirstMap().then(
      (sources) => {
        if (sources !== null && !isWhole) show(view, tiles, sources)
      },
      () => {}, // the whole base map contains the same names and roads
    )
    const base = await loadGround(engine)
    isWhole = true
    if (base !== null) show(view, tiles, groundSources(base))
  }
  const show = (view: PictureView, tiles: readonly DrawnTile[], sources: Sources) => {
    if (ended) return
    const { width, height } = view
    const picture = document.createElement('canvas')
    picture.width = width * devicePixelRatio
    picture.height = height * devicePixelRatio
    place(picture, { left: -width / 2, top: -height / 2, width, height })
    const pen = picture.getContext('2d')!
    pen.scale(devicePixelRatio, devicePixelRatio)
    drawPicture(pen, view, sources, tiles)
    ground.replaceChildren(picture)
  }
  ground.style.backgroundColor = scheme.peek().land
  // On failure, the map requests the same tiles and reports why.
  const isDrawn = draw().catch(end)
  const late = new Promise<void>((resolve) => setTimeout(resolve, HEAD_START))
  return { done: Promise.race([isDrawn, late]), end }
}

/** Loads the first names and roads, a small part of the base map. Returns null if the page has none. */
async function loadFirstMap(): Promise<Sources | null> {
  const address = document.querySelector<HTMLMetaElement>('meta[name=vicinage-first-map]')?.content
  if (address === undefined) return null
  const answer = await fetch(new URL(address, document.baseURI))
  return answer.ok ? ((await answer.json()) as Sources) : null
}

/** Places a picture relative to the middle, which stays the map's middle when its size changes. */
function place(
  picture: HTMLCanvasElement,
  { left, top, width, height }: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>,
): void {
  const at = (pixels: number) => `calc(50% + ${pixels}px)`
  Object.assign(picture.style, { left: at(left), top: at(top), width: `${width}px`, height: `${height}px` })
}

/**
 * Preloads MapLibre after everything needed for the first scores, because it has more bytes than all of that and lines
 * may be slow.
 */
function preloadMap(): void {
  const link = document.querySelector<HTMLLinkElement>('#map-script')
  if (link !== null) link.rel = 'modulepreload'
}
