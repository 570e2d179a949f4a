import { LABEL_KINDS, type LabelKind, ROAD_KINDS, type RoadKind } from '../../src/data/base-map.ts'
import { textSections } from '../../src/data/bundle/columns.ts'
import { SCALE } from '../../src/data/bundle/paths.ts'
import type { BundleContent, SectionContent } from '../../src/data/bundle/write.ts'
import { getTexts } from '../pack/blocks.ts'
import { areaPathSections, linePathSections } from '../pack/paths.ts'
import type { Line, Polygon } from '../read/feature.ts'

/** Builds the base map bundle. Throws a RangeError if a line has too few vertices. */
export function baseMapBundle(layers: BaseMapLayers, sources: BundleContent['sources']): BundleContent {
  return {
    kind: 'base-map',
    id: 'base-map',
    meta: {},
    sources,
    sections: [
      ...areaSections('sea', layers.sea),
      ...areaSections('neighbors', layers.neighbors),
      ...areaSections('land', layers.land),
      ...areaSections('lakes', layers.lakes),
      ...areaSections('water', layers.water),
      ...areaSections('parks', layers.parks),
      ...linePathSections('counties', layers.counties),
      ...linePathSections('states', layers.states),
      ...namedLineSections('rivers', layers.rivers),
      ...namedLineSections('roads', layers.roads),
      { name: 'roads.kind', data: Uint8Array.from(layers.roads, ({ kind }) => ROAD_KINDS.indexOf(kind)) },
      ...labelSections(layers.labels),
    ],
  }
}

function namedLineSections(layer: string, lines: readonly NamedLine[]): SectionContent[] {
  return [
    ...linePathSections(
      layer,
      lines.map(({ line }) => line),
    ),
    ...getTexts(`${layer}.name`, lines, ({ name }) => name),
  ]
}

function areaSections(layer: string, areas: readonly Area[]): SectionContent[] {
  const names = areas.map(({ name }) => name)
  return [
    ...areaPathSections(
      layer,
      areas.map(({ polygons }) => polygons),
    ),
    ...textSections(`${layer}.name`, names),
  ]
}

function labelSections(labels: readonly Label[]): SectionContent[] {
  return [
    ...getTexts('label.name', labels, ({ name }) => name),
    { name: 'label.kind', data: Uint8Array.from(labels, ({ kind }) => LABEL_KINDS.indexOf(kind)) },
    { name: 'label.people', data: Uint32Array.from(labels, ({ people }) => Math.round(people)) },
    { name: 'label.lon', data: Int32Array.from(labels, ({ lon }) => Math.round(lon * SCALE)) },
    { name: 'label.lat', data: Int32Array.from(labels, ({ lat }) => Math.round(lat * SCALE)) },
  ]
}

export interface Area {
  /** Name of the area; empty if no source has one. */
  readonly name: string
  readonly polygons: readonly Polygon[]
}

export interface NamedLine {
  /** Name of the line; empty if no source has one. */
  readonly name: string
  readonly line: Line
}

export interface Road extends NamedLine {
  readonly kind: RoadKind
}

export interface Label {
  readonly name: string
  readonly kind: LabelKind
  /** Latitude in degrees. */
  readonly lat: number
  /** Longitude in degrees. */
  readonly lon: number
  /** Population; 0 if unknown. */
  readonly people: number
}

/** Content of the base map bundle. data-build/base-map/read-base-map.ts describes each layer. */
export interface BaseMapLayers {
  readonly sea: readonly Area[]
  readonly neighbors: readonly Area[]
  readonly land: readonly Area[]
  readonly lakes: readonly Area[]
  readonly water: readonly Area[]
  readonly parks: readonly Area[]
  readonly counties: readonly Line[]
  readonly states: readonly Line[]
  readonly rivers: readonly NamedLine[]
  readonly roads: readonly Road[]
  /** Labels, most important first within each kind. */
  readonly labels: readonly Label[]
}
