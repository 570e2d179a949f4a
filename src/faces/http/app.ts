import { type Context, Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { ValidationError } from '../../base/errors.ts'
import { attempt } from '../../base/parameters/guard.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { Parameter, ValuesOf } from '../../base/parameters/parameter.ts'
import { once } from '../../data/bundle/once.ts'
import { type Cost, type Endpoint, getCost, getValues, type Library, SHORT } from '../../library/contract/endpoint.ts'
import { invalidJson, readBody } from '../../library/contract/refusals.ts'
import { getEndpoints } from '../../library/contract/table.ts'
import type { TileServer } from '../map/tile-server.ts'
import { apiPage, apiPageStyle } from './api-page.ts'
import { answerValues, getRefusal } from './endpoint-task.ts'
import { dataHeaders, Exchange, type Headers, JSON_TYPE, nextId, type Service, sentValues } from './exchange.ts'
import type { Explorer } from './explorer.ts'
import { bearerToken, isExpired, type Keys } from './keys.ts'
import { type Limits, memoryLimits } from './limits.ts'
import { type Log, loggedPath } from './log.ts'
import { answerMcp, type McpHandler } from './mcp-route.ts'
import { Metrics } from './metrics.ts'
import { openApiDocument, TILE_PATH } from './openapi.ts'
import { BusyError, type RequestPool } from './pool.ts'
import { SHORT_BODY, TOO_LARGE } from './request-body.ts'
import { Turns } from './turns.ts'

/** Version of the API that the specification describes. */
const INTERFACE = '0.1.0'

/** Content security policy of the documentation page, which only loads its style sheet. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Options of `createApp`. */
export interface AppOptions {
  /** Accepted keys. Default: no key is required, and there are no limits. */
  readonly keys?: Keys
  /**
   * Usage counter of the keys. By default, counts are kept in memory and lost when the process ends, and keys with a
   * rate need the package `rate-limiter-flexible`.
   */
  readonly limits?: Limits
  /** Called once for every response, with the error that caused a 500. By default, nothing is logged. */
  readonly log?: Log
  /** Origins whose pages may send requests, `*` for all. Default: none. */
  readonly cors?: readonly string[]
  /** Handler for `/mcp`, created by `mcpHandler` of `vicinage/mcp`. By default, the path does not exist. */
  readonly mcp?: McpHandler
  /** Host names under which `/mcp` may be called. Default: the names of the local machine. */
  readonly hosts?: readonly string[]
  /** Explorer to serve at `/explore`, created by `openExplorer`. If omitted or null, the path does not exist. */
  readonly explorer?: Explorer | null
  /** Map tiles to serve at `/v1/tiles`, created by `openTileServer`. By default, there are no tiles. */
  readonly tiles?: TileServer | null
  /**
   * Pool for requests that may take more than 5 ms, created by `openRequestPool`. By default, the calling thread
   * answers them while other requests wait.
   */
  readonly pool?: RequestPool | null
  /** Version that `/metrics` reports. */
  readonly version?: string
}

const appOptions: OptionNames<AppOptions> = {
  keys: 'object',
  limits: 'object',
  log: 'function',
  cors: 'list',
  mcp: 'function',
  hosts: 'list',
  explorer: 'object',
  tiles: 'object',
  pool: 'object',
  version: 'string',
}

/**
 * Creates the HTTP service. Its `fetch` answers a `Request` with a `Response` on Node, Bun, Deno, workers and
 * serverless platforms. The service handles all endpoint paths, `/openapi.json`, `/docs`, `/health`, `/metrics` and, if
 * configured, `/mcp` and `/explore`.
 */
export function createApp(vicinage: Library, options: AppOptions = {}): Hono {
  return attempt(
    'createApp(vicinage: object, options?: object)',
    [vicinage, options],
    () => createService(vicinage, options).app,
  )
}

/**
 * A request refused by the server before it reaches the app, because the HTTP is malformed, there is more than one Host
 * header, or the headers never end.
 */
export interface ServerRefusal {
  readonly status: number
  /** HTTP method; null if the request could not be parsed. */
  readonly method: string | null
  readonly path: string | null
}

/**
 * Creates the app and two functions for its server. `onRefused` logs and counts a refusal by the server itself and
 * returns its `X-Request-Id`. `hasKey` checks whether headers contain a valid key, and is omitted if the service has no
 * keys.
 */
export function createService(vicinage: Library, options: AppOptions) {
  checkOptions(options, appOptions)
  const {
    keys = null,
    limits = memoryLimits(),
    log = null,
    explorer = null,
    version = 'unknown',
    mcp,
    tiles = null,
    pool = null,
  } = options
  const cors = options.cors === undefined ? null : corsHeaders(options.cors)
  const headers = dataHeaders(vicinage)
  const service: Service = {
    library: vicinage,
    headers,
    jsonHeaders: { ...JSON_TYPE, ...headers, 'X-Request-Id': '' },
    pool,
    turns: new Turns(),
    keys,
    limits,
    log,
    metrics: new Metrics(version),
    cors,
  }
  const app = new Hono({ getPath: sentPath })
  const exchangeAt = (path: string, context: Context) => new Exchange(context, service, path)

  // A preflight request has an `Access-Control-Request-Method` header. Any other OPTIONS request gets a 405 like other
  // unsupported methods.
  if (options.cors !== undefined)
    app.options('*', async (context, next) => {
      if (context.req.header('access-control-request-method') === undefined) return next()
      const vary = options.cors?.includes('*') ? '' : 'Origin, '
      const headers = { ...PREFLIGHT, Vary: `${vary}Access-Control-Request-Headers` }
      return exchangeAt('none', context).send(204, null, headers)
    })

  // A single handler for all methods of a path is fastest in hono, and lets a wrong method return 405 instead of 404.
  const routeEach = (template: string, answers: Readonly<Partial<Record<'GET' | 'POST', Answer>>>) => {
    const allow = [...(answers.GET ? ['GET', 'HEAD'] : []), ...(answers.POST ? ['POST'] : [])]
    app.all(template.replace(/\{(\w+)\}/g, ':$1'), (context) => {
      const exchange = exchangeAt(template, context)
      const { method } = context.req
      const answer = method === 'POST' ? answers.POST : allow.includes(method) ? answers.GET : undefined
      return answer?.(exchange, context) ?? exchange.refuse(405, 'Method Not Allowed', { Allow: allow.join(', ') })
    })
  }
  const route = (method: 'GET' | 'POST', template: string, answer: Answer) => routeEach(template, { [method]: answer })
  const records = getCatalog(vicinage)
  const answersByPath = new Map<string, Partial<Record<'GET' | 'POST', Answer>>>()
  for (const endpoint of getEndpoints(records)) {
    const answer: Answer = (exchange, context) => answerEndpoint(endpoint, service, exchange, context)
    answersByPath.set(endpoint.path, { ...answersByPath.get(endpoint.path), [endpoint.method]: answer })
  }
  for (const [path, answers] of answersByPath) routeEach(path, answers)

  const serve = (path: string, type: string, body: () => string | Uint8Array<ArrayBuffer>, more?: Headers) =>
    route('GET', path, (exchange) => exchange.send(200, body(), { 'Content-Type': type, ...more }))
  // Created on demand, because generating the documentation takes longer than creating the rest of the app.
  const document = once(() =>
    openApiDocument({ version: INTERFACE, auth: keys !== null, tiles: tiles !== null, records }),
  )
  // Stored as bytes, because encoding half a megabyte for each request takes a millisecond.
  const encoder = new TextEncoder()
  const json = once(() => encoder.encode(JSON.stringify(document())))
  const page = once(() => encoder.encode(apiPage(document())))
  const DOCUMENT = '/openapi.json'
  route('GET', DOCUMENT, (exchange, { req }) => {
    const mount = req.path.slice(0, -DOCUMENT.length)
    // The document contains the relative server URL `.`, because a reverse proxy may serve the app under a path prefix.
    // If the app is mounted in another app, the prefix is known here and replaces `.`.
    const body = mount === '' ? json() : JSON.stringify({ ...document(), servers: [{ url: mount }] })
    return exchange.send(200, body, JSON_TYPE)
  })
  serve('/docs', 'text/html; charset=utf-8', page, { 'Content-Security-Policy': PAGE_POLICY })
  serve('/docs.css', 'text/css; charset=utf-8', () => apiPageStyle)
  serve('/health', 'application/json', () => '{"status":"ok"}')
  serve('/metrics', 'text/plain; version=0.0.4; charset=utf-8', () => service.metrics.text())
  route('GET', '/', (exchange, { req }) =>
    exchange.send(302, null, { Location: `${req.path.replace(/^.*\//, '')}/docs`.replace(/^\//, '') }),
  )
  if (explorer !== null) {
    // Redirects to a relative URL, because a reverse proxy may serve the app under a path prefix.
    for (const [path, to] of [
      ['/explore', 'explore/'],
      ['/s', 'explore/s'],
    ])
      route('GET', path, (exchange) => exchange.send(308, null, { Location: `${to}${exchange.query}` }))
    app.all('/explore/*', (context) => answerFile(explorer, EXPLORER, service, context))
  }
  if (tiles !== null) app.all('/v1/tiles/*', (context) => answerFile(tileFiles(tiles), TILES, service, context))
  if (mcp !== undefined)
    app.all('/mcp', (context) =>
      answerMcp(mcp, exchangeAt('/mcp', context), { raw: context.req.raw, pool }, options.hosts, options.cors),
    )
  app.notFound((context) => exchangeAt('none', context).refuse(404, 'Not Found'))
  app.onError((error, context) => exchangeAt('none', context).fail(error))

  const onRefused = ({ status, method, path }: ServerRefusal) => {
    const id = nextId()
    service.metrics.count(method ?? 'other', 'none', status, 0)
    log?.({ id, method, path: path === null ? null : loggedPath(path), status, ms: 0, key: null }, '', undefined)
    return id
  }
  const hasKey = keys === null ? {} : { hasKey: (sent: readonly string[]) => isKeyed(keys, sent) }
  return { app, onRefused, ...hasKey }
}

/** Checks whether the headers of a request contain a key that is valid now. */
async function isKeyed(keys: Keys, rawHeaders: readonly string[]): Promise<boolean> {
  const key = await keys.find(bearerToken(sentValues(rawHeaders, 'authorization').join(', ')))
  return key !== undefined && !isExpired(key, Date.now())
}

type Answer = (exchange: Exchange, context: Context) => Response | Promise<Response>

/**
 * Answers a request to an endpoint: checks the key, limits, parameters and cost, then computes the answer. Avoids a
 * promise if nothing has to be awaited, because Node's adapter sends a synchronous response three times as fast.
 */
function answerEndpoint(
  endpoint: Endpoint,
  service: Service,
  exchange: Exchange,
  context: Context,
): Response | Promise<Response> {
  const { keys, pool, library, turns } = service
  if (keys !== null || endpoint.method !== 'GET') return answerLater(endpoint, service, exchange, context)
  try {
    const values = queryValues(endpoint, exchange, context)
    const cost = getCost(endpoint, values)
    if (pool !== null && cost.milliseconds > SHORT)
      return answerInPool(pool, endpoint, exchange, { endpoint: endpoint.id, values }, cost)
    const json = turns.take(endpoint.id, () => JSON.stringify(endpoint.answer(library, values)))
    return typeof json === 'string'
      ? exchange.json(200, json)
      : json.then((late) => exchange.json(200, late)).catch((error) => refusal(error, endpoint, exchange))
  } catch (error) {
    return refusal(error, endpoint, exchange)
  }
}

async function answerLater(
  endpoint: Endpoint,
  service: Service,
  exchange: Exchange,
  context: Context,
): Promise<Response> {
  const { library, pool, turns } = service
  try {
    const refused = await exchange.admit()
    if (refused !== null) return refused
    let values: ReturnType<typeof queryValues>
    if (endpoint.method === 'GET') values = queryValues(endpoint, exchange, context)
    else {
      const body = await exchange.body()
      if (body === null) return exchange.refuse(413, TOO_LARGE)
      const { bytes, excess } = body
      if (excess !== null) throw invalidJson(excess)
      if (pool !== null && bytes.length > SHORT_BODY)
        return await answerInPool(pool, endpoint, exchange, { endpoint: endpoint.id, body: bytes })
      values = getValues(endpoint, readBody(new TextDecoder().decode(bytes)))
    }
    const cost = getCost(endpoint, values)
    const tooMany = await exchange.admitMore(cost.scores - 1)
    if (tooMany !== null) return exchange.refuse(429, tooMany)
    if (pool !== null && cost.milliseconds > SHORT)
      return await answerInPool(pool, endpoint, exchange, { endpoint: endpoint.id, values }, cost)
    const body = await turns.take(endpoint.id, () => answerValues(endpoint, library, values))
    return typeof body === 'string' ? exchange.json(200, body) : exchange.stream(body)
  } catch (error) {
    return refusal(error, endpoint, exchange)
  }
}

/** Estimated duration in milliseconds of a request whose body has not been read. */
const UNREAD = 500

/**
 * Answers a request on another thread. `input` has either `values`, which are already checked and counted toward the
 * key's limits, or a `body`, which the thread checks and counts.
 */
async function answerInPool(
  pool: RequestPool,
  endpoint: Endpoint,
  exchange: Exchange,
  input: { readonly endpoint: string; readonly values?: object; readonly body?: Uint8Array<ArrayBuffer> },
  cost?: Cost,
): Promise<Response> {
  try {
    const kind = cost === undefined ? 'body' : 'values'
    const { body } = input
    const task = {
      kind,
      name: endpoint.id,
      milliseconds: cost?.milliseconds ?? UNREAD,
      input,
      ...(body !== undefined && { bytes: body.length, moved: [body.buffer] }),
    }
    return exchange.answered(await pool.run(task, ({ scores }) => exchange.admitMore(scores - 1)))
  } catch (error) {
    return refusal(error, endpoint, exchange)
  }
}

function queryValues(endpoint: Endpoint, exchange: Exchange, { req }: Context): ValuesOf<readonly Parameter[]> {
  const fields = getFields(exchange.query)
  if (endpoint.path.includes('{')) Object.assign(fields, req.param())
  return getValues(endpoint, fields)
}

/**
 * Parses a query in the same way as FastAPI: `a=1&a=2` is parsed as `2`, `a` without `=` is empty, `+` is a space, and
 * bytes that are not UTF-8 become U+FFFD. A query without encoded characters takes a fast path.
 */
function getFields(query: string): Record<string, string> {
  if (/[%+]/.test(query)) return Object.fromEntries(new URLSearchParams(query))
  const fields: Record<string, string> = Object.create(null)
  for (let at = 1; at < query.length; ) {
    const and = query.indexOf('&', at)
    const end = and < 0 ? query.length : and
    const equals = query.indexOf('=', at)
    if (equals >= 0 && equals < end) fields[query.slice(at, equals)] = query.slice(equals + 1, end)
    else if (end > at) fields[query.slice(at, end)] = ''
    at = end + 1
  }
  return fields
}

function refusal(error: unknown, endpoint: Endpoint, exchange: Exchange): Response {
  const refused = getRefusal(error, endpoint)
  if (refused !== null) return exchange.json(refused.status, refused.json)
  return error instanceof BusyError ? exchange.busy(error) : exchange.fail(error)
}

/** A source of files to serve. */
interface Files {
  has(name: string): boolean
  isOpen?(name: string, request: Request): Promise<boolean>
  answer(name: string, request: Request, pool: RequestPool | null): Promise<Response>
}

/** Maximum time in milliseconds to draw a tile. */
const TILE = 80

/** Serves tiles as files. The pool draws them if there is one. */
function tileFiles(tiles: TileServer): Files {
  return {
    has: (name) => tiles.has(name),
    isOpen: (name, request) => tiles.isOpen(name, request),
    answer: (name, request, pool) =>
      tiles.answer(
        name,
        request,
        pool === null
          ? undefined
          : async ({ dimension, z, x, y }) => {
              const { body } = await pool.run({ kind: 'tile', milliseconds: TILE, input: { dimension, z, x, y } })
              return body as Uint8Array<ArrayBuffer>
            },
      ),
  }
}

/**
 * Wraps a pool that draws pictures. If a picture takes too long, the response is a 503. A 422 would tell the client to
 * ask for less, but a client cannot ask for a smaller picture.
 */
function patientPool(pool: RequestPool): RequestPool {
  return {
    run: (task, charge) =>
      pool.run(task, charge).catch((error) => {
        throw error instanceof ValidationError && error.code === 'limit_exceeded' ? new BusyError() : error
      }),
    close: () => pool.close(),
  }
}

/**
 * Explorer files. `folder` is the URL path of the files, `index` is the file to serve for the folder itself, and
 * `template` is the path under which the metrics count all files.
 */
const EXPLORER = { folder: '/explore/', index: 'index.html', template: '/explore/{file}' }
/** Map tiles, described by the same fields as `EXPLORER`. */
const TILES = { folder: '/v1/tiles/', index: '', template: TILE_PATH }

/**
 * Serves explorer files and tiles. The data is public, so these requests need no key and are not counted. The exception
 * is a server that requires a key for tiles.
 */
async function answerFile(
  files: Files,
  { folder, index, template }: typeof EXPLORER,
  service: Service,
  context: Context,
): Promise<Response> {
  const { path, method, raw } = context.req
  // If the app is mounted in another app, the path starts with the mount path.
  const name = path.slice(path.indexOf(folder) + folder.length) || index
  const isListed = files.has(name)
  const exchange = new Exchange(context, service, isListed ? template : 'none')
  if (!isListed) return exchange.refuse(404, 'Not Found')
  if (method !== 'GET' && method !== 'HEAD') return exchange.refuse(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
  try {
    const refused = files.isOpen === undefined || (await files.isOpen(name, raw)) ? null : await exchange.admit()
    if (refused !== null) return refused
    const file = await files.answer(name, raw, service.pool && patientPool(service.pool))
    const isMissing = file.status === 404 && file.headers.get('content-type') !== 'application/json'
    return isMissing ? exchange.refuse(404, 'Not Found') : exchange.pass(file)
  } catch (error) {
    return error instanceof BusyError ? exchange.busy(error) : exchange.fail(error)
  }
}

/**
 * Returns the path as it was sent, if Node provides it. The URL of a `Request` resolves `/v1/%2e%2e/health` to
 * `/health`, which could bypass the rules of a reverse proxy.
 */
function sentPath(request: Request, options?: { readonly env?: unknown }): string {
  const target = (options?.env as { readonly incoming?: { readonly url?: string } } | undefined)?.incoming?.url
  if (!target?.startsWith('/')) return getPath(request)
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  // Skip decoding if nothing is encoded.
  return /[%#]/.test(path) ? getPath({ url: `http://host${target}` } as Request) : path
}

/** Additional headers of a preflight response. */
const PREFLIGHT: Headers = {
  'Access-Control-Allow-Methods': 'GET,POST',
  'Access-Control-Allow-Headers': 'Authorization,Content-Type,X-Request-Id,Mcp-Protocol-Version',
  'Access-Control-Max-Age': '600',
}

const EXPOSED =
  'RateLimit,RateLimit-Policy,Retry-After,X-RateLimit-Cost,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id,X-Vicinage-Data,X-Vicinage-Data-Version'

/** Creates a function that maps the `Origin` of a request to the CORS headers that let the page read the response. */
function corsHeaders(origins: readonly string[]): (origin: string | undefined) => Headers {
  const all = { 'Access-Control-Expose-Headers': EXPOSED }
  const everybody = { 'Access-Control-Allow-Origin': '*', ...all }
  if (origins.includes('*')) return () => everybody
  const others = { ...all, Vary: 'Origin' }
  const headersByOrigin = new Map(
    origins.map((origin) => [origin, { 'Access-Control-Allow-Origin': origin, ...others }]),
  )
  return (origin) => (origin === undefined ? others : (headersByOrigin.get(origin) ?? others))
}
