import type { Command } from 'commander'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { bandText } from '../../../answers/dimensions/words.ts'
import type { ComparedDimension, Comparison } from '../../../answers/scores/compare.ts'
import type { Place } from '../../../base/geo/place.ts'
import { dimensionsOptions, isAddress, readAddress, readPlace } from '../arguments.ts'
import { foundWords } from '../place-lines.ts'
import { type FoundPlace, foundAddress } from '../report.ts'
import type { Session } from '../session.ts'
import { paint, type Style } from '../style.ts'
import { clip, hang, withoutControls } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

interface Options {
  readonly dimensions?: readonly DimensionId[]
  readonly interval?: true
  readonly json?: true
}

/** Maximum number of places, because no more fit side by side in 80 columns. */
const MAX_PLACES = 8
const EXAMPLE = 'For example: vicinage compare "78704" "Oakland, CA" 37.7599,-122.4148'

/** `vicinage compare PLACE PLACE …`: compares the scores of places side by side. */
export function compareCommand(program: Command, session: Session): void {
  program
    .command('compare')
    .description('compare the scores of two to eight places, largest difference first')
    .usage('[options] PLACE PLACE [PLACE...]')
    .argument('<places...>', 'one argument per place: LAT,LON, or an address, ZIP or city in quotes')
    .addOption(dimensionsOptions[0])
    .addOption(dimensionsOptions[1])
    .option('--interval', 'add the ranges that contain the true scores in 80 of 100 cases')
    .option('--json', 'print JSON')
    .action(async (words: string[], { dimensions, interval, json }: Options) => {
      const texts = placeTexts(words)
      if (texts.length < 2 || texts.length > MAX_PLACES)
        throw new UsageError(`compare takes 2 to ${MAX_PLACES} places, got ${texts.length}.`, EXAMPLE)
      const read = texts.map((text) => (isAddress([text]) ? readAddress(text) : readPlace([text])))
      const chosen = dimensions === undefined ? {} : { dimensions }
      const geocoder = read.some((place) => typeof place === 'string')
      const vicinage = await session.open({ ...chosen, schools: false, geocoder })
      const asked = read.map((place, i) => (typeof place === 'string' ? place : { ...place, label: texts[i] }))
      const places = asked.map((place): Place => {
        return typeof place === 'string' ? foundAddress(place, vicinage.geocode(place)) : place
      })
      // Pass addresses as strings, so that the comparison includes the geocoder's notes.
      const answer = vicinage.compare(asked, { ...chosen, ...(interval && { interval }) })
      if (answer.dimensions.every(hasNoScore)) session.endWith(NOTHING_FOUND)
      session.answer(json, answer, () => {
        const names = new Map(getCatalog(vicinage).map(({ id, name }) => [id as string, name]))
        return comparisonText(withoutControls(answer), places, names, session.style)
      })
    })
}

/** Joins `30.2672 -97.7431` into one place. Every other argument is a separate place. */
function placeTexts(words: readonly string[]): readonly string[] {
  const texts = words.map((text) => text.trim())
  if (texts.length % 2 === 1 || !texts.every((text) => /^-?\d+\.\d+,?$/.test(text))) return texts
  return texts.flatMap((text, i) => (i % 2 === 0 ? [`${text} ${texts[i + 1]}`] : []))
}

function comparisonText(
  { places, dimensions, note }: Comparison,
  compared: readonly (Place | FoundPlace)[],
  names: ReadonlyMap<string, string>,
  style: Style,
): string {
  const letters = places.map((_, i) => String.fromCharCode(65 + i))
  const legend = places.map(({ label }, i) => {
    const place = compared[i]
    const words = 'confidence' in place ? foundWords(withoutControls(place), style.units) : label
    return `${paint(style, 'bold', letters[i])}  ${hang(words, style.width - 3, 3)}`
  })
  const hasNotes = dimensions.some(({ note }) => note !== undefined)
  const rows = dimensions.map((row) => ({
    name: names.get(row.dimension) ?? row.dimension,
    scores: places.map((_, i) => scoreText(row, i)),
    intervals: row.intervals?.map((ends) => (ends === null ? '-' : bandText(ends[0], ends[1]))) ?? [],
    spread: row.spread === null ? '-' : `${row.spread}${row.note ? '*' : hasNotes ? ' ' : ''}`,
    scale: row.scale,
  }))
  const widths = letters.map((_, i) =>
    Math.max(3, ...rows.flatMap(({ scores, intervals }) => [scores[i].length, intervals[i]?.length ?? 0])),
  )
  const nameWidth = Math.max(9, ...rows.map(({ name }) => name.length))
  const line = (name: string, scores: readonly string[], spread: string) =>
    [name.padEnd(nameWidth), ...scores.map((text, i) => text.padStart(widths[i])), spread.padStart(4)].join('  ')
  const room = style.width - line('', letters, 'Diff').length - 2
  const getScale = (scale: string) => (room < 20 ? '' : `  ${paint(style, 'dim', clip(scale, room, style.unicode))}`)
  const head = line('Dimension', letters, 'Diff')
  const table = rows.flatMap(({ name, scores, intervals, spread, scale }) => [
    `${line(name, scores, spread)}${getScale(scale)}`,
    ...(intervals.length === 0 ? [] : [paint(style, 'dim', line('', intervals, '').trimEnd())]),
  ])
  const notes = [
    'Scores range from 1 to 255; 0 = no data. A higher score is not always better.',
    ...(hasNotes ? ['* The ranges overlap, so the order of the places is uncertain.'] : []),
    ...(dimensions.some(({ intervals }) => intervals)
      ? ['The range below a score contains the true score in 80 of 100 cases.']
      : []),
    ...(note === null ? [] : [note]),
  ].map((text) => hang(text, style.width, 0))
  return `${legend.join('\n')}\n\n${[paint(style, 'dim', head), ...table].join('\n')}\n\n${notes.join('\n')}\n`
}

/** Checks whether a dimension has neither a score nor a band for any of the places. */
function hasNoScore({ scores, bands }: ComparedDimension): boolean {
  return scores.every((score, i) => score === 0 && !bands?.[i])
}

function scoreText({ scores, bands }: ComparedDimension, i: number): string {
  const band = bands?.[i]
  return band ? bandText(band[0], band[1]) : String(scores[i])
}
