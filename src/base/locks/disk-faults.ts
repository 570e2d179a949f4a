/**
 * Codes of errors that mean a shortage or a defect of the machine: space, quota, size of a file, the disk itself, open
 * files of the process or of the system.
 */
const FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE'])

/** Returns whether a file could not be written because of the machine, so that another path would not help. */
export function isDiskFault(error: unknown): boolean {
  return FAULTS.has((error as NodeJS.ErrnoException | null)?.code ?? '')
}
