import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import type { RoadKind } from '../../map/base-map.ts'
import type { Ground } from '../engine/road-signs.ts'
import type { Scheme } from '../scheme.ts'
import { shieldInk } from './shields.ts'
import { streetLines, streetNames } from './streets.ts'

/*
 * The ground: land, water, roads and names. Most of it is drawn above the scores, so that a reader finds home among the
 * colors. What is drawn from which zoom on, and how wide, stands here once, for the map on WebGL and for the plain
 * picture. Zooms are MapLibre's.
 */

/** Widths in pixels at `ZOOMS`, and the whole zoom from which a kind of road is drawn. */
interface RoadStyle {
  readonly from: number
  readonly widths: readonly number[]
}
const ZOOMS = [5, 8, 10, 12, 14, 17]
export const roadStyles: Readonly<Record<RoadKind, RoadStyle>> = {
  interstate: { from: 5, widths: [0.7, 1.5, 2.4, 3.6, 5.5, 9] },
  'us-highway': { from: 7, widths: [0.4, 0.8, 1.5, 2.5, 4.4, 8] },
  'state-highway': { from: 8, widths: [0.2, 0.5, 1.2, 2.2, 4, 8] },
}
/** Pixels of the dark edge on each side of a road. */
export const CASING = 0.9

export function roadWidth(kind: RoadKind, zoom: number): number {
  return interpolated(ZOOMS, roadStyles[kind].widths, zoom)
}

/** Rivers are known coarsely, some by more than a kilometer: they end where that would be seen. */
const RIVER_ZOOMS = [6, 9]
const RIVER_WIDTHS = [0.6, 1.2]
export const RIVERS = [6, 10] as const
export function riverWidth(zoom: number): number {
  return interpolated(RIVER_ZOOMS, RIVER_WIDTHS, zoom)
}

/** Lakes are drawn coarsely: the nearer, the more of the scores at their shores shows through. */
const LAKE_ZOOMS = [8, 13]
const LAKE_OPACITY = [0.95, 0.5]
export function lakeOpacity(zoom: number): number {
  return interpolated(LAKE_ZOOMS, LAKE_OPACITY, zoom)
}

/** National parks are drawn and named from here on. */
export const PARKS_FROM = 7

/** Of the cities, that many have a label from a whole zoom on, the largest first. */
const CITIES = [12, 5, 25, 6, 60, 7, 150, 8, 350, 9, 900, 10, 10_000]
export function citiesAt(zoom: number): number {
  let most = CITIES[0]
  for (let i = 1; i < CITIES.length && zoom >= CITIES[i]; i += 2) most = CITIES[i + 1]
  return most
}

/** Counties have their names between these zooms. */
export const COUNTY_NAMES = [7.5, 11] as const
/** Names of neighborhoods are loaded from here on, those of sights and small parks from whole zoom 13 on. */
export const NEAR_NAMES = 10.5
export const ALL_NAMES = 13
/** Names of known streets. */
export const STREETS_FROM = 14

function interpolated(zooms: readonly number[], values: readonly number[], zoom: number): number {
  const last = zooms.length - 1
  if (zoom >= zooms[last]) return values[last]
  const next = Math.max(
    1,
    zooms.findIndex((stop) => zoom < stop),
  )
  const part = Math.max(0, (zoom - zooms[next - 1]) / (zooms[next] - zooms[next - 1]))
  return values[next - 1] + part * (values[next] - values[next - 1])
}

function byZoom(zooms: readonly number[], values: readonly (number | ExpressionSpecification)[]) {
  return [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...zooms.flatMap((zoom, i) => [zoom, values[i]]),
  ] as ExpressionSpecification
}

/**
 * The source of a part of the ground. All parts that are drawn without words are one source, because MapLibre masks the
 * tiles anew for every layer whose source is another than that of the layer before.
 */
function part(name: Exclude<keyof Ground, 'streets' | 'signs' | 'labels'>) {
  return { source: 'ground', filter: ['==', ['get', 'part'], name] as ExpressionSpecification }
}

/** Their edges are drawn as lines, or covered: smoothed, each would be drawn twice. */
const plain = { 'fill-antialias': false } as const

/** Below the scores. */
export function groundBelow(scheme: Scheme): LayerSpecification[] {
  return [
    { id: 'outside', type: 'background', paint: { 'background-color': scheme.outside } },
    { id: 'sea', type: 'fill', ...part('sea'), paint: { ...plain, 'fill-color': scheme.sea } },
    { id: 'neighbors', type: 'fill', ...part('neighbors'), paint: { ...plain, 'fill-color': scheme.outside } },
    { id: 'land', type: 'fill', ...part('land'), paint: { ...plain, 'fill-color': scheme.land } },
  ]
}

const kinds = Object.keys(roadStyles) as RoadKind[]
const ROAD_DRAWN = [
  '>=',
  ['zoom'],
  ['match', ['get', 'kind'], ...kinds.flatMap((kind) => [kind, roadStyles[kind].from]), 0],
] as unknown as ExpressionSpecification
const roads = part('roads')
const drawnRoads = { ...roads, filter: ['all', roads.filter, ROAD_DRAWN] as ExpressionSpecification }
/** The greater ones above the smaller, and their signs first. */
const ROAD_ORDER = [
  'match',
  ['get', 'kind'],
  ...kinds.flatMap((kind, i) => [kind, -i]),
  -kinds.length,
] as unknown as ExpressionSpecification
const roadLayout = { 'line-join': 'round', 'line-cap': 'round', 'line-sort-key': ROAD_ORDER } as const

/** @param more pixels on top of the width of each road */
function roadWidths(more: number): ExpressionSpecification {
  const widths = ZOOMS.map((_, i) => [
    'match',
    ['get', 'kind'],
    ...kinds.flatMap((kind) => [kind, roadStyles[kind].widths[i] + more]),
    more,
  ])
  return byZoom(ZOOMS, widths as unknown as ExpressionSpecification[])
}

/**
 * Above the scores: borders of districts, then parks, water, other borders and roads; those of one source one after
 * another.
 */
export function groundAbove(scheme: Scheme): LayerSpecification[] {
  return [
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
      id: 'parks',
      type: 'line',
      ...part('parks'),
      minzoom: PARKS_FROM,
      paint: { 'line-color': scheme.parkEdge, 'line-width': 1.2, 'line-dasharray': [3, 1.5] },
    },
    {
      id: 'lakes',
      type: 'fill',
      ...part('lakes'),
      paint: { 'fill-color': scheme.water, 'fill-opacity': byZoom(LAKE_ZOOMS, LAKE_OPACITY) },
    },
    {
      id: 'lake-shores',
      type: 'line',
      ...part('lakes'),
      minzoom: 8,
      paint: { 'line-color': scheme.river, 'line-width': 0.8 },
    },
    {
      id: 'rivers',
      type: 'line',
      ...part('rivers'),
      minzoom: RIVERS[0],
      maxzoom: RIVERS[1],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': scheme.river, 'line-width': byZoom(RIVER_ZOOMS, RIVER_WIDTHS) },
    },
    {
      id: 'shores',
      type: 'line',
      ...part('land'),
      paint: { 'line-color': scheme.river, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.5, 10, 1.4] },
    },
    {
      id: 'counties',
      type: 'line',
      ...part('counties'),
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
      ...part('states'),
      paint: { 'line-color': scheme.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 10, 2] },
    },
    ...streetLines(scheme),
    {
      id: 'road-edges',
      type: 'line',
      ...drawnRoads,
      minzoom: 7,
      layout: roadLayout,
      paint: { 'line-color': scheme.roadEdge, 'line-width': roadWidths(2 * CASING) },
    },
    {
      id: 'roads',
      type: 'line',
      ...drawnRoads,
      minzoom: 5,
      layout: roadLayout,
      paint: { 'line-color': scheme.road, 'line-width': roadWidths(0) },
    },
  ]
}

const font = ['system-ui', 'sans-serif']
/** MapLibre looks for words such as these in the name of the first font, and has it drawn so. */
const boldFont = ['bold', ...font]
const italicFont = ['italic', ...font]
/** Signs of roads are drawn from here on, with so many pixels around them. */
export const SIGNS_FROM = 6
export const SIGN_PADDING = 2

/**
 * Names, those that give way to others first. Larger places before smaller ones; more of them, and larger letters, with
 * every zoom. What has no room is left out.
 */
export function groundLabels(scheme: Scheme): LayerSpecification[] {
  const paint = { 'text-color': scheme.text, 'text-halo-color': scheme.halo, 'text-halo-width': 1.6 }
  return [
    ...streetNames(scheme),
    // Two layers: a color that depends on the feature would come too late for what is printed.
    ...(['near-labels', 'near-parks'] as const).map(
      (id): SymbolLayerSpecification => ({
        id,
        type: 'symbol',
        source: 'near',
        minzoom: NEAR_NAMES,
        filter: [
          'all',
          [id === 'near-parks' ? '==' : '!=', ['get', 'kind'], 'park'],
          ['<=', ['get', 'from'], ['zoom']],
        ],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': font,
          'text-size': ['interpolate', ['linear'], ['zoom'], 11, 11, 14, 12.5],
          'text-letter-spacing': ['match', ['get', 'kind'], 'neighborhood', 0.05, 0],
          'text-max-width': 7,
          'text-padding': 8,
          'symbol-sort-key': ['get', 'from'],
        },
        paint: id === 'near-parks' ? { ...paint, 'text-color': scheme.park } : paint,
      }),
    ),
    {
      id: 'park-labels',
      type: 'symbol',
      source: 'labels',
      minzoom: PARKS_FROM,
      filter: ['==', ['get', 'kind'], 'park'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': italicFont,
        'text-size': 12,
        'text-max-width': 7,
        'text-padding': 8,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { ...paint, 'text-color': scheme.park },
    },
    {
      id: 'shields',
      type: 'symbol',
      source: 'signs',
      minzoom: SIGNS_FROM,
      filter: ['all', ROAD_DRAWN, ['<=', ['get', 'from'], ['zoom']]],
      layout: {
        'symbol-sort-key': ['-', ROAD_ORDER],
        'icon-image': ['concat', ['get', 'kind'], '-', ['length', ['get', 'number']]],
        'icon-padding': SIGN_PADDING,
        'text-field': ['get', 'number'],
        'text-font': boldFont,
        'text-size': 10.5,
        'text-padding': 0,
      },
      paint: {
        'text-color': [
          'match',
          ['get', 'kind'],
          ...kinds.flatMap((kind) => [kind, shieldInk(kind)]),
          '#000000',
        ] as unknown as ExpressionSpecification,
      },
    },
    {
      id: 'county-labels',
      type: 'symbol',
      source: 'labels',
      minzoom: COUNTY_NAMES[0],
      maxzoom: COUNTY_NAMES[1],
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
        ['<', ['get', 'rank'], ['step', ['zoom'], ...CITIES] as unknown as ExpressionSpecification],
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
