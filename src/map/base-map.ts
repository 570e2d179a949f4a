import type { Feature, FeatureCollection, LineString, MultiPolygon, Point, Position } from 'geojson'
import { ByteReader } from '../bundle/bytes.ts'
import { TextColumn } from '../bundle/columns.ts'
import type { Bundle } from '../bundle/read.ts'
import { BundleError } from '../errors.ts'

/** Kinds of labels, by their number in a bundle. */
export const LABEL_KINDS = ['state', 'county', 'city'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

interface LabelProperties {
  readonly name: string
  readonly kind: LabelKind
  /** 0 for the one to show first of its kind, 1 for the next, and so on. */
  readonly rank: number
  /** 0 where not known. */
  readonly people: number
}

/** What is drawn below the scores, in degrees. */
export interface DrawnBaseMap {
  /** A feature for each state. */
  readonly land: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Lakes and bays that the land does not leave out; '' for a name that no source says. */
  readonly lakes: FeatureCollection<MultiPolygon, { readonly name: string }>
  /** Borders between two counties of a state, each once. */
  readonly counties: FeatureCollection<LineString, null>
  /** Borders of the states towards other states and countries; not the shore, which is the edge of the land. */
  readonly states: FeatureCollection<LineString, null>
  readonly labels: FeatureCollection<Point, LabelProperties>
}

/**
 * Reads a bundle of kind `base-map` (docs/bundle-format.md).
 * @throws BundleError one sentence: where the bundle is of another kind, or its sections do not fit each other
 */
export function readBaseMap(bundle: Bundle): DrawnBaseMap {
  if (bundle.kind !== 'base-map')
    throw new BundleError(`${bundle.file} is a bundle of kind '${bundle.kind}', expected 'base-map'.`)
  return {
    land: collection(areasIn(bundle, 'land')),
    lakes: collection(areasIn(bundle, 'lakes')),
    counties: collection(linesIn(bundle, 'counties')),
    states: collection(linesIn(bundle, 'states')),
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

/** Rings belong to polygons, and polygons to features, in their order: a section each says how many. */
function areasIn(bundle: Bundle, layer: string): Feature<MultiPolygon, { readonly name: string }>[] {
  const rings = pathsIn(bundle, layer, 3)
  for (const ring of rings) ring.push(ring[0])
  const polygons: Position[][][] = inGroups(bundle, `${layer}.rings`, rings)
  const names = new TextColumn(bundle, `${layer}.name`)
  const features = inGroups(bundle, `${layer}.polygons`, polygons)
  checkLength(bundle, `${layer}.name`, names.length, features.length)
  return features.map((coordinates, i) => ({
    type: 'Feature',
    properties: { name: names.at(i) ?? '' },
    geometry: { type: 'MultiPolygon', coordinates },
  }))
}

function inGroups<T>(bundle: Bundle, section: string, members: readonly T[]): T[][] {
  let start = 0
  const groups = Array.from(bundle.section(section, 'u32'), (size) => {
    if (size === 0 || size > members.length - start)
      throw new BundleError(
        `${bundle.file} has ${size} in section '${section}', expected 1 to the ${members.length - start} that are left.`,
      )
    start += size
    return members.slice(start - size, start)
  })
  checkLength(bundle, section, start, members.length)
  return groups
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

  const ranks = LABEL_KINDS.map(() => 0)
  return Array.from(kinds, (kind, i) => {
    const name = names.at(i)
    if (name === null || kind >= LABEL_KINDS.length)
      throw new BundleError(
        `${bundle.file} has the label ${i} of kind ${kind} ${name === null ? 'without' : 'with'} a name, expected one with a name and of a kind below ${LABEL_KINDS.length}.`,
      )
    if (Math.abs(lon[i]) > 180 * SCALE || Math.abs(lat[i]) > 90 * SCALE)
      throw new BundleError(
        `${bundle.file} has the label ${i} at ${lon[i] / SCALE}, ${lat[i] / SCALE}, expected one on the globe.`,
      )
    return {
      type: 'Feature',
      properties: { name, kind: LABEL_KINDS[kind], rank: ranks[kind]++, people: people[i] },
      geometry: { type: 'Point', coordinates: [lon[i] / SCALE, lat[i] / SCALE] },
    }
  })
}

function checkLength(bundle: Bundle, section: string, found: number, expected: number): void {
  if (found !== expected)
    throw new BundleError(`${bundle.file} has ${found} entries in section '${section}', expected ${expected}.`)
}

function collection<F extends Feature>(features: F[]): { type: 'FeatureCollection'; features: F[] } {
  return { type: 'FeatureCollection', features }
}

/** Units of coordinates in a degree: 1.1 m, the last decimal of the published borders. */
export const SCALE = 1e5

/**
 * Lines, or rings without their closing vertex, in two sections of a bundle: `<layer>.vertices` says how many each has, and
 * `<layer>.steps` holds lon and lat of all vertices one after another, less those of the vertex before, in units, as small
 * numbers.
 * @param least vertices that each must have
 * @throws BundleError where the counts do not fit the steps, or a vertex is off the globe
 */
function pathsIn(bundle: Bundle, layer: string, least: number): Position[][] {
  const refuse = (found: string): never => {
    throw new BundleError(`${bundle.file} has broken lines in '${layer}': ${found}.`)
  }
  const counts = bundle.section(`${layer}.vertices`, 'u32')
  const bytes = bundle.section(`${layer}.steps`, 'u8')
  const steps = new ByteReader(bytes, (found) => refuse(`steps that ${found}`))
  let left = Math.floor(bytes.length / 2)
  let lon = 0
  let lat = 0
  const paths: Position[][] = []
  for (const count of counts) {
    if (count < least || count > left)
      refuse(
        `a line of ${count} vertices, expected ${least} at least and the ${left} at most that the bytes left can hold`,
      )
    left -= count
    const path: Position[] = []
    for (let i = 0; i < count; i++) {
      lon += steps.signedVarint()
      lat += steps.signedVarint()
      if (Math.abs(lon) > 180 * SCALE || Math.abs(lat) > 90 * SCALE)
        refuse(`a vertex at ${lon / SCALE}, ${lat / SCALE}, expected one on the globe`)
      path.push([lon / SCALE, lat / SCALE])
    }
    paths.push(path)
  }
  if (!steps.finished) refuse('steps left over after the last vertex')
  return paths
}
