import { describe, expect, it } from 'vitest'
import { BatchError } from '../../../src/faces/batch/errors.ts'
import { type PlaceOptions, placeColumnsOf, refuseTakenNames } from '../../../src/faces/batch/place-columns.ts'
import { refusalOf } from './fixtures/question.ts'

/** The names of the columns that are found, those of the coordinate first. */
function found(
  names: readonly string[],
  options: PlaceOptions = {},
): { at: readonly string[] | null; address: string[] } {
  const { coordinates, address } = placeColumnsOf(names, options)
  return {
    at: coordinates === null ? null : [names[coordinates.lat], names[coordinates.lon]],
    address: address.map((column) => names[column]),
  }
}
const refusal = (names: readonly string[], options: PlaceOptions = {}) =>
  refusalOf(() => placeColumnsOf(names, options))

describe('columns of the place', () => {
  it.each([
    ['lat', 'lon'],
    ['latitude', 'longitude'],
    ['LATITUDE', 'LONGITUDE'],
    ['Lat', 'Lng'],
    ['lat', 'long'],
    ['y', 'x'],
    ['lat_dd', 'lon_dd'],
    ['Lat DD', 'Long-DD'],
    ['decimalLatitude', 'decimalLongitude'],
    ['gps_latitude', 'gps_longitude'],
    [' latitude ', '_longitude'],
  ])('are found by name: %s and %s', (lat, lon) => {
    expect(found(['id', lat, 'name', lon])).toEqual({ at: [lat, lon], address: [] })
    expect(found([lon, lat])).toEqual({ at: [lat, lon], address: [] })
  })

  it.each([
    ['pickup_lat', 'pickup_lon'],
    ['geo_lat', 'geo_long'],
    ['Store Latitude', 'Store Longitude'],
    ['Latitude (WGS84)', 'Longitude (WGS84)'],
    ['propLat', 'propLng'],
  ])('are found by the only pair of names that begin alike: %s and %s', (lat, lon) => {
    expect(found(['id', lon, 'name', lat]).at).toEqual([lat, lon])
  })

  it.each([
    ['where', ['30.2672, -97.7431', '32.78,-96.8']],
    ['geom', ['POINT (-97.7431 30.2672)', 'POINT(-96.8 32.78)']],
    ['shape', ['SRID=4326;POINT(-97.7431 30.2672)']],
    ['json', ['{"type":"Point","coordinates":[-97.7431,30.2672]}', '']],
    ['pin', ['(30.2672, -97.7431)', 'none']],
    ['Location', ['1100 Congress Ave, Austin, TX 78701', '320 18th St, Oakland, CA']],
    ['venue', ['900 Elm St Austin Texas', '12 Oak Ave, Tampa, FL 33602-1234']],
  ])('are found by values that are whole places, whatever the name: %s', (name, values) => {
    const rows = values.map((value, row) => [String(row), value, 'open'])
    expect(placeColumnsOf(['id', name, 'status'], {}, rows)).toMatchObject({ coordinates: null, address: [1] })
  })

  it('are not found by values that two columns have', () => {
    const rows = [['1', '30.2672, -97.7431', '30.1, -97.7']]
    expect(() => placeColumnsOf(['id', 'from', 'to'], {}, rows)).toThrow(BatchError)
    expect(() => placeColumnsOf(['id', 'from', 'to'], {}, [['1', 'Elm St', '5, 7']])).toThrow(BatchError)
  })

  it('are those of the most specific names', () => {
    expect(found(['x', 'y', 'lat', 'lon']).at).toEqual(['lat', 'lon'])
    expect(found(['lat', 'latitude', 'lng', 'longitude', 'y', 'x']).at).toEqual(['latitude', 'longitude'])
    expect(found(['lat_dd', 'lon_dd', 'latitude', 'lng']).at).toEqual(['latitude', 'lng'])
    expect(found(['lat', 'x', 'y']).at).toEqual(['y', 'x'])
  })

  it('are not guessed from parts of names, nor from half of a coordinate', () => {
    for (const names of [
      ['pickup_lat', 'pickup_lon', 'dropoff_lat', 'dropoff_lon'],
      ['pickup_lat', 'dropoff_lon'],
      ['plat', 'colon'],
      ['lat'],
      ['lat', 'x'],
      ['', ' ', '_'],
      [],
      ['state', 'country'],
    ])
      expect(refusal(names), String(names)).toMatch(
        /^No coordinate or address columns among .*--lat and --lon.*--address/,
      )
  })

  it('hold an address, whole or in parts that stand in the order of an address', () => {
    expect(found(['ZIP Code', 'State', 'id', 'Street', 'CITY'])).toEqual({
      ...{ at: null, address: ['Street', 'CITY', 'State', 'ZIP Code'] },
    })
    expect(found(['address', 'city', 'postal_code']).address).toEqual(['address', 'city', 'postal_code'])
    expect(found(['Full_Address', 'city', 'state', 'zip']).address).toEqual(['Full_Address'])
    expect(found(['street_address', 'address']).address).toEqual(['street_address'])
    expect(found(['zipcode']).address).toEqual(['zipcode'])
    expect(found(['lat', 'address']).address).toEqual(['address'])
    expect(found(['lat', 'lon', 'address', 'state'])).toEqual({ at: ['lat', 'lon'], address: ['address', 'state'] })
  })

  it('are those that options name, and then no others', () => {
    const names = ['lat', 'lon', 'address', 'Home Lat', 'home_lng', 'where', 'a,b']
    expect(found(names, { lat: 'Home Lat', lon: 'home-LNG' })).toEqual({ at: ['Home Lat', 'home_lng'], address: [] })
    expect(found(names, { address: 'where' })).toEqual({ at: null, address: ['where'] })
    expect(found(names, { lat: 'Home Lat' }).at).toEqual(['Home Lat', 'lon'])
    expect(found(names, { lon: 'home_lng', address: 'address' })).toEqual({
      ...{ at: ['lat', 'home_lng'], address: ['address'] },
    })
    expect(found(names, { address: 'where, address' }).address).toEqual(['where', 'address'])
    expect(found(names, { address: 'a,b' }).address).toEqual(['a,b'])
    expect(found(['1', '2', '3'], { lat: '3', lon: '1' }).at).toEqual(['3', '1'])
    expect(found(['Lat', 'lat', 'lon'], { lat: 'lat' }).at).toEqual(['lat', 'lon'])
    expect(found(names, { lat: '', lon: ' ' }).at).toEqual(['lat', 'lon'])
  })

  it('are refused where it is open which are meant', () => {
    expect(refusal(['lat', 'LAT', 'lon'])).toBe(
      'More than one column may be the latitude: "lat" (column 1) and "LAT" (column 2): name one with --lat, or rename one.',
    )
    expect(refusal(['lat', 'lng', 'long'])).toMatch(
      /^More than one column may be the longitude: "lng" .* "long" .*--lon/,
    )
    expect(refusal(['street', 'city', 'City'])).toMatch(/may be the city: .*--address/)
    expect(refusal(['lat', 'lon', 'lon'], { lon: 'lon' })).toMatch(
      /may be "lon": "lon" \(column 2\) and "lon" \(column 3\)/,
    )
    expect(found(['lat', 'LAT', 'lon'], { lat: 'LAT' }).at).toEqual(['LAT', 'lon'])
  })

  it('are refused where an option names what there is not, or names it twice', () => {
    expect(refusal(['a', 'b'], { lat: 'c', lon: 'b' })).toBe('There is no column "c" for --lat among "a", "b".')
    expect(refusal(['a', 'b'], { address: 'b,c' })).toBe('There is no column "c" for --address among "a", "b".')
    expect(refusal(['a', 'b'], { lat: 'a' })).toBe('No longitude column among "a", "b": name it with --lon.')
    expect(refusal(['a', 'b'], { lat: 'a', lon: 'a' })).toMatch(/"a" is named twice/)
    expect(refusal(['a', 'b'], { address: 'b,b' })).toMatch(/"b" is named twice/)
    expect(refusal(['_', 'b'], { lat: '-', lon: 'b' })).toMatch(/no column "-"/)
  })

  it('are listed within bounds', () => {
    const message = refusal(Array.from({ length: 10_000 }, (_, i) => `${'n'.repeat(1000)}${i}`))
    expect(message.length).toBeLessThan(4000)
    expect(message).toContain('and 9960 more')
  })
})

describe('names of added columns', () => {
  it('are refused where the input has them', () => {
    expect(() => refuseTakenNames(['id', 'fire'], ['noise', 'fire'])).toThrow(
      new BatchError(
        'The input already has a column "fire".',
        'column_taken',
        'use --prefix TEXT to rename the added columns.',
      ),
    )
    expect(refuseTakenNames(['id', 'Fire'], ['noise', 'fire'])).toBeUndefined()
  })
})
