import { describe, expect, it } from 'vitest'
import { type NdjsonOptions, planNdjson } from '../../../src/batch/ndjson/plan.ts'
import type { BatchQuestion } from '../../../src/batch/question.ts'
import { BatchError } from '../../../src/batch/rows.ts'

const question: BatchQuestion = {
  ...{ dimensions: ['fire'], descriptions: false, districts: false, schools: 0, geocodeDetails: false, prefix: '' },
}
const bytes = (text: string) => new TextEncoder().encode(text)
const plan = (head: string, options: Partial<NdjsonOptions> = {}) =>
  planNdjson(bytes(head), { last: true, question, ...options })
const refusal = (head: string | Uint8Array, options: Partial<NdjsonOptions> = {}) => {
  try {
    planNdjson(typeof head === 'string' ? bytes(head) : head, { last: true, question, ...options })
  } catch (error) {
    expect(error).toBeInstanceOf(BatchError)
    return (error as BatchError).message
  }
  return expect.fail('it was not refused')
}

describe('the plan of NDJSON', () => {
  it('finds the fields of the place in the first objects, also where some leave them out', () => {
    expect(plan('{"id":1}\nnonsense\n\n{"Latitude":1,"LNG":2}\n{"street":"a","City":"b"}')).toEqual({
      place: { coordinates: { lat: 'Latitude', lon: 'LNG' }, address: ['street', 'City'] },
      newline: '\n',
      headerBytes: 0,
      outputHeader: [],
    })
  })

  it('takes the fields that are named', () => {
    const line = '{"lat":1,"lon":2,"breite":3,"länge":4,"where":"a","town":"b"}\n'
    const { coordinates, address } = plan(line, { lat: 'breite', lon: 'länge' }).place
    expect({ coordinates, address }).toEqual({ coordinates: { lat: 'breite', lon: 'länge' }, address: [] })
    expect(plan(line, { address: 'where,town' }).place).toEqual({ coordinates: null, address: ['where', 'town'] })
    expect(refusal(line, { address: 'there' })).toMatch(/"there".*"lat", "lon"/)
  })

  it('takes named fields for granted where it is told so', () => {
    const granted = (options: Partial<NdjsonOptions>) => plan('nonsense', { asNamed: true, ...options }).place
    expect(granted({ lat: 'Lat', lon: 'x' })).toEqual({ coordinates: { lat: 'Lat', lon: 'x' }, address: [] })
    expect(granted({ lat: 'a', lon: 'b', address: 'c, d' })).toEqual({
      coordinates: { lat: 'a', lon: 'b' },
      address: ['c', 'd'],
    })
  })

  it('keeps the byte order mark and the newline', () => {
    const { headerBytes, outputHeader, newline } = plan('\uFEFF{"lat":1,"lon":2}\r\n')
    expect({ headerBytes, outputHeader, newline }).toEqual({
      headerBytes: 3,
      outputHeader: [239, 187, 191],
      newline: '\r\n',
    })
  })

  it('leaves aside a last line that may be cut', () => {
    const head = '{"lat":1,"lon":2}\n{"fire":1}'
    expect(plan(head, { last: false }).place.coordinates).toEqual({ lat: 'lat', lon: 'lon' })
    expect(refusal(head)).toContain('"fire"')
  })

  it('of nothing has nothing to find', () => {
    for (const head of ['', '\uFEFF']) expect(plan(head).place).toEqual({ coordinates: null, address: [] })
  })

  it('refuses what has no place, or a field with the name of an answer', () => {
    expect(refusal('{"id":1,"position":{"lat":1,"lon":2}}')).toMatch(/"id", "position".*--lat/)
    expect(refusal('{"lat":1,"lon":2,"vicinage_error":null}')).toMatch(/"vicinage_error".*--prefix/)
    expect(plan('{"lat":1,"lon":2,"fire":1}', { question: { ...question, prefix: 'v_' } }).headerBytes).toBe(0)
  })

  it('refuses what is no NDJSON', () => {
    for (const head of [
      '\n\n',
      '[{"lat":1},\n{"lat":2}]',
      '{\n  "lat": 1\n}\n',
      'lat,lon\n1,2\n',
      '17\n"a"\n',
      '{"lat":1',
    ])
      expect(refusal(head)).toMatch(/JSON object.*jq -c/)
    expect(refusal(Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0, 0x0a, 0]))).toMatch(/UTF-8/)
  })
})
