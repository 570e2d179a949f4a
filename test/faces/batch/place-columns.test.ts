import { describe, expect, it } from 'vitest'
import { BatchError } from '../../../src/faces/batch/errors.ts'
import { getPlaceColumns, type PlaceOptions, refuseTakenNames } from '../../../src/faces/batch/place-columns.ts'
import { refusalOf } from './fixtures/question.ts'

/** Returns the names of the coordinate columns and of the address columns. */
function columnsIn(
  names: readonly string[],
  options: PlaceOptions = {},
): { at: readonly string[] | null; address: string[] } {
  const { coordinates, address } = getPlaceColumns(names, options)
  return {
    at: coordinates === null ? null : [names[coordinates.lat], names[coordinates.lon]],
    address: address.map((column) => names[column]),
  }
}
const refusal = (names: readonly string[], options: PlaceOptions = {}) =>
  refusalOf(() => getPlaceColumns(names, options))

describe('place columns', () => {
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
    ['Lat.', 'Long.'],
    ['latitude_deg', 'longitude_deg'],
    ['LATDMS', 'LONDMS'],
    ['Latitud', 'Longitud'],
    [' latitude ', '_longitude'],
  ])('are recognized by name: %s and %s', (lat, lon) => {
    expect(columnsIn(['id', lat, 'name', lon])).toEqual({ at: [lat, lon], address: [] })
    expect(columnsIn([lon, lat])).toEqual({ at: [lat, lon], address: [] })
  })

  it.each([
    ['pickup_lat', 'pickup_lon'],
    ['geo_lat', 'geo_long'],
    ['Store Latitude', 'Store Longitude'],
    ['Latitude (WGS84)', 'Longitude (WGS84)'],
    ['propLat', 'propLng'],
  ])('are recognized by the only pair of names with the same prefix: %s and %s', (lat, lon) => {
    expect(columnsIn(['id', lon, 'name', lat]).at).toEqual([lat, lon])
  })

  it.each([
    ['where', ['30.2672, -97.7431', '32.78,-96.8']],
    ['geom', ['POINT (-97.7431 30.2672)', 'POINT(-96.8 32.78)']],
    ['shape', ['SRID=4326;POINT(-97.7431 30.2672)']],
    ['json', ['{"type":"Point","coordinates":[-97.7431,30.2672]}', '']],
    ['pin', ['(30.2672, -97.7431)', 'none']],
    ['Location', ['1100 Congress Ave, Austin, TX 78701', '320 18th St, Oakland, CA']],
    ['venue', ['900 Elm St Austin Texas', '12 Oak Ave, Tampa, FL 33602-1234']],
  ])('are recognized by values that are complete places, whatever the column name: %s', (name, values) => {
    const rows = values.map((value, row) => [String(row), value, 'open'])
    expect(getPlaceColumns(['id', name, 'status'], {}, rows)).toMatchObject({ coordinates: null, address: [1] })
  })

  it('are not recognized by values if two columns contain places', () => {
    const rows = [['1', '30.2672, -97.7431', '30.1, -97.7']]
    expect(() => getPlaceColumns(['id', 'from', 'to'], {}, rows)).toThrow(BatchError)
    expect(() => getPlaceColumns(['id', 'from', 'to'], {}, [['1', 'Elm St', '5, 7']])).toThrow(BatchError)
  })

  it('are the columns with the most specific names', () => {
    expect(columnsIn(['x', 'y', 'lat', 'lon']).at).toEqual(['lat', 'lon'])
    expect(columnsIn(['lat', 'latitude', 'lng', 'longitude', 'y', 'x']).at).toEqual(['latitude', 'longitude'])
    expect(columnsIn(['lat_dd', 'lon_dd', 'latitude', 'lng']).at).toEqual(['latitude', 'lng'])
    expect(columnsIn(['lat', 'x', 'y']).at).toEqual(['y', 'x'])
  })

  it('are not inferred from parts of names or from a single coordinate', () => {
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
        /^No coordinate or address columns were found among .*--lat and --lon.*--address/,
      )
  })

  it('may be a whole address, or address parts in any order', () => {
    expect(columnsIn(['ZIP Code', 'State', 'id', 'Street', 'CITY'])).toEqual({
      ...{ at: null, address: ['Street', 'CITY', 'State', 'ZIP Code'] },
    })
    expect(columnsIn(['address', 'city', 'postal_code']).address).toEqual(['address', 'city', 'postal_code'])
    expect(columnsIn(['Full_Address', 'city', 'state', 'zip']).address).toEqual(['Full_Address'])
    expect(columnsIn(['street_address', 'address']).address).toEqual(['street_address'])
    expect(columnsIn(['zipcode']).address).toEqual(['zipcode'])
    expect(columnsIn(['lat', 'address']).address).toEqual(['address'])
    expect(columnsIn(['lat', 'lon', 'address', 'state'])).toEqual({ at: ['lat', 'lon'], address: ['address', 'state'] })
  })

  it('are the columns named by options, and no others', () => {
    const names = ['lat', 'lon', 'address', 'Home Lat', 'home_lng', 'where', 'a,b']
    expect(columnsIn(names, { lat: 'Home Lat', lon: 'home-LNG' })).toEqual({
      at: ['Home Lat', 'home_lng'],
      address: [],
    })
    expect(columnsIn(names, { address: 'where' })).toEqual({ at: null, address: ['where'] })
    expect(columnsIn(names, { lat: 'Home Lat' }).at).toEqual(['Home Lat', 'lon'])
    expect(columnsIn(names, { lon: 'home_lng', address: 'address' })).toEqual({
      ...{ at: ['lat', 'home_lng'], address: ['address'] },
    })
    expect(columnsIn(names, { address: 'where, address' }).address).toEqual(['where', 'address'])
    expect(columnsIn(names, { address: 'a,b' }).address).toEqual(['a,b'])
    expect(columnsIn(['1', '2', '3'], { lat: '3', lon: '1' }).at).toEqual(['3', '1'])
    expect(columnsIn(['Lat', 'lat', 'lon'], { lat: 'lat' }).at).toEqual(['lat', 'lon'])
    expect(columnsIn(names, { lat: '', lon: ' ' }).at).toEqual(['lat', 'lon'])
  })

  it('are suggested in the error message if only their values look like an address', () => {
    const rows = [['1100 Congress Ave', 'Austin', '78701']]
    expect(() => getPlaceColumns(['col1', 'col2', 'col3'], {}, rows)).toThrow(
      '"col1", "col2", "col3" may be parts of an address.',
    )
    // "Nirgendwo" does not look like a city, so "Ort" is not recognized as the city column.
    const german = [['1100 Congress Ave', 'Nirgendwo', 'TX', '78701']]
    expect(() => getPlaceColumns(['Strasse', 'Ort', 'Bundesstaat', 'PLZ'], {}, german)).toThrow(
      'may be parts of an address; add the city column.',
    )
  })

  it('are rejected if the street numbers are in a column with an ambiguous name', () => {
    const rows = [['1100', '1198', 'CONGRESS AVE', 'AUSTIN', '78701']]
    expect(() => getPlaceColumns(['FROM_ADDR', 'TO_ADDR', 'STREETNAME', 'CITY', 'ZIP'], {}, rows)).toThrow(
      'The columns "FROM_ADDR" (number), "TO_ADDR" (number) look like part of the address',
    )
  })

  it('are rejected if several columns have the same meaning', () => {
    expect(refusal(['lat', 'LAT', 'lon'])).toBe(
      'More than one column may be the latitude: "lat" (column 1) and "LAT" (column 2): choose one of them with --lat, or rename the other columns.',
    )
    expect(refusal(['lat', 'lng', 'long'])).toMatch(
      /^More than one column may be the longitude: "lng" .* "long" .*--lon/,
    )
    expect(refusal(['street', 'city', 'City'])).toMatch(/may be the city: .*--address/)
    expect(refusal(['lat', 'lon', 'lon'], { lon: 'lon' })).toMatch(
      /may be "lon": "lon" \(column 2\) and "lon" \(column 3\)/,
    )
    expect(columnsIn(['lat', 'LAT', 'lon'], { lat: 'LAT' }).at).toEqual(['LAT', 'lon'])
  })

  it('are rejected if an option names a missing column or the same column twice', () => {
    expect(refusal(['a', 'b'], { lat: 'c', lon: 'b' })).toBe('There is no column "c" for --lat among "a", "b".')
    expect(refusal(['a', 'b'], { address: 'b,c' })).toBe('There is no column "c" for --address among "a", "b".')
    expect(refusal(['a', 'b'], { lat: 'a' })).toBe('No longitude column among "a", "b": name it with --lon.')
    expect(refusal(['a', 'b'], { lat: 'a', lon: 'a' })).toMatch(/"a" is named twice/)
    expect(refusal(['a', 'b'], { address: 'b,b' })).toMatch(/"b" is named twice/)
    expect(refusal(['_', 'b'], { lat: '-', lon: 'b' })).toMatch(/no column "-"/)
  })

  it('must be named by options if the input has more than 20,000 columns', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, i) => (i === 7 ? 'lat' : i === 9 ? 'lon' : `k${i}`))
    expect(columnsIn(names(20_000)).at).toEqual(['lat', 'lon'])
    expect(refusal(names(20_001))).toBe(
      'The input has 20,001 columns, too many to search for the place columns (maximum: 20,000): name the columns with --lat and --lon, or with --address.',
    )
    const start = process.cpuUsage()
    expect(columnsIn(names(1_000_000), { lat: 'lat', lon: 'lon' }).at).toEqual(['lat', 'lon'])
    expect(columnsIn(names(1_000_000), { address: 'k3,k4' }).address).toEqual(['k3', 'k4'])
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000)
  })

  it('are listed in a message of limited length', () => {
    const message = refusal(Array.from({ length: 10_000 }, (_, i) => `${'n'.repeat(1000)}${i}`))
    expect(message.length).toBeLessThan(4000)
    expect(message).toContain('and 9960 more')
  })
})

describe('the names of added columns', () => {
  it('are rejected if the input already contains them', () => {
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
