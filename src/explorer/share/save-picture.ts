import { rampOf } from '../../map/ramp.ts'
import { dimensionOf } from '../catalog.ts'
import { drawMarks } from '../map/draw-picture.ts'
import { takePicture } from '../map/map-state.ts'
import { shortName } from '../picker/groups.ts'
import { scheme } from '../screen.ts'
import { dimension } from '../view.ts'

/** Pixels of the legend below the map, and around its texts. */
const [FOOT, EDGE] = [54, 12]

/** What the map shows, with the legend below it, as a PNG; null while there is no map. */
export async function pictureOfMap(title: string): Promise<Blob | null> {
  const taken = takePicture.peek()?.()
  if (taken === undefined || taken.canvas.width === 0) return null
  const { canvas, at, hasMarks } = taken
  const { width, height } = canvas.getBoundingClientRect()
  const dense = canvas.width / width
  const paper = document.createElement('canvas')
  paper.width = canvas.width
  paper.height = canvas.height + FOOT * dense
  const pen = paper.getContext('2d')!
  const colors = scheme.peek()
  pen.fillStyle = colors.land
  pen.fillRect(0, 0, paper.width, paper.height)
  pen.drawImage(canvas, 0, 0)
  pen.scale(dense, dense)
  if (!hasMarks) drawMarks(pen, at, colors)
  const { id, ends } = dimensionOf(dimension.peek())
  const ramp = rampOf(dimensionOf(id))
  const bar = { left: EDGE, top: height + 22, width: width - 2 * EDGE }
  for (let score = 1; score < 256; score++) {
    pen.fillStyle = `rgb(${ramp[4 * score]}, ${ramp[4 * score + 1]}, ${ramp[4 * score + 2]})`
    pen.fillRect(bar.left + ((score - 1) * bar.width) / 255, bar.top, bar.width / 255 + 0.5, 8)
  }
  pen.fillStyle = colors.text
  const write = (text: string, y: number, align: CanvasTextAlign, weight = '') => {
    pen.font = `${weight} 12px system-ui, sans-serif`
    pen.textAlign = align
    pen.fillText(text, align === 'right' ? width - EDGE : EDGE, y, width - 2 * EDGE)
  }
  write(`${shortName(id)} · ${title}`, height + 16, 'left', 'bold')
  write(`1 ${ends[0]}`, height + 46, 'left')
  write(`255 ${ends[1]} · vicinage`, height + 46, 'right')
  return new Promise((resolve) => paper.toBlob(resolve, 'image/png'))
}
