import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { decode } from 'fast-png'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { seeded } from '../../../bench/support/points.ts'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { listedSchools, schoolsIfLoaded } from '../../../src/answers/schools/school-methods.ts'
import { type LatLon, metersBetween } from '../../../src/base/geo/distance.ts'
import type { Loading, Priority, TileRequest } from '../../../src/explorer/app/engine/engine.ts'
import { type OpenEngine, openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { find } from '../../../src/explorer/app/search/find.ts'
import { createMap } from '../../../src/faces/map/index.ts'
import { worldX, worldY } from '../../../src/faces/map/mercator.ts'
import { NotLoadedError, openVicinage, type Vicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'
import { serve } from '../../library/data-server.ts'
import { copiedFolder, dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const embedded = new URL('../../../dist-data/', import.meta.url)
const places = [
  { lat: 30.2672, lon: -97.7431 }, // Austin
  { lat: 34.0522, lon: -118.2437 }, // Los Angeles
  { lat: 25.7617, lon: -80.1918 }, // Miami
  { lat: 39.5, lon: -121.6 }, // Butte County
  { lat: 31.9, lon: -104.2 }, // far west Texas
  { lat: 40.7, lon: -74 }, // outside the coverage area
]

/** Returns the colors of a PNG, however it is compressed. */
function colorsOf(png: Uint8Array): Buffer {
  const { data, palette } = decode(png)
  const colors = Uint32Array.from(palette!, (color) => color.reduce((sum, part) => 256 * sum + part, 0))
  return Buffer.from(Uint32Array.from(data, (score) => colors[score]).buffer)
}

describe("the explorer's engine on the embedded data", () => {
  let vicinage: Vicinage
  const engine = openEngine(embedded)
  beforeAll(async () => {
    vicinage = await builtVicinage()
  })

  it('returns the same scores and explanations as the library, even while bundles are loading', async () => {
    const ids = vicinage.dimensions().map(({ id }) => id)
    await Promise.all(
      ids.flatMap((id) =>
        places.map(async (place) => {
          expect(vicinage.score(id, place)).toMatchObject(await engine.score(id, place))
          expect(await engine.explain(id, place)).toMatchObject(vicinage.explain(id, place))
        }),
      ),
    )
  })

  it('returns the names of the areas around a place', async () => {
    for (const place of places) expect(await engine.around(place)).toEqual(vicinage.place(place))
  })

  it('draws the same tiles as the library', async () => {
    const map = createMap(vicinage)
    const only = [{ dimension: 'fire', from: 100, to: 255 }] as const
    for (const [dimension, z, x, y] of [
      ['walkability', 10, 233, 421],
      ['privacy', 4, 3, 6],
      ['fire', 9, 87, 204],
    ] as const) {
      const tile = await engine.tile({ dimension, z, x, y, only: [] })
      expect(colorsOf(tile).equals(colorsOf(map.renderTile(dimension, z, x, y)))).toBe(true)
    }
    const some = await engine.tile({ dimension: 'privacy', z: 9, x: 87, y: 204, only })
    expect(colorsOf(some).equals(colorsOf(map.renderTile('privacy', 9, 87, 204, { only })))).toBe(true)
  })

  it('computes and draws the same fits as the library', async () => {
    const priorities: Priority[] = [
      { dimension: 'walkability', weight: 3 },
      { dimension: 'urban-rural', weight: -1 },
      { dimension: 'fire', weight: 2 },
    ]
    const request = { weights: { walkability: 3, 'urban-rural': 1, fire: 2 }, want: { 'urban-rural': 'low' } } as const
    for (const place of [...places, { ...places[0], radius: 1500 }])
      expect(await engine.fit(place, priorities)).toEqual({ ...vicinage.fit(place, request), unavailable: [] })
    const [z, x, y] = [11, 351, 817] // Los Angeles
    const { data } = decode(await engine.tile({ dimension: 'flood', only: [], fit: priorities, z, x, y }))
    const pixels = Array.from({ length: 64 }, (_, i) => ({ row: 32 * (i >> 3) + 5, column: 32 * (i & 7) + 9 }))
    const drawn = pixels.map(({ row, column }) => data[256 * row + column])
    const fits = pixels.map(({ row, column }) => {
      const [right, down] = [(x + (column + 0.5) / 256) / 2 ** z, (y + (row + 0.5) / 256) / 2 ** z]
      const at = { lon: 360 * right - 180, lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI }
      return vicinage.fit(at, request).fit
    })
    expect(drawn).toEqual(fits.map((fit) => (fit === null ? 0 : Math.round(1 + 2.54 * fit))))
    expect(new Set(drawn).size).toBeGreaterThan(10)
  })

  it('sorts areas by the mean fit of their residents, like rank()', async () => {
    const burnet = { west: -98.6, south: 30.15, east: -98, north: 30.6 }
    const { areas } = await engine.bestAreas([], burnet, [{ dimension: 'walkability', weight: 2 }])
    const fits = areas.map(({ fit }) => fit!)
    expect(fits).toEqual(fits.toSorted((a, b) => b - a))
    const ranking = vicinage.rank({ weights: { walkability: 1 } }, { of: 'zip', within: { county: '48053' } })
    const means = new Map(ranking.areas.map(({ id, mean }) => [id, mean]))
    const both = areas.flatMap(({ shape, fit }) => ('zip' in shape && means.has(shape.zip) ? [[shape.zip, fit!]] : []))
    expect(both.length).toBeGreaterThan(0)
    for (const [zip, fit] of both as [string, number][]) expect(fit, zip).toBeCloseTo(means.get(zip)!, 0)
  })

  it('hatches estimates, and nothing else', async () => {
    const tile = { z: 10, x: 233, y: 421, only: [] }
    const noise = await engine.estimates({ dimension: 'noise-levels', ...tile })
    expect(decode(noise.png!).width).toBe(256)
    expect((await engine.estimates({ dimension: 'walkability', ...tile })).png).toBeNull()
  })

  it('returns the same answers about schools as the library', async () => {
    for (const place of places)
      for (const same_district of [true, false]) {
        const question = { ...place, same_district, level: ['elementary'] as const, limit: 5 }
        expect(await engine.schools(question)).toEqual(vicinage.schools.nearestCampuses(question))
      }
    const { schools } = await engine.schools({ ...places[0] })
    expect(schools.length).toBe(10)
    const { nces_id } = schools[0]
    expect(await engine.school(nces_id)).toEqual(vicinage.schools.school({ nces_id }))
    const [{ geoid }] = (await engine.districts(places[0]))!
    const question = { lea_id: geoid, limit: 20 }
    expect(await engine.schoolsOfDistrict(question)).toEqual(
      listedSchools(vicinage.schools.schoolByDistrict({ ...question, campuses: true }), vicinage.schools),
    )
    await expect(engine.school('000000000000')).rejects.toMatchObject({
      name: 'NotFoundError',
      message: 'School not found',
    })
    await expect(engine.school('x')).rejects.toMatchObject({ name: 'ValidationError' })
  })

  it('returns the same answers about districts as the library, with their outlines', async () => {
    for (const place of places) {
      const districts = (await engine.districts(place))!
      expect(districts.map(({ outline: _, ...district }) => district)).toEqual(
        vicinage.schools.districts(place).districts,
      )
      for (const { outline } of districts) {
        expect(outline.type).toBe('MultiPolygon')
        expect(outline.coordinates[0][0].length).toBeGreaterThan(3)
      }
    }
  })

  it('returns the same summaries of areas as the library, and summarizes a neighborhood by its outline', async () => {
    const fresh = openEngine(embedded)
    // For all of these areas except the county, the engine loads only the parts of the data that the area needs.
    for (const shape of [
      { zip: '78704' },
      { city: 'Rollingwood', state: 'TX' },
      { district: '4808940' },
      { west: -97.8, south: 30.2, east: -97.7, north: 30.3 },
      { county: '48453' },
    ]) {
      const { among, ...summed } = await fresh.area(shape)
      expect(summed).toEqual(vicinage.area(shape))
      expect(Object.keys(among).length).toBeGreaterThan(10)
    }
    const inside = { neighborhood: { lat: 30.3051, lon: -97.7282 } }
    const { name, outline } = (await engine.outline(inside))!
    expect(name).toBe('Hyde Park, Austin')
    const { among, ...summed } = await engine.area(inside)
    expect(summed).toEqual(vicinage.area(outline!))
    expect(among['noise-levels']!.range.every((share) => share >= 0 && share <= 100)).toBe(true)
  })

  it('returns the outlines of ZIPs, cities and districts', async () => {
    for (const [shape, name, inside] of [
      [{ zip: '90210' }, 'ZIP 90210', [-118.4065, 34.0901]],
      [{ city: 'Austin', state: 'TX' }, 'Austin', [-97.7431, 30.2672]],
      [{ district: '4808940' }, 'Austin Independent School District', [-97.7431, 30.2672]],
    ] as const) {
      const found = (await engine.outline(shape))!
      expect(found.name).toMatch(name)
      const people = vicinage.area(shape).people
      // The outline must contain the same number of people as the area, and must contain `inside` according to turf.
      expect(Math.abs(vicinage.area(found.outline!).people - people) / people).toBeLessThan(0.05)
      expect(booleanPointInPolygon([...inside], found.outline!)).toBe(true)
    }
    expect(await engine.outline({ zip: '00001' })).toBeNull()
    expect(await engine.outline({ city: 'Nowhere', state: 'TX' })).toBeNull()
    expect(await engine.outline({ county: '48453' })).toEqual({ name: 'Travis County', outline: null })
  })

  it("lists small named places by the share of residents for whom all conditions are met, with the library's mean scores", async () => {
    const within = { west: -98.7, south: 29.3, east: -98.3, north: 29.6 }
    const only = [
      { dimension: 'walkability', from: 130, to: 255 },
      { dimension: 'noise-levels', from: 120, to: 255 },
    ] as const
    const { areas, total } = await engine.bestAreas(only, within)
    expect(areas.length).toBe(10)
    expect(total).toBeGreaterThanOrEqual(10)
    expect(new Set(areas.map(({ name }) => name)).size).toBe(10)
    const shares = areas.map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    for (const { name, shape, outline, people, share, held, scores, lat, lon, estimates } of areas) {
      expect(name).not.toBe('')
      expect(share).toBeGreaterThanOrEqual(0.1)
      const own = vicinage.area(outline!)
      if ('zip' in shape) expect(vicinage.area(shape).scores.walkability?.mean).toBe(own.scores.walkability?.mean)
      expect(Math.abs(own.people - people) / people, name).toBeLessThan(0.05)
      for (const { dimension, from } of only) {
        // All conditions together hold for at most as many people as each condition alone.
        expect(held[dimension], name).toBeGreaterThanOrEqual(share)
        const { share_below: below } = vicinage.area(outline!, { below: { [dimension]: from } }).scores[dimension]!
        expect(Math.abs(held[dimension] - (1 - below!)), name).toBeLessThan(0.05)
        const { mean = null } = own.scores[dimension] ?? {}
        expect(Math.abs(mean! - scores[dimension]), name).toBeLessThan(2)
        expect(estimates!.includes(dimension)).toBe(vicinage.explain(dimension, { lat, lon }).basis === 'estimate')
      }
    }
    await expect(engine.bestAreas([{ dimension: 'ideological-lean', from: 1, to: 9 }], within)).rejects.toThrow(
      /demographics/,
    )
  })

  // A fresh engine, so that streets are only loaded when these tests need them.
  const fresh = openEngine(embedded)

  it('returns the lines of streets with known house numbers', async () => {
    const box = { west: -97.735, south: 30.295, east: -97.72, north: 30.31 } // Hyde Park, Austin
    const { features } = await fresh.streetCourses(box)
    const named = (name: string) => features.filter(({ properties }) => properties.name === name)
    expect(named('Duval St').length).toBeGreaterThan(0)
    // The address lists contain houses on W 4th St, which is in another part of the city, as if they were in this part.
    expect(named('W 4th St')).toEqual([])
    // Directions appear once in a name, and a unit does not become a separate street.
    expect(features.filter(({ properties: { name } }) => /^\S+ St [EW]$|^Speedway A$/.test(name))).toEqual([])
    // Every house of a street is beside its course.
    const course = named('Duval St').flatMap(({ geometry }) => geometry.coordinates)
    for (const number of [4100, 4300, 4512]) {
      const house = vicinage.geocode(`${number} Duval St, Austin, TX 78751`) as LatLon
      const meters = course.map(([lon, lat]) => metersBetween(lat, lon, house.lat, house.lon))
      expect(Math.min(...meters), String(number)).toBeLessThan(150)
    }
    // The geocoder uses the streets that were loaded.
    expect((await fresh.geocode('1100 Congress Ave, Austin, TX 78701')).radius).toBe(
      vicinage.geocode('1100 Congress Ave, Austin, TX 78701').radius,
    )
  })

  it('returns the block between known house numbers around a house, and the line of a street', async () => {
    for (const house of [4512, 4900]) {
      const found = vicinage.geocode(`${house} Duval St, Austin, TX 78751`)
      const { coordinates } = (await fresh.streetLine(found.label!, found as LatLon))!
      const [before, at, after] = coordinates[0].map(([lon, lat]) => ({ lat, lon }))
      expect(at).toEqual({ lat: found.lat, lon: found.lon })
      const [low, high] = [before, after].map((place) => vicinage.reverse(place).address ?? '')
      expect([low, high].join()).toMatch(/^\d+ Duval St,.*,\d+ Duval St,/)
      expect(Number.parseInt(low, 10)).toBeLessThan(house)
      expect(Number.parseInt(high, 10)).toBeGreaterThan(house)
    }
    const [street] = await fresh.suggest('Duval St, Austin')
    const line = (await fresh.streetLine(street.label, street))!
    expect(line.coordinates[0].length).toBeGreaterThan(8)
    for (const [lon, lat] of line.coordinates.flat())
      expect(metersBetween(lat, lon, street.lat, street.lon)).toBeLessThan(street.radius + 100)
    expect(await fresh.streetLine('1 NOWHERE LN, AUSTIN, TX 78751', street)).toBeNull()
  })

  it('loads a bundle that was renamed by an upgrade', async () => {
    const folder = emptyFolder()
    const manifest = JSON.parse(readFileSync(new URL('manifest.json', embedded), 'utf8'))
    const upgraded = 'base-map-de4f7210.bundle'
    for (const entry of manifest.bundles) if (entry.id === 'base-map') entry.file = upgraded
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    cpSync(new URL('geography.bundle', embedded), join(folder, 'geography.bundle'))
    cpSync(new URL('base-map.bundle', embedded), join(folder, upgraded))
    const fresh = openEngine(folder)
    const told: string[] = []
    fresh.onLoading(({ file, state }) => told.push(`${file} ${state}`))
    expect((await fresh.baseMap())?.roads).toEqual((await engine.baseMap())?.roads)
    expect(told).toContain('base-map.bundle ready')
  })

  it('returns the score of the few mapped residents of a mostly unmapped city, and no percentiles for the whole city', async () => {
    const glendale = { lat: 34.1573, lon: -118.2492, radius: 6160 }
    const { band, few } = await engine.explain('fire', glendale)
    expect(band).toEqual(vicinage.scoresAround({ ...glendale, dimensions: ['fire'] }).scores.fire)
    expect([band?.p10, band?.note?.code]).toEqual([null, 'mostly_without_data'])
    // Nearly all of the mapped homes are in CAL FIRE's very high zone, which has a score of 1.
    expect(few).toBe(1)
  })

  it('returns the median score of a city, equal to the summary of the same circle', async () => {
    const austin = { lat: 30.27186, lon: -97.7428, radius: 19_000 }
    for (const id of ['walkability', 'noise-levels'] as const) {
      const { typical } = await engine.explain(id, austin)
      expect(typical, id).toBe(vicinage.area(austin).scores[id].p50)
    }
  })

  it('returns the name of the city around or near a place', async () => {
    const cities = { Austin: places[0], 'Los Angeles': places[1], Miami: places[2] }
    for (const [city, place] of Object.entries(cities)) expect((await engine.cityNear(place))?.name).toBe(city)
    expect(await engine.cityNear({ lat: 35.27, lon: -116.07 })).toEqual({
      name: 'Baker',
      isAround: expect.any(Boolean),
    })
    expect(await engine.cityNear(places[4])).toBeNull() // Culberson County, 50 km from Van Horn
    expect(await engine.cityNear(places[5])).toBeNull()
    const around = async (lat: number, lon: number) => engine.cityNear({ lat, lon })
    expect(await around(32.6859, -117.1831)).toEqual({ name: 'Coronado', isAround: true })
    expect(await around(29.3013, -94.7977)).toEqual({ name: 'Galveston', isAround: true })
    expect(await around(33.0198, -96.6989)).toEqual({ name: 'Plano', isAround: true })
    expect(await around(30.1, -97.2)).toMatchObject({ isAround: false })
  })

  it.each([
    ['Las Vegas, Nevada', { lat: 36.17, lon: -115.14 }, /^\S.+, CA$/],
    ['Matamoros, Mexico', { lat: 25.87, lon: -97.5 }, /^Brownsville, TX$/],
    ['the sea off Miami Beach', { lat: 25.79, lon: -80.05 }, /^Miami Beach, FL$/],
  ])('returns the nearest covered city for %s', async (_, outside, label) => {
    expect(await engine.around(outside)).toBeNull()
    const city = await engine.nearestCity(outside)
    expect(city?.label).toMatch(label)
    expect(await engine.around(city!)).not.toBeNull()
  })

  it.each([
    ['the sea off Malibu', { lat: 34.02, lon: -118.7 }, true],
    ['the sea off Miami Beach', { lat: 25.79, lon: -80.05 }, true],
    ['Las Vegas, Nevada', { lat: 36.17, lon: -115.14 }, false],
    ['Matamoros, Mexico', { lat: 25.87, lon: -97.5 }, false],
    ['New Orleans, Louisiana', { lat: 29.96, lon: -90.1 }, false],
    ['the land of Malibu', { lat: 34.035, lon: -118.68 }, false],
  ])('distinguishes water from land: %s', async (_, place, isWater) => {
    expect(await engine.isWater(place)).toBe(isWater)
  })

  it("returns the city named in a school's address for most schools", async () => {
    const ofDistricts = ['0622710', '4808940', '1200390'].map((lea_id) =>
      engine.schoolsOfDistrict({ lea_id, limit: 50 }),
    )
    const schools = (await Promise.all(ofDistricts)).flatMap((answer) => answer.schools)
    const named = await Promise.all(
      schools.map(async ({ nces_id, lat, lon }) => {
        const { address } = await engine.school(nces_id)
        return address?.includes(`, ${(await engine.cityNear({ lat, lon }))?.name}, `)
      }),
    )
    expect(schools.length).toBe(150)
    expect(named.filter(Boolean).length).toBeGreaterThan(90)
  })

  it('opens the same data as the library to score a file', async () => {
    const opened = await engine.open({ dimensions: ['fire', 'flood'], schools: true, geocoder: true })
    const whole = await openVicinage({ data: embedded, dimensions: ['fire', 'flood'] })
    for (const place of places) {
      expect(opened.scores(place)).toEqual(whole.scores(place))
      expect(opened.schools.districts(place)).toEqual(whole.schools.districts(place))
      expect(opened.schools.schoolRatings(place)).toEqual(whole.schools.schoolRatings(place))
    }
    expect(opened.geocode('Austin, TX')).toEqual(whole.geocode('Austin, TX'))
    const bare = await engine.open({ dimensions: [], schools: false, geocoder: false })
    expect(() => bare.schools.districts(places[0])).toThrow(NotLoadedError)
  })

  it('finds the same addresses as the library', async () => {
    for (const address of ['Austin, TX', '90012', 'Los Angeles City Hall', 'no such place anywhere'])
      expect(await engine.geocode(address)).toEqual(vicinage.geocode(address))
    // Landmarks and neighborhoods come from bundles of their own.
    for (const [name, layer] of [
      ['Disneyland', 'landmark'],
      ['Brickell', 'neighborhood'],
      ['Mission District, San Francisco', 'neighborhood'],
    ]) {
      const found = await engine.geocode(name)
      expect(found.layer, name).toBe(layer)
      expect(found).toEqual(vicinage.geocode(name))
    }
    const namesake = await find(engine, 'Pasadena')
    const { lat, lon, radius } = vicinage.geocode('Pasadena, TX')
    expect(namesake.place).toMatchObject({ lat, lon, radius })
    expect(namesake.alternatives.map(({ label }) => label)).toContain('Pasadena, CA')
    expect(await engine.geocode('')).toMatchObject({ ok: false, code: 'address_empty' })
  })

  it('returns the base map and the district borders', async () => {
    const { land, labels } = (await engine.baseMap())!
    const districts = await engine.districtBorders({ west: -125, south: 24, east: -80, north: 42 })
    expect(land.features.map(({ properties }) => properties?.name).sort()).toEqual(['California', 'Florida', 'Texas'])
    expect(labels.features.some(({ properties }) => properties.name === 'Austin')).toBe(true)
    expect(districts.features.length).toBeGreaterThan(1000)
    expect(districts.features[0].geometry.type).toBe('LineString')
  })

  it('rejects the same arguments as the library', async () => {
    await expect(engine.score('beauty' as never, places[0])).rejects.toMatchObject({ name: 'ValidationError' })
    await expect(engine.score('fire', { lat: 91, lon: 0 })).rejects.toMatchObject({ name: 'ValidationError' })
    const tile: TileRequest = { dimension: 'fire', z: 1, x: 5, y: 0, only: [] }
    await expect(engine.tile(tile)).rejects.toMatchObject({ name: 'ValidationError' })
  })
})

describe("the explorer's engine, loading place by place", () => {
  it('returns the same answers as the library, whatever was loaded before', async () => {
    const [engine, vicinage] = [openEngine(embedded), await builtVicinage()]
    const map = createMap(vicinage)
    const random = seeded(7)
    const near = () => places[Math.floor(random() * 4)]
    for (let round = 0; round < 3; round++) {
      const [around, z] = [near(), 8 + Math.floor(random() * 7)]
      const place = { lat: around.lat + random() - 0.5, lon: around.lon + random() - 0.5 }
      const id = dimensions[Math.floor(random() * dimensions.length)].id
      expect(await engine.explain(id, place)).toMatchObject(vicinage.explain(id, place))
      const radius = 400 + 3000 * random()
      const { scores } = vicinage.scoresAround({ ...place, radius, dimensions: [id] })
      expect(await engine.explain(id, { ...place, radius })).toMatchObject({ band: scores[id] })
      const across = 2 ** z
      const [x, y] = [Math.floor(worldX(place.lon) * across), Math.floor(worldY(place.lat) * across)]
      const tile = { dimension: id, z, x, y, only: [] }
      expect(colorsOf(await engine.tile(tile)).equals(colorsOf(map.renderTile(id, z, x, y)))).toBe(true)
      const districts = (await engine.districts(place))!.map(({ outline: _, ...district }) => district)
      expect(districts).toEqual(vicinage.schools.districts(place).districts)
      expect((await engine.schools(place)).schools).toEqual(vicinage.schools.nearestCampuses(place).schools)
    }
  })

  it('draws prefetched tiles exactly like requested tiles', async () => {
    const [engine, plain] = [openEngine(embedded), openEngine(embedded)]
    const requests = [853, 854].map((y) => ({ dimension: 'walkability' as const, z: 11, x: 468, y, only: [] }))
    await engine.drawAhead(requests)
    for (const request of requests)
      for (const _ of ['drawn ahead', 'drawn now'])
        expect(Buffer.compare(await engine.tile(request), await plain.tile(request))).toBe(0)
    await engine.drawAhead([{ ...requests[0], dimension: 'flood' }])
    expect(await engine.tile({ ...requests[0], dimension: 'flood' })).toEqual(
      await plain.tile({ ...requests[0], dimension: 'flood' }),
    )
  })

  it('requests parts of files, and whole files if a view needs most of them', async () => {
    const asked: [file: string, isPart: boolean][] = []
    const { fetch } = globalThis
    globalThis.fetch = async (address, init) => {
      const { pathname } = new URL(String(address))
      const { range } = (init?.headers ?? {}) as { range?: string }
      const bytes = readFileSync(new URL(pathname.slice(1), embedded))
      asked.push([pathname.slice(1), range !== undefined])
      const [, start, end] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
      return new Response(range ? bytes.subarray(Number(start), Number(end) + 1) : bytes, { status: range ? 206 : 200 })
    }
    onTestFinished(() => {
      globalThis.fetch = fetch
    })
    const engine = openEngine('http://data.test/')
    await engine.prepare('fire', { west: -97.9, south: 30.1, east: -97.6, north: 30.4 })
    const parts = asked.filter(([file]) => file.endsWith('.bundle'))
    expect(parts.every(([, isPart]) => isPart)).toBe(true)
    expect(parts.length).toBeLessThan(12)
    asked.length = 0
    await engine.prepare('fire', { west: -125, south: 24, east: -79, north: 43 })
    expect(asked).toEqual([
      ['geography.bundle', false],
      ['fire.bundle', false],
    ])
    asked.length = 0
    await engine.explain('fire', places[1])
    expect(asked).toEqual([])
  })
})

/** Matches a bundle error whose message matches the sentence. */
const bundleError = (sentence: RegExp) => ({ name: 'BundleError', message: expect.stringMatching(sentence) })

/** Collects what an engine reports about its files from now on. */
function toldBy(engine: OpenEngine): Loading[] {
  const told: Loading[] = []
  engine.onLoading((loading) => told.push(loading))
  return told
}

describe('explorer bundles', () => {
  const austin = { lat: 30.23, lon: -97.77 }
  const tile: TileRequest = { dimension: 'walkability', z: 10, x: 233, y: 421, only: [] }

  it('are fetched on demand, and only once for many calls', async () => {
    const { address, asked } = await serve(await folderFixture())
    const engine = openEngine(address)
    await Promise.all([
      engine.tile(tile),
      engine.tile({ ...tile, x: 234 }),
      engine.estimates(tile),
      engine.score('walkability', austin),
      engine.around(austin),
    ])
    expect([...asked].sort()).toEqual(['geography.bundle', 'manifest.json', 'walkability.bundle'])
    await engine.tile({ ...tile, only: [{ dimension: 'fire', from: 1, to: 255 }] })
    expect(asked.slice(3)).toEqual(['fire.bundle'])
    await engine.score('walkability', austin)
    expect(asked.length).toBe(4)
  })

  it('report their loading state, even to listeners added later', async () => {
    const { address } = await serve(await folderFixture())
    const engine = openEngine(address)
    const early = toldBy(engine)
    await engine.score('walkability', austin)
    const told = early.filter(({ file }) => file === 'walkability.bundle')
    const states = told.map(({ state }) => state)
    expect(states.filter((state, i) => state !== states[i - 1])).toEqual(['loading', 'ready'])
    expect(told.at(-1)!.bytes).toBeGreaterThan(1000)
    const late = toldBy(engine)
    expect(late.map(({ file, state }) => [file, state])).toEqual([
      ['geography.bundle', 'ready'],
      ['walkability.bundle', 'ready'],
    ])
  })

  it.each([500, 'half', 'broken'] as const)(
    'are reported with one sentence and requested again if they fail to load (%s)',
    async (fault) => {
      const faults: Record<string, 500 | 'half' | 'broken'> = { 'walkability.bundle': fault }
      const { address, asked } = await serve(await folderFixture(), faults)
      const engine = openEngine(address)
      const told = toldBy(engine)
      const calls = await Promise.allSettled([engine.score('walkability', austin), engine.tile(tile)])
      for (const call of calls)
        expect(call).toMatchObject({ status: 'rejected', reason: bundleError(/The data for walkability/) })
      expect(asked.filter((file) => file === 'walkability.bundle').length).toBe(1)
      expect(told.at(-1)).toMatchObject({
        file: 'walkability.bundle',
        state: 'failed',
        reason: expect.stringMatching(/The data for walkability/),
      })
      expect((await engine.score('fire', austin)).description).not.toBe('')
      delete faults['walkability.bundle']
      expect((await engine.score('walkability', austin)).score).toBeGreaterThan(0)
      expect(told.at(-1)).toMatchObject({ file: 'walkability.bundle', state: 'ready' })
    },
  )

  it('are loaded on the next request after the manifest or the geography failed to load', async () => {
    const faults: Record<string, number> = { 'manifest.json': 503 }
    const { address } = await serve(await folderFixture(), faults)
    const engine = openEngine(address)
    await expect(engine.score('fire', austin)).rejects.toMatchObject(bundleError(/manifest\.json/))
    delete faults['manifest.json']
    faults['geography.bundle'] = 503
    await expect(engine.tile(tile)).rejects.toMatchObject(bundleError(/The data for all scores/))
    delete faults['geography.bundle']
    const vicinage = await openVicinage({ data: await folderFixture() })
    for (const id of dimensionsFixture) expect(vicinage.score(id, austin)).toMatchObject(await engine.score(id, austin))
  })

  it('are treated as not loaded if the folder does not list them, as in the library', async () => {
    const engine = openEngine(await folderFixture())
    const vicinage = await openVicinage({ data: await folderFixture() })
    const none = { score: 0, description: expect.stringMatching(/not loaded/) }
    expect(await engine.score('flood', austin)).toEqual(none)
    expect(await engine.explain('flood', austin)).toMatchObject({ ...none, basis: null, inputs: [], sources: [] })
    await expect(engine.geocode('Austin, TX')).rejects.toThrow(NotLoadedError)
    expect(() => vicinage.schools.schoolRatings(austin)).toThrow(NotLoadedError)
    expect(await engine.schools(austin)).toEqual(schoolsIfLoaded(vicinage.schools).nearestCampuses(austin))
    expect(await engine.districts(austin)).toBeNull()
    const blank = decode(await engine.tile({ ...tile, dimension: 'flood' })).data
    expect(blank.every((score) => score === 0)).toBe(true)
    expect(await engine.estimates({ ...tile, dimension: 'flood' })).toEqual({ png: null, hasMeasured: false })
    expect(await engine.baseMap()).toBeNull()
    expect((await engine.districtBorders({ west: -98, south: 30, east: -97, north: 31 })).features).toEqual([])
  })

  it('are reported as failed, and give scores of 0, if they were removed from the folder', async () => {
    const folder = await copiedFolder()
    rmSync(join(folder, 'fire.bundle'))
    const engine = openEngine(folder)
    const told = toldBy(engine)
    expect(await engine.score('fire', austin)).toMatchObject({
      score: 0,
      description: expect.stringMatching(/not loaded/),
    })
    expect(told.findLast(({ file }) => file === 'fire.bundle')).toMatchObject({
      state: 'failed',
      reason: 'The data for fire safety is missing from the server: tell whoever runs this site.',
    })
  })

  it('are unusable without the geography', async () => {
    const folder = await copiedFolder()
    rmSync(join(folder, 'geography.bundle'))
    const engine = openEngine(folder)
    const missing = bundleError(/The data for all scores is missing/)
    const calls = await Promise.allSettled([engine.tile(tile), engine.around(austin), engine.score('fire', austin)])
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: missing })
    await expect(engine.tile(tile)).rejects.toMatchObject(missing)
    // The host may still have been receiving its files, so the next call tries again.
    cpSync(join(await folderFixture(), 'geography.bundle'), join(folder, 'geography.bundle'))
    expect((await engine.score('walkability', austin)).score).toBeGreaterThan(0)
  })

  it('are rejected if they belong to another build', async () => {
    const folder = await copiedFolder()
    cpSync(new URL('fire.bundle', embedded), join(folder, 'fire.bundle'))
    await expect(openEngine(folder).score('fire', austin)).rejects.toMatchObject(
      bundleError(/^The data for fire safety is damaged, or from another version/),
    )
  })

  it('are reported as outdated if the folder was upgraded, whether they were replaced or removed', async () => {
    const folder = await copiedFolder()
    const engine = openEngine((await serve(folder)).address)
    const told = toldBy(engine)
    const before = await engine.score('walkability', austin)
    cpSync(embedded, folder, { recursive: true })
    rmSync(join(folder, 'noise-levels.bundle'))
    for (const id of ['fire', 'noise-levels'] as const) {
      await expect(engine.score(id, austin)).rejects.toMatchObject(
        bundleError(/^This page is out of date: reload it to get the newer version\.$/),
      )
      expect(told.at(-1)).toMatchObject({ file: `${id}.bundle`, state: 'outdated' })
    }
    expect(await engine.score('walkability', austin)).toEqual(before)
  })
})
