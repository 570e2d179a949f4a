import { address, country } from './known-parameters.ts'

/** Parameters of each endpoint of addresses, in the order in which their errors are listed. */
export const geocodeParameters = {
  geocodeSingle: [address, country],
} as const
