import type { LayerOptions } from '../answers/layers/layer.ts'
import { BundleError } from '../base/errors.ts'
import { ELEMENT_ARRAYS, type SectionArray } from '../data/bundle/format.ts'
import { type Bundle, type BundleImage, openImage } from '../data/bundle/read.ts'

/**
 * Requested bundles of a data folder, in the form `Form`: a `Bundle`, or a `BundleImage` that can be sent to another
 * thread. Null means that a bundle is missing or was not requested.
 */
export interface Bundles<Form = Bundle> {
  readonly geography: Form
  readonly schools: Form | null
  readonly districts: Form | null
  readonly places: Form | null
  readonly publicPlaces: Form | null
  readonly landmarks: Form | null
  /** Outlines of ZIP codes and cities, which `vicinage data upgrade areas` adds. */
  readonly outlines: Form | null
  /** Bundles of known streets, whose house numbers have coordinates, if the bundles exist. */
  readonly streets: readonly Form[]
  /** Bundles of neighborhoods, if they exist, in the order in which they are searched. */
  readonly neighborhoods: readonly Form[]
  /** Dimensions in catalog order. */
  readonly dimensions: readonly (Form | null)[]
  /** Custom dimensions of the user's data folder. */
  readonly custom: readonly Form[]
}

/** Returns the name of the data: the build of the geography and the names of the official updates, joined by `+`. */
export function buildName(build: unknown, parts: readonly { readonly upgraded?: unknown }[]): string {
  return [build, ...parts.flatMap(({ upgraded }) => upgraded ?? [])].join('+')
}

/** Returns the metadata of the bundles without scores, which contains the names of their official updates. */
export function lookupUpgrades({ schools, districts, places, outlines }: Bundles) {
  return [schools, districts, places, outlines].map((bundle) => bundle?.meta ?? {})
}

/**
 * The data of an opened vicinage, which can be sent to other threads with `postMessage`. Sending does not copy the
 * data, except in browser pages that are not cross-origin isolated, where each thread gets a copy. The content may only
 * be used by `openVicinage` of the same version.
 */
export interface SharedVicinage {
  /** The only bundle that every vicinage has. */
  readonly geography: object
  /** Custom dimensions that `withLayer` added, in order. */
  readonly layers?: readonly LayerOptions[]
}

/** Content of a `SharedVicinage`. */
export type BundleImages = Bundles<BundleImage> & Pick<SharedVicinage, 'layers'>

/**
 * Copies the arrays of bundles into shared memory. All rasters must be decoded first, because several threads must not
 * decode the same array in place.
 */
export function shareBundles(bundles: Bundles): BundleImages {
  return eachBundle(bundles, ({ section: _, lengthOf: __, ...image }) => ({
    ...image,
    // The copy has its own set, because decoding a section of the copy does not decode the section of the original, and
    // vice versa.
    decoded: new Set(image.decoded),
    arrays: image.arrays.map((array, i) => shared(array, ELEMENT_ARRAYS[image.sections[i].type])),
  }))
}

/** Moves the arrays of bundles into shared memory one by one, so that memory never holds a copy of all arrays. */
export function movedToShared(bundles: Bundles): Bundles {
  return eachBundle(bundles, ({ section: _, lengthOf: __, ...image }) => {
    const { arrays, sections } = image
    for (const [i, { type }] of sections.entries()) arrays[i] = shared(arrays[i], ELEMENT_ARRAYS[type])
    return openImage(image)
  })
}

/**
 * Opens bundles from shared memory, on any thread.
 *
 * @throws {BundleError} when the value is not the result of `share()`
 */
export function getBundles(shared: SharedVicinage): Bundles {
  const images = shared as BundleImages
  if (!Array.isArray(images?.geography?.arrays) || !Array.isArray(images.dimensions))
    throw new BundleError(
      '`shared` is not the result of `share()`: pass the result on exactly as `postMessage` delivered it.',
    )
  return eachBundle(images, openImage)
}

export function eachBundle<From, To>(bundles: Bundles<From>, change: (bundle: From) => To): Bundles<To> {
  const { geography, schools, districts, places, publicPlaces, landmarks, outlines, ...lists } = bundles
  const { streets, neighborhoods, dimensions, custom } = lists
  const changed = (bundle: From | null) => (bundle === null ? null : change(bundle))
  return {
    geography: change(geography),
    schools: changed(schools),
    districts: changed(districts),
    places: changed(places),
    publicPlaces: changed(publicPlaces),
    landmarks: changed(landmarks),
    outlines: changed(outlines),
    streets: streets.map(change),
    neighborhoods: neighborhoods.map(change),
    dimensions: dimensions.map(changed),
    custom: custom.map(change),
  }
}

function shared(array: SectionArray, Elements: new (buffer: SharedArrayBuffer) => unknown): SectionArray {
  if (globalThis.SharedArrayBuffer === undefined || (array.buffer as unknown) instanceof SharedArrayBuffer) return array
  const copy = new SharedArrayBuffer(array.byteLength)
  new Uint8Array(copy).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  // Typed as an array on a plain ArrayBuffer. Callers only read it, so they need not know that the buffer is shared.
  return new Elements(copy) as SectionArray
}
