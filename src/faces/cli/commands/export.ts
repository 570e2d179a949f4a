import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { type Command, Option } from 'commander'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { counted } from '../../../base/errors.ts'
import { isDiskFault } from '../../../base/locks/disk-faults.ts'
import type { CoveredState } from '../../../base/states.ts'
import { EXPORT_FORMATS, EXPORT_KINDS, type ExportFormat, type ExportKind } from '../../batch/export/table.ts'
import { readDimensions, readState, renamedOption, statesOption } from '../arguments.ts'
import type { Session } from '../session.ts'
import { statusLine, untilToldToStop } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

interface Options {
  readonly by: ExportKind
  readonly states?: readonly CoveredState[]
  readonly dimensions?: readonly DimensionId[]
  readonly geometry?: true
  readonly out: Output
  readonly force?: true
  readonly quiet?: true
}

interface Output {
  readonly file: string
  readonly format: ExportFormat
}

/**
 * `vicinage export --by zip --out FILE`: writes a table of areas with their scores, for joins in databases and
 * warehouses.
 */
export function exportCommand(program: Command, session: Session): void {
  program
    .command('export')
    .description(
      'write a table of ZIPs, census areas, cities, school districts or H3 cells with their scores and population',
    )
    .usage('[options] --by KIND --out FILE')
    .addOption(new Option('--by <kind>', 'the kind of area in each row').choices(EXPORT_KINDS).makeOptionMandatory())
    .addOption(statesOption('only these states', readState))
    .addOption(renamedOption('--state <codes>', '--states'))
    .addOption(renamedOption('--output <file>', '--out'))
    .option('-d, --dimensions <ids>', 'only these dimensions, comma-separated (default: all)', readDimensions)
    .option(
      '--geometry',
      'add outlines of H3 cells, districts, ZIPs and cities, and the population center of other areas',
    )
    .requiredOption(
      '-o, --out <file>',
      'the file to write: .parquet (GeoParquet with --geometry), .csv or .geojson',
      readOutput,
    )
    .option('--force', 'overwrite an existing output')
    .option('--quiet', 'print no progress and no summary')
    .addHelpText('after', '\nFor joins in DuckDB, BigQuery, Snowflake and Spark, see docs/guide/warehouses.md')
    .action(async ({ by, states, dimensions, geometry, out: { file, format }, force, quiet }: Options) => {
      if (!force && existsSync(file)) throw new UsageError(`${file} already exists; use --force to overwrite.`)
      const { exportTable } = await import('../../batch/export/export-table.ts')
      const { say } = session
      const status = quiet ? null : statusLine(say, process.stderr.isTTY === true)
      let stopped: NodeJS.Signals | null = null
      const summary = await untilToldToStop(async (signal) => {
        const done = await exportTable({
          by,
          states: states?.map(({ postal }) => postal),
          dimensions,
          geometry: geometry === true || format === 'geojson',
          ...session.chosen(),
          output: file,
          format,
          version: session.version,
          onProgress: (rows) => status?.show(() => `${rows.toLocaleString('en-US')} rows`),
          signal,
        }).catch((error) => unwritable(file, error))
        stopped = signal.aborted ? (signal.reason as NodeJS.Signals) : null
        return done
      }).finally(() => status?.end())
      if (summary === null) {
        say(`vicinage: Stopped; ${file} was not written.\n`)
        // Re-raise the signal, so that a shell loop around the command stops too.
        process.kill(process.pid, stopped ?? 'SIGTERM')
        return
      }
      if (quiet) return
      const { rows, columns, bytes, metadataFile } = summary
      say(`${file}: ${counted(rows, 'row')}, ${columns} columns, ${(bytes / 1e6).toFixed(1)} MB\n`)
      if (metadataFile !== null) say(`${metadataFile}: sources and licenses\n`)
    })
}

function readOutput(text: string): Output {
  const file = text.trim()
  const format = EXPORT_FORMATS.find((format) => extname(file).toLowerCase() === `.${format}`)
  if (format !== undefined) return { file, format }
  throw new UsageError(
    `The format of the output '${file}' is unknown.`,
    'Name a file that ends in .parquet, .csv or .geojson.',
  )
}

function unwritable(file: string, error: unknown): never {
  const { code, syscall, path } = error as NodeJS.ErrnoException & { path?: string }
  if (syscall === undefined || path?.startsWith(file) === false || isDiskFault(error)) throw error
  if (code === 'ENOENT' || code === 'ENOTDIR') throw new UsageError(`The folder of ${file} does not exist.`)
  throw new UsageError(`${file} cannot be written: ${code}.`)
}
