import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { askedOf, responseOf } from './asked.ts'
import { Exchange } from './exchange.ts'
import type { Service } from './service.ts'

/** Lets pages of these origins ask, and read the headers of the limits. */
export function crossOrigin(origins: readonly string[], service: Service): MiddlewareHandler {
  const answer = cors({
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
  return async (context, next) => {
    // An OPTIONS that asks for no method is no question of a browser, and a method like any other.
    if (context.req.method === 'OPTIONS' && context.req.header('access-control-request-method') === undefined)
      return next()
    const preflight = await answer(context, next)
    if (!(preflight instanceof Response)) return
    const { raw, path } = context.req
    return responseOf(new Exchange(askedOf(raw, path), service, 'none').pass(preflight))
  }
}
