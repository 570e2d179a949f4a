import type { Note } from '../errors.ts'
import { metersApart } from '../geo/distance.ts'
import type { Place } from '../geo/place.ts'
import { COVERAGE, stateName } from '../states.ts'
import type { AddressClues } from './address-clues.ts'
import type { Layer } from './layers.ts'
import type { Refusal } from './locate.ts'
import type { ParsedAddress } from './parse/parse-address.ts'

/** A place that an address may mean, and its basis. */
export interface GeocodeMatch extends Place {
  /**
   * What was located: an address point, a position on a street's range, a public place, or the centroid of a ZIP, city,
   * county or state.
   */
  readonly layer: Layer
  /**
   * 0-1: how far to trust that this was meant. It falls with the layer, with every part that does not fit, and with
   * ambiguity.
   */
  readonly confidence: number
  /** Radius of uncertainty in meters: some ten for an address point, kilometers for a ZIP or city. */
  readonly radius: number
  /** The address or place that was found, in one line: `Austin, TX 78701`. */
  readonly label: string
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

/** The place that an address most likely means. */
export interface GeocodedPlace extends GeocodeMatch {
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** Other places that the address may mean, best first, at most five. */
  readonly alternatives: readonly GeocodeMatch[]
  /** A remark: the name is ambiguous, parts contradict each other, or the county is open. Else null. */
  readonly note: Note | null
}

/** An address that was not found: it has no coordinate, and no function that takes a place takes it. */
export interface AddressNotFound {
  /** Never there, nor are the other fields of a place. */
  readonly lat?: undefined
  /** Never there. */
  readonly lon?: undefined
  /** Never there. */
  readonly radius?: undefined
  /** Never there. */
  readonly label?: undefined
  /** Never there. */
  readonly layer?: undefined
  /** Never there. */
  readonly confidence?: undefined
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** None. */
  readonly alternatives: readonly []
  /** Why nothing is found: `address_abroad`, `place_outside`, `place_missing`, `place_unknown` and so on. */
  readonly note: Note
}

/** The answer about an address: a place, or why there is none; `answer.lat === undefined` tells them apart. */
export type GeocodeAnswer = GeocodedPlace | AddressNotFound

/** How many matches an answer holds: the best and five alternatives. */
export const MAX_MATCHES = 6

/** A confidence of three digits. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

/** Degrees to a tenth of a meter. */
export function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** An answer of the best match. */
export function answerOf(
  [best, ...alternatives]: readonly GeocodeMatch[],
  parsed: GeocodeParts,
  note: Note | null,
): GeocodedPlace {
  // Copied by name: spreading an object takes ten times as long.
  const { lat, lon, layer, confidence, radius, label } = best
  return { lat, lon, layer, confidence, radius, label, parsed, alternatives, note }
}

/** An answer where nothing is found. */
export function noAnswer(parsed: GeocodeParts, note: Note): AddressNotFound {
  return { parsed, alternatives: [], note }
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
export function refusalNote(refusal: Refusal, { city, state, zip }: AddressClues): Note {
  switch (refusal) {
    case 'abroad':
      return { code: 'address_abroad', text: `The address is outside the United States: ${city}.` }
    case 'outside': {
      const where = state === null ? `ZIP ${zip}` : `${stateName(state)} (${state})`
      return { code: 'place_outside', text: `The address is outside ${COVERAGE}: ${where} is not covered.` }
    }
    case 'no place':
      return {
        code: 'place_missing',
        text: `The address has no ZIP, city or state of ${COVERAGE}: add "city, state ZIP".`,
      }
    case 'unknown': {
      const place = `${zip === null ? '' : `ZIP ${zip} and no `}place named ${city} in ${state ?? COVERAGE}`
      const text =
        city === null
          ? `There is no ZIP ${zip} in ${COVERAGE}: add the city and the state.`
          : `There is no ${place}: check the spelling, or add city, state and ZIP.`
      return { code: 'place_unknown', text }
    }
    case 'leftover':
      return {
        code: 'address_unread',
        text: `Part of the address could not be read: write it as "number street, city, state ZIP".`,
      }
    case 'state only':
      return {
        code: 'city_missing',
        text: 'The address has a state but no city and no ZIP: add one of them.',
      }
    case 'namesake':
      return {
        code: 'state_missing',
        text: `${city} may be a place outside ${COVERAGE}: add the state or the ZIP.`,
      }
    case 'ZIP only':
      return {
        code: 'city_not_at_zip',
        text: `There is no ${city} near ZIP ${zip} in ${COVERAGE}: add the state, or omit the city.`,
      }
    case 'contradiction': {
      const where = `${city}${state === null ? '' : `, ${state}`}`
      return {
        code: 'zip_and_city_apart',
        text: `ZIP ${zip} and the city ${where} are more than 50 km apart: correct or omit one of them.`,
      }
    }
    case 'unknown name':
      return {
        code: 'name_unknown',
        text: `No such place is known in a city of ${COVERAGE}: add the street, and the state or the ZIP.`,
      }
  }
}

export const NOT_IN_LAYERS: Note = {
  code: 'not_in_layers',
  text: 'Nothing is found in the requested layers: name coarser ones, or give a more complete address.',
}

export function unprovenNote({ city, state }: AddressClues): Note {
  const missing = city === null ? 'no city is given' : `${city} is not in the data`
  return {
    code: 'place_unproven',
    text: `The street layers of ${state} have this address, but ${missing}: add the ZIP to be sure.`,
  }
}

export function ambiguousAddressNote(label: string): Note {
  return {
    code: 'address_ambiguous',
    text: `Several places match as well as ${label}: add the ZIP, or see the alternatives.`,
  }
}

/** @param counties at least two */
export function splitNote(where: string, counties: readonly string[]): Note {
  const names = `${counties.slice(0, -1).join(', ')} and ${counties[counties.length - 1]}`
  return {
    code: 'county_uncertain',
    text: `${where} is in ${names}, and the street is not in the data: the county is uncertain.`,
  }
}

export function farCityNote({ zip, city }: AddressClues): Note {
  return { code: 'city_not_at_zip', text: `ZIP ${zip} and the city ${city} are far apart: this is the ZIP.` }
}

/** @param written the city with the words before it */
export function longerCityNote(written: string, line: string): Note {
  return { code: 'city_unknown', text: `No city ${written} is known: this is ${line}, which may be another place.` }
}

export function wrongStateNote({ zip, state }: AddressClues, line: string): Note {
  return { code: 'zip_not_in_state', text: `ZIP ${zip} is not in ${state}: this is ${line}.` }
}

export function ambiguousPlaceNote(name: string, line: string): Note {
  return {
    code: 'place_ambiguous',
    text: `Several places are named ${name}: ${line} has the most people; add state and ZIP, or see the alternatives.`,
  }
}

export function unknownNameNote(line: string): Note {
  return {
    code: 'name_unknown',
    text: `No place of that name is known in ${line}: this is the city as a whole.`,
  }
}

export function nameOnlyNote(line: string): Note {
  return {
    code: 'state_missing',
    text: `No state or ZIP is given: ${line} is the place of that name in ${COVERAGE}; there may be others elsewhere.`,
  }
}
