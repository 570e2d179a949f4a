import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import type { Box } from '../../../base/geo/box.ts'
import type { Vicinage } from '../../../library/vicinage.ts'
import { getLat, getLon, worldX, worldY } from '../../map/mercator.ts'
import { createMap } from '../../map/render-tiles.ts'

/** A picture of scores with functions that convert coordinates and distances to pixels. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** The picture as a data URL. */
  readonly url: string
  x(lon: number): number
  y(lat: number): number
  /** Returns the length in pixels of a distance in meters at the given latitude. */
  pixels(meters: number, lat: number): number
}

/** Circumference of the earth at the equator in meters, as used by Web Mercator. */
const AROUND = 40_075_017

/**
 * Draws the scores in a box. If necessary, the box is enlarged so that its width is between one and two times its
 * height.
 *
 * @param least minimum height of the box in meters
 */
export function getPicture(
  vicinage: Vicinage,
  dimension: DimensionId,
  box: Box,
  width: number,
  least: number,
): Picture {
  const view = widenBox(box, least)
  const png = createMap(vicinage).renderBox(dimension, view, { width })
  const left = worldX(view.west)
  const top = worldY(view.north)
  const step = (worldX(view.east) - left) / width
  const height = Math.max(1, Math.round((worldY(view.south) - top) / step))
  return {
    width,
    height,
    url: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    x: (lon) => (worldX(lon) - left) / step,
    y: (lat) => (worldY(lat) - top) / step,
    pixels: (meters, lat) => meters / (AROUND * Math.cos((lat * Math.PI) / 180)) / step,
  }
}

function widenBox({ west, south, east, north }: Box, least: number): Box {
  const left = worldX(west)
  const right = worldX(east)
  const top = worldY(north)
  const bottom = worldY(south)
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const floor = least / (AROUND * Math.cos((((south + north) / 2) * Math.PI) / 180))
  const tall = Math.max(bottom - top, floor, (right - left) / 2)
  const wide = Math.max(right - left, tall)
  const across = (wide * 1.1) / 2
  const down = (tall * 1.1) / 2
  return {
    west: Math.max(-180, getLon(middle.x - across)),
    east: Math.min(180, getLon(middle.x + across)),
    north: getLat(Math.max(0.001, middle.y - down)),
    south: getLat(Math.min(0.999, middle.y + down)),
  }
}
