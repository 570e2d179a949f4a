import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import type { DrawnBaseMap, RoadKind } from '../../data/base-map.ts'
import type { Scheme } from './scheme.ts'

/*
 * Style of the base map: land, water, roads and names. Most of the base map is drawn above the scores, so that readers
 * find their home among the colors. Order, zoom ranges, widths and colors are defined only here, in MapLibre's style
 * language. If WebGL is available, MapLibre draws the style; otherwise, `drawLayers` does. Zooms are MapLibre zooms.
 */

/** Features by source name. The layers of the style refer to the sources by these names. */
export type Sources = Readonly<Record<string, FeatureCollection>>

/**
 * Splits a base map into sources. Streets, signs and labels have separate sources. Everything else is in the ground
 * source.
 */
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

/** Lowest whole zoom at which a kind of road is drawn, and its widths in pixels at `ZOOMS`. */
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
/** Width in pixels of the dark edge on each side of a road. */
const CASING = 0.9

/** Returns the color of the number on a road sign. */
export function shieldInk(kind: RoadKind): string {
  return kind === 'interstate' ? '#ffffff' : '#1c1f21'
}

/** Minimum zoom at which national parks are drawn and named. */
const PARKS_FROM = 7
/**
 * Minimum zoom at which each kind of street is drawn. Streets are only present after `vicinage data upgrade base-map`.
 */
const STREETS = { major: 10, local: 12 } as const
const STREET_DRAWN = [
  '>=',
  ['zoom'],
  ['match', ['get', 'kind'], 'major', STREETS.major, 'local', STREETS.local, 13.5],
] as unknown as ExpressionSpecification

/** Number of cities to label, starting with the largest: 12 below zoom 5, 25 from zoom 5, 60 from zoom 6 and so on. */
const CITIES = [12, 5, 25, 6, 60, 7, 150, 8, 350, 9, 900, 10, 10_000]

/** Minimum zoom at which neighborhood names are loaded. */
export const NEAR_NAMES = 10.5
/** Minimum whole zoom at which the names of sights and small parks are loaded. */
export const ALL_NAMES = 13
/**
 * Minimum zoom at which known streets are loaded. These are streets whose house numbers have coordinates; each street
 * is drawn as a line through the coordinates.
 */
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
 * Returns the source and filter for a part of the ground. All parts without text share one source and have adjacent
 * layers, because MapLibre masks the tiles again when a layer has a different source than the previous layer.
 */
function part(name: Exclude<keyof DrawnBaseMap, 'streets' | 'labels'>) {
  return { source: 'ground', filter: ['==', ['get', 'part'], name] as ExpressionSpecification }
}

/** Paint properties that turn off antialiasing, for areas whose edges are hidden below other areas or lines. */
const plain = { 'fill-antialias': false } as const

/** Returns the layers below the scores. */
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
/**
 * Sort key that draws larger roads above smaller roads. Negated for signs, so that the signs of larger roads are placed
 * first.
 */
const ROAD_ORDER = [
  'match',
  ['get', 'kind'],
  ...kinds.flatMap((kind, i) => [kind, -i]),
  -kinds.length,
] as unknown as ExpressionSpecification
const roadLayout = { 'line-join': 'round', 'line-cap': 'round', 'line-sort-key': ROAD_ORDER } as const

/**
 * Returns the widths of roads by zoom and kind.
 *
 * @param more pixels to add to each width
 */
function roadWidths(more: number): ExpressionSpecification {
  const widths = ZOOMS.map((_, i) => [
    'match',
    ['get', 'kind'],
    ...kinds.flatMap((kind) => [kind, roadStyles[kind].widths[i] + more]),
    more,
  ])
  return byZoom(ZOOMS, widths as unknown as ExpressionSpecification[])
}

/** Returns the layers above the scores: parks, water, borders and roads. */
export function groundAbove(scheme: Scheme): LayerSpecification[] {
  return [
    {
      id: 'parks',
      type: 'line',
      ...part('parks'),
      minzoom: PARKS_FROM,
      paint: { 'line-color': scheme.parkEdge, 'line-width': 1.2, 'line-dasharray': [3, 1.5] },
    },
    // The shorelines of these lakes are coarse, so the lakes become more transparent as you zoom in and the scores show
    // through.
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
    // The shorelines in the `water` part are exact, so scores end at the shore and not at the edges of their cells.
    { id: 'water', type: 'fill', ...part('water'), paint: { 'fill-color': scheme.sea } },
    // Rivers are drawn coarsely, and some are off by more than a kilometer. They are hidden at zooms where the error
    // would be visible.
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
      ...part('shores'),
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
    // Streets are drawn below the package's highways.
    {
      id: 'streets',
      type: 'line',
      source: 'streets',
      minzoom: STREETS.major,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      filter: STREET_DRAWN,
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
/** MapLibre draws bold or italic text if the name of the first font contains `bold` or `italic`. */
const boldFont = ['bold', ...font]
const italicFont = ['italic', ...font]

/**
 * Returns the layers of names and schools, lowest priority first. Larger places have priority over smaller places, and
 * each zoom shows more names in larger letters. Names that would overlap other names are omitted.
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
    {
      id: 'schools',
      type: 'circle',
      source: 'schools',
      minzoom: STREETS_FROM,
      paint: {
        'circle-radius': 3,
        'circle-color': scheme.text,
        'circle-stroke-color': scheme.halo,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'school-names',
      type: 'symbol',
      source: 'schools',
      minzoom: STREETS_FROM,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 11.5,
        'text-max-width': 8,
        'text-padding': 4,
        // Places the name below the school's pin.
        'text-anchor': 'top',
        'text-offset': [0, 1.5],
      },
      paint,
    },
    // Labels and parks have separate layers, so that each layer has a fixed color. If a single layer chose the color by
    // feature, MapLibre would apply the color too late for printing.
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
      // At lower zooms, all three states fit on a screen, so there is only room for the state names.
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
