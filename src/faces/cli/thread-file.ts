import type { PoolLimits } from '../http/request-pool.ts'

/**
 * Returns the file that threads of the command line run. In the package, it is the one that bundles everything, because
 * the command line works without other packages installed. From source, it is the pool's own file.
 */
export function threadFile(): Pick<PoolLimits, 'file'> {
  return import.meta.url.endsWith('.ts') ? {} : { file: new URL('./cli-thread.js', import.meta.url) }
}
