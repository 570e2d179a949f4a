import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Source, source, UNTRIED } from '../../data-build/catalogue/source.ts'
import { planDownloads } from '../../data-build/fetch/plan.ts'
import { states, statesOf } from '../../data-build/fetch/states.ts'
import { listText } from '../../data-build/fetch/words.ts'
import { sourceOfFile, sources } from '../../data-build/sources.ts'

const rest = { address: 'https://agency.example/page', vintage: '2025', feeds: [] }
const served = { kind: 'zip', leastBytes: 10, tried: false } as const
const made: readonly Source[] = [
  source('by-state', 'Agency', 'A file for each state', {
    ...rest,
    path: 'a/*.zip',
    downloads: [
      { ...served, url: 'https://a.example/{fips}/t_{fips}.zip', path: 'a/t_{fips}.zip', mayBeMissing: 'some lack it' },
    ],
  }),
  source('by-hand', 'Agency', 'No address', { ...rest, path: 'h/*' }),
  source('national', 'Agency', 'One file', {
    ...rest,
    path: 'n.zip',
    downloads: [{ ...served, url: 'https://a.example/n.zip', path: 'n.zip' }],
  }),
  source('texan', 'Agency', "One state's file", {
    ...rest,
    path: 'x.csv.gz',
    downloads: [
      { ...served, url: 'https://x.example/x.zip', path: 'x.csv.gz', member: 'x.csv', states: ['TX'], tried: true },
    ],
  }),
]

describe('a plan', () => {
  it('has a file for each state, the nation, and only the states asked for', () => {
    const paths = (...postals: string[]) =>
      planDownloads(made, { states: statesOf(postals) }).files.map(({ path }) => path)
    expect(paths('CA', 'TX')).toEqual(['a/t_06.zip', 'a/t_48.zip', 'n.zip', 'x.csv.gz'])
    expect(paths('wy', 'WY')).toEqual(['a/t_56.zip', 'n.zip'])
  })

  it('fills the state in everywhere and names the source', () => {
    const [file] = planDownloads(made, { states: statesOf(['CA']) }).files
    expect(file).toEqual({
      ...served,
      source: 'by-state',
      url: 'https://a.example/06/t_06.zip',
      path: 'a/t_06.zip',
      mayBeMissing: 'some lack it',
    })
  })

  it('holds the named sources alone, and says which are fetched by hand', () => {
    const plan = planDownloads(made, { states: statesOf(['TX']), only: ['texan', 'by-hand', 'texan'] })
    expect(plan.files.map((file) => file.source)).toEqual(['texan'])
    expect(plan.byHand.map(({ id }) => id)).toEqual(['by-hand'])
  })

  it('refuses a source that there is not, with the nearest names', () => {
    const plan = () => planDownloads(made, { states: [], only: ['texas'] })
    expect(plan).toThrow('There is no source "texas"; the nearest are texan, ')
  })

  it('refuses a placeholder that it does not know', () => {
    const [{ downloads = [] }] = made
    const odd = [{ ...made[0], downloads: [{ ...downloads[0], url: 'https://a.example/{year}.zip' }] }]
    expect(() => planDownloads(odd, { states: statesOf(['CA']) })).toThrow('"{year}"')
  })

  it('is listed with addresses that have not been tried, and the pages of the rest', () => {
    const text = listText(planDownloads(made, { states: statesOf(['TX']) }))
    expect(text.match(new RegExp(UNTRIED, 'g'))).toHaveLength(2)
    expect(text).toContain('texan  x.csv.gz\n    https://x.example/x.zip\n    zip, of it x.csv, at least 10 B\n')
    expect(text).toContain('by-hand  h/*\n    by hand: page https://agency.example/page')
  })
})

describe('states', () => {
  it('are the fifty, the capital and the islands, by FIPS codes that do not repeat', () => {
    expect(states).toHaveLength(56)
    expect(new Set(states.map(({ fips }) => fips)).size).toBe(56)
    expect(new Set(states.map(({ postal }) => postal)).size).toBe(56)
    for (const { fips, postal } of states) expect(`${fips} ${postal}`).toMatch(/^\d\d [A-Z]{2}$/)
    const known = { CA: '06', FL: '12', TX: '48', DC: '11', WY: '56', NY: '36', PR: '72' }
    for (const [postal, fips] of Object.entries(known)) expect(statesOf([postal])).toEqual([{ postal, fips }])
  })

  it.each(['XX', 'Texas', '48', ''])('do not include %j', (postal) => {
    expect(() => statesOf([postal])).toThrow(RangeError)
  })
})

describe('the catalogue', () => {
  const { files, byHand } = planDownloads(sources, { states: statesOf(['CA', 'TX', 'FL']) })

  it('puts each download where its own source looks for it, and no two in one place', () => {
    for (const { path, source: id } of files) expect(`${path} of ${sourceOfFile(path)?.id}`).toBe(`${path} of ${id}`)
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
  })

  it.each(files.map((file) => [file.path, file] as const))('serves %s over https, within the folder', (path, file) => {
    expect(new URL(file.url).protocol).toBe('https:')
    expect(file.url).not.toMatch(/[{}\s]/)
    expect(path).toMatch(/^[a-z-]+(\/[\w.-]+)+$/)
    expect(path).not.toContain('..')
    expect(file.leastBytes).toBeGreaterThan(1000)
    if (file.member !== undefined) expect(file.kind).toBe('zip')
    const ending = { zip: /\.zip$/, xlsx: /\.xlsx$/, gz: /\.gz$/, csv: /\.csv(\.gz)?$/, text: /\.txt(\.gz)?$/ }[
      file.kind
    ]
    if (file.member === undefined) expect(path).toMatch(ending)
    else expect([file.member, `${file.member.split('/').at(-1)}.gz`]).toContain(path.split('/').at(-1))
  })

  it('has an address or a page for the sources the issue names', () => {
    const ids = new Set([...files.map((file) => file.source), ...byHand.map(({ id }) => id)])
    for (const id of [
      'ca-schools',
      'ca-dashboard',
      'tx-accountability',
      'fl-school-grades',
      'cdc-eji-2024',
      'epa-aqi-county',
    ])
      expect(ids).toContain(id)
  })
})

describe('npm run data:fetch', () => {
  const script = (...args: string[]) => {
    try {
      return execFileSync('npx', ['tsx', 'data-build/fetch.ts', ...args], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: string }
      return `exit ${status}: ${stderr}`
    }
  }

  it('lists without fetching', () => {
    const text = script('--list', '--only', 'ca-schools', '--only', 'fl-schools')
    expect(text).toContain('ca-schools  schools/ca/pubschls.txt.gz')
    expect(text).toContain(UNTRIED)
    expect(text).toContain('by hand: page https://hifld')
    expect(text).not.toContain('census')
  })

  it.each([
    [['--only', 'ca-scools'], /exit 1: .*There is no source "ca-scools"; the nearest are ca-schools/s],
    [['--state', 'ZZ'], /exit 1: .*"ZZ" is not the postal code of a state/s],
    [['--only', 'fl-schools'], /exit 1: .*no file of these sources and states has a fixed address/s],
    [['--sate', 'CA'], /exit 1: .*--sate/s],
  ])('stops at %j', (args, words) => {
    expect(script(...args)).toMatch(words)
  })
})
