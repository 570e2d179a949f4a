import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../data-build/statistics.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'
import { type DimensionId, openVicinage } from '../../src/index.ts'

const vicinage = await openVicinage()
const wide = [
  vicinage.geocode('500 E Ocean Blvd, Long Beach'),
  vicinage.geocode('Austin, TX'),
  vicinage.geocode('33139'),
  vicinage.geocode('Topanga, CA'),
  { lat: 29.2, lon: -94.9, radius: 2000 },
].map((place) => ('ok' in place && !place.ok ? expect.fail(place.message) : place))

describe.each(wide.map((place) => [('label' in place && place.label) || 'a coast', place] as const))(
  'a wide place, %s,',
  (_, place) => {
    const { lat, lon } = place as { lat: number; lon: number }
    const ids = vicinage.dimensions().map(({ id }) => id)

    it('is always described, with a reason if its score is 0', () => {
      for (const [id, { description, score }] of Object.entries(vicinage.scores(place))) {
        expect(description, id).toMatch(/^[A-Z].*[.]$/)
        expect(description, id).toBe(vicinage.score(id as DimensionId, place).description)
        if (score === 0) expect(description!.length, id).toBeGreaterThan(10)
      }
      expect(vicinage.scores(place, { description: false }).flood.description).toBeNull()
    })

    it('is scored without percentiles and intervals, and requested percentiles are null', () => {
      for (const answer of Object.values(vicinage.scores(place))) {
        expect(answer).not.toHaveProperty('percentile')
        expect(answer).not.toHaveProperty('interval')
      }
      for (const answer of Object.values(vicinage.scores(place, { percentiles: true })))
        expect(answer).toMatchObject({ percentile: null })
    })

    it('is explained with the basis and inputs of its center, but without a percentile', () => {
      for (const id of ids) {
        const exact = vicinage.explain(id, { lat, lon })
        const { basis, inputs, percentile, mapped } = vicinage.explain(id, place)
        expect({ basis, inputs, mapped }).toEqual({ basis: exact.basis, inputs: exact.inputs, mapped: exact.mapped })
        expect(percentile).toBeNull()
      }
    })
  },
)

it('a description names both ends of a wide score band', () => {
  const { description, band } = vicinage.score('flood', wide[0]!)
  expect(band!.narrow).toBe(band!.p90! - band!.p10! < 25)
  expect(description).toMatch(/flood risk to low flood risk, depending on where within .* the place is\./)
})

it('a description mentions a missing flood map, even for a wide place', () => {
  expect(vicinage.score('flood', vicinage.geocode('Houston, TX')).description).toContain('No flood map here.')
})

describe('a circle whose center differs from the rest', () => {
  const berkeleyHills = { lat: 37.8715, lon: -122.2585, radius: 1500 }
  const bareCenter = { lat: 34.0309, lon: -118.6925, radius: 3000 }

  it('is described with the share of worse land if its center is in no fire hazard zone', () => {
    const { description, zones = [] } = vicinage.score('fire', berkeleyHills)
    const share = zones.reduce((sum, entry) => sum + (entry.zone === 'no' ? 0 : entry.share), 0)
    expect(description).toBe(
      `No fire hazard zone. ${Math.round(100 * share)}% of the land in this circle is worse, up to very high hazard. Map of 2025.`,
    )
  })

  it('is described as having no data at its center if only the rest has data', () => {
    const spots = pointsIn(bareCenter, 400).filter((point) => vicinage.score('fire', point).score === 0)
    const answers = spots.map(({ lat, lon }) => vicinage.score('fire', { lat, lon, radius: 500 }))
    const described = answers.filter(({ band }) => band!.p10 !== null)
    expect(described.length).toBeGreaterThan(0)
    for (const { description, mapped, map_date, zones = [] } of described) {
      expect(description).toContain('No data at its center.')
      const unmapped = zones.find(({ zone }) => zone === null)?.share ?? 0
      if (unmapped < 0.49) expect([mapped, map_date]).toEqual([true, expect.any(String)])
      if (unmapped > 0.51) expect(mapped).toBe(false)
    }
  })

  it('is described as possibly louder if the noise at its center is uncertain', () => {
    const place = { lat: 29.96042, lon: -98.01113 }
    expect(vicinage.score('noise-levels', place).description).toMatch(/^Uncertain noise/)
    expect(vicinage.score('noise-levels', { ...place, radius: 300 }).description).toMatch(
      /\bit may be louder: a highway/i,
    )
  })
})

const austin = { lat: 30.2672, lon: -97.7431, radius: 2000 }

it.each([
  ['air-quality', austin, /above the federal limit/, /fine particles \(PM2\.5\) are above the federal limit of 9/i],
  ['air-quality', { lat: 32.58, lon: -96.69, radius: 6292 }, /above the federal limit/, /are above the federal limit/i],
  ['air-quality', { lat: 27.95, lon: -82.46, radius: 5000 }, /above the federal limit/, /above the federal limit/i],
  ['noise-levels', austin, /Beside rail tracks/, /rail tracks are near: beside them it is louder/i],
  ['noise-levels', { lat: 31.93, lon: -106.31, radius: 7166 }, /^Uncertain noise/, /it may be louder: a highway/i],
] as const)(
  'the %s description of the circle %o says on how much land points have a hazard',
  (id, circle, atPoint, words) => {
    const { description } = vicinage.score(id, circle)
    const points = pointsIn(circle, 1000).map((point) => vicinage.score(id, point).description!)
    const share = points.filter((text) => atPoint.test(text)).length / points.length
    const sentence = description!.split(/(?<=\.) (?=[A-Z])/).find((text) => words.test(text))
    const stated = sentence === undefined ? 0 : Number(/^On (\d+)% of the land/.exec(sentence)?.[1] ?? 100) / 100
    expect(Math.abs(stated - share)).toBeLessThan(0.06)
    expect(description!.length).toBeLessThanOrEqual(200)
  },
)

/** Returns points at random in a circle, by rejection. */
function pointsIn({ lat, lon, radius }: { lat: number; lon: number; radius: number }, count: number) {
  const random = seededRandom(50)
  const points: { lat: number; lon: number }[] = []
  const reach = (radius * 1.01) / 111_000
  while (points.length < count) {
    const at = {
      lat: lat + reach * (2 * random() - 1),
      lon: lon + (reach * (2 * random() - 1)) / Math.cos((lat * Math.PI) / 180),
    }
    if (metersBetween(lat, lon, at.lat, at.lon) <= radius) points.push(at)
  }
  return points
}

describe('the zones of a wide place', () => {
  const dallas = { lat: 32.7767, lon: -96.797, radius: 483 }
  const beach = { lat: 33.7665, lon: -118.1895, radius: 600 }
  const berkeley = { lat: 37.8716, lon: -122.2457, radius: 1500 }

  it.each([
    ['flood', dallas],
    ['flood', beach],
    ['flood', { lat: 29.68, lon: -95.47, radius: 2800 }],
    ['fire', berkeley],
    ['fire', { lat: 30.2672, lon: -97.7431, radius: 500 }],
  ] as const)('cover the same shares as random points in the circle: %s at %j', (id, place) => {
    const { zone, zones, mapped } = vicinage.explain(id, place)
    const points = pointsIn(place, 2000)
    const counts = new Map<string | null, number>()
    for (const point of points) {
      const exact = vicinage.score(id, point).zone ?? null
      counts.set(exact, (counts.get(exact) ?? 0) + 1)
    }
    for (const [exact, count] of counts) {
      const share = zones!.find((entry) => entry.zone === exact)?.share ?? 0
      expect(Math.abs(share - count / points.length), String(exact)).toBeLessThan(0.04)
    }
    expect(zones!.map(({ share }) => share)).toEqual(zones!.map(({ share }) => share).sort((a, b) => b - a))
    expect(zone).toBe(zones!.length === 1 ? zones![0]!.zone : null)
    expect(mapped).toBe(vicinage.explain(id, { lat: place.lat, lon: place.lon }).mapped)
    expect(vicinage.score(id, place).zones).toEqual(zones)
  })

  it('are a single zone if one zone covers the whole circle, otherwise several, and none outside the covered states', () => {
    expect(vicinage.score('flood', dallas)).toMatchObject({ zone: 'X', zones: [{ zone: 'X', share: 1 }] })
    expect(vicinage.score('flood', beach).zone).toBeNull()
    expect(vicinage.score('flood', beach).zones!.length).toBeGreaterThan(1)
    expect(vicinage.score('flood', { lat: 0, lon: 0, radius: 500 })).toMatchObject({ zone: null, zones: [] })
    expect(vicinage.score('flood', { ...beach, radius: 100 })).not.toHaveProperty('zones')
  })
})

it('the interval of a wide place contains the intervals of most residents in the circle', () => {
  const place = vicinage.geocode('4610 N Braeswood Blvd, Houston, TX 77096')
  if (!place.ok) expect.fail(place.message)
  for (const id of ['flood', 'walkability', 'noise-levels'] as const) {
    const { interval, band, score } = vicinage.score(id, place, { interval: true })
    expect(interval!.low).toBeLessThanOrEqual(Math.min(score, band!.p10!))
    expect(interval!.high).toBeGreaterThanOrEqual(Math.max(score, band!.p90!))
    const ends = pointsIn(place, 500).map((point) => vicinage.score(id, point, { interval: true }).interval!)
    expect(ends.filter(({ low }) => low >= interval!.low).length / ends.length, id).toBeGreaterThan(0.8)
    expect(ends.filter(({ high }) => high <= interval!.high).length / ends.length, id).toBeGreaterThan(0.8)
    expect(interval, id).not.toEqual({ low: 1, high: 255 })
  }
})

describe('facts about official maps', () => {
  it.each([
    ['flood', { lat: 33.76, lon: -118.19 }, { mapped: true, zone: 'V/VE', map_date: '2020-07' }],
    ['flood', { lat: 32.7767, lon: -96.797 }, { mapped: true, zone: 'X', map_date: '2026-08' }],
    ['flood', { lat: 29.7604, lon: -95.3698 }, { mapped: false, zone: null, map_date: null }],
    ['fire', { lat: 30.2672, lon: -97.7431 }, { mapped: false, zone: null, map_date: null }],
    ['flood', { lat: 40.7, lon: -74 }, { mapped: false, zone: null, map_date: null }],
  ] as const)('are included in the score and the explanation of %s at %j', (id, place, map) => {
    expect(vicinage.explain(id, place)).toMatchObject(map)
    expect(vicinage.score(id, place)).toMatchObject(map)
    expect(vicinage.scores(place)[id]).toEqual(vicinage.score(id, place))
  })

  it('are named in the description', () => {
    const { mapped, zone, map_date, description } = vicinage.explain('fire', { lat: 37.8716, lon: -122.2457 })
    if (!mapped) return expect(description).toContain('not in the hazard maps')
    expect(description!.toLowerCase()).toContain(zone)
    expect(description).toContain(map_date)
  })

  it('are omitted from other dimensions and from endpoint answers', () => {
    expect(vicinage.explain('walkability', { lat: 30.2672, lon: -97.7431 })).not.toHaveProperty('mapped')
    expect(vicinage.score('flood', { lat: 33.76, lon: -118.19 }, { description: false })).not.toHaveProperty('mapped')
    const { result } = vicinage.risk.flood({ lat: 33.76, lon: -118.19 })
    expect(Object.keys(result)).toEqual(['score', 'description'])
  })
})
