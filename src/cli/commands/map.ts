import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AreaShape } from '../../areas/area-answer.ts'
import type { DimensionId } from '../../dimensions/catalog.ts'
import type { Box } from '../../geo/box.ts'
import type { MapData } from '../../map/draw-map.ts'
import { narrowest } from '../../map/legend-strip.ts'
import { boxView, largestSide } from '../../map/mercator.ts'
import { coverageBox, coveredStates } from '../../states.ts'
import { AREA_WORDS, readArea, readDimension, renamedOption } from '../arguments.ts'

interface MapOptions {
  readonly bbox?: Box
  readonly state?: Box
  readonly within?: string
  readonly width: number
  readonly out: string
}

const codes = coveredStates.map(({ postal }) => postal).join(', ')

/**
 * `vicinage map DIMENSION --out FILE.png`: a picture of the scores with a legend. Only this dimension needs to be open.
 */
export function mapCommand(
  program: Command,
  openData: (dimensions: readonly DimensionId[]) => Promise<MapData>,
  boxOf: (area: AreaShape) => Promise<Box>,
): void {
  program
    .command('map')
    .description('a picture of the scores of an area, as a PNG in web mercator with a legend')
    .usage('[options] DIMENSION --out FILE.png')
    .argument('<dimension>', 'one of `vicinage dimensions`', readDimension)
    .addOption(
      new Option('--bbox <W,S,E,N>', 'area in degrees, such as -98,30,-97.5,30.5 (default: all states)')
        .argParser(readBox)
        .conflicts('state'),
    )
    .addOption(new Option('--state <code>', `area: one of ${codes}`).argParser(readState))
    .addOption(new Option('--within <area>', `the box around ${AREA_WORDS}`).conflicts(['bbox', 'state']))
    .addOption(new Option('--width <pixels>', 'width of the picture').argParser(readWidth).default(1200))
    .addOption(renamedOption('--output <file>', '--out'))
    .requiredOption('-o, --out <file>', 'the file to write; what it held is replaced', readFile)
    .action(async (dimension: DimensionId, { bbox, state, within, width, out }: MapOptions, command: Command) => {
      const box = within === undefined ? (bbox ?? state ?? coverageBox) : await boxOf(await readArea(within))
      try {
        boxView(box, width)
      } catch (error) {
        command.error(`error: ${(error as Error).message}`, { exitCode: 2 })
      }
      const vicinage = await openData([dimension])
      const { drawMap } = await import('../../map/draw-map.ts')
      const { writeWhole } = await import('../../locks/write-whole.ts')
      const map = drawMap(vicinage, dimension, box, width)
      await writeWhole(out, map.png).catch((cause: NodeJS.ErrnoException) =>
        command.error(`error: ${out} cannot be written: ${cause.code ?? cause.message}.`, { exitCode: 2 }),
      )
      const { writeOut, writeErr } = command.configureOutput()
      writeOut?.(`${out}: ${map.width} × ${map.height} pixels\n`)
      if (map.blank) writeErr?.(`${out} shows no data anywhere: ${map.blank}.\n`)
    })
}

function readBox(given: string): Box {
  const parts = given.split(',').map((part) => part.trim())
  if (parts.length !== 4 || !parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(part)))
    throw refused('A box is four numbers in degrees, west,south,east,north, such as -98,30,-97.5,30.5.')
  const [west, south, east, north] = parts.map(Number)
  return { west, south, east, north }
}

function readState(given: string): Box {
  const code = given.trim().toUpperCase()
  const state = coveredStates.find(({ postal }) => postal === code)
  if (state === undefined) throw refused(`The states are ${codes}.`)
  return state.box
}

function readWidth(given: string): number {
  const width = Number(given)
  if (/^\s*\d+\s*$/.test(given) && width >= narrowest && width <= largestSide) return width
  throw refused(`The width is a whole number ${narrowest} to ${largestSide}, in pixels.`)
}

function readFile(given: string): string {
  const file = given.trim()
  if (/\.png$/i.test(file)) return file
  throw refused('The picture is a PNG: name a file that ends in .png.')
}

function refused(reason: string): InvalidArgumentError {
  const error = new InvalidArgumentError(reason)
  error.exitCode = 2
  return error
}
