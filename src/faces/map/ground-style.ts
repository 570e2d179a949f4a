import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import type { DrawnBaseMap, RoadKind } from '../../data/base-map.ts'
import type { Scheme } from './scheme.ts'

/*
 * The ground: land, water, roads and names. Most of it is drawn above the scores, so that a reader finds home among the
 * colors. What is drawn in which order, from which zoom on, how wide and in which color is said here once, in the style
 * language of MapLibre, which draws it where there is WebGL; everywhere else `drawLayers` does. Zooms are MapLibre's.
 */

/** Features by the source that layers name. */
export type Sources = Readonly<Record<string, FeatureCollection>>

/** A base map by its sources: streets, signs and labels are their own, all else is the ground. */
export function groundSources(base: DrawnBaseMap & { readonly signs?: FeatureCollection }): Sources {
  const { streets, signs, labels, ...ground } = base
  const parts = Object.entries(ground).flatMap(([part, { features }]) =>
    (features as readonly Feature[]).map((feature) => ({
      ...feature,
      properties: { part, kind: feature.properties?.kind ?? '' },
    })),
  )
  return { ground: { type: 'FeatureCollection', features: parts }, streets, labels, ...(signs && { signs }) }
}

/** Widths in pixels at `ZOOMS`, and the whole zoom from which a kind of road is drawn. */
interface RoadStyle {
  readonly from: number
  readonly widths: readonly number[]
}
const ZOOMS = [5, 8, 10, 12, 14, 17]
const roadStyles: Readonly<Record<RoadKind, RoadStyle>> = {
  interstate: { from: 5, widths: [0.7, 1.5, 2.4, 3.6, 5.5, 9] },
  'us-highway': { from: 7, widths: [0.4, 0.8, 1.5, 2.5, 4.4, 8] },
  'state-highway': { from: 8, widths: [0.2, 0.5, 1.2, 2.2, 4, 8] },
}
/** Pixels of the dark edge on each side of a road. */
const CASING = 0.9

/** The color of the number on the sign of a road. */
export function shieldInk(kind: RoadKind): string {
  return kind === 'interstate' ? '#ffffff' : '#1c1f21'
}

/** National parks are drawn and named from here on. */
const PARKS_FROM = 7
/** Streets of a kind are drawn from here on, where `vicinage data upgrade base-map` added them. */
const STREETS = { major: 10, local: 12 } as const

/** Of the cities, that many have a label from a whole zoom on, the largest first. */
const CITIES = [12, 5, 25, 6, 60, 7, 150, 8, 350, 9, 900, 10, 10_000]

/** Names of neighborhoods are loaded from here on, those of sights and small parks from whole zoom 13 on. */
export const NEAR_NAMES = 10.5
export const ALL_NAMES = 13
/** Names of known streets. */
export const STREETS_FROM = 14

export function byZoom(zooms: readonly number[], values: readonly (number | ExpressionSpecification)[]) {
  return [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...zooms.flatMap((zoom, i) => [zoom, values[i]]),
  ] as ExpressionSpecification
}

/**
 * The source of a part of the ground. All parts that are drawn without words are one source, and their layers follow
 * each other, because MapLibre masks the tiles anew for every layer whose source is another than that of the layer
 * before.
 */
function part(name: Exclude<keyof DrawnBaseMap, 'streets' | 'labels'>) {
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

/** Above the scores: parks, water, borders and roads. */
export function groundAbove(scheme: Scheme): LayerSpecification[] {
  return [
    {
      id: 'parks',
      type: 'line',
      ...part('parks'),
      minzoom: PARKS_FROM,
      paint: { 'line-color': scheme.parkEdge, 'line-width': 1.2, 'line-dasharray': [3, 1.5] },
    },
    // Drawn coarsely: the nearer, the more of the scores at their shores shows through.
    {
      id: 'lakes',
      type: 'fill',
      ...part('lakes'),
      paint: { 'fill-color': scheme.water, 'fill-opacity': byZoom([8, 13], [0.95, 0.5]) },
    },
    {
      id: 'lake-shores',
      type: 'line',
      ...part('lakes'),
      minzoom: 8,
      paint: { 'line-color': scheme.river, 'line-width': 0.8 },
    },
    // Known coarsely, some by more than a kilometer: they end where that would be seen.
    {
      id: 'rivers',
      type: 'line',
      ...part('rivers'),
      minzoom: 6,
      maxzoom: 10,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': scheme.river, 'line-width': byZoom([6, 9], [0.6, 1.2]) },
    },
    {
      id: 'shores',
      type: 'line',
      ...part('land'),
      paint: { 'line-color': scheme.river, 'line-width': byZoom([4, 10], [0.5, 1.4]) },
    },
    {
      id: 'counties',
      type: 'line',
      ...part('counties'),
      minzoom: 5,
      paint: {
        'line-color': scheme.border,
        'line-opacity': byZoom([5, 9], [0.15, 0.5]),
        'line-width': byZoom([5, 12], [0.5, 1.2]),
      },
    },
    {
      id: 'states',
      type: 'line',
      ...part('states'),
      paint: { 'line-color': scheme.border, 'line-width': byZoom([4, 10], [0.8, 2]) },
    },
    // Below the highways of the package.
    {
      id: 'streets',
      type: 'line',
      source: 'streets',
      minzoom: STREETS.major,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      filter: ['any', ['==', ['get', 'kind'], 'major'], ['>=', ['zoom'], STREETS.local]],
      paint: {
        'line-color': scheme.road,
        'line-opacity': 0.6,
        'line-width': byZoom([STREETS.major, 16], [0.5, ['match', ['get', 'kind'], 'major', 3.5, 2]]),
      },
    },
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

/**
 * Names, those that give way to others first. Larger places before smaller ones; more of them, and larger letters, with
 * every zoom. What has no room is left out.
 */
export function groundLabels(scheme: Scheme): LayerSpecification[] {
  const paint = { 'text-color': scheme.text, 'text-halo-color': scheme.halo, 'text-halo-width': 1.6 }
  return [
    {
      id: 'street-names',
      type: 'symbol',
      source: 'streets',
      minzoom: 14,
      filter: ['!=', ['get', 'name'], ''],
      layout: { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 11 },
      paint: { ...paint, 'text-halo-width': 1.4 },
    },
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
          'text-size': byZoom([11, 14], [11, 12.5]),
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
      minzoom: 6,
      filter: ['all', ROAD_DRAWN, ['<=', ['get', 'from'], ['zoom']]],
      layout: {
        'symbol-sort-key': ['-', ROAD_ORDER],
        'icon-image': ['concat', ['get', 'kind'], '-', ['length', ['get', 'number']]],
        'icon-padding': 2,
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
