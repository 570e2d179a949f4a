import { describe, expect, it } from 'vitest'
import { NotFoundError, ValidationError } from '../../../src/base/errors.ts'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: ['walkability', 'noise-levels'] })
const where = { walkability: { min: 120 }, 'noise-levels': { min: 130 } }

/** Returns the areas whose mean scores satisfy both conditions, according to two rankings. */
function expected(of: 'zip' | 'county', within: string): ReadonlyMap<string, readonly number[]> {
  const [walks, noise] = (['walkability', 'noise-levels'] as const).map(
    (id) => new Map(vicinage.rank(id, { of, within, limit: 1000 }).areas.map((area) => [area.id!, area.mean])),
  )
  const both = [...walks].flatMap(([id, mean]) => {
    const other = noise.get(id) ?? 0
    return mean >= 120 && other >= 130 ? [[id, [mean, other]] as const] : []
  })
  return new Map(both)
}

describe('find() with `of`', () => {
  it.each([
    ['zip', 'Travis County, TX'],
    ['county', 'CA'],
  ] as const)('returns each %s in %s that meets all conditions, in two sort orders', (of, within) => {
    const wanted = expected(of, within)
    const { areas, total } = vicinage.find({ of, where, within, limit: 50 })
    expect(total).toBe(wanted.size)
    expect(total).toBeGreaterThan(0)
    for (const { id, kind, scores } of areas) {
      expect(kind).toBe(of)
      expect(Object.values(scores)).toEqual(wanted.get(id!))
    }
  })

  it('returns three quiet, walkable ZIPs near Austin in one call', () => {
    const within = { lat: 30.27, lon: -97.74, radius: 30_000 }
    const { areas } = vicinage.find({ of: 'zip', where, within, limit: 3 })
    expect(areas).toHaveLength(3)
    for (const { name, zip, city, county, km2, lat, lon, people } of areas) {
      expect([zip, city === null, county === null]).toEqual([name, false, false])
      expect(vicinage.area({ zip: name! }).people).toBe(people)
      expect(vicinage.area({ zip: name! }).land_km2).toBe(km2)
      expect(Math.hypot(lat - within.lat, lon - within.lon)).toBeLessThan(0.6)
    }
  })

  it('sorts by population or by a dimension and skips small areas', () => {
    const request = { of: 'zip', where, within: 'Travis County, TX', limit: 50 } as const
    const people = vicinage.find({ ...request, rank_by: 'people' }).areas.map((area) => area.people)
    expect(people).toEqual(people.toSorted((a, b) => b - a))
    const noise = vicinage
      .find({ ...request, rank_by: 'noise-levels' })
      .areas.map(({ scores }) => scores['noise-levels'])
    expect(noise).toEqual(noise.toSorted((a, b) => b - a))
    const { total } = vicinage.find({ ...request, min_people: people[0] })
    expect(total).toBe(1)
  })

  it('rejects unknown sort orders, outlines, kinds and areas', () => {
    const asked = (request: object) => () => vicinage.find({ of: 'zip', where, within: 'TX', ...request } as never)
    expect(asked({ rank_by: 'size' })).toThrow(/cannot be ordered by size/)
    expect(asked({ outline: true })).toThrow(/returns no outlines/)
    expect(asked({ of: 'street' })).toThrow(ValidationError)
    expect(asked({ within: { county: '36061' } })).toThrow(NotFoundError)
    expect(asked({ where: {} })).toThrow(ValidationError)
  })

  it('labels an area without a neighborhood as "Part of" the surrounding place', () => {
    const { areas } = vicinage.find({ where: { walkability: { min: 30 } }, within: 'Austin, TX', limit: 50 })
    for (const { name, neighborhood } of areas)
      expect(name?.startsWith('Part of ') ?? true).toBe(name !== null && neighborhood === null)
  })
})
