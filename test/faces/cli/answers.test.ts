import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { EXAMPLES } from '../../../src/faces/cli/help.ts'
import { openVicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'
import { consoleOf } from './console.ts'

const ids = dimensions.map(({ id }) => id)
const byGroup = [...new Set(dimensions.map(({ group }) => group))].flatMap((group) =>
  dimensions.filter((dimension) => dimension.group === group).map(({ id }) => id),
)
const austin = ['30.2672', '-97.7431']

describe('vicinage score', () => {
  it('prints one line per dimension, without wrapping, if the output is not a terminal', async () => {
    const { code, out, err } = await consoleOf(['score', ...austin])
    const lines = out.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(ids)
    expect(lines[0]).toBe(
      'urban-rural             1  Dense urban core: about 12,000 residents per km² around, about 31,000 people per km² by day.',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  it('prints descriptions below the scores on a narrow terminal', async () => {
    const { out } = await consoleOf(['score', ...austin], { columns: 40 })
    expect(out).toMatch(/^privacy +128\n {2}Typical suburban privacy\.$/m)
  })

  it('wraps long lines on a terminal', async () => {
    const { out } = await consoleOf(['score', ...austin], { columns: 70 })
    expect(out.replace(/\n {20,}/g, ' ')).toBe((await consoleOf(['score', ...austin])).out)
  })

  it('opens and prints only the requested dimensions, in the requested order', async () => {
    const chosen = ['-d', 'flood', '--dimensions', 'privacy,flood']
    const { out, opened } = await consoleOf(['score', ...austin, ...chosen, '--json'])
    expect(JSON.parse(out)).toEqual({
      flood: {
        score: 166,
        description: 'Moderate flood risk: estimate from tract-level federal risk data, not a zone determination.',
      },
      privacy: { score: 128, description: 'Typical suburban privacy.' },
    })
    expect(Object.keys(JSON.parse(out))).toEqual(['flood', 'privacy'])
    expect(out).toContain('\n  "flood": {\n    "score": 166,')
    expect(opened).toEqual([{ dimensions: ['flood', 'privacy'], schools: false, geocoder: false }])
  })

  it('accepts --data before or after the command', async () => {
    for (const argv of [
      ['--data', 'there', 'score', ...austin],
      ['score', ...austin, '--data=there'],
    ])
      expect((await consoleOf(argv)).opened).toEqual([{ data: 'there', schools: false, geocoder: false }])
  })
})

describe('vicinage report', () => {
  it('prints a table of all dimensions by group', async () => {
    const { code, out, err } = await consoleOf(['report', ...austin])
    const lines = out.split('\n')
    expect(lines[0]).toBe('30.2672, -97.7431  ·  Travis County, Texas')
    expect(lines.filter((line) => /^(Vibe|Environment|Demographics|Risk)$/.test(line))).toHaveLength(4)
    expect(lines).toContain(`  Walkability                255    41%  ${'█'.repeat(20)}  Pedestrian priority`)
    expect(lines).toContain('  Fire safety                  –   Fire safety covers California only')
    expect(out).toMatch(/Flood safety +166 ~ {2}41% {2}█{13}·{7} {2}Moderate flood risk: estimate/)
    expect(out).toContain('vicinage explain flood 30.2672 -97.7431')
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  it('prints every dimension at any width, with bars of # if the terminal does not support UTF-8', async () => {
    for (const columns of [20, 60, 300]) {
      const { out } = await consoleOf(['report', ...austin], { columns })
      for (const { name } of dimensions) expect(out).toContain(`\n  ${name.split(' (')[0]} `)
      expect(out).toContain('Typical suburban privacy')
    }
    expect((await consoleOf(['report', ...austin], { unicode: false })).out).toContain(`255    41%  ${'#'.repeat(20)}`)
  })

  it('prints an object as JSON', async () => {
    const report = JSON.parse((await consoleOf(['report', ...austin, '--json'])).out)
    expect(Object.keys(report)).toEqual(['lat', 'lon', 'place', 'scores', 'districts', 'schools'])
    expect(report).toMatchObject({
      lat: 30.2672,
      lon: -97.7431,
      place: { county: 'Travis County', state: 'Texas', block_group: '484530011021' },
      scores: {
        privacy: { score: 128, description: 'Typical suburban privacy.', basis: 'modeled', percentile: { state: 41 } },
      },
    })
    expect(Object.keys(report.scores)).toEqual(ids)
    expect(report.scores.fire).toMatchObject({ basis: null, interval: null })
  })

  it('reports once that a place is outside the covered states, and suggests the other sign', async () => {
    const { code, out, err } = await consoleOf(['report', '30.2672', '97.7431'])
    expect(out).toBe('30.2672, 97.7431\n\nOutside the coverage.\n')
    expect(err).toBe('Longitudes in the west are negative: did you mean 30.2672 -97.7431?\n')
    expect(code).toBe(3)
    expect(JSON.parse((await consoleOf(['report', '30', '97', '--json'])).out).place).toBeNull()
  })
})

describe('vicinage explain', () => {
  it('prints the inputs and sources of a score at every width', async () => {
    for (const columns of [40, 60, 100, 140]) {
      const { code, out, opened } = await consoleOf(['explain', 'flood', ...austin], { columns })
      const words = out.replace(/\s+/g, ' ')
      expect(words).toMatch(/^Flood safety · 30\.2672, -97\.7431( ·)? Travis County, Texas 166 of 255 /)
      expect(words).toMatch(/ coastal floods 0\.25 per year \(?(for )?census block group 484530011021/)
      expect(words).toContain('More of it than where 41% of Texans live. 38% of all residents')
      expect(words).toContain('An Agency: A Table, 2020 [public domain]')
      expect({ code, opened }).toEqual({
        code: 0,
        opened: [{ dimensions: ['flood'], schools: false, geocoder: false }],
      })
    }
  })

  it('ends with a link to report a wrong score if the owner of the package has configured one', async () => {
    const bugs = 'https://example.com/issues'
    const { out } = await consoleOf(['explain', 'flood', '30.267153', '-97.7430608'], { bugs })
    expect(out).toMatch(
      /\n\nWrong\? Tell us\n {2}https:\/\/example\.com\/issues\/new\?\S+place=30\.267%2C\+-97\.743&\S+\n$/,
    )
    expect((await consoleOf(['explain', 'flood', ...austin])).out).not.toMatch(/Wrong|issues/)
    expect((await consoleOf(['explain', 'flood', '--json', ...austin], { bugs })).out).not.toContain('issues')
  })

  it('prints the explanation as JSON', async () => {
    const { out } = await consoleOf(['explain', 'flood', '--json', '30.2672,-97.7431'])
    expect(JSON.parse(out)).toMatchObject({
      dimension: 'flood',
      score: 166,
      basis: 'estimate',
      percentile: { state: 41, coverage: 38 },
    })
  })

  it('prints "no data" and omits the sections that would be empty', async () => {
    const { code, out } = await consoleOf(['explain', 'fire', ...austin])
    expect(out).toContain('\nno data\n')
    expect(out).not.toMatch(/Inputs|Among people|Basis|null/)
    expect(code).toBe(3)
  })
})

describe('vicinage dimensions', () => {
  it('lists all dimensions by group without opening the data', async () => {
    const { code, out, opened } = await consoleOf(['dimensions'], { columns: 60 })
    expect(Array.from(out.matchAll(/^ {2}([a-z-]+):/gm), (match) => match[1])).toEqual(byGroup)
    expect(out.match(/^ {4}255 {2}\S/gm)).toHaveLength(dimensions.length)
    expect({ code, opened }).toEqual({ code: 0, opened: [] })
  })

  it('prints the catalog as JSON', async () => {
    const { out, opened } = await consoleOf(['dimensions', '--json'])
    const catalog = JSON.parse(out) as { dimensions: { id: string }[] }
    expect(catalog.dimensions.map(({ id }) => id)).toEqual(ids)
    expect(opened).toHaveLength(1)
  })
})

describe('vicinage start', () => {
  it('reports on three places and suggests what to try next', async () => {
    const { code, out, opened } = await consoleOf(['start'])
    expect(out.match(/^Vibe$/gm)).toHaveLength(3)
    expect(out.trimEnd().split('\n').slice(-5)[0]).toBe('Next:')
    expect(out).toContain('npm start -- ')
    expect({ code, opened }).toEqual({ code: 0, opened: [{ geocoder: false }] })
  })

  it('reports on a given place', async () => {
    const { out } = await consoleOf(['start', '25.7743,-80.1937'])
    expect(out.startsWith('25.7743, -80.1937')).toBe(true)
    expect(out.match(/^Vibe$/gm)).toHaveLength(1)
  })

  it('is not listed in the help', async () => {
    expect((await consoleOf(['--help'])).out).not.toMatch(/^ +start/m)
  })
})

describe('vicinage', () => {
  it.each([['--help'], ['-h'], ['help']])('prints help on stdout for %s', async (argument) => {
    const { code, out, err } = await consoleOf([argument])
    for (const command of [
      ...['score', 'report', 'explain', 'dimensions', 'schools'],
      ...['school', 'districts', 'district-schools', 'map'],
    ])
      expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
    expect(out).toContain('Examples:')
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  it('runs the examples in its help', async () => {
    const examples = (await consoleOf(['--help'])).out.split('Examples:')[1].split('Exit codes:')[0].trim().split('\n')
    expect(examples.length).toBeGreaterThan(4)
    for (const example of examples) {
      const words = example.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''))
      expect({ example, ...(await consoleOf(words.slice(1), { open: builtVicinage })) }).toMatchObject({
        example,
        code: 0,
        err: '',
      })
    }
  })

  // The examples of other commands write files, start servers or download.
  const answering = ['report', 'score', 'explain', 'edge', 'schools', 'school', 'districts', 'district-schools']
  const examples = [...answering, 'geocode', 'reverse', 'suggest', 'area', 'rank', 'find', 'dimensions', 'data status']
  it.each(examples.flatMap((name) => EXAMPLES[name]))(
    'runs the example in the help of a command: %s',
    async (example) => {
      const words = example.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''))
      const { code, out } = await consoleOf(words, { open: openVicinage })
      expect(code, out).toBe(0)
      expect(out.length).toBeGreaterThan(40)
    },
  )

  it('prints the arguments of a command and --data in the help of the command', async () => {
    const { code, out } = await consoleOf(['explain', '--help'])
    expect(out).toContain('Usage: vicinage explain [options] DIMENSION LAT LON')
    expect(out).toContain('--data <dir>')
    expect(code).toBe(0)
  })

  it('prints only the version with --version and -v', async () => {
    for (const option of ['--version', '-v'])
      expect(await consoleOf([option])).toMatchObject({ code: 0, out: '9.8.7\n', err: '' })
  })
})
