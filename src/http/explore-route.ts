import type { Context } from 'hono'
import { type Answer, askedOf, responseOf } from './asked.ts'
import { Exchange } from './exchange.ts'
import type { Explorer } from './explorer.ts'
import type { Service } from './service.ts'

const PREFIX = '/explore/'

/** The files of the explorer: open to everybody, as the data is public; not counted against any limit. */
export function exploreRoute(explorer: Explorer, service: Service): (context: Context) => Promise<Response> {
  async function answer(request: Request, path: string): Promise<Answer> {
    const name = path.slice(PREFIX.length) || 'index.html'
    const found = explorer.has(name)
    // One name for all of them in the metrics.
    const exchange = new Exchange(askedOf(request, path), service, found ? '/explore/{file}' : 'none')
    if (!found) return exchange.refuse(404, 'Not Found')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return exchange.refuse(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    try {
      const { status, headers, body } = await explorer.answer(name, request)
      return status === 404 ? exchange.refuse(404, 'Not Found') : exchange.send(status, body, headers)
    } catch (error) {
      return exchange.fail(error)
    }
  }

  return async ({ req }) => responseOf(await answer(req.raw, req.path))
}
