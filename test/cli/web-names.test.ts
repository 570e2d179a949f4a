import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/cli/usage-error.ts'
import { readHost, readOrigin } from '../../src/cli/web-names.ts'

function refusalOf(read: (given: string) => string, given: string): UsageError {
  try {
    return expect.fail(`${given} was taken for ${read(given)}`)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return error as UsageError
  }
}

describe('an origin', () => {
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
  ])('is not %s, perhaps %s', (given, meant) => {
    const { message, hint } = refusalOf(readOrigin, given)
    expect(message).toBe(`--cors: expected scheme://host[:port] without a path, or *, got '${given}'.`)
    expect(hint).toBe(`Perhaps: ${meant}`)
  })

  it.each([
    '',
    ' ',
    'page.example',
    'localhost:5173',
    '//page.example',
    'null',
    'README.md',
    'file:///',
    'https://',
    'https://*.page.example',
  ])('is not %j', (given) => {
    expect(refusalOf(readOrigin, given).hint).toMatch(/quote '\*' for the shell/)
  })
})

describe('a host', () => {
  it.each([
    ['localhost', 'localhost'],
    ['Scores.Example', 'scores.example'],
    ['192.0.2.1', '192.0.2.1'],
    ['::1', '[::1]'],
    ['[::1]', '[::1]'],
    ['2001:DB8:0::1', '[2001:db8::1]'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s is %s, as in the address of a request', (given, host) => {
    expect(readHost(given)).toBe(host)
    expect(new URL(`http://${host}:8080/mcp`).hostname).toBe(host)
  })

  it.each([
    '',
    ' ',
    '*',
    '*.example',
    'http://localhost',
    'localhost:8080',
    '[::1]:8080',
    'a/b',
    'a b',
    'me@here',
    '[1',
    'x%',
    ':::',
  ])('is not %j', (given) => {
    expect(refusalOf(readHost, given).message).toBe(
      `--allow-host: expected a host name without scheme and port, got '${given}'.`,
    )
  })
})
