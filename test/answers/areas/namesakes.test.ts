import { describe, expect, it } from 'vitest'
import { NotFoundError, ValidationError } from '../../../src/base/errors.ts'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: ['walkability'] })
const brief = { dimensions: ['walkability'] } as const

/** Coordinates of a university campus in each county. A settlement near each campus is named University after it. */
const campuses = { 'Hillsborough County': [28.0587, -82.4139], 'Orange County': [28.6024, -81.2001] } as const

type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number }

/** Checks that the box lies around or within 10 km of a campus. */
function isNear({ west, south, east, north }: Box, [lat, lon]: readonly [number, number]): boolean {
  return Math.hypot((south + north) / 2 - lat, (west + east) / 2 - lon) < 0.1
}

describe('cities that share a name', () => {
  it('are ranked separately, each with its county', () => {
    const { areas } = vicinage.rank('walkability', { of: 'city', within: 'FL', limit: 1000 })
    const twins = areas.filter(({ name }) => name === 'University, FL')
    expect(twins.map(({ county }) => county).sort()).toEqual(['Hillsborough County', 'Orange County'])
    for (const twin of twins) {
      const { box, people } = vicinage.area(twin as never, brief)
      expect(isNear(box, campuses[twin.county as keyof typeof campuses])).toBe(true)
      expect(people).toBe(twin.people)
    }
  })

  it('are ranked with their county, unlike Orlando, whose name is unique', () => {
    const { areas } = vicinage.rank('walkability', { of: 'city', within: 'FL', limit: 1000 })
    const counts = new Map<string, number>()
    for (const { name } of areas) counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const { name, county } of areas) if (counts.get(name)! > 1) expect(county).toMatch(/ County$/)
    expect(areas.find(({ name }) => name === 'Orlando, FL')).not.toHaveProperty('county')
  })

  it.each(['Hillsborough County', 'Orange County'] as const)('are distinguished by county: %s', (county) => {
    const named = [`University, ${county}, FL`, { city: 'University', state: 'FL', county }]
    for (const area of named) expect(isNear(vicinage.area(area, brief).box, campuses[county])).toBe(true)
  })

  it('are distinguished by the point that the geocoder returns', () => {
    const answer = vicinage.geocode('University, FL')
    if (!answer.ok) throw new Error('not found')
    const places = [answer, ...answer.alternatives.filter(({ label }) => /^University, (.* County, )?FL$/.test(label))]
    expect(places).toHaveLength(2)
    for (const place of places) expect(isNear(vicinage.area(place, brief).box, [place.lat, place.lon])).toBe(true)
    expect(vicinage.area('University, FL', brief)).toEqual(vicinage.area(answer, brief))
  })

  it('are found by find() only in their own county', () => {
    const within = { county: '12057' }
    const { areas } = vicinage.find({ of: 'city', where: { walkability: { min: 1 } }, within, limit: 50 })
    const [university, ...others] = areas.filter(({ name }) => name === 'University, FL')
    expect(others).toEqual([])
    expect([university.id, university.county]).toEqual(['1273163', 'Hillsborough County'])
    expect(Math.hypot(university.lat - 28.07, university.lon + 82.43)).toBeLessThan(0.05)
  })

  it('are rejected with an unknown county or census code, while a known census code is accepted', () => {
    const byCode = vicinage.area({ city: '4805000' }, brief)
    expect(byCode).toEqual(vicinage.area('Austin, TX', brief))
    expect(vicinage.area('city:4805000', brief)).toEqual(byCode)
    expect(() => vicinage.area('city:4899999')).toThrow(NotFoundError)
    expect(() => vicinage.area('University, Lee County, FL')).toThrow(/no city University in Lee County, FL/)
    expect(() => vicinage.area({ city: 'University', state: 'FL', county: 7 } as never)).toThrow(ValidationError)
  })
})

describe('area() for a search result', () => {
  it.each(['zip', 'city', 'county'] as const)('summarizes a %s returned by find()', (of) => {
    const request = { of, where: { walkability: { min: 100 } }, within: 'Travis County, TX', limit: 3 } as const
    const { areas } = vicinage.find({ ...request, rankBy: 'people' })
    expect(areas.length).toBeGreaterThan(0)
    for (const area of areas) {
      const { people, land_km2 } = vicinage.area(area as never, brief)
      expect([people, land_km2]).toEqual([area.people, area.km2])
    }
  })

  it('uses the outline of an unnamed area, and rejects an unnamed area without an outline', () => {
    const request = { where: { walkability: { min: 180 } }, within: 'Austin, TX', limit: 2 }
    for (const part of vicinage.find({ ...request, outline: true }).areas)
      expect(vicinage.area(part as never, brief)).toEqual(vicinage.area(part.outline!, brief))
    const [bare] = vicinage.find(request).areas
    expect(() => vicinage.area(bare as never)).toThrow(/search with `outline: true`/)
  })
})

describe('the population of an area returned by find()', () => {
  it('matches the count and range that area() returns for its outline, even without modeled homes', () => {
    const request = { where: { walkability: { min: 150 } }, within: 'Orlando, FL', limit: 50, outline: true } as const
    const { areas } = vicinage.find({ ...request, rankBy: 'size' })
    for (const { outline, people, people_range } of areas) {
      const summary = vicinage.area(outline!, brief)
      expect([people, people_range]).toEqual([summary.people, summary.people_range])
    }
    const empty = areas.filter(({ people }) => people === 0)
    expect(empty.some(({ people_range }) => people_range!.high > 0)).toBe(true)
  })

  it('is reported without a range in searches with `of`', () => {
    const { areas } = vicinage.find({ of: 'zip', where: { walkability: { min: 150 } }, within: 'Orlando, FL' })
    expect(areas.length).toBeGreaterThan(0)
    for (const area of areas) expect(area).not.toHaveProperty('people_range')
  })
})

describe('rank() for ZIP codes', () => {
  it('omits a ZIP code without modeled homes, which area() summarizes by land area', () => {
    // The ZIP code of Pepperdine University, where everyone lives on campus.
    const campus = vicinage.area({ zip: '90263' }, brief)
    expect(campus.people).toBeGreaterThan(1000)
    expect(campus.scores.walkability.mean).toBe(campus.scores.walkability.area_mean)
    const { areas } = vicinage.rank('walkability', { of: 'zip', within: { county: '06037' }, limit: 1000 })
    expect(areas.length).toBeGreaterThan(200)
    expect(areas.map(({ id }) => id)).not.toContain('90263')
  })
})
