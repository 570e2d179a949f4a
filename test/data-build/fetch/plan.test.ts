import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { sourceOfFile, sources } from '../../../data-build/catalog/catalog.ts'
import { type Source, source, UNTRIED } from '../../../data-build/catalog/source.ts'
import type { FileResult, FileState } from '../../../data-build/fetch/fetch-sources.ts'
import { getStates, planDownloads } from '../../../data-build/fetch/plan.ts'
import { formatBytes, listText, progressLine, resultLine, summaryText } from '../../../data-build/fetch/report.ts'
import { retryAfter } from '../../../data-build/fetch/request.ts'
import { planned } from './file-server.ts'

const PAGE = 'https://agency.example/page'
const served = { kind: 'zip', leastBytes: 10 } as const
const made: readonly Source[] = [
  source('by-state', 'Agency', 'A file for each state')
    .file('a/*.zip', '2025', PAGE)
    .download('zip', 'https://a.example/{fips}/t_{fips}.zip', 10, {
      path: 'a/t_{fips}.zip',
      mayBeMissing: 'some lack it',
    })
    .feeds(),
  source('by-hand', 'Agency', 'No address').file('h/*', '2025', PAGE).feeds(),
  source('national', 'Agency', 'One file')
    .file('n.zip', '2025', PAGE)
    .download('zip', 'https://a.example/n.zip', 10)
    .feeds(),
  source('texan', 'Agency', "One state's file")
    .file('x.csv.gz', '2025', PAGE)
    .download('zip', 'https://x.example/x.zip', 10, { states: ['TX'] })
    .feeds(),
]

describe('a download plan', () => {
  it('contains one file per state or one nationwide file, for the requested states only', () => {
    const paths = (...postals: string[]) =>
      planDownloads(made, { states: getStates(postals) }).files.map(({ path }) => path)
    expect(paths('CA', 'TX')).toEqual(['a/t_06.zip', 'a/t_48.zip', 'n.zip', 'x.csv.gz'])
    expect(paths('wy', 'WY')).toEqual(['a/t_56.zip', 'n.zip'])
  })

  it('replaces the state placeholder in the address, path and notes of a file, and names its source', () => {
    const [file] = planDownloads(made, { states: getStates(['CA']) }).files
    expect(file).toEqual({
      ...served,
      source: 'by-state',
      url: 'https://a.example/06/t_06.zip',
      path: 'a/t_06.zip',
      mayBeMissing: 'some lack it',
    })
  })

  it('contains only the requested sources, and lists those that have to be downloaded by hand', () => {
    const plan = planDownloads(made, { states: getStates(['TX']), only: ['texan', 'by-hand', 'texan'] })
    expect(plan.files.map((file) => file.source)).toEqual(['texan'])
    expect(plan.byHand.map(({ id }) => id)).toEqual(['by-hand'])
  })

  it('rejects an unknown source and suggests similar names', () => {
    const plan = () => planDownloads(made, { states: [], only: ['texas'] })
    expect(plan).toThrow('There is no source "texas"; did you mean texan, ')
  })

  it('rejects a state whose files the build cannot use, and lists the sources available for every state', () => {
    const scored = [{ ...made[0], id: 'scored', feeds: ['geography' as const] }, ...made]
    const plan = (...postals: string[]) => planDownloads(scored, { states: getStates(postals) })
    expect(() => plan('CA', 'NY')).toThrow(
      'Scores are built for CA, FL, TX only: data:build cannot use the files scored of NY. It can use these files for any state: --only by-state.',
    )
    expect(plan('CA', 'FL', 'TX').files).toHaveLength(8)
    expect(planDownloads(scored, { states: getStates(['NY']), only: ['by-state'] }).files).toHaveLength(1)
  })

  it('rejects an unknown placeholder', () => {
    const [{ downloads = [] }] = made
    const odd = [{ ...made[0], downloads: [{ ...downloads[0], url: 'https://a.example/{year}.zip' }] }]
    expect(() => planDownloads(odd, { states: getStates(['CA']) })).toThrow('"{year}"')
  })

  it('lists addresses, notes once that they were not tried, and prints the page of each file to download by hand', () => {
    const text = listText(planDownloads(made, { states: getStates(['TX']) }))
    expect(text.split(UNTRIED)).toHaveLength(2)
    expect(text).toContain('texan  x.csv.gz\n    https://x.example/x.zip\n    zip, member x.csv, at least 10 B\n')
    expect(text).toContain('by-hand  h/*\n    by hand: page https://agency.example/page')
  })
})

describe('states in a download plan', () => {
  it('are found by postal code', () => {
    const known = { CA: '06', FL: '12', TX: '48', DC: '11', WY: '56', NY: '36', PR: '72' }
    for (const [postal, fips] of Object.entries(known)) expect(getStates([postal])).toMatchObject([{ postal, fips }])
  })

  it.each(['XX', 'Texas', '48', 'AA', ''])('do not include the code %j', (postal) => {
    expect(() => getStates([postal])).toThrow(RangeError)
  })
})

describe('the download catalog', () => {
  const { files, byHand } = planDownloads(sources, { states: getStates(['CA', 'TX', 'FL']) })

  it('places each file where its source expects it, and no two files at the same path', () => {
    for (const { path, source: id } of files) expect(`${path} of ${sourceOfFile(path)?.id}`).toBe(`${path} of ${id}`)
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
  })

  it.each(files.map((file) => [file.path, file] as const))(
    'contains an https address and a safe path for %s',
    (path, file) => {
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
    },
  )

  it('contains an address or a page for each source of schools, environmental justice and air quality', () => {
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
      return execFileSync(process.execPath, ['--import', 'tsx', 'data-build/fetch.ts', ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: string }
      return `exit ${status}: ${stderr}`
    }
  }

  it('lists files without downloading them', () => {
    const text = script('--list', '--only', 'ca-schools', '--only', 'fl-schools')
    expect(text).toContain('ca-schools  schools/ca/pubschls.txt.gz')
    expect(text).toContain(UNTRIED)
    expect(text).toContain('by hand: page https://hifld')
    expect(text).not.toContain('census')
  })

  it.each([
    [['--only', 'ca-scools'], /exit 1: .*There is no source "ca-scools"; did you mean ca-schools/s],
    [['--state', 'ZZ'], /exit 1: .*"ZZ" is not the postal code of a state/s],
    [['--only', 'fl-schools'], /exit 1: .*none of these sources has a direct download/s],
    [['--sate', 'CA'], /exit 1: .*--sate/s],
  ])('stops with an error for the options %j', (args, words) => {
    expect(script(...args)).toMatch(words)
  })
})

const fetched = {
  path: 'made/file.zip',
  source: 'made',
  url: 'u',
  finalUrl: 'u',
  bytes: 2_500_000,
  sha256: '0',
  servedBytes: 2_500_000,
  etag: null,
  lastModified: null,
  time: '',
}
const result = (state: FileState, received: number, notes: readonly string[] = []): FileResult => {
  return { file: planned('u'), state, received, ms: 2000, notes, fetched }
}

describe('the report of a download run', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [13_352_819, '13.4 MB'],
    [4.2e9, '4.2 GB'],
  ])('formats %i bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

  it('prints one line per file with state, size, speed and path, and notes below', () => {
    const line = resultLine(result('new', 2_500_000, ['moved to v']))
    expect(line).toBe(`new             2.5 MB     1.3 MB/s  made/file.zip\n            moved to v`)
    expect(resultLine(result('unchanged', 0))).toBe('unchanged       2.5 MB               made/file.zip')
    // No size is printed for a failed file. If the folder has a file of that name, it is not the file that failed to
    // download.
    expect(resultLine(result('failed', 0))).not.toContain('MB')
  })

  it('ends with the number of files by state', () => {
    const text = summaryText(
      [result('new', 10), result('failed', 5), result('new', 20)],
      [{ source: 'made', same: 0, other: 2, fresh: 0 }],
    )
    expect(text.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      'state files received',
      'new 2 30 B',
      'failed 1 5 B',
      '',
      'source files compared with dist-data/manifest.json',
      'made 2 changed',
    ])
  })
})

describe('the download progress line', () => {
  const stream = (isTTY: boolean) => {
    const written: string[] = []
    const write = (text: string) => written.push(text)
    return { written, stream: { isTTY, columns: 60, write } as unknown as NodeJS.WriteStream }
  }

  it('is hidden if the output is not a terminal', () => {
    const { written, stream: pipe } = stream(false)
    const line = progressLine(pipe, 2)
    line.arrived('a/b.zip', 10, 10, 100)
    line.print('done')
    line.clear()
    expect(written).toEqual(['done\n'])
  })

  it('fits the terminal, counts every chunk, and is drawn at most five times per second', () => {
    let now = 1000
    const { written, stream: terminal } = stream(true)
    const line = progressLine(terminal, 2, () => now)
    now += 1000
    for (let i = 1; i <= 100; i++) line.arrived('a/long-name-of-a-file-that-goes-on-and-on.zip', 10, 10 * i, 2000)
    expect(written).toHaveLength(1)
    now += 200
    line.arrived('a/long-name-of-a-file-that-goes-on-and-on.zip', 1000, 2000, 2000)
    expect(written[1]).toContain('0/2 files, 2.0 kB, 1.7 kB/s')
    for (const text of written) expect(text.replace('\r\u001B[K', '').length).toBeLessThan(60)
  })
})

describe('a Retry-After header', () => {
  const now = Date.UTC(2026, 10, 21, 10, 0, 0)
  it.each([
    [null, undefined],
    ['7', 7000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
  ])('of %j is read as %j ms', (header, ms) => expect(retryAfter(header, now)).toBe(ms))
})
