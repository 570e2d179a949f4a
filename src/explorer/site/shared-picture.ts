import { decode, encode } from 'fast-png'
import { type DimensionId, getDimension } from '../../answers/dimensions/catalog.ts'
import { type Box, boxAround } from '../../base/geo/box.ts'
import type { DrawnBaseMap } from '../../data/base-map.ts'
import { drawMapPicture } from '../../faces/map/map-picture.ts'
import { getLat, getLon, worldX, worldY } from '../../faces/map/mercator.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { type SharedPlace, type SharedView, titleOf, wordsAt } from './shared-view.ts'
import { drawText, getWidth, type Rgb, type RgbPicture } from './text-pen.ts'

/** Size of the picture in pixels, as recommended for `og:image`. */
const WIDTH = 1200
const HEIGHT = 630
/** Width of the text column beside the map. */
const WORDS = 500
/** Size of the map without its legend. */
const MAP_WIDTH = WIDTH - WORDS
const MAP_HEIGHT = HEIGHT - 42
/** Minimum number of meters to show around a place. */
const MIN_RADIUS = 5000
/** Factor by which the box of all places is enlarged for the map. */
const MARGIN = 1.2

/**
 * Draws the picture of a view as a 1200 × 630 pixel PNG that contains a map and descriptions of the scores. Returns
 * null if the view has no place in the covered states.
 */
export function sharedPicture(
  vicinage: Vicinage,
  { dimension, places }: SharedView,
  ground: DrawnBaseMap | null,
): Uint8Array | null {
  const inside = places.filter((place) => vicinage.place(place) !== null)
  if (inside.length === 0) return null
  const boxes = inside.map(({ lat, lon, radius }) =>
    boxAround(lon, lat, Math.min(100_000, Math.max(MIN_RADIUS, radius))),
  )
  const south = Math.min(...boxes.map((box) => box.south))
  const north = Math.max(...boxes.map((box) => box.north))
  const west = Math.min(...boxes.map((box) => box.west))
  const east = Math.max(...boxes.map((box) => box.east))
  const box = fitted({ south, north, west, east })
  const map = drawMapPicture(vicinage, { dimension, box, width: MAP_WIDTH, ground, places: inside })
  const picture = { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(3 * WIDTH * HEIGHT).fill(255) }
  putRight(picture, map.png)
  if (inside.length === 1) writePlace(picture, vicinage, dimension, inside[0])
  else writePlaces(picture, vicinage, dimension, inside)
  const image = { width: WIDTH, height: HEIGHT, data: picture.pixels, channels: 3, depth: 8 } as const
  return encode(image, { zlib: { level: 3 } })
}

/** Enlarges a box by `MARGIN` and extends it to the aspect ratio of the map. */
function fitted({ west, south, east, north }: Box): Box {
  const x = (worldX(west) + worldX(east)) / 2
  const y = (worldY(south) + worldY(north)) / 2
  const high = ((worldY(south) - worldY(north)) * MAP_WIDTH) / MAP_HEIGHT
  const across = (MARGIN * Math.max(worldX(east) - worldX(west), high)) / 2
  const up = (across * MAP_HEIGHT) / MAP_WIDTH
  return { west: getLon(x - across), east: getLon(x + across), north: getLat(y - up), south: getLat(y + up) }
}

/** Copies the map to the right side of a picture. */
function putRight({ pixels }: RgbPicture, png: Uint8Array): void {
  const { width, height, data, palette } = decode(png)
  for (let row = 0; row < Math.min(height, HEIGHT); row++)
    for (let column = 0; column < width; column++)
      pixels.set(palette![data[row * width + column]].slice(0, 3), 3 * (row * WIDTH + WIDTH - width + column))
}

const [INK, GRAY, ACCENT]: readonly Rgb[] = [
  [27, 31, 36],
  [92, 98, 104],
  [11, 107, 99],
]
const LEFT = 44
/**
 * Dimensions that say the most about daily life. Besides the view's own dimension, the picture shows up to four facts:
 * some of these dimensions, followed by the hazards.
 */
const DAILY_LIFE: readonly DimensionId[] = ['walkability', 'noise-levels', 'liveliness', 'air-quality']
/** Maximum number of facts in the picture. */
const MAX_FACTS = 4

/** Writes the name of a place, the label of its score in large letters, and up to four facts. */
function writePlace(picture: RgbPicture, vicinage: Vicinage, dimension: DimensionId, place: SharedPlace): void {
  write(picture, getName(vicinage, place), 82, 34, INK)
  const { group } = getDimension(dimension)
  const [words, basis] = wordsAt(vicinage, dimension, place).split(/(?= \([^)]+\)$)/)
  write(picture, `${titleOf(dimension)}${basis ?? ''}`, 128, 24, GRAY)
  // Green would make a hazard look safe.
  const color = group === 'risk' ? INK : ACCENT
  const lines = getLines(words, 66)
  const size = Math.min(...lines.map((line) => fittingSize(line, 66)))
  for (const [i, line] of lines.entries()) write(picture, line, 220 + 70 * i, size, color)
  const risks = hazardsAt(vicinage, place).filter((id) => id !== dimension)
  const life = DAILY_LIFE.filter((id) => id !== dimension && vicinage.score(id, place).score > 0)
  const facts = [...life.slice(0, MAX_FACTS - risks.length), ...risks]
  for (const [i, id] of facts.entries()) write(picture, wordsAt(vicinage, id, place), 400 + 46 * i, 28, INK)
  write(picture, 'vicinage', HEIGHT - 24, 20, GRAY)
}

/** Draws the names of the compared places and the descriptions of their scores. */
function writePlaces(
  picture: RgbPicture,
  vicinage: Vicinage,
  dimension: DimensionId,
  places: readonly SharedPlace[],
): void {
  write(picture, titleOf(dimension), 82, 30, GRAY)
  for (const [i, place] of places.entries()) {
    write(picture, getName(vicinage, place), 150 + 118 * i, 28, INK)
    write(
      picture,
      wordsAt(vicinage, dimension, place),
      196 + 118 * i,
      38,
      getDimension(dimension).group === 'risk' ? INK : ACCENT,
    )
    const risks = hazardsAt(vicinage, place).filter((id) => id !== dimension)
    write(picture, risks.map((id) => wordsAt(vicinage, id, place)).join('; '), 228 + 118 * i, 20, INK)
  }
  write(picture, 'vicinage', HEIGHT - 24, 20, GRAY)
}

function getName(vicinage: Vicinage, place: SharedPlace): string {
  if (place.name !== null) return place.name
  const { county, state } = vicinage.place(place)!
  return `${county}, ${state}`
}

/** Returns the hazards to show for a place: flood everywhere, and fire in California, the only state with fire maps. */
function hazardsAt(vicinage: Vicinage, place: SharedPlace): readonly DimensionId[] {
  return vicinage.place(place)?.blockGroup.startsWith('06') ? ['flood', 'fire'] : ['flood']
}

/** Writes a line of text, in a smaller size if the line is too long. */
function write(picture: RgbPicture, text: string, y: number, size: number, color: Rgb): void {
  drawText(picture, text, { x: LEFT, y, size: fittingSize(text, size), color })
}

/** Returns the largest size, up to `size`, at which a line fits beside the map. */
function fittingSize(text: string, size: number): number {
  const maxWidth = WORDS - 2 * LEFT + 20
  return Math.min(size, (size * maxWidth) / getWidth(text, size))
}

/** Splits a text into two lines if it is too long for one. */
function getLines(text: string, size: number): readonly string[] {
  const words = text.split(' ')
  if (words.length === 1 || getWidth(text, size) <= WORDS - 2 * LEFT) return [text]
  const half = Math.ceil(words.length / 2)
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')]
}
