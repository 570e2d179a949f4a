import { join } from 'node:path'
import type { Command } from 'commander'
import { getDimension, isDimensionId } from '../../../answers/dimensions/catalog.ts'
import { counted } from '../../../base/errors.ts'
import {
  getUserAgent,
  loadDataBuild,
  UPGRADES,
  type UpgradableLayer,
  type UpgradeSummary,
} from '../../../library/user-data/shipped-pipeline.ts'
import { readOut, renamedOption, statesOption } from '../arguments.ts'
import { checkedMirror, ownFolder, refuseIncomplete, sizeText, upgradeProgress, watchDownload } from '../download.ts'
import { HELP_WIDTH } from '../help.ts'
import type { Session } from '../session.ts'
import { hang } from '../text-layout.ts'
import { UsageError } from '../usage-error.ts'
import { getCounties, upgradeStreets } from './streets.ts'

/**
 * Entry for the street index in the list of layers. Address ranges are stored separately from the data: see
 * `vicinage streets`.
 */
const STREETS = [
  'streets',
  { title: 'address ranges by county, which locate houses; the same as `vicinage streets add`' },
] as const

const ALL = [
  'all',
  {
    title:
      'all layers except noise-levels and schools, for a place given with --near "Houston, TX", --county, --states or --for FILE',
  },
] as const

interface UpgradeArguments {
  readonly near?: string
  readonly for?: string
  readonly yes?: true
  readonly from?: readonly string[]
  readonly mapped?: readonly string[]
  readonly states?: readonly string[]
  readonly county?: readonly string[]
  readonly out?: string
  readonly mirror?: string
  readonly again?: true
  readonly remove?: true
}

/** `vicinage data upgrade`: adds newer official maps on top of the package's data. */
export function dataUpgradeCommand(data: Command, session: Session): void {
  const list = [...Object.entries(UPGRADES), STREETS, ALL].map(
    ([id, { title }]) => `  ${hang(`${id}: ${title}`, HELP_WIDTH - 2, 4)}`,
  )
  data
    .command('upgrade')
    .description("use an agency's newest map instead of the package's data, wherever the map has data")
    .usage('[options] LAYER')
    .argument('[layer]', [...Object.keys(UPGRADES), 'streets', 'all'].join(', '))
    .option('--near <place>', 'with `all`: the counties around an address, a ZIP, a city or LAT,LON')
    .option('--for <file>', 'with `all`: the counties in a file of addresses or places that `vicinage batch` can read')
    .option('--yes', 'with `all`: download without asking')
    .option('--from <file...>', 'use your own files, or folders of files, instead of a download')
    .addOption(
      statesOption(
        'with flood, streets and base-map: all counties of these states; with areas and districts: only these states',
        String,
      ),
    )
    .addOption(renamedOption('--state <code>', '--states'))
    .option('--county <fips...>', 'with flood, streets and base-map: counties by their 5-digit FIPS codes')
    .option(
      '--mapped <file...>',
      'with fire and flood: outlines of the land that the files cover; land inside them but outside every zone is recorded as no zone',
    )
    .option('--out <dir>', 'write a complete data folder for --data DIR, without changing your data folder', readOut)
    .option('--mirror <url>', "URL of a mirror of the agency's services")
    .option('--again', 'apply earlier upgrades to the data of this package version, without downloading')
    .option('--remove', 'remove the upgrade of the layer')
    .addHelpText('after', `\nLayers:\n${list.join('\n')}\n`)
    .action((layer: string | undefined, options: UpgradeArguments) => upgrade(layer, options, session))
}

async function upgrade(layerName: string | undefined, options: UpgradeArguments, session: Session): Promise<void> {
  const { from, mapped = [], states, county, out, mirror, again, remove } = options
  if (layerName === 'all' && !again) {
    if (from !== undefined || mapped.length > 0 || out !== undefined || remove)
      throw new UsageError('`all` downloads into your data folder.', 'Omit --from, --mapped, --out and --remove.')
    const { upgradePlace } = await import('./upgrade-place.ts')
    return upgradePlace({ ...options, place: getPlace(out, session) }, session)
  }
  for (const name of ['near', 'for', 'yes'] as const)
    if (options[name] !== undefined)
      throw new UsageError(`--${name} can only be used with \`all\`.`, 'vicinage data upgrade all --near "Houston, TX"')
  if (layerName === 'streets' && !again)
    return upgradeStreets({ from, states, county, out, mirror, remove: remove === true }, session)
  const place = getPlace(out, session)
  const { folder } = place
  const { upgradeLayer, upgradeAgain, removeUpgrade } = await loadDataBuild()
  if (again) {
    const bundles = await upgradeAgain(place)
    return session.print(bundles.length === 0 ? `There are no upgrades in ${folder}.\n` : inPlace(bundles, out, folder))
  }
  const layer = readLayer(layerName)
  if (remove) {
    const isRemoved = (await removeUpgrade(layer, place)) > 0
    return session.print(
      isRemoved
        ? `${layer}: removed the upgrade. The package's data is used again.\n`
        : `There is no ${layer} upgrade in ${folder}.\n`,
    )
  }
  if (from === undefined && mapped.length > 0)
    throw new UsageError(
      '--mapped can only be used with your own files.',
      'Name the file that contains the zones with --from FILE',
    )
  if (mapped.length > 0 && !('outlines' in UPGRADES[layer]))
    throw new UsageError(`--mapped: ${layer} has no zones.`, 'Omit the option.')
  const counties = states || county ? await getCounties({ states, county }, session) : null
  const summary = await watchDownload(
    ({ signal, show, say }) =>
      upgradeLayer(layer, {
        ...place,
        from: from ?? null,
        mapped,
        counties,
        signal,
        mirror: mirror && checkedMirror(mirror),
        userAgent: getUserAgent(session.version),
        patience: session.patience,
        onNote: (text) => say(`${text}\n`),
        onProgress: (progress) => show(() => upgradeProgress(progress)),
      }),
    ({ painted, unchanged }) => `${counted(painted.length + unchanged.length, 'map')} in place`,
    session,
  )
  if (summary.bundles.length > 0) session.print(inPlace(summary.bundles, out, folder))
  session.print(summaryText(summary))
  const missing = summary.failed.length + summary.untried.length
  refuseIncomplete(
    missing === summary.failed.length
      ? `${counted(missing, 'map')} could not be added`
      : `${counted(missing, 'map')} could not be added; ${summary.untried.length} of them were not tried`,
    'use your own files with --from FILE',
    summary.failed.map(({ map, reason }) => `${map}: ${reason}`),
  )
}

/** Maximum number of names on a line of the summary. */
const NAMES = 12

/**
 * Lists which maps were added, which maps their agencies do not have, and which maps were not tried. Failures are
 * reported elsewhere with their reasons.
 */
function summaryText({ painted, unchanged, unmapped, untried, remarks }: UpgradeSummary): string {
  const named = (names: readonly string[]) =>
    names.length > NAMES ? `${names.slice(0, NAMES).join(', ')} and ${names.length - NAMES} more` : names.join(', ')
  return [
    ...(painted.length > 0 ? [`New: ${counted(painted.length, 'map')}.`] : []),
    ...(unchanged.length > 0 ? [`Unchanged: ${named(unchanged)}.`] : []),
    ...unmapped.slice(0, NAMES).map(({ reason }) => `${reason}.`),
    ...(unmapped.length > NAMES ? [`The same applies to ${named(unmapped.slice(NAMES).map(({ map }) => map))}.`] : []),
    ...remarks.map((remark) => `Note: ${remark}.`),
    ...(untried.length > 0 ? [`Not tried: ${named(untried)}.`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** Returns the folder to update and the data that the update applies to. */
function getPlace(out: string | undefined, session: Session) {
  const { data } = session.chosen()
  if (data !== undefined && out === undefined)
    throw new UsageError(
      "The upgrades in your data folder apply to the package's data, not to another folder.",
      'Omit --data, or name the folder to write: --out DIR',
    )
  const folder = out === undefined ? ownFolder('upgrades') : join(out, 'upgrades')
  return { folder, data, out, builder: `vicinage ${session.version}` }
}

function readLayer(text: string | undefined): UpgradableLayer {
  const layers = [...Object.keys(UPGRADES), 'streets', 'all'].join(', ')
  if (text === undefined) throw new UsageError('Name a layer.', `Layers: ${layers}`)
  if (Object.hasOwn(UPGRADES, text)) return text as UpgradableLayer
  if (isDimensionId(text))
    throw new UsageError(
      `${getDimension(text).name} is computed from many sources. It cannot be upgraded, only rebuilt in a clone of the repository.`,
      `In a clone, run \`npm run data:fetch\`, then \`npm run data:build -- --only ${text}\` (see docs/reference/data.md). These layers can be upgraded: ${layers}`,
    )
  throw new UsageError(`There is no layer '${text}'.`, `Layers: ${layers}`)
}

function inPlace(bundles: UpgradeSummary['bundles'], out: string | undefined, folder: string): string {
  const lines = bundles.map(
    ({ id, bytes, sources }) => `${id}: ${sizeText(bytes)}\n${sources.map((source) => `  ${source}\n`).join('')}`,
  )
  const use =
    out === undefined
      ? `Stored in ${folder}, where every command and openVicinage() find ${bundles.length === 1 ? 'it' : 'them'}.\n`
      : `To use it, run \`vicinage --data ${out} score LAT LON\`\n`
  return `${lines.join('')}${use}`
}
