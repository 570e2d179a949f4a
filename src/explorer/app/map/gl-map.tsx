import { effect, type Signal, useSignal } from '@preact/signals'
import type { Remote } from 'comlink'
import type { MapLibreEvent, Map as MapLibreMap } from 'maplibre-gl'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { pick } from '../area/area-view.ts'
import type { Engine } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { coverageBox, DRAWN, type LatLon, ROAD_KINDS, sixDecimals } from '../library.ts'
import { scheme } from '../screen.ts'
import { isEmbedded } from '../share/embed.ts'
import { camera, untouched } from '../view.ts'
import { scaleBars, zoomButtons } from './controls.ts'
import { drawBaseMap, drawView } from './draw-view.ts'
import { type FirstPicture, showFirstPicture } from './first-picture.ts'
import { startStyle, tilePyramid } from './layers.ts'
import { arePinsMovable, configuredMap, type MapPicture, pictured, takePicture } from './map-state.ts'
import { showMarkers } from './markers.ts'
import { ReadOut } from './read-out.tsx'
import { addShields } from './shields.ts'
import { tileProtocol, watchColors } from './tiles.ts'

/** Why there is no map on WebGL: the browser has none, took it away, or MapLibre did not load. */
export type WithoutGl = 'no-webgl' | 'lost' | 'not-loaded' | 'in-file'

/** The map on WebGL; says in `without` when there is none. */
export function GlMap({ engine, without }: EngineProps & { readonly without: Signal<WithoutGl | null> }) {
  const ground = useRef<HTMLDivElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const map = useSignal<MapLibreMap | null>(null)
  // Before it is painted: what the worker draws meanwhile comes sooner.
  useLayoutEffect(() => {
    let end: (() => void) | null = null
    let left = false
    const leave = (why: WithoutGl) => {
      if (!left) without.value = why
    }
    const first = showFirstPicture(above.current!, engine)
    startMap(ground.current!, engine, first, () => leave('lost')).then(
      (started) => {
        if (left) return started.end()
        end = started.end
        map.value = started.map
        takePicture.value = () => pictureOf(started.map)
        arePinsMovable.value = true
      },
      (error: Error) => leave(error.name === 'GPUInitializationError' ? 'no-webgl' : 'not-loaded'),
    )
    return () => {
      left = true
      map.value = null
      takePicture.value = null
      arePinsMovable.value = false
      first.end()
      end?.()
    }
  }, [engine, without, map])
  return (
    <>
      <div class="ground" ref={ground} />
      <div class="first-picture" aria-hidden="true" ref={above} />
      <span class="cross-hair" aria-hidden="true" />
      <p class="keys" aria-hidden="true">
        Arrows move, + and − zoom, Enter chooses the place at the center
      </p>
      <ReadOut engine={engine} map={map} />
    </>
  )
}

/**
 * Those of a small view at once: the worker draws one in some 5 ms, less than a frame of the map with only some of them
 * costs. Answers of the panels wait for what was asked before them.
 */
const TILES_AT_A_TIME = 16

/** Words of the canvas for those who do not see it. */
const DESCRIPTION = 'Map. Arrow keys move it, plus and minus zoom, Enter chooses the place at its center.'

/**
 * Draws the map into an element. Rejects where MapLibre cannot be loaded or the browser has no WebGL 2.
 *
 * @param first what is to be seen until it is drawn
 * @param onLost the browser took the graphics context away; the map is of no use any more
 * @returns the map, and what takes it away again
 */
async function startMap(
  container: HTMLElement,
  engine: Remote<Engine>,
  first: FirstPicture,
  onLost: () => void,
): Promise<{ readonly map: MapLibreMap; readonly end: () => void }> {
  await first.done
  pictured.value = true
  const maplibre = await import('maplibre-gl')
  maplibre.setWorkerUrl(new URL(workerFile.mapLibre, document.baseURI).href)
  maplibre.setMaxParallelImageRequests(TILES_AT_A_TIME)
  maplibre.addProtocol('score', tileProtocol(engine, 'tile'))
  maplibre.addProtocol('estimate', tileProtocol(engine, 'estimates'))
  const hostMap = configuredMap()
  const { lat, lon, zoom } = camera.peek()
  const map = new maplibre.Map({
    container,
    style: startStyle(scheme.peek()),
    center: [lon, lat],
    zoom,
    minZoom: 2,
    maxZoom: 18,
    maxBounds: [DRAWN.west, DRAWN.south, DRAWN.east, DRAWN.north],
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { 'Map.Title': DESCRIPTION },
    // Who scrolls the page around a frame wants to pass it.
    cooperativeGestures: isEmbedded(),
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(zoomButtons(map), 'top-right')
  map.addControl(scaleBars(map), 'bottom-left')
  const ends: (() => void)[] = [() => map.remove()]
  let ended = false
  const end = () => {
    if (!ended) for (const part of ends.splice(0).reverse()) part()
    ended = true
  }
  map.on('webglcontextlost', onLost)
  chooseByHand(map)
  ends.push(followCamera(map), showMarkers(map))
  map.once('style.load', () => {
    if (!ended) addShields(map, ROAD_KINDS)
    if (!ended && hostMap !== null)
      import('./basemap.ts').then(({ drawHostMap }) => {
        if (!ended) ends.push(drawHostMap(map, maplibre.addProtocol, hostMap))
      })
    if (!ended) ends.push(drawView(map), watchColors(map, { ...tilePyramid, roundZoom: true }))
  })
  // The worker does one thing after the other: scores first, what is below them when they are there.
  const drawRest = () => {
    if (!map.getSource('scores') || !map.isSourceLoaded('scores')) return
    map.off('render', drawRest)
    performance.mark('map drawn')
    first.end()
    if (!ended) ends.push(drawBaseMap(map, engine))
  }
  map.on('render', drawRest)
  // It does not follow.
  map.once('movestart', first.end)
  return { map, end }
}

/** Drawn anew, since the browser keeps nothing of a frame; chosen places and schools are elements above the canvas. */
function pictureOf(map: MapLibreMap): MapPicture {
  map.redraw()
  const at = ({ lat, lon }: LatLon) => {
    const { x, y } = map.project([lon, lat])
    return [x, y] as const
  }
  return { canvas: map.getCanvas(), at, hasMarks: false }
}

/** A click chooses a place, and so does Enter for the one in the middle. */
function chooseByHand(map: MapLibreMap): void {
  map.on('click', ({ lngLat, originalEvent }) => {
    // The second click of two zooms in.
    if (originalEvent.detail < 2) pick({ lat: lngLat.lat, lon: lngLat.lng })
  })
  const canvas = map.getCanvas()
  canvas.role = 'application'
  canvas.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return
    const { lat, lng } = map.getCenter()
    pick({ lat, lon: lng })
  })
}

/** Farther than this the map jumps: a flight would ask for tiles that nobody looks at. */
const LONGEST_FLIGHT = 2500 // ms

/** `camera` follows the map, and the map follows what others set it to. Returns what ends that. */
function followCamera(map: MapLibreMap): () => void {
  const fitCoverage = () => {
    if (camera.peek() !== untouched) return
    const { west, south, east, north } = coverageBox
    map.fitBounds([west, south, east, north], { padding: 12, animate: false })
  }
  const moved = ({ originalEvent }: MapLibreEvent) => {
    if (camera.peek() === untouched && originalEvent === undefined) return
    if (isThere(map)) return
    const { lat, lng } = map.getCenter()
    // 11 cm are less than a pixel of the closest view.
    camera.value = { lat: sixDecimals(lat), lon: sixDecimals(lng), zoom: Math.round(map.getZoom() * 100) / 100 }
  }
  map.on('resize', fitCoverage)
  map.on('moveend', moved)
  const end = effect(() => {
    const { lat, lon, zoom } = camera.value
    if (camera.value === untouched) fitCoverage()
    // A reader who asked for less motion is taken there at once: flyTo sees to that.
    else if (!isThere(map)) map.flyTo({ center: [lon, lat], zoom, maxDuration: LONGEST_FLIGHT })
  })
  return () => {
    end()
    map.off('resize', fitCoverage)
    map.off('moveend', moved)
  }
}

/** Whether the map shows the camera's place and zoom, to the pixel. */
function isThere(map: MapLibreMap): boolean {
  const { lat, lon, zoom } = camera.peek()
  if (Math.abs(map.getZoom() - zoom) > 0.01) return false
  const at = map.project([lon, lat])
  const middle = map.project(map.getCenter())
  return Math.hypot(at.x - middle.x, at.y - middle.y) < 1
}
