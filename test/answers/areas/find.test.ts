import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Budget, DEFAULT_LIMITS } from '../../../src/answers/areas/budget.ts'
import { findAreas } from '../../../src/answers/areas/find.ts'
import { People } from '../../../src/answers/areas/people.ts'
import { boxRegion } from '../../../src/answers/areas/region.ts'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { BundledDimension } from '../../../src/answers/dimensions/loaded-dimension.ts'
import { NotFoundError, NotLoadedError, ValidationError } from '../../../src/base/errors.ts'
import { Geography } from '../../../src/data/geography.ts'
import { type FindRequest, openVicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { builtVicinage } from '../../library/built.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

const fixture = await openVicinage({ data: await folderFixture() })
const geography = new Geography((await readBundles({ data: await folderFixture(), dimensions: [] })).geography)

/** Box around the fixture's squares in Texas, with a margin of land without data. */
const texas = { west: -97.82, south: 30.19, east: -97.58, north: 30.32 }
/** Number of cells per degree. */
const PER_DEGREE = 480

/** Finds areas by checking every cell of a box. Returns each area as the [lon, lat] of its cell centers. */
function scanned({ west, south, east, north }: typeof texas, holds: (lon: number, lat: number) => boolean) {
  const cells = new Map<string, [number, number]>()
  for (let y = Math.floor((south + 90) * PER_DEGREE); y <= (north + 90) * PER_DEGREE; y++)
    for (let x = Math.floor((west + 180) * PER_DEGREE); x <= (east + 180) * PER_DEGREE; x++) {
      const [lon, lat] = [(x + 0.5) / PER_DEGREE - 180, (y + 0.5) / PER_DEGREE - 90]
      if (lon >= west && lon <= east && lat >= south && lat <= north && holds(lon, lat))
        cells.set(`${x} ${y}`, [lon, lat])
    }
  const areas: [number, number][][] = []
  for (const first of [...cells.keys()]) {
    const area: [number, number][] = []
    const waiting = [first]
    while (waiting.length > 0) {
      const key = waiting.pop()!
      const cell = cells.get(key)
      if (cell === undefined) continue
      cells.delete(key)
      area.push(cell)
      const [x, y] = key.split(' ').map(Number)
      waiting.push(`${x + 1} ${y}`, `${x - 1} ${y}`, `${x} ${y + 1}`, `${x} ${y - 1}`)
    }
    if (area.length > 0) areas.push(area)
  }
  return areas
}

describe('find()', () => {
  it('returns the same areas as a brute-force search of all cells', () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 255 }), fc.integer({ min: 1, max: 255 }))
      .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))
    const conditions = fc
      .record({ walkability: range, 'noise-levels': range, 'ideological-lean': range }, { requiredKeys: [] })
      .filter((where) => Object.keys(where).length > 0)
    const shift = fc.double({ min: 0, max: 0.02, noNaN: true })
    const people = new People(geography)
    fc.assert(
      fc.property(conditions, shift, (where, moved) => {
        const within = { ...texas, west: texas.west + moved, north: texas.north - moved }
        const { areas, total } = fixture.find({
          where,
          within,
          demographics: true,
          outline: true,
          rank_by: 'size',
          limit: 50,
        })
        const ids = Object.keys(where) as (keyof typeof where)[]
        const scoreAt = (id: (typeof ids)[number], lon: number, lat: number) =>
          fixture.score(id, { lat, lon }, { description: false }).score
        const expected = scanned(within, (lon, lat) =>
          ids.every((id) => {
            const score = scoreAt(id, lon, lat)
            return score > 0 && score >= where[id]!.min && score <= where[id]!.max
          }),
        )
        expect(total).toBe(expected.length)
        expect(areas).toHaveLength(Math.min(50, total))
        for (const area of areas) {
          const cells = expected.find((some) =>
            some.some(([lon, lat]) => Math.hypot(lon - area.lon, lat - area.lat) < 1e-6),
          )!
          for (const [lon, lat] of cells)
            if (!booleanPointInPolygon([lon, lat], area.outline!)) throw new Error('outline')
          const km2 = cells.reduce(
            (sum, [, lat]) => sum + (111.195 / PER_DEGREE) ** 2 * Math.cos((lat * Math.PI) / 180),
            0,
          )
          expect(area.km2 / km2).toBeCloseTo(1, 3)
          for (const id of ids) {
            const mean = cells.reduce((sum, [lon, lat]) => sum + scoreAt(id, lon, lat), 0) / cells.length
            expect(Math.abs(area.scores[id] - mean)).toBeLessThan(0.051)
          }
          let living = 0
          for (let home = 0; home < geography.size * 8; home++) {
            people.settle(Math.floor(home / 8))
            if (booleanPointInPolygon([people.lon[home], people.lat[home]], area.outline!))
              living += geography.people[Math.floor(home / 8)] / 8
          }
          expect(area.people).toBe(Math.round(living))
        }
        const sizes = areas.map(({ km2 }) => km2)
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
      }),
      { numRuns: 40 },
    )
  })

  it('sorts by population, size or mean score, and skips small areas', () => {
    // The `ideological-lean` score is 64 in the only precinct, the southwestern quarter of a square in Texas, and 90 to
    // 130 in the rest of the fixture's two squares.
    const request = { where: { 'ideological-lean': { max: 64 } }, within: texas, demographics: true } as const
    const { areas, total } = fixture.find(request)
    expect(total).toBe(1)
    expect(areas[0]).toMatchObject({ county: 'Travis County', neighborhood: null, scores: { 'ideological-lean': 64 } })
    expect(areas[0].people).toBeLessThan(2000)
    expect(fixture.find({ ...request, min_people: 2000 })).toMatchObject({ total: 0, areas: [] })
    expect(fixture.find({ ...request, minPeople: 2000 })).toMatchObject({ total: 0, areas: [] })
    const everywhere = { where: { walkability: { min: 20 } }, limit: 2 }
    const people = fixture.find({ ...everywhere, within: texas })
    expect(people.areas[0].people).toBe(6000)
    expect(people.areas[0]).not.toHaveProperty('outline')
    expect(fixture.find({ ...everywhere, within: texas, rank_by: 'noise-levels' }).areas).toHaveLength(1)
  })

  it('returns the distance and direction from the center if the search is within a circle', () => {
    const where = { walkability: { min: 100 } }
    const center = { lat: 30.25, lon: -97.7 }
    for (const request of [
      { where, within: { ...center, radius: 12_000 }, limit: 50 },
      { where: { walkability: { min: 1 } }, within: [{ ...center, radius: 30_000, label: 'Home' }], limit: 50 },
      { where: { walkability: { min: 1 } }, within: { ...center, radius: 30_000 }, of: 'county', limit: 50 },
    ] as const) {
      const { areas } = fixture.find(request)
      expect(areas.length).toBeGreaterThan(0)
      for (const { lat, lon, distance_meters, direction } of areas) {
        const [east, north] = [(lon - center.lon) * Math.cos(center.lat * (Math.PI / 180)), lat - center.lat]
        expect(Math.abs(distance_meters! - Math.hypot(east, north) * 111_195)).toBeLessThan(20)
        const angle = Math.atan2(north, east) / (Math.PI / 4)
        const words = ['east', 'northeast', 'north', 'northwest', 'west', 'southwest', 'south', 'southeast']
        expect(direction).toBe(words.at(Math.round(angle) % 8))
      }
    }
    for (const within of ['Travis County, TX', texas, [{ ...center, radius: 1000 }, 'Travis County, TX']] as const)
      for (const area of fixture.find({ where, within }).areas) expect(area).not.toHaveProperty('distance_meters')
  })

  it('searches circles, polygons and named areas', () => {
    const where = { walkability: { min: 1 } }
    const circle = fixture.find({ where, within: { lat: 30.25, lon: -97.7, radius: 2000 } })
    expect(circle.areas[0].km2 / (Math.PI * 4)).toBeCloseTo(1, 1)
    const county = fixture.find({ where, within: { county: '48453' } })
    expect(county).toMatchObject({ boundary: 'exact', total: 1 })
    expect(county.areas[0].people).toBe(6000)
    const coordinates = [
      [
        [-97.8, 30.2],
        [-97.7, 30.2],
        [-97.8, 30.3],
        [-97.8, 30.2],
      ],
    ]
    const half = fixture.find({ where, within: { type: 'Polygon', coordinates } })
    const whole = fixture.find({ where, within: { west: -97.8, south: 30.2, east: -97.7, north: 30.3 } })
    expect(half.areas[0].km2 / whole.areas[0].km2).toBeCloseTo(0.5, 1)
  })

  it('accepts equal lower and upper bounds for a score', () => {
    const { score } = fixture.score('walkability', { lat: 30.25, lon: -97.78 })
    expect(fixture.find({ where: { walkability: { min: score, max: score } }, within: texas }).total).toBeGreaterThan(0)
  })

  it('accepts conditions on residents only with `demographics`', () => {
    for (const id of ['ideological-lean', 'insurance-coverage', 'population-profile'] as const)
      expect(() => fixture.find({ where: { [id]: { min: 5 } }, within: texas })).toThrow(/Fair Housing Act/)
    const where = { walkability: { min: 5 } }
    expect(() => fixture.find({ where, within: texas, rank_by: 'ideological-lean' })).toThrow(/Fair Housing Act/)
    expect(fixture.find({ where, within: texas, rank_by: 'ideological-lean', demographics: true }).total).toBe(1)
  })

  const where = { walkability: { min: 180 } }
  it.each<[string, unknown, RegExp]>([
    ['a missing request', undefined, /where: Field required/],
    ['an empty set of conditions', { where: {}, within: texas }, /at least one condition/],
    ['a list of conditions', { where: [], within: texas }, /valid dictionary/],
    ['a dimension that does not exist', { where: { charm: { min: 3 } }, within: texas }, /no dimension 'charm'/],
    ['a condition without bounds', { where: { walkability: {} }, within: texas }, /neither min nor max/],
    ['a condition that is null', { where: { walkability: null }, within: texas }, /neither min nor max/],
    [
      'a minimum above the maximum',
      { where: { walkability: { min: 9, max: 3 } }, within: texas },
      /min of walkability \(9\)/,
    ],
    ['scores of 0', { where: { walkability: { min: 0 } }, within: texas }, /1 to 255; 0 means no data/],
    ['scores that are not numbers', { where: { walkability: { min: '9' } }, within: texas }, /1 to 255/],
    ['a missing area', { where }, /within: Field required/],
    ['an empty area', { where, within: {} }, /An area is a GeoJSON Polygon/],
    ['a box whose west is east of its east', { where, within: { ...texas, east: -99 } }, /west is greater than east/],
    ['an area outside the coverage', { where, within: { lat: 0, lon: 0, radius: 50 } }, /outside the coverage/],
    ['an area between the states', { where, within: { lat: 32, lon: -106, radius: 900 } }, /outside the coverage/],
    [
      'all the world',
      { where, within: { west: -180, south: -90, east: 180, north: 90 }, mostCells: 99 },
      /too large: .* cells of 7.5″, but the maximum is/,
    ],
    ['a limit of 0', { where, within: texas, limit: 0 }, /a whole number from 1 to 50/],
    ['an unknown sort order', { where, within: texas, rank_by: 'charm' }, /no dimension 'charm'/],
  ])('rejects %s', (_, request, message) => {
    const ask = () => fixture.find(request as FindRequest)
    expect(ask).toThrow(ValidationError)
    expect(ask).toThrow(message)
  })

  it('throws NotFoundError for unknown areas, and NotLoadedError for bundles that are not loaded', () => {
    expect(() => fixture.find({ where, within: { county: '48999' } })).toThrow(NotFoundError)
    expect(() => fixture.find({ where, within: { zip: '78701' } })).toThrow(NotLoadedError)
    expect(() => fixture.find({ where: { flood: { min: 1 } }, within: texas })).toThrow(NotLoadedError)
  })

  it('stops when it reaches its time limit or cell limit', async () => {
    const bundles = await readBundles({ data: await folderFixture() })
    const at = dimensions.findIndex(({ id }) => id === 'walkability')
    const dimension = new BundledDimension(dimensions[at], bundles.dimensions[at]!, geography)
    const region = boxRegion({ west: -97.8, south: 30.2, east: -97.7, north: 30.3 })
    const search = {
      where: [{ dimension, min: 1, max: 255 }],
      region,
      limit: 1,
      rankBy: 'people' as const,
      priorities: null,
      minPeople: 0,
    }
    const found = (time: number) =>
      findAreas(geography, { ...search, outline: false, budget: new Budget({ ...DEFAULT_LIMITS, time }, 'within') })
    expect(() => found(-1)).toThrow(expect.objectContaining({ code: 'limit_exceeded' }))
    expect(found(60_000).total).toBe(1)
    const nine = new Budget({ ...DEFAULT_LIMITS, cells: 9 })
    nine.allow('cells', 9)
    expect(() => nine.allow('cells', 10)).toThrow(/10 cells of 7.5″, but the maximum is 9/)
  })
})

describe('the counts of areas without each condition', () => {
  const where = { walkability: { min: 250 }, privacy: { min: 250 }, 'noise-levels': { min: 10 } }
  const request = { where, within: 'Austin, TX' } as const

  it.each([undefined, 'zip'] as const)('are returned by a search without results, with `of` set to %s', async (of) => {
    const vicinage = await builtVicinage()
    const { total, totals_without } = vicinage.find({ ...request, of })
    expect(total).toBe(0)
    const totals = Object.keys(where).map((id) => {
      const others = Object.fromEntries(Object.entries(where).filter(([other]) => other !== id))
      return [id, vicinage.find({ where: others, within: request.within, of }).total]
    })
    expect(totals_without).toEqual(Object.fromEntries(totals))
  })

  it('are omitted for a single condition, with `advice: false`, or if areas were found', async () => {
    const vicinage = await builtVicinage()
    expect(vicinage.find(request).totals_without).toMatchObject({ walkability: expect.any(Number) })
    for (const other of [
      { ...request, advice: false },
      { where: { walkability: { min: 255 } }, within: { lat: 30.6, lon: -98.4, radius: 2000 } },
      { where: { walkability: { min: 100 }, privacy: { min: 1 } }, within: 'Austin, TX' },
    ])
      expect(vicinage.find(other as FindRequest)).not.toHaveProperty('totals_without')
    expect(() => vicinage.find({ ...request, advice: 'no' as never })).toThrow(ValidationError)
  })
})

describe('the population range of an area that find() returns', () => {
  it.each([
    ['many small parts of a city', { walkability: { min: 150 } }, 'Austin, TX'],
    ['parts with holes', { 'noise-levels': { min: 120 } }, { county: '06075' }],
    ['a coast', { privacy: { min: 60 } }, { west: -117.4, south: 32.6, east: -117, north: 32.9 }],
    [
      '32 rows of cells',
      { walkability: { min: 1 } },
      { west: -97.8, south: 30.2, east: -97.7, north: 30.2 + 32 / 480 },
    ],
  ])('equals the range of area() for its outline: %s', async (_, where, within) => {
    const vicinage = await builtVicinage()
    const { areas } = vicinage.find({ where, within, outline: true, limit: 30 })
    expect(areas.length).toBeGreaterThan(0)
    const ranges = areas.map(({ outline }) => vicinage.area(outline!, { dimensions: [] }).people_range)
    expect(areas.map(({ people_range }) => people_range)).toEqual(ranges)
  })

  it('is centered on the population, even with a home exactly on the outline', async () => {
    const vicinage = await builtVicinage()
    const within = { county: '12103' }
    for (const { people, people_range } of vicinage.find({ where: { privacy: { min: 150 } }, within, limit: 50 }).areas)
      if (people_range!.low > 0) expect(Math.abs(people_range!.low + people_range!.high - 2 * people)).toBeLessThan(3)
  })
})
