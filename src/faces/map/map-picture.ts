import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import type { Box } from '../../base/geo/box.ts'
import type { LatLon } from '../../base/geo/distance.ts'
import type { DrawnBaseMap } from '../../data/base-map.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { drawGround, drawMark } from './draw-ground.ts'
import { addLegend, paletteWithInk } from './legend-strip.ts'
import { boxView } from './mercator.ts'
import { getRamp } from './ramp.ts'
import { scorePng } from './render-tiles.ts'
import { newColumns, type ScoreSource, scoreView } from './score-view.ts'

/** Parts of the library that are needed to draw a map with its sources. */
export type MapData = ScoreSource & Pick<Library, 'dimensions'>

/**
 * A PNG and its size in pixels. `blank` is the dimension's explanation of missing data if the map shows no scores,
 * otherwise null.
 */
export interface DrawnMap {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
  readonly blank: string | null
}

/** Content of a picture. */
export interface MapPlan {
  readonly dimension: DimensionId
  readonly box: Box
  /** Width in pixels; the height follows from the box. */
  readonly width: number
  /** Base map to draw below and above the scores. null for no base map. */
  readonly ground?: DrawnBaseMap | null
  /** Places to mark. */
  readonly places?: readonly LatLon[]
}

/** Draws a standalone picture: opaque, with a legend, and with title and sources in the file's metadata. */
export function drawMapPicture(
  vicinage: MapData,
  { dimension: id, box, width, ground = null, places = [] }: MapPlan,
): DrawnMap {
  const dimension = getCatalog(vicinage).find((dimension) => dimension.id === id)!
  const view = boxView(box, width)
  const pixels = scoreView(vicinage, id, view, newColumns())
  const picture = addLegend({ width, height: view.height, pixels }, dimension, ground !== null)
  if (ground !== null) drawGround(picture, view, ground)
  for (const place of places) drawMark(picture, view, place)
  const { name, method, scale } = dimension
  const sources = vicinage.dimensions().find((entry) => entry.id === id)?.sources ?? []
  const png = scorePng(picture.pixels, picture, paletteWithInk(getRamp(dimension), ground !== null), {
    Title: `${name}: 1 = ${scale.low}, 255 = ${scale.high}`,
    Description: method,
    Source: sources
      .map(({ agency, title, vintage, license }) => `${agency}, ${title}, ${vintage} (${license})`)
      .join('\n'),
    Software: 'vicinage',
  })
  const blank = pixels.every((score) => score === 0) ? scale.zero : null
  return { png, width: picture.width, height: picture.height, blank }
}
