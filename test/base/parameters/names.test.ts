import { describe, expect, it } from 'vitest'
import type { ValidationError } from '../../../src/base/errors.ts'
import { checkPlace, getCoordinate } from '../../../src/base/parameters/check-place.ts'
import {
  checkOptions,
  describe as described,
  didYouMean,
  isOfKind,
  unknownOption,
} from '../../../src/base/parameters/options.ts'

/** Returns the error message for a place, or null if the place is accepted. */
function refusal(place: unknown, options: readonly string[] = []): string | null {
  try {
    checkPlace(place, options)
    return null
  } catch (error) {
    return (error as ValidationError).message
  }
}
const meant = (name: string, field: string) => `A place has no field '${name}': did you mean '${field}'?`
const point = { lat: 30, lon: -97 }

describe('the fields of a place', () => {
  it.each([
    [{}],
    [{ id: 7, label: 'home', price: 3, layer: 'street', radio: 1, rad: 1 }],
    [{ lng: undefined }],
    [{ longitude: -97, Latitude: '30' }],
    [{ x: 5, y: 6, long: 7 }],
    [{ ['radiu'.repeat(13)]: 1 }],
    [{ radius: 50, radius_m: 50 }],
    [{ ok: true }],
    [{ ok: false }],
    [{ raddiuss: undefined }],
  ])('may be combined with unrelated fields: %j', (fields) => {
    expect(refusal({ ...point, ...fields })).toBeNull()
  })

  it.each([
    ['lng', 'lon'],
    ['longitude', 'lon'],
    ['Longitud', 'lon'],
    ['latitude', 'lat'],
    ['latitud', 'lat'],
    ['LAT', 'lat'],
    ['l_o_n', 'lon'],
  ])('are rejected if a synonym contradicts them: %s', (name, field) => {
    expect(refusal({ ...point, [name]: 1 })).toBe(
      `${meant(name, field)} The place has both fields, with different values.`,
    )
    expect(refusal({ ...point, [name]: point[field as 'lat'] })).toBeNull()
    // A missing coordinate is a different error.
    expect(refusal({ [name]: 1 })).toBeNull()
  })

  it.each(['radius_m', 'radiusMeters', 'radius_in_meters', 'radiuskm', 'radiusMiles', 'raduis', 'radiuss', 'radus'])(
    'are rejected if the radius is misspelled: %s',
    (name) => {
      expect(refusal({ ...point, [name]: 5 })).toBe(meant(name, 'radius'))
      expect(refusal({ ...point, radius: 6, [name]: 5 })).toContain('different values')
    },
  )

  it('are rejected if they are combined with a misspelled option of five letters or more', () => {
    const options = ['units', 'sameDistrict', 'top']
    const option = (name: string, like: string) => `There is no option '${name}': did you mean '${like}'?`
    expect(refusal({ ...point, unit: 1 }, options)).toBe(option('unit', 'units'))
    expect(refusal({ ...point, unist: 1 }, options)).toBe(option('unist', 'units'))
    expect(refusal({ ...point, same_district: 1 }, options)).toBe(option('same_district', 'sameDistrict'))
    expect(refusal({ ...point, sameDistrct: 1 }, options)).toBe(option('sameDistrct', 'sameDistrict'))
    expect(refusal({ ...point, sameDstrct: 1 }, options)).toBe(option('sameDstrct', 'sameDistrict'))
    for (const name of ['units', 'uni', 'unxxs', 'knits', 'tops', 'sameDstrc', 'sammeDisticts'])
      expect(refusal({ ...point, [name]: 1 }, options), name).toBeNull()
    expect(refusal({ ...point, unit: 1 })).toBeNull()
  })

  it('are rejected with the geocoder’s message if the address was not found', () => {
    const answer = { ok: false, message: 'No such street.' }
    expect(refusal(answer)).toBe('The address was not found, so there is no place: No such street.')
    expect(() => getCoordinate(answer)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() => getCoordinate({ ok: false })).toThrow('there is no place: ')
  })
})

describe('an invalid place', () => {
  it.each<[unknown, string]>([
    ['30,-97', "A place is { lat, lon }, not a string; got '30,-97'. geocode(text) returns the place of an address."],
    [5, 'A place is { lat, lon } in degrees; got 5.'],
    [null, 'A place is { lat, lon } in degrees; got null.'],
    [[30, -97], 'A place is { lat, lon } in degrees; got a list.'],
  ])('is rejected with an explanation: %j', (place, message) => {
    expect(refusal(place)).toBe(message)
    expect(() => getCoordinate(place)).toThrow(message)
  })

  it.each<[object, string]>([
    [{}, '{}: both numbers are needed, in degrees.'],
    [{ lat: 30 }, '{ lat }: both numbers are needed, in degrees.'],
    [{ lat: 30, lng: -97 }, "{ lat, lng }: write 'lon' for 'lng'."],
    [{ y: 30, x: -97 }, "{ y, x }: write 'lat' for 'y' and 'lon' for 'x'."],
    [{ lon: -97, longitude: 5, radiusM: 5 }, '{ lon, longitude, radiusM }: both numbers are needed, in degrees.'],
    [{ lat: null, lon: -97 }, '{ lat, lon }: both numbers are needed, in degrees.'],
  ])('is rejected with a list of its fields if a coordinate is missing: %j', (place, rest) => {
    expect(() => getCoordinate(place)).toThrow(`A place is { lat, lon }; got ${rest}`)
  })

  it('is rejected for coordinates out of range, without a hint about fields', () => {
    expect(() => getCoordinate({ lat: 91, lon: 5 })).toThrow(/^lat: Input should be less than or equal to 90$/)
    expect(getCoordinate({ lat: '30', lon: -97, other: 1 })).toEqual({ lat: 30, lon: -97 })
  })
})

describe('function options', () => {
  const names = {
    units: true,
    list: 'list',
    n: 'number',
    on: 'boolean',
    signal: 'signal',
    text: 'string',
    f: 'function',
    o: 'object',
  } as const

  it.each<[object, string]>([
    [{ list: 'a' }, "list must be a list, not 'a'."],
    [{ n: '5' }, "n must be a number, not '5'."],
    [{ n: Number.NaN }, 'n must be a number, not NaN.'],
    [{ on: 1 }, 'on must be true or false, not 1.'],
    [{ signal: {} }, 'signal must be an AbortSignal, not an object.'],
    [{ text: [] }, 'text must be a string, not a list.'],
    [{ f: {} }, 'f must be a function, not an object.'],
    [{ o: () => 0 }, 'o must be an object, not a function.'],
    [{ unit: 1 }, "There is no option 'unit': did you mean 'units'?"],
    [{ theme: 1 }, "There is no option 'theme'; choose from units, list, n, on, signal, text, f, o."],
    [{ units: 'yards' }, 'units must be us or metric'],
  ])('are rejected with a value of the wrong type: %o', (options, message) => {
    expect(() => checkOptions(options as never, names)).toThrow(message)
  })

  it('are accepted if they have the right type, are omitted or are ignored', () => {
    const right = {
      units: 'metric',
      list: [],
      n: 0,
      on: false,
      signal: new AbortController().signal,
      text: '',
      f() {},
      o: [],
    }
    for (const options of [right, {}, null, undefined, { n: null, on: undefined, units: 'us' }, { units: null }])
      expect(() => checkOptions(options as never, names)).not.toThrow()
    expect(unknownOption({ old: 1 } as never, names, { old: true })).toBeNull()
    expect(unknownOption({ old: 1 } as never, names, {})).toMatchObject({
      name: 'old',
      near: false,
      input: 1,
      code: 'option_unknown',
    })
    expect(unknownOption({ unit: 1 } as never, names)).toMatchObject({ near: true })
    expect(unknownOption(5 as never, names)).toMatchObject({
      near: false,
      code: 'input_invalid',
      message: 'Options must be an object, not a number.',
    })
    expect(unknownOption({ n: 'x' } as never, names)).toMatchObject({ near: false, input: 'x', code: 'input_invalid' })
  })

  it('are checked and described by type, with null, lists and functions distinct from objects', () => {
    expect([isOfKind(null, 'object'), isOfKind([], 'object'), isOfKind(null, 'signal')]).toEqual([false, true, false])
    expect(isOfKind({ throwIfAborted() {} }, 'signal')).toBe(false)
    expect(['a', null, undefined, 5, true, [], {}, () => 0, 5n].map(described)).toEqual([
      "'a'",
      'null',
      'undefined',
      '5',
      'true',
      'a list',
      'an object',
      'a function',
      'a bigint',
    ])
  })

  it.each([
    ['lng', ": did you mean 'lon'?"],
    ['Latitude', ": did you mean 'lat'?"],
    ['minpeople', ": did you mean 'min_people'?"],
    ['min', ": did you mean 'min_people'?"], // the beginning of a name
    ['mim_peple', ": did you mean 'min_people'?"],
    ['lo', ": did you mean 'lon'?"],
    ['xyzzy', ''],
    ['', ''],
    ['_', ''],
    ['lax', ": did you mean 'lat'?"], // a third of the letters may differ
    ['fix', ''],
  ])('are suggested for the misspelling %j', (name, advice) => {
    expect(didYouMean(name, ['lat', 'lon', 'min_people'])).toBe(advice)
  })
})
