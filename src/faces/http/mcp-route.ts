import type { Exchange } from './exchange.ts'
import { BusyError, type RequestPool } from './pool.ts'
import { type ReceivedBody, TOO_LARGE } from './request-body.ts'

/** Names that a machine uses for itself. No public website has one of these names. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers a request to `/mcp`. `admitMore` counts the scores of a call beyond the first, and returns null or the
 * message that refuses the call. `pool` answers long calls; null if there is no pool. `received` is the body of a POST,
 * which can no longer be read from the request.
 */
export type McpHandler = (
  request: Request,
  context: {
    readonly admitMore: (scores: number) => Promise<string | null>
    readonly pool: RequestPool | null
    readonly received: ReceivedBody | undefined
  },
) => Promise<Response>

/**
 * Answers `/mcp` with the same keys and limits as the other endpoints. Checks Host and Origin first, so that a web page
 * cannot reach a local server through a domain that resolves to this machine (DNS rebinding). `hosts` are the accepted
 * host names. Requests are accepted from pages of these hosts and from pages of `origins` (`*` for all origins).
 */
export async function answerMcp(
  handler: McpHandler,
  exchange: Exchange,
  { raw: request, pool }: { readonly raw: Request; readonly pool: RequestPool | null },
  hosts: readonly string[] = LOCAL_HOSTS,
  origins: readonly string[] = [],
): Promise<Response> {
  const isAllowedHost = (url: string) =>
    URL.canParse(url) && hosts.some((host) => host.toLowerCase() === new URL(url).hostname)
  if (!isAllowedHost(request.url)) return exchange.refuse(403, 'Host not allowed')
  const origin = request.headers.get('origin')
  if (origin !== null && !origins.includes('*') && !origins.includes(origin) && !isAllowedHost(origin))
    return exchange.refuse(403, 'Origin not allowed')
  try {
    const refused = await exchange.admit()
    if (refused !== null) return refused
    const received = request.method === 'POST' ? await exchange.body() : undefined
    if (received === null) return exchange.refuse(413, TOO_LARGE)
    return exchange.pass(await handler(request, { admitMore: (scores) => exchange.admitMore(scores), pool, received }))
  } catch (error) {
    return error instanceof BusyError ? exchange.busy(error) : exchange.fail(error)
  }
}
