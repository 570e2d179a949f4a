import { beforeAll, describe, expect, it } from 'vitest'
import { NotFoundError } from '../../../src/base/errors.ts'
import { writeValidationBody } from '../../../src/base/parameters/validation-body.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { refuseTooLarge } from '../../../src/library/contract/areas.ts'
import { callEndpoint, type Endpoint } from '../../../src/library/contract/endpoint.ts'
import { endpoints } from '../../../src/library/contract/table.ts'
import { refusedBy } from './refused-by.ts'

let vicinage: Vicinage<'fire' | 'walkability'>
beforeAll(async () => {
  vicinage = await openVicinage({ dimensions: ['walkability', 'fire'], userData: false })
})

const endpointOf = (id: string): Endpoint => endpoints.find((endpoint) => endpoint.id === id)!
const ask = (id: string, input: unknown) => {
  const body = callEndpoint(endpointOf(id), vicinage, input)
  return endpointOf(id).response.parse(body)
}
/** Returns the body of the 422 response. */
const refusal = (id: string, input: unknown) =>
  writeValidationBody(refusedBy(() => ask(id, input)).detail, endpointOf(id).parameters)

const ring = [
  [-97.8, 30.2],
  [-97.7, 30.2],
  [-97.7, 30.3],
]

describe('the area endpoints', () => {
  it('return the same answers as the library', () => {
    const options = { dimensions: ['walkability'] as const, below: { walkability: 100 } }
    const polygon = { type: 'Polygon' as const, coordinates: [ring] }
    expect(ask('areas.shape', { shape: polygon, ...options })).toEqual(vicinage.area(polygon, options))
    expect(ask('areas.shape', { shape: { zip: '78704' } })).toEqual(vicinage.area({ zip: '78704' }))
    const query = { dimensions: 'walkability', below: 'walkability=100' }
    for (const [kind, id, shape] of [
      ['city', 'austin, tx', { city: 'Austin', state: 'TX' }],
      ['county', '48453', { county: '48453' }],
      ['county', 'Travis, TX', { county: '48453' }],
      ['tract', '48453000302', { tract: '48453000302' }],
      ['block-group', '484530003023', { blockGroup: '484530003023' }],
      ['district', '4808940', { district: '4808940' }],
      ['state', 'fl', { state: 'FL' }],
    ] as const)
      expect(ask('areas.named', { kind, id, ...query })).toEqual(vicinage.area(shape, options))
    expect(ask('areas.shape', { shape: 'Travis County, TX', ...options })).toEqual(
      vicinage.area({ county: '48453' }, options),
    )
    expect(() => ask('areas.shape', { shape: '12', ...options })).toThrow(/There is no area with that name/)
    expect(ask('areas.rank', { dimension: 'walkability', of: 'county', within: 'TX', limit: '3' })).toEqual(
      vicinage.rank('walkability', { of: 'county', within: { state: 'TX' }, limit: 3 }),
    )
  })

  it('reject input with the same messages as pydantic and never quote a ring', () => {
    const detail = (type: string, loc: string[], msg: string, input: unknown, ctx?: object) =>
      JSON.stringify({ detail: [{ type, loc, msg, input, ...(ctx && { ctx }) }] })
    const expected = "'zip', 'city', 'neighborhood', 'county', 'tract', 'block-group', 'district' or 'state'"
    const literal = detail('literal_error', ['path', 'kind'], `Input should be ${expected}`, 'planet', { expected })
    expect(refusal('areas.named', { kind: 'planet', id: '1' })).toBe(literal)
    const digits = detail('value_error', ['path', 'id'], 'zip must be a string of 5 digits', '787')
    expect(refusal('areas.named', { kind: 'zip', id: '787' })).toBe(digits)
    const city = 'A city needs its state after a comma, as in Austin, TX'
    expect(refusal('areas.named', { kind: 'city', id: 'Austin' })).toBe(
      detail('value_error', ['path', 'id'], city, 'Austin'),
    )
    expect(refusal('areas.shape', {})).toBe(detail('missing', ['body', 'shape'], 'Field required', null))
    const dict =
      'Input should be a valid dictionary: {"city": "Austin", "state": "TX"}, {"zip": "78704"}, {"county": "48453"}, {"state": "TX"}, {"tract"}, {"blockGroup"}, {"district"}, {"lat", "lon", "radius"}, {"west", "south", "east", "north"} or a GeoJSON polygon'
    expect(refusal('areas.shape', { shape: 7 })).toBe(detail('dict_type', ['body', 'shape'], dict, 7))
    expect(refusal('areas.shape', { shape: { state: 'TX' }, below: { charm: 5 } })).toContain('"loc":["body","below"]')
    expect(refusal('areas.named', { kind: 'zip', id: '78704', below: 'charm=5' })).toContain('"loc":["query","below"]')
    const long = Array.from({ length: 90_000 }, (_, i) => [i / 1000, i / 1000])
    const flat = refusal('areas.shape', { shape: { type: 'Polygon', coordinates: [long, ring.slice(1)] } })
    expect(flat).toBe(detail('value_error', ['body', 'shape'], 'Ring 1 has fewer than three positions', ring.slice(1)))
    const ofAntarctica = refusal('areas.shape', {
      shape: { type: 'Polygon', coordinates: [long.map(([x]) => [x, 95])] },
    })
    expect(ofAntarctica.length).toBeLessThan(300)
    expect(refusal('areas.rank', { dimension: 'walkability', of: 'county', within: 'Travis, ' })).toContain(
      '"loc":["query","within"]',
    )
  })

  it('accept shapes of at most 100,000 vertices, 1,000 polygons and 2,000 degrees of total edge length', () => {
    const vertices = Array.from({ length: 50_001 }, (_, i) => [i / 1000, 1])
    const twice = { type: 'MultiPolygon', coordinates: [[vertices], [vertices]] }
    expect(refusal('areas.shape', { shape: twice })).toBe(
      '{"detail":[{"type":"too_long","loc":["body","shape"],"msg":"A shape may have at most 100,000 vertices, not 100,002","input":null,"ctx":{"max_length":100000,"actual_length":100002}}]}',
    )
    const features = Array.from({ length: 1001 }, () => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [ring] },
    }))
    expect(refusal('areas.shape', { shape: { type: 'FeatureCollection', features } })).toContain(
      'A shape may have at most 1,000 polygons, not 1,001',
    )
    const most = [...vertices, ...vertices].slice(0, 100_000)
    expect(() => refuseTooLarge({ type: 'Polygon', coordinates: [most] })).not.toThrow()
    expect(() => refuseTooLarge({ type: 'FeatureCollection', features: features.slice(1) })).not.toThrow()
    // Every edge runs across three states, so all edges would have to be checked for each place.
    const comb = Array.from({ length: 1000 }, (_, i) => [-120 + i / 100, i % 2 === 0 ? 25 : 42])
    expect(refusal('areas.shape', { shape: { type: 'Polygon', coordinates: [comb] } })).toContain(
      'A shape may have at most 2,000 degrees of latitude along its edges, not 16,983',
    )
    const nested = JSON.parse(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`)
    expect(refusal('areas.shape', { shape: { type: 'Polygon', coordinates: nested } })).toContain(
      'a list of at least one ring',
    )
  })

  it.each([
    ['areas.named', { kind: 'zip', id: '00000' }, 'There is no ZIP 00000 in California, Texas and Florida.'],
    ['areas.named', { kind: 'zip', id: '10001' }, 'There is no ZIP 10001 in California, Texas and Florida.'],
    [
      'areas.named',
      { kind: 'state', id: 'NY' },
      'The state NY is not covered; the data covers California, Texas and Florida.',
    ],
    [
      'areas.rank',
      { dimension: 'walkability', of: 'county', within: 'county:36061' },
      'There is no county 36061 in California, Texas and Florida.',
    ],
  ])('throw NotFoundError for an unknown area: %s with %j', (id, input, sentence) => {
    expect(() => ask(id, input)).toThrow(expect.objectContaining({ name: 'NotFoundError', detail: sentence }))
  })

  it('throw NotFoundError with the reason if data is not loaded', async () => {
    const bare = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false })
    const askBare = (id: string, input: unknown) => () => callEndpoint(endpointOf(id), bare, input)
    expect(askBare('areas.named', { kind: 'zip', id: '78704' })).toThrow(NotFoundError)
    expect(askBare('areas.rank', { dimension: 'flood', of: 'county' })).toThrow(NotFoundError)
  })
})
