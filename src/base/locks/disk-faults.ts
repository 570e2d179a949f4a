/**
 * Error codes for a disk that is full or failing, a file that is too large, and too many open files in the process or
 * the system.
 */
const FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE'])

/**
 * Checks whether writing a file failed for one of the reasons in `FAULTS`, in which case writing to another path would
 * not help.
 */
export function isDiskFault(error: unknown): boolean {
  return FAULTS.has((error as NodeJS.ErrnoException | null)?.code ?? '')
}
