import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Icons, RoadKind } from '../library.ts'

/** Height of a sign in pixels. */
const SHIELD_HEIGHT = 20
function shieldWidth(characters: number): number {
  return Math.max(20, Math.ceil(9 + 6.5 * characters))
}

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Draws a road sign without its number, starting at the pen's origin. */
function drawShield(pen: Pen, kind: RoadKind, characters: number): void {
  const width = shieldWidth(characters)
  pen.lineJoin = 'round'
  pen.lineWidth = 1.5
  if (kind === 'interstate') {
    shieldPath(pen, width)
    pen.fillStyle = '#28569c'
    pen.fill()
    pen.save()
    pen.clip()
    pen.fillStyle = '#b3282d'
    pen.fillRect(0, 0, width, 5)
    pen.restore()
    pen.strokeStyle = '#ffffff'
  } else {
    pen.beginPath()
    pen.roundRect(1, 2, width - 2, SHIELD_HEIGHT - 4, 4)
    pen.fillStyle = '#ffffff'
    pen.fill()
    pen.strokeStyle = '#3a4045'
  }
  pen.stroke()
}

/** Traces a shield: two points at the top, round sides, a point at the bottom. */
function shieldPath(pen: Pen, width: number): void {
  const left = 1
  const right = width - 1
  const middle = width / 2
  pen.beginPath()
  pen.moveTo(left + 2, 1.5)
  pen.quadraticCurveTo(middle, 4, right - 2, 1.5)
  pen.bezierCurveTo(right + 1, 9, right - 1, 14, middle, SHIELD_HEIGHT - 1)
  pen.bezierCurveTo(left + 1, 14, left - 1, 9, left + 2, 1.5)
  pen.closePath()
}

/**
 * Adds sign images for all kinds of numbered roads to the map. `interstate-2` is the sign for an interstate with a
 * two-character number.
 */
export function addShields(map: MapLibreMap, kinds: readonly RoadKind[]): void {
  const pixelRatio = Math.max(1, Math.ceil(devicePixelRatio))
  for (const kind of kinds)
    for (let characters = 1; characters <= 4; characters++) {
      const width = shieldWidth(characters)
      const canvas = new OffscreenCanvas(width * pixelRatio, SHIELD_HEIGHT * pixelRatio)
      const pen = canvas.getContext('2d', { willReadFrequently: true })!
      pen.scale(pixelRatio, pixelRatio)
      drawShield(pen, kind, characters)
      map.addImage(`${kind}-${characters}`, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio })
    }
}

/** Returns the road signs for drawing on a canvas. */
export function shieldIcons(pen: CanvasRenderingContext2D): Icons {
  return (name) => {
    const end = name.lastIndexOf('-')
    const characters = Number(name.slice(end + 1))
    const width = shieldWidth(characters)
    const height = SHIELD_HEIGHT
    const draw = (x: number, y: number) => {
      pen.save()
      pen.translate(Math.round(x - width / 2), Math.round(y - height / 2))
      drawShield(pen, name.slice(0, end) as RoadKind, characters)
      pen.restore()
    }
    return { width, height, draw }
  }
}
