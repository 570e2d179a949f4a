import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { RefusalError } from '../../base/errors.ts'
import { isKeyName, KEY_NAMES, MAX_MONTHLY, parseRate, RATES, rateText } from './key-fields.ts'
import { type ApiKey, type Keys, knownKeys } from './keys.ts'

/** Milliseconds between checks of the file. */
const PERIOD = 1000

/** Options of `openKeyFile`. */
export interface KeyFileOptions {
  /** Called with the new keys after a changed file has been loaded. */
  readonly onReload?: (keys: readonly ApiKey[]) => void
  /** Called once when a changed file is invalid, unreadable or missing. The previous keys stay in use. */
  readonly onError?: (error: Error) => void
}

/**
 * Opens the keys in a file, and reloads them about a second after each change. The timer does not keep the process
 * running, and `close` stops it. Throws a `KeyFileError` if the keys cannot be read at the start.
 */
export async function openKeyFile(path: string, options: KeyFileOptions = {}): Promise<Keys & { close(): void }> {
  // Read the state before the keys, so that a change in between is noticed.
  let seen = await getState(path)
  let keys = knownKeys(await readKeyFile(path))
  let complaint: string | undefined
  let closed = false

  async function look(): Promise<void> {
    const state = await getState(path)
    const entries = state === seen ? undefined : await readKeyFile(path).catch((error: Error) => error)
    if (closed) return
    timer = wait()
    if (entries instanceof Error) {
      // A refused file is checked again even if it has not changed, because the cause may be temporary, such as too
      // many open files.
      if (entries.message !== complaint) options.onError?.(entries)
      complaint = entries.message
      return
    }
    complaint = undefined
    if (entries === undefined) return
    seen = state
    keys = knownKeys(entries)
    options.onReload?.(entries)
  }

  // The file is polled, because fs.watch loses track of a file when another file is renamed over it.
  const wait = () => setTimeout(look, PERIOD).unref()
  let timer = wait()
  return {
    find: (token) => keys.find(token),
    get hasRates() {
      return keys.hasRates
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/**
 * Returns a string that changes whenever the file changes. It contains the size, the times in nanoseconds, and the
 * inode, which changes when another file is renamed over it.
 */
async function getState(path: string): Promise<string> {
  const file = await stat(path, { bigint: true }).catch(() => null)
  return file === null ? 'unknown' : [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join()
}

/**
 * Reads the keys in a file. Throws a `KeyFileError` if the file is missing, damaged, from a later version, or readable
 * by other users.
 */
export async function readKeyFile(path: string): Promise<ApiKey[]> {
  try {
    const file = await stat(path)
    if (!file.isFile()) throw new KeyFileError(`${path} is not a file.`)
    // Windows does not have these mode bits.
    if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
      throw new KeyFileError(`${path} is accessible to other users: set its mode to 600.`)
    return keysOfText(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refusal(error, path)
    throw new KeyFileError(`There is no key file ${path}: create it with vicinage keys add NAME --file ${path}.`)
  }
}

/**
 * Converts a system error (`EACCES: permission denied, open '…'`) to a `KeyFileError`. Other errors are returned
 * unchanged.
 */
export function refusal(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return code === undefined || syscall === undefined
    ? error
    : new KeyFileError(`${path} cannot be used: ${message}.`, { cause: error })
}

/**
 * Error for a key file that is refused, or cannot be read or written. The message is one sentence and contains no
 * secrets.
 */
export class KeyFileError extends RefusalError {
  override readonly name = 'KeyFileError'
  readonly code = 'key_file_invalid'
}

// Checks the calendar date, while Date.parse accepts 2026-02-30 as March 2.
const isoDatetime = z.iso.datetime({ offset: true })
/** Latest time that is accepted. Later years have six digits in ISO 8601, which key files do not allow. */
const LATEST = Date.UTC(9999, 11, 31)

/**
 * Parses an ISO 8601 date and time with a time zone to milliseconds since 1970. Returns undefined for other strings,
 * and for times before 1970 or after 9999.
 */
export function parseMoment(text: string): number | undefined {
  const time = isoDatetime.safeParse(text).success ? Date.parse(text) : Number.NaN
  return time >= 0 && time <= LATEST ? time : undefined
}

/** Version of the file format. Raise it when older versions of the package would misread a file. */
const VERSION = 1

const time = read(parseMoment)
const TIME = 'a time such as 2026-12-31T00:00:00Z'

/**
 * Schema of a key in the file. The description of each field says what the value must be. All fields are required and
 * no others are allowed, because a misspelled or missing `expires` must not create a key that never expires.
 */
const entry = z.strictObject({
  id: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .describe('8 lowercase hexadecimal digits'),
  name: z.string().refine(isKeyName).describe(KEY_NAMES),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('64 lowercase hexadecimal digits'),
  rate: read(parseRate).nullable().describe(`null or ${RATES}`),
  monthly: z.int().min(1).max(MAX_MONTHLY).nullable().describe(`null or a whole number from 1 to ${MAX_MONTHLY}`),
  created: time.describe(TIME),
  expires: time.nullable().describe(`null or ${TIME}`),
})

/** Creates a schema for a string that is converted with `parse`. The string is invalid if `parse` returns undefined. */
function read<T>(parse: (text: string) => T | undefined) {
  const parsed = z.string().transform((text) => parse(text) as T)
  return parsed.refine((value) => value !== undefined)
}

/** Formats keys as the text of a key file. */
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
 * Parses the text of a key file. Throws a `KeyFileError` that names file, key and field, but never quotes the contents.
 */
export function keysOfText(text: string, path: string): ApiKey[] {
  const refuse = (why: string): never => {
    throw new KeyFileError(`${path}: ${why}.`)
  }
  const { version, keys: entries } = jsonObject(text) ?? refuse('the file is damaged, expected a JSON object')
  if (typeof version === 'number' && version > VERSION)
    refuse(`version ${version} is later than this program's version ${VERSION}: update vicinage`)
  if (version !== VERSION) refuse(`field version: expected ${VERSION}`)
  if (!Array.isArray(entries)) return refuse('field keys: expected a list')
  // Names and ids must all be different, so that a name or an id identifies exactly one key.
  const seen = new Set<string>()
  return entries.map((listed, index) => {
    const { data, error } = entry.safeParse(listed)
    if (data === undefined) return refuse(`${keyWords(listed, index)}, ${fieldWords(error.issues[0])}`)
    const { sha256, ...fields } = data
    for (const [field, value] of Object.entries({ id: fields.id, name: fields.name, sha256 })) {
      if (seen.has(value)) refuse(`${keyWords(data, index)}, field ${field}: another key has the same value`)
      seen.add(value)
    }
    return { ...fields, hash: sha256 }
  })
}

/** Parses a JSON object. Returns undefined for other strings. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // The message of JSON.parse is dropped because it quotes the file, which may contain a token.
    return undefined
  }
}

/**
 * Describes a key in error messages, such as `key 3 (Example)`: its position in the list, starting at 1, and its name
 * if the name is valid.
 */
function keyWords(entry: unknown, index: number): string {
  const name = (entry as { name?: unknown } | null)?.name
  return `key ${index + 1}${typeof name === 'string' && isKeyName(name) ? ` (${name})` : ''}`
}

function fieldWords({ code, path }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys') return `unknown field: expected only ${Object.keys(entry.shape).join(', ')}`
  const field = path[0] as keyof typeof entry.shape | undefined
  return field === undefined ? 'expected an object' : `field ${field}: expected ${entry.shape[field].description}`
}
