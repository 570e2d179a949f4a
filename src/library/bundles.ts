import type { LayerOptions } from '../answers/layers/layer.ts'
import { BundleError } from '../base/errors.ts'
import { ELEMENT_ARRAYS, type SectionArray } from '../data/bundle/format.ts'
import { type Bundle, type BundleImage, bundleOf } from '../data/bundle/read.ts'

/**
 * The bundles of a data folder that `options` ask for, `Made` is a bundle or what replaces it while it travels; null:
 * not there, or not wanted.
 */
export interface Bundles<Made = Bundle> {
  readonly geography: Made
  readonly schools: Made | null
  readonly districts: Made | null
  readonly places: Made | null
  readonly publicPlaces: Made | null
  readonly landmarks: Made | null
  /** Outlines of ZIPs and cities, which `vicinage data upgrade areas` adds. */
  readonly outlines: Made | null
  /** Known streets; those that are there. */
  readonly streets: readonly Made[]
  /** In the order in which they are asked; those that are there. */
  readonly neighborhoods: readonly Made[]
  /** In the order of the catalog. */
  readonly dimensions: readonly (Made | null)[]
  /** Own layers of the user's data folder. */
  readonly own: readonly Made[]
}

/** Names the data: the build of the geography, and what `vicinage data upgrade` put over it. */
export function buildName(build: unknown, parts: readonly { readonly upgraded?: unknown }[]): string {
  return [build, ...parts.flatMap(({ upgraded }) => upgraded ?? [])].join('+')
}

/** What `vicinage data upgrade` put over the bundles that are looked up in, and not scored. */
export function lookupUpgrades({ schools, districts, places, outlines }: Bundles) {
  return [schools, districts, places, outlines].map((bundle) => bundle?.meta ?? {})
}

/**
 * The data of an opened vicinage for `postMessage`: sent to a thread, it is not copied. Browsers share memory only on
 * pages that are cross-origin isolated; without it, each thread gets a copy. What is in it is for `openVicinage` alone,
 * of the same version.
 */
export interface SharedVicinage {
  /** The bundle that every vicinage has. */
  readonly geography: object
  /** Layers in memory, in their order. */
  readonly layers?: readonly LayerOptions[]
}

/** What a `SharedVicinage` is made of. */
export type BundleImages = Bundles<BundleImage> & Pick<SharedVicinage, 'layers'>

/**
 * Copies the arrays of bundles into shared memory. All rasters have to be decoded before: threads must not do it side
 * by side, in place.
 */
export function shareBundles(bundles: Bundles): BundleImages {
  return eachBundle(bundles, ({ section: _, lengthOf: __, ...image }) => ({
    ...image,
    // What is decoded in the copy is not decoded in the original.
    decoded: new Set(image.decoded),
    arrays: image.arrays.map((array, i) => shared(array, ELEMENT_ARRAYS[image.sections[i].type])),
  }))
}

/** Bundles whose arrays are moved into shared memory, one after another, so that they are there once, and not twice. */
export function movedToShared(bundles: Bundles): Bundles {
  return eachBundle(bundles, ({ section: _, lengthOf: __, ...image }) => {
    const { arrays, sections } = image
    for (const [i, { type }] of sections.entries()) arrays[i] = shared(arrays[i], ELEMENT_ARRAYS[type])
    return bundleOf(image)
  })
}

/**
 * The bundles of shared memory, on whatever thread.
 * @throws {BundleError} when it is something else
 */
export function bundlesOf(shared: SharedVicinage): Bundles {
  const images = shared as BundleImages
  if (!Array.isArray(images?.geography?.arrays) || !Array.isArray(images.dimensions))
    throw new BundleError(
      '`shared` is not what `share()` of a vicinage gave: pass it on as `postMessage` delivered it.',
    )
  return eachBundle(images, bundleOf)
}

/** The same with each bundle changed. */
export function eachBundle<From, To>(bundles: Bundles<From>, change: (bundle: From) => To): Bundles<To> {
  const { geography, schools, districts, places, publicPlaces, landmarks, outlines, ...lists } = bundles
  const { streets, neighborhoods, dimensions, own } = lists
  const one = (bundle: From | null) => (bundle === null ? null : change(bundle))
  return {
    geography: change(geography),
    schools: one(schools),
    districts: one(districts),
    places: one(places),
    publicPlaces: one(publicPlaces),
    landmarks: one(landmarks),
    outlines: one(outlines),
    streets: streets.map(change),
    neighborhoods: neighborhoods.map(change),
    dimensions: dimensions.map(one),
    own: own.map(change),
  }
}

function shared(array: SectionArray, Elements: new (buffer: SharedArrayBuffer) => unknown): SectionArray {
  if (globalThis.SharedArrayBuffer === undefined || (array.buffer as unknown) instanceof SharedArrayBuffer) return array
  const copy = new SharedArrayBuffer(array.byteLength)
  new Uint8Array(copy).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  // The arrays are typed as those of plain buffers; their readers do not tell the difference.
  return new Elements(copy) as SectionArray
}
