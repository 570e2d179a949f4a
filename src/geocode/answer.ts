import { metersApart } from '../geo/distance.ts'
import { COVERAGE, stateName } from '../states.ts'
import type { AddressClues } from './address-clues.ts'
import type { Layer } from './layers.ts'
import type { Refusal } from './locate.ts'
import type { ParsedAddress } from './parse/parsed-address.ts'

/** A coordinate that an address may mean, and its basis. */
export interface GeocodeMatch {
  /** Latitude, degrees, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, WGS 84. */
  readonly lon: number
  /** What was located: an address point, a position on a street's range, a public place, or the centroid of a ZIP, city, county or state. */
  readonly layer: Layer
  /** 0-1: how far to trust that this was meant. It falls with the layer, with every part that does not fit, and with ambiguity. */
  readonly confidence: number
  /** Radius of uncertainty in meters: some ten for an address point, kilometers for a ZIP or city. */
  readonly radius: number
  /** The address or place that was found, in one line: `Austin, TX 78701`. */
  readonly address: string
}

/** The parts of the address as they were read, normalized after USPS Publication 28; null where one is missing. */
export interface GeocodeParts {
  /** `123`, `45B`, `123 1/2` */
  readonly number: string | null
  /** `N`, `SW` */
  readonly predirectional: string | null
  /** The street's name alone: `16TH`, `SAINT JOHNS`, `STATE ROAD 7`; `5TH & MAIN` at a crossing. */
  readonly street: string | null
  /** `AVE` */
  readonly suffix: string | null
  /** `N`, `SW` */
  readonly postdirectional: string | null
  /** `APT 4` */
  readonly unit: string | null
  /** Upper case, words in full: `SAINT PETERSBURG`. */
  readonly city: string | null
  /** Two letters. */
  readonly state: string | null
  /** Five digits. */
  readonly zip: string | null
}

/** The answer about an address. Where nothing is found, all but `parsed`, `alternatives` and `message` are null. */
export interface GeocodeAnswer {
  /** Latitude, degrees, WGS 84. */
  readonly lat: number | null
  /** Longitude, degrees, WGS 84. */
  readonly lon: number | null
  /** What was located. */
  readonly layer: Layer | null
  /** 0-1: how far to trust that this was meant. */
  readonly confidence: number | null
  /** Radius of uncertainty in meters. */
  readonly radius: number | null
  /** The address or place that was found, in one line. */
  readonly address: string | null
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** Other coordinates that the address may mean, best first, at most five. */
  readonly alternatives: readonly GeocodeMatch[]
  /** A remark on what is found: the name is ambiguous, parts contradict each other, or the county is open. Else null. */
  readonly note: string | null
  /** Why nothing is found; null where something is. */
  readonly message: string | null
}

/** How many matches an answer holds: the best and five alternatives. */
export const MAX_MATCHES = 6

/** A confidence of three digits. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

/** An answer of the best match. */
export function answerOf(
  [best, ...alternatives]: readonly GeocodeMatch[],
  parsed: GeocodeParts,
  note: string | null,
): GeocodeAnswer {
  const { lat, lon, layer, confidence, radius, address } = best
  return { lat, lon, layer, confidence, radius, address, parsed, alternatives, note, message: null }
}

/** An answer where nothing is found. */
export function noAnswer(parsed: GeocodeParts, message: string): GeocodeAnswer {
  const nothing = { lat: null, lon: null, layer: null, confidence: null, radius: null, address: null, note: null }
  return { ...nothing, parsed, alternatives: [], message }
}

/** A match that may as well be one of its rivals: its radius reaches around all of them. */
export function aroundRivals(match: GeocodeMatch, rivals: readonly GeocodeMatch[]): GeocodeMatch {
  const reach = rivals.map((rival) => Math.round(metersApart(match, rival)) + rival.radius)
  return { ...match, radius: Math.max(match.radius, ...reach) }
}

/** The parts of an address as texts, with ZIP, city and state as they are understood. */
export function partsOf(
  parsed: ParsedAddress,
  { zip, city, state }: { readonly zip: string | null; readonly city: string | null; readonly state: string | null },
): GeocodeParts {
  const { number, predirectional, street, suffix, postdirectional, crossStreet, unit } = parsed
  const crossing = crossStreet?.street ? ` & ${crossStreet.street.text}` : ''
  return {
    number: number?.text ?? null,
    predirectional: predirectional?.text ?? null,
    street: street === null ? null : street.text + crossing,
    suffix: suffix?.text ?? null,
    postdirectional: postdirectional?.text ?? null,
    unit: unit?.text ?? null,
    city,
    state,
    zip,
  }
}

/** Why an address is not found. */
export function refusalMessage(refusal: Refusal, { city, state, zip }: AddressClues): string {
  switch (refusal) {
    case 'abroad':
      return `The address is outside the United States: ${city}.`
    case 'outside':
      return `The address is outside ${COVERAGE}: ${state === null ? `ZIP ${zip}` : `${stateName(state)} (${state})`} is not covered.`
    case 'no place':
      return `The address has no ZIP, city or state of ${COVERAGE}: add "city, state ZIP".`
    case 'unknown':
      return city === null
        ? `There is no ZIP ${zip} in ${COVERAGE}: add the city and the state.`
        : `There is no ${zip === null ? '' : `ZIP ${zip} and no `}place named ${city} in ${state ?? COVERAGE}: check the spelling, or add city, state and ZIP.`
    case 'leftover':
      return `Part of the address could not be read: write it as "number street, city, state ZIP".`
    case 'state only':
      return 'The address has a state but no city and no ZIP: add one of them.'
    case 'namesake':
      return `${city} may be a place outside ${COVERAGE}: add the state or the ZIP.`
    case 'ZIP only':
      return zipOnlyMessage(city, zip)
    case 'unknown name':
      return `No such place is known in a city of ${COVERAGE}: add the street, and the state or the ZIP.`
  }
}

function zipOnlyMessage(city: string | null, zip: string | null): string {
  return `There is no ${city} near ZIP ${zip} in ${COVERAGE}: add the state, or omit the city.`
}

/** Whether nothing is found because of the city alone: the centroid of the ZIP would be an answer. */
export function isZipOnly({ parsed: { city, zip }, message }: GeocodeAnswer): boolean {
  return zip !== null && message === zipOnlyMessage(city, zip)
}

export const NOT_IN_LAYERS =
  'Nothing is found in the requested layers: name coarser ones, or give a more complete address.'

export function unprovenNote({ city, state }: AddressClues): string {
  return `The street layers of ${state} have this address, but ${city === null ? 'no city is given' : `${city} is not in the data`}: add the ZIP to be sure.`
}

export function ambiguousAddressNote(address: string): string {
  return `Several places match as well as ${address}: add the ZIP, or see the alternatives.`
}

/** @param counties at least two */
export function splitNote(where: string, counties: readonly string[]): string {
  const names = `${counties.slice(0, -1).join(', ')} and ${counties[counties.length - 1]}`
  return `${where} is in ${names}, and the street is not in the data: the county is uncertain.`
}

export function farCityNote({ zip, city }: AddressClues): string {
  return `ZIP ${zip} and the city ${city} are far apart: this is the ZIP.`
}

export function wrongStateNote({ zip, state }: AddressClues, line: string): string {
  return `ZIP ${zip} is not in ${state}: this is ${line}.`
}

export function ambiguousPlaceNote(name: string, line: string): string {
  return `Several places are named ${name}: ${line} has the most people; add state and ZIP, or see the alternatives.`
}

export function unknownNameNote(line: string): string {
  return `No place of that name is known in ${line}: this is the city as a whole.`
}

export function nameOnlyNote(line: string): string {
  return `No state or ZIP is given: ${line} is the place of that name in ${COVERAGE}; there may be others elsewhere.`
}
