import { existsSync } from 'node:fs'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { describe, expect, it } from 'vitest'
import { number, readCsv, text } from '../../data-build/read/csv.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { dataFolder } from '../../src/bundle/data-folder.ts'
import { areaPathsIn } from '../../src/bundle/paths.ts'
import { metersBetween } from '../../src/geo/distance.ts'
import { Gazetteer } from '../../src/geocode/gazetteer/gazetteer.ts'
import { Localities } from '../../src/geocode/localities.ts'
import { Neighborhoods } from '../../src/geocode/neighborhoods.ts'
import { normalizeCity } from '../../src/geocode/parse/city-name.ts'
import { publicPlaceColumns } from '../../src/geocode/public-places/columns.ts'
import { Geography } from '../../src/geography.ts'
import { openVicinage } from '../../src/open.ts'
import { openFile } from '../library/made-folder.ts'

const SHARED = '../shared/data'
const open = async (id: string) => (await openFile(dataFolder(), `${id}.bundle`))!

/** The same numbers between 0 and 1 with every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const vicinage = await openVicinage({ dimensions: [], schools: false })

describe('reverse', () => {
  it.each([
    [30.305, -97.729, 'Hyde Park, Austin, TX 78751', 'Travis County', '48453'],
    [37.7599, -122.4148, 'Mission, San Francisco, CA 94110', 'San Francisco County', '06075'],
    [33.0305, -96.8315, 'Plano, TX 75093', 'Collin County', '48085'],
    [25.708, -80.407, 'Kendale Lakes, Miami, FL 33183', 'Miami-Dade County', '12086'],
    [32.5556, -117.05, 'San Ysidro, CA 92173', 'San Diego County', '06073'],
  ])('%f, %f is %s', (lat, lon, label, name, fips) => {
    const answer = vicinage.reverse({ lat, lon })
    expect(answer.label).toContain(label.split(', ').at(-2))
    expect(answer).toMatchObject({ county: { name, fips }, zip: label.slice(-5), message: null })
  })

  it('has the census areas of `place`', () => {
    const next = random(5)
    let inside = 0
    for (let i = 0; i < 500; i++) {
      const point = { lat: 25 + 17 * next(), lon: -124 + 44 * next() }
      const answer = vicinage.reverse(point)
      const around = vicinage.place(point)
      expect(answer.blockGroup).toBe(around?.blockGroup ?? null)
      expect(answer.tract).toBe(around?.blockGroup.slice(0, 11) ?? null)
      expect(answer.county?.name).toBe(around?.county)
      if (around !== null) inside++
    }
    expect(inside).toBeGreaterThan(80)
  })

  it('says what is missing outside the coverage and without the geocoder', async () => {
    const outside = vicinage.reverse({ lat: 40.7, lon: -74 })
    expect(outside.message).toBe('Outside the coverage: California, Texas and Florida.')
    expect(Object.values(outside).filter((value) => value !== null)).toHaveLength(1)
    const bare = await openVicinage({ dimensions: [], schools: false, geocoder: false })
    expect(bare.reverse({ lat: 30.305, lon: -97.729 })).toMatchObject({
      label: 'Travis County, TX',
      city: null,
      zip: null,
      neighborhood: null,
      tract: '48453000302',
      message: expect.stringContaining('not loaded'),
    })
  })

  it('refuses what is not a coordinate', () => {
    expect(() => vicinage.reverse({ lat: 91, lon: 0 })).toThrow()
    expect(() => vicinage.reverse({ lat: Number.NaN, lon: 0 })).toThrow()
    expect(() => vicinage.reverse(null as never)).toThrow()
  })
})

describe('city and ZIP', async () => {
  const gazetteer = new Gazetteer(await open('places'))
  const places = publicPlaceColumns(await open('public-places'))
  const geography = new Geography(await open('geography'))
  const localities = new Localities(gazetteer, places, geography)

  it('are those that most of the nearest known addresses and ZIPs have, by a plain count', () => {
    const zips = Array.from({ length: gazetteer.count('zip') }, (_, zip) => gazetteer.place('zip', zip))
    const next = random(7)
    for (let checked = 0; checked < 150; checked++) {
      const blockGroup = Math.floor(next() * geography.size)
      const center = geography.centerOf(blockGroup)
      const [lon, lat] = [center.lon + (next() - 0.5) / 100, center.lat + (next() - 0.5) / 100]
      const votes = new Map<string, number>()
      const nearest = <T extends { lat: number; lon: number }>(all: readonly T[]) =>
        all
          .map((one) => ({ one, meters: metersBetween(center.lat, center.lon, one.lat, one.lon) }))
          .filter(({ meters }) => meters <= 80_000)
          .sort((a, b) => a.meters - b.meters)
          .slice(0, 6)
          .map(({ one }) => one)
      const addresses = Array.from(places.zip, (zip, row) => ({
        lat: places.lat[row],
        lon: places.lon[row],
        name: String(zip).padStart(5, '0'),
        radius: 1800,
      }))
      for (const { lat: ownLat, lon: ownLon, name, radius } of [
        ...nearest(addresses),
        ...nearest(zips.filter(({ people }) => people > 0)),
      ])
        if (gazetteer.zip(name) >= 0)
          votes.set(
            name,
            (votes.get(name) ?? 0) + (radius / 1800) ** 2 / (metersBetween(lat, lon, ownLat, ownLon) + 100) ** 2,
          )
      const [best] = [...votes].sort(([, a], [, b]) => b - a)
      expect(localities.at(blockGroup, lon, lat).zip).toBe(best?.[0] ?? null)
    }
  })

  it.skipIf(!existsSync(SHARED))(
    'are those in the address of a child-care center for most of Florida (skipped without ../shared/data)',
    async () => {
      const { columns, rows } = await readCsv(
        new SourceFolder(SHARED),
        'addresses/known-points/hifld_child_care_centers_FL.part1.csv.gz',
        { CITY: text({}), ZIP: text({}), LATITUDE: number({}), LONGITUDE: number({}) },
      )
      let [n, sameZip, sameCity] = [0, 0, 0]
      for (let row = 0; row < rows; row++) {
        const found = vicinage.reverse({ lat: columns.LATITUDE[row], lon: columns.LONGITUDE[row] })
        if (found.state === null) continue
        n++
        if (found.zip === columns.ZIP[row].slice(0, 5)) sameZip++
        if (normalizeCity(found.city ?? '') === normalizeCity(columns.CITY[row])) sameCity++
      }
      expect(n).toBeGreaterThan(3000)
      expect(sameZip / n).toBeGreaterThan(0.85)
      expect(sameCity / n).toBeGreaterThan(0.88)
    },
  )
})

describe('neighborhoods of the package', () => {
  it.each(['neighborhoods', 'neighborhoods-zillow'])('%s are those of turf', async (id) => {
    const bundle = await open(id)
    const neighborhoods = new Neighborhoods(bundle)
    const shapes = areaPathsIn(bundle, 'outline').map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates }))
    const next = random(11)
    for (let i = 0; i < 400; i++) {
      const { lat, lon } = neighborhoods.neighborhood(Math.floor(next() * neighborhoods.count))
      const at: [number, number] = [lon + (next() - 0.5) / 30, lat + (next() - 0.5) / 30]
      const found = neighborhoods.indexAt(...at)
      const holding = shapes.flatMap((shape, i) => (booleanPointInPolygon(at, shape) ? [i] : []))
      if (holding.length === 0) expect(found).toBe(-1)
      else expect(holding).toContain(found)
    }
  })
})
