import { createHash } from 'node:crypto'
import { pack } from 'msgpackr'
import { readBundle } from '../../src/bundle/read.ts'
import { BundleError } from '../../src/errors.ts'

// Builds bundles without src/bundle: by docs/bundle-format.md, with node:crypto and any header, true or false.

export const PREAMBLE = 24
export const DIGEST = 32

export const source = { id: 'made', agency: 'Nobody', title: 'Made by hand', vintage: '2024', licence: 'public domain' }
export const head = { kind: 'test', id: 'sample', meta: { unit: 'm', levels: [1, 2.5, null, true] }, sources: [source] }

/** Gives damaged bytes the total length and SHA-256 of a sound file, so that a reader looks further. */
export function seal(bytes: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(bytes)
  const view = new DataView(sealed.buffer)
  if (sealed.length >= PREAMBLE) view.setBigUint64(16, BigInt(sealed.length), true)
  const end = sealed.length - DIGEST
  if (end >= 0) sealed.set(createHash('sha256').update(sealed.subarray(0, end)).digest(), end)
  return sealed
}

/** A sealed file around header bytes that need not be a header, and the bytes of the sections. */
export function forge(header: Uint8Array, body: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bodyAt = Math.ceil((PREAMBLE + header.length) / 8) * 8
  const bytes = new Uint8Array(Math.ceil((bodyAt + body.length) / 8) * 8 + DIGEST)
  bytes.set(new TextEncoder().encode('vicinage'))
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 1, true)
  view.setUint32(12, header.length, true)
  bytes.set(header, PREAMBLE)
  bytes.set(body, bodyAt)
  return seal(bytes)
}

type Entry = Readonly<Record<string, unknown>>

/**
 * A sealed file with this section table over a body of `body`; offsets in the table count from the start of the body.
 * The header grows with its offsets, so the table is packed against a body at a fixed distance.
 */
export function forgeSections(entries: readonly Entry[], body: Uint8Array): Uint8Array {
  const bodyAt = 1024
  const moved = entries.map((entry) =>
    typeof entry.offset === 'number' ? { ...entry, offset: entry.offset + bodyAt } : entry,
  )
  const header = packHeader({ ...head, sections: moved })
  const gap = bodyAt - Math.ceil((PREAMBLE + header.length) / 8) * 8
  return forge(header, Buffer.concat([Buffer.alloc(gap), body]))
}

export function packHeader(value: unknown): Uint8Array {
  return new Uint8Array(pack(value))
}

/** The message with which a bundle is refused; fails when it is read, or when the error is of another kind. */
export async function refusal(bytes: Uint8Array, file = 'sample.bundle'): Promise<string> {
  const outcome = await readBundle(bytes, file).then(
    () => 'read',
    (error: unknown) => error,
  )
  if (!(outcome instanceof BundleError)) throw new Error('expected a BundleError', { cause: outcome })
  if (!isOneSentence(outcome.message, file)) throw new Error(`expected one sentence: ${outcome.message}`)
  return outcome.message
}

/** File name first, one line of ASCII, one full stop, at its end (quoted words come from the file and may hold others). */
export function isOneSentence(message: string, file: string): boolean {
  return (
    message.startsWith(`${file} `) && /^[ -~]+[^.]\.$/.test(message) && !/\. /.test(message.replace(/"[^"]*"/g, ''))
  )
}
