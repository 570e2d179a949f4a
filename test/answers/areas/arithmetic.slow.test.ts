import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { MultiPolygon, Polygon } from 'geojson'
import { beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../bench/support/points.ts'
import { OutlinedPlaces } from '../../../src/answers/areas/outlined-places.ts'
import { HOMES, People } from '../../../src/answers/areas/people.ts'
import { readBox } from '../../../src/base/geo/boxes.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { Geography } from '../../../src/data/geography.ts'
import type { Vicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { builtVicinage } from '../../library/built.ts'

let vicinage: Vicinage<'fire' | 'walkability'>
let geography: Geography
let people: People
beforeAll(async () => {
  vicinage = await builtVicinage()
  geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
  people = new People(geography)
  people.getHomes(Uint32Array.from({ length: geography.size }, (_, i) => i))
})

/**
 * Number of cases to try. AREA_CASES raises it from the default of 50; AREA_CASES=1000 means 300 shapes,
 * 1,000 splits and about 670 circles.
 */
const CASES = Number(process.env.AREA_CASES ?? 50)
const SEED = Number(process.env.AREA_SEED ?? 1)

/** Returns a random place within 0.05° of a block group center. */
function somewhere(next: () => number): { lat: number; lon: number } {
  const { lat, lon } = geography.getCenter(Math.floor(next() * geography.size))
  return { lat: lat + (next() - 0.5) / 10, lon: lon + (next() - 0.5) / 10 }
}

/** Sums the residents of all homes inside, one home at a time. */
function sumOver(isInside: (lon: number, lat: number) => boolean): number {
  let sum = 0
  for (let home = 0; home < geography.size * HOMES; home++)
    if (isInside(people.lon[home], people.lat[home])) sum += people.at(home)
  return Math.round(sum)
}

const peopleOf = (shape: Parameters<Vicinage['area']>[0]) => vicinage.area(shape, { dimensions: [] }).people

describe('the population within a shape', () => {
  it('equals the sum over the homes inside, for circles and boxes anywhere', () => {
    const next = seeded(3 * SEED)
    for (let i = 0; i < CASES * 0.3; i++) {
      const { lat, lon } = somewhere(next)
      const radius = 100 + 20_000 * next() ** 3
      const inCircle = sumOver((x, y) => metersBetween(lat, lon, y, x) <= radius)
      expect(peopleOf({ lat, lon, radius })).toBe(inCircle)
      const box = { west: lon, south: lat, east: lon + next() / 5, north: lat + next() / 5 }
      const inBox = sumOver((x, y) => x >= box.west && x <= box.east && y >= box.south && y <= box.north)
      expect(peopleOf(box)).toBe(inBox)
    }
  })

  it('adds up if a box is split in two', () => {
    const next = seeded(5 * SEED)
    for (let i = 0; i < CASES; i++) {
      const { lat, lon } = somewhere(next)
      const [width, height] = [next() / 4, next() / 4]
      const cut = lon + width * next()
      const part = (west: number, east: number) => peopleOf({ west, south: lat, east, north: lat + height })
      const [whole, left, right] = [part(lon, lon + width), part(lon, cut), part(cut, lon + width)]
      if (Math.abs(left + right - whole) > 1)
        throw new Error(`${JSON.stringify({ lat, lon, cut })}: ${left} + ${right}, not ${whole}`)
    }
    const box = (west: number, east: number) => peopleOf({ west, south: 29.744765, east, north: 29.754528 })
    expect(box(-95.654744, -95.648275) + box(-95.648275, -95.606874)).toBe(box(-95.654744, -95.606874))
  })

  it('never decreases as a circle grows', () => {
    const next = seeded(7 * SEED)
    for (let i = 0; i < CASES * 0.67; i++) {
      const { lat, lon } = somewhere(next)
      let before = 0
      for (let radius = 50; radius < 20_000; radius *= 1.5) {
        const now = vicinage.scoresAround({ lat, lon, radius, dimensions: ['walkability'] }).people
        if (now < before) throw new Error(`${lat}, ${lon}: ${now} within ${radius} m, ${before} within less`)
        before = now
      }
    }
    const miami = (radius: number) => peopleOf({ lat: 25.76059, lon: -80.16391, radius })
    expect(miami(1500)).toBeLessThanOrEqual(miami(2000))
  })
})

describe('modeled homes', () => {
  it('add up to the population of each block group, and approximately to the census count of large ZIPs', async () => {
    const { outlines } = await readBundles({ dimensions: [], schools: false })
    const zips = new OutlinedPlaces(outlines!)
    const sums = new Float64Array(zips.count)
    const wrong: number[] = []
    for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
      let sum = 0
      for (let home = blockGroup * HOMES; home < (blockGroup + 1) * HOMES; home++) {
        sum += people.at(home)
        const zip = zips.at('zip', people.lon[home], people.lat[home])
        if (zip >= 0) sums[zip] += people.at(home)
      }
      if (sum !== people.of(blockGroup)) wrong.push(blockGroup)
    }
    expect(wrong).toEqual([])
    const large = Array.from({ length: zips.zips }, (_, zip) => zip).filter((zip) => zips.people(zip)! > 5000)
    const near = large.filter((zip) => Math.abs(sums[zip] / zips.people(zip)! - 1) <= 0.05)
    expect(near.length / large.length).toBeGreaterThan(0.95)
  })
})

/** Returns a closed ring around a place, with corners at varying distances in degrees. */
function ringAround({ lat, lon }: { lat: number; lon: number }, reach: number, corners: number, next: () => number) {
  const flat = 0.05 + next()
  const ring = Array.from({ length: corners }, (_, i) => {
    const away = reach * (0.3 + 0.7 * next())
    const angle = (2 * Math.PI * i) / corners
    return [lon + away * Math.cos(angle), lat + away * flat * Math.sin(angle)]
  })
  return [...ring, ring[0]]
}

/** Returns triangles, concave shapes, slivers and shapes with holes or several polygons, across shores and states. */
function someShape(i: number, next: () => number): Polygon | MultiPolygon {
  const middle = i % 7 === 0 ? { lat: 33.6 + next(), lon: -118.8 + next() } : somewhere(next)
  const reach = i % 11 === 0 ? 3 : 0.01 + 0.3 * next() ** 2
  const ring = () => ringAround(middle, reach, 3 + Math.floor(next() * 20), next)
  if (i % 3 === 0) return { type: 'Polygon', coordinates: [ring()] }
  if (i % 3 === 1) {
    const hole = ringAround(middle, reach / 20, 5, next)
    return { type: 'Polygon', coordinates: [ringAround(middle, reach, 12, () => 0.8), hole] }
  }
  const other = { lat: middle.lat + 3 * reach, lon: middle.lon }
  return { type: 'MultiPolygon', coordinates: [[ring()], [ringAround(other, reach, 6, next)]] }
}

/** Computes the area of a ring on the sphere from the areas between each of its edges and the south pole. */
function km2(ring: readonly (readonly number[])[]): number {
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]].map((at) => at.map((degrees) => (degrees * Math.PI) / 180))
    sum += ((x2 - x1) * (2 + Math.sin(y1) + Math.sin(y2))) / 2
  }
  return Math.abs(sum) * 6371.0088 ** 2
}

describe('a random shape', () => {
  it('yields the same population, means, percentiles and shares as the homes that turf finds inside', () => {
    const next = seeded(11 * SEED)
    const scores = vicinage.scoreColumns({ lat: people.lat, lon: people.lon, dimensions: ['walkability', 'fire'] })
    const wrong: string[] = []
    for (let i = 0; i < CASES * 0.3; i++) {
      const shape = someShape(i, next)
      const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
      const { west, south, east, north } = readBox(polygons.flat().map((ring) => ring.flat()))
      const counts = { walkability: new Float64Array(256), fire: new Float64Array(256) }
      let all = 0
      for (let home = 0; home < geography.size * HOMES; home++) {
        const [x, y] = [people.lon[home], people.lat[home]]
        if (x < west || x > east || y < south || y > north || !booleanPointInPolygon([x, y], shape)) continue
        const own = people.at(home)
        all += own
        counts.walkability[scores.walkability[home]] += own
        counts.fire[scores.fire[home]] += own
      }
      const answer = vicinage.area(shape, { dimensions: ['walkability', 'fire'], below: { walkability: 150 } })
      if (answer.people !== Math.round(all)) wrong.push(`${i}: ${answer.people} people, not ${all}`)
      const land = polygons.reduce((sum, [outer]) => sum + km2(outer), 0)
      if (answer.land_km2 > land * 1.01 + 0.01) wrong.push(`${i}: ${answer.land_km2} km² of ${land}`)
      if (all === 0) continue
      for (const id of ['walkability', 'fire'] as const) {
        const { mean, p10, p50, p90, without_data, share_below = null } = answer.scores[id]
        const scored = all - counts[id][0]
        const isMostlyWithout = counts[id][0] > all / 2
        const expected = isMostlyWithout ? null : counts[id].reduce((sum, own, score) => sum + own * score, 0) / scored
        if ((mean === null) !== (expected === null) || Math.abs((mean ?? 0) - (expected ?? 0)) > 0.0501)
          wrong.push(`${i} ${id}: mean ${mean}, not ${expected}`)
        if (Math.abs(without_data - counts[id][0] / all) > 0.000501) wrong.push(`${i} ${id}: ${without_data} without`)
        if (mean === null) continue
        for (const [part, quantile] of [
          [0.1, p10],
          [0.5, p50],
          [0.9, p90],
        ] as const) {
          const upTo = (score: number) => counts[id].slice(1, score + 1).reduce((sum, own) => sum + own, 0) / scored
          if (upTo(quantile!) < part - 1e-9 || upTo(quantile! - 1) >= part + 1e-9)
            wrong.push(`${i} ${id}: p ${part} ${quantile}`)
        }
        if (id !== 'walkability') continue
        const below = counts[id].slice(1, 150).reduce((sum, own) => sum + own, 0) / scored
        if (Math.abs(share_below! - below) > 0.000501) wrong.push(`${i}: ${share_below} below 150, not ${below}`)
      }
    }
    expect(wrong).toEqual([])
  }, 600_000)
})

describe('the land area', () => {
  /** Computes the area of a box on the sphere. The box must be entirely land. */
  const boxKm2 = (west: number, south: number, east: number, north: number) =>
    (((east - west) * Math.PI) / 180) *
    (Math.sin((north * Math.PI) / 180) - Math.sin((south * Math.PI) / 180)) *
    6371.0088 ** 2

  it.each([
    ['a flat box', -98, 30.3, -97, 30.3062],
    ['a thin box', -98, 30, -97.99, 31],
    ['a square', -98.5, 31, -98, 31.5],
    ['a dot', -98.5, 31, -98.4999, 31.0001],
  ])('of %s is correct to 1%%, as a box and as a polygon', (_, west, south, east, north) => {
    const expected = boxKm2(west, south, east, north)
    const ring = boxRing(west, south, east, north)
    for (const shape of [
      { west, south, east, north },
      { type: 'Polygon' as const, coordinates: [ring] },
    ])
      expect(Math.abs(vicinage.area(shape, { dimensions: [] }).land_km2 / expected - 1)).toBeLessThan(0.01)
  })

  it('of circles and slanted slivers is correct to within 1%', () => {
    for (const radius of [50, 500, 5000, 50_000]) {
      const { land_km2 } = vicinage.area({ lat: 31.3, lon: -98.2, radius }, { dimensions: [] })
      expect(Math.abs(land_km2 / ((Math.PI * radius ** 2) / 1e6) - 1)).toBeLessThan(0.01)
    }
    const sliver = [
      [-100, 30.5],
      [-97, 31.5],
      [-97, 31.501],
      [-100, 30.5],
    ]
    const { land_km2 } = vicinage.area({ type: 'Polygon', coordinates: [sliver] }, { dimensions: [] })
    // Half of the height (0.001°) times the width (3° of longitude).
    expect(
      Math.abs(land_km2 / (0.5 * 0.001 * 111.195 * 3 * 111.195 * Math.cos((31.2 * Math.PI) / 180)) - 1),
    ).toBeLessThan(0.01)
  })

  it.each([
    ['Florida', { state: 'FL' }, '12'],
    ['Monroe County, with the Florida Keys', { county: '12087' }, '12087'],
    ['San Francisco, with the Farallon Islands', { county: '06075' }, '06075'],
    ['Aransas County, among bays', { county: '48007' }, '48007'],
    ['Loving County, far from water', { county: '48301' }, '48301'],
  ])('of %s is correct to 0.8%%, checked against points spread over its box', (_, shape, code) => {
    const next = seeded(17 * SEED)
    const { land_km2, box } = vicinage.area(shape, { dimensions: [] })
    const columns = 1000
    const width = (box.east - box.west) / columns
    const height = (box.north - box.south) / columns
    let km2 = 0
    for (let row = 0; row < columns; row++)
      for (let column = 0; column < columns; column++) {
        const lon = box.west + (column + next()) * width
        const lat = box.south + (row + next()) * height
        const zone = geography.zoneAt(lon, lat)
        if (zone === 0 || !geography.describe(geography.blockGroupIn(zone, lon, lat)).blockGroup.startsWith(code))
          continue
        km2 += boxKm2(0, lat - height / 2, width, lat + height / 2)
      }
    expect(Math.abs(land_km2 / km2 - 1)).toBeLessThan(0.008)
  })

  it('includes outlying islands of a tract and a county', () => {
    const found = vicinage.find({ where: { walkability: { min: 1 } }, within: { tract: '06025010300' }, min_people: 0 })
    expect(found.total).toBeGreaterThan(0)
    // The Farallon Islands and Treasure Island belong to San Francisco.
    const parts = vicinage.find({ where: { walkability: { min: 1 } }, within: { county: '06075' }, min_people: 0 })
    expect(parts.total).toBeGreaterThan(1)
  })
})

describe('residents without data', () => {
  it('are reported with every band, and make the band null if they are the majority', () => {
    const { fire, walkability } = vicinage.scoresAround({ lat: 37.3382, lon: -121.8863, radius: 15_000 }).scores
    expect(fire).toMatchObject({ p10: null, p90: null, narrow: false, note: { code: 'mostly_without_data' } })
    expect(fire.without_data).toBeGreaterThan(0.9)
    expect(walkability).toMatchObject({ p10: expect.any(Number), without_data: 0, note: null })
  })

  it('are excluded from the shares of measured, modeled and estimated scores', () => {
    const { fire } = vicinage.area({ district: '0634410' }, { dimensions: ['fire'] }).scores
    if (fire.mean !== null) expect(fire.basis.measured + fire.basis.modeled + fire.basis.estimate).toBeCloseTo(1, 2)
  })
})

describe('time limits for area requests', () => {
  const slivers = {
    type: 'MultiPolygon' as const,
    coordinates: Array.from({ length: 1000 }, (_, i) => {
      const ring = [
        [-100, 30],
        [-95.7, 30.99],
        [-95.7, 30.989999],
        [-100, 30],
      ]
      return [ring.map(([lon, lat]) => [lon, lat + i * 1e-9])]
    }),
  }

  it('stop a search and a summary with an error that names the limit', () => {
    const where = { walkability: { min: 254.4, max: 254.6 } }
    const code = expect.objectContaining({ code: 'limit_exceeded' })
    expect(() => vicinage.find({ where, within: { state: 'TX' }, timeout: 1 })).toThrow(code)
    expect(() => vicinage.area(slivers, { timeout: 1 })).toThrow(code)
    expect(() => vicinage.rank('walkability', { of: 'zip', within: slivers, timeout: 1 })).toThrow(code)
    for (const ask of [
      () => vicinage.area(slivers, { timeout: 0 }),
      () => vicinage.rank('walkability', { of: 'zip', timeout: Number.NaN }),
      () => vicinage.edge('fire', { lat: 30.3, lon: -97.7 }, { timeout: 0 }),
    ])
      expect(ask).toThrow(/timeout must be/)
  })

  it('are not reached by a search of slivers for conditions that no place meets', () => {
    const where = { walkability: { min: 254.4, max: 254.6 } }
    const started = performance.now()
    expect(vicinage.find({ where, within: slivers, min_people: 0 }).total).toBe(0)
    // This once took 66 s.
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
