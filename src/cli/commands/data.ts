import type { Command } from 'commander'
import { counted } from '../../errors.ts'
import { type CoveredState, coveredStates } from '../../states.ts'
import { readDimensions } from '../arguments.ts'
import type { Session } from '../session.ts'
import { untilToldToStop } from '../stopping.ts'
import { UsageError } from '../usage-error.ts'
import { dataStatusCommands } from './data-status.ts'
import { dataUpgradeCommand } from './data-upgrade.ts'

interface CopyOptions {
  readonly out: string
  readonly dimensions?: string
  readonly states?: string
  readonly schools?: boolean
  readonly geocoder?: boolean
  readonly explorer?: boolean
  readonly force?: boolean
}

/** `vicinage data copy`: a smaller folder of the data for an application. */
export function dataCommand(program: Command, session: Session): void {
  const data = program
    .command('data')
    .description(
      'upgrade scores from newer official maps, tell what they rest on, or copy the data that an application needs',
    )
  dataUpgradeCommand(data, session)
  dataStatusCommands(data, session)
  data
    .command('copy')
    .description('write a smaller data folder, for openVicinage({ data }): all scores, unless options say which')
    .usage('[options] --out DIR')
    .requiredOption('--out <dir>', 'the folder to write, such as public/vicinage-data', readFolder)
    .option('--dimensions <ids>', 'these scores only: walkability,flood')
    .option('--states <codes>', `these states only: ${coveredStates.map(({ postal }) => postal).join(',')}`)
    .option('--schools', 'schools and school districts, too')
    .option('--geocoder', 'what finds addresses, too')
    .option('--explorer', 'the background of the map, too')
    .option('--force', 'replace data that the folder holds')
    .action(async ({ out, dimensions, states, schools, geocoder, explorer, force }: CopyOptions) => {
      const choice = {
        dimensions: dimensions === undefined ? null : readDimensions(dimensions),
        states: states === undefined ? null : readStates(states),
        schools: schools === true,
        geocoder: geocoder === true,
        explorer: explorer === true,
      }
      const { copyData, DataCopyError } = await import('../../data-copy/write-data.ts')
      const { files, bytes } = await untilToldToStop((signal) =>
        copyData(session.data(), out, choice, { force: force === true, signal, userData: session.userData() }).catch(
          (error) => {
            throw error instanceof DataCopyError ? new UsageError(error.message, error.hint) : error
          },
        ),
      )
      session.print(`${out}: ${counted(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB.\n`)
    })
}

function readStates(given: string): CoveredState[] {
  const codes = new Set(given.split(',').map((code) => code.trim().toUpperCase()))
  return Array.from(codes, (code) => {
    const state = coveredStates.find(({ postal }) => postal === code)
    if (state !== undefined) return state
    const known = coveredStates.map(({ postal }) => postal).join(', ')
    throw new UsageError(`The data do not know the state '${code}'.`, `They know: ${known}`)
  })
}

function readFolder(given: string): string {
  if (given.trim() === '') throw new UsageError('--out is empty.', 'Name the folder to write: --out DIR')
  return given
}
