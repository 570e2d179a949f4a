import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { VicinageError } from '../../base/errors.ts'
import { type ApiKey, type Keys, knownKeys, type Rate } from './keys.ts'

/** Milliseconds between looks at the file. */
const PERIOD = 1000

/** What `openKeyFile` takes. */
export interface KeyFileOptions {
  /** Called with the keys of a changed file, once they are in use. */
  readonly onReload?: (keys: readonly ApiKey[]) => void
  /** Called once when a changed file is refused, cannot be read or is gone: the keys from before stay in use. */
  readonly onError?: (error: Error) => void
}

/**
 * The keys of a file, and about a second after each change of the file its new ones. The timer keeps no process
 * running; `close` ends it. Throws a `KeyFileError` when there are no keys to begin with.
 */
export async function openKeyFile(path: string, options: KeyFileOptions = {}): Promise<Keys & { close(): void }> {
  // The state before the keys: a change in between is seen as one.
  let seen = await stateOf(path)
  let keys = knownKeys(await readKeyFile(path))
  let complaint: string | undefined
  let closed = false

  async function look(): Promise<void> {
    const state = await stateOf(path)
    const found = state === seen ? undefined : await readKeyFile(path).catch((error: Error) => error)
    if (closed) return
    timer = wait()
    if (found instanceof Error) {
      // What was refused stays unseen, and is looked at again: a full table of open files passes without a change of
      // the file.
      if (found.message !== complaint) options.onError?.(found)
      complaint = found.message
      return
    }
    complaint = undefined
    if (found === undefined) return
    seen = state
    keys = knownKeys(found)
    options.onReload?.(found)
  }

  // Not fs.watch: it loses sight of a file that another is renamed over.
  const wait = () => setTimeout(look, PERIOD).unref()
  let timer = wait()
  return {
    find: (token) => keys.find(token),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** What no change leaves as it was: times in the file's own resolution, and the inode, which a rename replaces. */
async function stateOf(path: string): Promise<string> {
  const file = await stat(path, { bigint: true }).catch(() => null)
  return file === null ? 'unknown' : [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join()
}

/**
 * The keys of a file. Throws a `KeyFileError` when it is missing, damaged, of a later version, or open to others than
 * its owner.
 */
export async function readKeyFile(path: string): Promise<ApiKey[]> {
  try {
    const file = await stat(path)
    if (!file.isFile()) throw new KeyFileError(`${path} is not a file.`)
    // Windows has no such bits.
    if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
      throw new KeyFileError(`${path} is open to others than its owner: give it mode 600.`)
    return keysOfText(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refusal(error, path)
    throw new KeyFileError(`There is no key file ${path}: make one with vicinage keys add NAME --file ${path}.`)
  }
}

/** What the system says (`EACCES: permission denied, open '…'`) as a `KeyFileError`; other errors as they are. */
export function refusal(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return code === undefined || syscall === undefined ? error : new KeyFileError(`${path} cannot be used: ${message}.`)
}

/** A key file that is refused, or cannot be read or written. The message is one sentence, without anything secret. */
export class KeyFileError extends VicinageError {
  override readonly name = 'KeyFileError'
  readonly code = 'key_file_invalid'

  /** @internal */
  override get exitCode(): number {
    return 2
  }
}

/** What `isKeyName` asks for, for people. */
export const KEY_NAMES = '1 to 100 characters without control characters and without spaces around them'

/** Whether a key may be called so: names are printed in lists and logs, where they must not steer the terminal. */
export function isKeyName(text: string): boolean {
  return text.length >= 1 && text.length <= 100 && text === text.trim() && !steering.test(text)
}

// Controls, halves of surrogate pairs, line separators, marks that turn the writing direction.
const steering = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** What `parseRate` takes, for people. */
export const RATES = 'N/sec, N/min, N/hour, N/day or N/30s, at most 999999999 requests in at most a day'

const units: Readonly<Record<string, number>> = { sec: 1, second: 1, min: 60, minute: 60, hour: 3600, day: 86_400 }
const LONGEST = units.day

/** The rate that `50/min` or `50/30s` says; undefined for other texts. */
export function parseRate(text: string): Rate | undefined {
  const [, requests, seconds, unit] =
    /^([1-9]\d{0,8})\/(?:([1-9]\d{0,4})s|(sec|second|min|minute|hour|day))$/.exec(text) ?? []
  if (requests === undefined) return undefined
  const rate = { requests: Number(requests), seconds: seconds === undefined ? units[unit] : Number(seconds) }
  return rate.seconds > LONGEST ? undefined : rate
}

/** The rate as `parseRate` reads it: `50/min`. */
export function rateText({ requests, seconds }: Rate): string {
  const unit = Object.keys(units).find((name) => units[name] === seconds)
  return `${requests}/${unit ?? `${seconds}s`}`
}

// It knows the calendar; Date.parse takes 2026-02-30 for the second of March.
const isoDatetime = z.iso.datetime({ offset: true })
/** Years after 9999 have six digits, and no key file holds them. */
const LATEST = Date.UTC(9999, 11, 31)

/**
 * Milliseconds since 1970 of an ISO 8601 date and time with its zone; undefined for other texts, before 1970 and after
 * 9999.
 */
export function parseMoment(text: string): number | undefined {
  const time = isoDatetime.safeParse(text).success ? Date.parse(text) : Number.NaN
  return time >= 0 && time <= LATEST ? time : undefined
}

/** Rises when older versions of the package would misread a file. */
const VERSION = 1

/** The most requests a month that a file can say, so that counters stay whole numbers. */
export const MOST_MONTHLY = 999_999_999_999

const time = read(parseMoment)
const TIME = 'a time such as 2026-12-31T00:00:00Z'

/**
 * An entry of a file; what a field is expected to be is its description. Every field has to be there, and no other: a
 * misspelt or forgotten `expires` must not make a key that never expires.
 */
const entry = z.strictObject({
  id: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .describe('8 hexadecimal digits in lower case'),
  name: z.string().refine(isKeyName).describe(KEY_NAMES),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('64 hexadecimal digits in lower case'),
  rate: read(parseRate).nullable().describe(`null or ${RATES}`),
  monthly: z.int().min(1).max(MOST_MONTHLY).nullable().describe(`null or a whole number from 1 to ${MOST_MONTHLY}`),
  created: time.describe(TIME),
  expires: time.nullable().describe(`null or ${TIME}`),
})

/** A text that `parse` understands, as what it makes of it. */
function read<T>(parse: (text: string) => T | undefined) {
  const parsed = z.string().transform((text) => parse(text) as T)
  return parsed.refine((value) => value !== undefined)
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

/**
 * The keys of a key file's text. Throws a `KeyFileError` that names file, key and field, but never what stands there.
 */
export function keysOfText(text: string, path: string): ApiKey[] {
  const refuse = (why: string): never => {
    throw new KeyFileError(`${path}: ${why}.`)
  }
  const { version, keys: entries } = jsonObject(text) ?? refuse('the file is damaged, it holds no JSON object')
  if (typeof version === 'number' && version > VERSION)
    refuse(`version ${version} is later than this program's version ${VERSION}: update vicinage`)
  if (version !== VERSION) refuse(`field version: expected ${VERSION}`)
  if (!Array.isArray(entries)) return refuse('field keys: expected a list')
  // Names and ids share one space, so that either names one key.
  const seen = new Set<string>()
  return entries.map((given, index) => {
    const { data, error } = entry.safeParse(given)
    if (data === undefined) return refuse(`${keyWords(given, index)}, ${fieldWords(error.issues[0])}`)
    const { sha256, ...rest } = data
    for (const [field, value] of Object.entries({ id: rest.id, name: rest.name, sha256 })) {
      if (seen.has(value)) refuse(`${keyWords(data, index)}, field ${field}: another key has the same`)
      seen.add(value)
    }
    return { ...rest, hash: sha256 }
  })
}

/** The JSON object of a text; undefined for other texts. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // What JSON.parse says is left out: it quotes the file, in which somebody may have put a token.
    return undefined
  }
}

/** `key 3 (Example)`: the place in the list, from 1, and the name where it is one. */
function keyWords(given: unknown, index: number): string {
  const name = (given as { name?: unknown } | null)?.name
  return `key ${index + 1}${typeof name === 'string' && isKeyName(name) ? ` (${name})` : ''}`
}

function fieldWords({ code, path }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys') return `one field too many: expected ${Object.keys(entry.shape).join(', ')}`
  const field = path[0] as keyof typeof entry.shape | undefined
  return field === undefined ? 'expected an object' : `field ${field}: expected ${entry.shape[field].description}`
}
