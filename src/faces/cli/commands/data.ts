import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { type DimensionId, isDimensionId } from '../../../answers/dimensions/catalog.ts'
import { counted } from '../../../base/errors.ts'
import type { CoveredState } from '../../../base/states.ts'
import { readManifest } from '../../../data/bundle/data-folder.ts'
import { dataFolder } from '../../../data/bundle/disk-folder.ts'
import { dataInUse } from '../../../library/user-data/data-in-use.ts'
import { userLayerFolder } from '../../../library/user-data/folder.ts'
import { contentOf } from '../../../library/user-data/folder-content.ts'
import { loadDataBuild } from '../../../library/user-data/shipped-pipeline.ts'
import { readDimensions, readOut, readState, statesOption } from '../arguments.ts'
import { contentLines, megabytes, stateNames } from '../content-lines.ts'
import type { Session } from '../session.ts'
import { untilToldToStop } from '../terminal.ts'
import { padAfter, padBefore } from '../text-layout.ts'
import { UsageError } from '../usage-error.ts'
import { dataUpgradeCommand } from './data-upgrade.ts'

interface CopyOptions {
  readonly out: string
  readonly dimensions?: readonly DimensionId[]
  readonly without?: readonly DimensionId[]
  readonly states?: readonly CoveredState[]
  readonly schools?: boolean
  readonly geocoder?: boolean
  readonly explorer?: boolean
  readonly web?: boolean
  readonly force?: boolean
}

/** `vicinage data copy`: writes a smaller data folder for an application. */
export function dataCommand(program: Command, session: Session): void {
  const data = program
    .command('data')
    .description(
      'upgrade scores with newer official maps, show what the scores are based on, or copy the data that an application needs',
    )
  dataUpgradeCommand(data, session)
  dataStatusCommands(data, session)
  data
    .command('copy')
    .description('write a smaller data folder for openVicinage({ data }), with all scores unless options select some')
    .usage('[options] --out DIR')
    .requiredOption('--out <dir>', 'the folder to write, such as public/vicinage-data', readOut)
    .option('--dimensions <ids>', 'only these dimensions, such as walkability,flood', readDimensions)
    .addOption(
      new Option('--without <ids>', 'all dimensions except these, such as ideological-lean')
        .argParser(readDimensions)
        .conflicts('dimensions'),
    )
    .addOption(statesOption('only these states', readState))
    .option('--schools', 'add schools and school districts of all states (3.3 MB)')
    .option(
      '--geocoder',
      'add the data for finding addresses in all states: places, house numbers, and the outlines of ZIPs and cities (7.7 MB)',
    )
    .option('--explorer', 'add the base map (0.7 MB)')
    .option(
      '--web',
      'add a file that lets web pages load their first place in six requests; this doubles the folder size',
    )
    .option('--force', 'replace existing data in the folder')
    .action(async ({ out, dimensions, without, states, schools, geocoder, explorer, web, force }: CopyOptions) => {
      const choice = {
        dimensions: dimensions ?? null,
        ...(without && { without }),
        states: states ?? null,
        schools: schools === true,
        geocoder: geocoder === true,
        explorer: explorer === true,
        squares: web === true,
      }
      const { copyData } = await import('../data-copy/write-data.ts')
      const { data, userData } = session.chosen()
      const { files, bytes } = await untilToldToStop((signal) =>
        copyData(data, out, choice, { force: force === true, signal, userData }),
      )
      const content = contentOf(await readManifest(dataFolder(out)))
      const lines = contentLines(content, session.style)
      session.print(`${out}: ${counted(files, 'file')}, ${megabytes(bytes)}.\n${lines.join('\n')}\n`)
    })
}

/**
 * `vicinage data status` and `data diff`: show what the scores are based on, and what changes between two data folders.
 */
function dataStatusCommands(data: Command, session: Session): void {
  data
    .command('status')
    .description(
      'for each score, show its sources and age, whether it is upgraded, and any newer release that is known',
    )
    .option('--json', 'print JSON')
    .action(({ json = false }: { json?: boolean }) => status(json, session))
  data
    .command('diff')
    .description(
      'compare two data folders: how many people have a score that changes by more than 10 points, by dimension and county',
    )
    .usage('[options] [OLD] [NEW]')
    .argument('[old]', "a data folder (default: the package's data)")
    .argument('[new]', 'a data folder (default: the data in use, with your upgrades)')
    .option('--csv <file>', 'write a CSV table of all counties')
    .option('--map <file.png>', 'draw a map of where scores rise (blue) or fall (red) for residents')
    .option('--json', 'print JSON')
    .action((old: string | undefined, now: string | undefined, options: DiffArguments) =>
      diff(old, now, options, session),
    )
}

async function status(json: boolean, session: Session): Promise<void> {
  const { openScores, getShares } = await import('../data-report/difference.ts')
  const { newerRelease } = await import('../data-report/known-releases.ts')
  const opened = await openScores(session.chosen())
  const shares = getShares(opened)
  const rows = opened.loaded.map(({ dimension, upgraded, sources }) => {
    const id = dimension.id as DimensionId
    const upgradedSources = upgraded === undefined ? null : sources.map((source) => source.id)
    return {
      id,
      upgraded: upgraded !== undefined,
      vintage: getVintage(sources, upgraded !== undefined),
      basis: shares.get(id)!,
      newer: newerRelease(id, upgradedSources),
    }
  })
  const manifest = await readManifest(await dataInUse(session.chosen()))
  const { version = null, build, bundles } = manifest
  const content = contentOf(manifest)
  if (json) return session.printJson({ version, build, ...content, dimensions: rows })
  const percent = (share: number) => padBefore(share === 0 ? '' : `${Math.round(share * 100)}%`, 7)
  const width = Math.max(...rows.map(({ id }) => id.length)) + 2
  const headings = ['meas.', 'model.', 'estim.', 'none'].map((word) => padBefore(word, 7))
  const start = [padAfter('', width), padAfter('data', 10), padAfter('vintage', 12)]
  const head = [...start, ...headings, '  newer release'].join('')
  const lines = rows.map(({ id, upgraded, vintage, basis: { measured, modeled, estimate, none }, newer }) =>
    [
      padAfter(id, width),
      padAfter(upgraded ? 'upgraded' : 'package', 10),
      padAfter(vintage, 12),
      ...[measured, modeled, estimate, none].map(percent),
      newer === null ? '' : `  ${newer.release}${newer.partly ? ', partly installed so far' : ''}: ${newer.how}`,
    ].join(''),
  )
  const notes = [`Percentages are shares of the residents of ${stateNames(content.states)}.`]
  if (rows.some(({ upgraded }) => upgraded))
    notes.push("The vintage of an upgraded score is that of its newer maps. Other places use the package's data.")
  const others = bundles.filter(({ id, upgraded }) => upgraded && !isDimensionId(id))
  if (others.length > 0) notes.push(`Also upgraded: ${others.map(({ id }) => id).join(', ')}.`)
  const { installedStreets } = await loadDataBuild()
  const streets = session.chosen().userData ? userLayerFolder('streets') : null
  const years = streets === null ? [] : (await installedStreets(streets)).map(({ year }) => year)
  const { newerBeside } = await import('../data-report/known-releases.ts')
  const ofPackage = bundles.filter(({ upgraded }) => !upgraded).map(({ id }) => id)
  const newer = newerBeside(ofPackage, years)
  const beside = newer.length === 0 ? '' : `Other newer releases:\n${newer.map((line) => `  ${line}\n`).join('')}\n`
  const contents = contentLines(content, session.style).join('\n')
  session.print(
    `Data ${version ?? 'without a version'}, build ${build}, ${megabytes(content.bytes)}.\n${contents}\n\n${[head, ...lines].join('\n')}\n\n${beside}${notes.join('\n')}\n`,
  )
}

/**
 * Returns the range of years in the sources, such as `2007-2025`. For an official update, only the years of its maps
 * count.
 */
function getVintage(sources: readonly { readonly vintage: string }[], isUpgraded: boolean): string {
  const readSources = isUpgraded ? sources.filter(({ vintage }) => vintage.includes('read ')) : sources
  const years = readSources
    .flatMap(({ vintage }) => vintage.replace(/; read.*|read .*/, '').match(/\b(19|20)\d\d\b/g) ?? [])
    .sort()
  if (years.length === 0)
    return readSources[0] === undefined ? '' : (/\d{4}-\d\d-\d\d/.exec(readSources[0].vintage)?.[0] ?? '')
  return years[0] === years.at(-1) ? years[0] : `${years[0]}-${years.at(-1)}`
}

interface DiffArguments {
  readonly csv?: string
  readonly map?: string
  readonly json?: true
}

/** Maximum number of counties to print. */
const COUNTIES = 20

async function diff(
  old: string | undefined,
  now: string | undefined,
  { csv, map, json }: DiffArguments,
  session: Session,
): Promise<void> {
  if (map !== undefined && !map.toLowerCase().endsWith('.png'))
    throw new UsageError('--map: expected a file that ends in .png.')
  const { differenceCsv, differenceMap, computeDifference, MOVED, openScores } = await import(
    '../data-report/difference.ts'
  )
  const { writeWhole } = await import('../../../base/locks/write-whole.ts')
  for (const folder of [old, now])
    if (folder !== undefined && !/^https?:/i.test(folder) && !existsSync(join(folder, 'manifest.json')))
      throw new UsageError(
        `${folder} is not a data folder: it has no manifest.json.`,
        'Compare two folders that contain data: vicinage data diff [OLD] [NEW]; `vicinage data copy --out DIR` creates one.',
      )
  const before = await openScores(old === undefined ? { userData: false } : { data: old })
  const after = await openScores(now === undefined ? session.chosen() : { data: now })
  const { rows, homes } = computeDifference(before, after)
  if (csv !== undefined) await writeWhole(csv, Buffer.from(differenceCsv(rows)))
  if (map !== undefined) await writeWhole(map, differenceMap(homes))
  if (json) return session.printJson(rows)
  if (rows.length === 0) return session.print('No score differs by more than 10 points where people live.\n')
  const text = (count: number) => padBefore(count === 0 ? '' : count.toLocaleString('en-US'), 12)
  const columns = (row: { rose: number; fell: number; gained: number; lost: number }) =>
    [row.rose, row.fell, row.gained, row.lost].map(text).join('')
  const moved = (row: (typeof rows)[number]) => row.rose + row.fell + row.gained + row.lost
  const width = 24
  const headings = ['rises', 'falls', 'is new', 'is gone'].map((word) => padBefore(word, 12))
  const head = padAfter('people whose score', width + 24) + headings.join('')
  const lines = [...new Set(rows.map(({ dimension }) => dimension))].flatMap((dimension) => {
    const dimensionRows = rows.filter((row) => row.dimension === dimension).sort((a, b) => moved(b) - moved(a))
    const sum = { rose: 0, fell: 0, gained: 0, lost: 0 }
    for (const row of dimensionRows)
      for (const name of ['rose', 'fell', 'gained', 'lost'] as const) sum[name] += row[name]
    const counties = dimensionRows
      .slice(0, COUNTIES)
      .map((row) => `${padAfter(`  ${row.county} ${row.name}`, width + 24)}${columns(row)}`)
    const more =
      dimensionRows.length > COUNTIES
        ? [`  and ${dimensionRows.length - COUNTIES} more counties; list all with --csv FILE`]
        : []
    return [`${padAfter(dimension, width + 24)}${columns(sum)}`, ...counties, ...more]
  })
  session.print(
    `${[head, ...lines].join('\n')}\n\nOnly changes of more than ${MOVED} of 255 points count as rises and falls.\n`,
  )
}
