import type { PlaceColumns } from './rows.ts'

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

/** Whether rows become strings on the way to their answers: those take many times the bytes of rows that stay numbers. */
export function isOfStrings(
  { descriptions, districts, schools }: BatchQuestion,
  { address }: PlaceColumns<unknown>,
): boolean {
  return address.length > 0 || descriptions || districts || schools > 0
}
