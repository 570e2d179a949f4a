import { existsSync } from 'node:fs'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import Flatbush from 'flatbush'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../bench/support/points.ts'
import { readOutlinedAreas } from '../../../data-build/areas/read-areas.ts'
import { number, readCsv, text } from '../../../data-build/read/csv.ts'
import { pairs } from '../../../data-build/read/feature.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { Neighborhoods } from '../../../src/answers/geocode/neighborhoods.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { readBox } from '../../../src/base/geo/boxes.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { areaPathsIn } from '../../../src/data/bundle/paths.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { builtVicinage } from '../../library/built.ts'
import { openFile } from '../../library/fixtures/folder.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { runs } from '../../support/runs.ts'

const open = async (id: string) => (await openFile(dataFolder(), `${id}.bundle`))!

const vicinage = await builtVicinage()

describe('vicinage.reverse()', () => {
  it.each([
    [30.305, -97.729, 'Hyde Park, Austin, TX 78751', 'Travis County', '48453'],
    [37.7599, -122.4148, 'Mission, San Francisco, CA 94110', 'San Francisco County', '06075'],
    [33.0305, -96.8315, 'Plano, TX 75093', 'Collin County', '48085'],
    [25.708, -80.407, 'Kendale Lakes, FL 33183', 'Miami-Dade County', '12086'],
    [32.5556, -117.05, 'San Ysidro, San Diego, CA 92173', 'San Diego County', '06073'],
  ])('labels %f, %f as %s', (lat, lon, label, name, fips) => {
    const answer = vicinage.reverse({ lat, lon })
    expect(answer.label).toContain(label.split(', ').at(-2))
    expect(answer).toMatchObject({ county: { name, fips }, zip: label.slice(-5), message: null })
  })

  it('returns the same census areas as vicinage.place()', () => {
    const next = seeded(5)
    let inside = 0
    for (let i = 0; i < 500; i++) {
      const point = { lat: 25 + 17 * next(), lon: -124 + 44 * next() }
      const answer = vicinage.reverse(point)
      const around = vicinage.place(point)
      expect(answer.block_group).toBe(around?.blockGroup ?? null)
      expect(answer.tract).toBe(around?.blockGroup.slice(0, 11) ?? null)
      expect(answer.county?.name).toBe(around?.county)
      if (around !== null) inside++
    }
    expect(inside).toBeGreaterThan(80)
  })

  it('does not report whether a place is in a city if the outlines are not loaded', async () => {
    const without = await openVicinage({ dimensions: [], schools: false, areas: false })
    for (const place of [
      { lat: 30.2672, lon: -97.7431 },
      { lat: 30.9, lon: -98.9 },
    ])
      expect(without.reverse(place).in_city).toBeNull()
    expect(without.reverse({ lat: 30.2672, lon: -97.7431 })).toMatchObject({ city: 'Austin', zip: '78701' })
  })

  it('explains what is missing outside the covered states or without the geocoder', async () => {
    const outside = vicinage.reverse({ lat: 40.7, lon: -74 })
    expect(outside.message).toBe('Outside the coverage: California, Texas and Florida.')
    expect(Object.entries(outside).flatMap(([name, value]) => (value === null ? [] : [name]))).toEqual([
      'message',
      'lat',
      'lon',
      'radius',
      'layer',
    ])
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

  it.each([
    [200, undefined, 'Hyde Park, Austin, TX 78751'],
    [1500, undefined, 'Austin, TX 78751'],
    [4000, undefined, 'Austin, TX'],
    [4000, 'zip', 'Austin, TX 78751'],
    [26_000, 'city', 'Austin, TX'],
    [26_000, 'county', 'Travis County, TX'],
    [600_000, 'state', 'Texas'],
  ])('returns no area that is too small for a radius of %d m', (radius, layer, label) => {
    const place = { lat: 30.305, lon: -97.729, radius, layer }
    expect(vicinage.reverse(place)).toMatchObject({
      ...place,
      layer: layer ?? 'coordinates',
      label,
      tract: null,
      block_group: null,
    })
  })

  it('names a neighborhood, ZIP or city of a circle only if it contains at least half of the circle', () => {
    const next = seeded(5)
    const wrong: string[] = []
    let [named, cleared] = [0, 0]
    for (const [lat, lon] of [
      [30.28, -97.74],
      [37.77, -122.43],
      [34.05, -118.3],
      [25.8, -80.22],
      [29.75, -95.4],
    ] as const)
      for (let i = 0; i < 12; i++) {
        const center = { lat: lat + (next() - 0.5) / 10, lon: lon + (next() - 0.5) / 10 }
        const radius = 200 + 1000 * next() ** 2
        const around = vicinage.reverse({ ...center, radius })
        const at = vicinage.reverse(center)
        const points = Array.from({ length: 150 }, () => {
          const [away, angle] = [(radius / 111_195) * Math.sqrt(next()), 2 * Math.PI * next()]
          const cos = Math.cos((center.lat * Math.PI) / 180)
          return { lat: center.lat + away * Math.sin(angle), lon: center.lon + (away * Math.cos(angle)) / cos }
        })
        const names = points.map((point) => vicinage.reverse(point)).filter(({ state }) => state !== null)
        for (const kind of ['neighborhood', 'zip', 'city'] as const) {
          if (at[kind] === null) continue
          const share = names.filter((there) => there[kind] === at[kind]).length / names.length
          if (around[kind] === null) cleared++
          else named++
          if (share < 0.4 && around[kind] !== null) wrong.push(`${kind} ${around[kind]}: ${share}`)
          if (share > 0.6 && around[kind] === null && radius < 500) wrong.push(`no ${kind} ${at[kind]}: ${share}`)
        }
      }
    expect(wrong).toEqual([])
    expect(Math.min(named, cleared)).toBeGreaterThan(20)
  })

  it('returns no ZIP inside a post-office box ZIP', () => {
    const boxes = vicinage.geocode('90030')
    if (!boxes.ok) throw new Error(boxes.message)
    expect(vicinage.reverse(boxes)).toMatchObject({ label: 'Los Angeles, CA', zip: null })
    expect(vicinage.reverse({ lat: boxes.lat, lon: boxes.lon }).zip).toBe('90071')
  })

  it('rejects invalid coordinates', () => {
    expect(() => vicinage.reverse({ lat: 91, lon: 0 })).toThrow()
    expect(() => vicinage.reverse({ lat: Number.NaN, lon: 0 })).toThrow()
    expect(() => vicinage.reverse(null as never)).toThrow()
  })
})

withAgencyFiles('the city and ZIP of a point', async () => {
  const folder = new SourceFolder(SHARED)
  const areas = existsSync(SHARED) ? await readOutlinedAreas(folder) : []
  const index = new Flatbush(Math.max(1, areas.length))
  for (const { rings } of areas) {
    const { west, south, east, north } = readBox(rings)
    index.add(west, south, east, north)
  }
  if (areas.length === 0) index.add(0, 0, 0, 0)
  index.finish()
  /**
   * Returns the codes of the source areas that contain a point according to turf, and whether a border is within 100 m.
   */
  const judge = (lon: number, lat: number) => {
    const reach = 100 / 111_195
    const across = reach / Math.cos((lat * Math.PI) / 180)
    const near = index.search(lon - across, lat - reach, lon + across, lat + reach).map((i) => areas[i])
    const isNear = near.some(({ rings }) => rings.some((ring) => passesWithin(ring, lon, lat, reach)))
    const holding = near.filter(({ rings }) =>
      booleanPointInPolygon([lon, lat], { type: 'Polygon', coordinates: rings.map(pairs) }),
    )
    return { codes: holding.map(({ code }) => code), isNear }
  }

  it('match the outlines at more than 99.5% of points over 100 m from a border', () => {
    const next = seeded(7)
    let [far, right] = [0, 0]
    const points = runs(2000, 700)
    for (let i = 0; i < points; i++) {
      const ring = areas[Math.floor(next() * areas.length)].rings[0]
      const at = 2 * Math.floor((next() * ring.length) / 2)
      const [lon, lat] = [ring[at] + (next() - 0.5) / 20, ring[at + 1] + (next() - 0.5) / 20]
      const { codes, isNear } = judge(lon, lat)
      const found = vicinage.reverse({ lat, lon })
      if (isNear || found.state === null) continue
      far++
      const zip = codes.find(({ length }) => length === 5) ?? null
      const city = areas.find(({ code }) => code.length === 7 && codes.includes(code)) ?? null
      const names = [city?.name, ...(city?.name?.split(/[()]/) ?? [])].map((name) => normalizeCity(name ?? ''))
      const isCity = city === null ? found.in_city !== true : names.includes(normalizeCity(found.city ?? ''))
      if (found.zip === zip && isCity) right++
    }
    expect(far).toBeGreaterThan(0.6 * points)
    expect(right / far).toBeGreaterThan(0.995)
  })

  it('match the address ZIP of more than 90% of Florida’s child-care centers', async () => {
    const { columns, rows } = await readCsv(folder, 'addresses/known-points/hifld_child_care_centers_FL.part1.csv.gz', {
      ZIP: text({}),
      LATITUDE: number({}),
      LONGITUDE: number({}),
    })
    let [n, sameZip] = [0, 0]
    for (let row = 0; row < rows; row++) {
      const found = vicinage.reverse({ lat: columns.LATITUDE[row], lon: columns.LONGITUDE[row] })
      if (found.state === null) continue
      n++
      if (found.zip === columns.ZIP[row].slice(0, 5)) sameZip++
    }
    expect(n).toBeGreaterThan(3000)
    expect(sameZip / n).toBeGreaterThan(0.9)
  })
})

/** Returns whether an edge of the ring is within `reach` degrees of latitude of a point. */
function passesWithin(ring: Float64Array, lon: number, lat: number, reach: number): boolean {
  const cos = Math.cos((lat * Math.PI) / 180)
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [(ring[i] - lon) * cos, ring[i + 1] - lat, (ring[i + 2] - lon) * cos, ring[i + 3] - lat]
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / length))
    if (Math.hypot(x1 + part * (x2 - x1), y1 + part * (y2 - y1)) < reach) return true
  }
  return false
}

describe('the built neighborhoods', () => {
  it.each(['neighborhoods', 'neighborhoods-zillow'])('in %s match turf', async (id) => {
    const bundle = await open(id)
    const neighborhoods = new Neighborhoods(bundle)
    const shapes = areaPathsIn(bundle, 'outline').map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates }))
    const next = seeded(11)
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
