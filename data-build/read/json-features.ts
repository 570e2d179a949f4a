import type { LayerFeature } from '../../src/answers/layers/layer.ts'
import { getReason, SourceError } from './source-error.ts'

/** A JSON document whose list of features was read piece by piece. */
export interface FeatureDocument {
  /** The document. Its list of features is empty if the list was streamed. */
  readonly document: unknown
  /** Whether the list was found and its features were passed on. */
  readonly isStreamed: boolean
}

/** Maximum bytes of a feature, and of everything else in a document. Each is parsed as a single string. */
const MAX_PARSED = 2 ** 27

const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32
const QUOTE = 34
const BACKSLASH = 92
const COLON = 58
const COMMA = 44
const OPEN = 123
const CLOSE = 125
const OPEN_LIST = 91
const CLOSE_LIST = 93
const NAME = [...new TextEncoder().encode('features')]

/**
 * Reads a GeoJSON document of any length and calls `onFeature` with the JSON text of each element of the `features`
 * list. Whitespace is dropped immediately, so that only the longest feature has to fit into memory. If the whole
 * document is a list, its elements are the features.
 *
 * @param onFeature receives bytes that are only valid during the call, and the document as far as it was read
 * @throws {SourceError} when the document is not complete JSON, or a part of it is too long to parse
 */
export async function streamFeatures(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  onFeature: (text: Uint8Array, before: () => unknown) => void,
): Promise<FeatureDocument> {
  const scanner = new FeatureScanner(file, onFeature)
  for await (const chunk of chunks) scanner.push(chunk)
  return scanner.finish()
}

/** Position of the scanner in the document. */
type Part = 'before' | 'features' | 'after'

class FeatureScanner {
  /** Everything except the features. */
  readonly #rest = new GrowingText()
  readonly #feature = new GrowingText()
  #part: Part = 'before'
  #depth = 0
  /** Nesting depth of the elements of the `features` list; -1 until the list is found. */
  #listDepth = -1
  #isInText = false
  #isEscaped = false
  /** Number of letters of `features` that the current string matches so far; -1 if it differs. */
  #matched = -1
  /** State while looking for `"features": [`: 1 after the name, 2 after the colon. */
  #heading = 0
  #count = 0

  constructor(
    private readonly file: string,
    private readonly onFeature: (text: Uint8Array, before: () => unknown) => void,
  ) {}

  push(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]
      if (this.#isInText) this.#putInText(byte)
      else if (byte === SPACE || byte === LF || byte === CR || byte === TAB) this.#target.putSpace()
      else this.#putToken(byte)
    }
    if (this.#rest.length > MAX_PARSED) this.#refuseLength('text outside the features')
    if (this.#feature.length > MAX_PARSED) this.#refuseLength(`feature ${this.#count + 1}`)
  }

  finish(): FeatureDocument {
    return { document: this.#parsed(this.#rest.bytes()), isStreamed: this.#part === 'after' }
  }

  get #target(): GrowingText {
    return this.#part === 'features' ? this.#feature : this.#rest
  }

  #putInText(byte: number): void {
    this.#target.put(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) {
      this.#isInText = false
      this.#heading = this.#matched === NAME.length ? 1 : 0
      this.#matched = -1
      return
    }
    if (this.#matched >= 0) this.#matched = byte === NAME[this.#matched] ? this.#matched + 1 : -1
  }

  #putToken(byte: number): void {
    const heading = this.#heading
    this.#heading = 0
    switch (byte) {
      case QUOTE:
        this.#isInText = true
        this.#matched = this.#part === 'before' && this.#depth === 1 ? 0 : -1
        break
      case COLON:
        if (heading === 1) this.#heading = 2
        break
      case OPEN:
        this.#depth++
        break
      case OPEN_LIST:
        this.#depth++
        if (this.#part === 'before' && (heading === 2 || this.#depth === 1)) {
          this.#rest.put(byte)
          this.#part = 'features'
          this.#listDepth = this.#depth
          return
        }
        break
      case CLOSE:
      case CLOSE_LIST:
        if (this.#part === 'features' && this.#depth === this.#listDepth) {
          if (this.#count > 0 || !this.#feature.isBlank) this.#endFeature()
          this.#part = 'after'
        }
        this.#depth--
        break
      case COMMA:
        if (this.#part === 'features' && this.#depth === this.#listDepth) {
          this.#endFeature()
          return
        }
    }
    this.#target.put(byte)
  }

  #endFeature(): void {
    this.#count++
    this.onFeature(this.#feature.bytes(), () => this.#parsed(this.#closed()))
    this.#feature.clear()
  }

  /** Returns the document up to this position, with its list closed. */
  #closed(): Uint8Array {
    return Buffer.concat([this.#rest.bytes(), Buffer.from(this.#listDepth === 1 ? ']' : ']}')])
  }

  #parsed(bytes: Uint8Array): unknown {
    return parsedJson(bytes, this.file)
  }

  #refuseLength(part: string): never {
    const found = `more than ${MAX_PARSED} bytes of ${part}`
    throw new SourceError({ file: this.file, found, expectation: 'fewer; convert it with ogr2ogr, or split it' })
  }
}

/**
 * Parses JSON text, which may begin with a byte order mark.
 * @throws {SourceError} when it is incomplete or not UTF-8
 */
export function parsedJson(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    const found = `not valid JSON (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'a JSON document' }, { cause })
  }
}

/** A growing byte buffer. `clear` keeps its memory for reuse. */
class GrowingText {
  #bytes = new Uint8Array(1 << 12)
  length = 0

  put(byte: number): void {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.length++] = byte
  }

  /** Writes a single space for a run of whitespace. Without a space, `1 2` would become a single number. */
  putSpace(): void {
    if (this.length > 0 && this.#bytes[this.length - 1] !== SPACE) this.put(SPACE)
  }

  get isBlank(): boolean {
    return this.length === 0
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }
}

/**
 * A feature kept as JSON text and parsed on each access, so that a million features take no more memory than their
 * JSON.
 */
export class StoredFeature implements LayerFeature {
  constructor(
    private readonly text: Uint8Array,
    private readonly file: string,
  ) {}

  parsed(): LayerFeature {
    return parsedJson(this.text, this.file) as LayerFeature
  }

  get geometry() {
    return this.parsed().geometry
  }

  get properties() {
    return this.parsed().properties ?? null
  }
}
