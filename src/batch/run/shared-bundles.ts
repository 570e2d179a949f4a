import { ELEMENT_ARRAYS, type SectionArray } from '../../bundle/format.ts'
import { type BundleImage, bundleOf } from '../../bundle/read.ts'
import type { Bundles } from '../../open.ts'

/** Bundles whose arrays are in memory that threads share: sent to a thread, they are not copied. */
export type SharedBundles = Bundles<BundleImage>

/**
 * Copies the arrays of bundles into shared memory. One thread must open them before the others get them: readers decode in place what
 * `decoded` does not name.
 */
export function shareBundles(bundles: Bundles): SharedBundles {
  return each(bundles, ({ section: _, ...image }) => ({
    ...image,
    arrays: image.arrays.map((array, i) => shared(array, ELEMENT_ARRAYS[image.sections[i].type])),
  }))
}

/** The bundles of shared memory, on whatever thread. */
export function bundlesOf(images: SharedBundles): Bundles {
  return each(images, bundleOf)
}

function each<From, To>(bundles: Bundles<From>, change: (bundle: From) => To): Bundles<To> {
  const { geography, schools, districts, places, publicPlaces, landmarks, neighborhoods, dimensions } = bundles
  const one = (bundle: From | null) => (bundle === null ? null : change(bundle))
  return {
    geography: change(geography),
    schools: one(schools),
    districts: one(districts),
    places: one(places),
    publicPlaces: one(publicPlaces),
    landmarks: one(landmarks),
    neighborhoods: neighborhoods.map(change),
    dimensions: dimensions.map(one),
  }
}

function shared(array: SectionArray, Elements: new (buffer: SharedArrayBuffer) => unknown): SectionArray {
  const copy = new SharedArrayBuffer(array.byteLength)
  new Uint8Array(copy).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  // The arrays are typed as those of plain buffers; their readers do not tell the difference.
  return new Elements(copy) as SectionArray
}
