import { type Command, Option } from 'commander'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import type { Box } from '../../../base/geo/box.ts'
import { isDiskFault } from '../../../base/locks/disk-faults.ts'
import { type CoveredState, coverageBox } from '../../../base/states.ts'
import { narrowest } from '../../map/legend-strip.ts'
import { boxView, largestSide } from '../../map/mercator.ts'
import {
  AREA_WORDS,
  isDistrict,
  needsGeocoder,
  readArea,
  readDimension,
  readState,
  renamedOption,
  STATE_CODES,
} from '../arguments.ts'
import { readCount } from '../batch-arguments.ts'
import type { Session } from '../session.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

interface MapOptions {
  readonly bbox?: Box
  readonly state?: CoveredState
  readonly within?: string
  readonly width: number
  readonly out: string
}

/**
 * `vicinage map DIMENSION --out FILE.png`: draws a map of the scores with a legend. Opens only the requested dimension.
 */
export function mapCommand(program: Command, session: Session): void {
  program
    .command('map')
    .description('draw the scores of an area as a PNG in Web Mercator, with a legend')
    .usage('[options] DIMENSION --out FILE.png')
    .argument('<dimension>', 'id of the dimension, such as flood', readDimension)
    .addOption(
      new Option('--bbox <W,S,E,N>', 'box to draw, in degrees, such as -98,30,-97.5,30.5 (default: all states)')
        .argParser(readBox)
        .conflicts('state'),
    )
    .addOption(new Option('--state <code>', `state to draw: ${STATE_CODES}`).argParser(readState))
    .addOption(
      new Option('--within <area>', `area to draw, as its bounding box: ${AREA_WORDS}`).conflicts(['bbox', 'state']),
    )
    .addOption(
      new Option('--width <pixels>', 'width of the image')
        .argParser(readCount('--width', narrowest, largestSide))
        .default(1200),
    )
    .addOption(renamedOption('--output <file>', '--out'))
    .requiredOption('-o, --out <file>', 'the file to write; an existing file is replaced', readFile)
    .action(async (dimension: DimensionId, { bbox, state, within, width, out }: MapOptions) => {
      const area = within === undefined ? null : await readArea(within)
      const requestedBox = bbox ?? state?.box ?? coverageBox
      if (area === null) assertDrawable(requestedBox, width)
      const vicinage = await session.open({
        dimensions: [dimension],
        schools: area !== null && isDistrict(area),
        geocoder: area !== null && needsGeocoder(area),
      })
      const box = area === null ? requestedBox : vicinage.area(area, { dimensions: [] }).box
      assertDrawable(box, width)
      const { drawMapPicture } = await import('../../map/map-picture.ts')
      const { writeWhole } = await import('../../../base/locks/write-whole.ts')
      const map = drawMapPicture(vicinage, { dimension, box, width })
      await writeWhole(out, map.png).catch((error: NodeJS.ErrnoException) => {
        if (isDiskFault(error)) throw error
        throw new UsageError(`${out} cannot be written: ${error.code ?? error.message}.`)
      })
      session.print(`${out}: ${map.width} × ${map.height} pixels\n`)
      if (!map.blank) return
      session.say(`${out} shows no data anywhere: ${map.blank}.\n`)
      session.endWith(NOTHING_FOUND)
    })
}

/** @throws {UsageError} when a box of this width cannot be drawn */
function assertDrawable(box: Box, width: number): void {
  try {
    boxView(box, width)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readBox(text: string): Box {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 4 || !parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(part)))
    throw new UsageError(
      `--bbox: expected four numbers in degrees, west,south,east,north, got '${text.trim()}'.`,
      'For example: --bbox -98,30,-97.5,30.5',
    )
  const [west, south, east, north] = parts.map(Number)
  return { west, south, east, north }
}

function readFile(text: string): string {
  const file = text.trim()
  if (/\.png$/i.test(file)) return file
  throw new UsageError('The picture is a PNG: name a file that ends in .png.')
}
