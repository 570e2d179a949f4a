import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../../src/answers/dimensions/catalog.ts'
import type { BatchQuestion } from '../../../../src/faces/batch/batch-question.ts'
import { BatchError } from '../../../../src/faces/batch/errors.ts'
import {
  LONGEST_LINE,
  ndjsonSplitter,
  planNdjson,
  wholeObjects,
} from '../../../../src/faces/batch/formats/ndjson/fields.ts'
import { ndjsonAnswerer } from '../../../../src/faces/batch/formats/ndjson/ndjson.ts'
import type { HeadOptions } from '../../../../src/faces/batch/formats/text.ts'
import { questionOf, refusalOf } from '../fixtures/question.ts'
import { vicinageFixture } from './fixtures/vicinage.ts'

const planQuestion = questionOf(['fire'])
const bytes = (text: string) => new TextEncoder().encode(text)
const planOf = (head: string | Uint8Array, options: Partial<HeadOptions> = {}) =>
  planNdjson(typeof head === 'string' ? bytes(head) : head, { last: true, question: planQuestion, ...options })
const refusal = (head: string | Uint8Array, options: Partial<HeadOptions> = {}) =>
  refusalOf(() => planOf(head, options))

it('wholeObjects() counts complete objects up to a limit, ignoring other lines and a truncated last line', () => {
  const head = bytes('{"a":1}\nnonsense\n\n[2]\n{"a":3}\n{"a":4}\n{"a":5')
  expect([0, 1, 2, 3, 9].map((most) => wholeObjects(head, most))).toEqual([0, 1, 2, 3, 3])
})

describe('the NDJSON field detector', () => {
  it('lists the place fields of the first objects, even if some objects lack them', () => {
    expect(planOf('{"id":1}\nnonsense\n\n{"Latitude":1,"LNG":2}\n{"street":"a","City":"b"}')).toEqual({
      place: {
        coordinates: { lat: 'Latitude', lon: 'LNG' },
        address: ['street', 'City'],
        parts: ['street', 'city'],
        unused: [],
      },
      newline: '\n',
      headerBytes: 0,
      outputHeader: [],
    })
  })

  it('uses the fields named in the options', () => {
    const line = '{"lat":1,"lon":2,"breite":3,"länge":4,"where":"a","town":"b"}\n'
    const { coordinates, address } = planOf(line, { lat: 'breite', lon: 'länge' }).place
    expect({ coordinates, address }).toEqual({ coordinates: { lat: 'breite', lon: 'länge' }, address: [] })
    expect(planOf(line, { address: 'where,town' }).place).toMatchObject({
      coordinates: null,
      address: ['where', 'town'],
    })
    expect(refusal(line, { address: 'there' })).toMatch(/"there".*"lat", "lon"/)
  })

  it('skips the check of named fields if asNamed is set', () => {
    const granted = (options: Partial<HeadOptions>) => planOf('nonsense', { asNamed: true, ...options }).place
    expect(granted({ lat: 'Lat', lon: 'x' })).toMatchObject({ coordinates: { lat: 'Lat', lon: 'x' }, address: [] })
    expect(granted({ lat: 'a', lon: 'b', address: 'c, d' })).toMatchObject({
      coordinates: { lat: 'a', lon: 'b' },
      address: ['c', 'd'],
    })
  })

  it('preserves the byte order mark and line endings', () => {
    const { headerBytes, outputHeader, newline } = planOf('\uFEFF{"lat":1,"lon":2}\r\n')
    expect({ headerBytes, outputHeader, newline }).toEqual({
      headerBytes: 3,
      outputHeader: [239, 187, 191],
      newline: '\r\n',
    })
  })

  it('ignores a last line that may be cut off', () => {
    const head = '{"lat":1,"lon":2}\n{"fire":1}'
    expect(planOf(head, { last: false }).place.coordinates).toEqual({ lat: 'lat', lon: 'lon' })
    expect(refusal(head)).toContain('"fire"')
  })

  it('returns no fields for an empty input', () => {
    for (const head of ['', '\uFEFF']) expect(planOf(head).place).toEqual({ coordinates: null, address: [] })
  })

  it('rejects objects without a place or with a field that would be added', () => {
    expect(refusal('{"id":1,"position":{"lat":1,"lon":2}}')).toMatch(/"id", "position".*--lat/)
    expect(refusal('{"lat":1,"lon":2,"vicinage_error":null}')).toMatch(/"vicinage_error".*--prefix/)
    expect(planOf('{"lat":1,"lon":2,"fire":1}', { question: { ...planQuestion, prefix: 'v_' } }).headerBytes).toBe(0)
  })

  it('rejects inputs that are not NDJSON', () => {
    expect(refusal('\n\n')).toBe('The input is empty: check that it is the right file.')
    for (const head of ['[{"lat":1},\n{"lat":2}]', '{\n  "lat": 1\n}\n', '17\n"a"\n', '{"lat":1'])
      expect(refusal(head)).toMatch(/JSON object.*jq -c/)
    expect(refusal(Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0, 0x0a, 0]))).toMatch(/UTF-8/)
  })
})

const dimensions = ['walkability', 'fire'] satisfies DimensionId[]
const question = questionOf(dimensions)
const place = { coordinates: { lat: 'lat', lon: 'lon' }, address: ['address'] }
const plan = { place, newline: '\n', headerBytes: 0, outputHeader: [] } as const
const text = (of: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(of)

const vicinage = await vicinageFixture()

const answer = (input: string | Uint8Array, change: Partial<BatchQuestion> = {}) =>
  text(
    ndjsonAnswerer(vicinage, plan, { ...question, ...change }).answer(typeof input === 'string' ? bytes(input) : input)
      .bytes,
  )
const scoreAt = (id: DimensionId, lat: number, lon: number) => vicinage.score(id, { lat, lon }).score

/** Returns the fields that are added to an object without answers. */
const without = (reason: string) => `"walkability":null,"fire":null,"vicinage_error":"${reason}"`

describe('NDJSON lines', () => {
  it('are preserved byte for byte, with the answers before the last brace', () => {
    const line = '{ "lat" : 30.2300, "lon":-97.77,"big":12345678901234567890,"lat2":1e0, "é":"\u2028" }  '
    const [walkability, fire] = dimensions.map((id) => scoreAt(id, 30.23, -97.77))
    expect(walkability).toBeGreaterThan(0)
    expect(answer(`${line}\r\n${line}\n`)).toBe(
      ['\r\n', '\n']
        .map((end) => `${line.slice(0, -3)},"walkability":${walkability},"fire":${fire},"vicinage_error":null}  ${end}`)
        .join(''),
    )
  })

  it('may contain numbers as strings, an address next to the coordinates, and duplicate keys, of which the last is used', () => {
    const lines = [
      '{"lat":" 30.23 ","lon":"-97.77"}',
      '{"lat":1,"lat":30.23,"lon":-97.77,"address":"Quillwater"}',
      '{"lon":-97.77,"nested":{"lat":9,"walkability":1},"lat":30.23}',
    ]
    for (const line of answer(lines.join('\n')).trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({
        walkability: scoreAt('walkability', 30.23, -97.77),
        vicinage_error: null,
      })
  })

  it('are scored at the address if the coordinates are empty', () => {
    const address = '12 Invented Ln, Quillwater, TX 78790'
    const [one, other, none] = answer(
      `{"address":${JSON.stringify(address)}}\n{"lat":null,"lon":" ","address":${JSON.stringify(address)}}\n{"address":"Toronto"}`,
      { geocodeDetails: true },
    )
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(one).toMatchObject({ geocode_lat: 30.2123, geocode_layer: 'address', vicinage_error: null })
    expect(one.walkability).toBe(scoreAt('walkability', 30.2123, -97.7211))
    expect({ ...other, lat: undefined, lon: undefined }).toEqual(one)
    expect(none).toMatchObject({ geocode_lat: null, walkability: null, vicinage_error: expect.stringMatching(/place/) })
  })

  it('are geocoded from the available address parts, including numeric parts', () => {
    const parts = { ...plan, place: { coordinates: null, address: ['street', 'city', 'state', 'zip'] } }
    const line = '{"street":"12 Invented Ln","city":null,"state":"TX ","zip":78790}\n'
    const { counts, bytes: out } = ndjsonAnswerer(vicinage, parts, question).answer(bytes(line))
    expect(counts).toMatchObject({ rows: 1, failed: 0, layers: { address: 1 } })
    expect(JSON.parse(text(out)).walkability).toBe(scoreAt('walkability', 30.2123, -97.7211))
  })

  it.each([
    ['{"lat":30}', 'There are neither coordinates nor an address.'],
    ['{"lat":"north","lon":1}', "The latitude 'north' is not a number of degrees such as 30.2672."],
    ['{"lat":30,"lon":true}', 'The longitude is not a number.'],
    ['{"lat":30,"lon":[-97]}', 'The longitude is not a number.'],
    ['{"lat":91,"lon":1}', 'The latitude 91 is not between -90 and 90.'],
    ['{"lat":1e999,"lon":1}', 'The latitude Infinity is not between -90 and 90.'],
    ['{"address":{"street":"a"}}', 'The address is not a string.'],
    ['{"address":""}', 'There are neither coordinates nor an address.'],
  ])('are reported with a reason if they have no valid place: %s', (line, reason) => {
    expect(answer(`${line}\n`)).toBe(`${line.slice(0, -1)},${without(reason)}}\n`)
  })

  it('are shortened when quoted in a reason', () => {
    const { vicinage_error } = JSON.parse(answer(`{"lat":"${'9x'.repeat(500)}","lon":1}\n`))
    expect(vicinage_error).toBe(`The latitude '${'9x'.repeat(20)}…' is not a number of degrees such as 30.2672.`)
  })

  it.each([
    ['{}', '{', '}'],
    [' { } ', ' { ', '} '],
  ])('are extended without a leading comma if they have no fields: %j', (line, before, after) => {
    expect(answer(`${line}\n`)).toBe(`${before}${without('There are neither coordinates nor an address.')}${after}\n`)
  })

  it.each([
    ['', 'The line is empty.'],
    [' \t', 'The line is empty.'],
    ['null', 'The line is not a JSON object.'],
    ['[{"lat":1}]', 'The line is not a JSON object.'],
    ['"}"', 'The line is not a JSON object.'],
    ['{"lat":1}{"lat":2}', 'The line is not a JSON object.'],
    ['{"lat":30.23,"lon":-97.77', 'The line is not a JSON object.'],
    ["{'lat':1}", 'The line is not a JSON object.'],
    ['\uFEFF{"lat":30.23,"lon":-97.77}', 'The line is not a JSON object.'],
    ['\0{"lat":30.23}', 'The line is not a JSON object.'],
    ['{"lat":30.23,"lon":-97.77,"fire":1}', "The object already has a field 'fire'."],
    ['{"vicinage_error":null}', "The object already has a field 'vicinage_error'."],
  ])('are converted to a text field if they are not objects: %j', (line, reason) => {
    const wrapped = `{"vicinage_input":${JSON.stringify(line)},${without(reason)}}`
    expect(answer(`${line}\n{"lat":30.23,"lon":-97.77}\r\n${line}\r\n${line}x`).split('\n')).toEqual([
      wrapped,
      expect.stringMatching(/^\{"lat":30\.23,"lon":-97\.77,"walkability":\d+,.*\}\r$/),
      `${wrapped}\r`,
      expect.stringContaining('{"vicinage_input":'),
      '',
    ])
  })

  it('may contain bytes that are not UTF-8', () => {
    const line = Uint8Array.from([...bytes('{"lat":30.23,"lon":-97.77,"a":"'), 0xff, 0xc3, 0x0a])
    expect(answer(line)).toContain('\uFFFD')
    const good = Uint8Array.from([...line.subarray(0, -1), ...bytes('"}\n')])
    const out = ndjsonAnswerer(vicinage, plan, question).answer(good).bytes
    expect([...out.subarray(0, good.length - 2)]).toEqual([...good.subarray(0, -2)])
    expect(text(out)).toMatch(/"walkability":\d+/)
  })

  it('do not inherit fields such as constructor, but may contain them', () => {
    const odd = { ...plan, place: { coordinates: { lat: '__proto__', lon: 'constructor' }, address: [] } }
    const lines = '{"a":1}\n{"__proto__":30.23,"constructor":-97.77}\n'
    const [none, some] = text(ndjsonAnswerer(vicinage, odd, question).answer(bytes(lines)).bytes).split('\n')
    expect(none).toContain('There are no coordinates.')
    expect(some).toContain(`"walkability":${scoreAt('walkability', 30.23, -97.77)},`)
  })

  it('are extended by all requested columns', () => {
    const everything = { descriptions: true, districts: true, schools: 2, geocodeDetails: true, prefix: 'v "1" ' }
    const row = JSON.parse(answer('{"lat":30.23,"lon":-97.77,"fire":1}\n', everything))
    expect(Object.keys(row).length).toBe(3 + 2 + 2 + 6 + 10 + 7 + 1)
    expect(row['v "1" walkability_description']).toBe(
      vicinage.score('walkability', { lat: 30.23, lon: -97.77 }).description,
    )
    expect(row.fire).toBe(1)
    expect(JSON.parse(answer('x\n', { prefix: 'v_' }))).toMatchObject({ v_vicinage_input: 'x', v_fire: null })
  })

  it('are rejected above 16 MB, wherever the piece is cut', () => {
    const long = bytes(`{"lat":1,"a":"${'x'.repeat(16 << 20)}"}\n`)
    expect(() => answer(long)).toThrow(BatchError)
    const splitter = ndjsonSplitter()
    expect(splitter.end(long.subarray(0, -1), false)).toBe(-1)
    expect(splitter.end(long, false)).toBe(-1)
    expect(splitter.refusal(long).message).toMatch(/^A line is longer than 16 MB/)
    expect(splitter.refusal(long, { line: 7, name: 'in.ndjson' })).toMatchObject({
      code: 'input_damaged',
      message: expect.stringMatching(/^Line 7 of in\.ndjson is longer than 16 MB/),
    })
    const behind = bytes(`{}\n${text(long.subarray(0, -1))}`)
    expect(splitter.end(behind, false)).toBe(3)
    expect(splitter.end(behind, true)).toBe(3)
    const longest = new Uint8Array(LONGEST_LINE + 1).fill(0x20).fill(0x0a, LONGEST_LINE)
    expect(splitter.end(longest, false)).toBe(longest.length)
    expect(splitter.end(Buffer.concat([Buffer.of(0x20), longest]), false)).toBe(-1)
    const most = bytes(`{"lat":30.23,"lon":-97.77,"a":"${'é'.repeat((8 << 20) - 30)}"}\n`)
    const out = ndjsonAnswerer(vicinage, plan, question).answer(most).bytes
    expect(Buffer.compare(out.subarray(0, most.length - 2), most.subarray(0, -2))).toBe(0)
    expect(JSON.parse(text(out)).vicinage_error).toBeNull()
  })
})

describe('NDJSON input without objects', () => {
  it.each([
    [true, 'No line of the input is a JSON object'],
    [false, 'No line of the first 2 MB of the input is a JSON object'],
  ])('is rejected with an error that states how much input was read (whole input: %s)', (last, message) => {
    const head = Buffer.alloc(2 << 20, '[1]\n')
    expect(() => planNdjson(head, { last, question } as never)).toThrow(message)
  })

  it.each(['id,lat,lon\n1,30,-97\n', 'Name|City\nA|Austin\n', 'a;b\n1;2\n', 'a\tb\n1\t2\n'])(
    'is recognized as a table: %j',
    (table) => {
      expect(() => planNdjson(Buffer.from(table), { last: true, question } as never)).toThrow(
        /No line of the input is a JSON object: it looks like a table\. .* in \.csv\.$/,
      )
    },
  )

  it.each(['[1]\n', '[{"lat":1}]\n', 'lat\n', ''])('is not mistaken for a table: %j', (other) => {
    expect(() => planNdjson(Buffer.from(other), { last: true, question } as never)).not.toThrow('looks like a table')
  })
})

describe('a field next to the place fields in NDJSON', () => {
  /** Valid and nearly valid values according to RFC 8259, in the classes of the published test suites. */
  const values = [
    ...['0', '-0', '1E+2', '1e-2', '0e1', '1.0', '123123e100000', '-1e-999', '1.0e+28', '20e1'],
    ...['01', '+1', '.5', '1.', '0x1', 'NaN', 'Infinity', '-', '1e', '1e+', '-01', '1_000', '1.5.2', '--1', '1 000'],
    ...[
      '"\\u00e9"',
      '"\\ud83d\\ude00"',
      '"\\ud800"',
      '"\\/\\b\\f"',
      '"\u2028"',
      '"\u007f"',
      '"\\u0000"',
      '"\u{1f600}"',
    ],
    ...['"\\x41"', '"\\u12"', '"\\"', '"\t"', '"\u0001"', "'a'", '"a', 'a"', '"\\uD83D\\', '"\\a"', '`a`', '“a”'],
    ...['true', 'false', 'null', 'TRUE', 'tru', 'nul', 'undefined', 'None', 'trueish'],
    ...['[]', '[[],{}]', '[1 , 2]', '{"a":{"b":[]}}', '{"":0}', '{"a":1,"a":2}', '{ "lat" : "x" }', '[null,1]'],
    ...['[1,]', '[,1]', '{"a":1,}', '{,}', '{"a" 1}', '{"a":}', '{a:1}', '[1 2]', '[', '{', ']', '}', '[1}', '{"a":1]'],
    ...[
      '/*c*/1',
      '1//c',
      '#c',
      '1;',
      '1,,2',
      '\u00a01',
      '1\f',
      '\uFEFF1',
      '[\u00a0]',
      '1\v',
      '"\\u00A"',
      '[-]',
      '[1e]',
    ],
    ...[`${'['.repeat(40)}${']'.repeat(40)}`, `"${'x'.repeat(5000)}"`, '9'.repeat(400), `1${'0'.repeat(400)}.5`],
  ]

  it('is accepted if and only if JSON.parse accepts it, and preserved byte for byte', () => {
    let refused = 0
    for (const value of values) {
      const line = `{"lat":30.23,"x":${value},"lon":-97.77}`
      const isJson = isParsed(line)
      const row = answer(`${line}\n`)
      if (isJson) expect(row, value).toBe(`${line.slice(0, -1)},${scores}}\n`)
      else expect(JSON.parse(row), value).toMatchObject({ vicinage_input: line, walkability: null })
      refused += isJson ? 0 : 1
    }
    expect(refused).toBeGreaterThan(40)
  })

  it('is accepted if and only if JSON.parse accepts it, wherever a character is changed', () => {
    const letters = fc.constantFrom(...'{}[]",:\\ 0-1.eE+tfnu\t\u00e9')
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), letters, fc.boolean(), (json, at, letter, isChanged) => {
        const whole = `{"lat":30.23,"lon":-97.77,"x":${json}}`
        const cut = 30 + (at % (whole.length - 30))
        const line = isChanged ? whole.slice(0, cut) + letter + whole.slice(cut + 1) : whole
        const row = JSON.parse(answer(`${line}\n`))
        if (isParsed(line)) expect(row).toMatchObject({ ...placeIn(line), vicinage_error: null })
        else expect(row.vicinage_input).toBe(line)
      }),
      { numRuns: 300, seed: 20261128 },
    )
  })

  const scores = `${dimensions.map((id) => `"${id}":${scoreAt(id, 30.23, -97.77)}`).join(',')},"vicinage_error":null`

  function isParsed(line: string): boolean {
    try {
      return typeof JSON.parse(line) === 'object'
    } catch {
      return false
    }
  }

  /** Returns the scores of the fixed place, or nothing if the change moved the place. */
  function placeIn(line: string): object {
    const { lat, lon } = JSON.parse(line)
    return lat === 30.23 && lon === -97.77 ? { walkability: scoreAt('walkability', 30.23, -97.77) } : {}
  }
})

it('NDJSON lines get the same answers in a chunk of thousands as in small chunks', () => {
  const question = questionOf(['fire'], { descriptions: true })
  const place = { coordinates: { lat: 'lat', lon: 'lon' }, address: [] }
  const lines = Array.from({ length: 2500 }, (_, i) => `{"id":${i},"lat":${30.2 + (i % 7) / 50},"lon":-97.75}\n`)
  const { answer } = ndjsonAnswerer(vicinage, { ...planOf('{"lat":1,"lon":2}\n'), place }, question)
  const answered = (some: readonly string[]) => text(answer(bytes(some.join(''))).bytes)
  const inParts = Array.from({ length: 25 }, (_, part) => answered(lines.slice(100 * part, 100 * (part + 1))))
  expect(answered(lines) === inParts.join('')).toBe(true)
})

describe('pieces of an NDJSON input', () => {
  const value = fc.oneof(
    fc.double(),
    fc.double({ min: 29, max: 31 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, true, '30.2', '-97.7', 'Quillwater, TX', ' ', '}', '\u2028'),
  )
  const object = fc.dictionary(fc.constantFrom('lat', 'lon', 'address', 'a', '}', 'é😀', '__proto__', 'fire'), value)
  const line = fc.oneof(
    { weight: 6, arbitrary: object.map((fields) => JSON.stringify(fields)) },
    { weight: 1, arbitrary: object.map((fields) => JSON.stringify(fields, null, 1).replaceAll('\n', '\r\t')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((odd) => odd.replaceAll('\n', '')) },
  )
  const input = fc.tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))), fc.oneof(fc.constant(''), line))

  it('contain one output row per line, in order, with the fields of the line and the answers for the place', () => {
    fc.assert(
      fc.property(input, ([lines, last]) => {
        const all = [...lines.map(([line]) => line), ...(last === '' ? [] : [last])]
        const rows = answer(lines.map((parts) => parts.join('')).join('') + last).split('\n')
        expect(rows.pop()).toBe('')
        expect(rows.length).toBe(all.length)
        rows.forEach((row, i) => {
          const { vicinage_input, walkability, fire, vicinage_error, ...rest } = JSON.parse(row)
          const object = parsed(all[i])
          if (object === undefined || 'fire' in object) {
            // A carriage return at the end of a line belongs to its line break.
            expect([`${vicinage_input}`, `${vicinage_input}\r`]).toContain(new TextDecoder().decode(bytes(all[i])))
            expect(walkability).toBeNull()
          } else expect(rest).toEqual(object)
          if (vicinage_error !== null) expect([walkability, fire]).toEqual([null, null])
          else if (isPlace(object?.lat, object?.lon))
            expect([walkability, fire]).toEqual(
              dimensions.map((id) => scoreAt(id, Number(object?.lat), Number(object?.lon))),
            )
          else expect(typeof object?.address).toBe('string')
        })
      }),
      { numRuns: 300 },
    )
  })

  it('produce the same output bytes wherever the input is split', () => {
    fc.assert(
      fc.property(input, fc.array(fc.nat(60), { minLength: 1 }), ([lines, last], sizes) => {
        const whole = bytes(lines.map((parts) => parts.join('')).join('') + last)
        const answerer = ndjsonAnswerer(vicinage, plan, question)
        const splitter = ndjsonSplitter()
        const out: Uint8Array[] = []
        let start = 0
        for (let read = 0, i = 0; start < whole.length; i++) {
          read = Math.min(whole.length, read + sizes[i % sizes.length] + 1)
          const end = splitter.end(whole.subarray(start, read), read === whole.length)
          if (end > 0) out.push(answerer.answer(whole.subarray(start, start + end)).bytes.slice())
          start += end
        }
        expect(text(Buffer.concat(out))).toBe(answer(whole))
      }),
      { numRuns: 300 },
    )
  })

  it('count the rows', () => {
    const { counts } = ndjsonAnswerer(vicinage, plan, question).answer(
      bytes('{"lat":30.23,"lon":-97.77}\n\n{"address":"78790"}'),
    )
    expect(counts).toMatchObject({ rows: 3, failed: 1, layers: { zip: 1 } })
  })
})

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes(line)))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isPlace(lat: unknown, lon: unknown): boolean {
  return [lat, lon].every((value) => typeof value === 'number' || (typeof value === 'string' && value.trim() !== ''))
}
