import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readGazetteer } from '../../data-build/geocode/gazetteer.ts'
import { gazetteerBundle } from '../../data-build/geocode/gazetteer-bundle.ts'
import { number, readCsv, text } from '../../data-build/read/csv.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { metersBetween } from '../../src/geocode/distance.ts'
import { editDistance } from '../../src/geocode/gazetteer/edit-distance.ts'
import { Gazetteer } from '../../src/geocode/gazetteer/gazetteer.ts'
import { normalizeCity } from '../../src/geocode/parse/city-name.ts'
import { parseAddress } from '../../src/geocode/parse/parse-address.ts'

const SHARED = '../shared/data'
const ZIPS = 'census/gazetteer/zip_city_county_CA_TX_FL_zipmonster.csv.gz'
const FLORIDA = 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz'
const LIBRARIES = 'addresses/known-points/imls_library_outlets_FL.csv.gz'

describe.skipIf(!existsSync(SHARED))('the places of ../shared/data (skipped where that folder is absent)', () => {
  const folder = new SourceFolder(SHARED)
  let bytes: Uint8Array
  let places: Gazetteer

  beforeAll(async () => {
    bytes = await writeBundle(gazetteerBundle(await readGazetteer(folder), []))
    places = new Gazetteer(await readBundle(bytes, 'places.bundle'))
  }, 60_000)

  it('fit into 300 kB', () => {
    expect(bytes.length).toBeLessThan(300_000)
    expect(places.count('state')).toBe(3)
    expect(places.count('county')).toBe(58 + 67 + 254)
  })

  it('have every ZIP with its city, its state and a county', async () => {
    const { rows, columns } = await readCsv(folder, ZIPS, { zip: text(), city: text(), stateCode: text() })
    expect(rows).toBe(6657)
    for (let i = 0; i < rows; i++) {
      const zip = places.zip(columns.zip[i])
      const named = places.citiesNamed(normalizeCity(columns.city[i]), columns.stateCode[i])
      expect(named, columns.zip[i]).toContain(places.zipCity(zip))
      expect(places.place('zip', zip).state).toBe(columns.stateCode[i])
      expect(places.zipCounties(zip).length, columns.zip[i]).toBeGreaterThan(0)
    }
  })

  it('have counties and ZIPs for every city, in its own state', () => {
    for (let city = 0; city < places.count('city'); city++) {
      const { name, state } = places.place('city', city)
      const counties = places.cityCounties(city)
      expect(counties.length, name).toBeGreaterThan(0)
      for (const county of counties) expect(places.stateCode('county', county), name).toBe(state)
      expect(places.cityZips(city).length, name).toBeGreaterThan(0)
      for (const zip of places.cityZips(city)) expect(places.stateCode('zip', zip), name).toBe(state)
      expect(places.isCity(normalizeCity(name), state), name).toBe(true)
    }
  })

  it("have the counties' people and centres as the census published them", async () => {
    const { rows, columns } = await readCsv(folder, 'census/population/CenPop2020_Mean_CO_06_12_48.txt', {
      STATEFP: text(),
      COUNTYFP: text(),
      COUNAME: text(),
      POPULATION: number(),
      LATITUDE: number(),
      LONGITUDE: number(),
    })
    expect(rows).toBe(places.count('county'))
    for (let i = 0; i < rows; i++) {
      const county = places.county(columns.STATEFP[i] + columns.COUNTYFP[i])
      const { people, lat, lon, name } = places.place('county', county)
      expect(people, name).toBe(columns.POPULATION[i])
      expect(metersBetween(lat, lon, columns.LATITUDE[i], columns.LONGITUDE[i]), name).toBeLessThan(300)
      expect(places.countiesNamed(normalizeCity(columns.COUNAME[i]), null), name).toContain(county)
    }
  })

  it('lie where their people are', () => {
    // City halls, by their own addresses' coordinates.
    for (const [name, state, lat, lon, county, within] of [
      ['SAN FRANCISCO', 'CA', 37.7793, -122.4193, 'San Francisco County', 5],
      ['AUSTIN', 'TX', 30.2649, -97.7474, 'Travis County', 8],
      ['KEY WEST', 'FL', 24.5551, -81.7829, 'Monroe County', 4],
      ['VENTURA', 'CA', 34.2819, -119.2927, 'Ventura County', 8],
      ['MIAMI', null, 25.7277, -80.2342, 'Miami-Dade County', 10],
      ['PARIS', null, 33.6617, -95.5557, 'Lamar County', 5],
    ] as const) {
      const city = places.citiesNamed(name, state)[0]
      const found = places.place('city', city)
      expect(metersBetween(found.lat, found.lon, lat, lon), name).toBeLessThan(within * 1000)
      expect(places.place('county', places.cityCounties(city)[0]).name).toBe(county)
    }
    // The neighbourhood of Los Angeles is no village near Lompoc.
    const hills = places
      .citiesNamed('MISSION HILLS', 'CA')
      .map((city) => places.place('county', places.cityCounties(city)[0]).name)
    expect(hills).toEqual(['Los Angeles County', 'Santa Barbara County'])
  })

  it('find the cities and counties of the Florida addresses', async () => {
    const { rows, columns } = await readCsv(folder, FLORIDA, { text: text(), expected_county: text() })
    let named = 0
    let found = 0
    let right = 0
    let zips = 0
    let zipsRight = 0
    for (let i = 0; i < rows; i++) {
      const county = places.countiesNamed(normalizeCity(columns.expected_county[i]), 'FL')
      expect(county.length, columns.expected_county[i]).toBe(1)
      const { city, zip } = parseAddress(columns.text[i], places)
      const name = city?.text ?? ''
      const exact = places.citiesNamed(name, 'FL')
      const cities = exact.length > 0 ? exact : places.citiesLike(name, 'FL')
      if (exact.length > 0) named++
      if (cities.length > 0) found++
      if (cities.some((city) => places.cityCounties(city).includes(county[0]))) right++
      const known = places.zip(zip?.text ?? '')
      if (known >= 0) zips++
      if (known >= 0 && places.zipCounties(known).includes(county[0])) zipsRight++
    }
    expect(rows).toBe(51_701)
    expect(named / rows).toBeGreaterThan(0.985)
    expect(found / rows).toBeGreaterThan(0.99)
    expect(right / rows).toBeGreaterThan(0.99)
    expect(zips / rows).toBeGreaterThan(0.999)
    expect(zipsRight / rows).toBeGreaterThan(0.995)
  })

  it('have radii that hold about 90 % of the libraries of Florida', async () => {
    const { rows, columns } = await readCsv(folder, LIBRARIES, {
      CITY: text(),
      ZIP: text(),
      LATITUDE: number(),
      LONGITUD: number(),
    })
    let zips = 0
    let inZip = 0
    let cities = 0
    let inCity = 0
    for (let i = 0; i < rows; i++) {
      const isInside = ({ lat, lon, radius }: { lat: number; lon: number; radius: number }) =>
        metersBetween(lat, lon, columns.LATITUDE[i], columns.LONGITUD[i]) <= radius
      const zip = places.zip(columns.ZIP[i])
      if (zip >= 0) zips++
      if (zip >= 0 && isInside(places.place('zip', zip))) inZip++
      const named = places.citiesNamed(normalizeCity(columns.CITY[i]), 'FL')
      if (named.length > 0) cities++
      if (named.some((city) => isInside(places.place('city', city)))) inCity++
    }
    expect(rows).toBeGreaterThan(400)
    for (const share of [inZip / zips, inCity / cities]) {
      expect(share).toBeGreaterThan(0.8)
      expect(share).toBeLessThan(0.98)
    }
  })

  it('find mistyped cities as a search of all names does', () => {
    const names = Array.from({ length: places.count('city') }, (_, i) => normalizeCity(places.place('city', i).name))
    for (let i = 0; i < names.length; i += 37) {
      const at = 1 + (i % (names[i].length - 1 || 1))
      const mistyped = `${names[i].slice(0, at)}${names[i].slice(at + 1)}`
      const nearest = Math.min(...names.map((name) => editDistance(mistyped, name, 3)))
      const found = places.similarCities(mistyped, null)
      // All are within reach by the letter left out, if long enough for an edit.
      if (mistyped.length > 3) expect(found[0].edits, mistyped).toBe(nearest)
    }
  })
})
