import { ByteWriter } from '../../src/bundle/bytes.ts'
import { textSections } from '../../src/bundle/columns.ts'
import type { BundleContent, SectionContent } from '../../src/bundle/write.ts'
import { LABEL_KINDS, type LabelKind, SCALE } from '../../src/map/base-map.ts'
import type { Line, Polygon, Ring } from '../read/feature.ts'

/** The bundle of the map below the scores. Throws a RangeError where a line has too few vertices. */
export function baseMapBundle(layers: BaseMapLayers, sources: BundleContent['sources']): BundleContent {
  return {
    kind: 'base-map',
    id: 'base-map',
    meta: {},
    sources,
    sections: [
      ...areaSections('land', layers.land),
      ...areaSections('lakes', layers.lakes),
      ...lineSections('counties', layers.counties.map(unitsOf), 2),
      ...lineSections('states', layers.states.map(unitsOf), 2),
      ...labelSections(layers.labels),
    ],
  }
}

function areaSections(layer: string, areas: readonly Area[]): SectionContent[] {
  const polygons = areas.flatMap((area) => area.polygons)
  const names = areas.map(({ name }) => name)
  return [
    ...lineSections(layer, polygons.flat().map(openUnitsOf), 3),
    { name: `${layer}.rings`, data: Uint32Array.from(polygons, ({ length }) => length) },
    { name: `${layer}.polygons`, data: Uint32Array.from(areas, (area) => area.polygons.length) },
    ...textSections(`${layer}.name`, names),
  ]
}

/** Sections as src/base-map/paths.ts reads them. */
function lineSections(layer: string, lines: readonly (readonly number[])[], least: number): SectionContent[] {
  const steps = new ByteWriter()
  let [lon, lat] = [0, 0]
  for (const line of lines) {
    if (line.length / 2 < least)
      throw new RangeError(`a line of ${line.length / 2} vertices in '${layer}', expected ${least} at least`)
    for (let i = 0; i < line.length; i += 2) {
      steps.signedVarint(line[i] - lon)
      steps.signedVarint(line[i + 1] - lat)
      lon = line[i]
      lat = line[i + 1]
    }
  }
  return [
    { name: `${layer}.vertices`, data: Uint32Array.from(lines, ({ length }) => length / 2) },
    { name: `${layer}.steps`, data: steps.finish() },
  ]
}

/** A line in units, without vertices that repeat the one before. */
function unitsOf(line: Line): number[] {
  const units: number[] = []
  for (let i = 0; i < line.length; i += 2) {
    const lon = Math.round(line[i] * SCALE)
    const lat = Math.round(line[i + 1] * SCALE)
    if (lon !== units.at(-2) || lat !== units.at(-1)) units.push(lon, lat)
  }
  return units
}

function openUnitsOf(ring: Ring): number[] {
  return unitsOf(ring).slice(0, -2)
}

function labelSections(labels: readonly Label[]): SectionContent[] {
  return [
    ...textSections(
      'label.name',
      labels.map(({ name }) => name),
    ),
    { name: 'label.kind', data: Uint8Array.from(labels, ({ kind }) => LABEL_KINDS.indexOf(kind)) },
    { name: 'label.people', data: Uint32Array.from(labels, ({ people }) => Math.round(people)) },
    { name: 'label.lon', data: Int32Array.from(labels, ({ lon }) => Math.round(lon * SCALE)) },
    { name: 'label.lat', data: Int32Array.from(labels, ({ lat }) => Math.round(lat * SCALE)) },
  ]
}

export interface Area {
  /** '' where no source says. */
  readonly name: string
  readonly polygons: readonly Polygon[]
}

export interface Label {
  readonly name: string
  readonly kind: LabelKind
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  /** 0 where not known. */
  readonly people: number
}

/** What enters the bundle of the base map: src/base-map/read-base-map.ts says what each layer is. */
export interface BaseMapLayers {
  readonly land: readonly Area[]
  readonly lakes: readonly Area[]
  readonly counties: readonly Line[]
  readonly states: readonly Line[]
  /** Of each kind the one to show first goes first. */
  readonly labels: readonly Label[]
}
