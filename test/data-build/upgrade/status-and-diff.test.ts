import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import type { CountyDifference } from '../../../src/faces/cli/data-report/difference.ts'
import { newerRelease } from '../../../src/faces/cli/data-report/known-releases.ts'
import { openVicinage } from '../../../src/index.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { groups } from '../../library/fixtures/geography.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { dataFixture, geoJson, upgraded } from './fixtures/data.ts'

/** Upgrades with one square zone of moderate hazard around the only block group of California. */
async function oneZone(): Promise<string> {
  const out = emptyFolder()
  const properties = { FHSZ_Description: 'Moderate', SRA: 'SRA' }
  const file = geoJson(out, 'zone.geojson', [polygonFeature(properties, boxRing(-118.29, 34.01, -118.21, 34.09))])
  const data = join(out, 'data')
  await upgraded('fire', data, { from: [file] })
  return data
}

describe('vicinage data diff', () => {
  it('counts residents with a changed score by score and county, as a table, CSV and map', async () => {
    const [old, now, folder] = [await dataFixture(), await oneZone(), emptyFolder()]
    const options = { schools: false, geocoder: false }
    const [before, after] = [
      await openVicinage({ data: old, ...options }),
      await openVicinage({ data: now, ...options }),
    ]
    // The expected counts are taken at the homes of the made-up geography.
    const expected = groups.flatMap(({ id, lon, lat, population }) => {
      const [was, is] = [before, after].map((vicinage) => vicinage.score('fire', { lon, lat }).score)
      return was === is ? [] : [{ county: id.slice(0, 5), population, was, is }]
    })
    expect(expected).toEqual([{ county: '06037', population: 1000, was: expect.any(Number), is: 170 }])
    const isNew = expected[0].was === 0
    const csv = join(folder, 'diff.csv')
    const map = join(folder, 'diff.png')
    const { code, out } = await consoleOf(['data', 'diff', old, now, '--csv', csv, '--map', map])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^people whose score +rises +falls +is new +is gone\nfire +1,000 *\n +06037 Los Angeles County +1,000/,
    )
    const counts = isNew ? '0,0,1000,0' : '1000,0,0,0'
    expect(readFileSync(csv, 'utf8')).toBe(
      `dimension,county,name,people,rose,fell,gained,lost\nfire,06037,Los Angeles County,1000,${counts}\n`,
    )
    const { width, height, data, channels } = decode(readFileSync(map))
    const colors = new Set(
      Array.from({ length: width * height }, (_, i) => data.slice(i * channels, i * channels + 3).join()),
    )
    expect(colors).toEqual(new Set(['255,255,255', '205,205,205', '5,113,176']))
    const none = await consoleOf(['data', 'diff', old, old])
    expect(none.out).toBe('No score differs by more than 10 points where people live.\n')
    expect((await consoleOf(['data', 'diff', old, now, '--map', 'x.svg'])).code).toBe(2)
    const missing = await consoleOf(['data', 'diff', old, join(folder, 'nothere')])
    expect(missing.code).toBe(2)
    expect(missing.err).toMatch(/nothere is not a data folder: it has no manifest\.json\./)
  })

  it('counts a dimension or state found in only one folder as gained or lost', async () => {
    const [whole, folder] = [await dataFixture(), emptyFolder()]
    const withoutFlood = join(folder, 'without-flood')
    const onlyTexas = join(folder, 'only-texas')
    for (const [out, ...choice] of [
      [withoutFlood, '--without', 'flood'],
      [onlyTexas, '--states', 'TX'],
    ])
      expect(await consoleOf(['--data', whole, 'data', 'copy', '--out', out, ...choice])).toMatchObject({ code: 0 })
    const rows = async (old: string, now: string) =>
      JSON.parse((await consoleOf(['data', 'diff', old, now, '--json'])).out) as CountyDifference[]
    const sum = (list: readonly CountyDifference[], name: 'gained' | 'lost') =>
      list.reduce((total, row) => total + row[name], 0)
    const lost = await rows(whole, withoutFlood)
    expect(new Set(lost.map(({ dimension }) => dimension))).toEqual(new Set(['flood']))
    expect([sum(lost, 'gained'), sum(lost, 'lost') > 0]).toEqual([0, true])
    const gained = await rows(withoutFlood, whole)
    expect([sum(gained, 'gained'), sum(gained, 'lost')]).toEqual([sum(lost, 'lost'), 0])
    const states = await rows(whole, onlyTexas)
    expect(states.length).toBeGreaterThan(0)
    expect(states.every(({ county, gained, lost }) => !county.startsWith('48') && gained === 0 && lost > 0)).toBe(true)
    expect(sum(await rows(onlyTexas, whole), 'gained')).toBe(sum(states, 'lost'))
  })
})

describe('vicinage data status', () => {
  it('reports the shares of residents with measured and missing scores, and any newer release', async () => {
    const [old, now] = [await dataFixture(), await oneZone()]
    const rows = async (data: string) =>
      JSON.parse((await consoleOf(['--data', data, 'data', 'status', '--json'])).out).dimensions
    const people = groups.reduce((sum, { population }) => sum + population, 0)
    const of = async (data: string, id: string) => (await rows(data)).find((row: { id: string }) => row.id === id)
    const [flood, fire] = [await of(now, 'flood'), await of(now, 'fire')]
    expect(fire).toMatchObject({ id: 'fire', upgraded: true, vintage: '2024-2025' })
    // A file of one place is only part of what CAL FIRE publishes.
    expect(fire.newer).toMatchObject({ how: 'vicinage data upgrade fire', partly: true })
    expect(fire.basis.measured).toBeCloseTo(1000 / people, 6)
    expect(fire.basis.none).toBeCloseTo(1 - 1000 / people, 6)
    expect(flood).toMatchObject({
      id: 'flood',
      upgraded: false,
      newer: { how: 'vicinage data upgrade flood', partly: false },
    })
    expect(await of(old, 'fire')).toMatchObject({ upgraded: false, newer: { how: 'vicinage data upgrade fire' } })
    const { out } = await consoleOf(['--data', now, 'data', 'status'])
    expect(out).toMatch(
      /\nfire +upgraded +2024-2025 +11% +89% {2}CAL FIRE zones of .*, partly installed so far: vicinage data upgrade fire\n/,
    )
    expect(out).toMatch(/\nThe vintage of an upgraded score is that of its newer maps\. .*package's data\.\n$/)
    expect((await consoleOf(['--data', old, 'data', 'status'])).out).not.toContain('upgraded score')
  })

  it.each<[DimensionId, readonly string[] | null, { partly: boolean } | null]>([
    ['fire', ['calfire-fhsz-agency-lra-2025', 'calfire-fhsz-agency-sra-2024', 'calfire-2007'], null],
    ['fire', ['calfire-fhsz-agency-lra-2025'], { partly: true }],
    ['flood', ['fema-nfhl-agency-48201'], { partly: true }],
    ['insurance-coverage', ['census-acs-2024', 'cdc-eji'], null],
    ['insurance-coverage', ['census-acs-2024-48'], { partly: true }],
    ['insurance-coverage', ['census-acs-2023'], { partly: true }],
    ['population-profile', null, { partly: false }],
    ['noise-levels', ['bts-noise-file-conus-rail-road-and-aviation-noise-2022'], null],
    [
      'noise-levels',
      ['ca', 'tx', 'fl'].map((state) => `bts-noise-file-${state}-rail-road-and-aviation-noise-2022`),
      null,
    ],
    ['noise-levels', ['bts-noise-file-ca-rail-road-and-aviation-noise-2022'], { partly: true }],
    ['noise-levels', ['bts-noise-file-conus-rail-road-and-aviation-noise-2018'], { partly: true }],
    ['privacy', null, null],
  ])('reports how much of the newest release is installed: %s with sources %j', (id, sources, expected) => {
    const newer = newerRelease(id, sources)
    if (expected === null) expect(newer).toBe(null)
    else expect(newer).toMatchObject(expected)
  })
})
