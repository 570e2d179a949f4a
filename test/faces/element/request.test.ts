import { describe, expect, it } from 'vitest'
import { type Attribute, readAttributes } from '../../../src/faces/element/request.ts'

const PAGE = 'https://example.com/homes/1.html?lang=en#map'
const COMPLETE = { lat: '30.27', lon: '-97.74', data: '/data' }

const read = (attributes: Partial<Record<Attribute, string>>) =>
  readAttributes((name) => attributes[name] ?? null, PAGE)

describe('<vicinage-scores>', () => {
  it('requests all dimensions of a place in US units by default', () => {
    expect(read(COMPLETE)).toEqual({
      state: 'complete',
      request: {
        lat: 30.27,
        lon: -97.74,
        dimensions: undefined,
        units: 'us',
        source: { kind: 'data', address: 'https://example.com/data/' },
      },
    })
    expect(read({ ...COMPLETE, dimensions: ' fire, flood\nfire,', units: 'metric' })).toMatchObject({
      request: { dimensions: ['fire', 'flood'], units: 'metric' },
    })
  })

  it('prefers a service to a folder, and resolves URLs relative to the page', () => {
    const sourceOf = (attributes: Partial<Record<Attribute, string>>) => {
      const answer = read({ ...COMPLETE, ...attributes })
      return answer.state === 'complete' ? answer.request.source : undefined
    }
    expect(sourceOf({ src: 'https://scores.example.org:8443/api' })).toEqual({
      kind: 'service',
      address: 'https://scores.example.org:8443/api/',
    })
    expect(sourceOf({ data: 'data/' })?.address).toBe('https://example.com/homes/data/')
    expect(sourceOf({ data: '' })?.address).toBe('https://example.com/homes/1.html/')
    expect(sourceOf({ data: '../data?v=1#a' })?.address).toBe('https://example.com/data/')
  })

  it('ignores its attributes until there is a place', () => {
    expect(read({ data: '/data/' })).toEqual({ state: 'without place' })
    expect(read({ lat: ' ', lon: '', data: '/data/' })).toEqual({ state: 'without place' })
  })

  it.each([
    [{ lat: '91' }, "lat is '91'. Set it to degrees from -90 to 90."],
    [{ lat: 'north' }, "lat is 'north'. Set it to degrees from -90 to 90."],
    [{ lon: '' }, "lon is ''. Set it to degrees from -180 to 180."],
    [{ lon: 'Infinity' }, "lon is 'Infinity'. Set it to degrees from -180 to 180."],
    [{ lat: '9'.repeat(200) }, `lat is '${'9'.repeat(79)}…'. Set it to degrees from -90 to 90.`],
    [{ units: 'imperial' }, "units is 'imperial'. Set it to us or metric."],
    [{ src: 'https://[' }, "'https://[' is not a valid URL. Set src to a URL."],
  ])('rejects invalid attributes with a one-sentence error: %o', (wrong, problem) => {
    expect(read({ ...COMPLETE, ...wrong })).toEqual({ state: 'invalid', problem })
  })

  it('rejects a missing source with a sentence that names both kinds of source', () => {
    expect(read({ lat: '30', lon: '-97' })).toMatchObject({
      state: 'invalid',
      problem: expect.stringMatching(/Set data to .*, or src to /),
    })
  })
})
