import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../src/library/contract/endpoint.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { asking, bearer, endpointOf, everyEndpoint, requestOf, TOKEN, twoKeys } from './fixtures/app.ts'

describe('the HTTP API on the built data', async () => {
  const vicinage = await openVicinage()
  const get = asking({ keys: twoKeys }, vicinage)
  const examplesOf = (id: string) =>
    Object.fromEntries(endpointOf(id).parameters.map(({ name, example }) => [name, example]))

  const endpoints = everyEndpoint.filter(([, { parameters }]) => parameters.some(({ name }) => name === 'lat'))

  it.each(everyEndpoint)('responds to %s byte for byte like the library', async (id, endpoint) => {
    const takesPlaces = endpoint.parameters.some(({ name }) => name === 'lat')
    const places = takesPlaces
      ? [{}, { lat: 37.7599, lon: -122.4148 }, { lat: 0, lon: 0 }, { lat: -90, lon: 180 }]
      : [{}]
    for (const place of places) {
      const [path, init] = requestOf(endpoint, place)
      const { status, body } = await get(path, { ...init, ...bearer(TOKEN) })
      expect(status).toBe(200)
      expect(body).toBe(JSON.stringify(callEndpoint(endpoint, vicinage, { ...examplesOf(id), ...place })))
    }
  })

  it('returns the same bytes as the library for any coordinates, however the numbers are written', async () => {
    const lat = fc.double({ min: 24, max: 42, noNaN: true })
    const lon = fc.double({ min: -125, max: -79, noNaN: true })
    await fc.assert(
      fc.asyncProperty(lat, lon, fc.constantFrom(...endpoints), async (lat, lon, [id, endpoint]) => {
        const [path, init] = requestOf(endpoint, { lat: ` ${lat} `, lon: lon.toExponential() })
        const { status, body } = await get(path, { ...init, ...bearer(TOKEN) })
        expect(status).toBe(200)
        expect(body).toBe(JSON.stringify(callEndpoint(endpoint, vicinage, { ...examplesOf(id), lat, lon })))
      }),
      { numRuns: 500 },
    )
  })

  it('returns the same answers regardless of earlier requests', () => {
    const asked = (place: { lat: number; lon: number }) =>
      endpoints.map(([id, endpoint]) =>
        JSON.stringify(callEndpoint(endpoint, vicinage, { ...examplesOf(id), ...place })),
      )
    const fixed = Array.from({ length: 12 }, (_, at) => ({ lat: 25.7 + at * 1.2, lon: -80.2 - at * 3.6 }))
    const before = fixed.map(asked)
    const near = fc.record({ lat: fc.double({ min: -0.02, max: 0.02, noNaN: true }), at: fc.nat(fixed.length - 1) })
    fc.assert(
      fc.property(near, ({ lat, at }) => {
        asked({ lat: fixed[at].lat + lat, lon: fixed[at].lon - lat })
      }),
      { numRuns: 100 },
    )
    expect(fixed.map(asked)).toEqual(before)
  })

  it('responds to 10,000 places byte for byte like the library', async () => {
    const points = Array.from({ length: 10_000 }, (_, at) => ({ lat: 25 + at / 600, lon: -122 + at / 250 }))
    const body = JSON.stringify({ points })
    const answer = await get('/v1/scores/batch', { ...bearer(TOKEN), method: 'POST', body })
    expect(answer.status).toBe(200)
    const wanted = JSON.stringify(callEndpoint(endpointOf('scoresBatch'), vicinage, { points }))
    let at = 0
    while (at < wanted.length && answer.body[at] === wanted[at]) at++
    // Compare from the first difference onward, because it would be lost in a message of 10 MB.
    expect([at, answer.body.slice(at, at + 300)]).toEqual([at, wanted.slice(at, at + 300)])
  })
})
