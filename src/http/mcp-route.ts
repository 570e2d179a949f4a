import type { Context } from 'hono'
import { type Answer, askedOf, responseOf } from './asked.ts'
import { Exchange } from './exchange.ts'
import { readText, TOO_LARGE } from './request-body.ts'
import type { Service } from './service.ts'

/** The names under which a machine calls itself: what a page of elsewhere cannot be served from. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers a request to `/mcp`. `admitMore` counts places beyond the first that a call asks about; what it returns, if not null, is the
 * sentence with which the call is to be refused.
 */
export type McpHandler = (
  request: Request,
  context: { readonly admitMore: (places: number) => Promise<string | null> },
) => Promise<Response>

export interface McpAccess {
  /** Host names that a request may name; default: those of the machine itself. */
  readonly hosts: readonly string[] | undefined
  /** Origins of pages that may ask beside those of `hosts`; `*` for all. */
  readonly origins: readonly string[] | undefined
}

/**
 * `/mcp`: the same keys and limits as every endpoint. Host and Origin are checked first, so that a page on the web cannot reach a server of
 * this machine by having its own name resolve to it (DNS rebinding).
 */
export function mcpRoute(
  handler: McpHandler,
  service: Service,
  { hosts = OWN_HOSTS, origins = [] }: McpAccess,
): (context: Context) => Promise<Response> {
  const names = new Set(hosts.map((host) => host.toLowerCase()))
  const fromHere = (url: string) => names.has(hostnameOf(url))

  async function answer(exchange: Exchange, request: Request): Promise<Answer> {
    if (!fromHere(request.url)) return exchange.refuse(403, 'Host not allowed')
    const origin = request.headers.get('origin')
    if (origin !== null && !origins.includes('*') && !origins.includes(origin) && !fromHere(origin))
      return exchange.refuse(403, 'Origin not allowed')
    try {
      const refused = await exchange.admit()
      if (refused !== null) return refused
      const bounded = await boundedRequest(request)
      if (bounded === null) return exchange.refuse(413, TOO_LARGE)
      return exchange.pass(await handler(bounded, { admitMore: (places) => exchange.admitMore(places) }))
    } catch (error) {
      return exchange.fail(error, request)
    }
  }

  return async ({ req }) => responseOf(await answer(new Exchange(askedOf(req.raw, req.path), service, '/mcp'), req.raw))
}

/** The request with its body read already; null where that is too long. */
async function boundedRequest(request: Request): Promise<Request | null> {
  const { url, method, headers } = request
  if (method !== 'POST') return request
  const body = await readText(request)
  return body === null ? null : new Request(url, { method, headers, body })
}

function hostnameOf(url: string): string {
  try {
    return new URL(url).hostname
  } catch {
    return ''
  }
}
