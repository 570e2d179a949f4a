import { peerError, withPeers } from './base/peers.ts'

// Node looks for packages before it runs a line of what imports them: this file imports nothing that may be missing.
const http = await withPeers('vicinage/http', 'hono rate-limiter-flexible', () => import('./http.ts'))
export const { createApp, knownKeys, openExplorer, openKeyFile, openRequestPool, openTileServer, openUsageFile } = http

/** Its package is imported by the first request that is limited, which is too late to say that it is missing. */
export const memoryLimits: typeof http.memoryLimits = (options) => {
  try {
    import.meta.resolve('rate-limiter-flexible')
  } catch (error) {
    throw peerError('memoryLimits', 'rate-limiter-flexible', error)
  }
  return http.memoryLimits(options)
}
