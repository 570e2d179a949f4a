import * as z from 'zod'
import type { DimensionId } from '../dimensions/catalog.ts'
import { catalogOf } from '../dimensions/catalog-of.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { refusedArgument } from '../errors.ts'
import type { MapData } from '../map/draw-map.ts'
import { dimensionAmong } from '../parameters/endpoint-parameters.ts'
import { lat, lon } from '../parameters/known-parameters.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { argumentsOf, refuseOutside } from './arguments.ts'
import type { Tool } from './tool.ts'

/** The page that shows the map, for clients that have MCP apps. */
export const MAP_PAGE = {
  uri: 'ui://vicinage/map',
  name: 'map',
  title: 'Map of scores',
  description: 'Shows the picture of the tool map, and moves it.',
  mimeType: 'text/html;profile=mcp-app',
} as const

/** Meters in a degree of latitude. */
const METERS_PER_DEGREE = 111_195
/** Pixels: legible, and some 30 kB. */
const WIDTH = 600
/** Meters from the center to the western and eastern side. */
const NARROWEST = 500
const WIDEST = 600_000

const radius = {
  kind: 'float',
  name: 'radius',
  in: 'body',
  required: false,
  ge: NARROWEST,
  le: WIDEST,
  description: 'Meters from the center to the side of the map; 5,000 when left out.',
  example: 5000,
} as const satisfies Parameter

/** A picture of one dimension's scores around a place. */
export function mapTool(ids: readonly DimensionId[]): Tool {
  const parameters = [{ ...dimensionAmong(ids), in: 'body' as const }, lat, lon, radius] as const
  return {
    name: 'map',
    title: 'Map of scores around a place',
    description:
      'A picture of the scores of one dimension around `lat` and `lon`, with its legend; transparent where there is no data. Use it when somebody wants to see a map. Scores are told by the other tools, not read off the picture.',
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
      const { dimension, lat, lon, radius = 5000 } = argumentsOf(parameters, input, ['label', 'layer'])
      const box = boxAround(lat, lon, radius)
      return {
        places: 1,
        answer: () => {
          refuseOutside(vicinage, { lat, lon })
          const { ends } = catalogOf(vicinage).find(({ id }) => id === dimension)!
          return { dimension, lat, lon, radius, box, scale: `1 = ${ends[0]}, 255 = ${ends[1]}` }
        },
        picture: async () => {
          const { drawMap } = await import('../map/draw-map.ts')
          const { png } = drawMap(mapData(vicinage), dimension, box, WIDTH)
          return { type: 'image', data: base64(png), mimeType: 'image/png' }
        },
      }
    },
  }
}

/** Four by three, in degrees. */
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
