/** A school district. */
export interface District {
  /** 7-digit identifier, `lea_id` elsewhere. */
  readonly geoid: string
  /** Name of the district. */
  readonly name: string
  /** `Unified`, `Elementary` or `Secondary`. */
  readonly sd_type: string
  /** 2-digit FIPS code of the state. */
  readonly state_fp: string
  /** Lowest grade as a label, such as `KG`. */
  readonly lograde: string | null
  /** Highest grade as a label, such as `12`. */
  readonly higrade: string | null
  /** 1-10, 10 best; null when unavailable. */
  readonly rating: number | null
  /** The rating in words, and how it was made. */
  readonly rating_summary: string | null
  /** Calendar year of the rating. */
  readonly rating_year: number | null
}
