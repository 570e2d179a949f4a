import { peerError, withPeers } from './base/peers.ts'

// Node resolves static imports before it runs any code, so this file imports nothing that may be missing.
const http = await withPeers('vicinage/http', 'hono rate-limiter-flexible', () => import('./http.ts'))
export const { knownKeys, openExplorer, openKeyFile, openRequestPool, openTileServer, openUsageFile } = http

/**
 * Checks that `rate-limiter-flexible` is installed. The first limited request imports the package, which is too late to
 * report that it is missing. An application that is bundled to one file contains the package instead.
 */
function assertLimiter(who: string): void {
  if (!import.meta.url?.includes('/node_modules/vicinage/')) return
  try {
    import.meta.resolve('rate-limiter-flexible')
  } catch (error) {
    throw peerError(who, 'rate-limiter-flexible', error)
  }
}

/** Creates the limits, if the package that they need is installed. */
export const memoryLimits: typeof http.memoryLimits = (options) => {
  assertLimiter('memoryLimits')
  return http.memoryLimits(options)
}

/** Creates the service, if the package that the rates of its keys need is installed. */
export const createApp: typeof http.createApp = (vicinage, options) => {
  if (options?.keys?.hasRates === true && options.limits === undefined) assertLimiter('A key with a rate')
  return http.createApp(vicinage, options)
}
