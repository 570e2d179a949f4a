import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { averageRatios, schoolsBundle } from '../../../data-build/schools/bundle.ts'
import { schoolsIn } from '../../../data-build/schools/schools-in.ts'
import { openBundle, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { openVicinage } from '../../../src/index.ts'
import { directory, EDGE, edgeText, F029, F052, membership } from '../../answers/schools/fixtures/files.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { upgradedOwn } from './place-upgrades.ts'

async function embedded() {
  const folder = dataFolder()
  const entry = (await readManifest(folder)).bundles.find(({ id }) => id === 'schools')!
  return schoolsIn(await openBundle(folder, entry), 'package')
}

const open = (userData = true) => openVicinage({ userData, dimensions: [], geocoder: false })

describe('the schools bundle in an upgrade', () => {
  it('is unchanged after being read and written', async () => {
    const stored = await embedded()
    expect(stored.schools.length).toBeGreaterThan(20_000)
    const content = schoolsBundle({
      ...stored,
      ...{ districtNames: new Map(), averageRatios: averageRatios(stored.schools), sources: [] },
    })
    expect(schoolsIn(memoryBundle(content), 'package')).toEqual(stored)
  })
})

describe('an official school update', () => {
  it('replaces the schools of the updated states, and preserves ratings and figures missing from the update', {
    timeout: 60_000,
  }, async () => {
    const home = userDataAt(emptyFolder())
    const { schools } = await embedded()
    const old = schools.find(
      ({ state, rating, students, teachers }) => state === 'TX' && rating && students && teachers,
    )!
    const added = '489900099999'
    const folder = join(emptyFolder(), 'nces')
    mkdirSync(folder)
    const files = {
      [F029]: directory([
        {
          id: old.ncesId,
          st: 'TX',
          name: 'Renamed School',
          city: 'Marfa',
          zip: '79843',
          low: '09',
          high: '12',
          level: 'High',
        },
        { id: added, st: 'TX', name: 'New School', lea: 'New ISD' },
      ]),
      [F052]: membership({ [added]: '42' }),
      [EDGE]: edgeText([
        [old.ncesId, '30.31', '-104.02'],
        [added, '30.32', '-104.03'],
      ]),
      'notes.txt': 'not of schools',
    }
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, basename(path)), text)
    const { summary } = await upgradedOwn('schools', home, { from: [folder] })
    expect(summary.bundles[0].sources[0]).toMatch(/^Public schools: .*Common Core of Data 2023, 2023; read .*SHA-256/)
    const [now, before] = [await open(), await open(false)]
    const near = (vicinage: typeof now, lat: number, lon: number) =>
      vicinage.schools.schoolRatings({ lat, lon, limit: 3 }).schools
    const [first, second] = near(now, 30.31, -104.02)
    const was = before.schools.school({ nces_id: old.ncesId })
    expect(first).toMatchObject({ nces_id: old.ncesId, name: 'Renamed School', distance_meters: 0, rating: old.rating })
    expect(second).toMatchObject({ nces_id: added, name: 'New School', rating: null })
    expect(now.schools.school({ nces_id: added }).total_students).toBe(42)
    expect(now.schools.school({ nces_id: old.ncesId })).toMatchObject({
      address: expect.stringContaining('Marfa'),
      ...{ rating: was.rating, total_students: was.total_students, total_teachers: was.total_teachers },
      phone: was.phone,
    })
    // All other schools of Texas are gone, and those of other states are unchanged.
    expect(
      near(now, 29.76, -95.37)
        .filter(({ nces_id }) => nces_id.startsWith('48'))
        .map(({ nces_id }) => nces_id)
        .filter((id) => id !== old.ncesId && id !== added),
    ).toEqual([])
    expect(near(now, 34.05, -118.25).map(({ name }) => name)).toEqual(
      near(before, 34.05, -118.25).map(({ name }) => name),
    )
  })

  it('is rejected with a one-sentence error if file names are unknown or coordinates are missing', async () => {
    const home = userDataAt(emptyFolder())
    const refused = (files: Readonly<Record<string, string>>) => {
      const folder = emptyFolder()
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, basename(path)), text)
      return upgradedOwn('schools', home, {
        from: Object.keys(files).map((path) => join(folder, basename(path))),
      }).then(String, String)
    }
    expect(await refused({ 'schools.csv': 'a' })).toMatch(
      /schools\.csv: a file with an unexpected name; expected a name as published/,
    )
    expect(await refused({ [F029]: directory([{ id: '480000200002', st: 'TX' }]) })).toMatch(
      /no EDGE geocodes; expected/,
    )
    expect(await refused({ [EDGE]: edgeText([]) })).toMatch(/no directory of schools in these files/)
    expect(await refused({ [F029]: 'x', [EDGE]: 'y' })).toMatch(/^LayerError: /)
  })
})
