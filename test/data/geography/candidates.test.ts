import { describe, expect, it } from 'vitest'
import { findCandidates, zoneAreas } from '../../../data-build/geography/candidates.ts'
import { containingTracts, type TractPolygons, tractRaster } from '../../../data-build/geography/tracts.ts'
import { blockGroupsAt, type MadeGroup, side, tractsOf } from './fixtures/tracts.ts'

const florida = { west: -80.3, south: 25.7 }
const texas = { west: -97.8, south: 30.2 }

describe('the candidate block groups of a tract polygon', () => {
  it('are all block groups of a 2020 tract, even those whose center is elsewhere', () => {
    const tracts = tractsOf([
      { geoid: '12086000100', ...florida },
      { geoid: '12086000200', west: florida.west + 0.1, south: florida.south },
    ])
    const groups: MadeGroup[] = [
      { id: '120860001001', lon: -80.25, lat: 25.75 },
      { id: '120860001002', lon: -80.15, lat: 25.75 }, // in the other tract's square
      { id: '120860002001', lon: -80.14, lat: 25.76 },
    ]
    expect(candidates(tracts, groups)).toEqual([[0, 1], [2]])
  })

  it('are the block groups in descendants of a 2010 tract, ignoring slivers', () => {
    const tracts = tractsOf([{ geoid: '06037000100', ...texas, year: 2010 }])
    const groups: MadeGroup[] = [
      { id: '060370001011', lon: -97.7, lat: 30.25 },
      { id: '060370001021', lon: -97.6, lat: 30.25 },
      { id: '060370009001', lon: -97.5, lat: 30.25 },
    ]
    const crosswalk = new Map([
      ['06037000101', [{ tract2010: '06037000100', weight: 0.6 }]],
      ['06037000102', [{ tract2010: '06037000100', weight: 0.36 }]],
      ['06037000900', [{ tract2010: '06037000100', weight: 0.04 }]],
    ])
    expect(candidates(tracts, groups, crosswalk)).toEqual([[0, 1]])
  })

  it('also include every block group whose center is inside, whatever its tract', () => {
    for (const state of ['06', '48']) {
      const tracts = tractsOf([{ geoid: `${state}453000100`, ...texas, year: 2010 }])
      const crosswalk = new Map([
        [`${state}453000100`, [{ tract2010: `${state}453000100`, weight: 1 }]],
        [`${state}453000900`, [{ tract2010: `${state}453000900`, weight: 1 }]],
      ])
      const groups: MadeGroup[] = [
        { id: `${state}4530001001`, lon: -97.75, lat: 30.25 },
        { id: `${state}4530009001`, lon: -97.71, lat: 30.21 },
        { id: `${state}4530009002`, lon: -97.5, lat: 30.21 }, // same tract as the second, but its center is outside
      ]
      expect(candidates(tracts, groups, crosswalk), state).toEqual([[0, 1]])
    }
  })

  it('include block groups missing from all crosswalks if their center is inside', () => {
    const tracts = tractsOf([{ geoid: '06037000100', ...texas, year: 2010 }])
    const groups: MadeGroup[] = [
      { id: '060370001001', lon: -97.79, lat: 30.29 },
      { id: '060370077001', lon: -97.75, lat: 30.25, population: 12 },
      { id: '060370077002', lon: -97.74, lat: 30.25, population: 0 },
    ]
    const crosswalk = new Map([['06037000100', [{ tract2010: '06037000100', weight: 1 }]]])
    expect(candidates(tracts, groups, crosswalk)).toEqual([[0, 1, 2]])
  })

  it('are never empty, because they include the nearest center in the state', () => {
    const tracts = tractsOf([
      { geoid: '12086000100', ...florida },
      { geoid: '12086990000', west: florida.west + 0.5, south: florida.south },
    ])
    const groups: MadeGroup[] = [
      { id: '120860001001', lon: -80.29, lat: 25.75 },
      { id: '120860001002', lon: -80.21, lat: 25.75 },
      { id: '484530001001', lon: -79.8, lat: 25.7 }, // nearest to the second tract, but in another state
    ]
    expect(candidates(tracts, groups)).toEqual([[0, 1], [1]])
  })
})

describe('a geography with too many areas for 16-bit numbers', () => {
  it('is rejected with a one-sentence error for block groups', () => {
    const tracts = tractsOf([{ geoid: '12086000100', ...florida }])
    const raster = tractRaster(tracts)
    const groups = (count: number) =>
      blockGroupsAt(Array.from({ length: count }, () => ({ id: '120860001001', lon: -80.25, lat: 25.75 })))
    expect(findCandidates(tracts, raster, groups(65_536), new Map()).blockGroup.at(-1)).toBe(65_535)
    expect(() => findCandidates(tracts, raster, groups(65_537), new Map())).toThrow(
      'The sources have 65537 census block groups, but a bundle can hold at most 65536: build fewer states.',
    )
  })

  it('is rejected with a one-sentence error for tracts', () => {
    const geoid = Array.from({ length: 65_536 }, (_, i) => `12086${String(i).padStart(6, '0')}`)
    const tracts = {
      geoid,
      state: geoid.map(() => '12' as const),
      year: geoid.map(() => 2020 as const),
      rings: geoid.map(() => []),
    }
    expect(() => tractRaster(tracts)).toThrow(
      'The sources have 65536 census tracts, but a raster can hold at most 65535: build fewer states.',
    )
  })
})

describe('block group areas', () => {
  it('divide a tract by the nearest center', () => {
    const tracts = tractsOf([{ geoid: '12086000100', ...florida }])
    const raster = tractRaster(tracts)
    // The border is halfway between the centers, which leaves a quarter of the square in the west.
    const groups = blockGroupsAt([
      { id: '120860001001', lon: florida.west + 0.01, lat: 25.75 },
      { id: '120860001002', lon: florida.west + 0.04, lat: 25.75 },
    ])
    const found = zoneAreas(raster, findCandidates(tracts, raster, groups, new Map()), groups)
    const whole = 11.1195 * 11.1195 * Math.cos((25.75 * Math.PI) / 180)
    // The border between the block groups may be off by four cells. The square is 120 cells wide.
    expect(Math.abs(found[0] / whole - 0.25)).toBeLessThan(4 / 120)
    expect(Math.abs(found[1] / whole - 0.75)).toBeLessThan(4 / 120)
    expect((found[0] + found[1]) / whole).toBeCloseTo(1, 3)
  })

  it('are at least 0.01 km², even for a block group that is not the nearest to any cell', () => {
    const tracts = tractsOf([{ geoid: '12086000100', ...florida }])
    const raster = tractRaster(tracts)
    const groups = blockGroupsAt([
      { id: '120860001001', lon: -80.25, lat: 25.75 },
      { id: '120860001002', lon: -79, lat: 25.75 },
    ])
    expect(zoneAreas(raster, findCandidates(tracts, raster, groups, new Map()), groups)[1]).toBe(0.01)
  })
})

describe('the tract raster', () => {
  const squares = [
    { geoid: '12086000100', ...florida },
    { geoid: '48453000100', ...texas },
  ]

  it('numbers the polygons from 1', () => {
    const raster = tractRaster(tractsOf(squares))
    expect([raster.at(-80.25, 25.75), raster.at(-97.75, 30.25), raster.at(-90, 28)]).toEqual([1, 2, 0])
  })

  it('is fitted to the land of a state if an outline is given', () => {
    // The land of the Florida square continues for 500 m to the south. North of it is water.
    const land = 500 / 111_195
    const { west, south } = florida
    const [east, north, tip] = [west + 0.1, south + 0.1, south - land]
    const outline = [Float64Array.of(west, tip, east, tip, east, north, west, north, west, tip)]
    const centers = { lon: Float64Array.of(west + 0.02), lat: Float64Array.of(south - 850 / 111_195) }
    const raster = tractRaster(tractsOf(squares), { outlines: new Map([['12', outline]]), centers })
    const southOf = (meters: number, { west, south }: { west: number; south: number }) =>
      raster.at(west + 0.05, south - meters / 111_195)
    expect([40, 300, 499, 530, 640, 700].map((meters) => southOf(meters, florida))).toEqual([1, 1, 1, 1, 0, 0])
    expect(raster.at(centers.lon[0], centers.lat[0]), 'a center of population in the water').toBe(1)
    expect([40, 150].map((meters) => southOf(meters, texas))).toEqual([0, 0])
    expect([raster.at(west + 0.05, north + 0.0003), raster.at(west + 0.05, north + 0.0015)]).toEqual([1, 0])
  })

  it('assigns gaps between tracts of two censuses to the nearer tract', () => {
    // Two tracts in different counties of Texas, with a gap of 0.004° (380 m) between them.
    const { west, south } = texas
    const tracts = tractsOf([
      { geoid: '48453000100', west: west - side - 0.004, south, year: 2010 },
      { geoid: '48491000100', west, south },
    ])
    const box = [west - 0.2, south, west + 0.1, south + 0.1]
    const outline = [Float64Array.of(box[0], box[1], box[2], box[1], box[2], box[3], box[0], box[3], box[0], box[1])]
    const centers = { lon: new Float64Array(), lat: new Float64Array() }
    const raster = tractRaster(tracts, { outlines: new Map([['48', outline]]), centers })
    const across = [-0.005, -0.0035, -0.0025, -0.0015, -0.0005, 0.001]
    expect(across.map((lon) => raster.at(west + lon, south + 0.05))).toEqual([1, 1, 1, 2, 2, 2])
  })
})

describe('containingTracts()', () => {
  it('returns the 2010 tract that contains a point, by the even-odd rule over its rings', () => {
    const outer = Float64Array.of(-98, 30, -97, 30, -97, 31, -98, 31, -98, 30)
    const hole = Float64Array.of(-97.6, 30.4, -97.4, 30.4, -97.4, 30.6, -97.6, 30.6, -97.6, 30.4)
    const geoid = ['48453000100', '48453000200']
    const tracts: TractPolygons = {
      geoid,
      state: ['48', '48'],
      year: [2010, 2010],
      rings: [[outer, hole], [hole]],
    }
    const [lon, lat] = [Float64Array.of(-97.9, -97.5, -96), Float64Array.of(30.5, 30.5, 30.5)]
    expect(containingTracts(tracts, lon, lat)).toEqual([...geoid, ''])
  })
})

function candidates(
  tracts: ReturnType<typeof tractsOf>,
  groups: readonly MadeGroup[],
  crosswalk: Parameters<typeof findCandidates>[3] = new Map(),
): number[][] {
  const { first, blockGroup } = findCandidates(tracts, tractRaster(tracts), blockGroupsAt(groups), crosswalk)
  return Array.from({ length: first.length - 1 }, (_, zone) => [...blockGroup.subarray(first[zone], first[zone + 1])])
}
