import type { Position } from 'geojson'
import { toolSets } from '../../src/faces/mcp/tools.ts'
import type { Endpoint } from '../../src/library/contract/endpoint.ts'
import { endpoints } from '../../src/library/contract/table.ts'

/** A request by its name. */
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

/** Places in the densest part of the coverage, no two alike. */
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

/** A comb whose back is a row of cells and whose teeth are columns of them, with an edge for each side of a cell. */
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
const everything = { walkability: { min: 1 } }

/** The largest values that a parameter of a query or path may have, by its name. */
const LARGEST: Readonly<Record<string, string>> = {
  lat: `${place.lat}`,
  lon: `${place.lon}`,
  radius: `${WIDEST}`,
  percentiles: 'true',
  limit: '50',
  max_distance: '100000',
  of: 'zip',
  kind: 'state',
  id: 'TX',
  address: `${'1 A St, '.repeat(60)}Austin, TX`.slice(0, 300),
  text: 'san',
}

/** An endpoint with the largest legal values, as far as they are known, and otherwise with its examples. */
function largest({ id, path, method, parameters }: Endpoint): NamedRequest {
  const fields = Object.fromEntries(parameters.map(({ name, example }) => [name, LARGEST[name] ?? example]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  if (method === 'POST') return post(id, filled, fields)
  const query = parameters.flatMap(({ name, in: where, required }) =>
    where === 'query' && (required || name in LARGEST) ? [[name, String(fields[name])]] : [],
  )
  return { name: id, path: `${filled}?${new URLSearchParams(query)}` }
}

/** Arguments of the tools of agents, as large as they may be. */
const TOOLS: Readonly<Record<string, object>> = {
  scores: { places: places(25, WIDEST), descriptions: true },
  compare: { places: places(10, WIDEST) },
  explain: { dimension: 'walkability', ...place, radius: WIDEST },
  geocode: { address: LARGEST.address },
  schools: { name: 'San', limit: 50 },
  school: { nces_id: '480894000332' },
  districts: place,
  area: { area: 'TX' },
  rank: { dimension: 'walkability', of: 'zip', limit: 100 },
  find: { where: everything, within: 'Los Angeles, CA', limit: 20 },
  map: { dimension: 'walkability', ...place, radius: 600_000 },
  dimensions: {},
}

/** Every row of the table of endpoints, every tool, tile and stream, with the largest arguments and with hostile ones. */
export const maximalRequests: readonly NamedRequest[] = [
  ...endpoints.filter(({ id }) => id !== 'areas.find' && id !== 'areas.shape').map(largest),
  post('batch of 10,000', '/v1/scores/batch', { points: places(10_000) }),
  post('batch of 1,500 circles of 2.5 km', '/v1/scores/batch', { points: places(1500, 2500) }),
  post('batch of 750 circles of 10 km', '/v1/scores/batch', { points: places(750, 10_000) }),
  post('batch of 120 circles of 50 km', '/v1/scores/batch', { points: places(120, 50_000) }),
  post('batch of 30 circles of 10,000 km', '/v1/scores/batch', { points: places(30, WIDEST) }),
  post('batch of too many circles', '/v1/scores/batch', { points: places(10_000, WIDEST) }),
  post('areas.shape of a state', '/v1/areas', { shape: { state: 'CA' } }),
  post('areas.shape of a comb', '/v1/areas', { shape: comb(1000, 0.9) }),
  post('areas.find of a comb', '/v1/find', { where: everything, within: comb(230, 4), outline: true, limit: 50 }),
  post('areas.find of a city', '/v1/find', {
    where: { walkability: { min: 100 } },
    within: { city: 'Los Angeles', state: 'CA' },
    outline: true,
  }),
  post('deep JSON', '/v1/find', `{"where":${deep}}`),
  post('many keys', '/v1/find', keys),
  ...toolSets.core.map(({ name }) => call(name, TOOLS[name] ?? {})),
  call('scores', keys),
  call('scores', deep),
  { name: 'tile', path: '/v1/tiles/walkability/10/175/409.png' },
  { name: 'tile of a state', path: '/v1/tiles/ideological-lean/6/11/25.png' },
  { name: 'TileJSON', path: '/v1/tiles/walkability.json' },
  { name: 'OpenAPI', path: '/openapi.json' },
  { name: 'documentation', path: '/docs' },
]

/** What only a service with the explorer has. */
export const explorerRequests: readonly NamedRequest[] = [
  { name: 'explorer', path: '/explore/' },
  {
    name: 'picture of a view',
    path: '/explore/s.png?score=walkability&place=34.052,-118.244,100000&with=29.76,-95.37',
  },
  { name: 'page of a view', path: '/explore/s?score=walkability&place=34.052,-118.244,999999' },
]
