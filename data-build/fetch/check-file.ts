import { createReadStream, openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { getReason, SourceError } from '../read/source-error.ts'
import { openZip } from '../read/zip.ts'
import type { PlannedFile } from './plan.ts'

const WORDS = {
  zip: 'a zip archive',
  gz: 'a gzip file',
  xlsx: 'an xlsx workbook',
  csv: 'a csv table',
  text: 'a text table',
}

/**
 * Checks that `path` is a complete file of the kind given in the catalog. Zip and workbook members are checked by CRC,
 * a gzip is inflated to its end, and a table must have separators in its first line and no NUL bytes. Otherwise throws
 * a `SourceError` that describes the actual content. Returns the names of zip members that could not be checked because
 * their compression is not supported.
 */
export async function checkFile(path: string, file: PlannedFile, interrupted: AbortSignal): Promise<readonly string[]> {
  const { size, start } = await getStart(path)
  const title = pageTitle(start)
  if (title !== undefined) throw getError(file, `a web page${title && ` ("${title}")`}`)
  if (size < file.leastBytes)
    throw getError(file, `${size} bytes`, `${WORDS[file.kind]} of at least ${file.leastBytes} bytes`)
  switch (file.kind) {
    case 'zip':
    case 'xlsx':
      return checkZip(path, file, interrupted)
    case 'gz':
      await checkGzip(path, file, interrupted)
      return []
    case 'csv':
    case 'text':
      await checkTable(path, file, start, interrupted)
      return []
  }
}

async function checkZip(path: string, file: PlannedFile, interrupted: AbortSignal): Promise<readonly string[]> {
  const zip = await openZip(await openAsBlob(path), file.path)
  if (zip.members.length === 0) throw getError(file, 'a zip without members')
  if (file.kind === 'xlsx' && !zip.has('[Content_Types].xml')) throw getError(file, 'a zip that is not a workbook')
  if (file.member !== undefined) zip.member(file.member)
  const unchecked: string[] = []
  for (const member of zip.members) {
    if (member.encrypted) throw getError(file, `the encrypted member ${member.name}`)
    if (!member.supported) unchecked.push(member.name)
    else for await (const _ of member.chunks()) interrupted.throwIfAborted()
  }
  return unchecked
}

async function checkGzip(path: string, file: PlannedFile, interrupted: AbortSignal): Promise<void> {
  try {
    await pipeline(createReadStream(path), createGunzip(), discard(interrupted))
  } catch (cause) {
    interrupted.throwIfAborted()
    throw getError(file, `a gzip file that cannot be decompressed (${getReason(cause)})`)
  }
}

async function checkTable(path: string, file: PlannedFile, start: Buffer, interrupted: AbortSignal): Promise<void> {
  const line = start.toString('latin1').split(/\r?\n/, 1)[0]
  if (!/[,\t|;]/.test(line)) throw getError(file, `a first line without separators ("${line.slice(0, 60)}")`)
  const search = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (interrupted.aborted) done(interrupted.reason)
      else done(chunk.includes(0) ? getError(file, 'NUL bytes') : null)
    },
  })
  await pipeline(createReadStream(path), search)
}

async function getStart(path: string): Promise<{ readonly size: number; readonly start: Buffer }> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const start = Buffer.alloc(Math.min(size, 16_384))
    await handle.read(start, 0, start.length, 0)
    return { size, start }
  } finally {
    await handle.close()
  }
}

function discard(interrupted: AbortSignal): Writable {
  return new Writable({ write: (_, __, done) => done(interrupted.aborted ? interrupted.reason : null) })
}

function getError({ path, kind }: PlannedFile, found: string, expectation = WORDS[kind]): SourceError {
  return new SourceError({ file: path, found, expectation })
}

/**
 * Describes a response body that cannot be a file of this kind, based on its first bytes. Returns null if the body
 * could be the file. A throttling server answers with status 200 and a web page, a sentence or nothing.
 */
export function foreignStart(start: Uint8Array, kind: PlannedFile['kind']): Foreign | null {
  const text = Buffer.from(start)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') return { description: 'nothing', title: '' }
  // No source table begins with an angle bracket or a curly bracket.
  if (text.startsWith('<')) {
    const title = pageTitle(start) ?? ''
    return { description: 'a web page', title: title && ` ("${title}")` }
  }
  const [line] = text.split(/[\r\n]/, 1)
  const isPacked = kind === 'zip' || kind === 'xlsx' || kind === 'gz'
  // Some servers send a short sentence instead of the file, such as "Too many requests, slow down."
  const isSentence = isPacked && start.length < LONGEST_SENTENCE && SENTENCE.test(text)
  if (!text.startsWith('{') && !isSentence) return null
  return { description: isSentence ? 'a sentence' : 'JSON', title: ` ("${line.slice(0, 60)}")` }
}

const LONGEST_SENTENCE = 512
/** Matches a sentence of two or more words. */
const SENTENCE = /^[A-Za-z'-]+,?( [A-Za-z'-]+[,:;]?)+[.!]?\s*$/

interface Foreign {
  readonly description: string
  /** Page title or first line of the response, in quotes and parentheses; empty if there is no text. */
  readonly title: string
}

/**
 * Returns the title of a web page, or an empty string if the page has no title. Returns `undefined` if the bytes do not
 * begin like a web page.
 */
export function pageTitle(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, 16_384)).toString('utf8')
  if (!/^\uFEFF?\s*(<!--[\s\S]*?-->\s*)*(<\?xml[^>]*>\s*)?(<!doctype html|<html|<head|<body|<script)/i.test(text)) {
    return undefined
  }
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? ''
  return title.replace(/\s+/g, ' ').trim().slice(0, 80)
}
