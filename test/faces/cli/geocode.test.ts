import { describe, expect, it } from 'vitest'
import { geocodeAnswers } from '../../../src/answers/geocode/geocode-methods.ts'
import { once } from '../../../src/data/bundle/once.ts'
import { isAddress } from '../../../src/faces/cli/arguments.ts'
import type { Terminal } from '../../../src/faces/cli/terminal.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { geocoderFixture } from '../../answers/geocode/fixtures/geocoder.ts'
import { reverseFixture, suggestionFixture } from '../../answers/geocode/fixtures/reverse.ts'
import { consoleOf, libraryFixture } from './console.ts'

const known = geocodeAnswers(once(geocoderFixture))
const terminal: Partial<Terminal> = {
  open: async () => ({ ...libraryFixture, ...known }) as unknown as Vicinage,
}
const school = '12 Invented Ln, Quillwater, TX 78790'

describe('vicinage geocode', () => {
  it('prints coordinates, layer, radius, confidence and the parsed address', async () => {
    const { code, out, err } = await consoleOf(['geocode', school], terminal)
    expect(out).toBe(`12 Invented Ln, Quillwater, TX 78790

  Found       12 Invented Ln, Quillwater, TX 78790
  Place       30.2123, -97.7211
  Layer       address: the address, from a public list
  Radius      500 ft (150 m)
  Confidence  0.77
  Read as     number 12, street INVENTED, suffix LN, city QUILLWATER, state TX, zip 78790

For the scores there, run \`vicinage report 30.2123 -97.7211\`
`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  it('explains how the address was parsed and what was tried', async () => {
    const { out } = await consoleOf(['geocode', school, '--explain'], terminal)
    expect(out).toContain('Explanation\n  number: "12"\n  street: "Invented" as INVENTED'.replace(' as INVENTED', ''))
    expect(out).toContain('suffix: "Ln"')
    expect(out.replaceAll(/\s+/g, ' ')).toContain('The answer is 12 Invented Ln, Quillwater, TX 78790 (layer address)')
  })

  it('accepts an address as separate words', async () => {
    const { out } = await consoleOf(['geocode', ...school.split(' ')], terminal)
    expect(out).toBe((await consoleOf(['geocode', school], terminal)).out)
  })

  it('lists other places with the same name', async () => {
    const { out } = await consoleOf(['geocode', 'Alderbrook'], terminal)
    expect(out).toContain('\nSeveral places are named Alderbrook: Alderbrook, TX has the most people;')
    expect(out).toContain('\nOr\n  Alderbrook, FL at 27.5, -81.5 (city)\n')
  })

  it('explains why nothing is found and exits with code 3', async () => {
    const { code, out } = await consoleOf(['geocode', 'Toronto, Canada'], terminal)
    expect(out).toContain('The address is outside the United States: Canada.')
    expect(out).not.toMatch(/vicinage report|null/)
    expect(code).toBe(3)
    const abroad = await consoleOf(['geocode', school, '--country', 'CA'], terminal)
    expect(abroad.out.replaceAll('\n', ' ')).toContain('got country CA.')
  })

  it('prints the library result as JSON', async () => {
    for (const address of [school, 'Alderbrook', 'nowhere at all']) {
      const { out } = await consoleOf(['geocode', address, '--json'], terminal)
      expect(out).toBe(`${JSON.stringify(known.geocode(address), null, 2)}\n`)
    }
  })

  it('opens the data of places and streets, but no dimensions and no schools', async () => {
    const { opened } = await consoleOf(['geocode', school])
    expect(opened).toEqual([{ dimensions: [], schools: false }])
    const streets = await consoleOf(['geocode', school, '--streets', 'there', '--data', 'here'])
    expect(streets.opened).toEqual([{ data: 'here', dimensions: [], schools: false, streets: 'there' }])
  })

  it('removes terminal control characters from an address', async () => {
    const { out } = await consoleOf(['geocode', 'Evil\u001b]0;title\u0007\u001b[2J\nStreet\u202e, TX 78790'], terminal)
    expect(out).toMatch(/^[\n -~]+$/)
  })

  it('rejects an empty or overlong address and an invalid country', async () => {
    for (const [argv, reason] of [
      [['geocode', ' '], 'The address is empty.'],
      [['geocode', 'a'.repeat(301)], 'longer than 300 characters'],
      [['geocode', school, '--country', 'USA'], '--country: String should have at most 2 characters'],
      [['geocode'], "Missing required argument 'address'"],
    ] as const) {
      const { code, out, err, opened } = await consoleOf(argv)
      expect(err).toContain(reason)
      expect({ code, out, opened }).toEqual({ code: 2, out: '', opened: [] })
    }
  })
})

describe('vicinage report ADDRESS', () => {
  it('prints the report for the matched coordinates, with label, layer and radius', async () => {
    const { code, out } = await consoleOf(['report', school], terminal)
    expect(out).toMatch(/^12 Invented Ln, Quillwater, TX 78790 {2}· {2}30\.2123, -97\.7211/)
    const line = out.replace(/\n {2}/g, ' ')
    expect(line).toContain(
      'Found as 12 Invented Ln, Quillwater, TX 78790: layer address, the address, from a public list',
    )
    expect(line).toContain('radius 500 ft (150 m), confidence 0.77')
    expect(out).toContain('vicinage explain flood 30.2123 -97.7211')
    expect(code).toBe(0)
  })

  it('states that the scores of a ZIP center are not those of the house', async () => {
    const { out } = await consoleOf(['report', '1 Main St, Quillwater, TX 78790'], terminal)
    expect(out.replace(/\n {2}/g, ' ')).toContain('radius 1.9 mi (3.0 km)')
    expect(out.replace(/\n {2}/g, ' ')).toContain('not the score of the house')
    expect(out).not.toContain('~ marks an estimate')
  })

  it('adds the matched address to the JSON report', async () => {
    const { address, ...report } = JSON.parse((await consoleOf(['report', school, '--json'], terminal)).out)
    const plain = JSON.parse((await consoleOf(['report', '30.2123', '-97.7211', '--json'], terminal)).out)
    expect(report).toEqual(plain)
    expect(address).toEqual({
      ...{ asked: school, layer: 'address', confidence: 0.77, radius: 150 },
      ...{ label: '12 Invented Ln, Quillwater, TX 78790', note: null },
    })
  })

  it('rejects an address that is not found, with the reason', async () => {
    const { code, out, err } = await consoleOf(['report', 'Toronto, Canada'], terminal)
    expect(err).toContain('vicinage: The address was not found. The address is outside the United States: Canada.')
    expect(err).not.toContain('a more complete address')
    expect(err).toContain('Only places in California, Texas and Florida are covered')
    const unread = await consoleOf(['report', 'Qqzzyx'], terminal)
    expect(unread.err).toContain('a more complete address')
    expect({ code, out }).toEqual({ code: 3, out: '' })
  })

  it.each([
    [['30.2672', '-97.7431'], false],
    [['30.2672,-97.7431'], false],
    [['abc', '-97'], false],
    [['30', 'x'], false],
    [[''], false],
    [['78701'], true],
    [['78701-1234'], true],
    [['Austin', '78701'], true],
    [['1100 Congress Ave'], true],
    [['Austin'], true],
  ])('decides whether the words %j are an address: %s', (words, expected) => {
    expect(isAddress(words)).toBe(expected)
  })
})

describe('vicinage reverse', () => {
  it('prints neighborhood, city, ZIP, county, state and census areas of a place', async () => {
    const { code, out, err, opened } = await consoleOf(['reverse', '30.3', '-97.7'])
    expect(out).toBe(`Old Market, Quillwater, TX 78790

  Place         30.3, -97.7
  Neighborhood  Old Market
  City          Quillwater
  ZIP           78790
  County        Travis County (48453)
  State         Texas (48)
  Tract         48453001100
  Block group   484530011001
`)
    expect({ code, err, opened }).toEqual({
      code: 0,
      err: '',
      opened: [{ dimensions: [], schools: false, geocoder: true }],
    })
  })

  it('prints the library result as JSON', async () => {
    const { out } = await consoleOf(['reverse', '30.3,-97.7', '--json'])
    expect(JSON.parse(out)).toEqual(reverseFixture)
  })

  it('rejects invalid coordinates', async () => {
    const { code, err } = await consoleOf(['reverse', '91', '-97.7'])
    expect(code).toBe(2)
    expect(err).toContain('latitude')
  })
})

describe('vicinage suggest', () => {
  it('prints names, kinds and coordinates', async () => {
    const { code, out, err, opened } = await consoleOf(['suggest', 'old', 'mar', '--near', '30,-97', '--limit', '3'])
    expect(out).toBe('Old Market, Quillwater, TX\n  neighborhood  ·  30.2, -97.7  ·  within 0.6 mi (1.0 km)\n')
    expect({ code, err, opened }).toEqual({ code: 0, err: '', opened: [{ dimensions: [], schools: false }] })
  })

  it('prints the library result as JSON', async () => {
    const { out } = await consoleOf(['suggest', 'old', '--json'])
    expect(JSON.parse(out)).toEqual([suggestionFixture])
  })

  it('reports that no name begins with the text', async () => {
    const none = { ...libraryFixture, suggest: () => [] }
    const { out } = await consoleOf(['suggest', 'old'], { open: async () => none as never })
    expect(out).toBe('No name begins with this text.\n')
  })

  it('rejects an invalid limit, an invalid place and an empty text', async () => {
    for (const [words, reason] of [
      [['old', '--limit', '0'], '--limit: Input should be greater'],
      [['old', '--near', '91,0'], 'The latitude 91 is out of range'],
      [[''], 'The text is empty.'],
    ] as const) {
      const { code, err } = await consoleOf(['suggest', ...words])
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`vicinage: ${reason}`) })
    }
  })
})
