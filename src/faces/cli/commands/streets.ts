import type { Command } from 'commander'
import type { ShardHead } from '../../../answers/geocode/streets/shard-file.ts'
import { states } from '../../../base/all-states.ts'
import { counted } from '../../../base/errors.ts'
import { coveredStates } from '../../../base/states.ts'
import {
  type DownloadProgress,
  getUserAgent,
  loadDataBuild,
  TIGER_EDITIONS,
} from '../../../library/user-data/shipped-pipeline.ts'
import type { WrittenShard } from '../../../library/user-data/streets.ts'
import { renamedOption, statesOption } from '../arguments.ts'
import { clock, readCount } from '../batch-arguments.ts'
import { checkedMirror, ownFolder, refuseIncomplete, sizeText, watchDownload } from '../download.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

/** Selection of counties. */
interface Selection {
  readonly states?: readonly string[] | undefined
  readonly county?: readonly string[] | undefined
}

/** Source and destination of a download. */
interface Transfer {
  readonly out?: string | undefined
  readonly year?: number
  readonly mirror?: string | undefined
}

interface AddArguments extends Selection, Transfer {
  readonly pointsCounty?: string
  readonly from?: readonly string[]
}

const COUNTY = '5-digit FIPS codes of counties, such as 48453'
const OUT = 'folder of the street index (default: in your data folder, where every command finds it)'

/** `vicinage streets add`, `list`, `update` and `remove`: manage the street index, which locates houses. */
export function streetsCommand(program: Command, session: Session): void {
  const streets = program
    .command('streets')
    .description('add, list, update and remove counties of the street index, which locates houses')
  withTransfer(
    streets
      .command('add')
      .description("download the Census Bureau's address ranges for states or counties, or add your own files")
      .usage('[options] [FILE | DIR]...')
      .argument(
        '[file...]',
        'tl_YYYY_FFFFF_addrfeat.zip; CSV from OpenAddresses, NAD or Florida DOR, plain, zipped or gzipped; ' +
          'folders of these files',
      )
      .addOption(statesOption('all counties in these states', String))
      .addOption(renamedOption('--state <code>', '--states'))
      .option('--county <fips...>', COUNTY)
      .option(
        '--from <file...>',
        'addresses with coordinates, as a CSV file with number, street, lat and lon, or as OpenAddresses GeoJSON',
      )
      .option(
        '--points-county <fips>',
        'county of the address points, if the file does not name the county (default: by location)',
      ),
  ).action((files: string[], options: AddArguments) =>
    addStreets([...files, ...(options.from ?? [])], options, session),
  )
  streets
    .command('list')
    .description('list the counties in the street index with their editions')
    .usage('[options] [DIR]')
    .argument('[dir]', OUT)
    .option('--json', 'print JSON')
    .action((folder: string | undefined, { json = false }: { json?: boolean }) =>
      listStreets(layersFolder(folder), json, session),
    )
  withTransfer(
    streets.command('update').description('download counties again if they have changed or are of an older edition'),
  ).action((options: Transfer) => updateStreets(options, session))
  streets
    .command('remove')
    .description('remove counties from the street index')
    .addOption(statesOption('all counties in these states', String))
    .addOption(renamedOption('--state <code>', '--states'))
    .option('--county <fips...>', COUNTY)
    .option('--all', 'all counties')
    .option('--out <dir>', OUT)
    .action((options: Selection & { all?: true; out?: string }) => removeStreets(options, session))
}

function withTransfer(command: Command): Command {
  return command
    .option('--year <year>', 'TIGER/Line edition (default: the newest that this version knows)', readYear)
    .option('--mirror <url>', "URL of a folder with the same zip files, instead of the Census Bureau's folder")
    .option('--out <dir>', OUT)
}

const readYear = readCount('--year', 2011, 2100)

/** Runs `vicinage streets add`. */
export async function addStreets(
  files: readonly string[],
  { states, county, pointsCounty, out, ...transfer }: AddArguments,
  session: Session,
): Promise<void> {
  if (files.length === 0 && states === undefined && county === undefined)
    throw new UsageError('There is nothing to add.', 'Name a state (--states TX), counties (--county 48453) or files.')
  const counties = await getCounties({ states, county }, session)
  const folder = layersFolder(out)
  if (files.length > 0) await addFiles(files, folder, pointsCounty, session)
  if (counties.length > 0) await download(counties, folder, { ...transfer, renew: false }, session)
  session.print(
    out === undefined
      ? `The street index is in ${folder}, where every command and openVicinage() find it.\n`
      : `To use it, run \`vicinage geocode --streets ${folder} "ADDRESS"\`\n`,
  )
}

async function addFiles(
  files: readonly string[],
  folder: string,
  pointsCounty: string | undefined,
  session: Session,
): Promise<void> {
  const { addStreetFiles } = await loadDataBuild()
  let added = 0
  let kept = 0
  const { aborted } = await watchDownload(
    async ({ signal }) => {
      await addStreetFiles(files, folder, {
        ...(pointsCounty === undefined ? { countyAt: await countyFinder(session) } : { pointsCounty }),
        onShard: (shard) => {
          added++
          session.print(writtenText(shard))
        },
        onKept: () => kept++,
        signal,
      })
      return signal
    },
    () => `${counted(added, 'layer')} added`,
    session,
  )
  if (!aborted && kept > 0) session.print(`${countiesText(kept)} already in place.\n`)
}

/** Runs `vicinage data upgrade streets`, which is `vicinage streets add` with different options. */
export async function upgradeStreets(
  {
    from = [],
    remove,
    ...options
  }: Selection & Transfer & { readonly from?: readonly string[] | undefined; readonly remove: boolean },
  session: Session,
): Promise<void> {
  if (!remove) return addStreets(from, options, session)
  const all = options.states === undefined && options.county === undefined ? { all: true as const } : {}
  return removeStreets({ ...options, ...all }, session)
}

async function updateStreets({ out, ...transfer }: Transfer, session: Session): Promise<void> {
  const folder = layersFolder(out)
  const installed = await (await loadDataBuild()).installedStreets(folder)
  if (installed.length === 0)
    throw new UsageError(
      `There are no address ranges in ${folder}.`,
      'To add address ranges, run `vicinage streets add --states TX`',
    )
  // Never go back to an older edition than the installed one.
  const oldest = Math.max(TIGER_EDITIONS[TIGER_EDITIONS.length - 1], ...installed.map(({ year }) => year ?? 0))
  const [year, ...before] = [...new Set([...TIGER_EDITIONS.filter((edition) => edition > oldest), oldest])]
  const counties = installed.map(({ county }) => county)
  const editions = transfer.year === undefined ? { year, before } : { year: transfer.year, before: [] }
  await download(counties, folder, { ...transfer, ...editions, renew: true }, session)
}

async function removeStreets(
  { states = [], county = [], all, out }: Selection & { readonly all?: true; readonly out?: string | undefined },
  session: Session,
): Promise<void> {
  const codes = all ? [''] : [...stateFips(states), ...countyCodes(county)]
  if (codes.length === 0)
    throw new UsageError('There is nothing to remove.', 'Name --states or --county, or use --all to remove everything.')
  const folder = layersFolder(out)
  const removed = await (await loadDataBuild()).removeStreets(codes, folder)
  session.print(
    removed.length === 0
      ? `None of these counties is in ${folder}.\n`
      : `${removed.join('\n')}\n\n${counted(removed.length, 'file')} removed from ${folder}\n`,
  )
}

/** Downloads counties, shows a progress line and reports the result. */
async function download(
  counties: readonly string[],
  folder: string,
  { year, before, mirror, renew }: Transfer & { readonly before?: readonly number[]; readonly renew: boolean },
  session: Session,
): Promise<void> {
  const { downloadStreets } = await loadDataBuild()
  const [newest, ...olds] = TIGER_EDITIONS
  const editions = year === undefined ? { year: newest, before: olds } : { year, before: before ?? [] }
  const { written, kept, received, failed, left } = await watchDownload(
    ({ signal, show, print, say }) =>
      downloadStreets(counties, folder, {
        ...editions,
        mirror: mirror && checkedMirror(mirror),
        renew,
        signal,
        userAgent: getUserAgent(session.version),
        patience: session.patience,
        onNote: (text) => say(`${text}\n`),
        onShard: (shard) => print(writtenText(shard)),
        onProgress: (progress) => show(() => progressText(progress)),
      }),
    (summary) => `${summary.written + summary.kept} of ${countiesText(counties.length)} in place`,
    session,
  )
  const untried = left > 0 ? `, and ${left} were not tried after ${failed.length} failures` : ''
  refuseIncomplete(
    `${failed.length} of ${countiesText(counties.length)} could not be added${untried}`,
    'add files that you downloaded: vicinage streets add FILE...',
    failed.map(({ county, reason }) => `${county}: ${reason}`),
  )
  const facts = [`${countiesText(written)} added`, ...(kept > 0 ? [`${countiesText(kept)} already in place`] : [])]
  session.print(`${facts.join(', ')}; ${sizeText(received)} received\n`)
}

/** Formats the progress: `57 of 254 counties, 61.2 MB, about 4:10 left, tl_2025_48113_addrfeat.zip 43%`. */
export function progressText({ done, all, received, file, share, secondsLeft }: DownloadProgress): string {
  return [
    `${done} of ${countiesText(all)}`,
    sizeText(received),
    ...(secondsLeft === null ? [] : [`about ${clock(secondsLeft)} left`]),
    `${file}${share === null ? '' : ` ${Math.floor(share * 100)}%`}`,
  ].join(', ')
}

/** Returns the FIPS codes of the selected counties. */
export async function getCounties(
  { states = [], county = [] }: Selection,
  session: Session,
): Promise<readonly string[]> {
  return [...(await countiesOfStates(states, session)), ...countyCodes(county)]
}

/** Returns the FIPS codes of all counties in the given states. */
async function countiesOfStates(codes: readonly string[], session: Session): Promise<readonly string[]> {
  if (codes.length === 0) return []
  const fips = stateFips(codes)
  const covered = coveredStates.map(({ postal }) => postal)
  const other = states.find((state) => fips.includes(state.fips) && !covered.includes(state.postal))
  if (other !== undefined)
    throw new UsageError(
      `--states: the counties of ${other.name} are not known. Only the counties of ${covered.join(', ')} are.`,
      'Name the counties by FIPS code: --county 30059',
    )
  const counties = Object.keys((await readGeography(session)).countyNames).sort()
  return counties.filter((county) => fips.includes(county.slice(0, 2)))
}

/**
 * Creates a function that finds the county of a coordinate in the available data. It is used for files that do not name
 * their county.
 */
async function countyFinder(session: Session): Promise<(lon: number, lat: number) => string | null> {
  const geography = await readGeography(session)
  return (lon, lat) => {
    const zone = geography.zoneAt(lon, lat)
    return zone === 0 ? null : geography.describe(geography.blockGroupIn(zone, lon, lat)).blockGroup.slice(0, 5)
  }
}

export async function readGeography(session: Session) {
  // Imported on demand, because help and error messages do not need these modules.
  const [{ readBundles }, { Geography }] = await Promise.all([
    import('../../../library/open.ts'),
    import('../../../data/geography.ts'),
  ])
  const { data } = session.chosen()
  const { geography } = await readBundles({
    ...(data !== undefined && { data }),
    dimensions: [],
    schools: false,
    geocoder: false,
  })
  return new Geography(geography)
}

function stateFips(codes: readonly string[]): readonly string[] {
  return separated(codes).map((postal) => {
    const state = states.find((record) => record.postal === postal.toUpperCase() && record.fips !== '')
    if (state !== undefined) return state.fips
    throw new UsageError(`--states: '${postal}' is not the postal code of a state, such as TX.`)
  })
}

function countyCodes(codes: readonly string[]): readonly string[] {
  return separated(codes).map((code) => {
    if (/^\d{5}$/.test(code) && states.some(({ fips }) => fips === code.slice(0, 2))) return code
    throw new UsageError(`--county: '${code}' is not a county; expected a 5-digit FIPS code such as 48453.`)
  })
}

/** Splits comma-separated values, so that `--county 48453 48491` and `--county 48453,48491` mean the same. */
function separated(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).map((text) => text.trim())
}

/** Returns `folder` if it is given, otherwise the folder of the street index in the user's data folder. */
export function layersFolder(folder: string | undefined): string {
  if (folder?.trim() === '')
    throw new UsageError('--out is empty.', 'Name the folder for the street index with --out DIR')
  return folder ?? ownFolder('streets')
}

/** Runs `vicinage streets list`. */
export async function listStreets(folder: string, json: boolean, session: Session): Promise<void> {
  const { listShards } = await import('../../../answers/geocode/streets/shard-file.ts')
  const shards = listShards(folder)
  const listed = shards.map(({ file, bytes, meta: { state, county, zips, streets, ranges, points }, sources }) => ({
    file,
    bytes,
    state,
    county,
    zips,
    streets,
    ranges,
    points,
    sources: sources.map(({ agency, title, vintage }) => ({ agency, title, vintage })),
  }))
  session.answer(json, { folder, shards: listed }, () => shardsText(folder, shards))
}

/** Reports a written shard on one line, and skipped and repaired rows on further lines. */
export function writtenText({ file, bytes, meta, skipped, foreignZips, swapped }: WrittenShard): string {
  const remarks = [
    remark(skipped.unnamed, 'without a street'),
    remark(skipped.unnumbered, 'without a house number'),
    remark(skipped.misplaced, 'without coordinates or far from all others'),
    remark(skipped.repeated, 'with an address seen before'),
  ].filter((text) => text !== '')
  const repairs = [
    remark(swapped, 'with latitude and longitude swapped, corrected'),
    remark(foreignZips, 'with a ZIP in another state, kept without the ZIP'),
  ].filter((text) => text !== '')
  return [
    `${file}: ${contents({ bytes, meta })}`,
    ...(remarks.length === 0 ? [] : [`  skipped: ${remarks.join('; ')}`]),
    ...(repairs.length === 0 ? [] : [`  repaired: ${repairs.join('; ')}`]),
    '',
  ].join('\n')
}

/** Lists the shards of a folder, one per line. */
function shardsText(folder: string, shards: readonly ShardHead[]): string {
  if (shards.length === 0)
    return `There is no street index in ${folder}. To create one, run \`vicinage streets add --states TX\`.\n`
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0)
  const lines = shards.map((shard) => `${shard.file}  ${contents(shard)}${editionText(shard)}`)
  return `${lines.join('\n')}\n\n${counted(shards.length, 'file')}, ${sizeText(bytes)} in ${folder}\n`
}

/**
 * Returns the edition of TIGER/Line data, such as `, TIGER/Line 2025`, for the end of a line. Returns an empty string
 * for address points, because their files have no edition.
 */
function editionText({ sources }: ShardHead): string {
  const year = /^\d{4}/.exec(sources[0]?.vintage ?? '')?.[0]
  return year === undefined ? '' : `, TIGER/Line ${year}`
}

function contents({ bytes, meta }: Pick<ShardHead, 'bytes' | 'meta'>): string {
  const { state, county, streets, ranges, points, zips } = meta
  const facts = [
    ...(ranges > 0 ? [counted(ranges, 'range')] : []),
    ...(points > 0 ? [counted(points, 'address point')] : []),
    counted(streets, 'street'),
    counted(zips.length, 'ZIP'),
    sizeText(bytes),
  ]
  return `county ${county} (${state}), ${facts.join(', ')}`
}

function remark(count: number, what: string): string {
  return count === 0 ? '' : `${counted(count, 'row')} ${what}`
}

function countiesText(count: number): string {
  return count === 1 ? '1 county' : `${count} counties`
}
