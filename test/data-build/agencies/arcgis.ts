import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import proj4 from 'proj4'
import simplify from 'simplify-js'
import { listeningInTest } from '../../support/listening.ts'
import { randomFrom, type Zone } from '../upgrade/fixtures/data.ts'

/** A zone as a service stores it. `geometry: null` means that the row has no outline. */
export type AgencyZone = Omit<Zone, 'geometry'> & { readonly geometry: Zone['geometry'] | null }

/** A layer of a simulated ArcGIS service. */
export interface AgencyLayer {
  readonly name: string
  /** Returns the current zones. It is a function because tests edit the zones between two runs. */
  readonly zones: () => readonly AgencyZone[]
  /** Fields other than `OBJECTID`, including those that no zone fills. */
  readonly fields: readonly string[]
  /** Maximum number of zones in one answer. */
  readonly maxRecordCount?: number
  /** Milliseconds since 1970. If omitted, the service states no editing date. */
  readonly lastEdit?: () => number
  /**
   * Coordinate system of the answers, regardless of `outSR`. If omitted, the service honors `outSR` and sends
   * degrees.
   */
  readonly nativeWkid?: 3857 | 3310
}

export type Failure =
  | 'json-500'
  | 'json-400'
  | 'json-429'
  | 'status-429'
  | 'status-503'
  | 'html-504'
  | 'html-200'
  | 'empty-200'
  | 'json-498'
  | 'json-499'
  | 'json-gateway'
  | 'cut'
  | 'reset'
  | 'silence'

/** Behaviors of the server. All are off unless they are set; a test may change them between two requests. */
export interface Behaviors {
  /**
   * Failure of polygon pages that have more than `vertices` vertices. These pages fail every time, for every client.
   */
  heavy?: { readonly vertices: number; readonly how: Failure }
  /** Delay before the first byte of polygon pages, in milliseconds per 1,000 vertices. */
  slow?: { readonly msPerThousand: number }
  /** Failure of requests for more than `zones` ids. */
  heavyIds?: { readonly zones: number; readonly how: Failure }
  /** Shares (0-1) of requests that fail once, by kind of failure. Drawn with `seed`. */
  passing?: Partial<Record<Failure, number>>
  /** All requests but the first of each window are throttled. */
  throttle?: {
    readonly how: 'json-429' | 'status-429' | 'html-200' | 'empty-200'
    /** Number of requests that are rejected before the service answers again. */
    readonly requests: number
    /** Seconds in `Retry-After`. */
    readonly retryAfter?: number
    /** Whether `Retry-After` is a header or a field of the body. */
    readonly where?: 'header' | 'body'
  }
  /** Whether each answer begins with a byte order mark. */
  byteOrderMark?: boolean
  /** While true, nothing answers and connections are reset. */
  outage?: boolean
  /** Failure of every request, as if the service had moved or required a token. */
  always?: Failure | 'gone'
  /** Ids of zones that are sent without an outline, because some are stored without one. */
  withoutOutline?: readonly number[]
  /** A zone whose full outline makes the service fail. It is sent if `maxAllowableOffset` is at least `offset`. */
  broken?: { readonly id: number; readonly offset: number; readonly how: Failure }
}

export interface AgencyServer {
  /** Value for `--mirror`, ending in a slash. */
  readonly mirror: string
  /** Path and query of each request. */
  readonly asked: string[]
  readonly behaviors: Behaviors
  /** Returns the size of all answers so far, in bytes. */
  readonly sent: () => number
}

/**
 * Serves layers on the loopback address with ArcGIS Server's REST protocol: description, count, IDs, and pages in any
 * order and precision. Errors have status 200, as on the real servers. `layers` are keyed by path, such as
 * `NFHL/MapServer/28`. `seed` determines the temporary faults.
 */
export async function arcgisServer(
  layers: Readonly<Record<string, AgencyLayer>>,
  behaviors: Behaviors = {},
  { seed = 1, tls }: { readonly seed?: number; readonly tls?: { readonly key: string; readonly cert: string } } = {},
): Promise<AgencyServer> {
  const service = arcgisService(layers, behaviors, seed)
  const answer = (request: IncomingMessage, response: ServerResponse) => void service.answer(request, response)
  const server = tls === undefined ? createServer(answer) : (createTlsServer(tls, answer) as unknown as Server)
  const origin = await listeningInTest(server)
  const mirror = `${tls === undefined ? origin : origin.replace('http:', 'https:')}/`
  return { mirror, asked: service.asked, behaviors, sent: service.sent }
}

/** Answers requests below `prefix` as `arcgisServer` does, without starting a server. */
export function arcgisService(
  layers: Readonly<Record<string, AgencyLayer>>,
  behaviors: Behaviors,
  seed = 1,
  prefix = '/',
) {
  const asked: string[] = []
  const random = randomFrom(seed)
  let bytes = 0
  let throttled = 0
  const tables = new Map(Object.entries(layers).map(([path, layer]) => [path, new Table(layer)]))

  function send(response: ServerResponse, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
    const text = (behaviors.byteOrderMark ? '\ufeff' : '') + JSON.stringify(body)
    bytes += text.length
    response.writeHead(200, { 'Content-Type': 'application/json;charset=utf-8', ...headers }).end(text)
  }

  function fail(response: ServerResponse, how: Failure | 'gone', retryAfter?: number, where = 'header'): void {
    const inHeader: Record<string, string> =
      retryAfter !== undefined && where === 'header' ? { 'Retry-After': String(retryAfter) } : {}
    const inBody = retryAfter !== undefined && where === 'body' ? [`Retry-After: ${retryAfter}`] : []
    const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head><body></body></html>`
    const words = ['Unable to complete operation.', 'Invalid URL', 'Failed to execute query.']
    const json = { 'Content-Type': 'application/json' }
    const html = { 'Content-Type': 'text/html' }
    const answers: Readonly<Record<Failure | 'gone', () => unknown>> = {
      'json-500': () => send(response, errorBody(500, 'Error performing query operation')),
      'json-400': () => send(response, errorBody(400, words[asked.length % words.length])),
      'json-429': () => send(response, errorBody(429, 'Too many requests', inBody), inHeader),
      'json-498': () => send(response, errorBody(498, 'Invalid Token')),
      'json-499': () => send(response, errorBody(499, 'Token Required')),
      'json-gateway': () => send(response, { status: 'error', messages: ['Service busy'] }),
      'status-429': () =>
        response
          .writeHead(429, { ...json, ...inHeader })
          .end(JSON.stringify(errorBody(429, 'Too many requests', inBody))),
      'status-503': () => response.writeHead(503, inHeader).end('Service Unavailable'),
      'html-504': () => response.writeHead(504, html).end(page('504 Gateway Time-out')),
      'html-200': () => response.writeHead(200, html).end(page('Request Rejected')),
      'empty-200': () => response.writeHead(200).end(),
      gone: () => response.writeHead(404, html).end(page('Not Found')),
      reset: () => response.destroy(),
      // Sends nothing until the client gives up.
      silence: () => {},
      cut: () => {
        response.writeHead(200, { ...json, 'Content-Length': '50000' })
        response.write('{"objectIdFieldName":"OBJECTID","features":[{"attr')
        setTimeout(() => response.destroy(), 2)
      },
    }
    answers[how]()
  }

  /** Draws whether this request fails temporarily, regardless of what it asks for. */
  function passingFailure(): Failure | undefined {
    for (const [how, share] of Object.entries(behaviors.passing ?? {})) if (random() < share) return how as Failure
    return undefined
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://loopback')
    const query = request.method === 'POST' ? new URLSearchParams(await textOf(request)) : url.searchParams
    asked.push(`${url.pathname}?${query}`)
    const { always, outage, throttle, heavyIds, heavy, slow, broken, withoutOutline = [] } = behaviors
    if (outage) return fail(response, 'reset')
    if (always !== undefined) return fail(response, always)
    if (throttle !== undefined && throttled++ < throttle.requests)
      return fail(response, throttle.how, throttle.retryAfter, throttle.where)
    const passing = passingFailure()
    if (passing !== undefined) return fail(response, passing)
    const isQuery = url.pathname.endsWith('/query')
    const path = url.pathname.slice(prefix.length).replace(/\/query$/, '')
    const table = tables.get(path)
    if (table === undefined) {
      const isService = [...tables.keys()].some((name) => name.startsWith(`${path}/`))
      return isService ? send(response, { currentVersion: 11.3 }) : send(response, errorBody(404, 'Service not found'))
    }
    if (!isQuery) return send(response, table.description())
    try {
      const rows = table.select(query)
      if (query.get('returnCountOnly') === 'true') return send(response, { count: rows.length })
      if (query.get('returnIdsOnly') === 'true') {
        if (heavyIds !== undefined && rows.length > heavyIds.zones) return fail(response, heavyIds.how)
        const objectIds = rows.length === 0 ? null : rows.map(({ id }) => id).reverse()
        return send(response, { objectIdFieldName: 'OBJECTID', objectIds })
      }
      const page = table.page(rows, query, withoutOutline)
      const isBroken =
        broken !== undefined &&
        query.get('returnGeometry') !== 'false' &&
        rows.some(({ id }) => id === broken.id) &&
        Number(query.get('maxAllowableOffset') ?? 0) < broken.offset
      if (isBroken) return fail(response, broken.how)
      if (heavy !== undefined && page.vertices > heavy.vertices) return fail(response, heavy.how)
      if (slow !== undefined)
        await new Promise((resolve) => setTimeout(resolve, (page.vertices / 1000) * slow.msPerThousand))
      send(response, page.body)
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      send(response, errorBody(400, 'Unable to complete operation.', [error.message]))
    }
  }

  return { answer, asked, sent: () => bytes }
}

export function errorBody(code: number, message: string, details: readonly string[] = []) {
  return { error: { code, message, details } }
}

class QueryError extends Error {}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

interface Row {
  readonly id: number
  readonly zone: AgencyZone
}

type Attributes = Readonly<Record<string, unknown>>
type Ring = readonly (readonly [number, number])[]

/** Answers queries over the zones of a layer. */
class Table {
  readonly #layer: AgencyLayer
  readonly #simplified = new WeakMap<object, Map<number, Ring[]>>()

  constructor(layer: AgencyLayer) {
    this.#layer = layer
  }

  description() {
    const { name, fields, maxRecordCount = 2000, lastEdit } = this.#layer
    return {
      currentVersion: 11.3,
      ...{ id: 0, name, type: 'Feature Layer', geometryType: 'esriGeometryPolygon', maxRecordCount },
      ...{ objectIdField: 'OBJECTID', supportsPagination: true },
      fields: [
        { name: 'OBJECTID', type: 'esriFieldTypeOID' },
        ...fields.map((field) => ({ name: field, type: 'esriFieldTypeString' })),
      ],
      ...(lastEdit && { editingInfo: { lastEditDate: lastEdit() } }),
    }
  }

  /** Returns the rows that a query selects, in the order of their ids. */
  select(query: URLSearchParams): readonly Row[] {
    const condition = this.#condition(query.get('where') ?? '1=1')
    const wanted = query.get('objectIds')?.split(',').map(Number)
    return this.#layer
      .zones()
      .map((zone, at) => ({ zone, id: objectId(zone, at) }))
      .filter(({ zone, id }) => (wanted === undefined || wanted.includes(id)) && condition(attributesOf(zone, id)))
      .sort((a, b) => a.id - b.id)
  }

  page(rows: readonly Row[], query: URLSearchParams, withoutOutline: readonly number[]) {
    const { maxRecordCount = 2000, nativeWkid } = this.#layer
    const order = query.get('orderByFields') ?? ''
    const sorted = /\bDESC\b/i.test(order) ? rows.toReversed() : rows
    const from = Number(query.get('resultOffset') ?? 0)
    const most = Math.min(maxRecordCount, Number(query.get('resultRecordCount') ?? maxRecordCount))
    const sent = sorted.slice(from, from + most)
    const names = this.#names(query.get('outFields') ?? '')
    const hasGeometry = query.get('returnGeometry') !== 'false'
    const offset = Number(query.get('maxAllowableOffset') ?? 0)
    const digits = query.get('geometryPrecision')
    let vertices = 0
    const features = sent.map(({ zone, id }) => {
      const all = attributesOf(zone, id)
      const attributes = Object.fromEntries(names.map((name) => [name, all[name] ?? null]))
      if (!hasGeometry) return { attributes }
      if (zone.geometry === null || withoutOutline.includes(id)) return { attributes, geometry: null }
      const rings = this.#outline(zone.geometry, offset)
      for (const ring of rings) vertices += ring.length
      return { attributes, geometry: { rings: rings.map((ring) => ring.map(coordinates(nativeWkid, digits))) } }
    })
    const body = {
      objectIdFieldName: 'OBJECTID',
      ...(hasGeometry && {
        geometryType: 'esriGeometryPolygon',
        spatialReference: nativeWkid === 3857 ? { wkid: 102100, latestWkid: 3857 } : { wkid: nativeWkid ?? 4326 },
      }),
      features,
      ...(from + sent.length < rows.length && { exceededTransferLimit: true }),
    }
    return { body, vertices }
  }

  #names(fields: string): readonly string[] {
    const known = ['OBJECTID', ...this.#layer.fields]
    if (fields === '*') return known
    const names = fields.split(',').filter((name) => name !== '')
    for (const name of names)
      if (!known.includes(name)) throw new QueryError(`'Invalid field: ${name}' parameter is invalid`)
    return names
  }

  /** Simplifies the rings of a zone: drops vertices within `offset` degrees of the line through the others. */
  #outline(geometry: Zone['geometry'], offset: number): readonly Ring[] {
    const rings = (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()) as [
      number,
      number,
    ][][]
    if (offset === 0) return rings
    const known = this.#simplified.get(geometry) ?? new Map<number, Ring[]>()
    this.#simplified.set(geometry, known)
    if (!known.has(offset))
      known.set(
        offset,
        rings
          .map((ring) =>
            simplify(
              ring.map(([x, y]) => ({ x, y })),
              offset,
              true,
            ).map(({ x, y }) => [x, y] as const),
          )
          // Rings that collapse are dropped, as the real service does.
          .filter((ring) => ring.length > 3),
      )
    return known.get(offset)!
  }

  /** Parses conditions joined by AND: comparisons of a field with a string or number, `IN` lists, and `1=1`. */
  #condition(where: string): (attributes: Attributes) => boolean {
    const known = ['OBJECTID', ...this.#layer.fields]
    const parts = where.split(/\s+AND\s+/i).map((part) => part.trim().replace(/^\(+/, '').replace(/\)+$/, '').trim())
    const tests = parts.map((part) => {
      if (part === '1=1') return () => true
      const [, list, values] = /^(\w+)\s+IN\s*\((.*)$/i.exec(part) ?? []
      if (list !== undefined) {
        const wanted = values.split(',').map((text) => text.trim().replace(/^'|'$/g, ''))
        return (attributes: Attributes) => wanted.includes(String(attributes[list]))
      }
      const [, field, sign, value] = /^(\w+)\s*(<=|>=|<>|=|<|>)\s*('[^']*'|-?[\d.]+)$/.exec(part) ?? []
      if (field === undefined) throw new QueryError(`'where' parameter is invalid: ${part}`)
      if (!known.includes(field)) throw new QueryError(`'Invalid field: ${field}' parameter is invalid`)
      const wanted = value.startsWith("'") ? value.slice(1, -1) : Number(value)
      return (attributes: Attributes) => compare(attributes[field], sign, wanted)
    })
    return (attributes) => tests.every((test) => test(attributes))
  }
}

function compare(value: unknown, sign: string, wanted: string | number): boolean {
  if (value === null || value === undefined) return false
  const own = typeof wanted === 'number' ? Number(value) : String(value)
  switch (sign) {
    case '=':
      return own === wanted
    case '<>':
      return own !== wanted
    case '<':
      return own < wanted
    case '>':
      return own > wanted
    case '<=':
      return own <= wanted
    default:
      return own >= wanted
  }
}

/**
 * Returns the `OBJECTID` in the zone's properties. If there is none, makes a large id. These ids have gaps, like the
 * ids of a table that was edited.
 */
function objectId({ properties }: AgencyZone, at: number): number {
  return typeof properties.OBJECTID === 'number' ? properties.OBJECTID : 4_000_001 + at + 10 * Math.floor(at / 7)
}

function attributesOf({ properties }: AgencyZone, id: number): Attributes {
  return { ...properties, OBJECTID: id }
}

const TEALE = '+proj=aea +lat_0=0 +lon_0=-120 +lat_1=34 +lat_2=40.5 +x_0=0 +y_0=-4000000 +datum=NAD83 +units=m'

function coordinates(wkid: 3857 | 3310 | undefined, digits: string | null) {
  const scale = digits === null ? null : 10 ** Number(digits)
  return (at: readonly [number, number]): number[] => {
    const to = wkid === undefined ? [...at] : proj4(wkid === 3857 ? 'EPSG:3857' : TEALE, [...at])
    return scale === null ? to : to.map((value) => Math.round(value * scale) / scale)
  }
}
