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
import { camera, dimension, untouched } from '../view.ts'
import { scaleBars, zoomButtons } from './controls.ts'
import { drawBaseMap, drawView } from './draw-view.ts'
import { type FirstPicture, showFirstPicture } from './first-picture.ts'
import { fitComparison } from './fit-places.ts'
import { CLOSEST, hatchingPyramid, startStyle, tilePyramid } from './layers.ts'
import { loadGround } from './load-ground.ts'
import { arePinsMovable, configuredMap, type MapPicture, needsHatching, pictured, takePicture } from './map-state.ts'
import { showMarkers } from './markers.ts'
import { ReadOut } from './read-out.tsx'
import { addShields } from './shields.ts'
import { tileProtocol, watchColors, watchEstimates } from './tiles.ts'

/**
 * Reason why there is no WebGL map: the browser has no WebGL or lost its context, MapLibre did not load, or the page is
 * a single file.
 */
export type WithoutGl = 'no-webgl' | 'lost' | 'not-loaded' | 'in-file'

/** The WebGL map. Sets `without` if WebGL is not available. */
export function GlMap({ engine, without }: EngineProps & { readonly without: Signal<WithoutGl | null> }) {
  const ground = useRef<HTMLDivElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const map = useSignal<MapLibreMap | null>(null)
  // Runs before the first paint, so that the worker receives the first requests earlier.
  useLayoutEffect(() => {
    let end: (() => void) | null = null
    let isUnmounted = false
    const giveUp = (why: WithoutGl) => {
      if (!isUnmounted) without.value = why
    }
    fitComparison(ground.current!)
    const first = showFirstPicture(above.current!, engine)
    startMap(ground.current!, engine, first, () => giveUp('lost')).then(
      (started) => {
        if (isUnmounted) return started.end()
        end = started.end
        map.value = started.map
        takePicture.value = () => getPicture(started.map)
        arePinsMovable.value = true
      },
      (error: Error) => giveUp(error.name === 'GPUInitializationError' ? 'no-webgl' : 'not-loaded'),
    )
    return () => {
      isUnmounted = true
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
 * Maximum number of tiles requested at the same time. It is enough for all tiles of a small view, because drawing the
 * map once with all tiles is cheaper than drawing it an extra time with only some of them. It is not larger, because
 * requests from the panels have to wait for earlier requests. The worker draws a tile in about 5 ms.
 */
const TILES_AT_A_TIME = 16

/** Description of the canvas for screen readers. */
const DESCRIPTION = 'Map. Arrow keys move it, plus and minus zoom, Enter chooses the place at its center.'

/**
 * Draws the map into an element. Rejects if MapLibre cannot be loaded or the browser has no WebGL 2.
 *
 * @param first picture to show until the map is drawn
 * @param onLost called if the browser takes the graphics context away, which makes the map useless
 * @returns the map, and a function that removes it
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
    maxZoom: CLOSEST.streets,
    maxBounds: [DRAWN.west, DRAWN.south, DRAWN.east, DRAWN.north],
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { 'Map.Title': DESCRIPTION },
    // Lets a reader scroll past the map when the page is embedded in another page.
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
    if (ended) return
    ends.push(drawView(map), watchColors(map, { ...tilePyramid, roundZoom: true }))
    ends.push(watchEstimates(map, { ...hatchingPyramid, roundZoom: true }))
  })
  // Waits for the scores before requesting the base map, because the worker handles one request at a time.
  const drawRest = () => {
    if (!map.getSource('scores') || !map.isSourceLoaded('scores')) return
    map.off('render', drawRest)
    performance.mark('map drawn')
    if (!ended) ends.push(drawBaseMap(map, engine))
    // Hazards need hatching, which the picture does not have, so the map replaces the picture immediately.
    if (needsHatching(dimension.peek(), 'nothing')) return first.end()
    // The first picture has roads and names, so it stays until the map has them, too.
    const endWhenDrawn = () => {
      if (ended) return
      map.once('idle', first.end)
      map.triggerRepaint()
    }
    loadGround(engine).then(endWhenDrawn, first.end)
  }
  map.on('render', drawRest)
  // Removes the picture when the map moves, because the picture does not move with it.
  map.once('movestart', first.end)
  return { map, end }
}

/**
 * Takes a picture. Redraws first, because the browser does not keep the pixels of a frame. The picture lacks chosen
 * places and schools, which are elements above the canvas.
 */
function getPicture(map: MapLibreMap): MapPicture {
  map.redraw()
  const at = ({ lat, lon }: LatLon) => {
    const { x, y } = map.project([lon, lat])
    return [x, y] as const
  }
  return { canvas: map.getCanvas(), at, hasMarks: false }
}

/** Chooses the clicked place, or the place at the center when Enter is pressed. */
function chooseByHand(map: MapLibreMap): void {
  map.on('click', ({ lngLat, originalEvent }) => {
    // Ignores the second click of a double click, which zooms in.
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

/**
 * Maximum distance, in map sizes, and maximum zoom difference for an animated move. Beyond these limits, the map jumps.
 */
const GLIDES = { sizes: 1.5, zooms: 3 } as const
/** Duration of an animated move in milliseconds. */
const GLIDE_TIME = 500

/**
 * Moves the map to the camera. Over a long distance, the map jumps because an animation would request tiles that nobody
 * looks at.
 */
function moveToCamera(map: MapLibreMap): void {
  const { lat, lon, zoom } = camera.peek()
  const { clientWidth, clientHeight } = map.getContainer()
  const { x, y } = map.project([lon, lat])
  const sizes = Math.max(Math.abs(x / clientWidth - 0.5), Math.abs(y / clientHeight - 0.5))
  const isNear = sizes <= GLIDES.sizes && Math.abs(map.getZoom() - zoom) <= GLIDES.zooms
  const there = { center: [lon, lat] as [number, number], zoom }
  // easeTo jumps for readers who prefer reduced motion.
  if (isNear) map.easeTo({ ...there, duration: GLIDE_TIME })
  else map.jumpTo(there)
}

/** Keeps `camera` in sync with the map in both directions. Returns a cleanup function. */
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
    // Six decimals are 11 cm, less than a pixel of the closest view.
    camera.value = { lat: sixDecimals(lat), lon: sixDecimals(lng), zoom: Math.round(map.getZoom() * 100) / 100 }
  }
  map.on('resize', fitCoverage)
  map.on('moveend', moved)
  const end = effect(() => {
    if (camera.value === untouched) fitCoverage()
    else if (!isThere(map)) moveToCamera(map)
  })
  return () => {
    end()
    map.off('resize', fitCoverage)
    map.off('moveend', moved)
  }
}

/** Checks whether the map shows the camera's place and zoom, to the pixel. */
function isThere(map: MapLibreMap): boolean {
  const { lat, lon, zoom } = camera.peek()
  if (Math.abs(map.getZoom() - zoom) > 0.01) return false
  const at = map.project([lon, lat])
  const middle = map.project(map.getCenter())
  return Math.hypot(at.x - middle.x, at.y - middle.y) < 1
}
