import { peerError, withPeers } from './base/peers.ts'

// Node resolves static imports before it runs any code, so this file must not statically import a package that may be
// missing.
const http = await withPeers('vicinage/http', 'hono rate-limiter-flexible', () => import('./http.ts'))
export const { knownKeys, openExplorer, openKeyFile, openRequestPool, openTileServer, openUsageFile } = http

/**
 * Checks that `rate-limiter-flexible` is installed. The package is imported only by the first limited request, which is
 * too late to report that it is missing. An application that is bundled into one file contains the package, so nothing
 * is checked.
 */
function assertLimiter(who: string): void {
  if (!import.meta.url?.includes('/node_modules/vicinage/')) return
  try {
    import.meta.resolve('rate-limiter-flexible')
  } catch (error) {
    throw peerError(who, 'rate-limiter-flexible', error)
  }
}

/** Creates rate limits in memory. Throws if `rate-limiter-flexible` is not installed. */
export const memoryLimits: typeof http.memoryLimits = (options) => {
  assertLimiter('memoryLimits')
  return http.memoryLimits(options)
}

/** Creates the HTTP service. Throws if a key has a rate and `rate-limiter-flexible` is not installed. */
export const createApp: typeof http.createApp = (vicinage, options) => {
  if (options?.keys?.hasRates === true && options.limits === undefined) assertLimiter('A key with a rate')
  return http.createApp(vicinage, options)
}
