import { expect, it } from 'vitest'
import { dataFolder, type Manifest, openBundle, readManifest } from '../../src/bundle/data-folder.ts'
import { type Bundle, bundleOf } from '../../src/bundle/read.ts'
import type { Bundles } from '../../src/bundles.ts'
import { type DimensionId, dimensions } from '../../src/dimensions/catalog.ts'
import { BundleError } from '../../src/errors.ts'
import { vicinageOf } from '../../src/open.ts'
import { madeData } from '../upgrade/made-data.ts'

/** Mutations; more by `RUNS=20000`. */
const RUNS = Number(process.env.RUNS ?? 500)

const place = { lat: 34.05, lon: -118.25 }

/** A bundle with some elements of a section changed, as if it had been hashed anew. */
function mutated(bundle: Bundle, random: () => number): Bundle {
  const { section: _, lengthOf: __, ...image } = bundle
  const arrays = bundle.arrays.map((array) => array.slice())
  const [at, extreme] = [Math.floor(random() * arrays.length), [0, 1, 255, 65_535, 2 ** 31, 2 ** 32 - 1]]
  const array = arrays[at]
  for (let count = 1 + Math.floor(random() * 4); count > 0 && array.length > 0; count--)
    array[Math.floor(random() * array.length)] = random() < 0.5 ? extreme[Math.floor(random() * 6)] : random() * 2 ** 32
  return bundleOf({ ...image, arrays, decoded: new Set() })
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

it(`${RUNS} bundles with changed values are refused as bundles, or answer`, async () => {
  const folder = dataFolder(await madeData())
  const manifest: Manifest = await readManifest(folder)
  const open = async (id: string) => {
    const entry = manifest.bundles.find((one) => one.id === id)
    return entry === undefined ? null : openBundle(folder, entry)
  }
  const whole = await Promise.all(dimensions.map(({ id }) => open(id)))
  const ids = whole.flatMap((bundle) => (bundle === null ? [] : [bundle.id as DimensionId]))
  const geography = (await open('geography'))!
  const random = randomFrom(11)
  const outcomes = { answered: 0, refused: 0, slowest: 0 }
  const faults = new Map<string, string>()
  for (let run = 0; run < RUNS; run++) {
    const chosen = Math.floor(random() * (ids.length + 1))
    const bundles: Bundles = {
      ...{ schools: null, districts: null, places: null, publicPlaces: null, landmarks: null, outlines: null },
      ...{ neighborhoods: [], own: [], streets: [] },
      geography: chosen === ids.length ? mutated(geography, random) : copied(geography),
      dimensions: whole.map(
        (bundle) => bundle && (bundle.id === ids[chosen] ? mutated(bundle, random) : copied(bundle)),
      ),
    }
    const started = performance.now()
    try {
      const vicinage = await vicinageOf(bundles, undefined)
      vicinage.scores(place)
      for (const id of ids) vicinage.explain(id, place)
      vicinage.rank('fire', { of: 'county' })
      vicinage.area({ ...place, radius: 2000 })
      outcomes.answered++
    } catch (error) {
      if (error instanceof BundleError) outcomes.refused++
      else faults.set(String(error), (error as Error).stack ?? '')
    }
    outcomes.slowest = Math.max(outcomes.slowest, performance.now() - started)
  }
  if (process.env.RUNS) console.log(outcomes)
  expect([...faults.values()]).toEqual([])
  expect(outcomes.answered).toBeGreaterThan(RUNS / 20)
  expect(outcomes.refused).toBeGreaterThan(RUNS / 20)
  expect(outcomes.slowest).toBeLessThan(5000)
})

/** A copy: readers decode in place. */
function copied(bundle: Bundle): Bundle {
  const { section: _, lengthOf: __, ...image } = bundle
  return bundleOf({ ...image, arrays: bundle.arrays.map((array) => array.slice()), decoded: new Set() })
}
