import { type Context, type Handler, Hono } from 'hono'
import type { Library } from '../endpoints/endpoint.ts'
import { endpoints } from '../endpoints/table.ts'
import { apiPage, apiPageStyle } from './api-page.ts'
import { type Answer, askedOf, type Question, responseOf } from './asked.ts'
import { crossOrigin } from './cross-origin.ts'
import { Exchange } from './exchange.ts'
import { exploreRoute } from './explore-route.ts'
import type { Explorer } from './explorer.ts'
import type { Keys } from './keys.ts'
import { KnownPaths } from './known-paths.ts'
import type { Limits } from './limits/limits.ts'
import { memoryLimits } from './limits/memory-limits.ts'
import { type McpHandler, mcpRoute } from './mcp-route.ts'
import { Metrics } from './metrics.ts'
import { noteRefusal, type ServerRefusal } from './note-refusal.ts'
import { openApiDocument } from './openapi/document.ts'
import { getOperation, postOperation } from './operation.ts'
import type { Log, Service } from './service.ts'

/** Version of the interface that the specification describes. */
const INTERFACE = '0.1.0'

/** What the page of the documentation may load: its style. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface AppOptions {
  /** Who may ask. Left out: everybody, without limits. */
  readonly keys?: Keys
  /** Counts what each key uses. Default: in memory, forgotten with the process. */
  readonly limits?: Limits
  /** Called once for every answer. Default: nothing is logged. */
  readonly log?: Log
  /** Origins whose pages may ask, `*` for all. Default: none. */
  readonly cors?: readonly string[]
  /** Answers `/mcp`, as `mcpHandler` of `vicinage/mcp` makes it. Default: there is no such path. */
  readonly mcp?: McpHandler
  /** Host names under which `/mcp` may be asked. Default: those of the machine itself. */
  readonly hosts?: readonly string[]
  /** Serves the explorer at `/explore`, as `openExplorer` makes it; null or left out: there is no such path. */
  readonly explorer?: Explorer | null
  /** The version that `/metrics` names. */
  readonly version?: string
}

/**
 * The service over HTTP: `fetch` of what this returns answers a `Request` with a `Response`, on Node, Bun, Deno, workers and serverless
 * platforms. Every path of the table of endpoints, `/openapi.json`, `/docs`, `/health`, `/metrics` and, if asked for, `/mcp` and `/explore`.
 */
export function createApp(vicinage: Library, options: AppOptions = {}): Hono {
  return createService(vicinage, options).app
}

/** An app, and what a server of Node needs to answer the usual questions without a `Request` and a `Response`, in two thirds of the time. */
export interface AppService {
  readonly app: Hono
  /** By path: how GET is answered where the path has no parameters. Empty with `cors`, whose headers the app adds. */
  readonly questions: ReadonlyMap<string, Question>
  /** Logs and counts a refusal of the server itself. */
  readonly onRefused: (refused: ServerRefusal) => void
}

type Route = (exchange: Exchange, context: Context) => Answer | Promise<Answer>

export function createService(vicinage: Library, options: AppOptions): AppService {
  const { keys = null, limits = memoryLimits(), log = null, explorer = null, version = 'unknown' } = options
  const service: Service = { vicinage, keys, limits, log, metrics: new Metrics(version) }
  const app = new Hono()
  if (options.cors !== undefined) app.use(crossOrigin(options.cors, service))

  const known = new KnownPaths()
  const exchangeAt = (path: string, { req }: Context) => new Exchange(askedOf(req.raw, req.path), service, path)
  const route = (method: 'GET' | 'POST', path: string, answer: Route) => {
    const handler: Handler = (context) => {
      const answered = answer(exchangeAt(path, context), context)
      return answered instanceof Promise ? answered.then(responseOf) : responseOf(answered)
    }
    app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), handler)
    known.add(path, method === 'GET' ? 'GET, HEAD' : method)
  }

  const questions = new Map<string, Question>()
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    if (method === 'POST') {
      const answer = postOperation(endpoint, service)
      route(method, path, (exchange, { req }) => answer(exchange, req.raw))
      continue
    }
    const answer = getOperation(endpoint, service)
    const hasFields = path.includes('{')
    route(method, path, (exchange, { req }) => answer(exchange, hasFields ? req.param() : undefined))
    if (!hasFields && options.cors === undefined)
      questions.set(path, (asked) => answer(new Exchange(asked, service, path)))
  }

  const serve = (path: string, type: string, body: () => string, more?: Readonly<Record<string, string>>) =>
    route('GET', path, (exchange) => exchange.send(200, body(), { 'Content-Type': type, ...more }))
  const document = whenAsked(() => openApiDocument({ version: INTERFACE, auth: keys !== null }))
  const json = whenAsked(() => JSON.stringify(document()))
  const page = whenAsked(() => apiPage(document()))
  serve('/openapi.json', 'application/json', json)
  serve('/docs', 'text/html; charset=utf-8', page, { 'Content-Security-Policy': PAGE_POLICY })
  serve('/docs.css', 'text/css; charset=utf-8', () => apiPageStyle)
  serve('/health', 'application/json', () => '{"status":"ok"}')
  serve('/metrics', 'text/plain; version=0.0.4; charset=utf-8', () => service.metrics.text())
  route('GET', '/', (exchange) => exchange.send(302, null, { Location: '/docs' }))
  if (explorer !== null) {
    // Relative: a proxy in front may have put the service into a folder.
    route('GET', '/explore', (exchange) => exchange.send(308, null, { Location: `explore/${exchange.asked.query}` }))
    app.all('/explore/*', exploreRoute(explorer, service))
  }
  if (options.mcp !== undefined) {
    const { hosts, cors: origins } = options
    app.all('/mcp', mcpRoute(options.mcp, service, { hosts, origins }))
  }
  // One handler a route is the fast way through hono, so other methods of its path end up here.
  app.notFound((context) => {
    const path = known.find(context.req.path)
    if (path === undefined) return responseOf(exchangeAt('none', context).refuse(404, 'Not Found'))
    return responseOf(exchangeAt(path.template, context).refuse(405, 'Method Not Allowed', { Allow: path.allow }))
  })
  app.onError((error, context) => responseOf(exchangeAt('none', context).fail(error)))
  return { app, questions, onRefused: (refused) => noteRefusal(refused, service) }
}

/** Made once, when it is asked for the first time: the documentation takes longer than all the rest of an app. */
function whenAsked<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
