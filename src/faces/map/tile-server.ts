import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { NotLoadedError, ValidationError } from '../../base/errors.ts'
import { parse } from '../../base/parameters/check.ts'
import { tileParameters } from '../../base/parameters/endpoint-parameters.ts'
import { writeValidationBody } from '../../base/parameters/validation-body.ts'
import { coverageBox } from '../../base/states.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { getLegend } from './ramp.ts'
import { createMap } from './render-tiles.ts'
import type { ScoreSource } from './score-view.ts'

/** Data that tiles are made from. */
export type TileData<Id extends string = DimensionId> = ScoreSource<Id> & Pick<Library, 'dimensions' | 'build'>

/** Options of a tile server. */
export interface TileServerOptions {
  /**
   * Secret for signing URLs. If set, tile requests require a signature in the query. Otherwise, tiles are open to
   * everyone.
   */
  readonly secret?: string
  /** Seconds for which signed URLs in a TileJSON are valid. Default: one day. */
  readonly validFor?: number
}

/**
 * Answers requests for tiles and their TileJSON, in a server or a worker. Names look like `walkability.json` and
 * `walkability/10/234/421.png`.
 */
export interface TileServer {
  /** Checks whether a name has the form of a tile or TileJSON name. */
  has(name: string): boolean
  /**
   * Checks whether a request may be answered without further authorization, because no secret is set or the query has a
   * valid signature.
   */
  isOpen(name: string, request: Request): Promise<boolean>
  /**
   * Answers a GET or HEAD request for a tile or TileJSON. `request` provides the URL and the caching headers. Without
   * `draw`, tiles are drawn on the current thread.
   */
  answer(name: string, request: Request, draw?: DrawTile): Promise<Response>
}

/** Draws a tile as a PNG, like `renderTile` of a map. */
export type DrawTile = (tile: TileName) => Promise<Uint8Array<ArrayBuffer>>

/** Dimension and position of a tile. */
export interface TileName {
  /** ID of the dimension to draw. */
  readonly dimension: DimensionId
  /** Zoom level. */
  readonly z: number
  /** Column, from 180° W. */
  readonly x: number
  /** Row, from the north. */
  readonly y: number
}

/**
 * Maximum useful zoom. At this zoom, a pixel is 8 m wide at 30° N, which is a fraction of a cell. At higher zooms, maps
 * enlarge these tiles.
 */
const MAX_ZOOM = 14
const HOUR = 3600

/**
 * Creates a server of map tiles. Tiles are PNGs of 256 × 256 pixels in the XYZ scheme, transparent where there is no
 * data. Each dimension has a TileJSON 3.0.0 with legend and sources. Responses have an `ETag` that changes with the
 * data, and pages from any origin may read them.
 *
 * If `secret` is set, the URLs in a TileJSON are signed: `?expires=…&signature=…` (HMAC-SHA256 of the dimension and the
 * expiry time in seconds). Anyone who has a signed URL can read the tiles of its dimension. Therefore, fetch the
 * TileJSON on your server, with a key, and pass it to the page.
 */
export function createTileServer<Id extends string = DimensionId>(
  vicinage: TileData<Id>,
  { secret, validFor = 24 * HOUR }: TileServerOptions = {},
): TileServer {
  const map = createMap<string>(vicinage as ScoreSource<string>)
  const records = getCatalog(vicinage)
  const ids = records.map(({ id }) => id)
  const signing = secret === undefined ? null : signer(secret)
  const cache = signing === null ? `public, max-age=${HOUR}` : `private, max-age=${HOUR}`

  async function tileJson(name: string, request: Request): Promise<Response> {
    const id = name.slice(0, -'.json'.length)
    const { dimension } = parse([tileParameters(ids)[0]], { dimension: id })
    const { name: title, method, scale, sources } = vicinage.dimensions().find(({ id }) => id === dimension)!
    const signed =
      signing === null ? '' : `?${await signing.query(dimension, Math.floor(Date.now() / 1000) + validFor)}`
    const body = {
      tilejson: '3.0.0',
      name: `${title}: 1 = ${scale.low}, 255 = ${scale.high}`,
      description: method,
      attribution: [...new Set(sources.map(({ agency }) => agency))].map(escaped).join(', '),
      scheme: 'xyz',
      tiles: [`${getBase(name, request)}${dimension}/{z}/{x}/{y}.png${signed}`],
      minzoom: 0,
      maxzoom: MAX_ZOOM,
      bounds: [coverageBox.west, coverageBox.south, coverageBox.east, coverageBox.north],
      legend: getLegend(records.find(({ id }) => id === dimension)!),
    }
    return json(200, JSON.stringify(body), { 'Cache-Control': 'no-cache' })
  }

  async function tile(name: string, request: Request, draw: DrawTile): Promise<Response> {
    const [dimension, z, x, y] = name.slice(0, -'.png'.length).split('/')
    const parameters = tileParameters(ids, z)
    const tileName = parse(parameters, { dimension, z, x, y })
    const etag = `"${vicinage.build}-${tileName.dimension}-${tileName.z}-${tileName.x}-${tileName.y}"`
    const headers = { ...OPEN, ETag: etag, 'Cache-Control': cache }
    const etags = request.headers.get('if-none-match') ?? ''
    if (etags === '*' || etags.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag))
      return new Response(null, { status: 304, headers })
    return new Response(await draw(tileName), { headers: { ...headers, 'Content-Type': 'image/png' } })
  }

  const drawHere: DrawTile = async ({ dimension, z, x, y }) =>
    map.renderTile(dimension, z, x, y) as Uint8Array<ArrayBuffer>

  return {
    has: (name) => /^[^/]+(\.json|(\/[^/]+){3}\.png)$/.test(name),
    async isOpen(name, { url }) {
      if (signing === null) return true
      const query = new URL(url).searchParams
      return name.endsWith('.png') && signing.verify(name.slice(0, name.indexOf('/')), query, Date.now() / 1000)
    },
    async answer(name, request, draw = drawHere) {
      try {
        return name.endsWith('.json') ? await tileJson(name, request) : await tile(name, request, draw)
      } catch (error) {
        const parameters = tileParameters(ids)
        if (error instanceof ValidationError) return json(422, writeValidationBody(error.detail, parameters))
        if (error instanceof NotLoadedError) return json(404, JSON.stringify({ detail: error.fact }))
        throw error
      }
    },
  }
}

const OPEN = { 'Access-Control-Allow-Origin': '*' }

function json(status: number, body: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { ...OPEN, 'Content-Type': 'application/json', ...more } })
}

/**
 * Returns the base URL of the tiles as the caller sees it. A proxy that terminates TLS sets the `x-forwarded-proto`
 * header.
 */
function getBase(name: string, { url, headers }: Request): string {
  const address = new URL(url)
  if (headers.get('x-forwarded-proto') === 'https') address.protocol = 'https:'
  return `${address.origin}${address.pathname.slice(0, -name.length)}`
}

/** Escapes text for attributions, which are HTML. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}

/**
 * Creates and verifies signatures of a dimension and an expiry time in Unix seconds. Uses WebCrypto, which is also
 * available in workers.
 */
function signer(secret: string) {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify'])
  const message = (dimension: string, expires: number | string) => encoder.encode(`${dimension}\n${expires}`)
  return {
    async query(dimension: string, expires: number): Promise<string> {
      const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await key, message(dimension, expires)))
      return `expires=${expires}&signature=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    },
    /** Verifies a signature with a constant-time comparison. */
    async verify(dimension: string, query: URLSearchParams, now: number): Promise<boolean> {
      const expires = query.get('expires') ?? ''
      const signature = query.get('signature') ?? ''
      if (!/^\d{1,12}$/.test(expires) || Number(expires) <= now || !/^[0-9a-f]{64}$/.test(signature)) return false
      const bytes = Uint8Array.from(signature.match(/../g)!, (digits) => Number.parseInt(digits, 16))
      return crypto.subtle.verify('HMAC', await key, bytes, message(dimension, expires))
    },
  }
}
