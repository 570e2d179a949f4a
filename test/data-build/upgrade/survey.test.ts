import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { removeUpgrade } from '../../../data-build/shipped-pipeline.ts'
import { readUnchanged } from '../../../data-build/user-data/unchanged.ts'
import { getCatalog } from '../../../src/answers/dimensions/get-catalog.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { breaksOff, fileServer, good, inTurn } from '../fetch/file-server.ts'
import { dataFixture, opened, upgraded } from './fixtures/data.ts'
import { b27010, CA, FL, insured, TX1, TX2, table, tables } from './fixtures/survey.ts'

describe('insurance coverage from a table of the American Community Survey', () => {
  it("scores the tracts in the table, and preserves the package's scores elsewhere", async () => {
    const [out, file] = [emptyFolder(), writtenFile('acsdt5y2024-b27010.dat', b27010)]
    const { summary } = await upgraded('insurance-coverage', out, { from: [file] })
    expect(summary).toMatchObject({ painted: ['acs'], failed: [], bundles: [{ id: 'insurance-coverage' }] })
    const [now, before] = [await opened(out), await opened(await dataFixture())]
    const score = (at: typeof CA) => now.score('insurance-coverage', at).score
    // 95%, 75% and 60% are insured, and 90% is the end of the scale: 255, 1 + 254 · 0.8333, 1 + 254 · 0.6667.
    expect([CA, FL, TX2].map(score)).toEqual([255, 213, 170])
    expect(score({ ...FL, lon: -80.22 })).toBe(213)
    expect(score(TX1)).toBe(before.score('insurance-coverage', TX1).score)
    expect(score(TX1)).toBe(210)
    const florida = now.explain('insurance-coverage', FL)
    expect(florida).toMatchObject({
      basis: 'measured',
      description:
        'Moderate coverage: about 75% of the people of this census tract have health insurance (survey of 2020-24).',
    })
    expect(florida.inputs.map(({ name, value }) => [name, value])).toEqual([
      ['Residents with health insurance', 75],
      ['Last of the five years of the survey', 2024],
    ])
    expect(florida.sources[0]).toMatchObject({
      agency: 'U.S. Census Bureau',
      title: 'American Community Survey, 5-year estimates by census tract: B27010',
      vintage: expect.stringMatching(/^2020-2024; read 20\d\d-\d\d-\d\d, SHA-256 [0-9a-f]{16}$/),
    })
    expect(now.explain('insurance-coverage', TX1).description).toMatch(/health insurance \(survey of 2018-22\)\.$/)
    expect(now.dimensions().find(({ id }) => id === 'insurance-coverage')?.method).toMatch(
      /\(an ACS newer than the package data, or ACS 2018-22 where the newer ACS has no figure\)/,
    )
    // The CLI and the explorer show the same method.
    const record = getCatalog(now).find(({ id }) => id === 'insurance-coverage')
    expect(record?.method).toBe(now.dimensions().find(({ id }) => id === 'insurance-coverage')?.method)
    // Of the 8,000 people with a score, the 3,000 of TX2 and the 2,000 of TX1 have lower scores: 62.5%.
    expect(florida.percentile?.coverage).toBe(62)
    const sha256 = createHash('sha256').update(b27010).digest('hex')
    expect(JSON.parse(readFileSync(join(out, 'upgrades', 'sources.json'), 'utf8')).sources[0]).toMatchObject({
      id: 'census-acs-2024',
      files: [{ path: 'acsdt5y2024-b27010.dat', sha256, bytes: b27010.length }],
    })
  })

  it('is removed together with the folder of upgrades', async () => {
    const [out, file] = [emptyFolder(), writtenFile('acsdt5y2024-b27010.dat', b27010)]
    await upgraded('insurance-coverage', out, { from: [file] })
    const place = { folder: join(out, 'upgrades'), data: await dataFixture(), builder: 'made 2.0' }
    expect(await removeUpgrade('insurance-coverage', place)).toBe(1)
    expect(existsSync(join(out, 'upgrades'))).toBe(false)
  })

  it.each<[string, string, string | Uint8Array, RegExp]>([
    [
      'of another name',
      'b27010.csv',
      b27010,
      /b27010\.csv: a file with an unexpected name; expected tables of the summary file, such as acsdt5y2024-b27010\.dat/,
    ],
    ['empty', 'acsdt5y2024-b27010.dat', '', /acsdt5y2024-b27010\.dat \(tracts\): no rows at all/],
    ['a web page', 'acsdt5y2024-b27010.dat', '<!doctype html>\n<title>Rejected</title>\n', /no column GEO_ID/],
    ['another table', 'acsdt5y2024-b27010.dat', table('B27001', 57, insured), /no column B27010_E001 \(nearest: /],
    [
      'cut within a row',
      'acsdt5y2024-b27010.dat',
      b27010.slice(0, b27010.indexOf(`1400000US${TX2.tract}`) + 60),
      /fields; expected 133/,
    ],
    [
      'cut between rows',
      'acsdt5y2024-b27010.dat',
      b27010.slice(0, b27010.indexOf(`1400000US${TX2.tract}`)),
      /1 of the 2 census tracts of Texas; expected all of them/,
    ],
    [
      'cut gzip',
      'acsdt5y2024-b27010.dat.gz',
      gzipSync(b27010).subarray(0, 300),
      /unexpected end of file\); expected a complete file/,
    ],
    [
      'with a tract twice',
      'acsdt5y2024-b27010.dat',
      `${b27010}${b27010.slice(b27010.indexOf('1400000US06'))}`,
      /tract 06037000100 twice/,
    ],
    [
      'with words for numbers',
      'acsdt5y2024-b27010.dat',
      b27010.replace(`1400000US${CA.tract}|4000`, `1400000US${CA.tract}|many`),
      /B27010_E001 is "many"/,
    ],
  ])(
    'is rejected with a one-sentence error, and changes no data, if the table is %s',
    async (_, name, content, words) => {
      const out = emptyFolder()
      await upgraded('insurance-coverage', out, { from: [writtenFile('acsdt5y2024-b27010.dat', b27010)] })
      const before = readFileSync(join(out, 'manifest.json'))
      const refused = upgraded('insurance-coverage', out, { from: [writtenFile(name, content)] })
      await expect(refused).rejects.toMatchObject({ name: 'LayerError', message: expect.stringMatching(words) })
      expect(readFileSync(join(out, 'manifest.json')).equals(before)).toBe(true)
      expect((await opened(out)).score('insurance-coverage', FL).score).toBe(213)
    },
  )

  it('is rejected if the table contains only other states', async () => {
    const file = writtenFile('acsdt5y2024-b27010.dat', table('B27010', 66, {}))
    await expect(upgraded('insurance-coverage', emptyFolder(), { from: [file] })).rejects.toThrow(
      'is in California, Texas or Florida, so nothing was changed. Expected acsdt5y2024-b27010.dat',
    )
  })

  it('preserves earlier scores for unknown values, and accepts a table of a single complete state', async () => {
    const out = emptyFolder()
    const texas = { [TX1.tract]: insured[TX1.tract], [TX2.tract]: insured[TX2.tract] }
    const unknown = { ...texas, [TX1.tract]: { E001: -666666666 } }
    await upgraded('insurance-coverage', out, {
      from: [writtenFile('acsdt5y2023-b27010.dat', table('B27010', 66, unknown))],
    })
    const now = await opened(out)
    expect([CA, TX1, TX2].map((at) => now.score('insurance-coverage', at).score)).toEqual([100, 210, 170])
    expect(now.explain('insurance-coverage', TX2).sources[0].vintage).toMatch(/^2019-2023; /)
  })
})

describe('population profile from tables of the American Community Survey', () => {
  it('scores tracts from a folder of tables', async () => {
    const [out, folder] = [emptyFolder(), emptyFolder()]
    for (const [name, content] of Object.entries(tables)) writtenFile(`${name}.gz`, gzipSync(content), folder)
    // The folder also has an older survey and an unrelated file.
    writtenFile('acsdt5y2023-b01001.dat', 'old', folder)
    writtenFile('README.txt', 'tables', folder)
    await upgraded('population-profile', out, { from: [folder] })
    const now = await opened(out)
    const score = (at: typeof CA) => now.score('population-profile', at).score
    // 22% children and 17% seniors are the middle of the scale; 60% seniors are its end.
    expect([CA, FL].map(score)).toEqual([128, 255])
    // A prison: 97% of working age, 99.5% in group quarters, 3% seniors. The axis is -0.4 · 14 / 17, so the score is 1
    // + 254 · (0.5 - 0.1647).
    expect(score(TX1)).toBe(86)
    // A campus: 97% of working age, 90% in group quarters, 1% seniors. That is beyond the end of the scale.
    expect(score(TX2)).toBe(1)
    expect(now.explain('population-profile', FL)).toMatchObject({
      basis: 'measured',
      description:
        'Predominantly senior: 0% under 18, 40% aged 18-64, 60% 65 or over in this census tract (survey of 2020-24).',
    })
    const { files } = JSON.parse(readFileSync(join(out, 'upgrades', 'sources.json'), 'utf8')).sources[0]
    expect(files).toHaveLength(4)
  })

  it('is rejected with a list of the missing tables', async () => {
    const folder = emptyFolder()
    for (const [name, content] of Object.entries(tables).slice(0, 2)) writtenFile(name, content, folder)
    await expect(upgraded('population-profile', emptyFolder(), { from: [folder] })).rejects.toThrow(
      /no acsdt5y2024-b26001\.dat, acsdt5y2024-b27010\.dat; expected tables B01001, B25003, B26001, B27010 of one survey\.$/,
    )
  })
})

const PATH = '/2024/table-based-SF/data/5YRData/acsdt5y2024-b27010.dat'
/** Makes a table large enough to pass for a national one. */
const national = (tracts: typeof insured) => Buffer.from(table('B27010', 66, tracts, 3000))

describe('a survey downloaded from the Census Bureau', () => {
  it('resumes after a broken connection, and is requested and replaced only if changed', async () => {
    const bytes = national(insured)
    const other = national({ ...insured, [FL.tract]: { ...insured[FL.tract], E001: 5000 } })
    const server = await fileServer({
      [PATH]: inTurn(breaksOff(bytes, 700_000), good(bytes), good(bytes), good(other, '"two"')),
    })
    const out = emptyFolder()
    const get = () => upgraded('insurance-coverage', out, { mirror: server.origin })
    const { summary, notes } = await get()
    expect(summary).toMatchObject({ painted: ['acs'], failed: [] })
    expect(notes[0]).toMatch(/acsdt5y2024-b27010\.dat: .*retrying in/)
    // Only the missing bytes are requested, however many arrived before the break.
    const [first, second] = server.asked.map(({ headers }) => headers.range)
    expect([first, server.asked.length]).toEqual([undefined, 2])
    expect(Number(/^bytes=(\d+)-$/.exec(second ?? '')?.[1])).toBeGreaterThan(0)
    expect((await opened(out)).score('insurance-coverage', FL).score).toBe(213)
    expect(readdirSync(join(out, 'upgrades'))).not.toContain('downloads')
    expect((await get()).summary).toMatchObject({ painted: [], failed: [], bundles: [{ id: 'insurance-coverage' }] })
    expect(server.asked[2].headers['if-none-match']).toBe('"one"')
    // In the new edition, 10% are uninsured, which gives the best score.
    expect((await get()).summary.painted).toEqual(['acs'])
    expect((await opened(out)).score('insurance-coverage', FL).score).toBe(255)
  })

  it('is downloaded only once if two dimensions in one run use the same table', async () => {
    const folder = '/2024/table-based-SF/data/5YRData/'
    // A long row of the whole country makes each table as large as a national one.
    const large = (text: string) => Buffer.from(`${text}0100000US|${'1'.repeat(1_000_000)}\n`)
    const routes = Object.entries(tables).map(([name, text]) => [folder + name, good(large(text))] as const)
    const server = await fileServer(Object.fromEntries(routes))
    const out = emptyFolder()
    const first = await upgraded('insurance-coverage', out, { mirror: server.origin, keepsDownloads: true })
    const second = await upgraded('population-profile', out, { mirror: server.origin })
    expect([first.summary, second.summary]).toMatchObject([{ painted: ['acs'] }, { painted: ['acs'] }])
    const whole = server.asked.filter(({ path, headers }) => path === PATH && headers['if-none-match'] === undefined)
    expect(whole).toHaveLength(1)
    expect(readdirSync(join(out, 'upgrades'))).not.toContain('downloads')
  })

  it('leaves downloaded tables and earlier scores in place if a table cannot be downloaded', async () => {
    const folder = emptyFolder()
    for (const [name, content] of Object.entries(tables)) writtenFile(name, content, folder)
    const out = emptyFolder()
    await upgraded('population-profile', out, { from: [folder] })
    const before = readFileSync(join(out, 'manifest.json'))
    const big = Object.entries(tables).map(([name, text]): [string, Buffer] => [
      `/2024/table-based-SF/data/5YRData/${name}`,
      Buffer.from(text + '0100000US|1\n'.repeat(100_000)),
    ])
    const routes = Object.fromEntries(big.map(([path, bytes]) => [path, good(bytes)]))
    const refuses = {
      ...routes,
      [big[3][0]]: (_: unknown, response: import('node:http').ServerResponse) => response.writeHead(403).end(),
    }
    const bad = await fileServer(refuses)
    const { summary } = await upgraded('population-profile', out, { mirror: bad.origin })
    expect(summary.failed).toEqual([
      { map: 'American Community Survey, ages', reason: expect.stringMatching(/^status 403 .*b27010\.dat$/) },
    ])
    expect(readFileSync(join(out, 'manifest.json')).equals(before)).toBe(true)
    expect(existsSync(join(out, 'upgrades/downloads/acs/acsdt5y2024-b01001.dat'))).toBe(true)
  })

  it('uses the survey of the previous year if the newest survey is not yet published', async () => {
    const server = await fileServer({ [PATH.replaceAll('2024', '2023')]: good(national(insured)) })
    const out = emptyFolder()
    expect((await upgraded('insurance-coverage', out, { mirror: server.origin })).summary.failed).toEqual([])
    expect((await opened(out)).explain('insurance-coverage', FL).description).toContain('(survey of 2019-23)')
  })

  it('is announced with one note that the address was never tested, and cannot be limited to counties', async () => {
    const { notes } = await upgraded('insurance-coverage', emptyFolder(), { signal: AbortSignal.abort('SIGINT') })
    expect(notes).toEqual([
      expect.stringMatching(
        /^Downloading from https:\/\/www2\.census\.gov\/programs-surveys\/acs\/.* was looked up but not tested/,
      ),
    ])
    await expect(upgraded('insurance-coverage', emptyFolder(), { counties: ['06037'] })).rejects.toThrow(
      'omit --states and --county',
    )
  })
})

describe('a source file that changes while it is read', () => {
  it('is rejected', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'tables'))
    const file = writtenFile('tables/one.dat', b27010, folder)
    expect(await readUnchanged(file, async () => 'read')).toBe('read')
    await expect(readUnchanged(file, async () => appendFileSync(file, 'more'))).rejects.toThrow(
      'one.dat changed while being read: run the same command again.',
    )
  })
})
