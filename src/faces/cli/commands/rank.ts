import type { Command } from 'commander'
import type { RankedKind } from '../../../answers/areas/members.ts'
import type { RankedArea } from '../../../answers/areas/rank.ts'
import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { rankParameters } from '../../../base/parameters/endpoint-parameters.ts'
import {
  AREA_WORDS,
  addArea,
  areasTitle,
  isDistrict,
  needsGeocoder,
  readArea,
  readDimension,
  readOptions,
  renamedOption,
} from '../arguments.ts'
import {
  demographicsOption,
  dimensionsOfFit,
  type FitArguments,
  parseFitRequest,
  withFitOptions,
} from '../fit-arguments.ts'
import type { Session } from '../session.ts'
import { bar, between, paint, type Style, titleText } from '../style.ts'
import { clip, flow, hang, padAfter, withoutControls } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'
import { matchTexts } from './fit.ts'

interface Options extends FitArguments {
  readonly of: string
  readonly within?: readonly string[]
  readonly limit?: string
  readonly lowest?: true
  readonly minPeople?: string
  readonly postalCities?: true
  readonly json?: true
}

/** `vicinage rank DIMENSION --of city`: ranks areas by the mean score of their residents. */
export function rankCommand(program: Command, session: Session): void {
  const command = program
    .command('rank')
    .description('rank cities, ZIPs, counties or school districts by the mean score or fit of their residents')
    .usage('[options] DIMENSION --of city|zip|county|district')
    .argument('[dimension]', 'id of a dimension, such as walkability; or use --weights')
    .requiredOption('--of <kind>', 'city, zip, county or district')
    .option('--within <area>', `only areas inside another area: ${AREA_WORDS}; may be repeated`, addArea)
    .addOption(renamedOption('--in <area>', '--within'))
    .option('--limit <n>', 'maximum number of areas, 1 to 1,000 (default: 10)')
    .option('--lowest', 'lowest means first')
    .option('--min-people <n>', 'omit areas with fewer people')
    .option('--postal-cities', 'also include city names that only the Postal Service uses, such as Van Nuys')
    .option('--json', 'print JSON')
  withFitOptions(command, 'rank by the mean fit with these weights')
    .addOption(demographicsOption)
    .action(async (idText: string | undefined, options: Options) => {
      const priorities = parseFitRequest(options)
      if ((idText === undefined) === (priorities === undefined))
        throw new UsageError(
          'Rank either by a dimension or by weights.',
          'For example: vicinage rank walkability --of city, or vicinage rank --weights walkability=3,flood=1 --of city',
        )
      const id = idText === undefined ? undefined : readDimension(idText)
      const { of, limit, order, min_people } = readOptions(rankParameters, {
        of: options.of,
        limit: options.limit,
        order: options.lowest && 'lowest',
        min_people: options.minPeople,
      })
      const within = options.within === undefined ? undefined : await Promise.all(options.within.map(readArea))
      const vicinage = await session.open({
        dimensions: id === undefined ? dimensionsOfFit(priorities!) : [id],
        schools: of === 'district' || within?.some(isDistrict) === true,
        geocoder: of === 'zip' || of === 'city' || within?.some(needsGeocoder) === true,
      })
      const { postalCities } = options
      const answer = vicinage.rank(id ?? priorities!, { of, within, limit, order, minPeople: min_people, postalCities })
      if (answer.total === 0) session.endWith(NOTHING_FOUND)
      session.answer(options.json, answer, () => {
        const { areas: ranked, total, boundary } = answer
        const record = getCatalog(vicinage).find((dimension) => dimension.id === id)
        const where = within === undefined ? [] : [`in ${areasTitle(within, options.within!)}`]
        const title = titleText(
          `${record?.name ?? 'Fit'}: ${plurals[of]}`,
          [...where, `${order ?? 'highest'} first`],
          session.style,
        )
        const meaning =
          record === undefined
            ? 'Mean fit of the residents with these weights, with the mean match of each dimension below it, both 0 to 100.'
            : `Mean score of the residents: 1 = ${record.scale.low}; 255 = ${record.scale.high}.`
        const notes = [
          total > ranked.length ? `${ranked.length} of ${total.toLocaleString('en-US')}; use --limit for more.` : null,
          boundary === 'approximate' ? `The outline of ${options.within!.join(' or ')} is approximate.` : null,
          meaning,
        ].filter((note) => note !== null)
        const below = hang(notes.join(' '), session.style.width, 0)
        const kind = record === undefined ? 'fit' : 'score'
        const none =
          options.minPeople === undefined
            ? `Nobody there has a ${kind}.`
            : `No area there has both a ${kind} and at least ${options.minPeople} people.`
        const table =
          ranked.length === 0
            ? none
            : rankTable(withoutControls(ranked), getCatalog(vicinage), record === undefined ? 100 : 255, session.style)
        return `${title}\n\n${table}\n\n${paint(session.style, 'dim', below)}\n`
      })
    })
}

const plurals: Readonly<Record<RankedKind, string>> = {
  city: 'cities',
  zip: 'ZIPs',
  county: 'counties',
  district: 'school districts',
}

const barWidth = 15

/**
 * Lists one area per line: rank, name, code, population, and a bar for the mean score or fit. For a fit, the matches
 * that explain it are listed below.
 *
 * @param records catalog with the names of the dimensions
 * @param most highest possible mean
 */
function rankTable(ranked: readonly RankedArea[], records: readonly Dimension[], most: number, style: Style): string {
  const rows = ranked.map(({ rank, name, id, people, mean, contributions }) => ({
    rank: String(rank),
    name,
    id: id ?? '',
    people: people.toLocaleString('en-US'),
    mean: mean.toFixed(1),
    score: (mean / most) * 255,
    matches: matchTexts(contributions ?? [], records),
  }))
  const widest = (key: 'rank' | 'name' | 'id' | 'people', least: number) =>
    Math.max(least, ...rows.map((row) => row[key].length))
  const rankWidth = widest('rank', 1)
  const idWidth = widest('id', 0)
  const peopleWidth = widest('people', 6)
  const fixed = 2 + rankWidth + 2 + (idWidth > 0 ? idWidth + 2 : 0) + 2 + peopleWidth + 2 + 5 + 2 + barWidth
  const nameWidth = Math.max(12, Math.min(widest('name', 4), style.width - fixed))
  const line = (row: { readonly [Key in 'rank' | 'name' | 'id' | 'people' | 'mean']: string }) =>
    `  ${[
      row.rank.padStart(rankWidth),
      padAfter(clip(row.name, nameWidth, style.unicode), nameWidth),
      ...(idWidth > 0 ? [row.id.padEnd(idWidth)] : []),
      row.people.padStart(peopleWidth),
      row.mean.padStart(5),
    ].join('  ')}`
  const head = paint(style, 'dim', line({ rank: '#', name: 'Name', id: 'Id', people: 'People', mean: 'Mean' }))
  const indent = ' '.repeat(2 + rankWidth + 2)
  const lines = rows.flatMap((row) => [
    `${line(row)}  ${bar(row.score, barWidth, 'bold', style)}`,
    ...flow(row.matches, between(style), style.width - indent.length).map((text) => paint(style, 'dim', indent + text)),
  ])
  return [head, ...lines].join('\n')
}
