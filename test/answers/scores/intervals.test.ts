import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { putIntervals } from '../../../data-build/validate/intervals/put.ts'
import { CLASSES, type IntervalsMeta, KNOTS } from '../../../src/answers/dimensions/intervals.ts'
import { coveredStates } from '../../../src/base/states.ts'
import { manifestText, openBundle, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { crowdingClasses, THIRDS } from '../../../src/data/crowding.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage } from '../../../src/library/open.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const DATA = new URL('../../../dist-data/', import.meta.url)
const DOWNTOWN = { lat: 30.2672, lon: -97.7431 }
const IDS = ['insurance-coverage', 'air-quality', 'fire'] as const

/** Returns intervals that extend `down` and `up` points from every score, one point wider for each place class. */
function around(basis: 'measured' | 'modeled' | 'estimate', down: number, up: number): IntervalsMeta['tables'][number] {
  const ends = (shift: (placeClass: number) => number) =>
    Array.from({ length: CLASSES }, (_, placeClass) =>
      KNOTS.map((knot) => Math.max(1, Math.min(255, knot + shift(placeClass)))),
    )
  return { basis, low: ends((placeClass) => -down - placeClass), high: ends(() => up) }
}

/** Returns a folder with a few bundles of the package and invented intervals. */
async function folderWithIntervals(): Promise<string> {
  const folder = emptyFolder()
  const manifest = await readManifest(dataFolder(DATA))
  const bundles = manifest.bundles.filter(({ id }) => id === 'geography' || IDS.some((wanted) => wanted === id))
  for (const { file } of bundles) await copyFile(new URL(file, DATA), join(folder, file))
  await writeFile(join(folder, 'manifest.json'), manifestText({ ...manifest, bundles }))
  const intervals = new Map<string, IntervalsMeta>([
    ['insurance-coverage', { by: 'a later survey', of: 'errors', tables: [around('measured', 10, 20)] }],
    // Only estimates were judged, not places that take the value of a nearby monitor.
    ['air-quality', { by: 'counties left out', of: 'errors', tables: [around('estimate', 30, 30)] }],
  ])
  await putIntervals(folder, intervals)
  return folder
}

describe('score intervals', () => {
  let folder: string
  let library: Vicinage<(typeof IDS)[number]>
  let geography: Geography
  beforeAll(async () => {
    folder = await folderWithIntervals()
    library = await openVicinage({ data: folder, dimensions: IDS, schools: false, geocoder: false })
    const { bundles } = await readManifest(dataFolder(folder))
    geography = new Geography(await openBundle(dataFolder(folder), bundles.find(({ id }) => id === 'geography')!))
  })

  it('contain the score and are as wide as listed for the basis and class of the place', () => {
    const { score, interval } = library.score('insurance-coverage', DOWNTOWN, { interval: true })
    const spot = { ...DOWNTOWN, zone: geography.zoneAt(DOWNTOWN.lon, DOWNTOWN.lat) }
    const placeClass = crowdingClasses(geography)[geography.blockGroupIn(spot.zone, spot.lon, spot.lat)]
    expect(Math.floor(placeClass / THIRDS)).toBe(coveredStates.findIndex(({ postal }) => postal === 'TX'))
    expect(placeClass % THIRDS).toBe(2) // 2 is the most crowded third
    expect(interval).toEqual({ low: Math.max(1, score - 10 - placeClass), high: Math.min(255, score + 20) })
  })

  it('are null without reference data, without scores and outside the covered states', () => {
    const options = { interval: true } as const
    expect(library.score('air-quality', DOWNTOWN, options).interval).toBeNull()
    expect(library.score('fire', { lat: 34.1, lon: -118.32 }, options).interval).toBeNull()
    expect(library.score('fire', DOWNTOWN, options)).toMatchObject({ score: 0, interval: null })
    expect(library.score('insurance-coverage', { lat: 0, lon: 0 }, options)).toMatchObject({ score: 0, interval: null })
  })

  it('cover the whole circle of a place with a band', async () => {
    const whole = await openVicinage({ data: folder, dimensions: IDS, schools: false, geocoder: false, areas: true })
    const place = { ...DOWNTOWN, radius: 2000 }
    const { score, band, interval } = whole.score('insurance-coverage', place, { interval: true })
    // The invented intervals reach 10 to 10 + CLASSES points down and 20 points up.
    const lowest = Math.min(score, band!.p10!)
    expect(interval!.low).toBeLessThanOrEqual(band!.p10! - 10)
    expect(interval!.low).toBeGreaterThanOrEqual(lowest - 10 - CLASSES - 10)
    expect(interval!.high).toBeGreaterThanOrEqual(Math.min(255, band!.p90! + 10))
    expect(interval!.high).toBeLessThanOrEqual(255)
    expect(whole.scores(place, { interval: true, dimensions: IDS })['insurance-coverage'].interval).toEqual(interval)
    expect(whole.explain('insurance-coverage', place, { interval: true }).interval).toEqual({
      ...interval,
      by: 'a later survey',
      of: 'errors',
    })
    expect(whole.score('air-quality', place, { interval: true }).interval).toBeNull()
    expect(whole.score('fire', place, { interval: true }).interval).toBeNull()
  })

  it('of a place with a band contain the interval at the center of the place', async () => {
    const real = await openVicinage({ dimensions: ['noise-levels', 'walkability', 'flood'], userData: false })
    const random = randomNumbers(11)
    let compared = 0
    for (let i = 0; i < 200; i++) {
      const point = { lat: 29.6 + random(1000) / 4000, lon: -95.5 + random(1000) / 4000 }
      for (const id of ['noise-levels', 'walkability', 'flood'] as const) {
        const { interval } = real.score(id, point, { interval: true })
        for (const radius of [151, 2000]) {
          const rough = real.score(id, { ...point, radius }, { interval: true }).interval
          if (interval === null || rough === null) continue
          expect(rough.low).toBeLessThanOrEqual(interval.low)
          expect(rough.high).toBeGreaterThanOrEqual(interval.high)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(1000)
  })

  it('are added only on request and leave other fields unchanged', () => {
    for (const options of [{}, { percentiles: true }, { description: false }] as const) {
      const plain = library.scores(DOWNTOWN, options)
      const { interval, ...rest } = library.scores(DOWNTOWN, { ...options, interval: true })['insurance-coverage']
      expect(rest).toEqual(plain['insurance-coverage'])
      expect(Object.keys(plain['insurance-coverage'])).not.toContain('interval')
      expect(interval).not.toBeNull()
    }
    expect(JSON.stringify(library.score('fire', DOWNTOWN, { interval: false }))).toBe(
      JSON.stringify(library.score('fire', DOWNTOWN)),
    )
  })

  it('are the same in columns of any length as for single places', () => {
    for (const length of [0, 1, 37, 3000]) {
      const random = seededRandom(length)
      const lat = Float64Array.from({ length }, () => 25 + 17 * random())
      const lon = Float64Array.from({ length }, () => (random() < 0.5 ? -124 + 10 * random() : -106 + 12 * random()))
      const { ...columns }: Record<string, Uint8Array> = library.scoreColumns({ lat, lon, interval: true })
      expect(library.scoreColumns({ lat, lon })).toEqual(Object.fromEntries(IDS.map((id) => [id, columns[id]])))
      for (let i = 0; i < length; i++)
        for (const id of IDS) {
          const { interval } = library.score(id, { lat: lat[i], lon: lon[i] }, { description: false, interval: true })
          expect([columns[`${id}_low`][i], columns[`${id}_high`][i]]).toEqual(
            interval === null ? [0, 0] : [interval.low, interval.high],
          )
        }
    }
  })

  it('are explained with their reference data', () => {
    const { score, interval } = library.explain('insurance-coverage', DOWNTOWN, { interval: true })
    expect(interval).toMatchObject({ high: Math.min(255, score + 20), by: 'a later survey', of: 'errors' })
    expect(library.explain('air-quality', DOWNTOWN, { interval: true }).interval).toBeNull()
    expect(library.explain('insurance-coverage', DOWNTOWN)).not.toHaveProperty('interval')
  })

  it('are available in other threads', async () => {
    const other = await openVicinage({ shared: library.share() })
    expect(other.score('insurance-coverage', DOWNTOWN, { interval: true })).toEqual(
      library.score('insurance-coverage', DOWNTOWN, { interval: true }),
    )
  })

  it('are rejected if the option is neither true nor false', () => {
    expect(() => library.score('fire', DOWNTOWN, { interval: 'yes' as never })).toThrow('interval')
  })

  it('are added without changing the sections of the bundle', async () => {
    const [before, after] = await Promise.all(
      [DATA, folder].map(async (data) => {
        const opened = dataFolder(data)
        const { bundles } = await readManifest(opened)
        return openBundle(opened, bundles.find(({ id }) => id === 'insurance-coverage')!)
      }),
    )
    expect(after.sections).toEqual(before.sections)
    expect(after.section('percentiles', 'u16')).toEqual(before.section('percentiles', 'u16'))
    const text = await readFile(join(folder, 'manifest.json'), 'utf8')
    await putIntervals(folder, new Map())
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(text)
  })
})

describe('crowdingClasses()', () => {
  it('divides the block groups of each state into thirds', async () => {
    const { bundles } = await readManifest(dataFolder(DATA))
    const geography = new Geography(await openBundle(dataFolder(DATA), bundles.find(({ id }) => id === 'geography')!))
    const counts = new Map<string, number>()
    crowdingClasses(geography).forEach((placeClass, blockGroup) => {
      const key = `${geography.getState(blockGroup)} ${placeClass}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    expect(counts.size).toBe(9)
    for (const state of ['06', '12', '48']) {
      const own = [...counts].filter(([key]) => key.startsWith(state)).map(([, count]) => count)
      const all = own.reduce((sum, count) => sum + count, 0)
      for (const count of own) expect(count / all).toBeCloseTo(1 / 3, 2)
    }
  })
})
