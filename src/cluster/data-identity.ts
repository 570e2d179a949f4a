import { createHash } from 'node:crypto'
import { listShards } from '../geocode/streets/shard-list.ts'
import type { Bundles } from '../open.ts'

/** The data that answers depend on: runs go to workers that have the same. JSON. */
export interface DataIdentity {
  /** Of all that follows, and of the street layers. */
  readonly id: string
  /** Version of the program. */
  readonly version: string
  readonly build: string
  /** Names of the bundles. */
  readonly bundles: readonly string[]
  /** How many street layers. */
  readonly streets: number
}

/**
 * The identity of opened data and of a folder of street layers.
 *
 * @throws {BundleError} when a street layer is damaged
 */
export function dataIdentity(bundles: Bundles, streets: string | undefined, version: string): DataIdentity {
  const { geography, schools, districts, places, publicPlaces, dimensions } = bundles
  const names = [geography, schools, districts, places, publicPlaces, ...dimensions].flatMap((one) => one?.id ?? [])
  const layers = streets === undefined ? [] : listShards(streets).map(({ file, bytes, meta }) => [file, bytes, meta])
  const known = { version, build: String(geography.meta.build), bundles: names }
  const id = createHash('sha256')
    .update(JSON.stringify([known, layers]))
    .digest('hex')
    .slice(0, 16)
  return { id, ...known, streets: layers.length }
}

/** `data build 2024-x, 16 bundles, 3 street layers, vicinage 1.2.3`, for people. */
export function dataWords({ version, build, bundles, streets }: DataIdentity): string {
  const layers = streets === 0 ? [] : [`${streets} street layers`]
  return [`data build ${build}`, `${bundles.length} bundles`, ...layers, `vicinage ${version}`].join(', ')
}
