import type { Stats } from 'node:fs'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { LockError, lockedOn } from '../../locks/file-lock.ts'
import type { ApiKey } from './api-key.ts'
import { KeyFileError } from './key-file-error.ts'
import { keyFileText, keysOfText } from './key-file-text.ts'

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
