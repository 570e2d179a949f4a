import { peerError, withPeers } from './base/peers.ts'

// Node resolves static imports before it runs any code, so this file imports nothing that may be missing.
const http = await withPeers('vicinage/http', 'hono rate-limiter-flexible', () => import('./http.ts'))
export const { createApp, knownKeys, openExplorer, openKeyFile, openRequestPool, openTileServer, openUsageFile } = http

/**
 * Checks that `rate-limiter-flexible` is installed, then creates the limits. The first limited request imports the
 * package, which is too late to report that it is missing.
 */
export const memoryLimits: typeof http.memoryLimits = (options) => {
  try {
    import.meta.resolve('rate-limiter-flexible')
  } catch (error) {
    throw peerError('memoryLimits', 'rate-limiter-flexible', error)
  }
  return http.memoryLimits(options)
}
