import { randomBytes } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { isDiskFault } from '../../base/locks/disk-faults.ts'
import { lockedOn } from '../../base/locks/file-lock.ts'
import { LockError } from '../../base/locks/lock-error.ts'
import { writePrivate } from '../../base/locks/write-whole.ts'
import { KeyFileError, keyFileText, keysOfText, readKeyFile, refusal } from '../http/key-file.ts'
import { type ApiKey, hashToken } from '../http/keys.ts'

/**
 * Creates a key and adds it to a file. The file is created if it is missing. Throws a `KeyFileError`, for example if
 * another key has the same name.
 *
 * @returns the key and its token; the file contains only a hash of the token
 */
export async function addKey(path: string, wanted: Pick<ApiKey, 'name' | 'rate' | 'monthly' | 'expires'>) {
  const token = newToken()
  const hash = await hashToken(token)
  const keys = await changeKeyFile(path, (entries) => {
    if (entries.some(({ id, name }) => wanted.name === id || wanted.name === name))
      throw new KeyFileError(`${path} already has a key ${wanted.name}: revoke it first, or choose another name.`)
    return [...entries, { id: newId(entries, wanted.name), ...wanted, hash, created: Date.now() }]
  })
  return { key: keys[keys.length - 1], token }
}

/** Creates a token: `vic_` and 32 random bytes in base64url, 47 characters. */
export function newToken(): string {
  return `vic_${randomBytes(32).toString('base64url')}`
}

/** Returns an eight-digit hexadecimal id that differs from the ids and names of all other keys. */
function newId(entries: readonly ApiKey[], name: string): string {
  const id = randomBytes(4).toString('hex')
  return id === name || entries.some((key) => key.id === id || key.name === id) ? newId(entries, name) : id
}

/** Removes a key from a file, by name or id. Throws a `KeyFileError`, for example if the key does not exist. */
export async function revokeKey(path: string, handle: string): Promise<ApiKey> {
  let revoked: ApiKey | undefined
  await changeKeyFile(path, (entries) => {
    revoked = entries.find(({ id, name }) => handle === id || handle === name)
    if (revoked === undefined) throw new KeyFileError(`${path} has no key with that name or id.`)
    return entries.filter((key) => key !== revoked)
  })
  return revoked!
}

/**
 * Replaces the keys of a file with the result of `change`. A missing file counts as a file without keys. Concurrent
 * changes wait for each other, and a concurrent reader sees either the old or the new file. Nothing is written if
 * `change` throws.
 *
 * @returns the new keys
 */
export async function changeKeyFile(
  path: string,
  change: (keys: readonly ApiKey[]) => readonly ApiKey[] | Promise<readonly ApiKey[]>,
): Promise<readonly ApiKey[]> {
  // If the path is a link, the file that it refers to is locked and replaced, and the link stays.
  const file = await realpath(path).catch(() => path)
  try {
    return await lockedOn(file, async () => {
      const before = await stat(file).catch((error) => {
        if (isMissing(error)) return undefined
        throw error
      })
      const keys = await change(before === undefined ? [] : await readKeyFile(file))
      const text = keyFileText(keys)
      // Before the file is written, checks that it can be read again.
      keysOfText(text, path)
      // If root changes the file, the file keeps its owner, so that the service can still read it.
      await writePrivate(file, text, before)
      return keys
    })
  } catch (error) {
    if (error instanceof LockError)
      throw new KeyFileError(`${error.lock} still exists. Delete it if nobody else is changing the keys.`)
    const cause = error instanceof KeyFileError ? error.cause : error
    if (isDiskFault(cause)) throw cause
    if (isMissing(error)) throw new KeyFileError(`The folder of ${path} does not exist.`)
    throw refusal(error, path)
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
