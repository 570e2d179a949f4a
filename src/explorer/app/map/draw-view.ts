import { effect, untracked } from '@preact/signals'
import type { Remote } from 'comlink'
import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, Map as MapLibreMap, RasterTileSource } from 'maplibre-gl'
import type { Box, Engine } from '../engine/engine.ts'
import { ALL_NAMES, groundSources, NEAR_NAMES, STREETS_FROM } from '../library.ts'
import { scheme } from '../screen.ts'
import { camera, drawn, hatching } from '../view.ts'
import {
  aboveScores,
  CLOSEST,
  chosenSources,
  DISTRICTS_FROM,
  districtBorders,
  drawnLayers,
  OPACITY,
  tileLayer,
  tileSource,
} from './layers.ts'
import { loadGround } from './load-ground.ts'
import { areStreetsMissing, attempt, configuredMap, hasNoColors, isHatched, problem } from './map-state.ts'
import { loadSchoolNames } from './school-names.ts'
import { getScale, tileAddresses } from './tiles.ts'

/** Keeps a map with a loaded style in sync with the page. Returns a cleanup function. */
export function drawView(map: MapLibreMap): () => void {
  const drawScores = keepTiles(map, 'scores')
  const drawEstimates = keepTiles(map, 'estimates')
  const ends = [
    effect(() => {
      void attempt.value
      problem.value = null
      hasNoColors.value = false // set again when the tiles are loaded
      drawScores(getScale(drawn.value), tileAddresses('score', drawn.value))
    }),
    effect(() => {
      void attempt.value
      // A fit combines measured and estimated scores, so hatching would be meaningless.
      drawEstimates(
        getScale(drawn.value),
        hatching.value && drawn.value.fit === undefined ? tileAddresses('estimate', drawn.value) : null,
      )
    }),
    effect(() => {
      // Makes the layer transparent instead of removing it, because the page can only tell from the layer's tiles
      // whether hatching is needed.
      const estimates = isHatched.value ? OPACITY : 0
      if (map.getLayer('estimates')) map.setPaintProperty('estimates', 'raster-opacity', estimates)
    }),
    effect(() => {
      for (const { id, paint = {} } of drawnLayers(scheme.value) as { id: string; paint?: object }[])
        for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as 'fill-color', value)
    }),
    ...Object.entries(chosenSources).map(([id, data]) => effect(() => setOrHide(map, id, data.value))),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Draws the base map and, in close views, district borders and the names of neighborhoods and schools. Returns a
 * cleanup function.
 */
export function drawBaseMap(map: MapLibreMap, engine: Remote<Engine>): () => void {
  let hasStreets = false
  const ends = [
    loadInView(map, 'whole', async (_box, _zoom, draw) => {
      const base = await loadGround(engine)
      draw(() => {
        hasStreets = base !== null && base.streets.features.length > 0
        for (const [id, data] of Object.entries(base === null ? {} : groundSources(base)))
          if (id !== 'streets' || hasStreets) setOrHide(map, id, data)
        map.setMaxZoom(hasStreets || configuredMap() !== null ? CLOSEST.streets : CLOSEST.plain)
      })
    }),
    loadInView(map, DISTRICTS_FROM, async (box, _, draw) => {
      const { features } = await engine.districtBorders(box)
      draw(() => {
        districtBorders.value = features.map(({ geometry }) => geometry)
      })
    }),
    loadInView(map, NEAR_NAMES, async (box, zoom, draw) => {
      const names = await engine.nearLabels(box, zoom >= ALL_NAMES)
      draw(() => setData(map, 'near', names))
      // Loads streets last, because they are larger than all names together.
      if (hasStreets || zoom < STREETS_FROM) return
      const courses = await engine.streetCourses(box)
      draw(() => {
        if (!hasStreets) setOrHide(map, 'streets', courses)
      })
    }),
    loadInView(
      map,
      STREETS_FROM,
      async (_box, _zoom, draw) => {
        const { lat, lon } = camera.peek()
        const schools = await loadSchoolNames(engine, { lat, lon })
        draw(() => setData(map, 'schools', schools))
      },
      SCHOOL_BOXES,
    ),
    watchStreets(map),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Updates `areStreetsMissing` whenever the map is idle. Returns a cleanup function. */
function watchStreets(map: MapLibreMap): () => void {
  const update = () => {
    const isClose = map.getZoom() >= STREETS_FROM && configuredMap() === null
    const streets = isClose ? map.queryRenderedFeatures({ layers: ['streets'] }) : []
    areStreetsMissing.value = isClose && streets.every(({ properties }) => properties.kind === 'known')
  }
  map.on('idle', update)
  return () => {
    map.off('idle', update)
    areStreetsMissing.value = false
  }
}

/** Number of grid boxes per degree in which data for the view is requested. */
const BOXES_PER_DEGREE = 4
/** Number of grid boxes per degree in views close enough to show streets. */
const NEAR_BOXES = 25
/**
 * Number of grid boxes per degree for schools. A box is about a kilometer wide, so panning by about a kilometer
 * requests schools again.
 */
const SCHOOL_BOXES = 100

/**
 * Loads data for the view if the zoom is at least `from`. Loads data again whenever the view touches other grid boxes
 * or the integer part of the zoom changes. If `from` is `whole`, loads everything once, or again after a failure.
 *
 * @param load loads the data and draws it in a callback that is passed to `whileInView`, which skips the callback if
 * the view has changed
 * @param boxes grid boxes per degree in views close enough to show streets
 */
function loadInView(
  map: MapLibreMap,
  from: number | 'whole',
  load: (box: Box, zoom: number, whileInView: (draw: () => void) => void) => Promise<void>,
  boxes = NEAR_BOXES,
): () => void {
  let drawn = ''
  let ended = false
  const end = effect(() => {
    void attempt.value
    const { zoom } = camera.value
    if (from !== 'whole' && zoom < from) return
    const bounds = map.getBounds()
    const perDegree = zoom >= STREETS_FROM ? boxes : BOXES_PER_DEGREE
    const outward = (round: (value: number) => number, degrees: number) => round(degrees * perDegree) / perDegree
    const box = {
      west: Math.max(-180, outward(Math.floor, bounds.getWest())),
      south: outward(Math.floor, bounds.getSouth()),
      east: Math.min(180, outward(Math.ceil, bounds.getEast())),
      north: outward(Math.ceil, bounds.getNorth()),
    }
    const key = from === 'whole' ? from : JSON.stringify([box, Math.floor(zoom)])
    if (key === drawn) return
    drawn = key
    const whileInView = (draw: () => void) => {
      if (!ended && drawn === key) draw()
    }
    load(box, zoom, whileInView).catch((error: Error) => {
      if (drawn === key) drawn = ''
      if (!ended) problem.value = error.message
    })
  })
  return () => {
    ended = true
    end()
  }
}

/** Returns a function that replaces the tiles of a layer, or removes the layer if `tiles` is null. */
function keepTiles(map: MapLibreMap, id: 'scores' | 'estimates'): (scale: string, tiles: string | null) => void {
  let shown = ''
  return (scale, tiles) => {
    // Removes tiles of a different scale, which would not match the legend. Tiles with a different filter are replaced
    // as new tiles arrive.
    if (shown !== scale || tiles === null) removeTiles(map, id)
    shown = scale
    if (tiles === null) return
    const source = map.getSource<RasterTileSource>(id)
    if (source !== undefined) return void source.setTiles([tiles])
    map.addSource(id, tileSource(id, tiles))
    const above = id === 'scores' && map.getLayer('estimates') ? 'estimates' : aboveScores
    map.addLayer(tileLayer(id), above)
  }
}

function removeTiles(map: MapLibreMap, id: 'scores' | 'estimates'): void {
  if (!map.getSource(id)) return
  map.removeLayer(id)
  map.removeSource(id)
}

function setData(map: MapLibreMap, id: string, data: FeatureCollection): void {
  map.getSource<GeoJSONSource>(id)?.setData(data)
}

/** Sets the data of a source. Hides the layers of an empty source because they would slow down every frame. */
function setOrHide(map: MapLibreMap, id: string, data: FeatureCollection): void {
  setData(map, id, data)
  showLayers(map, id, data.features.length > 0)
}

function showLayers(map: MapLibreMap, source: string, isShown: boolean): void {
  for (const layer of untracked(() => drawnLayers(scheme.value)))
    if ('source' in layer && layer.source === source)
      map.setLayoutProperty(layer.id, 'visibility', isShown ? 'visible' : 'none')
}
