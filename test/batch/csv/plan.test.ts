import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type CsvOptions, planCsv } from '../../../src/batch/csv/plan.ts'
import type { BatchQuestion } from '../../../src/batch/question.ts'
import { BatchError } from '../../../src/batch/rows.ts'

const question: BatchQuestion = {
  ...{ dimensions: ['fire'], descriptions: false, districts: false, schools: 0, geocodeDetails: false, prefix: '' },
}
const plan = (input: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  planCsv(typeof input === 'string' ? Buffer.from(input) : input, { last: true, question, ...options })
const refusal = (input: string | Uint8Array, options: Partial<CsvOptions> = {}) => {
  try {
    plan(input, options)
  } catch (error) {
    expect(error).toBeInstanceOf(BatchError)
    return (error as BatchError).message
  }
  throw new Error('not refused')
}
const headerOf = (input: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  Buffer.from(plan(input, options).outputHeader)

describe('the plan of a CSV file', () => {
  it('is what its header says', () => {
    const made = plan('id,Latitude,"long"\r\n1,2,3\r\n')
    expect(made).toEqual({
      ...{ delimiter: ',', newline: '\r\n', columns: 3, names: ['id', 'Latitude', 'long'], headerBytes: 20 },
      place: { coordinates: { lat: 1, lon: 2 }, address: [] },
      outputHeader: [...Buffer.from('id,Latitude,"long",fire,vicinage_error\r\n')],
    })
    expect(JSON.parse(JSON.stringify(made))).toEqual(made)
  })

  it.each([
    [',', 'lat,lon'],
    [';', 'lat;lon;"a,b,c,d"'],
    ['\t', 'lat\tlon\tname, address'],
    ['|', 'lat|lon|x y'],
    [',', 'address'],
  ])('has the delimiter %j of %j', (delimiter, header) => {
    expect(plan(`${header}\n`).delimiter).toBe(delimiter)
    expect(headerOf(`${header}\n`).toString()).toBe(`${header}${delimiter}fire${delimiter}vicinage_error\n`)
  })

  it('takes any delimiter that numbers leave free', () => {
    for (const delimiter of [' ', ':', '\x01', '~', '/', "'"])
      expect(plan(`lat${delimiter}lon\n`, { delimiter }).columns, delimiter).toBe(2)
    expect(plan('lat\tlon', { delimiter: '\\t' }).delimiter).toBe('\t')
    for (const delimiter of ['', ',,', '"', '\n', '\r', '\0', '1', 'e', '.', '-', '+', '_', '§', '\x7f'])
      expect(refusal('lat,lon\n', { delimiter }), delimiter).toMatch(/^The delimiter '.*' cannot be used: give one/s)
  })

  it('keeps byte order mark and header as they are, in any encoding', () => {
    expect(headerOf('\uFEFFlat,lon\n1,2')).toEqual(Buffer.from('\uFEFFlat,lon,fire,vicinage_error\n'))
    expect(plan('\uFEFFlat,lon\n1,2')).toMatchObject({ names: ['lat', 'lon'], headerBytes: 11 })
    const old = Buffer.from('lat,lon,dirección\n', 'latin1')
    expect(plan(old).names).toEqual(['lat', 'lon', 'dirección'])
    expect(headerOf(old)).toEqual(Buffer.from('lat,lon,dirección,fire,vicinage_error\n', 'latin1'))
    expect(headerOf(' "lat" , lon,"a\nb"\n', { lat: '"lat"', lon: 'lon' }).toString()).toBe(
      ' "lat" , lon,"a\nb",fire,vicinage_error\n',
    )
  })

  it('is made of a header alone, with any end or none', () => {
    for (const [end, added] of [
      ['', '\n'],
      ['\n', '\n'],
      ['\r\n', '\r\n'],
      ['\r', '\r\n'],
    ]) {
      expect(headerOf(`lat,lon${end}`).toString()).toBe(`lat,lon,fire,vicinage_error${added}`)
      expect(plan(`lat,lon${end}`).headerBytes).toBe(7 + end.length)
    }
  })

  it('is made of the first row where there is no header', () => {
    const { names, headerBytes, outputHeader, columns, place } = plan('"a\n1",30.2,-97.7\n', {
      ...{ header: false, lat: '2', lon: '3' },
    })
    expect([names, columns, headerBytes, outputHeader]).toEqual([['1', '2', '3'], 3, 0, []])
    expect(place).toEqual({ coordinates: { lat: 1, lon: 2 }, address: [] })
    const marked = plan('\uFEFFAustin, TX|1\n', { header: false, address: '1', delimiter: '|' })
    expect([marked.headerBytes, marked.outputHeader]).toEqual([3, [0xef, 0xbb, 0xbf]])
    expect(refusal('1,2\n', { header: false })).toMatch(/^No column of a place .* "1", "2": name them with --lat/)
    expect(refusal('1,2\n', { header: false, address: '3' })).toMatch(/no column "3"/)
  })

  it('writes the names of added columns in quotes where they need it', () => {
    expect(headerOf('lat,lon\n', { question: { ...question, prefix: 'a,"b' } }).toString()).toBe(
      'lat,lon,"a,""bfire","a,""bvicinage_error"\n',
    )
  })

  it('refuses names that are taken', () => {
    expect(refusal('lat,lon,fire\n')).toMatch(/"fire" already: say --prefix/)
    expect(refusal('lat,lon,vicinage_error\n')).toMatch(/"vicinage_error" already/)
    expect(plan('lat,lon,fire\n', { question: { ...question, prefix: 'v_' } }).columns).toBe(3)
  })

  it('refuses what is no CSV', () => {
    expect(refusal('')).toBe('The input is empty.')
    expect(refusal('\uFEFF')).toBe('The input is empty.')
    expect(refusal(Buffer.from('\uFEFFlat,lon\n', 'utf16le'))).toMatch(/^The input is UTF-16: convert it first/)
    expect(refusal(Buffer.from('lat,lon\n', 'utf16le'))).toMatch(/^The input has a zero at byte 1, .*UTF-16/)
    expect(refusal(Buffer.from('PK\x01\x02\0\0'))).toMatch(/zero at byte 4/)
    expect(refusal(Buffer.from('PK\x03\x04\0\0'))).toMatch(/^The input is a ZIP archive or a spreadsheet, no CSV/)
    expect(refusal(gzipSync('lat,lon\n1,2\n'))).toMatch(/^The input is gzip, no CSV: let its name end in .gz/)
    expect(refusal(Buffer.from('PAR1\x15\x04'))).toMatch(/--format parquet/)
    expect(plan('PARK,lat,lon\n').columns).toBe(3)
    expect(plan(`lat,lon\n${'1,2\n'.repeat(300)}\0,2`).columns).toBe(2)
    expect(refusal('lat,lon\r1,2\r3,4\r')).toMatch(/carriage returns alone/)
    expect(refusal('"lat,lon\n1,2\n')).toMatch(/has no end within 13 bytes: .* quote/)
    expect(refusal('lat,lon', { last: false })).toMatch(/has no end within 7 bytes/)
    expect(refusal('1,30.2672,-97.7431\n')).toMatch(/holds 30.2672, so it is no header: say --no-header/)
    expect(refusal('\n')).toMatch(/^No column of a place was found/)
  })

  it('is the same wherever the head is cut behind the header', () => {
    const file = Buffer.from('lat,lon,"a\n""b"\r\n"1",2,3\r\n4,5,6')
    const whole = plan(file)
    for (let cut = 17; cut < file.length; cut++)
      expect(plan(file.subarray(0, cut), { last: false }), `cut at ${cut}`).toEqual(whole)
  })
})
