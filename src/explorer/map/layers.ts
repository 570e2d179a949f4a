import { signal } from '@preact/signals'
import type { FeatureCollection, MultiPoint, MultiPolygon, Polygon } from 'geojson'
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { DimensionId } from '../../dimensions/catalog.ts'
import { rampOf } from '../../map/ramp.ts'
import { coverageBox } from '../../states.ts'
import { dimensionOf } from '../catalog.ts'
import type { LatLon } from '../engine/engine.ts'
import type { Scheme } from '../screen.ts'
import type { Dot } from '../view.ts'

/** What the map starts with: every layer but the scores and the hatching, its sources empty, from the ground up. */
export function startStyle(scheme: Scheme): StyleSpecification {
  const drawn = [
    'land',
    'lakes',
    'rivers',
    'roads',
    'districts',
    'counties',
    'states',
    'areas',
    'outlines',
    'circle',
    'dots',
    'labels',
  ]
  return {
    version: 8,
    sources: Object.fromEntries(
      drawn.map((id) => [id, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } }]),
    ),
    layers: drawnLayers(scheme),
  }
}

/** The first layer above the scores, and above the hatching. */
export const aboveScores = 'rivers'

/** Tiles are drawn down to zoom 14, where a cell of the data (2 arc-seconds, 62 m) is seven pixels wide; beyond, those are enlarged. */
export const tilePyramid = { tileSize: 256, minzoom: 3, maxzoom: 14 } as const

export function tileSource(tiles: string): SourceSpecification {
  const { west, south, east, north } = coverageBox
  return { type: 'raster', tiles: [tiles], ...tilePyramid, bounds: [west, south, east, north] }
}

/** @param opacity percent */
export function tileLayer(id: 'scores' | 'estimates', opacity: number): LayerSpecification {
  return {
    id,
    type: 'raster',
    source: id,
    paint: {
      'raster-opacity': opacity / 100,
      'raster-fade-duration': 0,
      // Enlarged cells keep their edges: a score between two cells would be one that the data do not have.
      'raster-resampling': ['step', ['zoom'], 'linear', 13.2, 'nearest'],
    },
  }
}

const font = ['system-ui', 'sans-serif']

export function drawnLayers(scheme: Scheme): LayerSpecification[] {
  return [
    { id: 'outside', type: 'background', paint: { 'background-color': scheme.outside } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': scheme.land } },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': scheme.water } },
    {
      id: 'rivers',
      type: 'line',
      source: 'rivers',
      minzoom: 6,
      paint: {
        'line-color': scheme.water,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 12, 2],
      },
    },
    {
      id: 'roads',
      type: 'line',
      source: 'roads',
      minzoom: 6,
      layout: { 'line-join': 'round' },
      filter: ['any', ['==', ['get', 'kind'], 'interstate'], ['>=', ['zoom'], 9]],
      paint: {
        'line-color': scheme.road,
        'line-opacity': 0.7,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          6,
          0.6,
          12,
          ['match', ['get', 'kind'], 'interstate', 2.6, 1.4],
        ],
      },
    },
    {
      id: 'districts',
      type: 'line',
      source: 'districts',
      minzoom: 9,
      paint: {
        'line-color': scheme.district,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 9, 0.25, 12, 0.7],
        'line-width': ['interpolate', ['linear'], ['zoom'], 9, 0.6, 14, 1.4],
        'line-dasharray': [4, 2],
      },
    },
    {
      id: 'counties',
      type: 'line',
      source: 'counties',
      minzoom: 5,
      paint: {
        'line-color': scheme.border,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0.15, 9, 0.5],
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.5, 12, 1.2],
      },
    },
    {
      id: 'states',
      type: 'line',
      source: 'states',
      paint: { 'line-color': scheme.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 10, 2] },
    },
    {
      id: 'areas',
      type: 'line',
      source: 'areas',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': scheme.second, 'line-width': 2.5 },
    },
    {
      id: 'area-corners',
      type: 'circle',
      source: 'areas',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 4, 'circle-color': scheme.second },
    },
    {
      id: 'outlines',
      type: 'line',
      source: 'outlines',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': scheme.accent, 'line-width': 2.5 },
    },
    {
      id: 'circle-ground',
      type: 'fill',
      source: 'circle',
      paint: { 'fill-color': scheme.accent, 'fill-opacity': 0.12 },
    },
    {
      id: 'circle',
      type: 'line',
      source: 'circle',
      paint: { 'line-color': scheme.accent, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'dots',
      type: 'circle',
      source: 'dots',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 2.5, 10, 4.5, 14, 7],
        'circle-stroke-color': scheme.text,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 4, 0.4, 10, 1],
        'circle-color': scheme.land,
      },
    },
    ...labels(scheme),
  ]
}

/** Larger ones first; more of them, and larger letters, with every zoom. What has no room is left out. */
function labels(scheme: Scheme): LayerSpecification[] {
  const paint = { 'text-color': scheme.text, 'text-halo-color': scheme.halo, 'text-halo-width': 1.6 }
  return [
    {
      id: 'county-labels',
      type: 'symbol',
      source: 'labels',
      minzoom: 7.5,
      maxzoom: 11,
      filter: ['==', ['get', 'kind'], 'county'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 11,
        'text-letter-spacing': 0.06,
        'text-max-width': 6,
        'text-padding': 12,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { ...paint, 'text-opacity': 0.75 },
    },
    {
      id: 'city-labels',
      type: 'symbol',
      source: 'labels',
      // Where all three states fit on a screen, their own names are all that has room.
      minzoom: 4.2,
      filter: [
        'all',
        ['==', ['get', 'kind'], 'city'],
        ['<', ['get', 'rank'], ['step', ['zoom'], 12, 5, 25, 6, 60, 7, 150, 8, 350, 9, 900, 10, 10_000]],
      ],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['step', ['get', 'rank'], 13, 20, 12, 100, 11],
          11,
          ['step', ['get', 'rank'], 19, 20, 16, 100, 14, 500, 12.5],
        ],
        'text-max-width': 7,
        'text-padding': 6,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint,
    },
    {
      id: 'state-labels',
      type: 'symbol',
      source: 'labels',
      maxzoom: 5,
      filter: ['==', ['get', 'kind'], 'state'],
      layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 14 },
      paint,
    },
  ]
}

/** The color of a dot by its property `score`, as the dimension's legend has it; 0, no data, is that of the land. */
export function dotColor(dimension: DimensionId, scheme: Scheme): ['match', ...unknown[]] {
  const colors = rampOf(dimensionOf(dimension))
  const stops = Array.from({ length: 255 }, (_, i) => {
    const [red, green, blue] = colors.subarray(4 * (i + 1), 4 * (i + 1) + 3)
    return [i + 1, `rgb(${red}, ${green}, ${blue})`]
  })
  return ['match', ['get', 'score'], ...stops.flat(), scheme.land]
}

/** The dots of a file by their score (0: none), highest last and so drawn on top: 256 features at most, however many dots there are. */
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

/** The outline of a school district. */
interface Outline {
  readonly geoid: string
  readonly name: string
  readonly geometry: MultiPolygon
}

/** Outlines that the map draws over the scores. */
export const outlines = signal<readonly Outline[]>([])

const EARTH_RADIUS = 6_371_008.8 // meters, IUGG mean
const CORNERS = 90

/** A circle of so many meters on the ground. */
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
