import { realpath, stat } from 'node:fs/promises'
import { releaseLock, takeLock } from '../../../base/locks/held-lock.ts'
import { LockError } from '../../../base/locks/lock-error.ts'
import { BatchError, BatchFailure } from '../errors.ts'

export interface OutputFiles {
  /** Name of the output as the user gave it. */
  readonly name: string
  readonly output: string
  readonly part: string
  readonly journal: string
  readonly lock: string
}

/** Returns the files of an output. If the output is a link, the file that it points to is written. */
export async function outputFiles(name: string): Promise<OutputFiles> {
  if (name === '') throw new BatchError('The name of the output is empty.')
  const output = await realpath(name).catch(() => name)
  const beside = (suffix: string) => `${output}.vicinage-${suffix}`
  return { name, output, part: beside('part'), journal: beside('journal'), lock: beside('lock') }
}

/** Throws a `BatchError` if the output can never be written, because it is not a file or is the input. */
export async function refuseOutput({ name, output, ...beside }: OutputFiles, input: string): Promise<void> {
  const existing = await getStats(output)
  if (existing?.isDirectory()) throw new BatchError(`${name} is a folder: name a file.`)
  if (existing && !existing.isFile())
    throw new BatchError(`${name} is not a regular file: name a regular file, or - for standard output.`)
  const read = input === '-' ? null : await getStats(input)
  for (const path of [output, beside.part, beside.journal, beside.lock]) {
    const written = await getStats(path)
    if (read && written && read.dev === written.dev && read.ino === written.ino)
      throw new BatchError(`${input} cannot be both input and output: name an output other than ${name}.`)
  }
}

/** Throws a `BatchError` if the output already exists and the run may not replace it. */
export async function refuseOccupied(
  { name, output, journal }: OutputFiles,
  { resume, force }: { readonly resume: boolean; readonly force: boolean },
): Promise<void> {
  if (force) return
  if (!resume && (await getStats(journal)))
    throw new BatchError(`An interrupted run left ${journal}: continue it with --resume, or start over with --force.`)
  if (await getStats(output)) throw new BatchError(`${name} already exists; use --force to overwrite.`)
}

/** Returns the state of a file as 64-bit numbers, because inode numbers exceed the range of doubles on some systems. */
function getStats(path: string) {
  return stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/**
 * Locks the output until `unlockOutput`, so that no other run in this or another process can write to it. Throws a
 * `BatchFailure` if another run is writing to the output.
 */
export async function lockOutput({ lock, name }: OutputFiles): Promise<void> {
  const taken = await takeLock(lock).catch((error) => {
    throw error instanceof LockError
      ? new BatchFailure(`${error.lock} still exists: delete it if no other run is writing the output.`)
      : error
  })
  if (!taken)
    throw new BatchFailure(`${name} is being written by another run: delete ${lock} if you know that it has ended.`)
}

export function unlockOutput({ lock }: OutputFiles): Promise<void> {
  return releaseLock(lock)
}

/**
 * Converts a system error from opening or writing an output to a `BatchError`. Rethrows other errors.
 *
 * @param isOnce whether the run cannot be resumed because its input can be read only once
 */
export function unwritable(output: string, error: unknown, isOnce = false): never {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) throw error
  const again = isOnce ? 'run the command again' : 'continue with --resume'
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // The part file no longer exists.
      if (syscall === 'rename')
        throw new BatchFailure(`${output}.vicinage-part was removed while being written: start over with --force.`)
      throw new BatchError(`The folder of ${output} does not exist.`)
    case 'EACCES':
    case 'EPERM':
      throw new BatchError(`Cannot write ${output}: you do not have permission to write to its folder.`)
    case 'EROFS':
      throw new BatchError(`Cannot write ${output}: the disk is read-only.`)
    // The disk is full, or the user's quota or the maximum file size of the system or `ulimit -f` is exceeded.
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      throw new BatchFailure(`There is no disk space for ${output}: free some space, then ${again}.`)
    default:
      throw new BatchFailure(`${output} cannot be written (${message}): fix the cause, then ${again}.`)
  }
}
