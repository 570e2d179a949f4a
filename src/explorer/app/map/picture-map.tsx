import { type Signal, signal, useSignal, useSignalEffect } from '@preact/signals'
import type { Remote } from 'comlink'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { pick } from '../area/area-view.ts'
import { Button, set } from '../controls.tsx'
import type { Engine, TileRequest } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { getPixel, groundSources, NEAR_NAMES, type Sources } from '../library.ts'
import { camera, drawn, hatching, untouched } from '../view.ts'
import { drawPicture, getCloseUp, withCloseUp } from './draw-picture.ts'
import type { WithoutGl } from './gl-map.tsx'
import { loadGround } from './load-ground.ts'
import { attempt, configuredMap, estimatedPart, hasNoColors, isHatched, problem, takePicture } from './map-state.ts'
import { getTiles, MAX_ZOOM, MIN_ZOOM, pictureView, placeAt, wholeCoverage } from './picture-view.ts'
import { isEmptyTile, partEstimated } from './tiles.ts'

const reasons: Readonly<Record<Exclude<WithoutGl, 'in-file'>, string>> = {
  'no-webgl': 'This browser has no WebGL 2, which the interactive map needs, so this is a simpler map.',
  lost: 'The browser stopped the graphics of the interactive map, so this is a simpler map.',
  'not-loaded': 'The interactive map could not be loaded, so this is a simpler map.',
}

/** Distance of one step, as a fraction of the picture's width or height. */
const STEP = 0.3
const ways = [
  { label: 'West', sign: '←', key: 'ArrowLeft', x: -STEP, y: 0, zoom: 0 },
  { label: 'North', sign: '↑', key: 'ArrowUp', x: 0, y: -STEP, zoom: 0 },
  { label: 'South', sign: '↓', key: 'ArrowDown', x: 0, y: STEP, zoom: 0 },
  { label: 'East', sign: '→', key: 'ArrowRight', x: STEP, y: 0, zoom: 0 },
  { label: 'Zoom in', sign: '+', key: '+', x: 0, y: 0, zoom: 1 },
  { label: 'Zoom out', sign: '−', key: '-', x: 0, y: 0, zoom: -1 },
] as const

/**
 * A map for browsers without WebGL: a canvas that the page draws itself and that responds to buttons, keys and the
 * mouse.
 */
export function PictureMap({ engine, without }: EngineProps & { readonly without: Signal<WithoutGl | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSignal({ width: 0, height: 0 })
  const ground = useSignal<Sources>({})
  const closeUp = useSignal<Sources>({})
  const isReasonHidden = useSignal(false)
  const tiles = useMemo(() => new PictureTiles(engine), [engine])

  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      size.value = { width: contentRect.width, height: contentRect.height }
    })
    watch.observe(canvas.current!)
    // Lets the arrow keys move the picture instead of the screen reader's cursor.
    canvas.current!.role = 'application'
    loadGround(engine).then(
      (base) => {
        if (base !== null) ground.value = groundSources(base)
      },
      (error: Error) => {
        problem.value = error.message
      },
    )
    return () => {
      watch.disconnect()
      hasNoColors.value = false
      estimatedPart.value = 'nothing'
      takePicture.value = null
    }
  }, [engine, size, ground])

  const viewNow = () => {
    const { width, height } = size.value
    return pictureView(camera.value === untouched ? wholeCoverage(width, height) : camera.value, width, height)
  }

  useSignalEffect(() => {
    if (camera.value === untouched || camera.value.zoom < NEAR_NAMES || size.value.width === 0) return
    const view = viewNow()
    let isStale = false
    getCloseUp(engine, view).then(
      (loaded) => {
        if (!isStale) closeUp.value = loaded
      },
      () => {}, // the base map reports the error
    )
    return () => {
      isStale = true
    }
  })

  useSignalEffect(() => {
    void attempt.value
    void tiles.arrivals.value
    const { width, height } = size.value
    if (width === 0 || height === 0) return
    const view = viewNow()
    const inside = getTiles(view)
    const kinds =
      hatching.value && drawn.value.fit === undefined ? (['tile', 'estimates'] as const) : (['tile'] as const)
    const pictures = tiles.pictures(
      kinds.flatMap((kind) => inside.map(({ z, x, y }) => [kind, { ...drawn.value, z, x, y }] as const)),
    )
    // `pictures` contains all scores, followed by all hatching.
    const scores = pictures.slice(0, inside.length)
    const hatched = pictures.slice(inside.length)
    hasNoColors.value = scores.every((tile) => tile?.picture === null)
    estimatedPart.value = partEstimated(
      hatched.map((tile) => tile && { hasEstimates: tile.picture !== null, hasMeasured: tile.hasMeasured }),
    )
    const element = canvas.current!
    element.width = width * devicePixelRatio
    element.height = height * devicePixelRatio
    const pen = element.getContext('2d')!
    pen.scale(devicePixelRatio, devicePixelRatio)
    drawPicture(
      pen,
      view,
      withCloseUp(ground.value, closeUp.value),
      inside.map((tile, i) => ({
        ...tile,
        pictures: [scores[i], ...(isHatched.value ? [hatched[i]] : [])].flatMap((layer) => layer?.picture ?? []),
      })),
    )
    takePicture.value = () => ({ canvas: element, at: ({ lat, lon }) => getPixel(view, lon, lat), hasMarks: true })
  })

  /** Moves the view by pixels and zooms around a point, given in pixels from the picture's center. */
  const moveBy = (x: number, y: number, zoom = 0, [right, down]: readonly [number, number] = [0, 0]) => {
    const view = viewNow()
    const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom + zoom))
    const part = 1 - 2 ** (view.zoom - next)
    const middle = placeAt(view, view.width / 2 - x + part * right, view.height / 2 - y + part * down)
    camera.value = { ...middle, zoom: next - 1 }
  }
  const drag = useRef<{ x: number; y: number; isMoved: boolean } | null>(null)
  const turned = useRef(0)

  const go = ({ x, y, zoom }: (typeof ways)[number]) => moveBy(-x * size.value.width, -y * size.value.height, zoom)
  const chooseAt = (x: number, y: number) => pick(placeAt(viewNow(), x, y))
  const press = (event: KeyboardEvent) => {
    const way = ways.find(({ key }) => key === event.key)
    if (way !== undefined) go(way)
    else if (event.key === 'Enter') chooseAt(size.value.width / 2, size.value.height / 2)
    else return
    event.preventDefault()
  }

  return (
    <>
      <canvas
        class="picture"
        ref={canvas}
        tabIndex={0}
        aria-label="Static map. Arrow keys move it, plus and minus zoom, Enter chooses the place at its center."
        onClick={({ offsetX, offsetY }) => {
          if (!drag.current?.isMoved) chooseAt(offsetX, offsetY)
          drag.current = null
        }}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, isMoved: false }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={({ clientX, clientY, buttons }) => {
          const last = drag.current
          if (last === null || buttons === 0) return
          const x = clientX - last.x
          const y = clientY - last.y
          if (!last.isMoved && Math.hypot(x, y) < 4) return
          drag.current = { x: clientX, y: clientY, isMoved: true }
          moveBy(x, y)
        }}
        onWheel={(event) => {
          event.preventDefault()
          turned.current += event.deltaY
          if (Math.abs(turned.current) < 60) return
          const { width, height } = size.value
          moveBy(0, 0, turned.current < 0 ? 1 : -1, [event.offsetX - width / 2, event.offsetY - height / 2])
          turned.current = 0
        }}
        onKeyDown={press}
      />
      <span class="cross-hair" aria-hidden="true" />
      {!isReasonHidden.value && without.value !== null && without.value !== 'in-file' && (
        <div class="note reason">
          <p role="status">
            {reasons[without.value]}
            {configuredMap() !== null && ' It does not show the base map of this site.'}
          </p>
          <Button onClick={() => set(without, null)}>Try again</Button>
          <Button onClick={() => set(isReasonHidden, true)}>Hide this</Button>
        </div>
      )}
      <div class="ways">
        {ways.map((way) => (
          <Button key={way.label} aria-label={way.label} onClick={() => go(way)}>
            {way.sign}
          </Button>
        ))}
      </div>
    </>
  )
}

interface LoadedTile {
  /** Picture of the tile. Null if a score tile has no scores or a hatching tile has no hatching. */
  readonly picture: ImageBitmap | null
  /** Whether a hatching tile has measured scores. */
  readonly hasMeasured: boolean
}

const AT_A_TIME = 4
const MAX_LOADED = 300

/**
 * Loads tiles as pictures, a few at a time. Tiles needed now come first, and tiles no longer needed are never
 * requested.
 */
class PictureTiles {
  /** Changes when pictures arrive, once per frame, because each change draws the whole picture again. */
  readonly arrivals = signal(0)
  #isUpdateScheduled = false
  readonly #loaded = new Map<string, LoadedTile>()
  readonly #engine: Remote<Engine>
  #queue: (readonly [key: string, draw: 'tile' | 'estimates', request: TileRequest])[] = []
  readonly #loading = new Set<string>()

  constructor(engine: Remote<Engine>) {
    this.#engine = engine
  }

  /**
   * Returns the requested tiles and loads missing tiles, which are undefined until they arrive. Drops tiles of earlier
   * requests that are still waiting.
   */
  pictures(requests: readonly (readonly ['tile' | 'estimates', TileRequest])[]): (LoadedTile | undefined)[] {
    const keyed = requests.map(([draw, request]) => [JSON.stringify([draw, request]), draw, request] as const)
    this.#queue = keyed.filter(([key]) => !this.#loaded.has(key) && !this.#loading.has(key))
    for (let free = AT_A_TIME - this.#loading.size; free > 0; free--) void this.#loadNext()
    return keyed.map(([key]) => this.#loaded.get(key))
  }

  async #loadNext(): Promise<void> {
    const next = this.#queue.shift()
    if (next === undefined) return
    const [key, draw, request] = next
    this.#loading.add(key)
    try {
      const { png, hasMeasured } = await (draw === 'tile' ? this.#scores(request) : this.#engine.estimates(request))
      if (this.#loaded.size >= MAX_LOADED) this.#loaded.clear()
      const picture = png && (await createImageBitmap(new Blob([new Uint8Array(png)])))
      this.#loaded.set(key, { picture, hasMeasured })
      this.#scheduleUpdate()
    } catch (error) {
      problem.value = (error as Error).message
    }
    this.#loading.delete(key)
    void this.#loadNext()
  }

  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return
    this.#isUpdateScheduled = true
    requestAnimationFrame(() => {
      this.#isUpdateScheduled = false
      this.arrivals.value++
    })
  }

  /** Draws a tile of scores. The PNG is null if the tile has no scores. */
  async #scores(request: TileRequest) {
    const tile = this.#engine.tile(request)
    const isEmpty = await isEmptyTile(this.#engine, request, tile)
    return { png: isEmpty ? null : await tile, hasMeasured: false }
  }
}
