import { expect, it } from 'vitest'
import { openVicinage } from '../../../src/library/open.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { randomFrom, type Zone } from '../upgrade/fixtures/data.ts'
import { measuredBeside } from '../upgrade/measured.ts'
import { type AgencyZone, arcgisServer } from './arcgis.ts'
import { COUNTY_BOX, countyShapes, pondZone, riverZone } from './county-shapes.ts'
import { femaLayers } from './fema.ts'

const isWhole = process.env.VICINAGE_REHEARSAL === 'whole'
/**
 * Number of zones in the county: a tenth of them in CI. `npm run data:rehearse` uses all 4,670, and also the zones of
 * Texas.
 */
const ZONES = isWhole ? 4670 : 467
const COUNTY = '48021'

/** Runs the built command line with a data home, expects success, and returns its peak memory in MB. */
async function memoryOf(home: string, ...args: readonly string[]): Promise<number> {
  const { status, said, megabytes } = await measuredBeside(home, ...args)
  expect(status, said).toBe(0)
  return megabytes
}

it('upgrading a county with detailed zones downloads a tenth of the bytes, with the same scores as full outlines', {
  timeout: 600_000,
}, async () => {
  const zones = countyShapes(ZONES)
  const vertices = zones.map(({ geometry }) => geometry.coordinates[0].length - 1)
  expect(Math.max(...vertices)).toBe(335_781)
  const [served, whole] = [emptyFolder(), emptyFolder()]
  const server = await arcgisServer(femaLayers(() => [{ county: COUNTY, zones, panels: [] }]))
  const named = zones.map((zone) => ({ ...zone, properties: { ...zone.properties, DFIRM_ID: `${COUNTY}C` } }))
  const text = JSON.stringify({ type: 'FeatureCollection', features: named })
  const file = writtenFile('county.geojson', text, emptyFolder())

  const upgrade = ['data', 'upgrade', 'flood']
  const memory = await memoryOf(served, ...upgrade, '--county', COUNTY, '--mirror', server.mirror)
  await memoryOf(whole, ...upgrade, '--from', file)

  const answers = async (home: string) => {
    userDataAt(home)
    return openVicinage({ dimensions: ['flood'], schools: false, geocoder: false })
  }
  const [one, other] = [await answers(served), await answers(whole)]
  const random = randomFrom(29)
  const [west, south, east, north] = COUNTY_BOX
  let [differing, inZones] = [0, 0]
  const places = 100_000
  for (let i = 0; i < places; i++) {
    const place = { lon: west + random() * (east - west), lat: south + random() * (north - south) }
    const score = other.score('flood', place).score
    if (one.score('flood', place).score !== score) differing++
    if (score === 45 || score === 20 || score === 150) inZones++
  }
  const share = { bytes: server.sent() / text.length, answers: differing / places }
  console.log(
    `${ZONES} zones, ${vertices.reduce((sum, count) => sum + count, 0)} vertices: ${(100 * share.bytes).toFixed(1)}% of ${(text.length / 1e6).toFixed(0)} MB, ${Math.round(memory)} MB of memory, ${(100 * share.answers).toFixed(3)}% of answers differ`,
  )
  expect(inZones).toBeGreaterThan(places / 20)
  expect(share.bytes).toBeLessThan(0.1)
  expect(share.answers).toBeLessThan(0.001)
  expect(memory).toBeLessThan(1000)
})

/** A zone whose outline is made on request, because all outlines of Texas together do not fit into memory. */
class MadeZone {
  readonly type = 'Feature'
  readonly properties: Zone['properties']
  readonly #make: () => Zone

  constructor(county: string, make: () => Zone, kind: Zone['properties']) {
    this.properties = { ...kind, DFIRM_ID: `${county}C` }
    this.#make = make
  }

  get geometry(): Zone['geometry'] {
    return this.#make().geometry
  }
}

/** Makes the published number of flood zones of a state, spread over its counties. The first zone is a long river. */
function texas(counties: readonly string[], count: number): readonly AgencyZone[] {
  return Array.from({ length: count }, (_, i) => {
    const make = i === 0 ? riverZone : () => pondZone(i)
    return new MadeZone(counties[i % counties.length], make, { FLD_ZONE: i % 2 === 0 ? 'AE' : 'A', ZONE_SUBTY: null })
  })
}

// The whole state takes 12 minutes, so CI downloads only its first two counties.
it('upgrading a state runs county by county, with a tenth of the bytes and less than 1 GB of memory', {
  timeout: 7_200_000,
}, async () => {
  const counties = Array.from({ length: 254 }, (_, i) => String(48_001 + 2 * i))
  const zones = texas(counties, 235_932)
  const layer = femaLayers(() => [])['NFHL/MapServer/28']
  const server = await arcgisServer({
    ...femaLayers(() => []),
    'NFHL/MapServer/28': { ...layer, zones: () => zones },
  })
  const asked = isWhole ? counties : counties.slice(0, 2)
  const home = emptyFolder()
  const memory = await memoryOf(home, 'data', 'upgrade', 'flood', '--county', ...asked, '--mirror', server.mirror)
  let full = 0
  for (const zone of zones) {
    if (!asked.includes(String(zone.properties.DFIRM_ID).slice(0, 5))) continue
    for (const [lon, lat] of zone.geometry!.coordinates[0] as [number, number][]) full += `[${lon},${lat}],`.length
  }
  console.log(
    `${asked.length} counties: ${((100 * server.sent()) / full).toFixed(1)}% of ${(full / 1e6).toFixed(0)} MB, ${Math.round(memory)} MB of memory`,
  )
  expect(server.sent()).toBeLessThan(full / 10)
  expect(memory).toBeLessThan(1000)
})
