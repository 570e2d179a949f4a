import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { DrawnBaseMap } from '../../map/base-map.ts'
import type { PartProps } from '../app.tsx'
import { camera, choose, dimension, hatching, only, untouched } from '../view.ts'
import { drawPicture } from './draw-picture.ts'
import { PictureTiles } from './picture-tiles.ts'
import { leastZoom, mostZoom, pictureView, placeAt, tilesOf, wholeCoverage } from './picture-view.ts'
import { attempt, problem } from './problem.ts'
import type { WithoutGl } from './score-map.tsx'
import { isWithoutColours } from './view-without-colours.ts'

const reasons: Readonly<Record<WithoutGl, string>> = {
  'no-webgl': 'This browser has no WebGL 2, which the moving map needs; here is a plain picture instead.',
  lost: 'The browser took away the graphics of the moving map; here is a plain picture instead.',
  'not-loaded': 'The moving map could not be loaded; here is a plain picture instead.',
}

/** Parts of the picture's width and height that a step goes. */
const STEP = 0.3
const ways = [
  { label: 'West', sign: '←', key: 'ArrowLeft', x: -STEP, y: 0, zoom: 0 },
  { label: 'North', sign: '↑', key: 'ArrowUp', x: 0, y: -STEP, zoom: 0 },
  { label: 'South', sign: '↓', key: 'ArrowDown', x: 0, y: STEP, zoom: 0 },
  { label: 'East', sign: '→', key: 'ArrowRight', x: STEP, y: 0, zoom: 0 },
  { label: 'Zoom in', sign: '+', key: '+', x: 0, y: 0, zoom: 1 },
  { label: 'Zoom out', sign: '−', key: '-', x: 0, y: 0, zoom: -1 },
] as const

/** The map as a picture that the page draws itself, moved by buttons and keys. */
export function PictureMap({ engine, without }: PartProps & { readonly without: Signal<WithoutGl | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSignal({ width: 0, height: 0 })
  const base = useSignal<DrawnBaseMap | null>(null)
  const read = useSignal(false)
  const tiles = useMemo(() => new PictureTiles(engine), [engine])

  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      size.value = { width: contentRect.width, height: contentRect.height }
    })
    watch.observe(canvas.current!)
    // Its arrow keys are the picture's, not the screen reader's.
    canvas.current!.role = 'application'
    engine.baseMap().then(
      (map) => {
        base.value = map
      },
      (error: Error) => {
        problem.value = error.message
      },
    )
    return () => {
      watch.disconnect()
      isWithoutColours.value = false
    }
  }, [engine, size, base])

  const viewNow = () => {
    const { width, height } = size.value
    return pictureView(camera.value === untouched ? wholeCoverage(width, height) : camera.value, width, height)
  }

  useSignalEffect(() => {
    void attempt.value
    void tiles.came.value
    const { width, height } = size.value
    if (width === 0 || height === 0) return
    const view = viewNow()
    const inside = tilesOf(view)
    const kinds = hatching.value ? (['tile', 'estimates'] as const) : (['tile'] as const)
    const pictures = tiles.pictures(
      kinds.flatMap((kind) =>
        inside.map(({ z, x, y }) => [kind, { dimension: dimension.value, only: only.value, z, x, y }] as const),
      ),
    )
    // The scores come before the hatching.
    isWithoutColours.value = inside.every((_, i) => pictures[i] === 'empty')
    const element = canvas.current!
    element.width = width * devicePixelRatio
    element.height = height * devicePixelRatio
    const pen = element.getContext('2d')!
    pen.scale(devicePixelRatio, devicePixelRatio)
    drawPicture(
      pen,
      view,
      base.value,
      inside.map((tile, i) => ({
        ...tile,
        pictures: [pictures[i], pictures[i + inside.length]].filter((picture) => picture instanceof ImageBitmap),
      })),
    )
  })

  const go = ({ x, y, zoom }: (typeof ways)[number]) => {
    const view = viewNow()
    const middle = placeAt(view, view.width * (0.5 + x), view.height * (0.5 + y))
    camera.value = { ...middle, zoom: Math.min(mostZoom, Math.max(leastZoom, view.zoom + zoom)) - 1 }
  }
  const chooseAt = (x: number, y: number) => {
    const { lat, lon } = placeAt(viewNow(), x, y)
    choose({ lat: Math.round(lat * 1e5) / 1e5, lon: Math.round(lon * 1e5) / 1e5 })
  }
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
        aria-label="Picture of the map. Arrow keys move it, plus and minus zoom, Enter chooses the place in its middle."
        onClick={({ offsetX, offsetY }) => chooseAt(offsetX, offsetY)}
        onKeyDown={press}
      />
      <span class="cross-hair" aria-hidden="true" />
      {!read.value && (
        <div class="note reason">
          <p role="status">{without.value && reasons[without.value]}</p>
          <button
            type="button"
            onClick={() => {
              without.value = null
            }}
          >
            Try again
          </button>
          <button
            type="button"
            onClick={() => {
              read.value = true
            }}
          >
            Hide this
          </button>
        </div>
      )}
      <div class="ways">
        {ways.map((way) => (
          <button type="button" key={way.label} aria-label={way.label} onClick={() => go(way)}>
            {way.sign}
          </button>
        ))}
      </div>
    </>
  )
}
