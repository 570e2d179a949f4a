import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { lockedOn } from '../locks/file-lock.ts'
import { LockError } from '../locks/lock-error.ts'
import { KeyFileError, keyFileText, keysOfText } from './key-file-text.ts'
import { type ApiKey, hashToken, type Keys, knownKeys } from './keys.ts'

/** Milliseconds between looks at the file. */
const PERIOD = 1000

export interface KeyFileOptions {
  /** Called with the keys of a changed file, once they are in use. */
  readonly onReload?: (keys: readonly ApiKey[]) => void
  /** Called once when a changed file is refused, cannot be read or is gone: the keys from before stay in use. */
  readonly onError?: (error: Error) => void
}

/**
 * The keys of a file, and about a second after each change of the file its new ones. The timer keeps no process running;
 * `close` ends it. Throws a `KeyFileError` when there are no keys to begin with.
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
      // What was refused stays unseen, and is looked at again: a full table of open files passes without a change of the file.
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
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join()
  } catch {
    return 'unknown'
  }
}

/** A key and its token, which nothing else knows. */
export interface NewKey {
  readonly key: ApiKey
  readonly token: string
}

/**
 * Makes a key and writes it to a file, which is made where there is none. Throws a `KeyFileError`, also when another key has
 * the name.
 */
export async function addKey(
  path: string,
  wanted: Pick<ApiKey, 'name' | 'rate' | 'monthly' | 'expires'>,
): Promise<NewKey> {
  const token = newToken()
  const hash = await hashToken(token)
  const keys = await changeKeyFile(path, (known) => {
    if (known.some(({ id, name }) => wanted.name === id || wanted.name === name))
      throw new KeyFileError(`${path} has a key ${wanted.name}: revoke it first, or choose another name.`)
    return [...known, { id: newId(known, wanted.name), ...wanted, hash, created: Date.now() }]
  })
  return { key: keys[keys.length - 1], token }
}

/** `vic_` and 32 random bytes, base64url: 47 characters. */
export function newToken(): string {
  return `vic_${randomBytes(32).toString('base64url')}`
}

/** Eight hexadecimal digits that are not the id or name of another key. */
function newId(known: readonly ApiKey[], name: string): string {
  const id = randomBytes(4).toString('hex')
  return id === name || known.some((key) => key.id === id || key.name === id) ? newId(known, name) : id
}

/** Takes the key of a name or id out of a file. Throws a `KeyFileError`, also when there is no such key. */
export async function revokeKey(path: string, handle: string): Promise<ApiKey> {
  let revoked: ApiKey | undefined
  await changeKeyFile(path, (known) => {
    revoked = known.find(({ id, name }) => handle === id || handle === name)
    if (revoked === undefined) throw new KeyFileError(`${path} has no key of that name or id.`)
    return known.filter((key) => key !== revoked)
  })
  return revoked!
}

/**
 * The keys of a file. Throws a `KeyFileError` when it is missing, damaged, of a later version, or open to others than its
 * owner.
 */
export async function readKeyFile(path: string): Promise<ApiKey[]> {
  try {
    const file = await stat(path)
    refuseOpen(file, path)
    return keysOfText(await readFile(path, 'utf8'), path)
  } catch (error) {
    if (!isMissing(error)) throw refusal(error, path)
    throw new KeyFileError(`There is no key file ${path}: make one with vicinage keys add NAME --file ${path}.`)
  }
}

/**
 * Puts what `change` makes of the keys in the place of a file; a missing file has none. Concurrent changes wait for each
 * other, and whoever reads meanwhile finds the old file or the new one. Nothing is written when `change` throws.
 *
 * @returns the new keys
 */
export async function changeKeyFile(
  path: string,
  change: (keys: readonly ApiKey[]) => readonly ApiKey[] | Promise<readonly ApiKey[]>,
): Promise<readonly ApiKey[]> {
  // A link stays a link: the file behind it is what is locked and replaced.
  const file = await realpath(path).catch(() => path)
  try {
    return await lockedOn(file, async () => {
      const before = await stat(file).catch((error) => {
        if (isMissing(error)) return undefined
        throw error
      })
      const keys = await change(before === undefined ? [] : await readKeyFile(file))
      const text = keyFileText(keys)
      // What could not be read again is not written.
      keysOfText(text, path)
      await replace(file, text, before)
      return keys
    })
  } catch (error) {
    throw refusal(error, path)
  }
}

/** Writes beside the file and renames; only who holds the lock comes here, so that one name is enough. */
async function replace(path: string, text: string, before: Stats | undefined): Promise<void> {
  const beside = `${path}.new`
  // One that was left by a process that was killed.
  await rm(beside, { force: true })
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      // The administrator who adds a key must not take the file from the account that serves.
      if (before !== undefined && process.getuid?.() === 0) await file.chown(before.uid, before.gid)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

function refuseOpen(file: Stats, path: string): void {
  if (!file.isFile()) throw new KeyFileError(`${path} is not a file.`)
  // Windows has no such bits.
  if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
    throw new KeyFileError(`${path} is open to others than its owner: give it mode 600.`)
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** What the system says (`EACCES: permission denied, open '…'`) and a lock that stays as a `KeyFileError`; other errors as they are. */
function refusal(error: unknown, path: string): unknown {
  if (error instanceof LockError)
    return new KeyFileError(`${error.lock} stays in place: delete it if nobody else is changing the keys.`)
  if (isMissing(error)) return new KeyFileError(`The folder of ${path} does not exist.`)
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return code === undefined || syscall === undefined ? error : new KeyFileError(`${path} cannot be used: ${message}.`)
}
