import type { Ring } from '../read/feature.ts'

export type DistrictType = 'Unified' | 'Elementary' | 'Secondary'

/** A school district as the Census Bureau draws it. */
export interface District {
  /** 7 digits: the LEA identifier (the Bureau's pseudo codes where a state has none). */
  readonly geoid: string
  /** `Austin Independent School District`. */
  readonly name: string
  readonly type: DistrictType
  /** 2-digit FIPS. */
  readonly state: string
  /** `PK`, `KG`, `01` … `12`; null where the file has no grades. */
  readonly lowestGrade: string | null
  readonly highestGrade: string | null
  /** All rings of all parts; inside by the even-odd rule, a point on an edge or vertex counts as inside. */
  readonly rings: readonly Ring[]
}

/** A district with its rating: 1-10, in words, and the year of the figures behind it. */
export interface RatedDistrict extends District {
  readonly rating: { readonly rating: number; readonly summary: string; readonly year: number } | null
}
