import { describe, expect, it } from 'vitest'
import { type DimensionId, openVicinage } from '../../src/index.ts'

const vicinage = await openVicinage()
const wide = [
  vicinage.geocode('500 Ocean Blvd, Long Beach'),
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

    it('always has a description, with a reason if its score is 0', () => {
      for (const [id, { description, score }] of Object.entries(vicinage.scores(place))) {
        expect(description, id).toMatch(/^[A-Z].*[.]$/)
        expect(description, id).toBe(vicinage.score(id as DimensionId, place).description)
        if (score === 0) expect(description!.length, id).toBeGreaterThan(10)
      }
      expect(vicinage.scores(place, { description: false }).flood.description).toBeNull()
    })

    it('has the basis and inputs of its center, but no percentile', () => {
      for (const id of ids) {
        const exact = vicinage.explain(id, { lat, lon })
        const { basis, inputs, percentile, mapped } = vicinage.explain(id, place)
        expect({ basis, inputs, mapped }).toEqual({ basis: exact.basis, inputs: exact.inputs, mapped: exact.mapped })
        expect(percentile).toBeNull()
      }
    })
  },
)

it('a description gives both ends of a wide band', () => {
  const { description, band } = vicinage.score('flood', wide[0]!)
  expect(band!.narrow).toBe(band!.p90! - band!.p10! < 25)
  expect(description).toMatch(/flood risk to low flood risk, depending on where within .* the place is\./)
})

it('a description mentions a missing flood map, even for a wide place', () => {
  expect(vicinage.score('flood', vicinage.geocode('Houston, TX')).description).toContain('No flood map here.')
})

describe('official maps', () => {
  it.each([
    ['flood', { lat: 33.76, lon: -118.19 }, { mapped: true, zone: 'V/VE', map_date: '2020-07' }],
    ['flood', { lat: 32.7767, lon: -96.797 }, { mapped: true, zone: 'X', map_date: '2026-08' }],
    ['flood', { lat: 29.7604, lon: -95.3698 }, { mapped: false, zone: null, map_date: null }],
    ['fire', { lat: 30.2672, lon: -97.7431 }, { mapped: false, zone: null, map_date: null }],
    ['flood', { lat: 40.7, lon: -74 }, { mapped: false, zone: null, map_date: null }],
  ] as const)('are fields of the score and the explanation of %s at %j', (id, place, map) => {
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

  it('are not part of other dimensions or of the endpoints', () => {
    expect(vicinage.explain('walkability', { lat: 30.2672, lon: -97.7431 })).not.toHaveProperty('mapped')
    expect(vicinage.score('flood', { lat: 33.76, lon: -118.19 }, { description: false })).not.toHaveProperty('mapped')
    const { result } = vicinage.risk.flood({ lat: 33.76, lon: -118.19 })
    expect(Object.keys(result)).toEqual(['score', 'description'])
  })
})
