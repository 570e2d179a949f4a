import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { zipSync } from 'fflate'
import type { Position } from 'geojson'
import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { fileServer, good } from '../fetch/file-server.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { placesIn, randomZones } from './fixtures/data.ts'
import { upgradedOwn } from './place-upgrades.ts'

const AUSTIN = [-97.8, 30.2, -97.7, 30.3] as const
const shapes = randomZones(2, AUSTIN, () => ({}), 19).map(({ geometry }) => geometry.coordinates as Position[][])
const FIELDS = ['STATEFP', 'GEOID', 'NAME', 'LOGRADE', 'HIGRADE']

/** Makes a TIGER/Line districts file, with a text file that pads it to a realistic size. */
function tiger(name: string, rows: readonly string[][]): Uint8Array {
  const columns = FIELDS.map((field) => ({ name: field, type: 'C' as const, length: 60 }))
  return zipSync({
    [`${name}.shp`]: shpBytes(POLYGON, shapes.slice(0, rows.length) as [number, number][][][]),
    [`${name}.dbf`]: dbfBytes(columns, rows),
    'about.txt': [new Uint8Array(10_000), { level: 0 }],
  })
}
const rows = [
  ['48', '4808940', 'Austin Independent School District', 'PK', '12'],
  ['48', '4899001', 'Made Up Independent School District', 'KG', '08'],
]
const unified = tiger('tl_2025_48_unsd', rows)
const open = (userData = true) => openVicinage({ userData, dimensions: [], geocoder: false })

/**
 * Expects that the new districts are at their places, and that all other districts of their kind in the state are gone.
 */
async function agrees() {
  const [now, before] = [await open(), await open(false)]
  for (const { lon, lat } of placesIn(AUSTIN as never, 2000)) {
    const expected = rows.filter((_, i) =>
      booleanPointInPolygon([lon, lat], { type: 'Polygon', coordinates: shapes[i] }),
    )
    const { districts } = now.schools.districts({ lat, lon })
    expect(districts.map(({ geoid }) => geoid)).toEqual(expected.map(([, geoid]) => geoid))
  }
  const at = (vicinage: typeof now, lat: number, lon: number) => vicinage.schools.districts({ lat, lon }).districts
  // Ratings still come from the package. Other states and kinds do not change.
  const [lon, lat] = [shapes[0][0][0][0], shapes[0][0][0][1]]
  const [austin] = at(before, 30.27, -97.74)
  expect(at(now, lat, lon)[0]).toMatchObject({
    name: austin.name,
    lograde: 'PK',
    rating: austin.rating,
    rating_year: austin.rating_year,
  })
  expect(austin.rating).not.toBeNull()
  for (const [y, x] of [
    [34.05, -118.25],
    [25.77, -80.2],
    [37.9, -122.1],
  ])
    expect(at(now, y, x)).toEqual(at(before, y, x))
  expect(at(now, 29.76, -95.37)).toEqual([])
}

describe('official school districts', () => {
  it('replace districts of the same state and type if read from a file, and preserve ratings', {
    timeout: 60_000,
  }, async () => {
    const home = userDataAt(emptyFolder())
    const file = writtenFile('tl_2025_48_unsd.zip', unified)
    const { summary } = await upgradedOwn('districts', home, { from: [file] })
    expect(summary.bundles[0].sources[0]).toMatch(/^School districts: tl_2025_48_unsd\.zip, 2025; read .*SHA-256/)
    await agrees()
    expect((await consoleOf(['data', 'status'])).out).toContain('Also upgraded: districts.')
    const other = writtenFile('texas.zip', unified)
    await expect(upgradedOwn('districts', home, { from: [other] })).rejects.toThrow(
      /texas\.zip: a file with an unexpected name; expected the Census Bureau’s tl_YYYY_SS_unsd\.zip/,
    )
  })

  it('are downloaded by state, except for types that do not exist in the state', { timeout: 60_000 }, async () => {
    const home = userDataAt(emptyFolder())
    const server = await fileServer({ '/TIGER2025/UNSD/tl_2025_48_unsd.zip': good(unified) })
    const run = () => upgradedOwn('districts', home, { mirror: server.origin, counties: ['48453'] })
    expect((await run()).summary).toMatchObject({ painted: ['agency-48'], failed: [] })
    await agrees()
    expect((await run()).summary).toMatchObject({ painted: [], failed: [], bundles: [{ id: 'districts' }] })
  })
})
