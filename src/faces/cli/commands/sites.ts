import { existsSync, rmSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Command } from 'commander'
import type { ResumableSites, Sites, SitesRun } from '../../../answers/areas/sites.ts'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { counted } from '../../../base/errors.ts'
import { WIDEST_SITE } from '../../../base/geo/distance.ts'
import type { FileSite } from '../../batch/site-file.ts'
import { dimensionsOptions } from '../arguments.ts'
import { clock } from '../batch-arguments.ts'
import { writeOutput } from '../output-file.ts'
import type { Session } from '../session.ts'
import { statusLine, untilToldToStop } from '../terminal.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

const FORMATS = ['html', 'csv', 'json', 'parquet'] as const

interface Options {
  readonly radius?: number
  readonly out: { readonly file: string; readonly format: (typeof FORMATS)[number] }
  readonly dimensions?: readonly DimensionId[]
  readonly lat?: string
  readonly lon?: string
  readonly address?: string
  readonly delimiter?: string
  readonly header?: boolean
  readonly force?: true
  readonly resume?: true
  readonly quiet?: true
}

/** Milliseconds between saves of the finished sites, so that an interrupted run loses at most this much work. */
const SAVE_INTERVAL = 2000

/** `vicinage sites stores.csv --radius 1mi -o report.html`: summarizes the people around many sites. */
export function sitesCommand(program: Command, session: Session): void {
  program
    .command('sites')
    .description(
      'summarize the residents around each of many sites, and around all sites together, counting each resident once',
    )
    .usage('[options] FILE --radius 1mi --out FILE')
    .argument(
      '<file>',
      'CSV or NDJSON (each optionally .gz) or Parquet of points or addresses, or GeoJSON of polygons and points',
    )
    .option('--radius <distance>', 'radius of the circles around points: 1mi, 500m, 2km or 2640ft', readDistance)
    .requiredOption('-o, --out <file>', 'the file to write: .html, .csv, .json or .parquet', readOutput)
    .addOption(dimensionsOptions[0])
    .option('--lat <column>', 'latitude column (default: detected by name)')
    .option('--lon <column>', 'longitude column')
    .option('--address <columns>', 'address column, or the columns that make up the address, comma-separated')
    .option('--delimiter <character>', 'CSV field separator, \\t for a tab (default: detected)')
    .option('--no-header', 'CSV without a header row: columns are numbered from 1')
    .option('--force', 'overwrite an existing output')
    .option('--resume', 'continue an interrupted run')
    .option('--quiet', 'print no progress and no summary')
    .action(async (input: string, options: Options) => {
      const { radius, out, dimensions, quiet, force = false, resume = false, ...columns } = options
      if (!force && existsSync(out.file)) throw new UsageError(`${out.file} already exists; use --force to overwrite.`)
      const isShapes = /\.(geo)?json$/i.test(input)
      if (radius === undefined && !isShapes) throw new UsageError('Points need a radius.', 'For example: --radius 1mi')
      const vicinage = await session.open({ ...(dimensions && { dimensions }), schools: false, geocoder: !isShapes })
      const { readSites } = await import('../../batch/site-file.ts')
      const { inputIdentity } = await import('../../batch/input/identity.ts')
      const { sites, failed } = await readSites({ ...columns, input }, (address) => vicinage.geocode(address))
      if (sites.length === 0) {
        session.say(`vicinage: No row of ${input} could be located${failed[0] ? `: ${failed[0].reason}` : '.'}\n`)
        session.endWith(NOTHING_FOUND)
        return
      }
      const status = quiet ? null : statusLine(session.say, process.stderr.isTTY === true)
      const started = performance.now()
      const run = (vicinage as unknown as ResumableSites).startSites(sites, {
        ...(radius !== undefined && { radius }),
        ...(dimensions && { dimensions }),
        onProgress: (done, all) => status?.show(() => progressLine(done, all, performance.now() - started)),
      })
      const identity = await inputIdentity(input)
      const fingerprint = {
        input: identity,
        radius,
        dimensions,
        ...columns,
        sites: sites.length,
        build: vicinage.build,
      }
      const journal = { path: `${out.file}.vicinage-journal`, fingerprint, resume, force }
      const answer = await sumUp(run, journal).finally(() => status?.end())
      const rough = sites.filter(({ knownTo }: FileSite) => (knownTo ?? 0) > (radius ?? WIDEST_SITE)).length
      const facts = { source: basename(input), radius, failed, rough, units: session.style.units }
      await writeTo(out, answer, async () => {
        const { sitesReport } = await import('../pages/sites-report.ts')
        return sitesReport(vicinage, answer, facts)
      })
      rmSync(journal.path, { force: true })
      if (!quiet) session.say(summaryText(answer, out.file, failed, rough))
    })

  async function writeTo({ file, format }: Options['out'], answer: Sites, report: () => Promise<string>) {
    await writeOutput(file, await getPieces(format, answer, report))
  }
}

interface JournalPlan {
  readonly path: string
  readonly fingerprint: object
  readonly resume: boolean
  readonly force: boolean
}

/**
 * Summarizes all sites. If this takes more than a few seconds, saves the finished sites in a journal next to the
 * output. If a journal of an earlier run exists, continues with the sites that it does not contain.
 *
 * @throws {UsageError} if the run is stopped, or the journal belongs to a different run
 */
async function sumUp(run: SitesRun, { path, fingerprint, ...options }: JournalPlan): Promise<Sites> {
  const { SitesJournal } = await import('../sites-journal.ts')
  let journal = existsSync(path) ? new SitesJournal(path, fingerprint, options) : null
  for (const part of journal?.parts ?? []) run.restore(part)
  return untilToldToStop(async (signal) => {
    while (!run.isDone) {
      const part = run.summarize(SAVE_INTERVAL)
      if (run.isDone) break
      journal ??= new SitesJournal(path, fingerprint, options)
      journal.add(part)
      // Let pending signals be delivered.
      await setImmediate()
      if (signal.aborted) throw new UsageError('The run was stopped.', 'Continue it with --resume.')
    }
    return run.answer()
  }).finally(() => journal?.close())
}

async function getPieces(
  format: Options['out']['format'],
  answer: Sites,
  report: () => Promise<string>,
): Promise<Iterable<Uint8Array>> {
  const encoder = new TextEncoder()
  if (format === 'html') return [encoder.encode(await report())]
  if (format === 'json') return jsonPieces(answer, encoder)
  const { sitesTable } = await import('../../batch/export/sites-table.ts')
  const table = sitesTable(answer.sites, Object.keys(answer.together))
  if (format === 'csv') return (await import('../../batch/export/table.ts')).csvFile(table)
  const { sites: _, ...together } = answer
  const { parquetFile } = await import('../../batch/export/parquet-file.ts')
  return parquetFile(table, [['vicinage', JSON.stringify(together)]])
}

/** Writes JSON site by site, because a million sites would exceed the maximum string length. */
function* jsonPieces({ sites, ...together }: Sites, encoder: TextEncoder): Generator<Uint8Array> {
  const start = JSON.stringify(together)
  yield encoder.encode(`${start.slice(0, -1)},"sites":[`)
  for (const [at, site] of sites.entries()) yield encoder.encode(`${at === 0 ? '' : ','}\n${JSON.stringify(site)}`)
  yield encoder.encode('\n]}\n')
}

function progressLine(done: number, all: number, milliseconds: number): string {
  const left = ((milliseconds / done) * (all - done)) / 1000
  return `${counted(done, 'site')} of ${all.toLocaleString('en-US')}, ${Math.floor((100 * done) / all)}%, ${clock(left)} left`
}

function summaryText(
  { sites, people, people_summed, without_people }: Sites,
  file: string,
  failed: readonly { readonly row: number; readonly reason: string }[],
  rough: number,
): string {
  const lines = [
    `${file}: ${counted(sites.length, 'site')}, ${people.toLocaleString('en-US')} people, each counted once (${people_summed.toLocaleString('en-US')} when the sites are added up).`,
    without_people > 0 ? `Nobody lives in ${counted(without_people, 'site')}.` : '',
    rough > 0
      ? `${counted(rough, 'address')} located with an uncertainty larger than the radius.`.replace(
          'addresss',
          'addresses',
        )
      : '',
    failed.length > 0
      ? `${counted(failed.length, 'row')} could not be located. The first is row ${failed[0].row}: ${failed[0].reason}`
      : '',
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const METERS: Readonly<Record<string, number>> = { m: 1, km: 1000, mi: 1609.344, ft: 0.3048 }

/** Parses a distance such as `1mi`, `0.5 km`, `500m` or `2640ft`. A number without a unit is in meters. */
function readDistance(text: string): number {
  const [, number, unit = 'm'] = /^(\d*\.?\d+)\s*(m|km|mi|ft)?$/i.exec(text.trim()) ?? []
  const meters = Number(number) * METERS[unit.toLowerCase()]
  if (meters >= 1 && meters <= WIDEST_SITE) return meters
  throw new UsageError(
    `--radius: expected a distance of 1 m to ${WIDEST_SITE / 1000} km, got '${text.trim().slice(0, 80)}'.`,
    'For example: --radius 1mi, 500m, 2km or 2640ft',
  )
}

function readOutput(text: string): Options['out'] {
  const file = text.trim()
  const format = FORMATS.find((format) => extname(file).toLowerCase() === `.${format}`)
  if (format !== undefined) return { file, format }
  throw new UsageError(
    `The format of the output '${file}' is unknown.`,
    'Name a file that ends in .html, .csv, .json or .parquet.',
  )
}
