import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** Lets pages of these origins ask, and read the headers of the limits. */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Authorization', 'Content-Type', 'X-Request-Id', 'Mcp-Protocol-Version'],
    exposeHeaders: [
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: 600,
  })
}
