import { describe, expect, it } from 'vitest'
import { People } from '../../../src/answers/areas/people.ts'
import type { FitRequest } from '../../../src/answers/fit/answers.ts'
import { NotLoadedError, ValidationError } from '../../../src/base/errors.ts'
import { isWithin } from '../../../src/base/geo/boxes.ts'
import { coveredStates } from '../../../src/base/states.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'

const ids = ['walkability', 'noise-levels', 'urban-rural', 'fire', 'flood', 'population-profile'] as const
const vicinage = await openVicinage({ dimensions: ids, userData: false })
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
type Id = (typeof ids)[number]

/**
 * Number of points per request at which fits are compared with their definition. `npm run test:long` compares 100,000.
 */
const POINTS = Number(process.env.VICINAGE_FIT_POINTS ?? 8000)

const austin = { lat: 30.2672, lon: -97.7431 }
const numbers = randomNumbers(52)
const random = () => numbers(1 << 30) / (1 << 30)

/** Returns random points in the bounding boxes of all states. Many are outside the coverage area. */
function pointsOf(count: number): { lat: Float64Array; lon: Float64Array } {
  const [lat, lon] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < count; i++) {
    const { west, south, east, north } = coveredStates[i % coveredStates.length].box
    lat[i] = south + random() * (north - south)
    lon[i] = west + random() * (east - west)
  }
  return { lat, lon }
}

function widthOf({ interval }: { readonly interval: { readonly low: number; readonly high: number } | null }): number {
  return interval!.high - interval!.low
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Number of residents at each score by state and dimension, counted at block group centers. */
const people = (() => {
  const centers = Array.from({ length: geography.size }, (_, i) => geography.getCenter(i))
  const columns = vicinage.scoreColumns({
    lat: Float64Array.from(centers, ({ lat }) => lat),
    lon: Float64Array.from(centers, ({ lon }) => lon),
    dimensions: ids,
  })
  return (fips: string | null, id: Id): Float64Array => {
    const at = new Float64Array(256)
    for (let i = 0; i < geography.size; i++)
      if (fips === null || geography.getState(i) === fips) at[columns[id][i]] += geography.people[i]
    return at
  }
})()

/**
 * Computes fits by definition: the share of people whose score is no closer to the wanted score than the score of the
 * place.
 */
function definition(request: FitRequest<Id>, fips: string): (scores: Partial<Record<Id, number>>) => number | null {
  const wantOf = (id: Id) => request.want?.[id] ?? 'high'
  const distance = (id: Id, score: number) => {
    const want = wantOf(id)
    return want === 'high' ? -score : want === 'low' ? score : Math.abs(score - want.around)
  }
  const weights = new Map<Id, number>(Object.entries(request.weights) as [Id, number][])
  for (const id of Object.keys(request.want ?? {}) as Id[]) if (!weights.has(id)) weights.set(id, 1)
  const distributions = new Map([...weights.keys()].map((id) => [id, people(request.among ? null : fips, id)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return (scores) => {
    let [sum, known] = [0, 0]
    for (const [id, weight] of weights) {
      const score = scores[id]!
      if (score === 0 || weight === 0) continue
      const at = distributions.get(id)!
      let [all, noBetter] = [0, 0]
      for (let other = 1; other < 256; other++) {
        all += at[other]
        if (distance(id, other) >= distance(id, score)) noBetter += at[other]
      }
      sum += (weight * 100 * noBetter) / all
      known += weight
    }
    return known * 2 < total * (1 - 1e-9) ? null : sum / known
  }
}

const requests: readonly FitRequest<Id>[] = [
  { weights: { walkability: 3, 'noise-levels': 2, fire: 1 }, want: { 'urban-rural': 'low' } },
  { weights: { fire: 5, flood: 1, walkability: 5 }, want: { walkability: { around: 128 } } },
  {
    weights: { flood: 0.5, 'population-profile': 1e-3, walkability: 0 },
    want: { 'population-profile': { around: 7 }, flood: 'low' },
    among: 'coverage',
    demographics: true,
  },
]

describe('a fit', () => {
  it.each(requests.map((request, i) => [i, request] as const))(
    'equals the weighted mean of the shares of people whose match is equal or worse (request %i)',
    (_, request) => {
      const { lat, lon } = pointsOf(POINTS)
      const columns = vicinage.scoreColumns({ lat, lon, dimensions: ids })
      const fits = vicinage.fitColumns({ lat, lon, ...request })
      const byState = new Map(coveredStates.map(({ name, fips }) => [name, definition(request, fips)]))
      let compared = 0
      for (let i = 0; i < lat.length; i++) {
        const place = vicinage.place({ lat: lat[i], lon: lon[i] })
        const scores = Object.fromEntries(ids.map((id) => [id, columns[id][i]])) as Record<Id, number>
        const expected = place === null ? null : byState.get(place.state)!(scores)
        if (expected === null) expect(fits[i]).toBe(255)
        else {
          compared++
          // Fits are rounded to whole numbers. The shares in the data, from which they are computed, are rounded to
          // hundredths of a percent.
          expect(Math.abs(fits[i] - expected)).toBeLessThan(0.53)
        }
      }
      expect(compared).toBeGreaterThan(POINTS / 8)
    },
    POINTS * 10 + 5000,
  )

  it('is the same in a column as for a single place', () => {
    const { lat, lon } = pointsOf(1500)
    for (const request of requests) {
      const fits = vicinage.fitColumns({ lat, lon, ...request })
      for (let i = 0; i < lat.length; i++)
        expect(vicinage.fit({ lat: lat[i], lon: lon[i] }, request).fit ?? 255).toBe(fits[i])
    }
  })

  it('equals the sum of its contributions, and lists missing dimensions', () => {
    const { lat, lon } = pointsOf(300)
    for (const request of requests)
      for (let i = 0; i < lat.length; i++) {
        const fit = vicinage.fit({ lat: lat[i], lon: lon[i] }, request)
        const points = fit.contributions.reduce((sum, one) => sum + (one.points ?? 0), 0)
        if (fit.fit !== null) expect(Math.abs(points - fit.fit)).toBeLessThanOrEqual(0.5 + 0.005 * ids.length)
        expect(
          fit.contributions
            .filter(({ score }) => score === null)
            .map(({ dimension }) => dimension)
            .sort(),
        ).toEqual([...fit.missing].sort())
        const weight = fit.contributions.reduce((sum, one) => sum + (one.score === null ? one.weight : 0), 0)
        expect(Math.abs(weight - fit.missing_weight)).toBeLessThanOrEqual(0.001 * ids.length)
      }
  })

  it('depends neither on the order nor on the sum of the weights', () => {
    const { lat, lon } = pointsOf(3000)
    const weights = { walkability: 3, 'noise-levels': 2, flood: 1 }
    const reversed = Object.fromEntries(Object.entries(weights).reverse())
    const eightfold = Object.fromEntries(Object.entries(weights).map(([id, weight]) => [id, 8 * weight]))
    const fits = vicinage.fitColumns({ lat, lon, weights })
    expect(vicinage.fitColumns({ lat, lon, weights: reversed })).toEqual(fits)
    expect(vicinage.fitColumns({ lat, lon, weights: eightfold })).toEqual(fits)
    expect(new Set(fits).size).toBeGreaterThan(30)
  })

  it('ignores dimensions without weight or data, and is null if more than half of the weight has no data', () => {
    const weights = { walkability: 2, fire: 1 }
    expect(vicinage.fit(austin, { weights: { ...weights, flood: 0 } })).toEqual(vicinage.fit(austin, { weights }))
    const { fit, missing, missing_weight } = vicinage.fit(austin, { weights })
    expect([fit, missing, missing_weight]).toEqual([
      vicinage.fit(austin, { weights: { walkability: 1 } }).fit,
      ['fire'],
      0.333,
    ])
    expect(vicinage.fit(austin, { weights: { walkability: 1, fire: 1 } }).fit).toBe(fit)
    const none = vicinage.fit(austin, { weights: { walkability: 1, fire: 1.01 } })
    expect(none.fit).toBeNull()
    expect(none.description).toBe('No fit: there is no data for fire safety (50% of the weight).')
    expect(none.contributions.map(({ points }) => points)).toEqual([null, null])
    expect(vicinage.fit(austin, { weights: { fire: 1 } })).toMatchObject({
      fit: null,
      missing_weight: 1,
      interval: null,
    })
  })

  it('is null outside the covered states', () => {
    const denver = { lat: 39.74, lon: -104.99 }
    const fit = vicinage.fit(denver, { weights: { walkability: 1 } })
    expect([fit.fit, fit.missing]).toEqual([null, ['walkability']])
    expect(fit.description).toMatch(/^Outside the coverage/)
    const wrong = [Number.NaN, Number.POSITIVE_INFINITY, 1e9]
    const columns = { lat: Float64Array.from([30.27, ...wrong]), lon: Float64Array.from([-97.74, ...wrong]) }
    expect([...vicinage.fitColumns({ ...columns, weights: { walkability: 1 } })].slice(1)).toEqual([255, 255, 255])
    const none = new Float64Array(0)
    expect(vicinage.fitColumns({ lat: none, lon: none, weights: { walkability: 1 } })).toHaveLength(0)
  })

  it('includes an interval, computed from score bands and errors, if the place has a radius', () => {
    const weights = { walkability: 2, 'noise-levels': 1 }
    const place = { ...austin, radius: 3000 }
    const { fit, interval, contributions } = vicinage.fit(place, { weights })
    const scores = vicinage.scores(place, { dimensions: ['walkability', 'noise-levels'], interval: true })
    const getMatch = (id: Id, score: number) => {
      const at = people('48', id)
      const all = at.slice(1).reduce((a, b) => a + b)
      return (100 * at.slice(1, score + 1).reduce((a, b) => a + b, 0)) / all
    }
    const parts = (['walkability', 'noise-levels'] as const).map((id) => {
      const { score, band, interval } = scores[id]
      const [low, high] = [Math.min(band!.p10!, score), Math.max(band!.p90!, score)].map((end) => getMatch(id, end))
      const errors = [low - getMatch(id, interval!.low), getMatch(id, interval!.high) - high]
      expect(Math.max(...errors)).toBeGreaterThan(0)
      return { weight: weights[id] / 3, low, high, errors }
    })
    const within = (end: 'low' | 'high') => parts.reduce((sum, part) => sum + part.weight * part[end], 0)
    const beyond = (end: 0 | 1) => Math.hypot(...parts.map(({ weight, errors }) => weight * errors[end]))
    expect(Math.abs(interval!.low - (within('low') - beyond(0)))).toBeLessThan(0.53)
    expect(Math.abs(interval!.high - (within('high') + beyond(1)))).toBeLessThan(0.53)
    expect(interval!.low).toBeLessThanOrEqual(fit!)
    expect(interval!.high).toBeGreaterThanOrEqual(fit!)
    const { p10, p90 } = scores.walkability.band!
    expect(contributions[0].score).toBe((p10! + p90!) >> 1)
  })

  it('includes an interval at least as wide for a roughly known place as for an exact place', () => {
    const weightings: FitRequest<Id>[] = [
      { weights: { walkability: 3, 'noise-levels': 2, flood: 1 } },
      { weights: { flood: 1 } },
      { weights: { 'noise-levels': 1 }, want: { 'urban-rural': { around: 90 } } },
      { weights: { walkability: 1 }, want: { walkability: 'low' } },
    ]
    const radii = [149, 151, 400, 1200, 4000]
    const growth = radii.map(() => [] as number[])
    const centers = Array.from({ length: 150 }, () => geography.getCenter(numbers(geography.size)))
    for (const center of centers)
      for (const request of weightings) {
        const exact = vicinage.fit(center, request)
        let before = exact
        radii.forEach((radius, i) => {
          const rough = vicinage.fit({ ...center, radius }, request)
          if (exact.interval === null || rough.missing.join() !== exact.missing.join()) return
          expect(rough.interval!.low).toBeLessThanOrEqual(exact.interval.low)
          expect(rough.interval!.high).toBeGreaterThanOrEqual(exact.interval.high)
          growth[i].push(widthOf(rough) - widthOf(before))
          before = rough
        })
      }
    expect(growth[0].every((grown) => grown === 0)).toBe(true)
    expect(growth[1].length).toBeGreaterThan(500)
    // A circle of 151 m may contain a border, but most of these circles contain only similar scores. The interval
    // therefore grows little.
    expect(meanOf(growth[1])).toBeLessThan(5)
    // The middle 80% of the people in a larger circle can have more similar scores, but this is rare.
    for (const grown of growth.slice(1)) {
      expect(meanOf(grown)).toBeGreaterThan(0)
      expect(grown.filter((points) => points < -5).length).toBeLessThan(0.05 * grown.length)
    }
  })

  it('includes nearly the same interval for an address with a radius of 149 m or 151 m', () => {
    const congress = { lat: 30.2747, lon: -97.7404 }
    const weights = { walkability: 3, 'noise-levels': 2, flood: 1 }
    const [exact, rough] = [149, 151].map((radius) => vicinage.fit({ ...congress, radius }, { weights }))
    expect(widthOf(exact)).toBeGreaterThan(20)
    expect(Math.abs(exact.interval!.low - rough.interval!.low)).toBeLessThanOrEqual(3)
    expect(Math.abs(exact.interval!.high - rough.interval!.high)).toBeLessThanOrEqual(3)
  })

  it('includes an interval at a point if and only if one of its scores has an interval', () => {
    const { lat, lon } = pointsOf(300)
    const weights = { walkability: 2, 'noise-levels': 1 }
    for (let i = 0; i < lat.length; i++) {
      const place = { lat: lat[i], lon: lon[i] }
      const { fit, interval } = vicinage.fit(place, { weights })
      const scores = Object.values(
        vicinage.scores(place, { dimensions: ['walkability', 'noise-levels'], interval: true }),
      )
      const isKnown = scores.some(({ interval }) => interval !== null && interval.low < interval.high)
      expect(interval !== null).toBe(fit !== null && isKnown)
      if (interval === null) continue
      expect(interval.low).toBeLessThanOrEqual(fit!)
      expect(interval.high).toBeGreaterThanOrEqual(fit!)
    }
  })

  it('is described with the two strongest arguments for and against', () => {
    const { description } = vicinage.fit(austin, {
      weights: { walkability: 3, 'noise-levels': 2, flood: 1, fire: 1 },
      want: { 'urban-rural': 'low' },
    })
    expect(description).toMatch(
      /^Good fit: \d+ of 100 \(\d+-\d+\)\. For it: walkability \(better for fewer than 1% of Texans\) and urban-rural \(/,
    )
    expect(description).toMatch(/ Against it: noise levels \(estimate, better for 9\d% of Texans\)/)
    expect(description).toMatch(/ No data for fire safety, 13% of the weight\.$/)
  })

  it('is described with the share of people who have a better score, never 0% or 100%', () => {
    const { lat, lon } = pointsOf(400)
    const named = ['flood', 'noise-levels', 'urban-rural'] as const
    const counted = Object.fromEntries(named.map((id) => [id, people(null, id).fill(0, 0, 1)]))
    const kinds = new Set<string>()
    for (let i = 0; i < lat.length; i++) {
      const want = (['high', 'low', { around: 120 }] as const)[i % 3]
      const id = named[numbers(3)]
      const { description, contributions } = vicinage.fit(
        { lat: lat[i], lon: lon[i] },
        { weights: { [id]: 1 }, want: { [id]: want }, among: 'coverage' },
      )
      const { score } = contributions[0]
      if (score === null) continue
      const distance = (other: number) =>
        want === 'high' ? -other : want === 'low' ? other : Math.abs(other - want.around)
      const share = (isSo: (difference: number) => boolean) => {
        const at = counted[id]
        const so = at.reduce((sum, count, other) => (isSo(distance(other) - distance(score)) ? sum + count : sum), 0)
        return (100 * so) / at.reduce((a, b) => a + b)
      }
      expect(description).not.toMatch(/\b(0|100)% of people/)
      const [, only, number] = /better for (only )?(\d+)% of people/.exec(description) ?? []
      const better = share((difference) => difference < 0)
      if (number !== undefined) {
        expect(Math.abs(Number(number) - better)).toBeLessThan(0.53)
        expect(only !== undefined).toBe(Number(number) <= 33)
      }
      if (description.includes('fewer than 1%')) expect(better).toBeLessThan(0.53)
      if (description.includes('over 99%')) expect(better).toBeGreaterThan(99.47)
      kinds.add(description.replace(/^.*\((estimate(: [a-z ]+)?, )?|[^)]* wanted, |\d+/g, ''))
    }
    expect([...kinds].sort()).toEqual([
      'better for % of people).',
      'better for fewer than % of people).',
      'better for only % of people).',
      'better for over % of people).',
    ])
  })

  it('is described with the share of people who tie for the best score, and with the worst score as a drawback', () => {
    const center = { type: 'Feature', geometry: { type: 'Point', coordinates: [-95.37, 29.76] }, properties: {} }
    const score = { distance: { 0: 255, 90000: 255, 90001: 1 } }
    const own = vicinage.withLayer({ id: 'near', name: 'Near', features: [center as never], score })
    const within = (share: string) => Number(/\d+(?=% of Texans)/.exec(share)?.[0])
    const near = own.fit({ lat: 29.76, lon: -95.4 }, { weights: { near: 1 } }).description
    const amarillo = { lat: 35.2, lon: -101.83 }
    const far = own.fit(amarillo, { weights: { near: 1 } }).description
    expect(near).toMatch(
      /^Very good fit: 100 of 100\. For it: near \(as good as it gets, as it is for \d+% of Texans\)\.$/,
    )
    expect(far).toMatch(/^\w+ \w+: \d+ of 100\. Against it: near \(better for \d+% of Texans\)\.$/)
    expect(within(near)).toBe(within(far))
  })

  it('has a description that marks estimates and states their hazard class', () => {
    const { lat, lon } = pointsOf(300)
    const marked = new Map<string, number>()
    for (let i = 0; i < lat.length; i++)
      for (const dimension of ['flood', 'noise-levels', 'walkability', 'fire'] as const) {
        const place = { lat: lat[i], lon: lon[i] }
        const { contributions, description } = vicinage.fit(place, { weights: { [dimension]: 1 } })
        const explained = vicinage.explain(dimension, place)
        expect(contributions[0].basis).toBe(explained.basis)
        if (!description.includes(' it: ')) continue
        expect(description.includes('(estimate')).toBe(explained.basis === 'estimate')
        marked.set(`${dimension} ${explained.basis}`, (marked.get(`${dimension} ${explained.basis}`) ?? 0) + 1)
        if (dimension !== 'flood' || explained.basis !== 'estimate') continue
        const [label] = explained.description!.toLowerCase().split(' (estimate)')
        expect(description).toContain(`flood safety (estimate: ${label}, `)
      }
    expect([...marked.keys()]).toEqual(
      expect.arrayContaining(['flood estimate', 'noise-levels estimate', 'walkability modeled']),
    )
    const downtownDallas = { lat: 32.78, lon: -96.8 }
    const mapped = vicinage.fit(downtownDallas, { weights: { flood: 1 } })
    expect(mapped.contributions[0].basis).toBe('measured')
    expect(mapped.description).not.toContain('estimate')
    const partly = vicinage.fit({ ...downtownDallas, radius: 20_000 }, { weights: { flood: 1 } })
    expect(partly.contributions[0].basis).toBe('estimate')
    expect(partly.description).toContain('flood safety (partly an estimate, ')
    const rough = vicinage.fit({ ...austin, radius: 1000 }, { weights: { flood: 1 } })
    expect(rough.description).toMatch(/flood safety \(estimate: [a-z ]*uncertain flood risk, /)
  })

  it('has a description with the number of people compared, if most have no data in a custom dimension', () => {
    const box = (west: number, south: number, grade: number, size = 0.1) => ({
      type: 'Feature' as const,
      geometry: {
        type: 'Polygon' as const,
        coordinates: [
          [
            [west, south],
            [west + size, south],
            [west + size, south + size],
            [west, south + size],
            [west, south],
          ],
        ],
      },
      properties: { grade },
    })
    const features = [box(-97.8, 30.2, 200), box(-97.7, 30.2, 50), box(-102.5, 31.9, 120, 0.01), box(-80.3, 25.7, 255)]
    const own = vicinage.withLayer({ id: 'grade', name: 'Grade', features, score: { field: 'grade' } })
    const [all, high, low] = [null, 200, 50].map((score) => {
      let sum = 0
      for (let i = 0; i < geography.size; i++) {
        if (geography.getState(i) !== '48') continue
        if (score === null || own.score('grade', geography.getCenter(i)).score === score) sum += geography.people[i]
      }
      return sum
    })
    const east = own.fit({ lat: 30.25, lon: -97.65 }, { weights: { grade: 1 } })
    expect(Math.min(high, low)).toBeGreaterThan(0)
    const better = Math.round((100 * high) / (high + low))
    expect(Math.floor((100 * high) / all)).toBe(0)
    expect(east.description).toContain(
      `Against it: grade (better for ${better}% of mapped Texans, fewer than 1% of all).`,
    )
    expect(east.contributions[0].people_with_data).toBe(Math.round((1000 * (high + low)) / all) / 1000)
    const both = { weights: { grade: 3, 'noise-levels': 1 } }
    expect(own.fit({ lat: 30.25, lon: -97.65 }, both).description).toMatch(/ of mapped Texans, fewer than 1% of all\)/)
    // Nobody lives in the Texas box of this layer.
    const empty = vicinage.withLayer({
      id: 'grade',
      name: 'Grade',
      features: features.slice(2),
      score: { field: 'grade' },
    })
    const desert = { lat: 31.905, lon: -102.495 }
    const elsewhere = empty.fit(desert, { weights: { grade: 1 } })
    expect(elsewhere.description).toMatch(
      /Against it: grade \(better for over 99% of mapped people, (\d+|fewer than 1)% of all\)/,
    )
    expect(empty.score('grade', desert, { percentiles: true }).percentile).toMatchObject({
      state: null,
      text: expect.stringMatching(/^Lower than where 100% of mapped people in /),
    })
    const alone = vicinage.withLayer({ id: 'grade', name: 'Grade', features: [features[2]], score: { field: 'grade' } })
    expect(alone.score('grade', desert, { percentiles: true })).toMatchObject({ score: 120, percentile: null })
  })

  it('includes custom dimensions, but is null outside the covered states', async () => {
    const features = [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [-97.7431, 30.2672] }, properties: {} },
    ] as const
    const own = vicinage.withLayer({ id: 'office', features, score: { distance: { 0: 255, 5000: 1 } } })
    const near = own.fit(austin, { weights: { office: 1 } })
    const far = own.fit({ lat: 32.78, lon: -96.8 }, { weights: { office: 1 } })
    expect(near.fit).toBe(100)
    expect(far.fit ?? 0).toBeLessThan(near.fit!)
    const lat = Float64Array.of(austin.lat, 32.78, 39.74)
    const lon = Float64Array.of(austin.lon, -96.8, -104.99)
    expect([...own.fitColumns({ lat, lon, weights: { office: 1 } })]).toEqual([100, far.fit ?? 255, 255])
    expect(own.fit({ lat: 39.74, lon: -104.99 }, { weights: { office: 1 } }).fit).toBeNull()
  })
})

describe('invalid priorities for a fit', () => {
  const asking = (request: unknown) => () => vicinage.fit(austin, request as FitRequest<Id>)

  it.each([
    ['a negative weight', { weights: { walkability: -1 } }, /weight of walkability .* not -1/],
    ['a weight of NaN', { weights: { walkability: Number.NaN } }, /not NaN/],
    ['an infinite weight', { weights: { walkability: Number.POSITIVE_INFINITY } }, /not Infinity/],
    ['a huge weight', { weights: { walkability: 1e300 } }, /0 to 1,000,000/],
    ['a weight as text', { weights: { walkability: '3' } }, /not '3'/],
    ['a weight of null', { weights: { walkability: null } }, /not null/],
    ['an unknown id', { weights: { walkabilty: 1 } }, /did you mean 'walkability'/],
    ['an inherited name', { weights: JSON.parse('{"__proto__": 1}') }, /no dimension '__proto__'/],
    ['weights that are all zero', { weights: { walkability: 0, flood: -0 } }, /at least one weight above 0/],
    ['empty weights', { weights: {} }, /at least one weight above 0/],
    ['a missing request', undefined, /needs weights by dimension/],
    ['a list of dimensions', { weights: ['walkability'] }, /needs weights by dimension/],
    ['weights as text', { weights: 'walkability=3' }, /weights must be an object/],
    ['an unknown want', { weights: { walkability: 1 }, want: { walkability: 'medium' } }, /'high', 'low' or/],
    [
      'a wanted score off the scale',
      { weights: { walkability: 1 }, want: { walkability: { around: 256 } } },
      /1 to 255/,
    ],
    [
      'a wanted score that is not whole',
      { weights: { walkability: 1 }, want: { walkability: { around: 1.5 } } },
      /1 to 255/,
    ],
    [
      'two ways to say what is wanted',
      { weights: { walkability: 1 }, want: { walkability: { around: 9, near: 2 } } },
      /1 to 255/,
    ],
    ['an unknown option', { weights: { walkability: 1 }, wants: {} }, /did you mean 'want'/],
    ['an unknown comparison group', { weights: { walkability: 1 }, among: 'county' }, /'state' or 'coverage'/],
  ])('are rejected with an error: %s', (_, request, message) => {
    expect(asking(request)).toThrow(ValidationError)
    expect(asking(request)).toThrow(message)
  })

  it('are rejected for dimensions about residents unless `demographics` is set', () => {
    for (const request of [
      { weights: { 'population-profile': 1 } },
      { weights: { walkability: 1 }, want: { 'population-profile': { around: 128 } } },
    ] as const) {
      expect(asking(request)).toThrow(/Fair Housing Act/)
      expect(vicinage.fit(austin, { ...request, demographics: true }).fit).toBeGreaterThan(0)
      expect(() => vicinage.rank(request, { of: 'county' })).toThrow(/Fair Housing Act/)
      expect(() =>
        vicinage.find({ where: { walkability: { min: 200 } }, within: { zip: '78704' }, by: request }),
      ).toThrow(/Fair Housing Act/)
    }
  })

  it('are rejected for a dimension that is not loaded', () => {
    expect(asking({ weights: { privacy: 1 } })).toThrow(NotLoadedError)
  })

  it('are rejected for places with invalid coordinates', () => {
    expect(() => vicinage.fit({ lat: 91, lon: 0 }, { weights: { walkability: 1 } })).toThrow(ValidationError)
    const [lat, lon] = [Float64Array.of(1, 2), Float64Array.of(1)]
    expect(() => vicinage.fitColumns({ lat, lon, weights: { walkability: 1 } })).toThrow(/same length/)
  })
})

describe('areas ranked or searched by fit', () => {
  const request = { weights: { walkability: 2, 'noise-levels': 1 } } as const

  it.each([
    ['with the people of the state', request],
    [
      'with everybody, wanting more',
      { weights: { flood: 2, walkability: 1 }, want: { 'urban-rural': 'low' }, among: 'coverage' },
    ],
  ] as const)('are sorted by the mean fit of their residents, compared %s', (_, request) => {
    const { areas: ranked } = vicinage.rank(request, { of: 'county', limit: 1000 })
    const centers = Array.from({ length: geography.size }, (_, i) => geography.getCenter(i))
    const fits = vicinage.fitColumns({
      lat: Float64Array.from(centers, ({ lat }) => lat),
      lon: Float64Array.from(centers, ({ lon }) => lon),
      ...request,
    })
    const sums = new Map<string, { people: number; sum: number }>()
    fits.forEach((fit, i) => {
      if (fit === 255) return
      const id = geography.describe(i).blockGroup.slice(0, 5)
      const { people, sum } = sums.get(id) ?? { people: 0, sum: 0 }
      sums.set(id, { people: people + geography.people[i], sum: sum + fit * geography.people[i] })
    })
    expect(ranked.length).toBeGreaterThan(300)
    for (const { id, mean } of ranked) {
      const { people, sum } = sums.get(id!)!
      expect(Math.abs(mean - sum / people)).toBeLessThanOrEqual(0.0501)
    }
    const means = ranked.map(({ mean }) => mean)
    expect(means).toEqual([...means].sort((a, b) => b - a))
  })

  // Together with the counties in the previous test, more than 500 areas are compared. `npm run test:long` runs this
  // test.
  it.runIf(POINTS >= 100_000)(
    'have the mean fit of the homes in them if they are ZIPs',
    () => {
      const around = { west: -118.9, south: 33.3, east: -117.2, north: 34.6 }
      const inner = { west: -118.7, south: 33.5, east: -117.4, north: 34.4 } // other ZIPs may extend beyond `around`
      const homes = new People(geography)
      const chosen = [...homes.homesIn({ box: around, contains: () => true })]
      const points = chosen.map((home) => ({ lat: homes.lat[home], lon: homes.lon[home] }))
      const fits = vicinage.fitColumns({
        lat: Float64Array.from(points, ({ lat }) => lat),
        lon: Float64Array.from(points, ({ lon }) => lon),
        ...request,
      })
      const sums = new Map<string, { people: number; sum: number; isWhole: boolean }>()
      points.forEach((point, i) => {
        const zip = vicinage.reverse(point).zip
        if (zip === null || fits[i] === 255) return
        const { people, sum, isWhole } = sums.get(zip) ?? { people: 0, sum: 0, isWhole: true }
        const count = homes.at(chosen[i])
        sums.set(zip, {
          people: people + count,
          sum: sum + count * fits[i],
          isWhole:
            isWhole &&
            isWithin({ ...point, west: point.lon, east: point.lon, south: point.lat, north: point.lat }, inner),
        })
      })
      const counties = ['06037', '06059', '06065', '06071']
      const ranked = counties.flatMap(
        (county) => vicinage.rank(request, { of: 'zip', within: { county }, limit: 1000 }).areas,
      )
      const compared = ranked.filter(({ id }) => sums.get(id!)?.isWhole && sums.get(id!)!.people > 0)
      expect(compared.length).toBeGreaterThan(300)
      for (const { id, mean } of compared) {
        const { people, sum } = sums.get(id!)!
        // A home on a ZIP border may be counted in the other ZIP.
        expect(Math.abs(mean - sum / people), id!).toBeLessThanOrEqual(0.06)
      }
    },
    120_000,
  )

  it('are returned in the order of the mean fit of their cells', () => {
    const { areas } = vicinage.find({
      where: { walkability: { min: 190 } },
      within: 'Austin, TX',
      by: { weights: { 'noise-levels': 1 } },
      outline: true,
      limit: 5,
    })
    expect(areas.length).toBeGreaterThan(2)
    const fits = areas.map(({ fit }) => fit!)
    expect(fits).toEqual([...fits].sort((a, b) => b - a))
    // The cells of the smallest area, taken from its outline.
    const { outline, fit } = areas.reduce((a, b) => (a.km2 < b.km2 ? a : b))
    const ring = outline!.coordinates[0]
    const [west, south] = [Math.min(...ring.map(([x]) => x)), Math.min(...ring.map(([, y]) => y))]
    const [east, north] = [Math.max(...ring.map(([x]) => x)), Math.max(...ring.map(([, y]) => y))]
    const found: number[] = []
    for (let lat = south + 1 / 960; lat < north; lat += 1 / 480)
      for (let lon = west + 1 / 960; lon < east; lon += 1 / 480)
        if (isInside(ring, lon, lat)) found.push(vicinage.fit({ lat, lon }, { weights: { 'noise-levels': 1 } }).fit!)
    expect(Math.abs(fit! - found.reduce((a, b) => a + b, 0) / found.length)).toBeLessThanOrEqual(0.0501)
  })

  it('include their fit in any sort order if priorities are given', () => {
    const search = { where: { walkability: { min: 190 } }, within: { zip: '78704' }, by: request } as const
    const byPeople = vicinage.find({ ...search, rank_by: 'people' }).areas
    expect(byPeople.map(({ people }) => people)).toEqual(byPeople.map(({ people }) => people).sort((a, b) => b - a))
    expect(byPeople[0].fit).toBeGreaterThan(0)
    const { by: _, ...without } = search
    expect(() => vicinage.find({ ...without, rank_by: 'fit' })).toThrow(/add priorities/)
    expect(
      vicinage.find({ where: { walkability: { min: 190 } }, within: { zip: '78704' } }).areas[0],
    ).not.toHaveProperty('fit')
  })
})

function isInside(ring: readonly (readonly number[])[], lon: number, lat: number): boolean {
  let isIn = false
  for (let i = 1; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i - 1], ring[i]]
    if (y0 > lat !== y1 > lat && lon < x0 + ((x1 - x0) * (lat - y0)) / (y1 - y0)) isIn = !isIn
  }
  return isIn
}
