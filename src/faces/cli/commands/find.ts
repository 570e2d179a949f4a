import type { Command } from 'commander'
import type { FindAnswer } from '../../../answers/areas/area-functions.ts'
import type { FoundArea } from '../../../answers/areas/find.ts'
import { type DimensionId, getDimension } from '../../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { areaText, distanceText } from '../../../answers/dimensions/words.ts'
import { stateName } from '../../../base/all-states.ts'
import { findParameters, rankParameters } from '../../../base/parameters/endpoint-parameters.ts'
import {
  AREA_WORDS,
  addArea,
  areasTitle,
  isDistrict,
  placeText,
  readArea,
  readDimension,
  readOptions,
  renamedOption,
} from '../arguments.ts'
import { dimensionsOfFit, type FitArguments, parseFitRequest, withFitOptions } from '../fit-arguments.ts'
import type { Session } from '../session.ts'
import { between, paint, type Style } from '../style.ts'
import { flow, withoutControls, wrap } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'
import { matchTexts } from './fit.ts'
import { shortName } from './report.ts'

interface Options extends FitArguments {
  readonly of?: string
  readonly within: readonly string[]
  readonly min?: readonly Bound[]
  readonly max?: readonly Bound[]
  readonly limit?: string
  readonly rankBy?: string
  readonly minPeople?: string
  readonly postalCities?: true
  readonly outline?: true
  readonly demographics?: true
  readonly json?: true
}

const [, , limitOfAreas, , , fewestPeople] = findParameters
const ORDERS = ['best', 'people', 'size', 'fit'] as const

type Bound = readonly [id: DimensionId, score: number]

/** `vicinage find --within AREA --min walkability=180`: finds areas that meet several conditions. */
export function findCommand(program: Command, session: Session): void {
  const command = program
    .command('find')
    .description('find areas that meet all conditions, such as quiet and walkable')
    .usage('[options] --within AREA --min DIMENSION=SCORE')
    .requiredOption('--within <area>', `area to search: ${AREA_WORDS}; may be repeated`, addArea)
    .addOption(renamedOption('--in <area>', '--within'))
    .option('--min <dimension=score>', 'minimum score, 1-255; may be repeated', addBound)
    .option('--max <dimension=score>', 'maximum score, 1-255; may be repeated', addBound)
    .option('--of <kind>', "find whole areas by their residents' mean scores: city, zip, county or district")
    .option('--limit <n>', 'maximum number of areas, 1-50 (default: 10)')
    .option('--rank-by <key>', 'best (default), people, size, fit, or a dimension to order by its mean')
    .option('--min-people <n>', 'omit areas with fewer people')
    .option('--postal-cities', 'with --of city: also include names that only the Postal Service uses')
    .option('--outline', 'add the outlines of the areas to the JSON')
    .option('--demographics', 'allow conditions on population-profile, ideological-lean and insurance-coverage')
    .option('--json', 'print JSON')
  withFitOptions(command, 'order by the mean fit with these weights').action(async (options: Options) => {
    const within = await Promise.all(options.within.map(readArea))
    const where = parseConditions(options)
    if (Object.keys(where).length === 0)
      throw new UsageError('No conditions were given.', 'For example: --min walkability=180')
    const { rankBy, outline, demographics, postalCities } = options
    const { limit, min_people } = readOptions([limitOfAreas, fewestPeople], {
      limit: options.limit,
      min_people: options.minPeople,
    })
    const of = options.of === undefined ? undefined : readOptions([rankParameters[0]], { of: options.of }).of
    const order = ORDERS.find((rankOrder) => rankOrder === rankBy)
    const ranked = rankBy === undefined || order !== undefined ? [] : [readDimension(rankBy)]
    const ranking = order ?? ranked[0]
    const priorities = parseFitRequest(options)
    const vicinage = await session.open({
      dimensions: [
        ...new Set([
          ...(Object.keys(where) as DimensionId[]),
          ...ranked,
          ...(priorities === undefined ? [] : dimensionsOfFit(priorities)),
        ]),
      ],
      schools: of === 'district' || within.some(isDistrict),
    })
    // `find` has its own `demographics` option, which also applies to the priorities. Therefore the priorities are
    // passed without this option.
    const by = priorities && { ...priorities, demographics: undefined }
    const search = { of, within, min_people, postalCities, demographics, limit, outline }
    const answer = vicinage.find({ ...search, where, rank_by: ranking, by })
    if (answer.total === 0) session.endWith(NOTHING_FOUND)
    session.answer(options.json, answer, () => {
      const records = getCatalog(vicinage)
      const title = getTitle(areasTitle(within, options.within), where, records)
      if (answer.total > 0) return answerText(title, withoutControls(answer), records, session.style)
      const totals = Object.entries(answer.totals_without ?? {}).map(([id, total]) => ({ id, total }))
      return nothingText(title, Object.keys(where), totals, records, session.style)
    })
  })
}

function parseConditions({
  min = [],
  max = [],
}: Options): Partial<Record<DimensionId, { min?: number; max?: number }>> {
  const where: Partial<Record<DimensionId, { min?: number; max?: number }>> = {}
  for (const [id, score] of min) where[id] = { ...where[id], min: score }
  for (const [id, score] of max) where[id] = { ...where[id], max: score }
  return where
}

function addBound(text: string, before: readonly Bound[] = []): readonly Bound[] {
  const parts = text.split('=')
  const score = Number(parts[1])
  if (parts.length !== 2 || !(score >= 1 && score <= 255))
    throw new UsageError(
      `--min and --max: expected a dimension and a score from 1 to 255, got '${text}'.`,
      'Repeat --min or --max for each condition: --min walkability=180 --min flood=240',
    )
  return [...before, [readDimension(parts[0]), score]]
}

type Where = Readonly<Partial<Record<DimensionId, { readonly min?: number; readonly max?: number }>>>

/** Builds the title: `San Antonio, TX: walkability at least 150, noise levels at least 150`. */
function getTitle(area: string, where: Where, records: readonly Dimension[]): string {
  const conditions = Object.entries(where).map(([id, { min, max }]) => {
    const name = shortName(getRecord(records, id)).toLowerCase()
    if (max === undefined) return `${name} at least ${min}`
    return min === undefined ? `${name} at most ${max}` : `${name} ${min} to ${max}`
  })
  return `${area.trim()}: ${conditions.join(', ')}`
}

function getRecord(records: readonly Dimension[], id: string): Dimension {
  return records.find((dimension) => dimension.id === id) ?? getDimension(id)
}

/** A condition, and the number of areas that meet all of the other conditions. */
interface WithoutCondition {
  readonly id: string
  readonly total: number
}

/** Reports that nothing was found, and which condition excludes the most areas. */
function nothingText(
  title: string,
  conditions: readonly string[],
  totals: readonly WithoutCondition[],
  records: readonly Dimension[],
  style: Style,
): string {
  const name = (id: string) => shortName(getRecord(records, id))
  const partial = conditions.flatMap((id) => {
    const states = getRecord(records, id).states?.map(stateName).join(' and ')
    return states ? [` ${name(id)} has scores in ${states} only.`] : []
  })
  const advice =
    conditions.length === 1 ? 'No place there satisfies the condition. Loosen it.' : adviceText(totals, name)
  return `${wrap(title, style.width).join('\n')}\n\n${wrap(`${advice}${partial.join('')}`, style.width).join('\n')}\n`
}

/** @param totals empty if the areas were not counted */
function adviceText(totals: readonly WithoutCondition[], name: (id: string) => string): string {
  if (totals.length === 0) return 'No place there satisfies all conditions. Loosen one of them.'
  const { id, total } = totals.reduce((best, other) => (other.total > best.total ? other : best))
  if (total === 0) return 'No place there satisfies all conditions, even if one of them is dropped.'
  const count = total === 1 ? 'there is 1 area' : `there are ${total.toLocaleString('en-US')} areas`
  return `No place there satisfies all conditions. Loosen ${name(id).toLowerCase()}: without that condition, ${count}.`
}

function answerText(
  title: string,
  { areas, total, boundary }: FindAnswer,
  records: readonly Dimension[],
  style: Style,
): string {
  const heading = `${wrap(title, style.width).join('\n')}\n\n`
  const lines = areas.flatMap((area, i) => areaLines(area, i, records, style))
  const notes = [
    areas.length < total ? `${areas.length} of ${total.toLocaleString('en-US')} areas; use --limit for more.` : null,
    `Mean scores, 1 to 255: ${Object.keys(areas[0].scores)
      .map((id) => scaleText(getRecord(records, id)))
      .join('; ')}.`,
    areas[0].fit === undefined ? null : 'Each fit is followed by the mean match of each dimension, 0 to 100.',
    boundary === 'approximate' ? 'The outline of the searched area is approximate.' : null,
  ].filter((note) => note !== null)
  const below = notes.length === 0 ? '' : `\n${wrap(notes.join(' '), style.width).join('\n')}\n`
  return `${heading}${lines.join('\n')}\n${below}`
}

/** Describes the scale: `noise levels from extreme noise to nature sounds only`. */
function scaleText(dimension: Dimension): string {
  const [low, high] = dimension.ends
  return `${shortName(dimension).toLowerCase()} from ${low} to ${high}`
}

function areaLines(area: FoundArea, i: number, records: readonly Dimension[], style: Style): string[] {
  const { name, people, km2, scores, fit, contributions = [], distance_meters: meters, direction, ...place } = area
  const title = `${i + 1}. ${name ?? 'Without a name'}`
  const facts = [
    `${people.toLocaleString('en-US')} ${people === 1 ? 'person' : 'people'}`,
    areaText(km2, style.units),
    ...(fit == null ? [] : [`fit ${Math.round(fit)} of 100 (${matchTexts(contributions, records).join(', ')})`]),
    ...Object.entries(scores).map(([id, mean]) => `${shortName(getRecord(records, id))} ${Math.round(mean)}`),
    ...(meters === undefined ? [] : [`${distanceText(meters / 1000, style.units)} ${direction} of the center`]),
    placeText(place, ', '),
  ]
  return [
    ...wrap(title, style.width).map((line) => paint(style, 'bold', line)),
    ...flow(facts, between(style), style.width - 3).map((line) => `   ${line}`),
  ]
}
