import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDowntowns } from '../../../data-build/geocode/downtowns.ts'
import { readGazetteer } from '../../../data-build/geocode/gazetteer.ts'
import { gazetteerBundle } from '../../../data-build/geocode/gazetteer-bundle.ts'
import { number, readCsv, text } from '../../../data-build/read/csv.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { OutlinedPlaces } from '../../../src/answers/areas/outlined-places.ts'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import { parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { editDistance } from '../../../src/base/geo/edit-distance.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { writeBundle } from '../../../src/data/bundle/write.ts'
import { openVicinage } from '../../../src/index.ts'
import { openFile } from '../../library/fixtures/folder.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { skippedName } from '../../support/skipped-name.ts'

const folder = new SourceFolder(SHARED)
const outlines = new OutlinedPlaces((await openFile(dataFolder(), 'areas.bundle'))!)
const bytes = existsSync(SHARED)
  ? await writeBundle(gazetteerBundle(await readGazetteer(folder, outlines, await readDowntowns(folder, outlines)), []))
  : new Uint8Array()
const places = existsSync(SHARED) ? new Gazetteer(await readBundle(bytes, 'places.bundle')) : null!
const geocoder = new Geocoder(places, [])

const ZIPS = 'census/gazetteer/zip_city_county_CA_TX_FL_zipmonster.csv.gz'
const FLORIDA = 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz'
const LIBRARIES = 'addresses/known-points/imls_library_outlets_FL.csv.gz'

withAgencyFiles('the gazetteer of ../shared/data', () => {
  it('fits in 300 kB', () => {
    expect(bytes.length).toBeLessThan(300_000)
    expect(places.count('state')).toBe(3)
    expect(places.count('county')).toBe(58 + 67 + 254)
  })

  it('lists every ZIP with its city, state and county', async () => {
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

  it('lists counties and ZIPs for every city, all in the same state', () => {
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

  it('contains the published census population and center of each county', async () => {
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

  it('locates cities where their residents live', () => {
    // City halls, with coordinates from their addresses.
    for (const [name, state, lat, lon, county, within] of [
      ['SAN FRANCISCO', 'CA', 37.7793, -122.4193, 'San Francisco County', 5],
      ['AUSTIN', 'TX', 30.2649, -97.7474, 'Travis County', 8],
      ['KEY WEST', 'FL', 24.5551, -81.7829, 'Monroe County', 4],
      ['VENTURA', 'CA', 34.2819, -119.2927, 'Ventura County', 8],
      ['MIAMI', null, 25.7743, -80.1937, 'Miami-Dade County', 3],
      ['LONG BEACH', 'CA', 33.7683, -118.1956, 'Los Angeles County', 3],
      ['PLANO', 'TX', 33.0198, -96.6989, 'Collin County', 3],
      ['STOCKTON', 'CA', 37.9566, -121.2908, 'San Joaquin County', 3],
      ['PARIS', null, 33.6617, -95.5557, 'Lamar County', 5],
    ] as const) {
      const city = places.citiesNamed(name, state)[0]
      const found = places.place('city', city)
      expect(metersBetween(found.lat, found.lon, lat, lon), name).toBeLessThan(within * 1000)
      expect(places.place('county', places.cityCounties(city)[0]).name).toBe(county)
    }
    // This neighborhood of Los Angeles must not be confused with a village near Lompoc.
    const hills = places
      .citiesNamed('MISSION HILLS', 'CA')
      .map((city) => places.place('county', places.cityCounties(city)[0]).name)
    expect(hills).toEqual(['Los Angeles County', 'Santa Barbara County'])
  })

  it('finds the cities and counties of the Florida addresses', async () => {
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

  it('assigns radii that cover about 90% of Florida’s libraries', async () => {
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

  it('finds misspelled cities with as few edits as a search of all names', () => {
    const names = Array.from({ length: places.count('city') }, (_, i) => normalizeCity(places.place('city', i).name))
    for (let i = 0; i < names.length; i += 37) {
      const at = 1 + (i % (names[i].length - 1 || 1))
      const mistyped = `${names[i].slice(0, at)}${names[i].slice(at + 1)}`
      const nearest = Math.min(...names.map((name) => editDistance(mistyped, name, 3)))
      const found = places.similarCities(mistyped, null)
      // A name that is long enough to allow an edit is still found with one letter missing.
      if (mistyped.length > 3) expect(found[0].edits, mistyped).toBe(nearest)
    }
  })
})

/** Ways in which people misspell English words that they have only heard. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/PH/, 'F'],
  [/F(?!T)/, 'PH'],
  [/CK/, 'K'],
  [/([A-Z])\1/, '$1'],
  [/([LTNRSPMD])(?!\1)(?=[AEIOUY])/, '$1$1'],
  [/E\b/, ''],
  [/GH/, 'G'],
  [/IE/, 'EI'],
  [/EI/, 'IE'],
  [/C(?=[EIY])/, 'S'],
  [/C(?=[AOUR])/, 'K'],
  [/K(?=[AOUR])/, 'C'],
  [/Z/, 'S'],
  [/Y(?=\b|[^AEIOU])/, 'I'],
  [/EE/, 'EA'],
  [/EA/, 'EE'],
  [/OU/, 'OW'],
  [/X/, 'KS'],
  [/QU/, 'KW'],
  [/AI/, 'AY'],
]

/** Returns whether the confidence is that of a city found phonetically, in one county or in several. */
const isBySound = (confidence: number | undefined) => confidence === 0.332 || confidence === 0.299

withAgencyFiles('phonetic city search in ../shared/data', () => {
  it('finds most cities with two phonetic misspellings, and almost never returns a wrong city', () => {
    let missed = 0
    let right = 0
    let wrong = 0
    for (let city = 0; city < places.count('city'); city++) {
      const { name, state } = places.place('city', city)
      const own = normalizeCity(name)
      const rules = own.length > 4 ? RULES.filter(([from]) => from.test(own)) : []
      for (const [i, [first, one]] of rules.entries())
        for (const [second, other] of rules.slice(i + 1)) {
          const heard = normalizeCity(own.replace(first, one).replace(second, other))
          const isKnown = places.citiesNamed(heard, state).length + places.countiesNamed(heard, state).length > 0
          if (isKnown || places.citiesLike(heard, state).length > 0) continue
          const { lat, lon, confidence } = geocoder.geocode(`${heard}, ${state}`)
          if (lat === undefined) missed++
          // Only answers that were found by sound count. "BUT CREEK CANYON", for example, is parsed as a street and a
          // city.
          else if (isBySound(confidence)) {
            const isThere = places.citiesNamed(own, state).some((same) => {
              const at = places.place('city', same)
              return metersBetween(lat, lon, at.lat, at.lon) < 30_000
            })
            if (isThere) right++
            else wrong++
          }
        }
    }
    expect(right / (right + wrong + missed)).toBeGreaterThan(0.6)
    expect(wrong / (right + wrong)).toBeLessThan(0.002)
  })

  it('rarely finds places that are in other states', async () => {
    const { columns } = await readCsv(folder, 'census/gazetteer/us_places_2024_pcaisse.csv.gz', {
      name: text({ required: true }),
    })
    const elsewhere = new Set(
      columns.name.flatMap((name) => (/, (CA|TX|FL)$/.test(name) ? [] : [normalizeCity(name.replace(/, ..$/, ''))])),
    )
    let asked = 0
    let bySound = 0
    for (const name of elsewhere)
      for (const state of ['CA', 'TX', 'FL']) {
        if (places.citiesNamed(name, state).length > 0) continue
        asked++
        const { confidence } = geocoder.geocode(`1 Main St, ${name}, ${state}`)
        if (isBySound(confidence)) bySound++
      }
    expect(asked).toBeGreaterThan(50_000)
    expect(bySound / asked).toBeLessThan(0.005)
  })
})

const DATA = new URL('../../../dist-data/', import.meta.url)
const canRun = existsSync(SHARED) && existsSync(new URL('geography.bundle', DATA))

describe.skipIf(!canRun)(
  skippedName('the 51,701 Florida addresses', !canRun, 'without ../shared/data and dist-data'),
  () => {
    it('are nearly always geocoded to their county', async () => {
      const vicinage = await openVicinage({ data: DATA, dimensions: [], schools: false, geocoder: false })
      const { columns, rows } = await readCsv(
        folder,
        'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz',
        { text: text({ required: true }), expected_county: text({ required: true }), postalcode: text({}) },
      )
      const ranges = await countiesByZip()
      const judge = (addressOf: (row: number) => string) => {
        let sound = 0
        let answered = 0
        let wrong = 0
        for (let row = 0; row < rows; row++) {
          const expected = columns.expected_county[row].replace(/^Dade/, 'Miami-Dade')
          // The file contains inspectors' mistakes, such as a county without a single street of the ZIP.
          if (!ranges.get(columns.postalcode[row].slice(0, 5))?.has(expected)) continue
          sound++
          const { lat, lon } = geocoder.geocode(addressOf(row))
          if (lat === undefined) continue
          answered++
          if (vicinage.place({ lat, lon })?.county !== expected) wrong++
        }
        return { answered: answered / sound, wrong: wrong / answered }
      }
      const whole = judge((row) => columns.text[row])
      expect(whole.answered).toBeGreaterThan(0.995)
      expect(whole.wrong).toBeLessThan(0.01)
      const withoutZip = judge((row) => columns.text[row].replace(/,?\s*\d{5}[\d-]*$/, ''))
      expect(withoutZip.answered).toBeGreaterThan(0.98)
      expect(withoutZip.wrong).toBeLessThan(0.02)
    })

    /** Returns, for each ZIP, the counties in which it has Census Bureau street ranges, however few. */
    async function countiesByZip(): Promise<Map<string, Set<string>>> {
      const { columns, rows } = await readCsv(
        folder,
        'census/gazetteer/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz',
        { county_fips: text({ required: true }), ZIP: text({}) },
      )
      const found = new Map<string, Set<string>>()
      for (let row = 0; row < rows; row++) {
        const county = places.county(columns.county_fips[row])
        if (county < 0) continue
        const zip = columns.ZIP[row]
        found.set(zip, (found.get(zip) ?? new Set()).add(places.place('county', county).name))
      }
      return found
    }
  },
)
