import { BatchError, BatchFailure } from '../rows.ts'

/**
 * What the system says when an output cannot be opened or written, as a `BatchError`; other errors are thrown as they are.
 *
 * @param isOnce whether nobody can go on with the run, as its input comes only once
 */
export function unwritable(output: string, error: unknown, isOnce = false): never {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) throw error
  const again = isOnce ? 'run it again' : 'go on with --resume'
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // Of what was written until now.
      if (syscall === 'rename')
        throw new BatchFailure(`${output}.vicinage-part was taken away while it was written: begin anew with --force.`)
      throw new BatchError(`The folder of ${output} does not exist.`)
    case 'EACCES':
    case 'EPERM':
      throw new BatchError(`${output} cannot be written: this user may not write to its folder.`)
    case 'EROFS':
      throw new BatchError(`${output} cannot be written: the disk is read-only.`)
    // Disk, quota of the user, largest file that the system or `ulimit -f` allows.
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      throw new BatchFailure(`There is no room for ${output}: make space, then ${again}.`)
    default:
      throw new BatchFailure(`${output} cannot be written (${message}): ${again} when that is mended.`)
  }
}
