import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { consoleOf } from './console.ts'

const compare = (...words: string[]) => consoleOf(['compare', ...words], { open: openVicinage, columns: 80 })

describe('vicinage compare', () => {
  it('prints a column for each place, within 80 columns, with the greatest differences first', async () => {
    const { code, out, err } = await compare('30.2672,-97.7431', 'Oakland, CA', '78704')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.split('\n')
    expect(lines.filter((line) => /^[A-Z] {2}/.test(line)).map((line) => line.slice(0, 20))).toEqual([
      'A  30.2672,-97.7431',
      'B  Found as Oakland,',
      'C  Found as Austin, ',
    ])
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    const spreads = [...out.matchAll(/ {2,}(\d+)[* ]?(?: {2}[a-z].*)?$/gm)].map(([, spread]) => Number(spread))
    expect(spreads.length).toBeGreaterThan(3)
    expect(spreads).toEqual(spreads.toSorted((a, b) => b - a))
  })

  it('marks a difference if the ranges of the scores overlap', async () => {
    const { out } = await compare('78704', '78745', '-d', 'walkability')
    const { out: json } = await compare('78704', '78745', '-d', 'walkability', '--json')
    expect(JSON.parse(json).dimensions[0].note.code).toBe('bands_overlap')
    expect(out).toMatch(/^Walkability .* \d+\* {2}/m)
    expect(out).toContain('* The ranges overlap, so the order of the places is uncertain.')
    const exact = await compare('30.2672,-97.7431', '37.7599,-122.4148', '-d', 'walkability')
    expect(exact.out).not.toContain('*')
  })

  it('prints the range of the true score under each score if --interval is given', async () => {
    const { code, out } = await compare('30.2672,-97.7431', '37.7599,-122.4148', '-d', 'walkability', '--interval')
    expect(code).toBe(0)
    const vicinage = await openVicinage({ dimensions: ['walkability'] })
    const ranges = [
      { lat: 30.2672, lon: -97.7431 },
      { lat: 37.7599, lon: -122.4148 },
    ].map((place) => {
      const { low, high } = vicinage.score('walkability', place, { interval: true }).interval!
      return `${low}-${high}`
    })
    const lines = out.split('\n')
    const row = lines.findIndex((line) => line.startsWith('Walkability'))
    expect(lines[row + 1].trim().split(/ +/)).toEqual(ranges)
    expect(out).toContain('The range below a score contains the true score in 80 of 100 cases.')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('prints the library result as JSON and accepts two numbers as a place', async () => {
    const { out } = await compare('30.2672', '-97.7431', '37.7599', '-122.4148', '-d', 'flood', '--json')
    const vicinage = await openVicinage({ dimensions: ['flood'] })
    const places = [
      { lat: 30.2672, lon: -97.7431, label: '30.2672 -97.7431' },
      { lat: 37.7599, lon: -122.4148, label: '37.7599 -122.4148' },
    ]
    expect(JSON.parse(out)).toEqual(vicinage.compare(places))
  })

  it.each([
    ['a single place', ['Austin, TX'], 2, 'compare takes 2 to 8 places, got 1.'],
    ['an address that is not found', ['Austin, TX', 'Qqzzyx'], 3, 'The address was not found.'],
    ['a latitude out of range', ['99,-97', 'Austin, TX'], 2, 'latitude 99 is out of range'],
    ['a missing place', [], 2, "missing required argument 'places'"],
  ])('rejects %s', async (_, words, expected, message) => {
    const { code, out, err } = await compare(...words)
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err.toLowerCase()).toContain(message.toLowerCase())
  })
})
