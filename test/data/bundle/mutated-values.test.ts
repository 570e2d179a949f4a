import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addLayer } from '../../../data-build/layers/add-layer.ts'
import { type DimensionId, dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { LayerScore } from '../../../src/answers/layers/layer.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { readBaseMap } from '../../../src/data/base-map.ts'
import { type Bundle, openImage, readBundle } from '../../../src/data/bundle/read.ts'
import { type Bundles, eachBundle } from '../../../src/library/bundles.ts'
import { openFromBundles, readBundles } from '../../../src/library/open.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { tiffBytes } from '../../data-build/read/tiff-bytes.ts'
import { dataFixture } from '../../data-build/upgrade/fixtures/data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { runs } from '../../support/runs.ts'
import { boxRing } from '../geography/box-ring.ts'

/** Number of mutations. Set `RUNS=20000` for more. */
const RUNS = Number(process.env.RUNS ?? runs(500, 150))
/** Number of mutations of each lookup bundle. It is small because opening such a bundle takes a long time. */
const LOOKUP_RUNS = Number(process.env.RUNS ?? runs(2, 1))
vi.setConfig({ testTimeout: 60_000 + RUNS * 50 })

const place = { lat: 34.05, lon: -118.25 }

/** Returns a bundle with some changed elements in a section, as if its hashes were computed afterward. */
function mutated(bundle: Bundle, random: () => number): Bundle {
  const { section: _, lengthOf: __, ...image } = bundle
  const arrays = bundle.arrays.map((array) => array.slice())
  const [at, extreme] = [Math.floor(random() * arrays.length), [0, 1, 255, 65_535, 2 ** 31, 2 ** 32 - 1]]
  const array = arrays[at]
  for (let count = 1 + Math.floor(random() * 4); count > 0 && array.length > 0; count--)
    array[Math.floor(random() * array.length)] = random() < 0.5 ? extreme[Math.floor(random() * 6)] : random() * 2 ** 32
  return openImage({ ...image, arrays, decoded: new Set() })
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Opens and queries one mutation per run. Only a `BundleError` may be thrown, and no run may be slow. */
async function expectMutations(runs: number, answer: (random: () => number) => unknown) {
  const random = randomFrom(11)
  const outcomes = { answered: 0, refused: 0, slowest: 0, megabytes: 0 }
  const faults = new Map<string, string>()
  const before = process.memoryUsage.rss() / 1e6
  for (let run = 0; run < runs; run++) {
    const started = process.cpuUsage()
    try {
      await answer(random)
      outcomes.answered++
    } catch (error) {
      if (error instanceof BundleError) outcomes.refused++
      else faults.set(String(error), (error as Error).stack ?? '')
    }
    // The time is CPU time, which other programs on the machine do not affect.
    outcomes.slowest = Math.max(outcomes.slowest, process.cpuUsage(started).user / 1000)
    outcomes.megabytes = Math.max(outcomes.megabytes, process.memoryUsage.rss() / 1e6 - before)
  }
  if (process.env.RUNS) console.log(outcomes)
  expect([...faults.values()]).toEqual([])
  expect(outcomes.slowest).toBeLessThan(10_000)
  expect(outcomes.megabytes).toBeLessThan(1000)
  return outcomes
}

it(`${RUNS} bundles with changed values are rejected or return answers`, async () => {
  const data = await dataFixture()
  // Avoids `openBundle`, which would share values that another test file has decoded in place.
  const open = async (id: string) => {
    const file = `${data}/${id}.bundle`
    return existsSync(file) ? readBundle(await readFile(file), file) : null
  }
  const whole = await Promise.all(dimensions.map(({ id }) => open(id)))
  const ids = whole.flatMap((bundle) => (bundle === null ? [] : [bundle.id as DimensionId]))
  const geography = (await open('geography'))!
  const { answered, refused } = await expectMutations(RUNS, async (random) => {
    const chosen = Math.floor(random() * (ids.length + 1))
    const vicinage = await openFromBundles(
      {
        ...nothing,
        geography: chosen === ids.length ? mutated(geography, random) : copied(geography),
        dimensions: whole.map(
          (bundle) => bundle && (bundle.id === ids[chosen] ? mutated(bundle, random) : copied(bundle)),
        ),
      },
      undefined,
    )
    vicinage.scores(place)
    for (const id of ids) vicinage.explain(id, place)
    vicinage.rank('fire', { of: 'county' })
    vicinage.area({ ...place, radius: 2000 })
  })
  expect(Math.min(answered, refused)).toBeGreaterThan(RUNS / 20)
})

/** Queries for each bundle that is used for lookups rather than scores. */
const LOOKUPS: Readonly<Record<string, (vicinage: Vicinage) => unknown>> = {
  schools: ({ schools }) => [
    schools.schoolRatings({ ...place, limit: 5 }),
    schools.schoolRatings({ ...place, level: 'high', same_district: true }),
    schools.schoolByDistrict({ lea_id: '0622710' }),
  ],
  districts: (vicinage) => [vicinage.schools.districts(place), vicinage.edge('districts', place)],
  places: (vicinage) => ask(vicinage, ['90012', 'Los Angeles, CA', 'Travis County, TX', 'Austin TX 78701']),
  'public-places': (vicinage) => ask(vicinage, ['Dodger Stadium, Los Angeles, CA', 'Los Angeles City Hall']),
  landmarks: (vicinage) => ask(vicinage, ['Griffith Observatory', 'Love Field, Dallas, TX']),
  areas: (vicinage) => [
    vicinage.area({ zip: '90012' }),
    vicinage.area({ city: 'Pasadena', state: 'CA' }),
    vicinage.reverse(place),
  ],
  neighborhoods: (vicinage) => ask(vicinage, ['Hyde Park, Austin, TX', 'Silver Lake, Los Angeles']),
  'neighborhoods-gnis': (vicinage) => ask(vicinage, ['Hyde Park, Austin, TX', 'Silver Lake, Los Angeles']),
  'neighborhoods-zillow': (vicinage) => ask(vicinage, ['Hyde Park, Austin, TX', 'Silver Lake, Los Angeles']),
  streets: (vicinage) => ask(vicinage, ['1100 Congress Ave, Austin, TX', '200 N Spring St, Los Angeles, CA 90012']),
  'streets-brands': (vicinage) => ask(vicinage, ['1100 Congress Ave, Austin, TX', '200 N Spring St, Los Angeles, CA']),
}

function ask(vicinage: Vicinage, texts: readonly string[]): unknown {
  return [...texts.flatMap((text) => [vicinage.geocode(text), vicinage.suggest(text)]), vicinage.reverse(place)]
}

describe('mutated lookup bundles', () => {
  const runs = LOOKUP_RUNS
  let bundles: Bundles
  beforeAll(async () => {
    bundles = await readBundles({ dimensions: [], userData: false })
  })

  it.each(Object.entries(LOOKUPS))(`return answers or throw a BundleError: %s`, async (id, asks) => {
    // Copies the districts bundle for each run, because its raster is decoded in place. The other bundles do not
    // change.
    const change = (random: () => number) => (bundle: Bundle) =>
      bundle.id === id ? mutated(bundle, random) : bundle.id === 'districts' ? copied(bundle) : bundle
    await expectMutations(runs, async (random) =>
      asks(await openFromBundles(eachBundle(bundles, change(random)), undefined)),
    )
  })

  it(`can be drawn or throw a BundleError: base-map`, async () => {
    const baseMap = await readBundle(await readFile('dist-data/base-map.bundle'), 'base-map.bundle')
    await expectMutations(runs, (random) => readBaseMap(mutated(baseMap, random)))
  })
})

/**
 * Scoring rules of custom dimensions, keyed by dimension id. `pixels` uses a GeoTIFF. The other dimensions use zones,
 * one of which is outside the states' boxes.
 */
const LAYERS: Readonly<Record<string, LayerScore>> = {
  field: 'cover',
  classes: { field: 'kind', classes: { street: 60, woods: 250 } },
  distance: { distance: { 0: 255, 2000: 100, 9000: 1 } },
  pixels: 'value',
}
const beyond = { lat: 44.05, lon: -120.95 }

const zones = {
  type: 'FeatureCollection',
  features: [
    { cover: 40, kind: 'street', ring: boxRing(-118.3, 34, -118.24, 34.06) },
    { cover: 200, kind: 'woods', ring: boxRing(-118.26, 34.04, -118.2, 34.1) },
    { cover: 90, kind: 'woods', ring: boxRing(-121, 44, -120.9, 44.1) },
  ].map(({ ring, ...properties }) => ({
    ...{ type: 'Feature', properties },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })),
}

/** Returns a GeoTIFF of ten by ten pixels of 0.01°. */
function coverPixels(): Uint8Array {
  const pixels = Uint8Array.from({ length: 100 }, (_, i) => 10 * (1 + (i % 10)))
  return tiffBytes(10, pixels, [-118.3, 34.1], 0.01, { 1024: 2, 1025: 1, 2048: 4326 })
}

describe('mutated custom dimensions', () => {
  const runs = Math.ceil(RUNS / 10)

  it.each(Object.entries(LAYERS))(`return answers or throw a BundleError: %s`, async (id, score) => {
    const geographyFile = `${await dataFixture()}/geography.bundle`
    const geography = await readBundle(await readFile(geographyFile), geographyFile)
    const folder = emptyFolder()
    const source = `${folder}/${id === 'pixels' ? 'cover.tif' : 'zones.json'}`
    await writeFile(source, id === 'pixels' ? coverPixels() : JSON.stringify(zones))
    const { file } = await addLayer(source, `${folder}/layers`, { id, score })
    const layer = await readBundle(await readFile(file), file)
    const { answered, refused } = await expectMutations(runs, async (random) => {
      const bundles = { ...nothing, dimensions: dimensions.map(() => null) }
      const custom = [mutated(layer, random)]
      const vicinage = await openFromBundles({ ...bundles, custom, geography: copied(geography) }, undefined)
      const dimension = id as DimensionId
      for (const at of [place, beyond, { lat: 33.9, lon: -118.6 }]) {
        vicinage.scores(at, { percentiles: true })
        vicinage.explain(dimension, at)
      }
      const [lat, lon] = [Float64Array.of(place.lat, beyond.lat), Float64Array.of(place.lon, beyond.lon)]
      vicinage.scoreColumns({ lat, lon, percentiles: true, statusColumn: true })
      vicinage.basisColumns({ lat, lon })
      vicinage.rank(dimension, { of: 'county' })
      vicinage.area({ ...place, radius: 2000 })
      vicinage.find({ where: { [dimension]: { min: 50 } }, within: { ...place, radius: 2000 } })
    })
    expect(Math.min(answered, refused)).toBeGreaterThan(0)
  })
})

const nothing = {
  ...{ schools: null, districts: null, places: null, publicPlaces: null, landmarks: null, outlines: null },
  ...{ neighborhoods: [], custom: [], streets: [] },
}

/** Returns a copy, because readers decode in place. */
function copied(bundle: Bundle): Bundle {
  const { section: _, lengthOf: __, ...image } = bundle
  return openImage({ ...image, arrays: bundle.arrays.map((array) => array.slice()), decoded: new Set() })
}
