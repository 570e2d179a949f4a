import * as z from 'zod'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { refusedArgument } from '../../base/errors.ts'
import { dimensionAmong } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon } from '../../base/parameters/known-parameters.ts'
import { optional } from '../../base/parameters/parameter.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { argumentsSchema } from '../../library/contract/parameter-schema.ts'
import type { MapData } from '../map/map-picture.ts'
import { PLACE, parseArguments, refuseOutside, type Tool } from './tool.ts'

/** Page that shows the map, for clients that support MCP apps. */
export const MAP_PAGE = {
  uri: 'ui://vicinage/map',
  name: 'map',
  title: 'Map of scores',
  description: 'Shows the picture from the map tool, with buttons to move and zoom it.',
  mimeType: 'text/html;profile=mcp-app',
} as const

/** Meters per degree of latitude. */
const METERS_PER_DEGREE = 111_195
/** Width in pixels. The picture is legible and about 30 kB. */
const WIDTH = 600
/** Minimum distance from the center to the western and eastern edges, in meters. */
const NARROWEST = 500
/** Maximum distance from the center to the western and eastern edges, in meters. */
const WIDEST = 600_000

const radius = optional('float', 'radius', 'body', {
  ge: NARROWEST,
  le: WIDEST,
  description: 'Meters from the center to the edge of the map; default 5,000.',
  example: 5000,
})

/** Creates the tool that draws the scores of one dimension around a place. */
export function mapTool(ids: readonly DimensionId[]): Tool {
  const parameters = [{ ...dimensionAmong(ids), in: 'body' as const }, lat, lon, radius] as const
  return {
    name: 'map',
    title: 'Map of scores around a place',
    description:
      'A picture of the scores of one dimension around `lat` and `lon`, with its legend; transparent where ' +
      'there is no data. For numbers use the other tools.',
    input: argumentsSchema(parameters),
    output: z
      .object({
        dimension: z.string(),
        lat: z.number(),
        lon: z.number(),
        radius: z.number(),
        box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
        scale: z.string().describe('What the ends of the colors mean.'),
      })
      .meta({ title: 'Map' }),
    parameters,
    page: MAP_PAGE.uri,
    prepare: (vicinage, input) => {
      const { dimension, lat, lon, radius = 5000 } = parseArguments(parameters, input, PLACE)
      const box = boxAround(lat, lon, radius)
      return {
        cost: { scores: 2, milliseconds: 200 },
        answer: () => {
          refuseOutside(vicinage, { lat, lon })
          const { ends } = getCatalog(vicinage).find(({ id }) => id === dimension)!
          return { dimension, lat, lon, radius, box, scale: `1 = ${ends[0]}, 255 = ${ends[1]}` }
        },
        picture: async () => {
          const { drawMapPicture } = await import('../map/map-picture.ts')
          const { png } = drawMapPicture(mapData(vicinage), { dimension, box, width: WIDTH })
          return { type: 'image', data: base64(png), mimeType: 'image/png' }
        },
      }
    },
  }
}

/** Returns a box with an aspect ratio of 4:3, in degrees. */
function boxAround(lat: number, lon: number, radius: number) {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const high = (0.75 * radius) / METERS_PER_DEGREE
  const wide = radius / METERS_PER_DEGREE / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  return { west: round(lon - wide), south: round(lat - high), east: round(lon + wide), north: round(lat + high) }
}

function mapData(vicinage: Library & Partial<MapData>): MapData {
  if (vicinage.scoreColumns === undefined) throw refusedArgument('map', 'This server draws no maps.', null)
  return vicinage as MapData
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/**
 * Page of the map tool, for clients that support MCP apps (revision 2026-01-26). The page shows the picture of an
 * answer and calls the tool again when the map is moved. It exchanges JSON-RPC messages with its parent window and
 * contacts no other host.
 */
export const mapPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Map of scores</title>
<style>
body { margin: 0; font: 14px/1.4 system-ui, sans-serif; color: light-dark(#222, #ddd); color-scheme: light dark }
img { display: block; width: 100%; background: #fff }
p { margin: 6px 8px }
button { font: inherit; min-width: 32px; min-height: 32px }
</style>
</head>
<body>
<img alt="" hidden>
<p><button data-zoom="0.5" aria-label="Zoom in">+</button> <button data-zoom="2" aria-label="Zoom out">−</button>
<button data-x="-1" aria-label="West">←</button> <button data-x="1" aria-label="East">→</button>
<button data-y="1" aria-label="North">↑</button> <button data-y="-1" aria-label="South">↓</button>
<span role="status">Waiting for the map …</span></p>
<script>
let next = 1, shown
const waiting = new Map(), image = document.querySelector('img'), status = document.querySelector('[role=status]')
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params) => new Promise((done, fail) => { waiting.set(next, [done, fail]); post({ id: next++, method, params }) })
function show(result) {
  const picture = (result.content || []).find(({ type }) => type === 'image')
  if (result.isError || !picture) { status.textContent = (result.content || []).map(({ text }) => text || '').join(' ') || 'No map.'; return }
  shown = result.structuredContent || JSON.parse(result.content.find(({ type }) => type === 'text').text)
  image.src = 'data:' + picture.mimeType + ';base64,' + picture.data
  image.alt = 'Map of ' + shown.dimension + ' around ' + shown.lat + ', ' + shown.lon
  image.hidden = false
  status.textContent = shown.dimension + ': ' + shown.scale
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== '2.0') return
  if (data.method === 'ui/notifications/tool-result') return show(data.params)
  if (data.method === 'ping' || data.method === 'ui/resource-teardown') return post({ id: data.id, result: {} })
  const [done, fail] = waiting.get(data.id) || []
  waiting.delete(data.id)
  if (done) data.error ? fail(new Error(data.error.message)) : done(data.result)
})
addEventListener('click', async ({ target }) => {
  const button = target.closest('button')
  if (!button || !shown) return
  const { zoom = 1, x = 0, y = 0 } = button.dataset, { box } = shown
  const args = {
    dimension: shown.dimension,
    lat: shown.lat + Number(y) * (box.north - box.south) / 2,
    lon: shown.lon + Number(x) * (box.east - box.west) / 2,
    radius: Math.min(600000, Math.max(500, shown.radius * Number(zoom))),
  }
  try { show(await ask('tools/call', { name: 'map', arguments: args })) } catch (error) { status.textContent = error.message }
})
new ResizeObserver(() => post({ method: 'ui/notifications/size-changed', params: { width: innerWidth, height: document.documentElement.scrollHeight } })).observe(document.body)
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'vicinage-map', version: '1' }, appCapabilities: {} })
  .then(() => post({ method: 'ui/notifications/initialized', params: {} }), ({ message }) => { status.textContent = message })
</script>
</body>
</html>
`
