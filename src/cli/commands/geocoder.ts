import type { Command } from 'commander'
import { counted } from '../../errors.ts'
import type { WrittenShard } from '../../geocode/streets/building.ts'
import type { ShardHead } from '../../geocode/streets/shard-file.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

/** Where street layers go without `--out`. */
const FOLDER = 'vicinage-streets'

interface AddOptions {
  readonly out: string
  readonly county?: readonly string[]
  readonly pointsCounty?: string
}

/** `vicinage geocoder add-streets FILE…` and `vicinage geocoder list`: the street layers of the geocoder. */
export function geocoderCommand(program: Command, session: Session): void {
  const geocoder = program.command('geocoder').description('add and list street layers of the geocoder')
  geocoder
    .command('add-streets')
    .description('build street layers from TIGER/Line ADDRFEAT zips and address-point CSVs, one file per county')
    .usage('[options] FILE...')
    .argument(
      '[file...]',
      'tl_YYYY_FFFFF_addrfeat.zip; CSV of OpenAddresses, NAD or Florida DOR, plain, zipped or gzipped',
    )
    .option('--out <dir>', 'folder of the street layers; those of other counties stay', FOLDER)
    .option('--county <fips...>', 'download the official ADDRFEAT zip of these counties, 5-digit FIPS codes')
    .option('--points-county <fips>', 'county of the address points, where their file does not name it')
    .action(async (files: string[], options: AddOptions) => addLayers(files, options, session))
  geocoder
    .command('list')
    .description('list the street layers of a folder')
    .usage('[options] [DIR]')
    .argument('[dir]', 'folder of the street layers', FOLDER)
    .option('--json', 'as JSON')
    .action(async (folder: string, options: { json?: true }) => {
      const { listShards } = await import('../../geocode/streets/shard-file.ts')
      const shards = listShards(folder)
      if (options.json)
        session.printJson({
          folder,
          shards: shards.map(({ file, bytes, meta: { state, county, zips, streets, ranges, points } }) => ({
            ...{ file, bytes, state, county, zips, streets, ranges, points },
          })),
        })
      else session.print(shardsText(folder, shards))
    })
}

async function addLayers(files: readonly string[], options: AddOptions, session: Session): Promise<void> {
  const { out, county: counties = [], pointsCounty } = options
  if (out.trim() === '') throw new UsageError('--out is empty.', 'Give the folder of the street layers.')
  if (files.length === 0 && counties.length === 0)
    throw new UsageError(
      'No file is given.',
      'Give ADDRFEAT zips or address-point CSVs, or counties with --county FIPS.',
    )
  // Not imported at the start: no other command builds anything.
  const [{ loadStreetBuilder, StreetFileError }, { mkdtemp, rm }, { tmpdir }, { join }] = await Promise.all([
    import('../../geocode/streets/building.ts'),
    import('node:fs/promises'),
    import('node:os'),
    import('node:path'),
  ])
  const { addStreets, downloadCounty } = await loadStreetBuilder()
  const add = (some: readonly string[]) =>
    addStreets(some, out, {
      ...(pointsCounty === undefined ? {} : { pointsCounty }),
      onShard: (shard) => session.print(writtenText(shard)),
    })
  try {
    if (files.length > 0) await add(files)
    for (const county of counties) {
      const folder = await mkdtemp(join(tmpdir(), 'vicinage-streets-'))
      try {
        await add([await downloadCounty(county, folder)])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }
  } catch (error) {
    if (error instanceof StreetFileError) throw new UsageError(error.message)
    throw error
  }
  session.print(`Use them: vicinage geocode --streets ${out} "ADDRESS"\n`)
}

/** One line for a shard that was written, one for the rows that were skipped, one for those repaired. */
function writtenText({ file, bytes, meta, skipped, foreignZips, swapped }: WrittenShard): string {
  const remarks = [
    remark(skipped.unnamed, 'without a street'),
    remark(skipped.unnumbered, 'without a house number'),
    remark(skipped.misplaced, 'without coordinates or far from all others'),
    remark(skipped.repeated, 'with an address seen before'),
  ].filter((text) => text !== '')
  const repairs = [
    remark(swapped, 'with latitude and longitude swapped, corrected'),
    remark(foreignZips, 'with the ZIP of another state, kept without it'),
  ].filter((text) => text !== '')
  return [
    `${file}: ${contents({ file, path: file, bytes, meta })}`,
    ...(remarks.length === 0 ? [] : [`  skipped: ${remarks.join('; ')}`]),
    ...(repairs.length === 0 ? [] : [`  repaired: ${repairs.join('; ')}`]),
    '',
  ].join('\n')
}

/** The shards of a folder, a line for each. */
function shardsText(folder: string, shards: readonly ShardHead[]): string {
  if (shards.length === 0)
    return `There are no street layers in ${folder}. Build some: vicinage geocoder add-streets FILE... --out ${folder}\n`
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0)
  const lines = shards.map((shard) => `${shard.file}  ${contents(shard)}`)
  return `${lines.join('\n')}\n\n${counted(shards.length, 'file')}, ${sizeText(bytes)}\n`
}

function contents({ bytes, meta }: ShardHead): string {
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

function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
