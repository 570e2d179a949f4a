import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../../src/answers/dimensions/catalog.ts'
import type { AddressNotFound, GeocodeAnswer } from '../../../../src/answers/geocode/answer.ts'
import { noCounts } from '../../../../src/faces/batch/answer-rows.ts'
import type { BatchQuestion } from '../../../../src/faces/batch/batch-question.ts'
import { keepBuffer, takeBytes } from '../../../../src/faces/batch/buffers.ts'
import { BatchError } from '../../../../src/faces/batch/errors.ts'
import { csvAnswerer } from '../../../../src/faces/batch/formats/csv/csv.ts'
import { csvSplitter } from '../../../../src/faces/batch/formats/csv/fields.ts'
import { planCsv } from '../../../../src/faces/batch/formats/csv/header.ts'
import type { HeadOptions } from '../../../../src/faces/batch/formats/text.ts'
import { LONGEST_RECORD } from '../../../../src/faces/batch/input/chunks.ts'
import { questionOf, refusalOf } from '../fixtures/question.ts'
import { vicinageFixture } from './fixtures/vicinage.ts'
import { readCsv } from './plain-csv.ts'

const question = questionOf(['fire'])
const plan = (input: string | Uint8Array, options: Partial<HeadOptions> = {}) =>
  planCsv(typeof input === 'string' ? Buffer.from(input) : input, { last: true, question, ...options })
const refusal = (input: string | Uint8Array, options: Partial<HeadOptions> = {}) =>
  refusalOf(() => plan(input, options))
const headerOf = (input: string | Uint8Array, options: Partial<HeadOptions> = {}) =>
  Buffer.from(plan(input, options).outputHeader)

describe('the CSV header reader', () => {
  it('describes the columns and line endings', () => {
    const whole = plan('id,Latitude,"long"\r\n1,2,3\r\n')
    expect(whole).toEqual({
      ...{ delimiter: ',', newline: '\r\n', columns: 3, names: ['id', 'Latitude', 'long'], headerBytes: 20 },
      place: { coordinates: { lat: 1, lon: 2 }, address: [], parts: [], unused: [] },
      outputHeader: [...Buffer.from('id,Latitude,"long",fire,vicinage_error\r\n')],
    })
    expect(JSON.parse(JSON.stringify(whole))).toEqual(whole)
  })

  it.each(['', '\n', ' \t\r\n\n', '# places of 2026\n', '# a, b\n\n#only one field\n'])(
    'begins after blank lines and notes: %j',
    (before) => {
      const whole = plan(`${before}lat,lon\n1,2\n`)
      expect([whole.names, whole.headerBytes]).toEqual([['lat', 'lon'], before.length + 'lat,lon\n'.length])
    },
  )

  it('treats a first line of several short fields as a header even if it begins with #', () => {
    expect(plan('#lat,lon,name\n1,2,a\n', { lat: '#lat' }).names).toEqual(['#lat', 'lon', 'name'])
  })

  it.each([
    [',', 'lat,lon'],
    [';', 'lat;lon;"a,b,c,d"'],
    ['\t', 'lat\tlon\tname, address'],
    ['|', 'lat|lon|x y'],
    [',', 'address'],
  ])('finds the delimiter %j in %j', (delimiter, header) => {
    expect(plan(`${header}\n`).delimiter).toBe(delimiter)
    expect(headerOf(`${header}\n`).toString()).toBe(`${header}${delimiter}fire${delimiter}vicinage_error\n`)
  })

  it('accepts any delimiter that cannot be part of a number', () => {
    for (const delimiter of [' ', ':', '\x01', '~', '/', "'"])
      expect(plan(`lat${delimiter}lon\n`, { delimiter }).columns, delimiter).toBe(2)
    expect(plan('lat\tlon', { delimiter: '\\t' }).delimiter).toBe('\t')
    for (const delimiter of ['', ',,', '"', '\n', '\r', '\0', '1', 'e', '.', '-', '+', '_', '§', '\x7f'])
      expect(refusal('lat,lon\n', { delimiter }), delimiter).toMatch(/^The delimiter '.*' cannot be used: choose one/s)
  })

  it('treats a first line of numbers as a header if an option names one of its columns', () => {
    for (const options of [{ lat: '30.5' }, { lon: 'lon', lat: '30.5' }])
      expect(plan('30.5,lon\n1,2\n', options).names).toEqual(['30.5', 'lon'])
    expect(plan('lat,97.5\n1,2\n', { lon: '97.5' }).names).toEqual(['lat', '97.5'])
    expect(plan('30.5,street\n1,2\n', { address: 'street' }).names).toEqual(['30.5', 'street'])
    expect(refusal('30.5,97.5\n1,2\n')).toContain('The first line contains 30.5, so it is not a header')
  })

  it('preserves the byte order mark and the header in any encoding', () => {
    expect(headerOf('\uFEFFlat,lon\n1,2')).toEqual(Buffer.from('\uFEFFlat,lon,fire,vicinage_error\n'))
    expect(plan('\uFEFFlat,lon\n1,2')).toMatchObject({ names: ['lat', 'lon'], headerBytes: 11 })
    const old = Buffer.from('lat,lon,dirección\n', 'latin1')
    expect(plan(old).names).toEqual(['lat', 'lon', 'dirección'])
    expect(headerOf(old)).toEqual(Buffer.from('lat,lon,dirección,fire,vicinage_error\n', 'latin1'))
    expect(headerOf(' "lat" , lon,"a\nb"\n', { lat: '"lat"', lon: 'lon' }).toString()).toBe(
      ' "lat" , lon,"a\nb",fire,vicinage_error\n',
    )
  })

  it('accepts a header without rows, with any line ending or none', () => {
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

  it('numbers the columns of the first row if there is no header', () => {
    const { names, headerBytes, outputHeader, columns, place } = plan('"a\n1",30.2,-97.7\n', {
      ...{ header: false, lat: '2', lon: '3' },
    })
    expect([names, columns, headerBytes, outputHeader]).toEqual([['1', '2', '3'], 3, 0, []])
    expect(place).toMatchObject({ coordinates: { lat: 1, lon: 2 }, address: [] })
    const marked = plan('\uFEFFAustin, TX|1\n', { header: false, address: '1', delimiter: '|' })
    expect([marked.headerBytes, marked.outputHeader]).toEqual([3, [0xef, 0xbb, 0xbf]])
    expect(refusal('1,2\n', { header: false })).toMatch(
      /^No coordinate or address columns were found among "1", "2": name them with --lat/,
    )
    expect(refusal('1,2\n', { header: false, address: '3' })).toMatch(/no column "3"/)
  })

  it('reads the delimiter from the sep= line of Excel and preserves the line', () => {
    for (const [mark, end] of [
      ['', '\n'],
      ['\uFEFF', '\r\n'],
    ]) {
      const start = `${mark}sep=;${end}`
      const head = `${start}name,s;lat;lon${end}1;2;3${end}`
      const { delimiter, names, headerBytes } = plan(head)
      expect([delimiter, names]).toEqual([';', ['name,s', 'lat', 'lon']])
      expect(headerBytes).toBe(Buffer.from(`${start}name,s;lat;lon${end}`).length)
      expect(headerOf(head).toString()).toBe(`${start}name,s;lat;lon;fire;vicinage_error${end}`)
      const bare = plan(`${start}30.2;-97.7${end}`, { header: false, lat: '1', lon: '2' })
      expect([bare.columns, Buffer.from(bare.outputHeader).toString()]).toEqual([2, start])
    }
    expect(plan('sep=a,lat,lon\n').columns).toBe(3)
  })

  it('quotes the names of added columns if necessary', () => {
    expect(headerOf('lat,lon\n', { question: { ...question, prefix: 'a,"b' } }).toString()).toBe(
      'lat,lon,"a,""bfire","a,""bvicinage_error"\n',
    )
  })

  it('rejects added columns whose names already exist', () => {
    expect(refusal('lat,lon,fire\n')).toMatch(/already has a column "fire": use --prefix/)
    expect(refusal('lat,lon,vicinage_error\n')).toMatch(/already has a column "vicinage_error"/)
    expect(plan('lat,lon,fire\n', { question: { ...question, prefix: 'v_' } }).columns).toBe(3)
  })

  it('rejects inputs that are not CSV', () => {
    for (const blank of ['', '\uFEFF', '\n', ' \t\r\n \n'])
      expect(refusal(blank)).toBe('The input is empty: check that it is the right file.')
    for (const order of [1, -1]) {
      const utf16 = Buffer.from('\uFEFFlat,lon\n', 'utf16le')
      expect(refusal(order === 1 ? utf16 : utf16.swap16())).toMatch(/^The input is UTF-16: convert it first/)
    }
    // One byte of a byte order mark is only a letter: "\xFF" and "\xFE" are ÿ and þ in Windows-1252.
    for (const name of ['\xFFa', 'a\xFE', '\xFEa', 'a\xFF'])
      expect(plan(Buffer.from(`${name},lat,lon\n1,30,-97\n`, 'latin1')).columns).toBe(3)
    expect(refusal(Buffer.from('lat,lon\n', 'utf16le'))).toMatch(/^The input has a zero byte at position 1, .*UTF-16/)
    expect(refusal(Buffer.from('PK\x01\x02\0\0'))).toMatch(/^The input has a zero byte at position 4, so it is not CSV/)
    expect(refusal(Buffer.from('PK\x03\x04\0\0'))).toMatch(/^The input is a ZIP archive or a spreadsheet, not CSV/)
    expect(refusal(gzipSync('lat,lon\n1,2\n'))).toMatch(/^The input is gzip, not CSV: add .gz/)
    expect(refusal(Buffer.from('PAR1\x15\x04'))).toMatch(/--format parquet/)
    expect(plan('PARK,lat,lon\n').columns).toBe(3)
    expect(plan(`lat,lon\n${'1,2\n'.repeat(300)}\0,2`).columns).toBe(2)
    expect(refusal('lat,lon\r1,2\r3,4\r')).toMatch(/only in carriage returns/)
    expect(refusal('"lat,lon\n1,2\n')).toMatch(/^A quote is never closed in the row that begins on line 1 of the input/)
    expect(refusal('# notes\n\n"lat,lon\n1,2\n')).toMatch(/on line 3 of the input with '"lat,lon'/)
    expect(refusal('lat,lon', { last: false })).toMatch(/does not end within 7 bytes, so the input is not CSV/)
    expect(refusal('1,30.2672,-97.7431\n')).toMatch(/contains 30.2672, so it is not a header: use --no-header/)
  })

  it('returns the same layout wherever the chunk is cut after the header', () => {
    const file = Buffer.from('lat,lon,"a\n""b"\r\n"1",2,3\r\n4,5,6')
    const whole = plan(file)
    for (let cut = 17; cut < file.length; cut++)
      expect(plan(file.subarray(0, cut), { last: false }), `cut at ${cut}`).toEqual(whole)
  })
})

const splitter = csvSplitter({ delimiter: ',' })
const end = (text: string, last = false) => splitter.end(Buffer.from(text), last)

describe('the end of the last complete CSV record', () => {
  it.each([
    ['', 0],
    ['1,2', 0],
    ['1,2\n', 4],
    ['1\n2\n3', 4],
    ['1\r\n2\r\n3\r', 6],
    ['"1\n2"', 0],
    ['"1\n2"\n', 6],
    ['a,"1\n2\n', 0],
    ['a\nb,"1\n2', 2],
    ['a\n"b""\n', 2],
    ['a\n"b"""\n', 8],
    ['"",""\n"', 6],
    ['5\'10" tall\n6\' 2",\n', 18],
    ['a "b\nc" d\n', 10],
    [' "b\n', 4],
    ['"a"b"\n', 6],
    ['"a","b\n', 0],
    ['"a"\n"b\n', 4],
    ['\n\n\n"', 3],
  ])('is found in %j at byte %i', (text, expected) => {
    expect(end(text)).toBe(expected)
  })

  it('is the end of the input, unless a quote is open', () => {
    expect(end('1,2', true)).toBe(3)
    expect(end('1\n"a"', true)).toBe(5)
    expect(end('1\n"a\n', true)).toBe(2)
    expect(end('"a\n', true)).toBe(0)
    expect(end('', true)).toBe(0)
  })

  it('matches a byte-by-byte scan', () => {
    const texts = fc.array(fc.constantFrom('"', '"', ',', '\n', 'a'), { maxLength: 30 }).map((chars) => chars.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        let isOpen = false
        let afterRecord = 0
        for (let i = 0; i < text.length; i++) {
          if (text[i] === '"' && isOpen && text[i + 1] === '"') i++
          else if (text[i] === '"' && isOpen) isOpen = false
          else if (text[i] === '"') isOpen = i === 0 || text[i - 1] === ',' || text[i - 1] === '\n'
          else if (text[i] === '\n' && !isOpen) afterRecord = i + 1
        }
        return end(text) === afterRecord && end(text, true) === (isOpen ? afterRecord : text.length)
      }),
      { numRuns: 20_000 },
    )
  })

  it('is rejected beyond 16 MB', () => {
    const long = Buffer.alloc(LONGEST_RECORD + 20, 'x')
    long.write('a,b\n1,"two')
    const second = long.subarray(4)
    for (const last of [false, true]) {
      expect(splitter.end(long, last)).toBe(4)
      expect(splitter.end(second, last)).toBe(-1)
    }
    expect(splitter.refusal(second, { line: 2, name: 'in.csv' })).toEqual(
      new BatchError(
        `A quote is not closed within 16 MB in the row that begins on line 2 of in.csv with '1,"two${'x'.repeat(54)}'.`,
        'input_damaged',
        'add the closing quote, or remove the quote.',
      ),
    )
    long.write('a,b\n1,2two')
    expect(splitter.end(second, false)).toBe(-1)
    expect(splitter.refusal(second).message).toMatch(/is longer than the maximum of 16 MB\.$/)
    expect(splitter.end(long.subarray(0, LONGEST_RECORD), false)).toBe(4)
    long.fill('\n')
    expect(splitter.end(long, false)).toBe(long.length)
  })
})

const dimensions = ['walkability', 'insurance-coverage'] satisfies DimensionId[]
const answerQuestion = questionOf(dimensions)

const vicinage = await vicinageFixture()

type Options = Partial<Omit<HeadOptions, 'question'>> & { question?: Partial<BatchQuestion> }

/** Returns the answered rows of a file without the header. */
function answer(file: string | Uint8Array, options: Options = {}): Buffer {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const asked = { ...answerQuestion, ...options.question }
  const plan = planCsv(bytes, { last: true, ...options, question: asked })
  return Buffer.from(csvAnswerer(vicinage, plan, asked).answer(bytes.subarray(plan.headerBytes)).bytes)
}
const answered = (file: string, options?: Options) => answer(file, options).toString()

/** Returns the added fields of a scored row: the scores and an empty reason. */
const scores = (lat: number, lon: number, delimiter = ',') =>
  `${dimensions.map((id) => delimiter + vicinage.score(id, { lat, lon }).score).join('')}${delimiter}`
const here = () => scores(30.23, -97.77)

describe('CSV rows', () => {
  it('are preserved byte for byte, with the answers appended', () => {
    expect(here()).toMatch(/^,[1-9]\d*,[1-9]\d*,$/)
    const row = '=1+1|cmd,"a ""b"", c\r\nd", 30.23 ,-97.770,é\u2028\uFEFF'
    expect(answered(`a,b,lat,lon,c\r\n${row}\r\n${row}\n${row}`)).toBe(
      [`${row}${here()}\r\n`, `${row}${here()}\n`, `${row}${here()}\r\n`].join(''),
    )
  })

  it('are unchanged in shared memory while the next chunk is processed', () => {
    // The answerer reuses a spare buffer, as a batch thread does. At most 8 spares are kept, so these replace the
    // spares that other tests left.
    for (let i = 0; i < 8; i++) keepBuffer(new SharedArrayBuffer(2 ** 21) as never)
    const answerer = csvAnswerer(vicinage, plan('lat,lon\n', { question: answerQuestion }), answerQuestion)
    const first = answerer.answer(Buffer.from('30.23,-97.77\n'.repeat(30_000))).bytes
    expect(first.buffer).toBeInstanceOf(SharedArrayBuffer)
    const before = Buffer.from(first)
    answerer.answer(Buffer.from('40.7,-74\n'.repeat(30_000)))
    expect(before.equals(first)).toBe(true)
    for (let i = 0; i < 8; i++) takeBytes(2 ** 21)
  })

  it('may contain bytes that are not valid text', () => {
    const row = Buffer.from([0xff, 0xc3, 0x28, 0x00, 0x2c])
    const piece = Buffer.concat([row, Buffer.from('30.23,-97.77\n')])
    const plan = planCsv(Buffer.from('a,lat,lon'), { last: true, question: answerQuestion })
    const { bytes } = csvAnswerer(vicinage, plan, answerQuestion).answer(piece)
    expect(Buffer.from(bytes)).toEqual(Buffer.concat([row, Buffer.from(`30.23,-97.77${here()}\n`)]))
  })

  it.each([
    ['+30.23', '-097.77'],
    ['"30.23"', '"-97.77"'],
    ['30.23000000000000000000000000', '-977.7e-1'],
    [' 30.23\t', '"  -97.77"'],
    ['30.23°', '-97.77º'],
    ['30.23N', '97.77W'],
    ['"30.23° n"', '97.77°w'],
    ['30.2300000000000004', '-97.77'],
  ])('may contain coordinates written as %j and %j', (lat, lon) => {
    expect(answered(`lat,lon\n${lat},${lon}\n`)).toBe(`${lat},${lon}${here()}\n`)
    expect(answered(`lon;lat\n${lon};${lat}`)).toBe(`${lon};${lat}${here().replaceAll(',', ';')}\n`)
  })

  it('may contain decimal commas if the delimiter is not a comma', () => {
    for (const delimiter of [';', '\t', '|']) {
      const row = `30,23${delimiter}"-97,77"`
      const expected = `${row}${here().replaceAll(',', delimiter)}\n`
      expect(answered(`lat${delimiter}lon\n${row}\n`, { delimiter })).toBe(expected)
    }
    expect(answered('lat,lon\n"30,23",-97.77\n')).toContain(`,,,"The latitude '30,23' is not a number`)
  })

  it.each([
    ['3_0.23', '-97.77', "The latitude '3_0.23' is not a number of degrees such as 30.2672."],
    ['30.23W', '97.77N', "The latitude '30.23W' is not a number of degrees such as 30.2672."],
    ['30.23', '-97.77W', "The longitude '-97.77W' is not a number of degrees such as 30.2672."],
    ['30.23', '97.77°°', "The longitude '97.77°°' is not a number of degrees such as 30.2672."],
    ['1,030.5', '0', "The latitude '1,030.5' is not a number of degrees such as 30.2672."],
    ['0x1e', '1', "The latitude '0x1e' is not a number of degrees such as 30.2672."],
    ['', '', 'There are no coordinates.'],
    ['30.23', '', 'There are no coordinates.'],
    ['NULL', 'N/A', 'There are no coordinates.'],
    ['\\N', 'nan', 'There are no coordinates.'],
    ['91', '0', 'The latitude 91 is not between -90 and 90.'],
    ['0', '-inf', "The longitude '-inf' is not a number of degrees such as 30.2672."],
    ['a\n"b"', '0', `The latitude 'a "b"' is not a number of degrees such as 30.2672.`],
  ])('have a reason instead of scores if the coordinates are %j, %j', (lat, lon, reason) => {
    const fields = [lat, lon].map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
    const [row] = readCsv(answered(`lat,lon\n${fields}\n`), ',')
    expect(row).toEqual([lat, lon, '', '', reason])
  })

  it('may contain very long numbers, which are shortened in reasons', () => {
    const [[, , , , reason]] = readCsv(answered(`lat,lon\n${'1'.repeat(2000)},0\n`), ',')
    expect(reason).toBe(`The latitude '${'1'.repeat(40)}…' is not a number of degrees such as 30.2672.`)
    expect(answered(`lat,lon\n${'0'.repeat(2000)}30.23,-97.77\n`)).toBe(`${'0'.repeat(2000)}30.23,-97.77${here()}\n`)
  })

  it('are scored 0 outside the covered states', () => {
    expect(answered('lat,lon\n0,0\n90,-180\n')).toBe('0,0,0,0,\n90,-180,0,0,\n')
  })

  it('are padded with empty fields if they have too few fields', () => {
    expect(answered('lat,lon,a,b\n30.23,-97.77\n30.23\r\n\n\r\n"30.23",-97.77,')).toBe(
      [
        `30.23,-97.77,,${here()}\n`,
        '30.23,,,,,,There are no coordinates.\r\n',
        ',,,,,,There are no coordinates.\n',
        ',,,,,,There are no coordinates.\r\n',
        `"30.23",-97.77,,${here()}\n`,
      ].join(''),
    )
  })

  it('are written with a reason, and the surplus in the last column, if they have too many fields', () => {
    const reason =
      '"The row has more than 3 fields: put values that contain a comma in double quotes, or use tabs as the delimiter."'
    const quotes = '"a""\nb",c,"d"""'
    expect(answered(`lat,lon,where\n30.23,-97.77,1 Main St, Austin\n1,2,3,\r\n1,2,${quotes}\n30.23,-97.77,4`)).toBe(
      [
        `30.23,-97.77,"1 Main St, Austin",,,${reason}\n`,
        `1,2,"3,",,,${reason}\r\n`,
        `1,2,"${quotes.replaceAll('"', '""')}",,,${reason}\n`,
        `30.23,-97.77,4${here()}\n`,
      ].join(''),
    )
    expect(answered('address\nQuillwater, TX\n', { delimiter: ',' })).toBe(
      '"Quillwater, TX",,,"The row has more than 1 field: put values that contain a comma in double quotes, or use tabs as the delimiter."\n',
    )
    const advice = [
      [';', 'put values that contain a semicolon in double quotes, or use tabs as the delimiter.'],
      ['#', 'put values that contain a # in double quotes, or use tabs as the delimiter.'],
      ['\t', 'put values that contain a tab in double quotes.'],
    ]
    for (const [delimiter, what] of advice)
      expect(answered(`lat${delimiter}lon\n1${delimiter}2${delimiter}3`, { delimiter })).toContain(what)
  })

  it('are scored at their address if they have no coordinates', () => {
    const of = (address: string) => {
      const { lat, lon } = vicinage.geocode(address)
      return scores(lat!, lon!)
    }
    const rows = [
      ',,"1 Main St\nApt 2",Quillwater,TX,78790',
      'NULL,,,Quillwater,,78790',
      '30.23,-97.77,nowhere,,,',
      ',,"",,," "',
      '30X,,,Quillwater,TX,78790',
      ',,,,Ontario,',
      ',,,Quillwater,TX',
    ]
    expect(answered(`lat,lon,Street,City,State,Zip\n${rows.join('\n')}`)).toBe(
      [
        `${rows[0]}${of('1 Main St Apt 2, Quillwater, TX, 78790')}\n`,
        `${rows[1]}${of('Quillwater, 78790')}\n`,
        `${rows[2]}${here()}\n`,
        `${rows[3]},,,There are neither coordinates nor an address.\n`,
        `${rows[4]},,,The latitude '30X' is not a number of degrees such as 30.2672.\n`,
        `${rows[5]},,,"${(vicinage.geocode('Ontario') as AddressNotFound).message}"\n`,
        `${rows[6]},,,,"${foundOnly(vicinage.geocode('Quillwater, TX'))}"\n`,
      ].join(''),
    )
    const long = 'a'.repeat(301)
    expect(answered(`address\n""\n${long}\n"Quillwater, TX 78790"`)).toBe(
      [
        '"",,,The address is empty.\n',
        `${long},,,The address has 301 characters; the maximum is 300.\n`,
        `"Quillwater, TX 78790"${of('Quillwater, TX 78790')}\n`,
      ].join(''),
    )
  })

  it('may be encoded in Latin-1, like old spreadsheets', () => {
    const file = Buffer.from('full address,x\n"1 Peña St, Quillwater, TX 78790",é\n', 'latin1')
    const [, row] = file.toString('latin1').split('\n')
    const out = answer(file, { question: { dimensions: [], geocodeDetails: true } })
    expect(out.toString('latin1').startsWith(`${row},`)).toBe(true)
    // Geocoded labels are written in UTF-8, and most of them are ASCII.
    const { label, confidence } = vicinage.geocode('1 Peña St, Quillwater, TX 78790')
    expect(readCsv(out.toString('latin1'), ',')[0].slice(2, 8)).toEqual([
      ...['zip', '3000', expect.any(String), expect.any(String), String(confidence), label],
    ])
  })

  it('are extended by text columns on request, quoted if necessary', () => {
    const all = { descriptions: true, districts: true, schools: 2, geocodeDetails: true, prefix: 'a,' }
    const file = 'lat,lon,address\n30.23,-97.77,\n,,"1 Main St, Quillwater, TX 78790"\n,,\n1,2,3,4\n'
    const plan = planCsv(Buffer.from(file), { last: true, question: { ...answerQuestion, ...all } })
    const [header] = readCsv(Buffer.from(plan.outputHeader).toString(), ',')
    const rows = readCsv(answered(file, { question: all }), ',').map((row) => {
      expect(row.length).toBe(header.length)
      return Object.fromEntries(row.map((field, i) => [header[i], field]))
    })
    const at = { lat: 30.23, lon: -97.77 }
    const [school] = vicinage.schools.schoolRatings({ ...at, limit: 2 }).schools
    expect(rows[0]).toMatchObject({
      'a,walkability_description': vicinage.score('walkability', at).description,
      'a,school_1_name': school.name,
      'a,school_1_distance_meters': String(school.distance_meters),
      'a,geocode_layer': '',
      'a,vicinage_error': '',
    })
    const geocoded = vicinage.geocode('1 Main St, Quillwater, TX 78790')
    expect(rows[1]).toMatchObject({
      'a,geocode_lat': String(geocoded.lat),
      'a,geocode_address': geocoded.label,
      'a,vicinage_error': '',
    })
    for (const { 'a,vicinage_error': reason, ...rest } of rows.slice(2)) {
      expect(reason).not.toBe('')
      expect(Object.entries(rest).filter(([name, value]) => name.startsWith('a,') && value !== '')).toEqual([])
    }
  })

  it('may number more than a million, and each may be a megabyte long', () => {
    const long = '"1,2\n'.concat('x"",'.repeat(250_000), '"')
    const [place, short] = ['30.23,-97.77', 1_050_000]
    const rows = [`${place},${long}`, ...Array<string>(short).fill(place), `${place},x`]
    const out = answered(`lat,lon,more\n${rows.join('\n')}\n`, { question: { dimensions: [] } })
    const filled = `${place},,\n`
    expect(out.startsWith(`${rows[0]},\n${filled}`)).toBe(true)
    expect(out.endsWith(`${filled}${place},x,\n`)).toBe(true)
    expect(out.length).toBe(rows[0].length + `${place},x`.length + 2 * ',\n'.length + short * filled.length)
  })
})

describe('pieces of a CSV input', () => {
  const plan = () => planCsv(Buffer.from('lat,lon\n'), { last: true, question: answerQuestion })

  it('are processed one after another, even if the buffer of an earlier answer was transferred', () => {
    const { answer } = csvAnswerer(vicinage, plan(), answerQuestion)
    const one = Buffer.from('30.23,-97.77\nx,\n')
    const two = Buffer.from('30.23,-97.77\n'.repeat(100))
    const first = answer(one)
    expect(first.counts).toEqual({ ...noCounts(), rows: 2, scored: 1, failed: 1 })
    const text = Buffer.from(first.bytes).toString()
    structuredClone(first.bytes.buffer, { transfer: [first.bytes.buffer as ArrayBuffer] })
    expect(Buffer.from(answer(two).bytes).toString()).toBe(`30.23,-97.77${here()}\n`.repeat(100))
    expect(Buffer.from(answer(one).bytes).toString()).toBe(text)
    const { bytes, counts } = answer(new Uint8Array(0))
    expect([bytes.length, counts.rows]).toEqual([0, 0])
  })

  it('are rejected if they end inside quotes', () => {
    const { answer } = csvAnswerer(vicinage, plan(), answerQuestion)
    for (const piece of ['1,"2', '"', '"1,2\n', '1,2,"3\n', '1,"2""\n'])
      expect(() => answer(Buffer.from(piece)), piece).toThrow('A chunk of the input ends inside quotes.')
    expect(Buffer.from(answer(Buffer.from('30.23,-97.77')).bytes).toString()).toBe(`30.23,-97.77${here()}\n`)
  })
})

function foundOnly(answer: GeocodeAnswer): string {
  if (!answer.ok) throw new Error(answer.message)
  const { label, layer, radius, confidence } = answer
  return `Found only as ${label} (${layer}, radius ${radius} m, confidence ${confidence}): to fill the score columns, raise maxRadius (--max-radius). Add the ZIP code.`
}
