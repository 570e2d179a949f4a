import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../src/endpoints/endpoint.ts'
import { openVicinage } from '../../src/open.ts'
import { asking, bearer, dataIsBuilt, endpointOf, everyEndpoint, requestOf, TOKEN, twoKeys } from './made-app.ts'

const title = dataIsBuilt ? 'on the built data' : 'on the built data (skipped: dist-data/manifest.json is not built)'

describe.skipIf(!dataIsBuilt)(title, async () => {
  const vicinage = dataIsBuilt ? await openVicinage() : (undefined as never)
  const get = asking({ keys: twoKeys }, vicinage)
  const examplesOf = (id: string) =>
    Object.fromEntries(endpointOf(id).parameters.map(({ name, example }) => [name, example]))

  it.each(everyEndpoint)('%s answers with the bytes of the library', async (id, endpoint) => {
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

  it('answers any coordinate, written in any way, with the bytes of the library', async () => {
    const lat = fc.double({ min: 24, max: 42, noNaN: true })
    const lon = fc.double({ min: -125, max: -79, noNaN: true })
    const endpoints = everyEndpoint.filter(([, { parameters }]) => parameters.some(({ name }) => name === 'lat'))
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

  it('answers 10,000 places with the bytes of the library', async () => {
    const points = Array.from({ length: 10_000 }, (_, at) => ({ lat: 25 + at / 600, lon: -122 + at / 250 }))
    const body = JSON.stringify({ points })
    const answer = await get('/v1/scores/batch', { ...bearer(TOKEN), method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(answer.body === JSON.stringify(callEndpoint(endpointOf('scoresBatch'), vicinage, { points }))).toBe(true)
  })

  it.each([
    ['/v1/schools/school/000000000000', 'School not found'],
    ['/v1/schools/search/school-by-district?lea_id=0000000', 'School district not found'],
  ])('has no answer to %s', async (path, detail) => {
    const { status, body } = await get(path, bearer(TOKEN))
    expect([status, body]).toEqual([404, `{"detail":"${detail}"}`])
  })

  it('answers an address that is nowhere with nulls', async () => {
    const { status, body } = await get('/v1/tools/geocode-single?address=%00%EF%BF%BF%20;--', bearer(TOKEN))
    expect([status, JSON.parse(body)]).toEqual([200, { lat: null, lon: null, message: expect.any(String) }])
  })

  it('answers any address', async () => {
    const address = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
      fc
        .array(fc.constantFrom('Main', 'St', '1', ',', 'Austin', 'TX', '78701', 'Ñ', '#', "'", '½', '-'), {
          minLength: 1,
        })
        .map((words) => words.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(address, async (address) => {
        const query = new URLSearchParams({ address })
        const { status, body } = await get(`/v1/tools/geocode-single?${query}`, bearer(TOKEN))
        expect([200, 422]).toContain(status)
        JSON.parse(body)
      }),
      { numRuns: 1000 },
    )
  })
})
