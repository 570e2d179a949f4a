import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExpiry } from '../../../src/faces/cli/key-expiry.ts'
import { isKeyName, MAX_MONTHLY, parseRate, rateText } from '../../../src/faces/http/key-fields.ts'
import { KeyFileError, keyFileText, keysOfText, parseMoment } from '../../../src/faces/http/key-file.ts'
import type { ApiKey } from '../../../src/faces/http/keys.ts'
import { keyFixture, sha256 } from './fixtures/keys.ts'

const path = 'some/keys.json'
const one = keyFixture('one', { name: 'Example One', rate: { requests: 50, seconds: 60 }, monthly: 100_000 })
const two = keyFixture('two', { name: 'Example Two', expires: Date.UTC(2027, 0, 1) })
const file = () => JSON.parse(keyFileText([one, two]))

/** Returns the error message for a string, or `taken`. */
function refusal(text: string): string {
  try {
    keysOfText(text, path)
  } catch (error) {
    expect(error).toBeInstanceOf(KeyFileError)
    return (error as Error).message
  }
  return 'taken'
}

/** Returns the error message for the file with other fields in its second key. `undefined` removes a field. */
function refusalOf(fields: Readonly<Record<string, unknown>>): string {
  const { version, keys } = file()
  return refusal(JSON.stringify({ version, keys: [keys[0], { ...keys[1], ...fields }] }))
}

describe('key file text', () => {
  it('is JSON with a version and an object for each key', () => {
    expect(file()).toEqual({
      version: 1,
      keys: [
        {
          ...{ id: one.id, name: 'Example One', sha256: sha256('one'), rate: '50/min', monthly: 100000 },
          ...{ created: '2026-01-02T03:04:05.678Z', expires: null },
        },
        {
          ...{ id: two.id, name: 'Example Two', sha256: sha256('two'), rate: null, monthly: null },
          ...{ created: '2026-01-02T03:04:05.678Z', expires: '2027-01-01T00:00:00.000Z' },
        },
      ],
    })
  })

  it('is parsed into the original keys', () => {
    const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })
    const key: fc.Arbitrary<ApiKey> = fc.record({
      id: fc.stringMatching(/^[0-9a-f]{8}$/),
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter(isKeyName),
      hash: fc.stringMatching(/^[0-9a-f]{64}$/),
      rate: fc.option(
        fc.record({ requests: fc.integer({ min: 1, max: 999_999_999 }), seconds: fc.integer({ min: 1, max: 86_400 }) }),
      ),
      monthly: fc.option(fc.integer({ min: 1, max: MAX_MONTHLY })),
      created: time,
      expires: fc.option(time),
    })
    const keys = fc
      .uniqueArray(key, { selector: ({ name }) => name, maxLength: 5 })
      .filter((list) => new Set(list.flatMap(({ id, name, hash }) => [id, name, hash])).size === list.length * 3)
    fc.assert(
      fc.property(keys, (list) => {
        expect(keysOfText(keyFileText(list), path)).toEqual(list)
      }),
    )
  })

  it('is rejected if it is truncated at any point', () => {
    const whole = keyFileText([one, two])
    // The last character is a line break, which may be missing.
    for (let length = 0; length < whole.length - 1; length++)
      expect(refusal(whole.slice(0, length))).toBe('some/keys.json: the file is damaged, expected a JSON object.')
  })

  it.each(['', 'null', '1', '"keys"', 'vic_AAAAAAAA', '{"version":1,"keys":[vic_AAAA]}', '\0\0\0'])(
    'is rejected as damaged if it is %j',
    (text) => {
      expect(refusal(text)).toBe('some/keys.json: the file is damaged, expected a JSON object.')
    },
  )

  it('is rejected if it contains a later version, no version or no list of keys', () => {
    expect(refusal('{"version":2,"users":[]}')).toBe(
      "some/keys.json: version 2 is later than this program's version 1: update vicinage.",
    )
    for (const text of ['[]', '{}', '{"version":0,"keys":[]}', '{"version":"1","keys":[]}'])
      expect(refusal(text)).toBe('some/keys.json: field version: expected 1.')
    for (const text of ['{"version":1}', '{"version":1,"keys":{}}'])
      expect(refusal(text)).toBe('some/keys.json: field keys: expected a list.')
    expect(keysOfText('{"version":1,"keys":[]}', path)).toEqual([])
  })

  it.each([
    ['id', [undefined, null, 1, '', 'ABCDEF01', 'abcdef0', 'abcdef012', 'abcdefg0']],
    ['sha256', [undefined, null, 1, '', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'vic_AAAA']],
    ['rate', [undefined, 50, '', '50', '0/min', '50/week', { requests: 50, seconds: 60 }]],
    ['monthly', [undefined, '100000', 0, -1, 1.5, 1e12, 1e300]],
    ['created', [undefined, null, 0, '', '2026-01-02', '2026-02-30T00:00:00Z', '2026-01-02T00:00:00']],
    ['expires', [undefined, 0, '', 'never', '2026-12-31', '2026-13-01T00:00:00Z']],
  ] as const)(
    'is rejected if it contains an invalid %s, in a message that names the file, the key and the field',
    (field, values) => {
      for (const value of values)
        expect(refusalOf({ [field]: value })).toMatch(
          new RegExp(`^some/keys\\.json: key 2 \\(Example Two\\), field ${field}: expected [^\\n]+\\.$`),
        )
    },
  )

  it('is rejected if it contains an invalid name, which the message does not quote', () => {
    const steering = ['a\nb', '\u001b[2J', 'a\u007f', 'a\u0085b', 'a\u202eb', '\ud800']
    for (const name of [...steering, '', ' ', ' a', 'a ', 'x'.repeat(101), 1, null, undefined])
      expect(refusalOf({ name })).toBe(
        'some/keys.json: key 2, field name: expected 1 to 100 characters without control characters and without leading or trailing spaces.',
      )
    for (const name of ['x', 'x'.repeat(100), 'Größe 東京 👩‍🚀', '-', 'a b', "'; --"])
      expect(refusalOf({ name })).toBe('taken')
  })

  it('is rejected if it contains an extra field or a key that is not an object', () => {
    expect(refusalOf({ expire: '2026-12-31T00:00:00Z' })).toContain(
      'key 2 (Example Two), unknown field: expected only id, name,',
    )
    for (const key of [null, 1, 'vic_AAAA', []])
      expect(refusal(JSON.stringify({ version: 1, keys: [key] }))).toBe('some/keys.json: key 1, expected an object.')
  })

  it('is rejected if two keys have the same id, name or hash', () => {
    const again = (field: string) =>
      `some/keys.json: key 2 (Example Two), field ${field}: another key has the same value.`
    expect(refusalOf({ id: one.id })).toBe(again('id'))
    expect(refusalOf({ sha256: one.hash })).toBe(again('sha256'))
    expect(refusalOf({ name: one.name })).toContain('key 2 (Example One), field name: another key has the same value.')
    expect(refusalOf({ name: one.id })).toContain('field name: another key has the same value.')
  })

  it('is never quoted in a message, because any field may contain a token', () => {
    const token = 'vic_0123456789'
    for (const field of ['id', 'sha256', 'rate', 'monthly', 'created', 'expires', token])
      expect(refusalOf({ [field]: token })).not.toContain(token)
    expect(refusal(`{"version":1,"keys":["${token}"}`)).not.toContain(token)
  })
})

describe('the expiry of a key', () => {
  it.each([
    ['2026-12-31', Date.UTC(2027, 0, 1)],
    ['2028-02-29', Date.UTC(2028, 2, 1)],
    ['9999-12-30', Date.UTC(9999, 11, 31)],
    ['2026-12-31T18:00:00Z', Date.UTC(2026, 11, 31, 18)],
    ['2026-12-31T18:00:00.250Z', Date.UTC(2026, 11, 31, 18, 0, 0, 250)],
    ['2026-12-31T18:00:00-06:00', Date.UTC(2027, 0, 1, 0)],
    ['2026-12-31T18:00:00+05:30', Date.UTC(2026, 11, 31, 12, 30)],
  ])('may be given as %s', (text, expected) => {
    expect(parseExpiry(text)).toBe(expected)
  })

  it.each([
    ...['', ' 2026-12-31', '2026-12-31\n', '2026-12-31 18:00:00Z'],
    ...'tomorrow 2026 2026-12 2026-02-30 2027-02-29 2026-13-01 2026-00-10 2026-1-1 31/12/2026 20261231 -1'.split(' '),
    ...'2026-12-31T18:00:00 2026-12-31T25:00:00Z 2026-12-31T18:60:00Z 2026-12-31T18:00:00+24:00 2026-12-31Z'.split(' '),
    ...'9999-12-31 +012026-12-31 0001-01-01 9999-12-31T23:00:00-14:00 1735689600000'.split(' '),
  ])('may not be given as %j', (text) => {
    expect(parseExpiry(text)).toBeUndefined()
  })

  it('must be a time in a key file, not a day', () => {
    expect(parseMoment('2026-12-31')).toBeUndefined()
    expect(parseMoment('1970-01-01T00:00:00Z')).toBe(0)
  })
})

const requests = fc.integer({ min: 1, max: 999_999_999 })
const seconds = fc.integer({ min: 1, max: 86_400 })

describe('a rate limit', () => {
  it.each([
    ['50/min', 50, 60],
    ['50/minute', 50, 60],
    ['1/sec', 1, 1],
    ['1/second', 1, 1],
    ['7/hour', 7, 3600],
    ['999999999/day', 999_999_999, 86_400],
    ['10/30s', 10, 30],
    ['10/86400s', 10, 86_400],
  ])('given as %s allows %i requests in %i seconds', (text, requests, seconds) => {
    expect(parseRate(text)).toEqual({ requests, seconds })
  })

  it.each([
    ...['', '50 /min', '50/min ', '50/min\n', '50/ 60s'],
    ...'50 /min 50/ 50/m 50/s 50/mins 50/MIN 50/60 50/week 50/constructor ٥/min 50∕min NaN/min Infinity/min'.split(' '),
    ...'0/min 050/min -5/min +5/min 5.5/min 1e3/min 0x10/min 1,000/min 1_000/min 1000000000/min 50/min/min'.split(' '),
    ...'50/0s 50/86401s 50/99999s 50/100000s 50/030s 50/1.5s 50/-1s'.split(' '),
  ])('may not be given as %j', (text) => {
    expect(parseRate(text)).toBeUndefined()
  })

  it('can be formatted and parsed again', () => {
    fc.assert(
      fc.property(requests, fc.oneof(seconds, fc.constantFrom(1, 60, 3600, 86_400)), (requests, seconds) => {
        expect(parseRate(rateText({ requests, seconds }))).toEqual({ requests, seconds })
        expect(parseRate(`${requests}/${seconds}s`)).toEqual({ requests, seconds })
      }),
    )
    expect([1, 60, 3600, 86_400, 90].map((seconds) => rateText({ requests: 5, seconds }))).toEqual([
      ...['5/sec', '5/min', '5/hour', '5/day', '5/90s'],
    ])
  })

  it('parsed from any text is within the allowed bounds', () => {
    const pieces = fc.array(fc.constantFrom('0', '1', '9', '/', 's', 'sec', 'min', 'day', '-', '.', ' ', '\n'), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        pieces.map((some) => some.join('')),
        (text) => {
          const rate = parseRate(text)
          if (rate === undefined) return
          const [count, time] = text.split('/')
          expect(String(rate.requests)).toBe(count)
          expect(rate.seconds).toBe({ sec: 1, min: 60, day: 86_400 }[time] ?? Number(time.slice(0, -1)))
          expect(rate.seconds).toBeGreaterThan(0)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
