import { isDiskFault } from '../../base/locks/disk-faults.ts'
import { writeWholePieces } from '../../base/locks/write-whole.ts'
import { UsageError } from './usage-error.ts'

/**
 * Writes the output file of a command. The file only appears once it is complete.
 *
 * @throws {UsageError} if the folder does not exist or is not writable; disk errors are rethrown unchanged
 */
export async function writeOutput(file: string, pieces: Iterable<Uint8Array>): Promise<void> {
  await writeWholePieces(file, pieces, () => false).catch((error) => {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined || isDiskFault(error)) throw error
    throw new UsageError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `The folder of ${file} does not exist.`
        : `${file} cannot be written: ${code}.`,
    )
  })
}
