/** The ids of the catalogue. */
export type DimensionId =
  | 'urban-rural'
  | 'privacy'
  | 'walkability'
  | 'visual-appeal'
  | 'dog-friendliness'
  | 'liveliness'
  | 'noise-levels'
  | 'air-quality'
  | 'industrial-proximity'
  | 'insurance-coverage'
  | 'ideological-lean'
  | 'population-profile'
  | 'flood'
  | 'fire'

type District = 'unified' | 'elementary' | 'secondary'
type Geocoding = 'lat' | 'lon' | 'layer' | 'confidence' | 'radius' | 'address' | 'message'

/** The fields that are added to a row; null where there is nothing to say. */
export type AddedToRow<Id extends DimensionId, Prefix extends string> = {
  /** 1-255; 0: no data there. Null where the row cannot be answered. */
  [Name in `${Prefix}${Id}`]: number | null
} & {
  /** Why the row cannot be answered. */
  [Name in `${Prefix}vicinage_error`]: string | null
} & {
  /** With `descriptions` and `districts`. */
  [Name in `${Prefix}${Id}_description` | `${Prefix}district_${District}_${'geoid' | 'name'}`]?: string | null
} & {
  /** With `schools` and `geocodeDetails`. */
  [Name in
    | `${Prefix}school_${number}_${'nces_id' | 'name' | 'level' | 'rating' | 'distance_meters'}`
    | `${Prefix}geocode_${Geocoding}`]?: string | number | null
}
