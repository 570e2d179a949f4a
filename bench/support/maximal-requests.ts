import type { Position } from 'geojson'
import { DIMENSION_IDS } from '../../src/answers/dimensions/catalog.ts'
import { ABOUT_RESIDENTS } from '../../src/answers/dimensions/residents.ts'
import { edgeKinds } from '../../src/answers/scores/nearest-other.ts'
import { toolSets } from '../../src/faces/mcp/tools.ts'
import { edgeEndpoint } from '../../src/library/contract/edge.ts'
import type { Endpoint } from '../../src/library/contract/endpoint.ts'
import { endpoints } from '../../src/library/contract/table.ts'

export interface NamedRequest {
  readonly name: string
  readonly path: string
  readonly init?: RequestInit
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const WIDEST = 10_000_000
const place = { lat: 34.0522, lon: -118.2437 }

function post(name: string, path: string, body: object | string): NamedRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { name, path, init: { method: 'POST', headers: HEADERS, body: text } }
}

function call(tool: string, input: object | string, set = 'core'): NamedRequest {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${text}}}`
  return post(`MCP ${tool}`, set === 'core' ? '/mcp' : `/${set}/mcp`, body)
}

/** Returns distinct places in Los Angeles, where most people live close together. */
function places(count: number, radius?: number) {
  return Array.from({ length: count }, (_, at) => ({
    lat: 33.9 + (at % 100) / 500,
    lon: -118.3 + Math.floor(at / 100) / 500,
    radius,
  }))
}

function polygon(ring: readonly Position[]) {
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

/**
 * Returns a comb-shaped polygon. Its teeth are as wide as a 7.5″ cell and as far apart, so that every second column of
 * cells is inside.
 */
function comb(teeth: number, height: number) {
  const cell = 1 / 480
  const points = Array.from({ length: teeth }, (_, tooth) => {
    const west = -99 + 2 * cell * tooth
    return [
      [west, 30],
      [west, 30 + height],
      [west + cell, 30 + height],
      [west + cell, 30],
    ]
  })
  return polygon([...points.flat(), [-99 + 2 * cell * teeth, 30 - 3 * cell], [-99, 30 - 3 * cell]])
}

const keys = `{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":1`)}}`
const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
/** Size in bytes of the filler that brings a body close to the limit of 2 MiB. */
const FILLED = 2_090_000
const filled = (part: string) =>
  Array(Math.floor(FILLED / (part.length + 1)))
    .fill(part)
    .join()
const manyFields = `{${Array.from({ length: 999 }, (_, at) => `"k${at}":1`)}}`
const everything = { walkability: { min: 1 } }

const everyWeight = Object.fromEntries(DIMENSION_IDS.map((id, at) => [id, at + 1]))
const weightsText = DIMENSION_IDS.map((id, at) => `${id}=${at + 1}`).join(',')

/** Returns the maximum of a parameter. */
const greatest = ({ le }: { readonly le?: number }) => le

/** Marks parameters to omit, because they only reduce the work. */
const leftOut = undefined

/**
 * Values that cause the most work, by parameter, or by endpoint and parameter. A test fails if a parameter is missing
 * here; `withoutLargest` finds it.
 */
const LARGEST: Readonly<Record<string, unknown>> = {
  ...place,
  radius: greatest,
  percentiles: true,
  interval: true,
  units: 'metric',
  descriptions: true,
  dimensions: leftOut,
  dimension: 'walkability',
  'edge.dimension': 'flood',
  // Omitted, because an edge can only be requested for an exact place.
  'edge.radius': leftOut,
  max_distance: greatest,
  limit: greatest,
  points: places(10_000),
  shape: { state: 'CA' },
  below: leftOut,
  kind: 'state',
  id: 'TX',
  of: 'zip',
  order: leftOut,
  min_people: leftOut,
  // Omitted, because it affects only cities. The requests are for ZIPs, because there are more of them.
  postal_cities: leftOut,
  'areas.rank.within': leftOut,
  where: everything,
  // Omitted, because without a kind of areas the answer has outlines, which take longer to compute.
  'areas.find.of': leftOut,
  'areas.find.within': { city: 'Los Angeles', state: 'CA' },
  rank_by: leftOut,
  by: { weights: everyWeight },
  weights: everyWeight,
  'fit.weights': weightsText,
  'areas.rankByFit.weights': weightsText,
  'areas.rankByFit.within': leftOut,
  want: leftOut,
  among: leftOut,
  outline: true,
  demographics: true,
  level: leftOut,
  same_district: leftOut,
  lea_id: '0622710',
  nces_id: '480894000332',
  address: `${'1 A St, '.repeat(60)}Austin, TX`.slice(0, 300),
  country: leftOut,
  min_layer: leftOut,
  max_radius: leftOut,
  text: 'san',
}

function keyOf(endpoint: string, parameter: string): string | undefined {
  return [`${endpoint}.${parameter}`, parameter].find((key) => key in LARGEST)
}

/** Returns the largest legal arguments of an endpoint. */
export function largestArguments({ id, parameters }: Endpoint): Readonly<Record<string, unknown>> {
  const values = parameters.map((parameter) => {
    const value = LARGEST[keyOf(id, parameter.name) ?? '']
    return [parameter.name, typeof value === 'function' ? value(parameter) : value]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Returns the parameters of endpoints, and the tools, for which the tables of largest values have no entry. */
export function withoutLargest(table: readonly Endpoint[], tools: readonly { readonly name: string }[]): string[] {
  const parameters = table.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name }) => (keyOf(id, name) === undefined ? [`${id}.${name}`] : [])),
  )
  return [...parameters, ...tools.flatMap(({ name }) => (name in TOOLS ? [] : [name]))]
}

/** Returns the request of an endpoint with the largest legal arguments, except those of `replacements`. */
function largest(endpoint: Endpoint, replacements: Readonly<Record<string, unknown>> = {}): NamedRequest {
  const { id, path, method, parameters } = endpoint
  const fields = { ...largestArguments(endpoint), ...replacements }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  if (method === 'POST') return post(id, filled, fields)
  const query = parameters.flatMap(({ name, in: where }) =>
    where === 'query' && fields[name] !== undefined ? [[name, String(fields[name])]] : [],
  )
  const kind = id === 'edge' ? `edge of ${fields.dimension}` : id
  return { name: kind, path: `${filled}?${new URLSearchParams(query)}` }
}

/** Requests for the edges of each kind of zone. */
const edges = edgeKinds.map((dimension) => largest(edgeEndpoint, { dimension }))

const allowedWeights = Object.fromEntries(
  Object.entries(everyWeight).filter(([id]) => !(ABOUT_RESIDENTS as readonly string[]).includes(id)),
)

/** Largest legal arguments of the tools for agents. */
const TOOLS: Readonly<Record<string, object>> = {
  scores: { places: places(15, WIDEST), descriptions: true },
  compare: { places: places(10, WIDEST), interval: true },
  explain: { dimension: 'walkability', ...place, radius: WIDEST },
  geocode: { address: LARGEST.address, min_layer: 'zip', max_radius: WIDEST },
  schools: { ...place, limit: 50 },
  school: { nces_id: '480894000332' },
  districts: place,
  area: { area: 'TX' },
  rank: { dimension: 'walkability', of: 'zip', limit: 100 },
  find: { where: everything, within: 'Los Angeles, CA', limit: 20 },
  fit: { places: places(15, WIDEST), weights: allowedWeights },
  map: { dimension: 'walkability', ...place, radius: 600_000 },
  dimensions: {},
}

/**
 * Requests to every endpoint and tool and for tiles, with the largest legal arguments, and further requests that are
 * meant to be expensive.
 */
export const maximalRequests: readonly NamedRequest[] = [
  ...endpoints.filter(({ id }) => id !== 'edge').map((endpoint) => largest(endpoint)),
  ...edges,
  post('batch of 1,500 circles of 2.5 km', '/v1/scores/batch', { points: places(1500, 2500) }),
  post('batch of 750 circles of 10 km', '/v1/scores/batch', { points: places(750, 10_000) }),
  post('batch of 120 circles of 50 km', '/v1/scores/batch', { points: places(120, 50_000) }),
  post('batch of 15 circles of 10,000 km', '/v1/scores/batch', { points: places(15, WIDEST) }),
  post('batch of too many circles', '/v1/scores/batch', { points: places(10_000, WIDEST) }),
  post('areas.shape of a comb', '/v1/areas', { shape: comb(1000, 0.9) }),
  // With more teeth, a slow machine might exceed the limit of 2 s for a search.
  post('areas.find of a comb', '/v1/find', { where: everything, within: comb(70, 4), outline: true, limit: 50 }),
  post('areas.find of a city', '/v1/find', {
    where: { walkability: { min: 100 } },
    within: { city: 'Los Angeles', state: 'CA' },
    outline: true,
  }),
  post('deep JSON', '/v1/find', `{"where":${deep}}`),
  post('many keys', '/v1/find', keys),
  post('JSON of one text', '/v1/find', `{"where":"${'x'.repeat(FILLED)}"}`),
  post('JSON of escapes', '/v1/find', `{"where":"${'\\u0041'.repeat(FILLED / 6)}"}`),
  post('JSON of a long list', '/v1/scores/batch', `{"points":[${filled('1')}]}`),
  post('JSON of objects with 999 keys', '/v1/scores/batch', `{"points":[${filled(manyFields)}]}`),
  post('JSON of many empty objects', '/v1/scores/batch', `{"points":[${filled('{}')}]}`),
  post(
    'JSON of a ring of 300,000 corners',
    '/v1/areas',
    `{"shape":{"type":"Polygon","coordinates":[[${filled('[1,2]')}]]}}`,
  ),
  post('JSON that never ends', '/v1/find', `{"where":[${filled('"a"')}`),
  post('JSON of 9 MB', '/v1/find', `{"where":"${'x'.repeat(9_000_000)}"}`),
  ...toolSets.core.map(({ name }) => call(name, TOOLS[name] ?? {})),
  { ...call('scores', keys), name: 'MCP scores of many keys' },
  { ...call('scores', deep), name: 'MCP scores of deep JSON' },
  { ...call('scores', `{"places":[${filled('1')}]}`), name: 'MCP scores of JSON with a long list' },
  { ...call('scores', `{"places":[${filled(manyFields)}]}`), name: 'MCP scores of JSON with 999 keys each' },
  { ...call('scores', `{"places":"${'x'.repeat(FILLED)}"}`), name: 'MCP scores of JSON with one text' },
  { name: 'tile', path: '/v1/tiles/walkability/10/175/409.png' },
  { name: 'tile of a state', path: '/v1/tiles/ideological-lean/6/11/25.png' },
  { name: 'TileJSON', path: '/v1/tiles/walkability.json' },
  { name: 'OpenAPI', path: '/openapi.json' },
  { name: 'documentation', path: '/docs' },
]

/** Requests that only a service with the explorer answers. */
export const explorerRequests: readonly NamedRequest[] = [
  { name: 'explorer', path: '/explore/' },
  {
    name: 'picture of a view',
    path: '/explore/s.png?score=walkability&place=34.052,-118.244,100000&with=29.76,-95.37',
  },
  { name: 'picture of the explorer', path: '/explore/preview.png' },
  { name: 'page of a view', path: '/explore/s?score=walkability&place=34.052,-118.244,999999' },
]
