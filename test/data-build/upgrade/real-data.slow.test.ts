import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FeatureCollection } from 'geojson'
import { describe, expect, it } from 'vitest'
import { removeUpgrade, upgradeAgain, upgradeLayer } from '../../../data-build/shipped-pipeline.ts'
import { dataIdentity } from '../../../src/faces/batch/cluster/data-identity.ts'
import type { BatchOptions } from '../../../src/faces/batch/options.ts'
import { runBatch } from '../../../src/faces/batch/run/run-batch.ts'
import { openVicinage } from '../../../src/index.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { skippedName } from '../../support/skipped-name.ts'
import {
  CALIFORNIA,
  geoJson,
  metersToEdge,
  painted,
  paintedFire,
  placesIn,
  valueAt,
  type Zone,
  fireZones as zones,
} from './fixtures/data.ts'

describe("the user's data folder", () => {
  /** Upgrades the fire scores of the embedded data. */
  async function home() {
    const folder = join(userDataAt(emptyFolder()), 'upgrades')
    const place = { folder, builder: 'made 2.0' }
    await upgradeLayer('fire', {
      ...{ ...place, from: [geoJson(emptyFolder(), 'zones.geojson', zones)], mapped: [], counties: null },
      ...{ userAgent: 'test', signal: new AbortController().signal, onNote: () => {}, onProgress: () => {} },
    })
    return place
  }

  it('is used by default, changes the build ID, and is ignored with userData: false', {
    timeout: 120_000,
  }, async () => {
    const place = await home()
    const options = { dimensions: ['fire' as const], schools: false, geocoder: false }
    const [upgraded, embedded] = [await openVicinage(options), await openVicinage({ ...options, userData: false })]
    expect(upgraded.build).toMatch(new RegExp(`^${embedded.build}\\+fire-[0-9a-f]{8}$`))
    expect((await openVicinage({ ...options, data: 'dist-data' })).build).toBe(embedded.build)
    const inside = placesIn(CALIFORNIA, 500).find(
      ({ lon, lat }) => valueAt(paintedFire(zones), lon, lat) === 1 && metersToEdge(zones, lon, lat) > 93,
    )!
    expect(upgraded.score('fire', inside).score).toBe(1)
    expect(upgraded.score('fire', { lat: 38.58, lon: -121.49 })).toEqual(
      embedded.score('fire', { lat: 38.58, lon: -121.49 }),
    )
    expect(upgraded.dimensions().find(({ id }) => id === 'fire')?.method).toMatch(/by the maps of 2024 \(state land\)/)
    // A damaged bundle is made again, and the same maps give the same bytes.
    const [file] = readdirSync(place.folder).filter((name) => name.endsWith('.bundle'))
    const whole = readFileSync(join(place.folder, file))
    writeFileSync(join(place.folder, file), 'damaged')
    await expect(openVicinage(options)).rejects.toThrow(/fire-.*bundle in .*upgrades is only 7 bytes/)
    expect(await upgradeAgain(place)).toHaveLength(1)
    expect(readFileSync(join(place.folder, file)).equals(whole)).toBe(true)
    // A folder upgraded for another version of the data is rejected with an error that names the command to run.
    const manifest = readFileSync(join(place.folder, 'manifest.json'), 'utf8')
    writeFileSync(join(place.folder, 'manifest.json'), manifest.replace(embedded.build, '0000000000000000'))
    await expect(openVicinage(options)).rejects.toThrow('vicinage data upgrade --again')
    await upgradeAgain(place)
    expect((await openVicinage(options)).build).toBe(upgraded.build)
    // Batches and clusters tell upgraded data from embedded data.
    const identities = await Promise.all([{}, { userData: false }].map((choice) => dataIdentity(choice)))
    expect(identities.map(({ build }) => build)).toEqual([upgraded.build, embedded.build])
    expect(identities[0].id).not.toBe(identities[1].id)
    const input = join(emptyFolder(), 'in.csv')
    writeFileSync(input, `id,lat,lon\n${'1,34.05,-118.25\n'.repeat(4000)}`)
    const batch = (more: Partial<BatchOptions>) =>
      runBatch({ input, output: `${input}.out.csv`, dimensions: ['fire'], threads: 1, ...more })
    expect((await batch({})).build).toBe(upgraded.build)
    const stop = new AbortController()
    const stopped = batch({ force: true, pieceBytes: 8192, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(stopped).rejects.toThrow('--resume')
    await expect(batch({ resume: true, userData: false })).rejects.toThrow(
      /belongs to another run with a different data/,
    )
    expect((await batch({ resume: true, force: true, pieceBytes: 8192 })).resumed).toBeGreaterThan(0)
    expect(await removeUpgrade('fire', place)).toBe(1)
    expect((await openVicinage(options)).build).toBe(embedded.build)
  })
})

describe.skipIf(!existsSync('../shared/data/calfire/five-cities-2025'))(
  skippedName(
    'the five cities of 2025',
    !existsSync('../shared/data/calfire/five-cities-2025'),
    'without the source folder',
  ),
  () => {
    it('are scored by the published hazard polygons', { timeout: 120_000 }, async () => {
      const folder = '../shared/data/calfire/five-cities-2025'
      const files = ['fhsz-five-cities-2025.1.geojson.gz', 'five-city-boundaries-24_1.geojson.gz'].map((name) =>
        join(folder, name),
      )
      const [hazard, cities] = files.map(
        (file) => (JSON.parse(gunzipSync(readFileSync(file)).toString()) as FeatureCollection).features as Zone[],
      )
      expect(hazard).toHaveLength(85)
      const upgrades = join(userDataAt(emptyFolder()), 'upgrades')
      await upgradeLayer('fire', {
        ...{
          folder: upgrades,
          builder: 'test',
          from: [files[0]],
          mapped: [files[1]],
          counties: null,
          userAgent: 'test',
        },
        ...{ signal: new AbortController().signal, onNote: () => {}, onProgress: () => {} },
      })
      const vicinage = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false })
      const value = { 'very-high': 1, high: 85, moderate: 170 } as Record<string, number>
      const order = painted(hazard.map((zone) => ({ zone, value: value[String(zone.properties.severity)] })))
      const chinoHills = cities.filter(({ properties }) => /chino hills/i.test(String(properties.CITY)))
      expect(chinoHills).toHaveLength(1)
      let [tried, equal] = [0, 0]
      for (const { lon, lat } of placesIn([-117.82, 33.88, -117.66, 34.04] as never, 4000)) {
        if (valueAt([{ zone: chinoHills[0], value: true }], lon, lat) === null) continue
        tried++
        const says = valueAt(order, lon, lat) ?? 255
        const isEqual = vicinage.score('fire', { lon, lat }).score === says
        if (isEqual) equal++
        else expect(metersToEdge([...hazard, ...cities], lon, lat)).toBeLessThan(93)
      }
      expect(tried).toBeGreaterThan(1000)
      expect(equal / tried).toBeGreaterThan(0.97)
    })
  },
)
