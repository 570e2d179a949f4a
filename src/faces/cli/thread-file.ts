import type { PoolLimits } from '../http/request-pool.ts'

/**
 * Returns the file that pool threads run. The published package uses a file that bundles all dependencies, because the
 * command line must work without other packages installed. From source, the pool's default file is used.
 */
export function threadFile(): Pick<PoolLimits, 'file'> {
  return import.meta.url.endsWith('.ts') ? {} : { file: new URL('./cli-thread.js', import.meta.url) }
}
