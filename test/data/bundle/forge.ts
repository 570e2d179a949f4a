import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { pack, unpack } from 'msgpackr'
import { BundleError } from '../../../src/base/errors.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'

// Builds bundles without src/data/bundle, following docs/reference/bundle-format.md, with any header, valid or not.

export const PREAMBLE = 24
export const DIGEST = 32

export const source = { id: 'made', agency: 'Nobody', title: 'Made by hand', vintage: '2024', licence: 'public domain' }
export const head = { kind: 'test', id: 'sample', meta: { unit: 'm', levels: [1, 2.5, null, true] }, sources: [source] }

/**
 * Returns the size of the directory in bytes: four per section and eight per block, or 0 if the header cannot be read.
 */
function directoryBytes(header: Uint8Array): number {
  const { sections, blocks } = headerIn(header)
  return sections.length * 4 + blocks.reduce((sum, { count }) => sum + count * 8, 0)
}

function headerIn(bytes: Uint8Array): { sections: { bytes: number }[]; blocks: { count: number }[] } {
  try {
    const { sections = [], blocks = [] } = unpack(bytes)
    return { sections: sections.length < 100 ? sections : [], blocks: blocks.length < 100 ? blocks : [] }
  } catch {
    return { sections: [], blocks: [] }
  }
}

/**
 * Gives damaged bytes a valid total length, the CRC-32 of their sections and a SHA-256, so that a reader checks
 * further.
 */
export function seal(bytes: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(bytes)
  const view = new DataView(sealed.buffer)
  if (sealed.length < PREAMBLE) return sealed
  view.setBigUint64(16, BigInt(sealed.length), true)
  const headerEnd = PREAMBLE + view.getUint32(12, true)
  if (headerEnd > sealed.length) return sealed
  const header = sealed.slice(PREAMBLE, headerEnd)
  const end = headerEnd + directoryBytes(header)
  if (!(end + DIGEST <= sealed.length)) return sealed
  let at = end + DIGEST
  headerIn(header).sections.forEach((section, i) => {
    const { bytes: stored = 0 } = section ?? {}
    if (!Number.isInteger(stored) || stored < 0) return
    view.setUint32(headerEnd + i * 4, crc32(sealed.subarray(at, at + stored)), true)
    at += stored
  })
  sealed.set(createHash('sha256').update(sealed.subarray(0, end)).digest(), end)
  return sealed
}

/** Returns a sealed file with the given header bytes, which may be invalid, and the bytes of its sections. */
export function forge(header: Uint8Array, body: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bodyAt = PREAMBLE + header.length + directoryBytes(header) + DIGEST
  const bytes = new Uint8Array(bodyAt + body.length)
  bytes.set(new TextEncoder().encode('vicinage'))
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 2, true)
  view.setUint32(12, header.length, true)
  bytes.set(header, PREAMBLE)
  bytes.set(body, bodyAt)
  return seal(bytes)
}

type Entry = Readonly<Record<string, unknown>>

/** Returns a sealed file with this section table and the bytes of its sections. */
export function forgeSections(entries: readonly Entry[], body: Uint8Array): Uint8Array {
  return forge(packHeader({ ...head, sections: entries, blocks: [] }), body)
}

export function packHeader(value: unknown): Uint8Array {
  return new Uint8Array(pack(value))
}

/**
 * Returns the message with which a bundle is rejected. Fails if the bundle is read or if the error has a different
 * type.
 */
export async function refusal(bytes: Uint8Array, file = 'sample.bundle'): Promise<string> {
  const outcome = await readBundle(bytes, file).then(
    () => 'read',
    (error: unknown) => error,
  )
  if (!(outcome instanceof BundleError)) throw new Error('expected a BundleError', { cause: outcome })
  if (!isOneSentence(outcome.message, file)) throw new Error(`expected one sentence: ${outcome.message}`)
  return outcome.message
}

/**
 * Returns whether a message starts with the file name and is one line of ASCII with one period, at its end. Quoted
 * words come from the file and may contain other characters.
 */
export function isOneSentence(message: string, file: string): boolean {
  return (
    message.startsWith(`${file} `) && /^[ -~]+[^.]\.$/.test(message) && !/\. /.test(message.replace(/"[^"]*"/g, ''))
  )
}
