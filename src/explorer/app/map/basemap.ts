import { effect } from '@preact/signals'
import type {
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import { PMTiles, Protocol, TileType } from 'pmtiles'
import { groundAbove, groundLabels, type Scheme } from '../library.ts'
import { scheme } from '../screen.ts'
import { camera } from '../view.ts'
import { aboveScores } from './layers.ts'
import type { HostBasemap } from './map-state.ts'
import { basemapNote } from './map-state.ts'

type AddProtocol = typeof import('maplibre-gl').addProtocol

/**
 * Draws the host's base map, with areas below the scores and with lines and names above them. Returns a cleanup
 * function.
 */
export function drawHostMap(map: MapLibreMap, addProtocol: AddProtocol, { kind, url }: HostBasemap): () => void {
  const protocol = new Protocol()
  addProtocol('pmtiles', protocol.tile)
  const address = new URL(url, document.baseURI).href
  let ended = false
  const ends: (() => void)[] = []
  const draw = kind === 'style' ? drawStyle(map, address, ends) : drawArchive(map, protocol, address, ends)
  draw.catch((error: Error) => {
    if (!ended) basemapNote.value = `The base map of this site could not be loaded (${error.message}).`
  })
  return () => {
    ended = true
    for (const end of ends) end()
    basemapNote.value = null
  }
}

/** Zoom from which a PMTiles archive replaces the page's own lakes, rivers and roads, wherever it has tiles. */
const ARCHIVE_FROM = 10

async function drawArchive(map: MapLibreMap, protocol: Protocol, address: string, ends: (() => void)[]): Promise<void> {
  const archive = new PMTiles(address)
  protocol.add(archive)
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()])
  const { attribution, vector_layers } = metadata as { attribution?: string; vector_layers?: { id: string }[] }
  const isVector = header.tileType === TileType.Mvt
  const tiles = `pmtiles://${address}`
  map.addSource('host', isVector ? { type: 'vector', url: tiles } : { type: 'raster', url: tiles, tileSize: 256 })
  basemapNote.value = attribution === undefined ? null : getText(attribution)
  if (!isVector) return addBelow(map, { id: 'host', type: 'raster', source: 'host' })

  const ids = new Set((vector_layers ?? []).map(({ id }) => id))
  const layers = archiveLayers(scheme.peek(), ids)
  for (const layer of layers) map.addLayer(layer, layer.type === 'symbol' ? 'near-labels' : 'counties')
  ends.push(
    effect(() => {
      for (const { id, paint = {} } of archiveLayers(scheme.value, ids) as { id: string; paint?: object }[])
        for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as 'line-color', value)
    }),
    effect(() => {
      const { lat, lon, zoom } = camera.value
      const isInside =
        lon >= header.minLon &&
        lon <= header.maxLon &&
        lat >= header.minLat &&
        lat <= header.maxLat &&
        zoom >= ARCHIVE_FROM
      show(map, ['lakes', 'lake-shores', 'rivers', 'roads', 'road-edges'], !isInside)
    }),
  )
}

/** Names of tile layers in the Protomaps, OpenMapTiles and Shortbread schemas. */
const SCHEMAS = {
  water: ['water', 'ocean', 'water_polygons'],
  rivers: ['waterway', 'water_lines'],
  parks: ['landuse', 'park', 'land', 'sites'],
  roads: ['roads', 'transportation', 'streets'],
  roadNames: ['roads', 'transportation_name', 'street_labels'],
}
const CLASS: ExpressionSpecification = ['to-string', ['coalesce', ['get', 'kind'], ['get', 'class'], '']]
const GREAT = ['highway', 'motorway', 'trunk']
const MEDIUM = ['major_road', 'medium_road', 'primary', 'secondary', 'tertiary']
const NO_ROAD = [
  'rail',
  'transit',
  'ferry',
  'path',
  'other',
  'aeroway',
  'pier',
  'track',
  'footway',
  'steps',
  'cycleway',
]
const PARKS = ['park', 'national_park', 'nature_reserve', 'protected_area', 'garden', 'golf_course', 'forest', 'wood']

/** Returns the style layers, bottom to top, for an archive of vector tiles with these tile layers. */
export function archiveLayers(colors: Scheme, ids: ReadonlySet<string>): LayerSpecification[] {
  const layers = (kind: string, names: readonly string[], of: (name: string) => object) =>
    names
      .filter((name) => ids.has(name))
      .map((name) => {
        const from = { id: `host-${kind}-${name}`, source: 'host', 'source-layer': name, minzoom: ARCHIVE_FROM }
        return { ...from, ...of(name) } as LayerSpecification
      })
  const widths = (extra: number): ExpressionSpecification => {
    const at = (great: number, medium: number, small: number) =>
      ['match', CLASS, GREAT, great + extra, MEDIUM, medium + extra, small + extra] as ExpressionSpecification
    return [
      'interpolate',
      ['linear'],
      ['zoom'],
      10,
      at(2.4, 0.8, 0.2),
      12,
      at(3.6, 1.6, 0.5),
      14,
      at(5.5, 3, 1.4),
      17,
      at(9, 7, 5),
    ]
  }
  const isRoad: ExpressionSpecification = ['!', ['in', CLASS, ['literal', NO_ROAD]]]
  const road = { type: 'line', filter: isRoad, layout: { 'line-join': 'round', 'line-cap': 'round' } }
  return [
    ...layers('parks', SCHEMAS.parks, (name) => ({
      type: 'line',
      filter: ['any', ['==', name, 'park'], ['in', CLASS, ['literal', PARKS]]],
      paint: { 'line-color': colors.parkEdge, 'line-width': 1, 'line-dasharray': [3, 1.5] },
    })),
    ...layers('water', SCHEMAS.water, () => ({
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colors.sea },
    })),
    ...layers('rivers', SCHEMAS.rivers, () => ({
      type: 'line',
      paint: { 'line-color': colors.river, 'line-width': 1.5 },
    })),
    ...layers('road-edges', SCHEMAS.roads, () => ({
      ...road,
      minzoom: 12,
      paint: { 'line-color': colors.roadEdge, 'line-width': widths(1.4) },
    })),
    ...layers('roads', SCHEMAS.roads, () => ({
      ...road,
      paint: { 'line-color': colors.road, 'line-width': widths(0) },
    })),
    ...layers('road-names', SCHEMAS.roadNames, () => ({
      type: 'symbol',
      minzoom: 13,
      filter: isRoad,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['to-string', ['coalesce', ['get', 'name:en'], ['get', 'name'], '']],
        'text-font': ['system-ui', 'sans-serif'],
        'text-size': 11,
      },
      paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 },
    })),
  ]
}

/**
 * Layer types that cover the ground and are drawn below the scores. Extruded layers are omitted because the map is seen
 * from above.
 */
const BELOW: readonly string[] = ['fill', 'raster', 'hillshade', 'color-relief']
/** Layer types that are drawn above the scores. */
const ABOVE: readonly string[] = ['line', 'symbol', 'circle']

/** Draws a MapLibre style instead of the page's own base map. */
async function drawStyle(map: MapLibreMap, address: string, ends: (() => void)[]): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const style = (await response.json()) as StyleSpecification
  const whole = (text: string) => wholeAddress(text, address)
  if (style.glyphs !== undefined) map.setGlyphs(whole(style.glyphs))
  if (typeof style.sprite === 'string') map.setSprite(whole(style.sprite))
  else for (const { id, url } of style.sprite ?? []) map.addSprite(id, whole(url))
  for (const [id, source] of Object.entries(style.sources)) map.addSource(`host-${id}`, wholeSource(source, whole))
  for (const layer of style.layers) {
    if (!('source' in layer)) continue
    const hostLayer = { ...layer, id: `host-${layer.id}`, source: `host-${layer.source}` } as LayerSpecification
    if (BELOW.includes(layer.type)) addBelow(map, hostLayer)
    else if (ABOVE.includes(layer.type)) map.addLayer(hostLayer, 'areas')
  }
  const replaced = [...groundAbove(scheme.peek()), ...groundLabels(scheme.peek())].map(({ id }) => id)
  show(
    map,
    replaced.filter((id) => !['counties', 'states'].includes(id)),
    false,
  )
  const showAttribution = () => {
    const notes = Object.keys(style.sources).map((id) => map.getSource(`host-${id}`)?.attribution ?? '')
    basemapNote.value = [...new Set(notes.filter((note) => note !== '').map(getText))].join(' · ') || null
  }
  map.on('sourcedata', showAttribution)
  ends.push(() => map.off('sourcedata', showAttribution))
}

function wholeSource(source: SourceSpecification, whole: (text: string) => string): SourceSpecification {
  const { url, tiles, data } = source as { url?: string; tiles?: string[]; data?: unknown }
  return {
    ...source,
    ...(url === undefined ? {} : { url: whole(url) }),
    ...(tiles === undefined ? {} : { tiles: tiles.map(whole) }),
    ...(typeof data === 'string' ? { data: whole(data) } : {}),
  } as SourceSpecification
}

/** Resolves a URL in a style, which may be relative to the style's own URL. Keeps placeholders such as `{z}`. */
export function wholeAddress(text: string, base: string): string {
  const inner = text.replace(/^pmtiles:\/\//, '')
  const url = new URL(inner, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  return inner === text ? url : `pmtiles://${url}`
}

function addBelow(map: MapLibreMap, layer: LayerSpecification): void {
  map.addLayer(
    layer,
    ['scores', 'estimates', aboveScores].find((id) => map.getLayer(id)),
  )
}

function show(map: MapLibreMap, ids: readonly string[], isShown: boolean): void {
  for (const id of ids) if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
}

/** Returns the plain text of an HTML attribution. */
function getText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''
}
