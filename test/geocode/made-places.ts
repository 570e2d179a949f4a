import type { CityPlace, GazetteerTables } from '../../data-build/geocode/gazetteer-bundle.ts'

const spot = { lat: 30, lon: -97, radius: 5000, people: 1000 }

/** A city by its name alone. */
export function madeCity(name: string, state: CityPlace['state'], change: Partial<CityPlace> = {}): CityPlace {
  return { ...spot, name, state, aliases: [], zips: [], counties: [], ...change }
}

/** Places made by hand: cities in the order given, four ZIPs and three counties. */
export function madePlaces(cities: readonly CityPlace[]): GazetteerTables {
  return {
    states: [
      { ...spot, name: 'California', state: 'CA', aliases: [], lat: 36, lon: -119 },
      { ...spot, name: 'Florida', state: 'FL', aliases: [], lat: 28, lon: -82 },
      { ...spot, name: 'Texas', state: 'TX', aliases: [] },
    ],
    counties: [
      { ...spot, fips: '06001', name: 'St. Anne County', state: 'CA', aliases: ['Old Anne County'] },
      { ...spot, fips: '12003', name: 'DeMarco County', state: 'FL', aliases: [] },
      { ...spot, fips: '48005', name: 'DeMarco County', state: 'TX', aliases: [], people: 2000 },
    ],
    cities,
    zips: [
      { ...spot, zip: '32001', state: 'FL', city: null, counties: ['12003'] },
      { ...spot, zip: '75001', state: 'TX', city: 0, counties: ['48005', '06001'] },
      { ...spot, zip: '75002', state: 'TX', city: 0, counties: [], lat: 31 },
      { ...spot, zip: '90001', state: 'CA', city: cities.length - 1, counties: ['06001'] },
    ],
  }
}
