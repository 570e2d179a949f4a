import type { Context } from 'hono'
import { Exchange } from '../exchange.ts'
import type { Service } from '../service.ts'
import type { Explorer } from './explorer.ts'

const PREFIX = '/explore/'

/** The files of the explorer: open to everybody, as the data is public; not counted against any limit. */
export function exploreRoute(explorer: Explorer, service: Service): (context: Context) => Promise<Response> {
  return async (context) => {
    const name = context.req.path.slice(PREFIX.length) || 'index.html'
    const found = explorer.has(name)
    // One name for all of them in the metrics.
    const exchange = new Exchange(context, service, found ? '/explore/{file}' : 'none')
    if (!found) return exchange.refuse(404, 'Not Found')
    const { request } = exchange
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return exchange.refuse(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    try {
      const { status, headers, body } = await explorer.answer(name, request)
      return status === 404 ? exchange.refuse(404, 'Not Found') : exchange.send(status, body, headers)
    } catch (error) {
      return exchange.fail(error)
    }
  }
}
