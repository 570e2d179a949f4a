import type { LabelKind } from '../../src/base-map/read-base-map.ts'
import type { Line, Polygon } from '../read/feature.ts'

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
