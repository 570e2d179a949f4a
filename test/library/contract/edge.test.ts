import { beforeAll, describe, expect, it } from 'vitest'
import { type EdgeKind, edgeKinds } from '../../../src/answers/scores/nearest-other.ts'
import { NotFoundError, ValidationError } from '../../../src/base/errors.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { edgeEndpoint } from '../../../src/library/contract/edge.ts'
import { callEndpoint } from '../../../src/library/contract/endpoint.ts'
import { builtVicinage } from '../built.ts'
import { folderFixture } from '../fixtures/folder.ts'

let vicinage: Vicinage
let fixture: Vicinage
beforeAll(async () => {
  vicinage = await builtVicinage()
  fixture = await openVicinage({ data: await folderFixture() })
})

const ask = (on: Vicinage, input: unknown) => edgeEndpoint.response.parse(callEndpoint(edgeEndpoint, on, input))

describe('the edge endpoint', () => {
  it('returns the same answers as the library for every dimension with zones, districts, ZIPs and cities', () => {
    const point = { lat: 34.0928, lon: -118.3287 }
    const kinds = vicinage.dimensions().filter(({ id }) => {
      try {
        return vicinage.edge(id as EdgeKind, point, { maxDistance: 1 }) !== undefined
      } catch (error) {
        if (error instanceof ValidationError) return false
        throw error
      }
    })
    expect([...kinds.map(({ id }) => id), 'districts', 'zip', 'city'].sort()).toEqual([...edgeKinds].sort())
    for (const dimension of edgeKinds)
      expect(ask(vicinage, { dimension, ...point, units: 'metric' })).toEqual({
        edge: vicinage.edge(dimension, point, { units: 'metric' }),
      })
    expect(ask(vicinage, { dimension: 'districts', ...point })).toMatchObject({ edge: { districts: [{}] } })
    expect(ask(vicinage, { dimension: 'zip', ...point })).toMatchObject({ edge: { area: { kind: 'zip' } } })
  })

  it('returns null if there is no edge', () => {
    expect(ask(fixture, { dimension: 'fire', lat: '34.02', lon: '-118.25', max_distance: '100' })).toEqual({
      edge: null,
    })
    expect(ask(fixture, { dimension: 'fire', lat: 10, lon: 10 })).toEqual({ edge: null })
  })

  it('rejects dimensions without zones, and throws NotFoundError if data is not loaded', () => {
    const place = { lat: 34.02, lon: -118.25 }
    for (const input of [
      { dimension: 'walkability', ...place },
      { dimension: 'fire', lat: 34.02 },
      { dimension: 'fire', ...place, max_distance: 50_001 },
      { dimension: 'fire', ...place, max_distance: 'NaN' },
    ])
      expect(() => ask(fixture, input)).toThrow(ValidationError)
    for (const dimension of ['flood', 'districts'])
      expect(() => ask(fixture, { dimension, ...place })).toThrow(NotFoundError)
  })
})
