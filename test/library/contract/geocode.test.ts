import { describe, expect, it } from 'vitest'
import { geocodeAnswers } from '../../../src/answers/geocode/geocode-methods.ts'
import { ValidationError } from '../../../src/base/errors.ts'
import { once } from '../../../src/data/bundle/once.ts'
import { callEndpoint, type Library } from '../../../src/library/contract/endpoint.ts'
import { geocodeEndpoints } from '../../../src/library/contract/geocode.ts'
import { geocoderFixture } from '../../answers/geocode/fixtures/geocoder.ts'
import { reverseFixture, suggestionFixture } from '../../answers/geocode/fixtures/reverse.ts'
import { refusedBy } from './refused-by.ts'

const vicinage = geocodeAnswers(once(geocoderFixture)) as unknown as Library
const [geocodeEndpoint] = geocodeEndpoints
const body = (input: unknown) => geocodeEndpoint.response.parse(callEndpoint(geocodeEndpoint, vicinage, input))

const detailOf = (input: unknown) => refusedBy(() => body(input)).detail

describe('the reverse endpoint', () => {
  const reverse = geocodeEndpoints.find(({ id }) => id === 'tools.reverse')!
  const library = { reverse: () => reverseFixture } as unknown as Library

  it('returns the same answers as the library', () => {
    expect(reverse.response.parse(callEndpoint(reverse, library, { lat: '30.3', lon: '-97.7' }))).toEqual(
      reverseFixture,
    )
  })

  it('rejects invalid coordinates', () => {
    expect(() => callEndpoint(reverse, library, { lat: '91', lon: '-97.7' })).toThrow(ValidationError)
    expect(() => callEndpoint(reverse, library, {})).toThrow(ValidationError)
  })
})

describe('the suggestion endpoint', () => {
  const suggest = geocodeEndpoints.find(({ id }) => id === 'tools.suggest')!
  const asked: unknown[] = []
  const library = {
    suggest: (...args: unknown[]) => {
      asked.push(args)
      return [suggestionFixture]
    },
  } as unknown as Library

  it('passes text, location and limit to the library', () => {
    const body = suggest.response.parse(
      callEndpoint(suggest, library, { text: 'old', lat: '30', lon: '-97', limit: '3' }),
    )
    expect(body).toEqual({ suggestions: [suggestionFixture] })
    callEndpoint(suggest, library, { text: 'old' })
    expect(asked).toEqual([
      ['old', { near: { lat: 30, lon: -97 }, limit: 3 }],
      ['old', { near: undefined, limit: 10 }],
    ])
  })

  it.each([
    [{}, 'missing', 'text'],
    [{ text: '' }, 'string_too_short', 'text'],
    [{ text: 'a'.repeat(101) }, 'string_too_long', 'text'],
    [{ text: 'a', lat: '30' }, 'missing', 'lon'],
    [{ text: 'a', lon: '-97' }, 'missing', 'lat'],
    [{ text: 'a', lat: '91', lon: '0' }, 'less_than_equal', 'lat'],
    [{ text: 'a', limit: '0' }, 'greater_than_equal', 'limit'],
    [{ text: 'a', limit: '51' }, 'less_than_equal', 'limit'],
  ])('rejects %j with the error %s', (input, type, field) => {
    try {
      callEndpoint(suggest, library, input)
      expect.unreachable()
    } catch (error) {
      expect((error as ValidationError).detail).toMatchObject([{ type, loc: ['query', field] }])
    }
  })
})

describe('the geocoding endpoint', () => {
  it('returns exactly lat, lon and message', () => {
    const found = body({ address: '12 Invented Ln, Quillwater, TX 78790', country: 'us' })
    expect(JSON.stringify(found)).toBe('{"lat":30.2123,"lon":-97.7211,"message":null}')
    const none = body({ address: 'Toronto, Canada' }) as { message: string }
    expect(none).toEqual({ lat: null, lon: null, message: expect.stringContaining('outside the United States') })
  })

  it('returns coordinates without a message, even if the name is ambiguous', () => {
    expect(body({ address: 'Alderbrook' })).toEqual({ lat: 33, lon: -95, message: null })
  })

  it('finds nothing in other countries', () => {
    const message = expect.stringContaining('got country CA')
    expect(body({ address: 'Sumac Springs, CA', country: 'ca' })).toEqual({ lat: null, lon: null, message })
  })

  it('rejects an invalid address or country', () => {
    expect(detailOf({})).toMatchObject([{ type: 'missing', loc: ['query', 'address'] }])
    expect(detailOf({ address: '' })).toMatchObject([{ type: 'string_too_short', ctx: { min_length: 1 } }])
    expect(detailOf({ address: 'a'.repeat(301) })).toMatchObject([
      { type: 'string_too_long', ctx: { max_length: 300 } },
    ])
    expect(detailOf({ address: 'Austin', country: 'USA' })).toMatchObject([{ loc: ['query', 'country'] }])
    expect(detailOf({ address: 'Austin', country: '12' })).toMatchObject([{ type: 'string_pattern_mismatch' }])
  })
})
