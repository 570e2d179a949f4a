import { type Command, Option } from 'commander'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { bandText, distanceText, type Units } from '../../../answers/dimensions/words.ts'
import type { AnyEdge, Score, Scores } from '../../../answers/scores/answers.ts'
import { type EdgeKind, FARTHEST_EDGE } from '../../../answers/scores/nearest-other.ts'
import { dimensionsOptions, isKnown, placeText, readDimensionFirst, renamedOption } from '../arguments.ts'
import { placeLines } from '../place-lines.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { paint, type Style, titleText } from '../style.ts'
import { hang, withoutControls } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

interface ScoreCommandOptions {
  readonly dimensions?: readonly DimensionId[]
  readonly interval?: true
  readonly json?: true
}

/** `vicinage score LAT LON | ADDRESS`: prints one line per dimension. */
export function scoreCommand(program: Command, session: Session): void {
  program
    .command('score')
    .description('print the scores of a place, each with a short description')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', PLACE_WORDS)
    .addOption(dimensionsOptions[0])
    .addOption(dimensionsOptions[1])
    .option('--interval', 'add the range that contains the true score in 80 of 100 cases')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: ScoreCommandOptions) => {
      if (words.length > 1 && isKnown(words[0]))
        throw new UsageError(
          'The place comes first; dimensions are given with --dimensions.',
          `For example: vicinage score 30.2672 -97.7431 --dimensions ${words[0]}`,
        )
      const chosen = options.dimensions === undefined ? {} : { dimensions: options.dimensions }
      const { vicinage, place } = await session.openAt(words, { ...chosen, schools: false })
      const scores = vicinage.scores(place, {
        ...chosen,
        ...(options.interval ? { interval: true } : {}),
        units: session.style.units,
      })
      const { lat, lon } = place
      const nowhere = whyNowhere(scores, vicinage.place({ lat, lon }) === null)
      if (Object.values(scores).every(isWithoutScore)) session.endWith(NOTHING_FOUND)
      session.answer(
        options.json,
        scores,
        () =>
          placeLines(place, session.style) +
          (nowhere === null ? scoresText(scores, session.style, session.isTerminal) : `${nowhere}\n`),
      )
    })
}

/** Checks whether a place has no score and the people around it have no scores either. */
export function isWithoutScore({ score, band }: Pick<Score, 'score' | 'band'>): boolean {
  return score === 0 && (band?.p10 ?? null) === null
}

/**
 * Returns the reason why no dimension has a score if all of them have the same reason, such as a place outside the
 * coverage area. Otherwise returns null.
 */
function whyNowhere(scores: Scores, isOutside: boolean): string | null {
  const [first, ...others] = Object.values(scores)
  const reason = first?.description ?? null
  if (first?.score !== 0 || reason === null) return null
  const isShared = others.length > 0 || isOutside
  return isShared && others.every(({ score, description }) => score === 0 && description === reason) ? reason : null
}

/**
 * Minimum width in characters to the right of the scores. If less is available, the descriptions move to separate
 * lines.
 */
const roomForWords = 30

/**
 * Lists one dimension per line: id, score, description. Descriptions are wrapped only on a terminal, so that `grep`
 * finds whole lines.
 */
function scoresText(scores: Scores<string, false, boolean>, style: Style, isTerminal: boolean): string {
  const idWidth = Math.max(...Object.keys(scores).map((id) => id.length))
  const texts = scoreTexts(Object.values(scores))
  const scoreWidth = Math.max(3, ...texts.map(({ length }) => length))
  const lines = Object.entries(scores).map(([id, { description, band }], i) => {
    const words = description ?? band?.note?.text ?? ''
    const start = `${id.padEnd(idWidth)}  ${paint(style, 'bold', texts[i].padStart(scoreWidth))}`
    const indent = idWidth + scoreWidth + 4
    if (!isTerminal) return `${start}  ${words}`.trimEnd()
    if (style.width - indent >= roomForWords) return `${start}  ${hang(words, style.width, indent)}`.trimEnd()
    return words === '' ? start : `${start}\n  ${hang(words, style.width, 2)}`
  })
  return `${lines.join('\n')}\n`
}

/** Returns the scores as text, with intervals in a second column: `143   96-171`. */
function scoreTexts(scores: readonly Score<false, boolean>[]): readonly string[] {
  const texts = scores.map(({ score, band }) => (band ? getBand(band) : String(score)))
  if (!scores.some(({ interval }) => interval !== undefined && interval !== null)) return texts
  const width = Math.max(...texts.map(({ length }) => length))
  const ranges = scores.map(({ interval }) => (interval ? bandText(interval.low, interval.high) : '-'))
  const rangeWidth = Math.max(...ranges.map(({ length }) => length))
  return texts.map((text, i) => `${text.padStart(width)}  ${ranges[i].padStart(rangeWidth)}`)
}

function getBand({ p10, p90 }: NonNullable<Score['band']>): string {
  return p10 === null || p90 === null ? '-' : bandText(p10, p90)
}

/** Cell size of the zone raster in meters. */
const CELL = 60

/** Titles of the zone types that are not dimensions. */
const ZONE_TITLES = { districts: 'School districts', zip: 'ZIP', city: 'City' }

interface Options {
  readonly maxDistance?: number
  readonly json?: true
}

/** `vicinage edge DIMENSION|districts LAT LON`: prints the distance to the nearest zone edge. */
export function edgeCommand(program: Command, session: Session): void {
  program
    .command('edge')
    .description(
      'find the nearest place in another fire zone, flood zone, precinct, census tract, school district, ZIP or city',
    )
    .usage('[options] DIMENSION|districts|zip|city LAT LON | ADDRESS')
    .argument('<dimension>', 'id of a dimension with zones, such as fire; or one of districts, zip and city')
    .argument('<place...>', PLACE_WORDS)
    .addOption(
      new Option('--max-distance <meters>', `maximum distance to search (default: ${FARTHEST_EDGE})`).argParser(
        readWithin,
      ),
    )
    .addOption(renamedOption('--within <meters>', '--max-distance'))
    .option('--json', 'print JSON; null if there is no other zone within the distance')
    .action(async (idText: string, placeWords: string[], { maxDistance, json }: Options) => {
      const zoneTitle = Object.entries(ZONE_TITLES).find(([kind]) => kind === idText)
      const id =
        (zoneTitle?.[0] as keyof typeof ZONE_TITLES | undefined) ?? readDimensionFirst(idText, 'edge fire 34.1 -118.3')
      const { vicinage, place } = await session.openAt(placeWords, {
        dimensions: zoneTitle === undefined ? [id as DimensionId] : [],
        schools: id === 'districts',
        geocoder: id === 'zip' || id === 'city',
      })
      const { units } = session.style
      const edge = vicinage.edge(id as EdgeKind, place, { maxDistance, units })
      if (edge === null) session.endWith(NOTHING_FOUND)
      session.answer(json, edge, () => {
        const name = zoneTitle?.[1] ?? getCatalog(vicinage).find((dimension) => dimension.id === id)?.name
        const within = `within ${distanceText((maxDistance ?? FARTHEST_EDGE) / 1000, units)}.`
        const answer = edge === null && zoneTitle === undefined ? vicinage.score(id as DimensionId, place) : null
        const isUnmapped = answer !== null && answer.score > 0 && answer.mapped === false
        const none = isUnmapped
          ? 'No official map covers this place, so its zone edges are unknown. There may still be an edge nearby.'
          : `${answer?.score === 0 ? 'No data here, and no other zone' : 'No other zone'} ${within}`
        const words = edge === null ? none : edgeText(withoutControls(edge), units)
        const title = titleText(`${name}: the nearest edge`, [placeText(place, ', ')], session.style)
        return `${placeLines(place, session.style)}${title}\n${hang(words, session.style.width, 0)}\n`
      })
    })
}

/** Describes an edge: `260 feet (80 m) to the northeast the score is 85: High hazard …`. */
export function edgeText(edge: AnyEdge, units: Units): string {
  // The zone raster is only accurate to one cell.
  const isNext = 'score' in edge && edge.distance_meters < CELL
  const distance = distanceText((isNext ? CELL : edge.distance_meters) / 1000, units)
  const where = `${isNext ? 'Less than ' : ''}${distance} to the ${edge.direction}`
  if ('districts' in edge) {
    const names = edge.districts.map(({ name }) => name).join(', ')
    return `${where}: ${names === '' ? 'outside all school districts' : names}.`
  }
  if ('area' in edge) return `${where}: ${edge.area?.name ?? 'outside all areas of this kind'}.`
  return `${where} the score is ${edge.score}${edge.description === null ? '.' : `: ${edge.description}`}`
}

function readWithin(text: string): number {
  const meters = Number(text)
  if (text.trim() !== '' && meters >= 1 && meters <= FARTHEST_EDGE) return meters
  throw new UsageError(`--max-distance must be 1 to ${FARTHEST_EDGE} meters, got '${text}'.`)
}
