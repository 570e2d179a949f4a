import { computed, signal } from '@preact/signals'
import type { Feature, FeatureCollection, Geometry, MultiPoint, MultiPolygon, Polygon } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { areaGeometries } from '../area/area-view.ts'
import { getDimension } from '../catalog.ts'
import {
  byZoom,
  coverageBox,
  type DimensionId,
  EARTH_RADIUS,
  groundAbove,
  groundBelow,
  groundLabels,
  type LatLon,
  rampOf,
  type Scheme,
} from '../library.ts'
import { type ChosenPlace, chosenPlaces } from '../places.ts'
import { type Dot, dimension, dots } from '../view.ts'

/** Returns the initial style: every layer except scores and hatching, from the ground up, with empty sources. */
export function startStyle(scheme: Scheme): StyleSpecification {
  const drawn = ['ground', 'streets', 'signs', 'chosen', 'dots', 'labels', 'near', 'schools']
  return {
    version: 8,
    // Disables transitions so that printing switches to light colors immediately.
    transition: { duration: 0, delay: 0 },
    sources: Object.fromEntries(
      drawn.map((id) => [id, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } }]),
    ),
    layers: drawnLayers(scheme),
  }
}

/** First layer above the scores and the hatching. */
export const aboveScores = 'parks'

/**
 * Zoom range of tiles. At zoom 14, a cell of the data (2 arc-seconds, 62 m) is seven pixels wide; beyond that, tiles
 * are enlarged.
 */
export const tilePyramid = { tileSize: 256, minzoom: 3, maxzoom: 14 } as const

/** Zoom range of hatching. Hatching tiles are not enlarged, so that lines keep their width on the screen. */
export const hatchingPyramid = { ...tilePyramid, maxzoom: 19 } as const

/**
 * Zoom from which enlarged cells keep sharp edges, because interpolation would show scores that are not in the data.
 */
export const EDGES_FROM = 13.2

/** Maximum zoom, with and without streets. Without streets, a closer view would show no more detail. */
export const CLOSEST = { streets: 18, plain: 16 } as const

/** Opacity of the scores over the land. */
export const OPACITY = 0.75

export function tileSource(id: 'scores' | 'estimates', tiles: string): SourceSpecification {
  const { west, south, east, north } = coverageBox
  const pyramid = id === 'scores' ? tilePyramid : hatchingPyramid
  return { type: 'raster', tiles: [tiles], ...pyramid, bounds: [west, south, east, north] }
}

export function tileLayer(id: 'scores' | 'estimates'): LayerSpecification {
  const resampling = ['step', ['zoom'], 'linear', EDGES_FROM, 'nearest'] as unknown as 'linear'
  return {
    id,
    type: 'raster',
    source: id,
    paint: {
      'raster-opacity': OPACITY,
      'raster-fade-duration': 0,
      'raster-resampling': id === 'scores' ? resampling : 'linear',
    },
  }
}

export function drawnLayers(scheme: Scheme): LayerSpecification[] {
  return [...groundBelow(scheme), ...layersAbove(scheme)]
}

/** Returns the layers above the scores. */
export function layersAbove(scheme: Scheme): LayerSpecification[] {
  return [...groundAbove(scheme), ...chosenLayers(scheme), ...groundLabels(scheme)]
}

/**
 * Returns the source and the filter for the features whose property `part` is `name`. Everything that the user has
 * chosen is in the source `chosen`.
 */
function part(...filter: readonly [name: ChosenPart, ...more: readonly unknown[]]) {
  const [name, ...more] = filter
  return { source: 'chosen', filter: ['all', ['==', ['get', 'part'], name], ...more] as ExpressionSpecification }
}

/**
 * Returns the layers of district borders and of the user's choices: areas, outlines, place circles, and dots from a
 * file.
 */
function chosenLayers(scheme: Scheme): LayerSpecification[] {
  return [
    {
      id: 'districts',
      type: 'line',
      ...part('districts'),
      minzoom: DISTRICTS_FROM,
      paint: {
        'line-color': scheme.district,
        'line-opacity': byZoom([DISTRICTS_FROM, 12], [0.25, 0.7]),
        'line-width': byZoom([DISTRICTS_FROM, 14], [0.6, 1.4]),
        'line-dasharray': [4, 2],
      },
    },
    {
      id: 'areas',
      type: 'line',
      ...part('areas'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': scheme.second, 'line-width': 2.5 },
    },
    {
      id: 'area-corners',
      type: 'circle',
      ...part('areas', ['==', ['geometry-type'], 'Point']),
      paint: { 'circle-radius': 4, 'circle-color': scheme.second },
    },
    {
      id: 'outlines',
      type: 'line',
      ...part('outlines'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': scheme.accent, 'line-width': 2.5 },
    },
    {
      id: 'circle-ground',
      type: 'fill',
      ...part('circle', ['!=', ['geometry-type'], 'LineString']),
      paint: { 'fill-color': scheme.accent, 'fill-opacity': 0.12 },
    },
    {
      id: 'circle',
      type: 'line',
      ...part('circle', ['!=', ['geometry-type'], 'LineString']),
      paint: { 'line-color': scheme.accent, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'block',
      type: 'line',
      ...part('circle', ['==', ['geometry-type'], 'LineString']),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': scheme.accent, 'line-width': 7, 'line-opacity': 0.6 },
    },
    {
      id: 'dots',
      type: 'circle',
      source: 'dots',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 2.5, 10, 4.5, 14, 7],
        'circle-stroke-color': scheme.text,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 4, 0.4, 10, 1],
        'circle-color': dotColor(dimension.value, scheme),
      },
    },
  ]
}

/**
 * Returns the color of a dot by its property `score`, as in the dimension's legend. 0 (no data) has the color of the
 * land.
 */
function dotColor(dimension: DimensionId, scheme: Scheme): ExpressionSpecification {
  const colors = rampOf(getDimension(dimension))
  const stops = Array.from({ length: 255 }, (_, i) => {
    const [red, green, blue] = colors.subarray(4 * (i + 1), 4 * (i + 1) + 3)
    return [i + 1, `rgb(${red}, ${green}, ${blue})`]
  })
  return ['match', ['get', 'score'], ...stops.flat(), scheme.land] as unknown as ExpressionSpecification
}

/**
 * Groups the dots of a file by score, where 0 means no score. The highest score comes last and is therefore on top. The
 * result has at most 256 features for any number of dots.
 */
export function dotFeatures(dots: readonly Dot[]): FeatureCollection<MultiPoint, { readonly score: number }> {
  const places = new Map<number, [lon: number, lat: number][]>()
  for (const { lat, lon, score } of dots) {
    const same = places.get(score ?? 0)
    if (same === undefined) places.set(score ?? 0, [[lon, lat]])
    else same.push([lon, lat])
  }
  return {
    type: 'FeatureCollection',
    features: [...places]
      .sort(([a], [b]) => a - b)
      .map(([score, coordinates]) => ({
        type: 'Feature',
        properties: { score },
        geometry: { type: 'MultiPoint', coordinates },
      })),
  }
}

/** Outline of a school district. */
interface Outline {
  readonly geoid: string
  readonly name: string
  readonly geometry: MultiPolygon
}

/** Outlines that the map draws over the scores. */
export const outlines = signal<readonly Outline[]>([])

/** Outlines of chosen ZIP codes, cities and streets; undefined until known, null if a place has no outline. */
export const placeOutlines = signal<ReadonlyMap<ChosenPlace, Geometry | null | undefined>>(new Map())
/** Extent of each chosen place: its outline or block, otherwise its circle. */
export const reaches = computed<readonly Geometry[]>(() =>
  chosenPlaces.value.flatMap((chosen) => (chosen.radius ? (getOutline(chosen) ?? []) : [])),
)

/** Borders of the school districts in view. */
export const districtBorders = signal<readonly Geometry[]>([])
/** Zoom from which district borders are drawn. */
export const DISTRICTS_FROM = 9

const chosenParts = {
  districts: districtBorders,
  areas: areaGeometries,
  outlines: computed(() => outlines.value.map(({ geometry }) => geometry)),
  circle: reaches,
}
type ChosenPart = keyof typeof chosenParts

/** Sources for what the user has chosen: dots from a file, and districts, areas and outlines. */
export const chosenSources = {
  dots: computed<FeatureCollection>(() => dotFeatures(dots.value)),
  chosen: computed<FeatureCollection>(() => ({
    type: 'FeatureCollection',
    features: Object.entries(chosenParts).flatMap(([part, { value }]) =>
      value.map((geometry): Feature => ({ type: 'Feature', properties: { part }, geometry })),
    ),
  })),
}

function getOutline(chosen: ChosenPlace): Geometry | undefined {
  const outline = placeOutlines.value.has(chosen) ? placeOutlines.value.get(chosen) : null
  return outline === null ? circle(chosen, chosen.radius!) : outline
}

const CORNERS = 90

/** Returns a circle with a radius in meters on the ground. */
export function circle({ lat, lon }: LatLon, meters: number): Polygon {
  const angle = meters / EARTH_RADIUS
  const north = (lat * Math.PI) / 180
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const bearing = (2 * Math.PI * corner) / CORNERS
    const sine = Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(bearing)
    const across = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(north),
      Math.cos(angle) - Math.sin(north) * sine,
    )
    return [lon + (across * 180) / Math.PI, (Math.asin(sine) * 180) / Math.PI]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}
