import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { buildData } from '../../../data-build/build-data.ts'
import { Districts } from '../../../src/answers/districts/districts.ts'
import { schoolAnswers } from '../../../src/answers/schools/school-methods.ts'
import { Schools } from '../../../src/answers/schools/schools.ts'
import { readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { onceOf } from '../../../src/data/bundle/once.ts'
import { directory, EDGE, edgeText, F029, F052, F059, membership, staff } from '../../answers/schools/fixtures/files.ts'
import { openFile } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { ascii, folderFixture } from '../read/fixtures/folder.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'

const harbour = '360000100001'
const tundra = '020000200002'

function district(geoid: string, name: string) {
  const fields = ['STATEFP', 'GEOID', 'NAME', 'LOGRADE', 'HIGRADE', 'SDTYP'].map(
    (field) => ({ name: field, type: 'C', length: 60 }) as const,
  )
  const square = [-75, -74, -74, -75, -75].map((lon, i) => [lon, [42, 42, 43, 43, 42][i]] as const)
  return zipSync({
    'layer.shp': shpBytes(POLYGON, [[square]]),
    'layer.dbf': dbfBytes(fields, [[geoid.slice(0, 2), geoid, name, 'KG', '12', '']]),
  })
}

it('nationwide school files are built into national bundles without scores', async () => {
  const { directory: sources } = folderFixture({
    [F029]: ascii(
      directory([
        { id: harbour, name: 'Harbour High School', st: 'NY', city: 'Alder', low: '09', high: '12', level: 'High' },
        { id: tundra, name: 'Tundra School', st: 'AK', city: 'Birch', low: 'KG', high: '12', level: 'Other' },
      ]),
    ),
    [EDGE]: ascii(
      edgeText([
        [harbour, '42.5', '-74.5'],
        [tundra, '65.1', '-150.2'],
      ]),
    ),
    [F052]: ascii(membership({ [harbour]: '640' })),
    [F059]: ascii(staff({ [harbour]: ['40.00', 'Reported'] })),
    'census/districts/tl_2023_36_unsd.zip': district('3600001', 'Harbour Central School District'),
  })
  const out = emptyFolder()
  const lines: string[] = []
  const report = (line: string) => lines.push(line)
  const { joins } = await buildData({ sources, out, only: ['schools', 'districts'], builder: 'test', report })
  expect(joins).toContain('CCD directory → EDGE geocodes: 2 of 2')

  const folder = dataFolder(out)
  const { bundles, build } = await readManifest(folder)
  expect(bundles.map(({ id, rows }) => [id, rows])).toEqual([
    ['districts', 1],
    ['schools', 2],
  ])
  expect(build).toBe('none')
  const [schools, districts] = await Promise.all(['schools', 'districts'].map((id) => openFile(folder, `${id}.bundle`)))
  const answers = schoolAnswers(
    onceOf(schools!, (bundle) => new Schools(bundle)),
    onceOf(districts!, (bundle) => new Districts(bundle)),
  )
  const near = answers.schoolRatings({ lat: 42.5, lon: -74.4 })
  expect(near.schools.map(({ nces_id, rating }) => [nces_id, rating])).toEqual([
    [harbour, null],
    [tundra, null],
  ])
  expect([near.data_source, near.data_vintage]).toEqual([
    'National Center for Education Statistics, Common Core of Data',
    2023,
  ])
  expect(answers.schoolRatings({ lat: 42.5, lon: -74.4, same_district: true }).schools).toHaveLength(1)
  expect(answers.school({ nces_id: harbour })).toMatchObject({
    lea_name: 'Harbour Central School District',
    total_students: 640,
    total_teachers: 40,
    student_teacher_ratio: 16,
    average_student_teacher_ratio: 16,
  })
  expect(answers.school({ nces_id: tundra })).toMatchObject({ level: 'Combined', total_students: null })
  expect(answers.districts({ lat: 42.5, lon: -74.4 }).districts).toMatchObject([{ geoid: '3600001', state_fp: '36' }])
})
