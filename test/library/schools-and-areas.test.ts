import { describe, expect, it } from 'vitest'
import { CATALOG, DIMENSION_IDS, openVicinage } from '../../src/index.ts'

const vicinage = await openVicinage()
const { schools } = vicinage
const austin = { lat: 30.2672, lon: -97.7431 }

describe('school searches', () => {
  it('may require a minimum rating, and then return the nearest schools that meet it', () => {
    const all = schools.nearestCampuses({ ...austin, limit: 50 }).schools
    for (const minRating of [1, 8, 10]) {
      const rated = schools.nearestCampuses({ ...austin, minRating, limit: 3 }).schools
      expect(rated).toHaveLength(3)
      expect(rated.every(({ rating }) => rating !== null && rating >= minRating)).toBe(true)
      const nearest = all.filter(({ rating }) => (rating ?? 0) >= minRating).slice(0, 3)
      expect(rated.slice(0, nearest.length)).toEqual(nearest)
      const { lea_id } = rated[0]!
      expect(schools.schoolRatings({ ...austin, minRating, limit: 3 }).schools[0]!.lea_id).toBe(lea_id)
    }
    const own = schools.schoolRatings({ ...austin, minRating: 8, same_district: true, limit: 50 }).schools
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map(({ lea_id }) => lea_id)).size).toBeLessThanOrEqual(3)
  })

  it('may be limited to a distance, with a suggestion if the option is misspelled', () => {
    const all = schools.nearestCampuses({ ...austin, limit: 50 }).schools
    const maxDistance = all[20]!.distance_meters!
    const near = schools.nearestCampuses({ ...austin, limit: 50, maxDistance }).schools
    expect(near).toEqual(all.filter(({ distance_meters }) => distance_meters! <= maxDistance))
    expect(schools.nearestCampuses({ ...austin, maxDistance: 1 }).schools).toEqual([])
    for (const wrong of [0, -1, Number.NaN, '5'])
      expect(() => schools.nearestCampuses({ ...austin, maxDistance: wrong as never })).toThrow(/^maxDistance must be/)
    expect(() => schools.nearestCampuses({ ...austin, maxDistence: 5 } as never)).toThrow(/did you mean 'maxDistance'/)
  })

  it('say how many campuses match, including campuses beyond the limit', () => {
    for (const maxDistance of [500, 3000, 20_000]) {
      const { total, schools: listed } = schools.nearestCampuses({ ...austin, level: 'high', maxDistance, limit: 2 })
      expect(total).toBe(vicinage.area({ ...austin, radius: maxDistance }, { dimensions: [] }).schools!.high.schools)
      expect(listed).toHaveLength(Math.min(2, total!))
    }
    const all = schools.nearestCampuses({ ...austin, same_district: true, limit: 50, level: 'high' })
    expect(all.total).toBe(all.schools.length)
    const rated = all.schools.filter(({ rating }) => (rating ?? 0) >= 8)
    const request = { ...austin, same_district: true, level: 'high', minRating: 8, limit: 1 } as const
    expect(schools.nearestCampuses(request).total).toBe(rated.length)
    const ofStates = ['CA', 'TX', 'FL'].map(
      (state) => vicinage.area({ state }, { dimensions: [] }).schools!.high.schools,
    )
    const sum = ofStates.reduce((total, count) => total + count, 0)
    expect(Math.abs(schools.nearestCampuses({ ...austin, level: 'high' }).total! / sum - 1)).toBeLessThan(0.01)
  })

  it('list exactly the campuses among the schools of a district, and count only the campuses', () => {
    for (const lea_id of ['4808940', '0634320', '1200390']) {
      const levels = ['elementary', 'middle', 'high'] as const
      for (const level of levels) {
        const request = { lea_id, level, limit: 50 }
        const all = schools.schoolByDistrict(request)
        const campuses = schools.schoolByDistrict({ ...request, campuses: true })
        expect(campuses.schools.every((school) => schools.listing(school).kind === 'campus')).toBe(true)
        const known = all.schools.filter((school) => schools.listing(school).kind === 'campus')
        expect(campuses.schools.slice(0, known.length)).toEqual(known)
        const counted = (text: string | null) => Number(/first 50 of (\d+) /.exec(text ?? '')?.[1] ?? 0)
        expect(counted(campuses.additional_info)).toBeLessThanOrEqual(counted(all.additional_info))
      }
    }
    const names = schools.schoolByDistrict({ lea_id: '4808940', level: 'high', limit: 50, campuses: true }).schools
    expect(names.filter(({ name }) => /hospital|jjaep|detention/i.test(name))).toEqual([])
  })

  it('give the direction from the place to each campus', () => {
    const { schools: listed } = schools.nearestCampuses({ ...austin, limit: 50 })
    expect(new Set(listed.map(({ direction }) => direction)).size).toBe(8)
    for (const { lat, lon, direction } of listed) {
      const north = (lat - austin.lat) / Math.hypot(lat - austin.lat, (lon - austin.lon) * 0.8637)
      const isMainly = (word: string) => direction.includes(word)
      if (Math.abs(north) > 0.4) expect(isMainly(north > 0 ? 'north' : 'south')).toBe(true)
      if (Math.abs(north) < 0.9) expect(isMainly(lon > austin.lon ? 'east' : 'west')).toBe(true)
    }
  })

  it.each([0, 11, Number.NaN, '8'])('reject a minimum rating of %j', (minRating) => {
    expect(() => schools.schoolRatings({ ...austin, minRating: minRating as never })).toThrow(/^minRating must be/)
  })

  it.each([
    [{ limit: 51 }, 'limit must be a whole number from 1 to 50, not 51.'],
    [{ limit: 2.5 }, 'limit must be a whole number from 1 to 50, not 2.5.'],
    [{ limit: 'ten' }, "limit must be a whole number from 1 to 50, not 'ten'."],
    [{ level: 'Secondary' }, "level must be 'elementary', 'middle' or 'high', not 'Secondary'."],
    [{ level: ['high', 'Secondary'] }, "level must be 'elementary', 'middle' or 'high', not 'Secondary'."],
    [{ level: 7 }, "level must be 'elementary', 'middle' or 'high', not 7."],
    [{ same_district: 'maybe' }, "same_district must be true or false, not 'maybe'."],
    [{ minRating: 11 }, 'minRating must be a number from 1 to 10, not 11.'],
    [
      { level: 'x', limit: 0 },
      "level must be 'elementary', 'middle' or 'high', not 'x'; limit must be a whole number from 1 to 50, not 0.",
    ],
  ])('say what an option must be: %j', (options, message) => {
    expect(() => schools.nearestCampuses({ ...austin, ...options } as never)).toThrow(message)
  })

  it('report that the place is far outside the covered states', () => {
    const newYork = { lat: 40.7128, lon: -74.006 }
    expect(schools.nearestCampuses(newYork).additional_info).toMatch(
      /^The nearest school in the data is [\d,]+ km away: the data covers California, Texas and Florida\./,
    )
    expect(schools.nearestCampuses(austin).additional_info ?? '').not.toContain('km away')
    expect(schools.schoolRatings(newYork).additional_info ?? '').not.toContain('km away')
  })
})

describe('areas given in other forms', () => {
  it.each([
    ['Austin, TX', { city: 'Austin', state: 'TX' }],
    ['78704', { zip: '78704' }],
    ['Travis County, TX', { county: '48453' }],
    ['30.2672,-97.7431,800', { ...austin, radius: 800 }],
  ])('may be text: %s', (text, shape) => {
    const options = { dimensions: ['walkability'] } as const
    expect(vicinage.area(text, options)).toEqual(vicinage.area(shape as never, options))
  })

  it.each(['Austin, TX', '78704', 'Travis County, TX'])('may be a geocoding answer: %s', (text) => {
    const options = { dimensions: ['walkability'] } as const
    expect(vicinage.area(vicinage.geocode(text), options)).toEqual(vicinage.area(text, options))
  })

  it('are neighborhoods if the geocoding answer names a neighborhood', () => {
    const options = { dimensions: ['fire'] } as const
    const { people } = vicinage.area(vicinage.geocode('Hyde Park, Austin'), options)
    expect(people).toBe(vicinage.area('Hyde Park, Austin', options).people)
    expect(people).toBeGreaterThan(5000)
  })

  it('are circles for other places, and are rejected if an address or a name was not found', () => {
    const park = vicinage.geocode('Zilker Park, Austin')
    if (!park.ok) throw new Error(park.message)
    const { lat, lon, radius } = park
    const options = { dimensions: ['fire'] } as const
    expect(vicinage.area(park, options)).toEqual(vicinage.area({ lat, lon, radius }, options))
    expect(() => vicinage.area(vicinage.geocode('xyzzy'))).toThrow(expect.objectContaining({ code: 'not_found' }))
    for (const wrong of ['xyzzy', '', '1,2'])
      expect(() => vicinage.area(wrong)).toThrow(/'xyzzy' is not a known area|There is no area with that name/)
  })

  it('may be text that limits searches and rankings', () => {
    const where = { walkability: { min: 200 } }
    expect(vicinage.find({ where, within: '78701', limit: 2 })).toEqual(
      vicinage.find({ where, within: { zip: '78701' }, limit: 2 }),
    )
    expect(() => vicinage.find({ where, within: 'xyzzy' })).toThrow(
      /'xyzzy' is not a known area|There is no area with that name/,
    )
  })
})

describe('the exported catalog', () => {
  it('requires no opened data and matches the dimensions of an opened vicinage', () => {
    expect(DIMENSION_IDS).toEqual(vicinage.dimensions().map(({ id }) => id))
    expect(CATALOG).toEqual(
      vicinage
        .dimensions()
        .map(({ id, group, name, scale, words, method }) => ({ id, group, name, scale, words, method })),
    )
    expect(() => (DIMENSION_IDS as string[]).push('x')).toThrow(TypeError)
  })
})
