import {
  type CityPlace,
  type CountyPlace,
  type GazetteerTables,
  gazetteerBundle,
  type ZipPlace,
} from '../../../data-build/geocode/gazetteer-bundle.ts'
import type { StateCode } from '../../../data-build/geocode/place-files.ts'
import type { PublicPlace } from '../../../data-build/geocode/public-places.ts'
import { publicPlacesBundle } from '../../../data-build/geocode/public-places-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { knownStreetsBundle } from '../../../data-build/streets/known-streets-bundle.ts'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import type { AddressLayer } from '../../../src/answers/geocode/layers.ts'
import { knownShards } from '../../../src/answers/geocode/open-geocoder.ts'
import { PublicPlaces } from '../../../src/answers/geocode/public-places/public-places.ts'
import { Streets } from '../../../src/answers/geocode/streets/streets.ts'

const state = (code: StateCode, name: string, lat: number, lon: number) => ({
  ...{ name, state: code, lat, lon, radius: 400_000, people: 1_000_000, aliases: [] },
})

const county = (
  fips: string,
  code: StateCode,
  name: string,
  people: number,
  lat: number,
  lon: number,
): CountyPlace => ({
  ...{ fips, state: code, name, people, lat, lon, radius: 25_000, aliases: [] },
})

const city = (
  name: string,
  code: StateCode,
  people: number,
  [lat, lon]: readonly [number, number],
  zips: readonly string[],
  ...counties: readonly string[]
): CityPlace => ({ name, state: code, people, lat, lon, radius: 9_000, aliases: [], zips, counties })

const zip = (
  code: string,
  state: StateCode,
  city: number,
  lat: number,
  lon: number,
  ...counties: string[]
): ZipPlace => ({
  ...{ zip: code, state, city, lat, lon, radius: 3_000, people: 20_000, counties },
})

const counties = [
  county('06901', 'CA', 'Sumac County', 90_000, 36, -120),
  county('12901', 'FL', 'Plover County', 50_000, 27.5, -81.5),
  county('12902', 'FL', 'Sumac County', 30_000, 28, -82),
  county('48901', 'TX', 'Quill County', 900_000, 30.2, -97.7),
  county('48902', 'TX', 'Bluestem County', 40_000, 30.5, -97.7),
  county('48903', 'TX', 'Alder County', 60_000, 33, -95),
]
const cities = [
  city('Sumac Springs', 'CA', 100_000, [36, -120], ['93990'], '06901'),
  city('Alderbrook', 'FL', 30_000, [27.5, -81.5], ['33990'], '12901'),
  city('Alderbrook', 'TX', 60_000, [33, -95], ['75490'], '48903'),
  city('Bluestem Heights', 'TX', 40_000, [30.48, -97.7], ['78792'], '48902', '48901'),
  city('London', 'TX', 180_000, [31, -99], ['76890'], '48903'),
  city('Quillwater', 'TX', 900_000, [30.2, -97.7], ['78790', '78791'], '48901'),
  city('Saint Plover', 'TX', 3_000, [32, -100], ['79590'], '48903'),
]
const zips = [
  zip('33990', 'FL', 1, 27.5, -81.5, '12901'),
  zip('75490', 'TX', 2, 33, -95, '48903'),
  zip('76890', 'TX', 4, 31, -99, '48903'),
  zip('78790', 'TX', 5, 30.21, -97.72, '48901'),
  zip('78791', 'TX', 5, 30.17, -97.66, '48901'),
  zip('78792', 'TX', 3, 30.46, -97.71, '48902', '48901'),
  zip('79590', 'TX', 6, 32, -100, '48903'),
  zip('93990', 'CA', 0, 36, -120, '06901'),
]

/** Invented towns of three states: by state, name and people, as the pipeline orders them. */
export const madeTables: GazetteerTables = {
  states: [state('CA', 'California', 36, -120), state('FL', 'Florida', 28, -82), state('TX', 'Texas', 31, -98)],
  counties,
  cities,
  zips,
}

const school = (name: string, number: string, zip: string, city: string, lat: number, lon: number): PublicPlace => ({
  names: [name],
  address: { number, predirectional: '', street: 'INVENTED', suffix: 'LN', postdirectional: '' },
  ...{ city, state: city === 'SUMAC SPRINGS' ? 'CA' : 'TX', zip, lat, lon },
})

/** Two schools of invented names. */
export const madePublicPlaces: readonly PublicPlace[] = [
  school('ROADRUNNER ELEMENTARY', '12', '78790', 'QUILLWATER', 30.2123, -97.7211),
  school('MANZANITA HIGH', '40', '93990', 'SUMAC SPRINGS', 36.0123, -120.0211),
]

/** Their addresses. */
export const madeStreets = knownStreetsBundle(
  'streets',
  madePublicPlaces.map(({ zip, lat, lon, address }) => ({
    zip,
    name: { ...address!, street: 'INVENTED' },
    numbers: [{ prefix: '', value: Number(address!.number), extra: '', lat, lon, isRough: false }],
  })),
  new Map(),
  [],
)

export function madePlaces(): Gazetteer {
  return new Gazetteer(memoryBundle(gazetteerBundle(madeTables, [])))
}

/** The geocoder over the invented towns and schools, with street layers before these. */
export function madeGeocoder(...streets: readonly AddressLayer[]): Geocoder {
  const schools = new PublicPlaces(memoryBundle(publicPlacesBundle(madePublicPlaces, [])))
  return new Geocoder(madePlaces(), [...streets, new Streets(knownShards(memoryBundle(madeStreets))), schools])
}
