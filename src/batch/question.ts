/** What is asked about every row. JSON: threads and machines are told it. */
export interface BatchQuestion {
  /** Ids of dimensions, in the order of their columns. */
  readonly dimensions: readonly string[]
  /** A text beside each score. */
  readonly descriptions: boolean
  /** The school districts of the place. */
  readonly districts: boolean
  /** How many of the nearest schools, 0-50. */
  readonly schools: number
  /** What an address was found as. */
  readonly geocodeDetails: boolean
  /** Stands before the names of added columns. */
  readonly prefix: string
}
