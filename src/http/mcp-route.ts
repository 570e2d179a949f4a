import { type Exchange, readText, TOO_LARGE } from './exchange.ts'

/** The names under which a machine calls itself: a page on the web cannot be served from them. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers a request to `/mcp`. `admitMore` counts the places of a call beyond the first; what it returns, if not null, is the
 * sentence with which the call is to be refused.
 */
export type McpHandler = (
  request: Request,
  context: { readonly admitMore: (places: number) => Promise<string | null> },
) => Promise<Response>

interface McpAccess {
  /** Host names that a request may name; default: those of the machine itself. */
  readonly hosts: readonly string[] | undefined
  /** Origins of pages that may send requests beside those of `hosts`; `*` for all. */
  readonly origins: readonly string[] | undefined
}

/**
 * `/mcp`: the same keys and limits as every endpoint. Host and Origin are checked first, so that a page on the web cannot reach a server of
 * this machine by having its own name resolve to it (DNS rebinding).
 */
export async function answerMcp(
  handler: McpHandler,
  { hosts = OWN_HOSTS, origins = [] }: McpAccess,
  exchange: Exchange,
  request: Request,
): Promise<Response> {
  const isOwn = (url: string) => hosts.some((host) => host.toLowerCase() === hostnameOf(url))
  if (!isOwn(request.url)) return exchange.refuse(403, 'Host not allowed')
  const origin = request.headers.get('origin')
  if (origin !== null && !origins.includes('*') && !origins.includes(origin) && !isOwn(origin))
    return exchange.refuse(403, 'Origin not allowed')
  try {
    const refused = await exchange.admit()
    if (refused !== null) return refused
    const { url, method, headers } = request
    const body = method === 'POST' ? await readText(request) : undefined
    if (body === null) return exchange.refuse(413, TOO_LARGE)
    const bounded = body === undefined ? request : new Request(url, { method, headers, body })
    return exchange.pass(await handler(bounded, { admitMore: (places) => exchange.admitMore(places) }))
  } catch (error) {
    return exchange.fail(error)
  }
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
