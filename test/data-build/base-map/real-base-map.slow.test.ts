import { existsSync, readFileSync, statSync } from 'node:fs'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { MultiPolygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import { number, readCsv, text } from '../../../data-build/read/csv.ts'
import { readGeoJson } from '../../../data-build/read/geojson.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { readBaseMap } from '../../../src/data/base-map.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { skippedName } from '../../support/skipped-name.ts'

const FILE = 'dist-data/base-map.bundle'

describe.skipIf(!existsSync(FILE))(
  skippedName('the base map of dist-data', !existsSync(FILE), 'where it was taken out'),
  async () => {
    const map = existsSync(FILE) ? readBaseMap(await readBundle(readFileSync(FILE), FILE)) : null!
    const labeled = (kind: string) => map.labels.features.filter(({ properties }) => properties.kind === kind)
    const isOn = (layer: 'land' | 'lakes', lat: number, lon: number) =>
      map[layer].features.some(({ geometry }) => booleanPointInPolygon([lon, lat], geometry))

    it('fits in 700 kB', () => {
      expect(statSync(FILE).size).toBeLessThan(700_000) // roads and rivers are 250 kB of it, bays and lagoons 170 kB
    })

    it.each([
      ['Biscayne Bay', 25.82, -80.16, true],
      ['Tampa Bay', 27.75, -82.55, true],
      ['San Francisco Bay', 37.7, -122.3, true],
      ['Galveston Bay', 29.5, -94.85, true],
      ['the Gulf off Clearwater', 27.98, -82.85, true],
      ['Miami Beach', 25.79, -80.135, false],
      ['Star Island', 25.777, -80.15, false],
      ['Treasure Island, San Francisco', 37.825, -122.371, false],
      ['Galveston', 29.29, -94.8, false],
      ['Key West', 24.56, -81.78, false],
      ['Market Street, San Francisco', 37.78, -122.41, false],
    ])('shows water over the scores only where there is water: %s', (_, lat, lon, isWater) => {
      const covers = map.water.features.some(({ geometry }) => booleanPointInPolygon([lon, lat], geometry))
      expect(covers).toBe(isWater)
    })

    it.each([
      ['Market Street, San Francisco', 37.78, -122.41, 'California'],
      ['Catalina Island', 33.39, -118.42, 'California'],
      ['Lake Tahoe, west of the state line', 39.09, -120.05, 'California'],
      ['Galveston Island', 29.27, -94.83, 'Texas'],
      ['the Panhandle', 36.4, -101, 'Texas'],
      ['Key West', 24.56, -81.78, 'Florida'],
      ['Miami Beach', 25.79, -80.135, 'Florida'],
      ['the Golden Gate', 37.82, -122.49, null],
      ['San Francisco Bay', 37.7, -122.3, null],
      ['Galveston Bay', 29.5, -94.85, null],
      ['Tampa Bay', 27.75, -82.55, null],
      ['Reno', 39.53, -119.81, null],
      ['Tijuana', 32.5, -117.02, null],
      ['Mobile, Alabama', 30.69, -88.04, null],
    ])('shows the correct state, or no land: %s', (_, lat, lon, state) => {
      const names = map.land.features.flatMap(({ geometry, properties }) =>
        booleanPointInPolygon([lon, lat], geometry) ? properties.name : [],
      )
      expect(names).toEqual(state === null ? [] : [state])
    })

    it.each([
      ['Lake Okeechobee, where five counties meet', 26.958, -80.886, true],
      ['Lake Tahoe', 39.1, -120.05, true],
      ['San Diego Bay, beside the airport', 32.717, -117.204, true],
      ['Clear Lake', 39.02, -122.8, true],
      ['Lake Livingston', 30.78, -95.15, true],
      ['the Farallon Islands', 37.698, -123.002, false],
      ['Orlando', 28.54, -81.38, false],
      ['Laguna Salada, Mexico', 32.4, -115.65, false],
      ['Eufaula Lake, Oklahoma', 35.25, -95.5, false],
    ])('shows a lake only where there is one: %s', (_, lat, lon, isLake) => {
      expect(isOn('lakes', lat, lon)).toBe(isLake)
    })

    it('shows state borders along land borders only, never along a shore', () => {
      const [california, florida, texas] = map.states.features.map(({ geometry }) => geometry.coordinates)
      const vertices = new Set(map.land.features.flatMap(({ geometry }) => geometry.coordinates.flat(2).map(String)))
      for (const border of [california, florida, texas])
        expect(border.filter((vertex) => !vertices.has(String(vertex)))).toEqual([])
      const meters = (border: number[][], lat: number, lon: number) =>
        Math.min(...border.map(([x, y]) => metersBetween(y, x, lat, lon)))
      expect(meters(california, 39, -120.001)).toBeLessThan(2000) // the border turns in Lake Tahoe
      expect(meters(california, 35.002, -114.633)).toBeLessThan(2000) // border with Nevada and Arizona
      expect(meters(california, 37.8, -122.5)).toBeGreaterThan(200_000) // San Francisco
      expect(meters(florida, 31.0, -87.6)).toBeLessThan(5000) // border with Alabama, on the Perdido
      expect(meters(florida, 29.9, -81.3)).toBeGreaterThan(70_000) // St. Augustine
      expect(meters(texas, 36.5, -103.04)).toBeLessThan(2000) // border with Oklahoma and New Mexico
      expect(meters(texas, 25.88, -97.45)).toBeLessThan(5000) // Brownsville, on the Rio Grande
      expect(meters(texas, 28.9, -95.35)).toBeGreaterThan(100_000) // Freeport
    })

    it('ranks the largest cities first and labels them near their city halls', () => {
      const halls: readonly (readonly [string, number, number, number])[] = [
        ['Austin', 30.265, -97.747, 6000],
        // The label is placed where the residents live, which is west of city hall.
        ['Los Angeles', 34.054, -118.243, 10_000],
        ['Miami', 25.774, -80.194, 6000],
        ['Houston', 29.76, -95.369, 8000],
        ['San Francisco', 37.779, -122.419, 6000],
        ['San Diego', 32.717, -117.163, 12_000],
        ['Dallas', 32.776, -96.797, 8000],
        ['Jacksonville', 30.326, -81.657, 8000],
      ]
      for (const [city, lat, lon, within] of halls) {
        const { geometry, properties } = labeled('city').find(({ properties: { name } }) => name === city)!
        expect(properties.rank, city).toBeLessThan(20)
        const [x, y] = geometry.coordinates
        expect(metersBetween(y, x, lat, lon), city).toBeLessThan(within)
      }
    })

    it('labels thousands of cities, every county and every state, all of them on land', () => {
      expect(labeled('city').length).toBeGreaterThan(2500)
      expect(labeled('county').length).toBe(58 + 67 + 254)
      expect(labeled('state').map(({ properties }) => properties.name)).toEqual(['California', 'Texas', 'Florida'])
      const atSea = map.labels.features.filter(
        ({ geometry: { coordinates } }) => !isOn('land', coordinates[1], coordinates[0]),
      )
      expect(atSea.map(({ properties }) => properties.name)).toEqual([])
    })

    it.each([
      ['the Golden Gate', 37.82, -122.49, 'sea'],
      ['San Francisco Bay', 37.7, -122.3, 'sea'],
      ['San Pablo Bay', 38.06, -122.4, 'sea'],
      ['San Diego Bay, at its mouth', 32.66, -117.24, 'sea'],
      ['Galveston Bay', 29.5, -94.85, 'sea'],
      ['Corpus Christi Bay', 27.78, -97.27, 'sea'],
      ['Mobile Bay', 30.45, -88, 'sea'],
      ['Tampa Bay', 27.75, -82.55, 'sea'],
      ['St. Augustine Beach', 29.85, -81.24, 'sea'],
      ['New Orleans', 29.96, -90.07, 'neighbor'],
      ['Savannah', 32.05, -81.1, 'neighbor'],
      ['Astoria, Oregon', 46.15, -123.8, 'neighbor'],
      ['Tijuana', 32.5, -117.02, 'neighbor'],
      ['Matamoros, Mexico', 25.87, -97.5, 'neighbor'],
      ['Bimini, the Bahamas', 25.73, -79.25, 'neighbor'],
      ['Havana', 23.12, -82.38, 'neighbor'],
      ['Reno', 39.53, -119.81, 'neighbor'],
      ['the Gulf off Yucatan', 24, -91, 'sea'],
      ['the Pacific off Baja California', 29, -118, 'sea'],
    ])('shows the sea or neighboring land: %s', (_, lat, lon, ground) => {
      const isIn = (layer: 'sea' | 'neighbors' | 'land') =>
        map[layer].features.some(({ geometry }) => booleanPointInPolygon([lon, lat], geometry))
      expect(isIn('land')).toBe(false)
      expect(isIn('neighbors') ? 'neighbor' : isIn('sea') ? 'sea' : null).toBe(ground)
    })

    it('shows sea at every vertex of the shore', () => {
      const border = new Set(map.states.features.flatMap(({ geometry }) => geometry.coordinates.map(String)))
      const [sea] = map.sea.features
      const shore = map.land.features
        .flatMap(({ geometry }) => geometry.coordinates.map(([outer]) => outer))
        .flat()
        .filter((vertex) => !border.has(String(vertex)))
      const dry = shore.filter(([lon, lat]) => !booleanPointInPolygon([lon, lat], sea))
      expect(shore.length).toBeGreaterThan(10_000)
      expect(dry.length).toBeLessThan(10)
    })

    it('shows the national parks, with each label inside its park', () => {
      const parks = labeled('park')
      expect(parks.map(({ properties }) => properties.name).slice(0, 3)).toContain('Death Valley National Park')
      for (const { properties, geometry } of parks) {
        const park = map.parks.features.find(({ properties: { name } }) => name === properties.name)!
        expect(booleanPointInPolygon(geometry, park), properties.name).toBe(true)
      }
      const yosemiteValley = [-119.59, 37.74]
      const holds = map.parks.features.filter((park) => booleanPointInPolygon(yosemiteValley, park))
      expect(holds.map(({ properties }) => properties.name)).toEqual(['Yosemite National Park'])
    })

    it('shows the carriageways of an interstate as one line that meets other interstates', () => {
      const lines = map.roads.features.filter(({ properties: { name } }) => name === 'I-275')
      const points = lines.flatMap(({ geometry }) => geometry.coordinates)
      // North of downtown Tampa and in St. Petersburg, an east-west line crosses I-275 only once.
      for (const lat of [28.02, 27.8]) {
        const crossings = lines.flatMap(({ geometry: { coordinates } }) =>
          coordinates.slice(1).filter(([, y], i) => y > lat !== coordinates[i][1] > lat),
        )
        expect(crossings.length, String(lat)).toBe(1)
      }
      const i4 = map.roads.features.filter(({ properties: { name } }) => name === 'I-4')
      const ends = i4.flatMap(({ geometry: { coordinates } }) => [coordinates[0], coordinates.at(-1)!])
      const meters = ends.flatMap(([x, y]) => points.map(([lon, lat]) => metersBetween(lat, lon, y, x)))
      expect(Math.min(...meters)).toBeLessThan(1500)
    })

    it('distinguishes interstates, U.S. Routes and state routes', () => {
      const kinds = new Map(map.roads.features.map(({ properties: { name, kind } }) => [name, kind]))
      const routes = [...kinds].filter(([, kind]) => kind === 'us-highway').map(([name]) => name)
      // Other interstates with a letter are business routes.
      expect([...kinds.keys()].filter((name) => /^I-.*[A-Z]$/.test(name))).toEqual(['I-69C'])
      expect(routes).toEqual(
        expect.arrayContaining(['US 101', 'US 199', 'US 395', 'US 50', 'US 6', 'US 95', 'US 97', 'US 290', 'US 41']),
      )
      const stateRoutes = ['CA 1', 'CA 99', 'TX 71', 'TX 1604', 'FL 826', 'FL 60']
      expect(stateRoutes.map((name) => kinds.get(name))).toEqual(stateRoutes.map(() => 'state-highway'))
      expect(kinds.get('I-5')).toBe('interstate')
      expect([...kinds.keys()].filter((name) => !/\d/.test(name))).toEqual([])
    })

    withAgencyFiles('beside the published files', async () => {
      const sources = existsSync(SHARED) ? new SourceFolder(SHARED) : null!
      const states = ['ca', 'fl', 'tx']
      const counties = sources
        ? (
            await Promise.all(
              states.map((state) =>
                readGeoJson(sources, `census/tracts/${state}_counties_dissolved_from_tracts.geojson.gz`),
              ),
            )
          ).flatMap(({ features }) => features)
        : []

      it('shows every edge between two counties once, without shores', () => {
        const users = new Map<string, Set<unknown>>()
        for (const { polygons, properties } of counties)
          for (const ring of polygons.flat())
            for (let i = 0; i + 3 < ring.length; i += 2) {
              const edge = edgeOf([ring[i], ring[i + 1]], [ring[i + 2], ring[i + 3]])
              users.set(edge, (users.get(edge) ?? new Set()).add(properties.GEOID))
            }
        const drawn = map.counties.features.flatMap(({ geometry: { coordinates } }) =>
          coordinates.slice(1).map((vertex, i) => edgeOf(coordinates[i], vertex)),
        )
        expect(new Set(drawn).size).toBe(drawn.length)
        const between = [...users].flatMap(([edge, of]) => (of.size === 2 ? edge : []))
        const missing = new Set(between)
        for (const edge of drawn) missing.delete(edge)
        expect([...missing]).toEqual([])
        // Five edges go around a gap between Waller and Harris counties.
        expect(drawn.length - between.length).toBe(5)
        expect(drawn.filter((edge) => !users.has(edge))).toEqual([])
      })

      it('places the label of each county inside the county', async () => {
        const { columns } = await readCsv(
          sources,
          'census/gazetteer/2019_Gaz_counties_national.txt.gz',
          { GEOID: text({ required: true }), NAME: text({ required: true }) },
          { delimiter: '\t' },
        )
        const nameOf = new Map(columns.GEOID.map((geoid, row) => [geoid, columns.NAME[row]]))
        const outside = labeled('county').filter(({ properties, geometry: { coordinates } }) => {
          const [lon, lat] = coordinates
          const namesakes = counties.filter(
            ({ properties: { GEOID } }) => nameOf.get(String(GEOID)) === properties.name,
          )
          return !namesakes.some(({ polygons }) => {
            const shape: MultiPolygon = {
              type: 'MultiPolygon',
              coordinates: polygons.map((rings) => rings.map(positions)),
            }
            return booleanPointInPolygon([lon, lat], shape)
          })
        })
        expect(outside.map(({ properties }) => properties.name)).toEqual([])
      })

      it('contains all land area that the Census Bureau reports for each state, and part of the water', async () => {
        for (const [i, fips] of ['06', '12', '48'].entries()) {
          const { columns } = await readCsv(sources, `census/tracts/tl_2019_${fips}_tract_attributes.csv.gz`, {
            ALAND: number({ required: true }),
            AWATER: number({ required: true }),
          })
          const sum = (all: Iterable<number>) => [...all].reduce((total, value) => total + value, 0)
          const land = sum(columns.ALAND)
          const water = sum(columns.AWATER)
          const share = (sphericalArea(map.land.features[i].geometry) - land) / water
          // The land on the map includes part of the census's water area: rivers, lakes and lagoons behind the
          // shoreline.
          expect(share, fips).toBeGreaterThan(0)
          expect(share, fips).toBeLessThan(0.7)
        }
      })
    })
  },
)

function edgeOf(a: readonly number[], b: readonly number[]): string {
  return [String(a), String(b)].sort().join(' ')
}

function positions(ring: Float64Array): number[][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[i * 2], ring[i * 2 + 1]])
}

/**
 * Computes the area in square meters on a sphere with the Earth's surface area, using Chamberlain and Duquette's sum
 * over the edges.
 */
function sphericalArea({ coordinates }: MultiPolygon): number {
  const radius = 6_371_007
  const radians = Math.PI / 180
  let sum = 0
  for (const [x, y, toX, toY] of coordinates.flatMap((rings) =>
    rings.flatMap((ring) => ring.slice(1).map(([toX, toY], i) => [ring[i][0], ring[i][1], toX, toY])),
  ))
    sum += (toX - x) * radians * (2 + Math.sin(y * radians) + Math.sin(toY * radians))
  return Math.abs((sum * radius ** 2) / 2)
}
