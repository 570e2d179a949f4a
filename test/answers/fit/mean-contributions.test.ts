import { describe, expect, it } from 'vitest'
import { Geography } from '../../../src/data/geography.ts'
import { getBlockGroups } from '../../../src/data/geography-areas.ts'
import { type Fit, openVicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'

const vicinage = await openVicinage({ dimensions: ['walkability', 'noise-levels', 'fire', 'flood'], userData: false })
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
const request = {
  weights: { walkability: 3, 'noise-levels': 2, fire: 1.5 },
  want: { walkability: 'low', 'noise-levels': { around: 150 } },
} as const

/** Returns the weighted means of the contributions of places, as `fit` explains each place. */
function meansOf(places: readonly { readonly fit: Fit<string>; readonly people: number }[]) {
  const sum = (of: readonly { readonly people: number }[]) => of.reduce((sum, { people }) => sum + people, 0)
  const all = sum(places)
  const withFit = sum(places.filter(({ fit }) => fit.fit !== null))
  return places[0].fit.contributions.map(({ dimension, want, weight }) => {
    const own = places.map(({ fit, people }) => ({
      people,
      ...fit.contributions.find((contribution) => contribution.dimension === dimension)!,
    }))
    const scored = own.filter(({ score }) => score !== null)
    const people = sum(scored)
    const mean = (of: 'score' | 'match' | 'points', count: number) =>
      scored.length === 0 ? null : scored.reduce((sum, place) => sum + place.people * (place[of] ?? 0), 0) / count
    return {
      dimension,
      want,
      weight,
      score: mean('score', people),
      match: mean('match', people),
      points: mean('points', withFit),
      without_data: 1 - people / all,
    }
  })
}

/** Expects contributions to be equal except for rounding. */
function expectEqual(actual: readonly object[], expected: readonly object[]): void {
  expect(actual).toHaveLength(expected.length)
  actual.forEach((contribution, i) => {
    for (const [field, value] of Object.entries(expected[i])) {
      const own = (contribution as Record<string, unknown>)[field]
      if (typeof value === 'number') expect(Math.abs((own as number) - value), field).toBeLessThanOrEqual(0.11)
      else expect(own, field).toEqual(value)
    }
  })
}

function placesIn(fips: string) {
  const [first, to] = getBlockGroups(geography, fips)
  return Array.from({ length: to - first }, (_, i) => {
    const { lat, lon } = geography.getCenter(first + i)
    return { fit: vicinage.fit({ lat, lon }, request) as Fit<string>, people: geography.people[first + i] }
  }).filter(({ people }) => people > 0)
}

describe('the contributions to a mean fit', () => {
  it.each(['CA', 'TX'])('equal the means of fit() over county residents in %s', (within) => {
    const { areas } = vicinage.rank(request, { of: 'county', within, limit: 3, minPeople: 100_000 })
    for (const { id, contributions } of areas) expectEqual(contributions!, meansOf(placesIn(id)))
    const hasFire = areas.map(({ contributions }) => contributions!.at(-1)!.match !== null)
    expect(hasFire).toEqual(areas.map(() => within === 'CA'))
  })

  it.each(['zip', 'city', 'district'] as const)(
    'add up to the mean fit of a %s, and have the scores of area()',
    (of) => {
      const { areas } = vicinage.rank(request, { of, within: 'CA', limit: 20, minPeople: 20_000 })
      expect(areas).toHaveLength(20)
      for (const { mean, contributions } of areas) {
        const points = contributions!.reduce((sum, contribution) => sum + (contribution.points ?? 0), 0)
        expect(Math.abs(points - mean)).toBeLessThanOrEqual(0.56)
      }
      const [{ id, name, contributions }] = areas
      const { scores } = vicinage.area(of === 'city' ? name : id!)
      for (const { dimension, score } of contributions!) expect(score).toBe(scores[dimension].mean)
    },
  )

  it('are the same in find() and rank() for areas of a kind', () => {
    const { areas } = vicinage.find({
      of: 'zip',
      where: { flood: { min: 100 } },
      within: 'Alameda County, CA',
      by: request,
      limit: 5,
    })
    const ranked = vicinage.rank(request, { of: 'zip', within: 'Alameda County, CA', limit: 100 }).areas
    expect(areas).toHaveLength(5)
    for (const { id, fit, contributions } of areas) {
      const own = ranked.find((area) => area.id === id)!
      expect([fit, contributions]).toEqual([own.mean, own.contributions])
    }
  })

  it('equal the means over area cells if find() is called without a kind', () => {
    const where = { walkability: { min: 225 } }
    const search = { where, within: 'Hayward, CA', by: request, rankBy: 'people', outline: true, limit: 1 } as const
    const [{ contributions, fit, outline }] = vicinage.find(search).areas
    const inside = (lon: number, lat: number) =>
      outline!.coordinates
        .flatMap((ring) => ring.slice(1).map((end, i) => [ring[i], end]))
        .filter(([[x, y], [x2, y2]]) => x === x2 && x > lon && y > lat !== y2 > lat).length %
        2 ===
      1
    const [lons, lats] = [0, 1].map((axis) => outline!.coordinates[0].map((point) => point[axis]))
    const cells: { fit: Fit<string>; people: number }[] = []
    for (let lat = Math.min(...lats) + 0.5 / 480; lat < Math.max(...lats); lat += 1 / 480)
      for (let lon = Math.min(...lons) + 0.5 / 480; lon < Math.max(...lons); lon += 1 / 480)
        if (inside(lon, lat)) cells.push({ fit: vicinage.fit({ lat, lon }, request) as Fit<string>, people: 1 })
    expect(cells.length).toBeGreaterThan(5)
    expectEqual(contributions!, meansOf(cells))
    expect(Math.abs(fit! - cells.reduce((sum, cell) => sum + cell.fit.fit!, 0) / cells.length)).toBeLessThanOrEqual(
      0.06,
    )
  })

  it('are absent from rankings by one dimension and searches without weights', () => {
    const [ranked] = vicinage.rank('walkability', { of: 'zip', within: 'Austin, TX' }).areas
    const [found] = vicinage.find({ where: { walkability: { min: 200 } }, within: 'Austin, TX' }).areas
    expect(['contributions' in ranked, 'contributions' in found]).toEqual([false, false])
  })
})
