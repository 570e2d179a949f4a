import type { Feature, FeatureCollection, LineString, MultiPolygon, Point, Position } from 'geojson'
import { BundleError } from '../base/errors.ts'
import type { Box } from '../base/geo/box.ts'
import { TextColumn } from './bundle/columns.ts'
import { areaPathsIn, checkLength, checkOnEarth, pathsIn, SCALE } from './bundle/paths.ts'
import { assertKind, type Bundle } from './bundle/read.ts'

/** Kinds of labels, indexed by their number in a bundle. */
export const LABEL_KINDS = ['state', 'county', 'city', 'park'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** Kinds of roads, indexed by their number in a bundle. */
export const ROAD_KINDS = ['interstate', 'state-highway', 'us-highway'] as const
export type RoadKind = (typeof ROAD_KINDS)[number]

/**
 * Kinds of streets, indexed by their number in a bundle. Highways and their ramps are `major`, all other streets
 * `local`.
 */
export const STREET_KINDS = ['major', 'local'] as const
export type StreetKind = (typeof STREET_KINDS)[number]

interface LabelProperties {
  readonly name: string
  readonly kind: LabelKind
  /** Rank among labels of the same kind. The label with rank 0 is shown first. */
  readonly rank: number
  /** Number of residents; 0 if unknown. */
  readonly people: number
}

/**
 * Box that the base map covers. Nothing is drawn outside the box. Areas for which no data file is available were drawn
 * by hand.
 */
export const DRAWN: Box = { west: -150, south: 5, east: -40, north: 74 }

/** Features of the base map. All coordinates are in degrees. */
export interface DrawnBaseMap {
  /**
   * Sea near the land, roughly drawn. It overlaps the land, which is drawn on top of it, and ends at the limit of the
   * nation's waters.
   */
  readonly sea: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Neighboring coastal states without scores. Like the land, they are drawn on top of the sea. */
  readonly neighbors: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Land, with a feature for each state. */
  readonly land: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Lakes and bays that are not cut out of the land. The name is empty if no source provides one. */
  readonly lakes: FeatureCollection<MultiPolygon, { readonly name: string }>
  /**
   * Sea, bays and lagoons along the shores of the covered states. They are drawn over the scores, to hide scores that
   * reach beyond the shore. Unlike the land, they are accurate to about 100 m. They end at the straight edges of a box
   * around each state.
   */
  readonly water: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Shorelines: the edges of `water`, or of `land` in a bundle without `water`. */
  readonly shores: FeatureCollection<LineString, null>
  /** National parks and similar areas. */
  readonly parks: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Borders between counties of the same state, without duplicates. */
  readonly counties: FeatureCollection<LineString, null>
  /** Borders of the states with other states and countries, without the shore, which is in `shores`. */
  readonly states: FeatureCollection<LineString, null>
  /** Rivers. The name is empty if no source provides one. */
  readonly rivers: FeatureCollection<LineString, { readonly name: string }>
  /** Numbered roads, named by the number on their signs: `I-10`, `US 101`, `CA 1`, `TX 71`. */
  readonly roads: FeatureCollection<LineString, { readonly name: string; readonly kind: RoadKind }>
  /**
   * Streets of the counties that `vicinage data upgrade base-map` added. The name is empty for a street without one.
   */
  readonly streets: FeatureCollection<LineString, { readonly name: string; readonly kind: StreetKind }>
  readonly labels: FeatureCollection<Point, LabelProperties>
}

/**
 * Reads a bundle of kind `base-map` (docs/reference/bundle-format.md).
 *
 * @throws {BundleError} if the bundle is of another kind, or its sections do not match each other
 */
export function readBaseMap(bundle: Bundle): DrawnBaseMap {
  assertKind(bundle, 'base-map')
  const has = (section: string) => bundle.sections.some(({ name }) => name === section)
  // Bundles of earlier versions have no water.
  const water = has('water.vertices') ? areasIn(bundle, 'water') : []
  const land = areasIn(bundle, 'land')
  return {
    sea: collection(areasIn(bundle, 'sea')),
    neighbors: collection(areasIn(bundle, 'neighbors')),
    land: collection(land),
    lakes: collection(areasIn(bundle, 'lakes')),
    water: collection(water),
    shores: collection((water.length > 0 ? water : land).flatMap(getShores)),
    parks: collection(areasIn(bundle, 'parks')),
    counties: collection(linesIn(bundle, 'counties')),
    states: collection(linesIn(bundle, 'states')),
    rivers: collection(namedLinesIn(bundle, 'rivers')),
    roads: collection(kindsIn(bundle, 'roads', ROAD_KINDS)),
    streets: collection(has('streets.kind') ? kindsIn(bundle, 'streets', STREET_KINDS) : []),
    labels: collection(labelsIn(bundle)),
  }
}

function linesIn(bundle: Bundle, layer: string): Feature<LineString, null>[] {
  return pathsIn(bundle, layer, 2).map((coordinates) => ({
    type: 'Feature',
    properties: null,
    geometry: { type: 'LineString', coordinates },
  }))
}

function namedLinesIn(bundle: Bundle, layer: string): Feature<LineString, { readonly name: string }>[] {
  const lines = linesIn(bundle, layer)
  const nameOf = namesIn(bundle, layer, lines.length)
  return lines.map((line, i) => ({ ...line, properties: { name: nameOf(i) } }))
}

/** Returns the names of a layer's lines or areas. An unknown name is an empty string. */
function namesIn(bundle: Bundle, layer: string, count: number): (i: number) => string {
  const names = new TextColumn(bundle, `${layer}.name`)
  checkLength(bundle, `${layer}.name`, names.length, count)
  return (i) => names.at(i) ?? ''
}

/** Reads named lines and the kind of each line. */
function kindsIn<Kind extends string>(bundle: Bundle, layer: 'roads' | 'streets', kindNames: readonly Kind[]) {
  const lines = namedLinesIn(bundle, layer)
  const kinds = bundle.section(`${layer}.kind`, 'u8')
  checkLength(bundle, `${layer}.kind`, kinds.length, lines.length)
  return lines.map(({ properties: { name }, ...line }, i) => {
    if (kinds[i] >= kindNames.length)
      throw new BundleError(
        `${bundle.file} has kind ${kinds[i]} for ${layer.slice(0, -1)} ${i}, expected a number below ${kindNames.length}.`,
      )
    return { ...line, properties: { name, kind: kindNames[kinds[i]] } }
  })
}

function areasIn(bundle: Bundle, layer: string): Feature<MultiPolygon, { readonly name: string }>[] {
  const areas = areaPathsIn(bundle, layer)
  const nameOf = namesIn(bundle, layer, areas.length)
  return areas.map((coordinates, i) => ({
    type: 'Feature',
    properties: { name: nameOf(i) },
    geometry: { type: 'MultiPolygon', coordinates },
  }))
}

/**
 * Returns the edges of an area as lines. Omits edges along the area's bounding box, because they are not shores: the
 * source was cut off there.
 */
function getShores({ geometry: { coordinates } }: Feature<MultiPolygon>): Feature<LineString, null>[] {
  const rings = coordinates.flat()
  const extremes = [0, 1].map((axis) => {
    const values = rings.flat().map((position) => position[axis])
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  })
  const isCut = (a: Position, b: Position) =>
    extremes.some((values, axis) => a[axis] === b[axis] && values.includes(a[axis]))
  const lines = rings.flatMap((ring) => {
    const parts: Position[][] = [[]]
    for (const [i, position] of ring.entries()) {
      if (i > 0 && isCut(ring[i - 1], position)) parts.push([])
      parts.at(-1)!.push(position)
    }
    return parts.filter(({ length }) => length > 1)
  })
  return lines.map((line) => ({
    type: 'Feature',
    properties: null,
    geometry: { type: 'LineString', coordinates: line },
  }))
}

function labelsIn(bundle: Bundle): Feature<Point, LabelProperties>[] {
  const names = new TextColumn(bundle, 'label.name')
  const kinds = bundle.section('label.kind', 'u8')
  const people = bundle.section('label.people', 'u32')
  const lon = bundle.section('label.lon', 'i32')
  const lat = bundle.section('label.lat', 'i32')
  const columns = { kind: kinds, people, lon, lat }
  for (const [column, { length }] of Object.entries(columns))
    checkLength(bundle, `label.${column}`, length, names.length)
  checkOnEarth(bundle, 'label', lat, lon)

  const ranks = LABEL_KINDS.map(() => 0)
  return Array.from(kinds, (kind, i) => {
    const name = names.at(i)
    if (name === null) throw new BundleError(`${bundle.file} has label ${i} without a name.`)
    if (kind >= LABEL_KINDS.length)
      throw new BundleError(
        `${bundle.file} has label ${i} of kind ${kind}, expected a kind below ${LABEL_KINDS.length}.`,
      )
    return {
      type: 'Feature',
      properties: { name, kind: LABEL_KINDS[kind], rank: ranks[kind]++, people: people[i] },
      geometry: { type: 'Point', coordinates: [lon[i] / SCALE, lat[i] / SCALE] },
    }
  })
}

function collection<F extends Feature>(features: F[]): { type: 'FeatureCollection'; features: F[] } {
  return { type: 'FeatureCollection', features }
}
