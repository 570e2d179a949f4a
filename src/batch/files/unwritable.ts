import { BatchError } from '../rows.ts'

/** What the system says when an output cannot be opened or written, as a `BatchError`; other errors are thrown as they are. */
export function unwritable(output: string, error: unknown): never {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) throw error
  // Of what was written until now.
  if (code === 'ENOENT' && syscall === 'rename')
    throw new BatchError(`${output}.vicinage-part was taken away while it was written: begin anew with --force.`)
  throw new BatchError(sentence(output, code, message))
}

function sentence(output: string, code: string, message: string): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `The folder of ${output} does not exist.`
    case 'EACCES':
    case 'EPERM':
      return `${output} cannot be written: this user may not write to its folder.`
    case 'EROFS':
      return `${output} cannot be written: the disk is read-only.`
    // Disk, quota of the user, largest file that the system or `ulimit -f` allows.
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `There is no room for ${output}: make space, then go on with --resume.`
    default:
      return `${output} cannot be written (${message}): go on with --resume when that is mended.`
  }
}
