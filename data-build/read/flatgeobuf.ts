import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js'
import type { Feature } from 'geojson'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder } from './source-folder.ts'

/**
 * Reads FlatGeobuf, in degrees by the EPSG code of its header.
 * Throws a `SourceError` when it is truncated or damaged, or lacks a wanted property.
 */
export async function readFlatGeobuf(
  folder: SourceFolder,
  path: string,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const bytes = await folder.bytes(path)
  let crs = 0
  const features: Feature[] = []
  try {
    checkHeader(bytes)
    const headerMetaFn = (header: Header) => {
      checkFrames(bytes, header)
      crs = header.crs?.code ?? 0
    }
    for await (const feature of deserialize(bytes, { headerMetaFn })) features.push(feature as Feature)
  } catch (cause) {
    const found = `not whole FlatGeobuf (${reasonOf(cause)})`
    throw new SourceError({ file: path, found, expectation: 'a whole file; download it again' }, { cause })
  }
  const builder = new LayerBuilder(path, { ...(crs === 0 ? {} : { projection: `EPSG:${crs}` }), ...options })
  for (const { geometry, properties } of features) builder.add(geometry, properties)
  return builder.finish()
}

interface Header {
  readonly crs: { readonly code: number } | null
  readonly featuresCount: number
  readonly indexNodeSize: number
}

const HEADER_AT = 12 // after the magic bytes and the length of the header
const NODE_BYTES = 40 // of the index

/** @throws where the header does not end in the file: the library would read past its end */
function checkHeader(bytes: Uint8Array): void {
  const ends = bytes.length < HEADER_AT ? HEADER_AT : HEADER_AT + wordAt(bytes, HEADER_AT - 4)
  if (ends > bytes.length) throw new Error(`${bytes.length} bytes, and the header ends at ${ends}`)
}

/**
 * Follows the lengths of the features. @throws unless they end with the file and are as many as the header says, where
 * it does
 */
function checkFrames(bytes: Uint8Array, { featuresCount, indexNodeSize }: Header): void {
  let at = HEADER_AT + wordAt(bytes, HEADER_AT - 4)
  if (indexNodeSize > 0) {
    if (indexNodeSize === 1 || featuresCount === 0) throw new Error('an index that cannot be')
    let [nodes, level] = [featuresCount, featuresCount]
    while (level > 1) {
      level = Math.ceil(level / indexNodeSize)
      nodes += level
    }
    // The index of a single feature has a root, too.
    at += NODE_BYTES * (featuresCount === 1 ? 2 : nodes)
  }
  let count = 0
  for (; at + 4 <= bytes.length; count++) at += 4 + wordAt(bytes, at)
  if (at !== bytes.length) throw new Error(`${bytes.length} bytes, and its parts end at ${at}`)
  if (featuresCount > 0 && count !== featuresCount) throw new Error(`${count} features of ${featuresCount}`)
}

function wordAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)
}
