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
 * Maximum milliseconds that the map waits for the picture. The map script is larger than the picture and keeps a
 * phone's processor busy for a second, so it must not compete with the picture even on a slow connection.
 */
const HEAD_START = 6000

/** Picture shown until the map is ready. */
export interface FirstPicture {
  /** Resolves when the picture is drawn, has failed, or has timed out. */
  readonly done: Promise<void>
  /** Removes the picture. */
  end(): void
}

/**
 * Shows the scores of the view as pictures, because MapLibre takes more than a second to start on a phone. The initial
 * view of all covered states has no picture, because only the map knows its zoom.
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
    addGround(view, drawnTiles).catch(() => {}) // the map reports the error
  }
  /**
   * Replaces the tiles with a picture that also has names and roads: first the most important names and roads, then all
   * of them.
   */
  const addGround = async (view: PictureView, tiles: readonly DrawnTile[]) => {
    let isWhole = false
    loadFirstMap().then(
      (sources) => {
        if (sources !== null && !isWhole) show(view, tiles, sources)
      },
      () => {}, // a failure does not matter, because the whole base map also has these names and roads
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

/** Loads the first names and roads, a small part of the base map. Returns null if the page has no such file. */
async function loadFirstMap(): Promise<Sources | null> {
  const address = document.querySelector<HTMLMetaElement>('meta[name=vicinage-first-map]')?.content
  if (address === undefined) return null
  const answer = await fetch(new URL(address, document.baseURI))
  return answer.ok ? ((await answer.json()) as Sources) : null
}

/** Positions a picture relative to its center, which stays at the map's center when the map is resized. */
function place(
  picture: HTMLCanvasElement,
  { left, top, width, height }: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>,
): void {
  const at = (pixels: number) => `calc(50% + ${pixels}px)`
  Object.assign(picture.style, { left: at(left), top: at(top), width: `${width}px`, height: `${height}px` })
}

/**
 * Preloads MapLibre after everything needed for the first scores, because MapLibre is larger than all of these files
 * and the connection may be slow.
 */
function preloadMap(): void {
  const link = document.querySelector<HTMLLinkElement>('#map-script')
  if (link !== null) link.rel = 'modulepreload'
}
