import type { PoolLimits } from '../http/request-pool.ts'

/**
 * Returns the file that threads of the command line run: in the package, the one that has all they need, because the
 * command line works without the packages beside it; from source, that of the pool.
 */
export function threadFile(): Pick<PoolLimits, 'file'> {
  return import.meta.url.endsWith('.ts') ? {} : { file: new URL('./cli-thread.js', import.meta.url) }
}
