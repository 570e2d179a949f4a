import type { Remote } from 'comlink'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Engine } from '../engine/engine.ts'
import { camera, choose } from '../view.ts'
import { drawBaseMap, drawView } from './draw-view.ts'
import { followCamera } from './follow-camera.ts'
import { startStyle, tilePyramid } from './layers.ts'
import { showMarkers } from './markers.ts'
import { scheme } from './scheme.ts'
import { tileProtocol } from './tiles.ts'
import { watchColours } from './view-without-colours.ts'

/**
 * Those of a small view at once: the worker draws one in some 5 ms, less than a frame of the map with only some of them costs. Answers of the
 * panels wait for what was asked before them.
 */
const TILES_AT_A_TIME = 16

/** Words of the canvas for those who do not see it. */
const DESCRIPTION = 'Map. Arrow keys move it, plus and minus zoom, Enter chooses the place in its middle.'

/**
 * Draws the map into an element. Rejects where MapLibre cannot be loaded or the browser has no WebGL 2.
 *
 * @param onLost the browser took the graphics context away; the map is of no use any more
 * @returns the map, and what takes it away again
 */
export async function startMap(
  container: HTMLElement,
  engine: Remote<Engine>,
  onLost: () => void,
): Promise<{ readonly map: MapLibreMap; readonly end: () => void }> {
  const maplibre = await import('maplibre-gl')
  maplibre.setWorkerUrl(new URL('maplibre-gl-worker.js', document.baseURI).href)
  maplibre.setMaxParallelImageRequests(TILES_AT_A_TIME)
  maplibre.addProtocol('score', tileProtocol(engine, 'tile'))
  maplibre.addProtocol('estimate', tileProtocol(engine, 'estimates'))
  const { lat, lon, zoom } = camera.peek()
  const map = new maplibre.Map({
    container,
    style: startStyle(scheme.peek()),
    center: [lon, lat],
    zoom,
    minZoom: 2,
    maxZoom: 18,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { 'Map.Title': DESCRIPTION },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new maplibre.ScaleControl({ unit: 'imperial' }), 'bottom-left')
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left')
  const ends: (() => void)[] = [() => map.remove()]
  let ended = false
  const end = () => {
    if (!ended) for (const part of ends.splice(0).reverse()) part()
    ended = true
  }
  map.on('webglcontextlost', onLost)
  chooseByHand(map)
  ends.push(followCamera(map), showMarkers(map, maplibre.Marker))
  map.once('style.load', () => {
    if (!ended) ends.push(drawView(map), watchColours(map, { ...tilePyramid, roundZoom: true }))
  })
  // The worker does one thing after the other: scores first, what lies below them when they are there.
  map.once('idle', () => {
    performance.mark('first scores')
    if (!ended) ends.push(drawBaseMap(map, engine))
  })
  return { map, end }
}

/** A click chooses a place, and so does Enter for the one in the middle. */
function chooseByHand(map: MapLibreMap): void {
  map.on('click', ({ lngLat, originalEvent }) => {
    // The second click of two zooms in.
    if (originalEvent.detail < 2) choose({ lat: chosen(lngLat.lat), lon: chosen(lngLat.lng) })
  })
  const canvas = map.getCanvas()
  canvas.role = 'application'
  canvas.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return
    const { lat, lng } = map.getCenter()
    choose({ lat: chosen(lat), lon: chosen(lng) })
  })
}

/** Degrees to 1e-5, which is 1.1 m: finer than anybody points. */
function chosen(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
