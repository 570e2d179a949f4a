import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { type ZippableFile, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { directory, edgeText, membership, staff } from '../../answers/schools/fixtures/files.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileServer, good, type Route } from '../fetch/file-server.ts'
import { upgradedOwn } from './place-upgrades.ts'

const ID = '489900099999'
/** Bytes that pad the files to the minimum size of national files. */
const padding = randomBytes(1_000_000)
function zip(name: string, text: string, megabytes: number): Uint8Array {
  const pads = Array.from({ length: megabytes }, (_, i): [string, ZippableFile] => [
    `about/${i}.txt`,
    [padding, { level: 0 }],
  ])
  return zipSync({ [name]: Buffer.from(text), ...Object.fromEntries(pads) })
}
const served = {
  '/ccd/Data/zip/ccd_sch_029_2425_w_1a_073025.zip': zip(
    'ccd_sch_029_2425_w_1a_073025.csv',
    directory([{ id: ID, st: 'TX', name: 'New School' }]),
    7,
  ),
  '/ccd/Data/zip/ccd_sch_052_2425_l_1a_073025.zip': zip('ccd_sch_052.csv', membership({ [ID]: '42' }), 101),
  '/ccd/Data/zip/ccd_sch_059_2425_l_1a_073025.zip': zip('ccd_sch_059.csv', staff({ [ID]: ['3.5', 'Reported'] }), 3),
  '/programs/edge/data/EDGE_GEOCODE_PUBLICSCH_2425.zip': zip(
    'EDGE_GEOCODE_PUBLICSCH_2425.TXT',
    edgeText([[ID, '30.31', '-104.02']]),
    11,
  ),
}

describe('NCES school lists', () => {
  it('are downloaded without losing earlier schools if a file fails, and resumed on the next run', {
    timeout: 120_000,
  }, async () => {
    let isBroken = true
    const routes = Object.fromEntries(
      Object.entries(served).map(([path, bytes]): [string, Route] => [path, good(bytes)]),
    )
    const [broken] = Object.keys(served).slice(-1)
    const server = await fileServer({
      ...routes,
      [broken]: (request, response, turn) =>
        isBroken ? response.writeHead(404).end() : good(served[broken as keyof typeof served])(request, response, turn),
    })
    userDataAt(emptyFolder())
    const home = userDataAt(emptyFolder())
    const run = () => upgradedOwn('schools', home, { mirror: server.origin })
    const { summary } = await run()
    expect(summary).toMatchObject({ painted: [], failed: [{ map: 'public schools of the nation' }], bundles: [] })
    isBroken = false
    const asked = server.asked.length
    expect((await run()).summary).toMatchObject({ painted: ['agency-nces'], failed: [] })
    // Files that had already arrived are not sent again.
    const sent = server.asked.slice(asked).filter(({ headers }) => headers['if-none-match'] === undefined)
    expect(sent.map(({ path }) => basename(path))).toEqual([basename(broken)])
    const vicinage = await openVicinage({ dimensions: [], geocoder: false })
    expect(vicinage.schools.school({ nces_id: ID })).toMatchObject({
      name: 'New School',
      total_students: 42,
      total_teachers: 3.5,
    })
  })
})
