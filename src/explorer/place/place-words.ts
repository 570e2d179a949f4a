import { distanceWords } from '../../endpoints/school-words.ts'
import type { Around, LatLon } from '../engine/engine.ts'
import type { ChosenPlace } from '../view.ts'

/** `30.26720, -97.74310`: five decimals are a metre; more of them, where there are, are kept. */
export function coordinates({ lat, lon }: LatLon): string {
  return `${degrees(lat)}, ${degrees(lon)}`
}

/** What a place is called in headings. */
export function nameOf(place: ChosenPlace): string {
  return place.found?.address ?? coordinates(place)
}

/** `Travis County, Texas`; of a place that was clicked `Near Austin, Travis County, Texas`. */
export function liesWords(place: ChosenPlace, { county, state }: Around, city: string | null | undefined): string {
  const near = city && !place.found ? `Near ${city}, ` : ''
  return `${near}${county}, ${state}`
}

/** `The middle of ZIP code 78701: within about 1.4 km, not the house itself.` */
export function foundWords({ layer, radius, address }: NonNullable<ChosenPlace['found']>): string {
  const within = `within about ${distanceWords(radius)}`
  switch (layer) {
    case 'address_point':
      return `The address itself: ${within}.`
    case 'street_range':
      return `A place on its street, from the range of house numbers: ${within}.`
    case 'public_place':
      return `A school, library or other public place: ${within}.`
    case 'zip':
      return `The middle of ZIP code ${/\d{5}$/.exec(address)?.[0] ?? address}: ${within}, not the house itself.`
    case 'city':
    case 'county':
    case 'state':
      return `The middle of ${address}: ${within}, not the house itself.`
  }
}

function degrees(value: number): string {
  const short = value.toFixed(5)
  return Number(short) === value ? short : String(value)
}
