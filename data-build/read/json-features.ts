import type { LayerFeature } from '../../src/answers/layers/layer.ts'

/**
 * The features of a GeoJSON FeatureCollection, each parsed when it is asked for, so that a million of them take the
 * memory of the file alone; null where the bytes are no object with a list of features, or not whole JSON.
 */
export function featuresInJson(bytes: Uint8Array): { readonly features: LayerFeature[]; readonly crs: unknown } | null {
  const list = listIn(bytes)
  if (list === null) return null
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to))
  try {
    const rest = JSON.parse(`${text(0, list.start)}${text(list.end, bytes.length)}`)
    if (rest?.type !== 'FeatureCollection' || !Array.isArray(rest.features) || rest.features.length > 0) return null
    const features: LayerFeature[] = []
    for (let i = 0; i < list.ends.length; i += 2) {
      const stored = new StoredFeature(text, list.ends[i], list.ends[i + 1])
      // Whole, and a feature: otherwise it is kept as it is, and refused by those who read it.
      const feature = stored.parsed()
      features.push(feature !== null && typeof feature === 'object' && 'geometry' in feature ? stored : feature)
    }
    return { features, crs: rest.crs }
  } catch {
    return null
  }
}

/** A feature with its geometry and properties in memory; parsed once. */
export function parsedFeature<T>(feature: T): T | LayerFeature {
  return feature instanceof StoredFeature ? feature.parsed() : feature
}

class StoredFeature implements LayerFeature {
  constructor(
    private readonly text: (from: number, to: number) => string,
    private readonly from: number,
    private readonly to: number,
  ) {}

  parsed(): LayerFeature {
    return JSON.parse(this.text(this.from, this.to))
  }

  get geometry() {
    return this.parsed().geometry
  }

  get properties() {
    return this.parsed().properties ?? null
  }
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [34, 92, 58, 44]
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93]
const FEATURES = [...new TextEncoder().encode('features')]

interface List {
  /** After the bracket that opens it, and before the one that closes it. */
  readonly start: number
  readonly end: number
  /** Where its elements begin and end, by turns, white space included. */
  readonly ends: readonly number[]
}

/** The list `features` of the outermost object, by its brackets and quotes alone. */
function listIn(bytes: Uint8Array): List | null {
  const ends: number[] = []
  let [start, from, depth] = [-1, -1, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const begun = at
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
      const isName = depth === 1 && start < 0 && FEATURES.every((letter, i) => bytes[begun + 1 + i] === letter)
      if (!isName || at - begun - 1 !== FEATURES.length) continue
      const colon = afterSpace(bytes, at + 1)
      const bracket = afterSpace(bytes, colon + 1)
      if (bytes[colon] !== COLON || bytes[bracket] !== OPEN_LIST) continue
      start = from = bracket + 1
      at = bracket
      depth = 2
    } else if (byte === OPEN || byte === OPEN_LIST) depth++
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth--
      if (start < 0 || depth !== 1) continue
      if (ends.length > 0 || afterSpace(bytes, from) < at) ends.push(from, at)
      return { start, end: at, ends }
    } else if (byte === COMMA && depth === 2 && start >= 0) {
      ends.push(from, at)
      from = at + 1
    }
  }
  return null
}

function afterSpace(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && bytes[at] <= 32) at++
  return at
}
