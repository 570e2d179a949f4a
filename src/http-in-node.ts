import { peerError, withPeers } from './base/peers.ts'

// Node resolves static imports before it runs any code, so this file imports nothing that may be missing.
const http = await withPeers('vicinage/http', 'hono rate-limiter-flexible', () => import('./http.ts'))
export const { createApp, knownKeys, openExplorer, openKeyFile, openRequestPool, openTileServer, openUsageFile } = http

/**
 * Checks that the limiter's package is installed. It is imported by the first limited request, which is too late to
 * report that it is missing.
 */
export const memoryLimits: typeof http.memoryLimits = (options) => {
  try {
    import.meta.resolve('rate-limiter-flexible')
  } catch (error) {
    throw peerError('memoryLimits', 'rate-limiter-flexible', error)
  }
  return http.memoryLimits(options)
}
