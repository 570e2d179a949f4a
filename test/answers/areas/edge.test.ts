import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { Districts } from '../../../src/answers/districts/districts.ts'
import { nearestOther } from '../../../src/answers/scores/nearest-other.ts'
import { NotLoadedError, ValidationError } from '../../../src/base/errors.ts'
import { directionTo, withinTime } from '../../../src/base/geo/direction.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { isInside } from '../../../src/base/geo/ring.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { builtVicinage } from '../../library/built.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { districtFixture, opened, rectangle } from '../districts/fixtures/districts.ts'

/** Diagonal of a 2-arc-second cell, in meters. */
const CELL = 88

const fixture = await openVicinage({ data: await folderFixture() })

describe('nearestOther', () => {
  it('returns the same cell as a brute-force search of all cells', () => {
    const perDegree = 1800
    const cells = fc.array(fc.tuple(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -12, max: 12 })), {
      minLength: 1,
      maxLength: 6,
    })
    const within = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(cells, within, within, fc.integer({ min: 26, max: 41 }), (others, east, north, south) => {
        const [column, row] = [60 * perDegree, (south + 90) * perDegree]
        const lon = (column + east) / perDegree - 180
        const lat = (row + north) / perDegree - 90
        const isOther = (x: number, y: number) =>
          others.some(
            ([dx, dy]) =>
              Math.floor((x + 180) * perDegree) === column + dx && Math.floor((y + 90) * perDegree) === row + dy,
          )
        const apart = others.map(([dx, dy]) => {
          const nearest = (at: number, low: number) => Math.min(Math.max(at, low), low + 1 / perDegree)
          return metersBetween(
            lat,
            lon,
            nearest(lat, (row + dy) / perDegree - 90),
            nearest(lon, (column + dx) / perDegree - 180),
          )
        })
        const found = nearestOther(lat, lon, perDegree, isOther, 5000)
        return found !== null && Math.abs(found.meters - Math.min(...apart)) < 0.1 && isOther(found.lon, found.lat)
      }),
    )
  })

  it('returns null if no cell differs or the nearest one is beyond the limit', () => {
    expect(nearestOther(30, -97, 1800, () => false, 1000)).toBeNull()
    expect(nearestOther(30, -97, 1800, (lon) => lon > -96.98, 1000)).toBeNull()
    expect(nearestOther(30, -97, 1800, (lon) => lon > -96.98, 2000)?.direction).toBe('east')
  })

  it('stops with a limit_exceeded error when the time limit is reached', () => {
    const slow = () => performance.now() < 0
    expect(() => nearestOther(30, -97, 1800, withinTime(slow, 1), 50_000)).toThrow(
      expect.objectContaining({
        code: 'limit_exceeded',
        detail: [expect.objectContaining({ ctx: { limit: 'milliseconds', most: 1 } })],
      }),
    )
  })
})

it.each([
  [31, -97, 'north'],
  [31, -96, 'northeast'],
  [30, -96, 'east'],
  [29, -96, 'southeast'],
  [29, -97, 'south'],
  [29, -98, 'southwest'],
  [30, -98, 'west'],
  [31, -98, 'northwest'],
])('the direction to %f, %f is described as %s', (lat, lon, direction) => {
  expect(directionTo(30, -97, lat, lon)).toBe(direction)
})

describe('vicinage.edge()', () => {
  // Zones drawn by hand: score 64 from longitude -118.27 to -118.23 and 22 from -118.3 to -118.27, both from latitude
  // 34 to 34.05. Everywhere else, the score is 240.
  it.each([
    ['the border to the other zone', { lat: 34.02, lon: -118.268 }, 34.02, -118.27, 'west', 22],
    ['the border to land without a zone', { lat: 34.048, lon: -118.25 }, 34.05, -118.25, 'north', 240],
    ['a zone from outside', { lat: 34.054, lon: -118.25 }, 34.05, -118.25, 'south', 64],
  ])('returns %s', (_, place, lat, lon, direction, score) => {
    const edge = fixture.edge('fire', place)!
    expect(edge).toMatchObject({ direction, score })
    expect(Math.abs(edge.distance_meters - metersBetween(place.lat, place.lon, lat, lon))).toBeLessThan(CELL)
    expect(edge.score).toBe(fixture.score('fire', edge).score)
  })

  it('contributes to explain() only within 200 m of an edge', () => {
    expect(fixture.explain('fire', { lat: 34.0492, lon: -118.25 }).edge).toMatchObject({
      direction: 'north',
      score: 240,
    })
    expect(fixture.explain('fire', { lat: 34.046, lon: -118.25 }).edge).toBeUndefined()
    expect(fixture.explain('walkability', { lat: 34.05, lon: -118.25 }).edge).toBeUndefined()
  })

  it('returns null outside the covered states and beyond the limit', () => {
    expect(fixture.edge('fire', { lat: 10, lon: 10 })).toBeNull()
    expect(fixture.edge('fire', { lat: 34.02, lon: -118.25 }, { maxDistance: 100 })).toBeNull()
  })

  it('rejects dimensions without zones, dimensions that are not loaded, and distance limits out of range', () => {
    const place = { lat: 34.02, lon: -118.25 }
    expect(() => fixture.edge('walkability' as 'fire', place)).toThrow(/Walkability has no zones/)
    expect(() => fixture.edge('charm' as never, place)).toThrow(ValidationError)
    expect(() => fixture.edge('flood', place)).toThrow(NotLoadedError)
    expect(() => fixture.edge('districts', place)).toThrow(NotLoadedError)
    expect(() => fixture.edge('fire', { lat: 99, lon: 0 })).toThrow(ValidationError)
    for (const within of [Number.NaN, '5' as never])
      expect(() => fixture.edge('fire', place, { maxDistance: within })).toThrow(/maxDistance must be a number/)
    for (const within of [0, 60_000])
      expect(() => fixture.edge('fire', place, { maxDistance: within })).toThrow(
        /maxDistance must be 1 to 50000 meters/,
      )
    for (const within of [1, 50_000]) expect(() => fixture.edge('fire', place, { maxDistance: within })).not.toThrow()
    expect(() => fixture.edge('fire', place, { timeout: 0 })).toThrow(/timeout must be at least 1 millisecond/)
  })
})

describe('the nearest school district edge', () => {
  const districts = opened([
    districtFixture('4800001', rectangle(-97.8, 30.2, -97.6, 30.4)),
    districtFixture('4800002', rectangle(-97.6, 30.2, -97.4, 30.4)),
    // A district with a sharp corner that points west. It is entirely inside another district.
    districtFixture('4800003', [
      [-97.75, 30.3],
      [-97.65, 30.299],
      [-97.65, 30.301],
    ]),
  ])

  it.each([
    ['a straight border', 30.25, -97.61, 30.25, -97.6, 'east'],
    ['a place near the outer border of all districts', 30.39, -97.5, 30.39, -97.6, 'west'],
    ['a sharp corner', 30.3, -97.76, 30.3, -97.75, 'east'],
    ['a place on a border', 30.25, -97.6, 30.25, -97.6, null],
    ['a place on the outer border', 30.4, -97.7, 30.4, -97.6, 'east'],
    ['a place outside all districts', 30.41, -97.7, 30.4, -97.7, 'south'],
  ])('is reported at the exact distance for %s', (_, lat, lon, toLat, toLon, direction) => {
    const edge = districts.edge(lat, lon, 50_000)!
    expect(edge.meters).toBeCloseTo(metersBetween(lat, lon, toLat, toLon), 1)
    if (direction !== null) expect(edge.direction).toBe(direction)
  })

  it('is never farther away than a place in other districts', () => {
    const place = fc.tuple(
      fc.double({ min: 30.15, max: 30.45, noNaN: true }),
      fc.double({ min: -97.85, max: -97.35, noNaN: true }),
    )
    const names = (lat: number, lon: number) => {
      const out = new Int32Array(districts.most)
      return out.subarray(0, districts.at(lon, lat, out)).join()
    }
    fc.assert(
      fc.property(place, fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(359), ([lat, lon], share, turn) => {
        const edge = districts.edge(lat, lon, 50_000)
        if (edge === null) return false
        if (names(edge.lat, edge.lon) === '') return false
        const away = (edge.meters * share) / 111_300
        const angle = (turn * Math.PI) / 180
        const near = [lat + away * Math.sin(angle), lon + (away * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)]
        const between = names(near[0], near[1])
        return (between === '' || between === names(lat, lon)) && names(edge.lat, edge.lon) !== names(lat, lon)
      }),
    )
  })
})

describe('the school district edge on a coast', () => {
  let real: Vicinage<never>
  let outlines: readonly { readonly geoid: string; readonly rings: readonly Float64Array[] }[]
  beforeAll(async () => {
    real = await builtVicinage()
    const districts = new Districts((await readBundles({ dimensions: [], geocoder: false })).districts!)
    outlines = Array.from({ length: districts.count }, (_, i) => ({
      geoid: districts.geoid(i),
      rings: districts.outline(i),
    }))
  })

  it.each([
    ['Miami', 25.7617, -80.1918],
    ['Miami Beach', 25.79, -80.13],
    ['Fort Lauderdale', 26.1224, -80.1373],
    ['Tampa', 27.9506, -82.4572],
    ['Galveston', 29.3013, -94.7977],
    ['Santa Monica', 34.0195, -118.4912],
    ['San Francisco', 37.7749, -122.4194],
    ['Pensacola, near Alabama', 30.4213, -87.2169],
    ['El Paso, near Mexico', 31.7619, -106.485],
    ['the sea off Miami', 25.7, -80],
  ])('is at the distance of the nearest outline of any other district near %s', (_, lat, lon) => {
    const here = outlines.filter(({ rings }) => isInside(rings, lon, lat)).map(({ geoid }) => geoid)
    const others = outlines.filter(({ geoid }) => !here.includes(geoid))
    const nearest = Math.min(...others.map(({ rings }) => metersTo(rings, lat, lon)))
    const edge = real.edge('districts', { lat, lon })
    if (nearest > 50_000) return expect(edge).toBeNull()
    const there = edge!.districts.map(({ geoid }) => geoid)
    expect(there.filter((geoid) => !here.includes(geoid))).not.toEqual([])
    expect(Math.abs(edge!.distance_meters - nearest)).toBeLessThan(1)
  })
})

/** Computes the distance from a place to every segment of the rings and returns the shortest, in meters. */
function metersTo(rings: readonly Float64Array[], lat: number, lon: number): number {
  let least = Number.POSITIVE_INFINITY
  const cos = Math.cos((lat * Math.PI) / 180)
  for (const ring of rings)
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x, y] = [(ring[i] - lon) * cos, ring[i + 1] - lat]
      const [dx, dy] = [(ring[i + 2] - ring[i]) * cos, ring[i + 3] - ring[i + 1]]
      const part = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)))
      const to = [lat + y + part * dy, lon + (x + part * dx) / cos] as const
      // Computes the exact distance only for segments that may be nearer than the nearest one so far.
      if (Math.hypot(x + part * dx, y + part * dy) * 100_000 < least)
        least = Math.min(least, metersBetween(lat, lon, ...to))
    }
  return least
}

describe('vicinage.edge() for ZIPs and cities', () => {
  let real: Vicinage<never>
  beforeAll(async () => {
    real = await builtVicinage()
  })
  /**
   * Returns undefined for places that the search for edges skips: open water, and land that has no ZIP code or is near
   * a shore.
   */
  const idAt = (kind: 'zip' | 'city', lat: number, lon: number) => {
    const { zip, city, in_city, county } = real.reverse({ lat, lon })
    if (county === null) return undefined
    if (kind === 'zip') return zip ?? undefined
    if (in_city) return city
    return zip === null || isNearOpenWater(lat, lon) ? undefined : null
  }
  /** Checks 600 points up to 325 m away. */
  const isNearOpenWater = (lat: number, lon: number) =>
    Array.from({ length: 600 }, (_, i) => {
      const away = (325 * Math.sqrt((i + 1) / 600)) / 111_195
      const x = lon + (away * Math.cos(2.4 * i)) / Math.cos((lat * Math.PI) / 180)
      return { lat: lat + away * Math.sin(2.4 * i), lon: x }
    }).some((point) => real.place(point) === null)

  it.each(['zip', 'city'] as const)(
    'returns the point where the %s first changes, and names the area beyond',
    (kind) => {
      const random = seededRandom(27)
      const wrong: string[] = []
      for (let i = 0; i < 120; i++) {
        const [lat, lon] = [
          [29.3, -95.8],
          [33.7, -118.4],
          [27.7, -82.8],
        ][i % 3].map((from) => from + 0.6 * random())
        const edge = real.edge(kind, { lat, lon })
        if (edge === null) continue
        const here = idAt(kind, lat, lon)
        const there = idAt(kind, edge.lat, edge.lon)
        const told = kind === 'zip' ? edge.area?.id : edge.area?.name.replace(/, [A-Z]{2}$/, '')
        const isBesideWater = there === undefined && edge.area === null
        if (!isBesideWater && (there === here || (told ?? null) !== there))
          wrong.push(`${lat}, ${lon}: ${told} at the edge, ${there} there`)
        const off = metersBetween(lat, lon, edge.lat, edge.lon) - edge.distance_meters
        if (Math.abs(off) > 1) wrong.push(`${lat}, ${lon}: ${edge.distance_meters} m, ${off} m off`)
        for (let step = 0; step < 90; step++) {
          const away = ((step % 3) + 1) * 0.33 * Math.max(0, edge.distance_meters - 0.6)
          const [x, y] = [Math.cos((step * Math.PI) / 45), Math.sin((step * Math.PI) / 45)].map(
            (part) => (away * part) / 111_195,
          )
          const near = idAt(kind, lat + y, lon + x / Math.cos((lat * Math.PI) / 180))
          if (near !== undefined && near !== here) wrong.push(`${lat}, ${lon}: nearer`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it.each([
    ['city', 'Miami', 25.7617, -80.1918],
    ['zip', 'Miami Beach', 25.79, -80.13],
    ['city', 'Miami Beach', 25.79, -80.13],
    ['city', 'Galveston', 29.3013, -94.7977],
    ['zip', 'Key West', 24.5551, -81.78],
    ['city', 'Key Biscayne', 25.6937, -80.1628],
    ['zip', 'Coronado', 32.6859, -117.1831],
    ['city', 'South Padre Island', 26.1118, -97.1681],
    ['city', 'El Paso, beside Mexico', 31.7619, -106.485],
    ['city', 'Texarkana, beside Arkansas', 33.4251, -94.0477],
  ] as const)('finds the nearest other %s on land, not open water or another state: %s', (kind, _, lat, lon) => {
    const edge = real.edge(kind, { lat, lon })!
    expect(real.place(edge)).not.toBeNull()
    if (edge.area !== null) expect(edge.area.kind).toBe(kind)
    else expect(real.reverse(edge)).toMatchObject({ in_city: false, zip: expect.any(String) })
  })

  it('searches across the bay between Miami and Miami Beach', () => {
    const edge = real.edge('city', { lat: 25.7617, lon: -80.1918 })!
    expect(edge.area).toMatchObject({ kind: 'city', name: 'Miami Beach, FL' })
  })

  it('returns null beyond the limit and outside the covered states', () => {
    const austin = { lat: 30.27, lon: -97.74 }
    const { distance_meters, area } = real.edge('city', austin)!
    expect(area === null || area.kind === 'city').toBe(true)
    expect(real.edge('city', austin, { maxDistance: distance_meters - 1 })).toBeNull()
    expect(real.edge('city', austin, { maxDistance: distance_meters + 1 })?.distance_meters).toBe(distance_meters)
    expect(real.edge('zip', { lat: 40.7, lon: -74 })).toBeNull()
  })

  it('throws a ValidationError if the radius of the place is too large', () => {
    const { distance_meters } = real.edge('zip', { lat: 30.27, lon: -97.74 })!
    const wide = { lat: 30.27, lon: -97.74, radius: 2000 }
    expect(() => real.edge('zip', wide)).toThrow(ValidationError)
    const getMeters = (units: 'us' | 'metric') => {
      try {
        return real.edge('zip', wide, { units })
      } catch (error) {
        return /^The nearest border is about (.*) from the center of the place, inside its radius of 2000 m: /.exec(
          (error as Error).message,
        )?.[1]
      }
    }
    const [, miles, meters] = /^(\d\.\d\d) miles \((\d+) m\)$/.exec(String(getMeters('us')))!
    expect(Math.abs(Number(meters) - distance_meters)).toBeLessThanOrEqual(5)
    expect(Math.abs(Number(miles) * 1609.344 - distance_meters)).toBeLessThanOrEqual(9)
    expect(getMeters('metric')).toBe(`${meters} m`)
    expect(real.edge('zip', { lat: 30.27, lon: -97.74, radius: 150 })?.distance_meters).toBe(distance_meters)
  })

  it('throws a NotLoadedError if the gazetteer is not loaded', async () => {
    const bare = await openVicinage({ dimensions: [], schools: false, geocoder: false, userData: false })
    expect(() => bare.edge('zip', { lat: 30.27, lon: -97.74 })).toThrow(NotLoadedError)
  })
})
