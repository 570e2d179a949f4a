import type { Command } from 'commander'
import type { RankedKind } from '../../../answers/areas/members.ts'
import type { RankedArea } from '../../../answers/areas/rank.ts'
import { catalogOf } from '../../../answers/dimensions/catalog-of.ts'
import { rankParameters } from '../../../base/parameters/endpoint-parameters.ts'
import { AREA_WORDS, areaTitle, readArea, readDimension, readOptions, renamedOption } from '../arguments.ts'
import type { Session } from '../session.ts'
import { bar, paint, type Style, titleText } from '../style.ts'
import { clip, hang, padAfter, withoutControls } from '../text-layout.ts'

interface Options {
  readonly of: string
  readonly within?: string
  readonly limit?: string
  readonly lowest?: true
  readonly minPeople?: string
  readonly json?: true
}

/** `vicinage rank DIMENSION --of city`: ranks areas by the mean score of their people. */
export function rankCommand(program: Command, session: Session): void {
  program
    .command('rank')
    .description('cities, ZIPs, counties or school districts by the mean score of their people')
    .usage('[options] DIMENSION --of city|zip|county|district')
    .argument('<dimension>', 'id of a dimension, such as walkability')
    .requiredOption('--of <kind>', 'city, zip, county or district')
    .option('--within <area>', `only those of an area: ${AREA_WORDS}`)
    .addOption(renamedOption('--in <area>', '--within'))
    .option('--limit <n>', 'how many, 1 to 1,000 (default: 10)')
    .option('--lowest', 'the lowest means first')
    .option('--min-people <n>', 'leave out areas of fewer people')
    .option('--json', 'as JSON')
    .action(async (givenId: string, options: Options) => {
      const id = readDimension(givenId)
      const { of, limit, order, min_people } = readOptions(rankParameters, {
        of: options.of,
        limit: options.limit,
        order: options.lowest && 'lowest',
        min_people: options.minPeople,
      })
      const within = options.within === undefined ? undefined : await readArea(options.within)
      const vicinage = await session.open({
        dimensions: [id],
        schools: of === 'district' || (within !== undefined && 'district' in within),
        geocoder: of === 'zip' || of === 'city' || (within !== undefined && ('zip' in within || 'city' in within)),
      })
      const ranked = vicinage.rank(id, { of, within, limit, order, minPeople: min_people })
      session.answer(options.json, ranked, () => {
        const { name, scale } = catalogOf(vicinage).find((known) => known.id === id)!
        const where = within === undefined ? [] : [`in ${areaTitle(within, options.within!)}`]
        const title = titleText(`${name}: ${plurals[of]}`, [...where, `${order ?? 'highest'} first`], session.style)
        const ends = hang(`Mean score of the people: 1 = ${scale.low}; 255 = ${scale.high}.`, session.style.width, 0)
        const table =
          ranked.length === 0 ? 'Nobody there has a score.' : rankTable(withoutControls(ranked), session.style)
        return `${title}\n\n${table}\n\n${paint(session.style, 'dim', ends)}\n`
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

/** Lists one area per line: rank, name, code, population, mean score and its bar. */
function rankTable(ranked: readonly RankedArea[], style: Style): string {
  const rows = ranked.map(({ rank, name, id, people, mean }) => ({
    rank: String(rank),
    name,
    id: id ?? '',
    people: people.toLocaleString('en-US'),
    mean: mean.toFixed(1),
    score: mean,
  }))
  const widest = (key: 'rank' | 'name' | 'id' | 'people', least: number) =>
    Math.max(least, ...rows.map((row) => row[key].length))
  const [rankWidth, idWidth, peopleWidth] = [widest('rank', 1), widest('id', 0), widest('people', 6)]
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
  return [head, ...rows.map((row) => `${line(row)}  ${bar(row.score, barWidth, 'bold', style)}`)].join('\n')
}
