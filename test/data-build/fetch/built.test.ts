import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { buildData } from '../../../data-build/build-data.ts'
import { sources } from '../../../data-build/catalog/catalog.ts'
import { getStates, planDownloads } from '../../../data-build/fetch/plan.ts'
import { Districts } from '../../../src/answers/districts/districts.ts'
import { schoolAnswers } from '../../../src/answers/schools/school-methods.ts'
import { Schools } from '../../../src/answers/schools/schools.ts'
import { readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { onceOf } from '../../../src/data/bundle/once.ts'
import { directory, edgeText, membership, staff } from '../../answers/schools/fixtures/files.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { openFile } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { fileServer, good, run } from './file-server.ts'

const harbor = '360000100001'
const ids = ['school-districts-tiger', 'ccd-directory', 'ccd-membership', 'ccd-staff', 'edge-geocodes']

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** Zips a square unified school district in New York. */
function unified(): Uint8Array {
  const fields = ['STATEFP', 'GEOID', 'NAME', 'LOGRADE', 'HIGRADE', 'SDTYP'].map(
    (name) => ({ name, type: 'C', length: 60 }) as const,
  )
  return zipSync({
    'tl.shp': shpBytes(POLYGON, [[boxRing(-75, 42, -74, 43).reverse()]]),
    'tl.dbf': dbfBytes(fields, [['36', '3600001', 'Harbor Central School District', 'KG', '12', '']]),
  })
}

it('a build reads the files that were downloaded from a server with the paths of the agencies', async () => {
  const school = {
    id: harbor,
    name: 'Harbor High School',
    st: 'NY',
    city: 'Alder',
    low: '09',
    high: '12',
    level: 'High',
  }
  const server = await fileServer({
    '/geo/tiger/TIGER2025/UNSD/tl_2025_36_unsd.zip': good(unified()),
    '/ccd/Data/zip/ccd_sch_029_2425_w_1a_073025.zip': good(zipSync({ 'ccd.csv': bytes(directory([school])) })),
    '/ccd/Data/zip/ccd_sch_052_2425_l_1a_073025.zip': good(
      zipSync({ 'ccd.csv': bytes(membership({ [harbor]: '640' })) }),
    ),
    '/ccd/Data/zip/ccd_sch_059_2425_l_1a_073025.zip': good(
      zipSync({ 'ccd.csv': bytes(staff({ [harbor]: ['40.00', 'Reported'] })) }),
    ),
    '/programs/edge/data/EDGE_GEOCODE_PUBLICSCH_2425.zip': good(
      zipSync({ 'EDGE_GEOCODE_PUBLICSCH_2425.TXT': bytes(edgeText([[harbor, '42.5', '-74.5']])) }),
    ),
  })
  const { files } = planDownloads(sources, { states: getStates(['NY']), only: ids })
  const here = files.map((file) => ({ ...file, url: server.origin + new URL(file.url).pathname, leastBytes: 1 }))
  const folder = emptyFolder()
  const { results } = await run(here, folder)
  expect(results.map(({ file, state }) => [file.source, state])).toEqual([
    ['school-districts-tiger', 'new'],
    ['school-districts-tiger', 'absent'],
    ['school-districts-tiger', 'absent'],
    ['ccd-directory', 'new'],
    ['ccd-membership', 'new'],
    ['ccd-staff', 'new'],
    ['edge-geocodes', 'new'],
  ])

  const out = emptyFolder()
  await buildData({ sources: folder, out, only: ['schools', 'districts'], builder: 'test', report: () => {} })
  const built = dataFolder(out)
  const { bundles } = await readManifest(built)
  expect(bundles.map(({ id, rows }) => [id, rows])).toEqual([
    ['districts', 1],
    ['schools', 1],
  ])
  const [schools, districts] = await Promise.all(['schools', 'districts'].map((id) => openFile(built, `${id}.bundle`)))
  const answers = schoolAnswers(
    onceOf(schools!, (bundle) => new Schools(bundle)),
    onceOf(districts!, (bundle) => new Districts(bundle)),
  )
  expect(answers.school({ nces_id: harbor })).toMatchObject({
    lea_name: 'Harbor Central School District',
    total_students: 640,
    student_teacher_ratio: 16,
  })
  expect(answers.districts({ lat: 42.5, lon: -74.5 }).districts).toMatchObject([{ geoid: '3600001' }])
})
