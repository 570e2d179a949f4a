import { normaliseCity } from '../../src/geocode/city.ts'
import { parseAddress } from '../../src/geocode/parse-address.ts'
import type { AddressPart } from '../../src/geocode/parsed-address.ts'
import { placeName } from '../../src/geocode/public-places-names.ts'
import { zipFitsState } from '../../src/geocode/states.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { readLibraries } from './public-places-libraries.ts'
import { mergePlaces } from './public-places-merge.ts'
import { readZipMiddles } from './public-places-zips.ts'

/** A house number and street in the parser's wording; '' where a part is missing. */
export interface PlaceAddress {
  readonly number: string
  readonly predirectional: string
  readonly street: string
  readonly suffix: string
  readonly postdirectional: string
}

/** A school or library, or several at one address. */
export interface PublicPlace {
  /** As `placeName` writes them; at least one. */
  readonly names: readonly string[]
  /** Null where the files give a box, or a street without a number: the place can be found by name alone. */
  readonly address: PlaceAddress | null
  /** As `normaliseCity` writes it. */
  readonly city: string
  /** Two letters. */
  readonly state: string
  /** Five digits. */
  readonly zip: string
  /** Degrees, WGS 84. */
  readonly lat: number
  readonly lon: number
}

/** A place as a file gives it; every `School` is one. */
export interface PlaceRecord {
  readonly name: string
  readonly street: string | null
  readonly city: string | null
  readonly state: string
  /** `78701` or `78701-1234` */
  readonly zip: string | null
  readonly lat: number
  readonly lon: number
}

/**
 * The public places with a known coordinate: schools, and the libraries that the folder holds. Places without city or ZIP,
 * those with a ZIP of another state, and those that lie far from their ZIP (charter schools are often put at their
 * district's office) are left out; places of one address are one.
 * @throws SourceError for a file in another layout
 */
export async function readPublicPlaces(schools: readonly PlaceRecord[], sources: SourceFolder): Promise<PublicPlace[]> {
  const middles = await readZipMiddles(sources)
  const records: PlaceRecord[] = [...schools, ...(await readLibraries(sources))]
  const places: PublicPlace[] = []
  for (const { name, street, city, state, zip: longZip, lat, lon } of records) {
    const zip = longZip?.slice(0, 5) ?? ''
    const names = [placeName(name)].filter(Boolean)
    const cityName = normaliseCity(city ?? '')
    if (zip === '' || cityName === '' || names.length === 0) continue
    if (!zipFitsState(zip, state) || middles.isFar(zip, lat, lon)) continue
    places.push({ names, address: addressOf(street, cityName, state, zip), city: cityName, state, zip, lat, lon })
  }
  return mergePlaces(places)
}

/** The parts as the parser finds them in the whole address: what is asked is read the same way. */
function addressOf(street: string | null, city: string, state: string, zip: string): PlaceAddress | null {
  if (!street) return null
  const parsed = parseAddress(`${street}, ${city}, ${state} ${zip}`)
  if (parsed.number === null || parsed.street === null || parsed.crossStreet || parsed.poBox) return null
  return {
    number: textOf(parsed.number),
    predirectional: textOf(parsed.predirectional),
    street: textOf(parsed.street),
    suffix: textOf(parsed.suffix),
    postdirectional: textOf(parsed.postdirectional),
  }
}

function textOf(part: AddressPart | null): string {
  return part?.text ?? ''
}
