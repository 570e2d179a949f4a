import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { describe, expect, it } from 'vitest'
import { Bands } from '../../../src/answers/areas/around.ts'
import type { ResumableSites } from '../../../src/answers/areas/sites.ts'
import { ValidationError } from '../../../src/base/errors.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage, type SiteLike } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { runs } from '../../support/runs.ts'

const ids = ['walkability', 'fire'] as const
const vicinage = await openVicinage({ dimensions: ids, userData: false })
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
const { people } = Bands.of(geography)
const numbers = randomNumbers(2)
const random = () => numbers(1 << 30) / (1 << 30)

/** All modeled homes in Greater Austin and the Bay Area, with their residents. */
const homes = [
  { west: -98.4, south: 29.7, east: -97.1, north: 30.9 },
  { west: -122.8, south: 37.2, east: -121.6, north: 38.2 },
].flatMap(({ west, south, east, north }) => {
  const found: { lon: number; lat: number; people: number; home: number }[] = []
  for (const home of people.homesIn({ box: { west, south, east, north }, contains: () => true }))
    found.push({ lon: people.lon[home], lat: people.lat[home], people: people.at(home), home })
  return found
})

const centers = [
  [30.2672, -97.7431],
  [37.77, -122.3],
] as const

/** Returns circles and polygons that overlap. */
function overlapping(count: number): SiteLike[] {
  const [lat, lon] = centers[numbers(2)]
  return Array.from({ length: count }, (_, i) => {
    const [y, x] = [lat + (random() - 0.5) * 0.12, lon + (random() - 0.5) * 0.12]
    if (i % 2 === 0) return { lat: y, lon: x, radius: 300 + random() * 5000 }
    const corners = Array.from({ length: 3 + numbers(6) }, (_, k, sides = 3 + (i % 6)) => {
      const angle = (2 * Math.PI * k) / sides
      const reach = 0.01 + random() * 0.04
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
    })
    return { type: 'Polygon', coordinates: [[...corners, corners[0]]] }
  })
}

function holds(site: SiteLike, lon: number, lat: number): boolean {
  if ('radius' in site) return metersBetween(site.lat, site.lon, lat, lon) <= site.radius!
  return booleanPointInPolygon([lon, lat], site as never)
}

describe('vicinage.sites()', () => {
  it('counts residents once in the total if sites overlap', () => {
    for (let set = 0; set < runs(200, 3); set++) {
      const sites = overlapping(50)
      const answer = vicinage.sites(sites, { dimensions: ['walkability'] })
      let once = 0
      const each = sites.map(() => 0)
      // Only homes near the first site are checked. The other sites of the set do not extend beyond this distance.
      const { lat: y, lon: x } = sites[0] as { lat: number; lon: number }
      const near = homes.filter(({ lon, lat }) => Math.abs(lon - x) < 0.25 && Math.abs(lat - y) < 0.25)
      for (const { lon, lat, people } of near) {
        let isHeld = false
        sites.forEach((site, at) => {
          if (!holds(site, lon, lat)) return
          isHeld = true
          each[at] += people
        })
        if (isHeld) once += people
      }
      expect(answer.people).toBe(Math.round(once))
      expect(answer.sites.map(({ people }) => people)).toEqual(each.map(Math.round))
      expect(answer.people_summed).toBe(Math.round(each.reduce((sum, people) => sum + people, 0)))
      expect(answer.people).toBeLessThan(answer.people_summed)
    }
  })

  it('returns the same populations and scores as area()', () => {
    const sites = overlapping(30)
    const answer = vicinage.sites(sites)
    sites.forEach((site, at) => {
      const { people, scores } = vicinage.area(site as never, { dimensions: ids })
      if (people === 0) return
      expect(answer.sites[at].people).toBe(people)
      for (const id of ids) {
        const { mean, p10, p50, p90, without_data } = scores[id]
        expect(answer.sites[at].scores[id]).toMatchObject({ mean, p10, p50, p90, without_data })
      }
    })
  })

  it('returns a total equal to the sum over sites if no sites overlap', () => {
    const apart = Array.from({ length: 25 }, (_, i) => ({
      lat: 30 + 0.12 * Math.floor(i / 5),
      lon: -98.1 + 0.14 * (i % 5),
      radius: 5000,
    }))
    const answer = vicinage.sites(apart)
    expect(answer.people).toBe(answer.people_summed)
    const single = apart.reduce((sum, site) => sum + vicinage.sites([site]).people, 0)
    expect(Math.abs(answer.people - single)).toBeLessThanOrEqual(apart.length / 2)
    expect(answer.people).toBeGreaterThan(100_000)
    // The mean over all sites is weighted by population.
    let [sum, all] = [0, 0]
    for (const { people, scores } of answer.sites) {
      if (scores.walkability.mean === null) continue
      sum += people * scores.walkability.mean
      all += people
    }
    expect(Math.abs(answer.together.walkability.mean! - sum / all)).toBeLessThan(0.2)
  })

  it('lists a repeated site every time but counts its residents once', () => {
    const site = { lat: 30.2672, lon: -97.7431, label: 'Downtown' }
    const [one, three] = [
      vicinage.sites([site], { radius: 1609.344 }),
      vicinage.sites([site, site, site], { radius: 1609.344 }),
    ]
    expect(three.people).toBe(one.people)
    expect(Math.abs(three.people_summed - 3 * one.people)).toBeLessThan(2)
    expect(three.sites).toEqual([one.sites[0], one.sites[0], one.sites[0]])
    expect(three.together.walkability).toEqual({ ...one.together.walkability, highest: [0, 1, 2], lowest: [2, 1, 0] })
  })

  it('compares each site with its state, and all sites with the residents of that state or of all covered states', () => {
    const { sites, everyone, together } = vicinage.sites([{ lat: 30.2672, lon: -97.7431, radius: 2000 }])
    expect([sites[0].state, everyone]).toEqual(['TX', 'TX'])
    const at = new Float64Array(256)
    for (let i = 0; i < geography.size; i++) {
      if (geography.getState(i) !== '48') continue
      const { lat, lon } = geography.getCenter(i)
      at[vicinage.score('walkability', { lat, lon }, { description: false }).score] += geography.people[i]
    }
    const all = at.reduce((sum, people) => sum + people, 0) - at[0]
    const mean = at.reduce((sum, people, score) => sum + people * score, 0) / all
    const { state_mean, state_percentile, mean: own } = sites[0].scores.walkability
    expect(Math.abs(state_mean! - mean)).toBeLessThan(0.1)
    const below = at.reduce((sum, people, score) => (score > 0 && score < own! ? sum + people : sum), 0)
    expect(Math.abs(state_percentile! - (100 * below) / all)).toBeLessThan(1.01)
    const { distribution, everyone_distribution, everyone_mean } = together.walkability
    expect(everyone_mean).toBe(state_mean)
    for (const shares of [distribution, everyone_distribution])
      expect(Math.abs(shares.reduce((a, b) => a + b) - 1)).toBeLessThan(0.001)
    everyone_distribution.forEach((share, group) => {
      const people = at.slice(Math.max(1, 16 * group), 16 * group + 16).reduce((a, b) => a + b)
      expect(Math.abs(share - people / all)).toBeLessThan(0.001)
    })
    expect(sites[0].scores.fire).toMatchObject({ mean: null, without_data: 1, state_percentile: null })
    expect(
      vicinage.sites(
        [
          { lat: 30.27, lon: -97.74 },
          { lat: 37.77, lon: -122.42 },
        ],
        { radius: 900 },
      ).everyone,
    ).toBe('coverage')
  })

  it('lists the ten highest and the ten lowest sites', () => {
    const sites = overlapping(40)
    const { sites: answers, together } = vicinage.sites(sites)
    const means = answers.flatMap(({ scores }) => scores.walkability.mean ?? []).sort((a, b) => b - a)
    const meanOf = (at: number) => answers[at].scores.walkability.mean
    expect(together.walkability.highest.map(meanOf)).toEqual(means.slice(0, 10))
    expect(together.walkability.lowest.map(meanOf)).toEqual(means.slice(-10).reverse())
  })

  it('accepts GeoJSON features with names, including points', () => {
    const features = [
      { type: 'Feature', properties: { name: 'Here' }, geometry: { type: 'Point', coordinates: [-97.74, 30.27] } },
      {
        type: 'Feature',
        properties: { id: 7 },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-97.78, 30.23],
              [-97.74, 30.23],
              [-97.74, 30.26],
              [-97.78, 30.23],
            ],
          ],
        },
      },
    ] as const
    const answer = vicinage.sites({ type: 'FeatureCollection', features }, { radius: 1000 })
    expect(answer.sites.map(({ label, radius }) => [label, radius])).toEqual([
      ['Here', 1000],
      ['7', null],
    ])
    expect(vicinage.sites(features, { radius: 1000 })).toEqual(answer)
  })

  it('handles sites without residents and sites outside the covered states', () => {
    const answer = vicinage.sites(
      [
        { lat: 39.74, lon: -104.99 },
        { lat: 28, lon: -93 },
      ],
      { radius: 2000 },
    )
    expect([answer.people, answer.without_people, answer.everyone]).toEqual([0, 2, 'coverage'])
    expect(answer.sites[0]).toMatchObject({ people: 0, state: null })
    expect(answer.together.walkability).toMatchObject({ mean: null, highest: [], lowest: [] })
    expect(vicinage.sites([]).sites).toEqual([])
  })

  it('reports its progress', () => {
    const reports: (readonly [number, number])[] = []
    vicinage.sites(overlapping(5), { onProgress: (done, all) => reports.push([done, all]) })
    expect(reports.at(-1)).toEqual([5, 5])
  })

  it.each([
    ['sites that are not a list', 3, {}, /list of sites/],
    ['a point without a radius', [{ lat: 30, lon: -97 }], {}, /Site 1: A point needs a radius of 1 to 100,000 meters/],
    ['a radius that is too large', [{ lat: 30, lon: -97 }], { radius: 1e6 }, /radius must be 1 to 100,000 meters/],
    ['a radius that is not a number', [{ lat: 30, lon: -97 }], { radius: Number.NaN }, /radius must be a number/],
    [
      'a bad coordinate',
      [
        { lat: 30, lon: -97 },
        { lat: 91, lon: 0 },
      ],
      { radius: 9 },
      /Site 2: A circle needs lat/,
    ],
    ['NaN', [{ lat: Number.NaN, lon: 0 }], { radius: 9 }, /Site 1: A circle needs lat/],
    ['null', [null], { radius: 9 }, /Site 1: A site is/],
    [
      'a line',
      [
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
      {},
      /Site 1: The geometry must be/,
    ],
    ['an empty feature', [{ type: 'Feature', geometry: null }], {}, /Site 1: The geometry must be/],
    ['a damaged polygon', [{ type: 'Polygon', coordinates: [[[0, 0]]] }], {}, /Site 1: Ring 0 has fewer/],
    ['an unknown option', [], { radios: 3 }, /did you mean 'radius'/],
    ['an unknown dimension', [], { dimensions: ['charm'] }, /dimensions must be 'urban-rural', .*, not 'charm'/],
    ['a timeout of 0', overlapping(50), { timeout: 0 }, /timeout must be/],
  ])('rejects %s', (_, sites, options, message) => {
    const attempt = () => vicinage.sites(sites as never, options as never)
    expect(attempt).toThrow(ValidationError)
    expect(attempt).toThrow(message)
  })

  it('returns the same result when resumed after any number of sites', () => {
    const sites = overlapping(30)
    const expected = vicinage.sites(sites)
    const start = () => (vicinage as unknown as ResumableSites).startSites(sites, {})
    for (const done of [1, 7, 29, 30]) {
      const first = start()
      const parts = Array.from({ length: done }, () => JSON.stringify(first.summarize(0)))
      const second = start()
      for (const part of parts) second.restore(JSON.parse(part))
      expect(second.isDone).toBe(done === 30)
      second.summarize(Number.POSITIVE_INFINITY)
      expect(second.answer()).toEqual(expected)
    }
  })
})
