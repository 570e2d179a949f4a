import { BundleError } from '../../base/errors.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { once, onceOf } from '../../data/bundle/once.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import { Gazetteer } from './gazetteer/gazetteer.ts'
import { type GeocodeAnswers, geocodeAnswers } from './geocode-methods.ts'
import { Geocoder } from './geocoder.ts'
import { landmarkColumns, NamedPlaces } from './names/named-places.ts'
import { Neighborhoods } from './neighborhoods.ts'
import { PublicPlaces } from './public-places/public-places.ts'
import type { PlaceOutlines } from './reverse.ts'
import { type ShardRef, type ShardSections, shardMeta } from './streets/shard-file.ts'
import { Streets } from './streets/streets.ts'

export { shardFrom } from './streets/shard-file.ts'
export { Streets } from './streets/streets.ts'

interface GeocoderBundles {
  readonly places: Bundle
  readonly publicPlaces: Bundle | null
  readonly neighborhoods: readonly Bundle[]
  readonly landmarks: Bundle | null
  /** Bundles with known streets. */
  readonly streets: readonly Bundle[]
  readonly outlines: (() => PlaceOutlines) | null
}

/**
 * Opens the geocoder from its bundles and street indexes. Each part is created on first use. `openVicinage` imports
 * this module on demand, so that an application that only needs scores does not load the address code.
 */
export function openGeocoder(bundles: GeocoderBundles, layers = new Streets([])): GeocodeAnswers {
  const streets = once(() => {
    for (const shard of bundles.streets.flatMap(knownShards)) layers.add(shard)
    return layers
  })
  const gazetteer = onceOf(bundles.places, (bundle) => new Gazetteer(bundle))
  const publicPlaces = once(
    () => bundles.publicPlaces && onceOf(bundles.publicPlaces, (bundle) => new PublicPlaces(bundle))(),
  )
  const neighborhoods = once(() =>
    bundles.neighborhoods.map((bundle) => onceOf(bundle, () => new Neighborhoods(bundle))()),
  )
  const named = once(() => new NamedPlaces(neighborhoods(), bundles.landmarks && landmarkColumns(bundles.landmarks)))
  const geocoder = once(() => {
    const places = publicPlaces()
    const layers = places === null ? [streets()] : [streets(), places]
    return new Geocoder(gazetteer(), layers, named(), () => bundles.outlines?.() ?? null)
  })
  return geocodeAnswers(geocoder, {
    get gazetteer() {
      return gazetteer()
    },
    get outlines() {
      return bundles.outlines?.() ?? null
    },
    get publicPlaces() {
      return publicPlaces()?.columns ?? null
    },
    get neighborhoods() {
      return neighborhoods()
    },
    get named() {
      return named()
    },
    get streets() {
      return streets()
    },
  })
}

/** Type of the bundles with known streets. */
export const KNOWN_STREETS = 'known-streets'
/** Name of the block list in a known-streets bundle. Each block is the shard for part of a county. */
export const PARTS = 'parts'
/** Sections of a part: `meta` and the sections of a shard. */
export const PART_SECTIONS = ['meta', 'letters', 'names', 'streets', 'points'] as const

const partsMeta = shape.object({
  parts: shape.array(
    shape.strictObject({
      state: shape.matching(/^[A-Z]{2}$/),
      county: shape.matching(/^\d{5}$/),
      zips: shape.array(shape.matching(/^\d{5}$/)),
    }),
  ),
})

/**
 * Returns the parts of a bundle in block order, whether or not they are loaded.
 *
 * @throws {BundleError} when the bundle is of a different type
 */
export function getParts(bundle: Bundle): readonly ShardRef['meta'][] {
  return getMeta(bundle, partsMeta, KNOWN_STREETS).parts
}

/**
 * Returns the loaded parts of a bundle as shards.
 *
 * @throws {BundleError} when the blocks do not fit the parts
 */
export function knownShards(bundle: Bundle): ShardRef[] {
  const parts = getParts(bundle)
  const list = bundle.blocks.find(({ name }) => name === PARTS)
  if (parts.length === 0) return []
  if (list === undefined || list.count !== parts.length)
    throw new BundleError(`${bundle.file} has ${list?.count ?? 'no'} blocks of parts, expected ${parts.length}.`)
  return Array.from(list.numbers, (part, i) => {
    const file = `${bundle.id}/${part}`
    return {
      file,
      path: `${bundle.file}, part ${part}`,
      meta: parts[part],
      isPart: true,
      sections: getSections(bundle, i, file),
    }
  })
}

function getSections(bundle: Bundle, i: number, file: string): ShardSections {
  const section = (name: string): Uint8Array => {
    if (!(PART_SECTIONS as readonly string[]).includes(name)) return NOTHING
    const starts = bundle.blocks.find((list) => list.name === PARTS)!.starts.get(name)
    if (starts === undefined) throw new BundleError(`${bundle.file} has no section '${name}' in its parts.`)
    return bundle.section(name, 'u8').slice(starts[i], starts[i + 1])
  }
  return {
    file: `${bundle.file}, part ${file}`,
    get meta() {
      const text = new TextDecoder().decode(section('meta'))
      const result = shape.checkShape(shardMeta, parsed(text))
      if (result.success) return result.data
      throw new BundleError(`${bundle.file} has an unexpected '${result.field}' in a part: ${result.message}.`)
    },
    section,
  }
}

const NOTHING = new Uint8Array(0)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
