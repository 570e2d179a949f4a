import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it, test } from 'vitest'
import type { DimensionId } from '../../../../src/answers/dimensions/catalog.ts'
import { coveredStates } from '../../../../src/base/states.ts'
import { scoreStream } from '../../../../src/faces/batch/index.ts'
import { copyData } from '../../../../src/faces/cli/data-copy/write-data.ts'
import { createApp } from '../../../../src/faces/http/app.ts'
import { NotLoadedError, openVicinage, STATUS, type Vicinage } from '../../../../src/index.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { consoleOf } from '../console.ts'

const florida = coveredStates.filter(({ postal }) => postal === 'FL')
const ids: DimensionId[] = ['walkability', 'ideological-lean', 'insurance-coverage']
const zoned = ['ideological-lean', 'insurance-coverage'] as const
const choice = { dimensions: ids, states: florida, schools: false, geocoder: false, explorer: false, squares: false }
const austin = { lat: 30.2672, lon: -97.7431 }
const miami = { lat: 25.7743, lon: -80.1937 }

const base = emptyFolder()
const copy = join(base, 'florida')
let whole: Vicinage
let cut: Vicinage

beforeAll(async () => {
  await copyData(undefined, copy, choice, { force: false })
  const options = { dimensions: ids, schools: false, geocoder: false }
  whole = await openVicinage(options)
  cut = await openVicinage({ ...options, data: copy })
}, 60_000)

/** Returns places that are spread evenly over the box of Florida, the same in every run. */
function placesIn(count: number) {
  const { west, south, east, north } = florida[0].box
  return Array.from({ length: count }, (_, i) => ({
    lat: south + ((i * 0.7548776662) % 1) * (north - south),
    lon: west + ((i * 0.569840291) % 1) * (east - west),
  }))
}

test('a copy for one state returns the same answers in that state as the whole data', () => {
  const covered = placesIn(2000).filter((place) => whole.place(place) !== null)
  expect(covered.length).toBeGreaterThan(500)
  const answersOf = (vicinage: Vicinage, place: (typeof covered)[number]) => [
    vicinage.place(place),
    vicinage.scores(place, { percentiles: true }),
  ]
  const different = covered.filter((place) => !isDeepStrictEqual(answersOf(cut, place), answersOf(whole, place)))
  expect(different).toEqual([])
  for (const place of covered.slice(0, 20))
    for (const id of ids) expect(cut.explain(id, place)).toEqual(whole.explain(id, place))
})

test('every method of a copy for one state rejects a place in another state and names that state', () => {
  const refused = /^Texas is not in this data.*vicinage data copy --states FL TX`/
  expect(() => cut.score('walkability', austin)).toThrow(refused)
  expect(() => cut.score('walkability', austin)).toThrow(NotLoadedError)
  expect(() => cut.scores(austin)).toThrow(refused)
  expect(() => cut.reverse(austin)).toThrow(refused)
  expect(() => cut.area({ state: 'TX' })).toThrow(refused)
  expect(() => cut.area({ ...austin, radius: 300 })).toThrow(refused)
  expect(() => cut.area({ west: -98, south: 30, east: -97, north: 31 })).toThrow(refused)
  expect(() => cut.scoresAround({ ...austin, radius: 1000 })).toThrow(refused)
  expect(() => cut.scoresAround({ lat: 30, lon: -87, radius: 1_000_000 })).toThrow(refused)
  expect(() => cut.rank('walkability', { of: 'county', within: { state: 'TX' } })).toThrow(refused)
  const where = { walkability: { min: 100 } }
  expect(() => cut.find({ where, within: { state: 'TX' } })).toThrow(refused)
  expect(() => cut.find({ where, within: { ...austin, radius: 300 } })).toThrow(refused)
  expect(() => cut.find({ where, within: { lat: 30, lon: -87, radius: 1_000_000 } })).toThrow(refused)
  for (const id of zoned) expect(() => cut.edge(id, austin)).toThrow(refused)
  const columns = {
    lat: Float64Array.of(miami.lat, austin.lat, 40.7),
    lon: Float64Array.of(miami.lon, austin.lon, -74),
  }
  expect(() => cut.scoreColumns(columns)).toThrow(refused)
  const { statusColumn } = cut.scoreColumns({ ...columns, dimensions: ['walkability'], statusColumn: true })
  expect([...statusColumn]).toEqual([STATUS.scored, STATUS.notLoaded, STATUS.outside])
  expect(cut.score('walkability', { lat: 40.7, lon: -74 })).toEqual(whole.score('walkability', { lat: 40.7, lon: -74 }))
})

test('a copy for one state returns the same circles, areas and rankings in that state as the whole data', () => {
  const circle = { ...miami, radius: 5000 }
  expect(cut.scoresAround(circle)).toEqual(whole.scoresAround(circle))
  expect(cut.area({ county: '12086' })).toEqual(whole.area({ county: '12086' }))
  const options = { of: 'county', within: { state: 'FL' } } as const
  expect(cut.rank('walkability', options)).toEqual(whole.rank('walkability', options))
  const named = cut.rank('walkability', { of: 'county', limit: 100 }).areas.map(({ name }) => name)
  expect(named.every((name) => name.endsWith('Florida'))).toBe(true)
})

test('a copy for one state returns the same edges and searches in that state as the whole data', () => {
  for (const place of [miami, ...placesIn(400).filter((place) => whole.place(place) !== null)].slice(0, 60))
    for (const id of zoned) {
      const options = { maxDistance: 5000 }
      expect(cut.edge(id, place, options), `${id} at ${place.lat}, ${place.lon}`).toEqual(
        whole.edge(id, place, options),
      )
    }
  const request = { where: { walkability: { min: 150 } }, within: { county: '12086' } } as const
  expect(cut.find(request)).toEqual(whole.find(request))
})

test('a copy for one state names a missing state in batch rows, in 404 responses and in scores of 0', async () => {
  const rows: unknown[] = []
  for await (const row of scoreStream(cut, [miami, austin], { dimensions: ['walkability'], noData: 0 }))
    rows.push([row.walkability, row.vicinage_error])
  expect(rows).toEqual([
    [whole.score('walkability', miami).score, null],
    [null, expect.stringMatching(/^Texas is not in this data/)],
  ])
  const app = createApp(cut)
  const scores = await app.request(`/v1/scores?lat=${austin.lat}&lon=${austin.lon}&dimensions=walkability`)
  expect(scores.status).toBe(200)
  const { walkability } = (await scores.json()) as Record<string, { score: number; description: string }>
  expect(walkability).toMatchObject({ score: 0, description: expect.stringMatching(/^Texas is not in this data/) })
  const edge = await app.request(`/v1/edge/insurance-coverage?lat=${austin.lat}&lon=${austin.lon}`)
  expect({ status: edge.status, body: await edge.json() }).toEqual({
    status: 404,
    body: { detail: expect.stringMatching(/^Texas is not in this data/) },
  })
  const around = await app.request(`/v1/scores/around?lat=${austin.lat}&lon=${austin.lon}&radius=500`)
  expect({ status: around.status, body: await around.json() }).toEqual({
    status: 404,
    body: { detail: expect.stringMatching(/^Texas is not in this data/) },
  })
})

test('a copy for one state never reports a place in another state as outside the covered states', () => {
  const answered: unknown[] = []
  for (const { box, postal } of coveredStates) {
    if (postal === 'FL') continue
    for (let i = 0; i < 3000; i++) {
      const lat = box.south + ((i * 0.7548776662) % 1) * (box.north - box.south)
      const lon = box.west + ((i * 0.569840291) % 1) * (box.east - box.west)
      if (whole.place({ lat, lon }) === null) continue
      try {
        answered.push(cut.place({ lat, lon }))
      } catch (error) {
        if (!(error instanceof NotLoadedError)) throw error
      }
    }
  }
  expect(answered).toEqual([])
})

describe('a copy with the geocoder', () => {
  const data = join(base, 'addresses')
  let whole: Vicinage<'flood'>
  let copied: Vicinage<'flood'>
  beforeAll(async () => {
    const command = ['data', 'copy', '--out', data, '--states', 'FL', '--dimensions', 'flood', '--geocoder']
    const { out } = await consoleOf(command, { open: openVicinage })
    expect(out).toMatch(/ MB {3}1 score of Florida\n.* MB {3}geocoder.*\n.* MB {3}outlines of ZIPs and cities\n/)
    expect(out).toMatch(/Left out: California and Texas \(--states\); the scores urban-rural, .*schools/s)
    whole = await openVicinage({ dimensions: ['flood'], schools: false, userData: false })
    copied = await openVicinage({ data, dimensions: ['flood'], schools: false, userData: false })
  }, 60_000)

  it('finds the same addresses, names and areas as the whole data', () => {
    for (const text of ['900 Ocean Dr, Miami Beach, FL', '501 Whitehead St, Key West, FL', 'Key West, FL', '33040'])
      expect(copied.geocode(text), text).toEqual(whole.geocode(text))
    expect(copied.reverse(miami)).toEqual(whole.reverse(miami))
    expect(copied.reverse(miami).city).toBe('Miami')
    for (const area of ['Key West, FL', '33040'])
      expect(copied.area(area), area).toEqual({ ...whole.area(area), schools: null })
  })

  it('lists its contents in the data status', async () => {
    const status = JSON.parse((await consoleOf(['--data', data, 'data', 'status', '--json'])).out)
    expect(status).toMatchObject({
      states: ['FL'],
      scores: ['flood'],
      parts: { schools: null, explorer: null, outlines: (await stat(join(data, 'areas.bundle'))).size },
      incomplete: {},
    })
    const { out } = await consoleOf(['--data', data, 'data', 'status'])
    expect(out).toContain('Percentages are shares of the residents of Florida.')
    expect(out).toMatch(/schools and school\s+districts \(--schools\)/)
    const { out: listed } = await consoleOf(['--data', data, 'dimensions'])
    expect(listed.match(/^ {2}[a-z-]+: /gm)).toEqual(['  flood: '])
    expect(listed).toMatch(/\nNot in this data: urban-rural, .*\bfire\.\n$/s)
  })

  it('reports which file is missing if the outlines were not copied, and how to add it', async () => {
    const less = join(base, 'less')
    await cp(data, less, { recursive: true })
    const manifest = JSON.parse(await readFile(join(less, 'manifest.json'), 'utf8'))
    const bundles = manifest.bundles.filter(({ id }: { id: string }) => !/^(areas|streets)/.test(id))
    await writeFile(join(less, 'manifest.json'), JSON.stringify({ ...manifest, bundles }))
    const opened = await openVicinage({ data: less, dimensions: ['flood'], schools: false, userData: false })
    const missing = /areas\.bundle was not included\. .*`vicinage data copy --geocoder`/
    for (const area of ['Key West, FL', '33040']) expect(() => opened.area(area)).toThrow(missing)
    expect(() => opened.rank('flood', { of: 'city', within: { state: 'FL' } })).toThrow(missing)
    expect(opened.reverse(miami)).toMatchObject({
      city: null,
      zip: null,
      message: 'City and ZIP are not loaded: areas.bundle was not included.',
    })
    const line = ['--data', less, '--no-user-data', 'area', 'Key West, FL']
    const { code, err } = await consoleOf(line, { open: openVicinage })
    expect(code).toBe(3)
    expect(err).toMatch(/areas\.bundle was not included\.\nCopy the data again with --geocoder/)
    const { incomplete } = JSON.parse((await consoleOf(['--data', less, 'data', 'status', '--json'])).out)
    expect(incomplete).toEqual({ geocoder: ['streets', 'streets-brands'] })
  })
})

test('copyData() writes only the requested bundles, with their sources', async () => {
  const small = join(base, 'small')
  await copyData(copy, small, { ...choice, dimensions: ['walkability'] as const }, { force: false })
  expect((await readdir(small)).sort()).toEqual([
    'geography.bundle',
    'manifest.json',
    'sources.json',
    'walkability.bundle',
  ])
  const manifest = JSON.parse(await readFile(join(small, 'manifest.json'), 'utf8'))
  const idsIn = async (file: string): Promise<string[]> =>
    JSON.parse(await readFile(file, 'utf8')).sources.map(({ id }: { id: string }) => id)
  expect(manifest.states).toEqual(['FL'])
  const named = new Set(manifest.bundles.flatMap((bundle: { sources: string[] }) => bundle.sources))
  const listed = await idsIn(join(small, 'sources.json'))
  expect(listed).toContain('epa-walkability')
  expect(listed).toEqual((await idsIn('dist-data/sources.json')).filter((id) => named.has(id)))
  // The geography contains the shoreline, so its license is copied, too.
  const { sources } = JSON.parse(await readFile(join(small, 'sources.json'), 'utf8'))
  const shoreline = sources.find(({ id }: { id: string }) => id === 'gshhg-shoreline')
  expect(shoreline.license_texts['gshhg-copyright.txt']).toContain('Copyright: 2014, The GMT Team')
  let bytes = 0
  for (const name of await readdir(small)) bytes += (await stat(join(small, name))).size
  expect(bytes).toBeLessThan(2_000_000)
  const opened = await openVicinage({ data: small, schools: false, geocoder: false })
  expect(opened.score('walkability', miami)).toEqual(whole.score('walkability', miami))
  expect(() => opened.score('flood', miami)).toThrow(NotLoadedError)
})

test('copyData() overwrites nothing without force and leaves no partial folder', async () => {
  await expect(copyData(undefined, copy, choice, { force: false })).rejects.toThrow(/contains vicinage data/)
  const others = join(base, 'others')
  await mkdir(others)
  await writeFile(join(others, 'letter.txt'), 'kept')
  await expect(copyData(undefined, others, choice, { force: true })).rejects.toThrow(/not vicinage data/)
  await expect(copyData(copy, join(copy, 'inside'), choice, { force: true })).rejects.toThrow(
    /is inside the data folder/,
  )
  await expect(copyData(copy, copy, choice, { force: true })).rejects.toThrow(/is the data folder/)
  const texas = coveredStates.filter(({ postal }) => postal === 'TX')
  await expect(copyData(copy, join(base, 'texas'), { ...choice, states: texas }, { force: false })).rejects.toThrow(
    /Texas is not in/,
  )
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(copyData(copy, join(base, 'half'), choice, { force: false, signal: stopped })).rejects.toThrow('stopped')
  expect((await readdir(base)).sort()).toEqual(['addresses', 'florida', 'less', 'others', 'small'])
})
