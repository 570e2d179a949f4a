import { z } from 'zod'
import type { ApiKey } from './api-key.ts'
import { KeyFileError } from './key-file-error.ts'
import { isKeyName, KEY_NAMES } from './key-name.ts'
import { parseMoment } from './key-times.ts'
import { parseRate, RATES, rateText } from './rate.ts'

/** Rises when older versions of the package would misread a file. */
const VERSION = 1

/** The most requests a month that a file can say, so that counters stay whole numbers. */
export const MOST_MONTHLY = 999_999_999_999

const time = read(parseMoment)

// Every field has to be there, and no other: a misspelt or forgotten `expires` must not make a key that never expires.
const entry = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  name: z.string().refine(isKeyName),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rate: read(parseRate).nullable(),
  monthly: z.int().min(1).max(MOST_MONTHLY).nullable(),
  created: time,
  expires: time.nullable(),
})

const expected: Readonly<Record<keyof z.infer<typeof entry>, string>> = {
  id: '8 hexadecimal digits in lower case',
  name: KEY_NAMES,
  sha256: '64 hexadecimal digits in lower case',
  rate: `null or ${RATES}`,
  monthly: `null or a whole number from 1 to ${MOST_MONTHLY}`,
  created: 'a time such as 2026-12-31T00:00:00Z',
  expires: 'null or a time such as 2026-12-31T00:00:00Z',
}

/** A text that `parse` understands, as what it makes of it. */
function read<T>(parse: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue('not understood')
    return z.NEVER
  })
}

/** The text of a key file. */
export function keyFileText(keys: readonly ApiKey[]): string {
  const entries = keys.map(({ id, name, hash, rate, monthly, created, expires }) => ({
    id,
    name,
    sha256: hash,
    rate: rate === null ? null : rateText(rate),
    monthly,
    created: new Date(created).toISOString(),
    expires: expires === null ? null : new Date(expires).toISOString(),
  }))
  return `${JSON.stringify({ version: VERSION, keys: entries }, null, 2)}\n`
}

/** The keys of a key file's text. Throws a `KeyFileError` that names file, key and field, but never what stands there. */
export function keysOfText(text: string, path: string): ApiKey[] {
  const refuse = (why: string): never => {
    throw new KeyFileError(`${path}: ${why}.`)
  }
  const entries = entriesOf(text, refuse)
  const keys = entries.map((given, index): ApiKey => {
    const { data, error } = entry.safeParse(given)
    if (data === undefined) return refuse(`${keyWords(given, index)}, ${fieldWords(error.issues[0])}`)
    const { sha256, ...rest } = data
    return { ...rest, hash: sha256 }
  })
  refuseRepeated(keys, refuse)
  return keys
}

function entriesOf(text: string, refuse: (why: string) => never): readonly unknown[] {
  // What JSON.parse says is left out: it quotes the file, in which somebody may have put a token.
  const file = readJson(text) ?? refuse('the file is damaged, it holds no JSON object')
  if (typeof file.version === 'number' && file.version > VERSION)
    refuse(`version ${file.version} is later than this program's version ${VERSION}: update vicinage`)
  if (file.version !== VERSION) refuse(`field version: expected ${VERSION}`)
  return Array.isArray(file.keys) ? file.keys : refuse('field keys: expected a list')
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** `key 3 (Example)`: the place in the list, from 1, and the name where it is one. */
function keyWords(given: unknown, index: number): string {
  const name = (given as { name?: unknown } | null)?.name
  return `key ${index + 1}${typeof name === 'string' && isKeyName(name) ? ` (${name})` : ''}`
}

function fieldWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `one field too many: expected ${Object.keys(expected).join(', ')}`
  const field = issue.path[0] as keyof typeof expected | undefined
  return field === undefined ? 'expected an object' : `field ${field}: expected ${expected[field]}`
}

/** Names and ids share one space, so that either names one key. */
function refuseRepeated(keys: readonly ApiKey[], refuse: (why: string) => never): void {
  const handles = new Set<string>()
  const hashes = new Set<string>()
  for (const [index, key] of keys.entries()) {
    for (const [field, value, seen] of [
      ['id', key.id, handles],
      ['name', key.name, handles],
      ['sha256', key.hash, hashes],
    ] as const) {
      if (seen.has(value)) refuse(`${keyWords(key, index)}, field ${field}: another key has the same`)
      seen.add(value)
    }
  }
}
