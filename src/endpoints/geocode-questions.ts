import type { GeocodeSingleResponse } from './geocode-schemas.ts'

export interface GeocodeSingleQuestion {
  /** An address or place in one line, 1-300 characters. */
  readonly address: string
  /** Two letters, ISO 3166-1. Left out, the address is taken for one of the United States; nothing is found in other countries. */
  readonly country?: string | undefined
}

/** What can be asked about addresses; the same questions and answers as over HTTP. */
export interface ToolQuestions {
  /**
   * The single most likely coordinate of an address; null and a message where nothing is found. `geocode` says more.
   *
   * @throws {ValidationError} when an argument is missing or refused
   */
  geocodeSingle(question: GeocodeSingleQuestion): GeocodeSingleResponse
}
