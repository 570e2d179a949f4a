import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { installing } from '../../../src/base/peers.ts'
import { likelyMeant, readPlace } from '../../../src/faces/cli/arguments.ts'
import { readHost, readOrigin } from '../../../src/faces/cli/commands/serve.ts'
import { UsageError } from '../../../src/faces/cli/usage-error.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

describe('a place on the command line', () => {
  it.each([
    [['30.2672', '-97.7431']],
    [['30.2672,-97.7431']],
    [['30.2672, -97.7431']],
    [['30.2672,', '-97.7431']],
    [['30.2672', ',', '-97.7431']],
    [['30.2672', ' -97.7431']],
    [['  +30.2672   -97.7431 ']],
  ])('is parsed from %j', (words) => {
    expect(readPlace(words)).toEqual({ lat: 30.2672, lon: -97.7431 })
  })

  it('is parsed from any two numbers in range', () => {
    const lat = fc.double({ min: -90, max: 90, noNaN: true })
    const lon = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(lat, lon, fc.constantFrom(' ', ',', ', '), (lat, lon, between) => {
        const place = readPlace([`${lat}${between}${lon}`])
        // Adding 0 turns -0 into 0, because `-0` is written without its sign.
        expect([place.lat + 0, place.lon + 0]).toEqual([lat + 0, lon + 0])
      }),
    )
  })

  it.each([
    [[], 'got none'],
    [['30'], "got 1 ('30')"],
    [['30', '-97', '5'], "got 3 ('30 -97 5')"],
    [['30,,-97'], 'got 3'],
    [['30N', '-97'], "The latitude '30N' is not a number."],
    [['30', '0x10'], "The longitude '0x10' is not a number."],
    [['91', '-97'], 'The latitude 91 is out of range: expected -90 to 90.'],
    [['30', '180.5'], 'The longitude 180.5 is out of range: expected -180 to 180.'],
    [['nan', '5'], 'The latitude nan is out of range'],
    [['a', 'b'], "The latitude 'a' is not a number. The longitude 'b' is not a number."],
  ])('is not parsed from %j', (words, reason) => {
    expect(() => readPlace(words)).toThrow(UsageError)
    expect(() => readPlace(words)).toThrow(reason)
  })

  it('is rejected with a suggestion if the coordinates look swapped or a minus sign is missing', () => {
    expect(likelyMeant({ lat: -80.19, lon: 25.77 })).toBe('The latitude comes first: did you mean 25.77 -80.19?')
    expect(likelyMeant({ lat: 80.19, lon: 25.77 })).toBe('The latitude comes first: did you mean 25.77 -80.19?')
    expect(likelyMeant({ lat: 30.27, lon: 97.74 })).toBe(
      'Longitudes in the west are negative: did you mean 30.27 -97.74?',
    )
    expect(likelyMeant({ lat: 30.27, lon: -97.74 })).toBeUndefined()
    expect(likelyMeant({ lat: 48.85, lon: 2.35 })).toBeUndefined()
  })
})

function refusalOf(read: (given: string) => string, given: string): UsageError {
  try {
    return expect.fail(`${given} was taken for ${read(given)}`)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return error as UsageError
  }
}

describe('a --cors origin', () => {
  it.each([
    '*',
    'https://page.example',
    'http://localhost:5173',
    'http://[::1]:3000',
    'https://xn--bcher-kva.example',
    'chrome-extension://abcdefgh',
  ])('may be %s', (given) => {
    expect(readOrigin(given)).toBe(given)
  })

  it.each([
    ['https://page.example/', 'https://page.example'],
    ['https://page.example/map?x=1#y', 'https://page.example'],
    ['https://Page.Example', 'https://page.example'],
    ['https://page.example:443', 'https://page.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('is rejected if it is written as %s, with the suggestion %s', (given, meant) => {
    const { message, hint } = refusalOf(readOrigin, given)
    expect(message).toBe(`--cors: expected scheme://host[:port] without a path, or *, got '${given}'.`)
    expect(hint).toBe(`Perhaps: ${meant}`)
  })

  it.each([
    ...['', ' ', 'page.example', 'localhost:5173', '//page.example', 'null'],
    ...['README.md', 'file:///', 'https://', 'https://*.page.example'],
  ])('may not be %j', (given) => {
    expect(refusalOf(readOrigin, given).hint).toMatch(/quote '\*' so that the shell/)
  })
})

describe('an --allow-host value', () => {
  it.each([
    ['localhost', 'localhost'],
    ['Scores.Example', 'scores.example'],
    ['192.0.2.1', '192.0.2.1'],
    ['::1', '[::1]'],
    ['[::1]', '[::1]'],
    ['2001:DB8:0::1', '[2001:db8::1]'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('of %s is parsed as %s, like the host in a request URL', (given, host) => {
    expect(readHost(given)).toBe(host)
    expect(new URL(`http://${host}:8080/mcp`).hostname).toBe(host)
  })

  it.each([
    ...['', ' ', '*', '*.example', 'http://localhost', 'localhost:8080'],
    ...['[::1]:8080', 'a/b', 'a b', 'me@here', '[1', 'x%', ':::'],
  ])('may not be %j', (given) => {
    expect(refusalOf(readHost, given).message).toBe(
      `--allow-host: expected a host name without scheme and port, got '${given}'.`,
    )
  })
})

it('the install command for a missing package is global only if vicinage is installed globally', () => {
  const folder = emptyFolder()
  const cli = `${pathToFileURL(folder)}/node_modules/vicinage/dist/cli.js`
  expect(installing('ioredis', cli)).toBe('npm install --global ioredis')
  writeFileSync(join(folder, 'package.json'), '{}')
  expect(installing('ioredis', cli)).toBe('npm install ioredis')
  expect(installing('ioredis', 'file:///clone/dist/cli.js')).toBe('npm install ioredis')
})
