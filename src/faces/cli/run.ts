import { Command, CommanderError, Option } from 'commander'
import type { Units } from '../../answers/dimensions/words.ts'
import {
  BundleError,
  type ErrorCode,
  NotLoadedError,
  UnexpectedError,
  ValidationError,
  VicinageError,
} from '../../base/errors.ts'
import { isDiskFault } from '../../base/locks/disk-faults.ts'
import { COVERAGE } from '../../base/states.ts'
import { getUserLayer, type UserLayer } from '../../library/user-data/folder.ts'
import { getReason } from '../http/redis/open-redis.ts'
import { notEmpty } from './arguments.ts'
import { areaCommand } from './commands/area.ts'
import { batchCommand } from './commands/batch.ts'
import { clusterCommand } from './commands/cluster.ts'
import { compareCommand } from './commands/compare.ts'
import { completionCommand } from './commands/completion.ts'
import { dataCommand } from './commands/data.ts'
import { dimensionsCommand } from './commands/dimensions.ts'
import { explainCommand } from './commands/explain.ts'
import { exploreCommand } from './commands/explore.ts'
import { exportCommand } from './commands/export.ts'
import { findCommand } from './commands/find.ts'
import { fitCommand } from './commands/fit.ts'
import { geocodeCommand, reverseCommand, suggestCommand } from './commands/geocode.ts'
import { geocoderCommand } from './commands/geocoder.ts'
import { keysCommand } from './commands/keys.ts'
import { layerCommand } from './commands/layer.ts'
import { mapCommand } from './commands/map.ts'
import { mcpCommand } from './commands/mcp.ts'
import { pageCommand } from './commands/page.ts'
import { pipeCommand } from './commands/pipe.ts'
import { rankCommand } from './commands/rank.ts'
import { reportCommand } from './commands/report.ts'
import { districtsCommand, schoolCommand } from './commands/school.ts'
import { districtSchoolsCommand, schoolsCommand } from './commands/schools.ts'
import { edgeCommand, scoreCommand } from './commands/score.ts'
import { serveCommand } from './commands/serve.ts'
import { sitesCommand } from './commands/sites.ts'
import { startCommand } from './commands/start.ts'
import { streetsCommand } from './commands/streets.ts'
import { completeHelp, HELP_WIDTH } from './help.ts'
import { type GlobalOptions, type Session, sessionOn } from './session.ts'
import { write } from './style.ts'
import { harmless, type Terminal } from './terminal.ts'

const examples = `
Examples:
  vicinage report 30.2672 -97.7431
  vicinage score 37.7599,-122.4148 --dimensions noise-levels --json
  vicinage explain flood 29.7604 -95.3698
  vicinage schools 37.7599,-122.4148 --level middle,high --limit 5
  vicinage geocode "1100 Congress Ave, Austin, TX 78701"`

/**
 * Runs the command line with the arguments that follow the program name.
 *
 * @returns the exit code: 0 for success; 3 if nothing was found, or if something that the command line names is not in
 * the data (see `NOTHING_FOUND`); 2 if the command line, or a file that it names, cannot be used; 1 for any other
 * failure, such as unreadable data, a full disk, a damaged input or a lost Redis connection
 */
export async function run(argv: readonly string[], streams: Terminal): Promise<number> {
  const terminal: Terminal = { ...streams, stderr: (text) => streams.stderr(harmless(text)) }
  let code = 0
  const program = commandLine(terminal, (end) => {
    code = end
  })
  try {
    await program.parseAsync(argv.map(hideFromOptions), { from: 'user' })
    return code
  } catch (error) {
    return report(error, program, argv, terminal)
  }
}

function commandLine(terminal: Terminal, endWith: Session['endWith']): Command {
  const program = new Command('vicinage')
  program
    .description(
      `Neighborhood scores, schools and school districts for any place in ${COVERAGE}, from data on this machine.`,
    )
    .version(terminal.version, '-v, --version', 'print the version')
    .addOption(
      new Option('--data <dir>', "data folder (default: the package's data)")
        .env('VICINAGE_DATA')
        .argParser(notEmpty('--data', 'Name the folder that contains manifest.json.')),
    )
    .option(
      '--no-user-data',
      'ignore your data folder, in which `vicinage streets add` and `vicinage data upgrade` store their data',
    )
    .addOption(
      new Option(
        '--units <units>',
        'units in text: US with metric in parentheses, or metric only (default: us)',
      ).choices(['us', 'metric'] satisfies Units[]),
    )
    .configureHelp({
      showGlobalOptions: true,
      // The program's own help lists the commands by name only, to save room. Each command's help explains its
      // arguments.
      subcommandTerm: (command) =>
        command.parent === program ? command.name() : `${command.name()} ${command.usage()}`,
    })
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .hook('preAction', (_, { processedArgs }) => {
      processedArgs.forEach((argument, i) => {
        if (typeof argument === 'string') processedArgs[i] = restoreArgument(argument)
      })
    })
    .addHelpText('after', examples)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => write(terminal, text),
      writeErr: terminal.stderr,
      outputError: () => {}, // `report` prints the error
      getOutHelpWidth: () => Math.min(session.style.width, HELP_WIDTH),
      getErrHelpWidth: () => Math.min(session.style.width, HELP_WIDTH),
      getOutHasColors: () => terminal.color,
      getErrHasColors: () => terminal.color,
    })
  const session = sessionOn(terminal, () => program.opts<GlobalOptions>(), endWith)
  for (const [title, commands] of commandGroups) {
    program.commandsGroup(title)
    for (const addTo of commands) addTo(program, session)
  }
  completeHelp(program)
  checkRequiredLast(program)
  return program
}

/**
 * Checks required options last. Commander checks them first, and would report a misspelled `--wihtin` as a missing
 * `--within`.
 */
function checkRequiredLast(program: Command): void {
  const required = new Map<Command, readonly Option[]>()
  for (const command of withSubcommands(program)) {
    const options = command.options.filter(({ mandatory }) => mandatory)
    for (const option of options) option.mandatory = false
    required.set(command, options)
  }
  program.hook('preAction', (_, command) => {
    for (const option of required.get(command) ?? [])
      if (command.getOptionValue(option.attributeName()) === undefined)
        command.error(`error: required option '${option.flags}' not specified`)
  })
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/** Commands in help order, grouped by heading. */
const commandGroups: readonly (readonly [string, readonly ((program: Command, session: Session) => void)[]])[] = [
  ['A place:', [reportCommand, pageCommand, scoreCommand, explainCommand, edgeCommand, fitCommand, compareCommand]],
  ['Schools and districts:', [schoolsCommand, schoolCommand, districtsCommand, districtSchoolsCommand]],
  ['Addresses:', [geocodeCommand, reverseCommand, suggestCommand]],
  ['Areas:', [areaCommand, rankCommand, findCommand, mapCommand, exportCommand]],
  ['Files:', [batchCommand, sitesCommand, pipeCommand, clusterCommand]],
  ['Services:', [serveCommand, keysCommand, mcpCommand, exploreCommand, startCommand]],
  ['Data:', [dimensionsCommand, dataCommand, streetsCommand, layerCommand, geocoderCommand]],
  ['Shell:', [completionCommand]],
]

/** Puts a space before `-97.7431` and `-97.7431,30.2672`, so that they are not parsed as options. */
function hideFromOptions(argument: string): string {
  return /^-\.?\d/.test(argument) ? ` ${argument}` : argument
}

/** Removes the space that `hideFromOptions` added, because the argument may be a file named `-1.csv`. */
function restoreArgument(argument: string): string {
  return argument.replace(/^ (?=-\.?\d)/, '')
}

/** Reports on stderr what went wrong and what to do. */
function report(thrown: unknown, program: Command, argv: readonly string[], terminal: Terminal): number {
  // The cause is the error thrown by Redis or the operating system.
  const error = thrown instanceof UnexpectedError ? thrown.cause : thrown
  const complain = (...lines: (string | undefined)[]) =>
    terminal.stderr(
      `${['vicinage:', ...lines]
        .filter((line) => line !== undefined)
        .join('\n')
        .replace('\n', ' ')}\n`,
    )
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (error.code !== 'commander.help') complain(asSentence(error.message), helpFor(program, argv))
    // Commander has printed the help, but no error message.
    else if (argv[0] === 'help') complain(`There is no command '${argv[1]}'.`)
    return 2
  }
  if (error instanceof NotLoadedError) {
    complain(error.fact, error.hint ?? copyHint(error))
    return error.exitCode
  }
  if (error instanceof VicinageError && error.exitCode !== 1) {
    const reason = error instanceof ValidationError ? error.message.replace(/[^.?]$/, '$&.') : error.message
    complain(reason, error.hint ?? helpFor(program, argv))
    return error.exitCode
  }
  if (error instanceof VicinageError) {
    complain(error.message, error instanceof BundleError ? repairHint(error) : error.hint)
    return 1
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Error && error.name === 'ReplyError') {
    const reason = getReason(error)
    // A transaction is aborted if one of its commands runs out of memory.
    const isFull = reason === 'OOM' || reason === 'EXECABORT'
    complain(
      `Redis refused a command (${reason}).`,
      isFull ? 'Redis may be full: raise its maxmemory, or remove old data.' : undefined,
    )
    return 1
  }
  if ((error as NodeJS.ErrnoException | null)?.syscall !== undefined) {
    complain(
      `Operating system error: ${message}.`,
      isDiskFault(error) ? 'Run the command again once the cause is fixed.' : undefined,
    )
    return 1
  }
  complain(`Unexpected error: ${message}`, 'This is a bug in vicinage: please report it with the command you ran.')
  return 1
}

/** Advice on repairing a damaged file, by user data folder. */
const REPAIRS: Readonly<Record<UserLayer, string>> = {
  streets: 'Repair it with `vicinage streets update`, or ignore it with --no-user-data',
  layers: 'Ignore it: --no-user-data',
  upgrades: 'Repair it with `vicinage data upgrade --again`, or ignore it with --no-user-data',
}

/** Options of `data copy` that add the missing data, by error code. */
const COPIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  schools_not_loaded: '--schools',
  districts_not_loaded: '--schools',
  geocoder_not_loaded: '--geocoder',
  areas_not_loaded: '--geocoder',
}

/** Returns a hint on how to get data that was omitted when the folder was copied. */
function copyHint({ code }: NotLoadedError): string | undefined {
  const option = COPIES[code]
  return option && `Copy the data again with ${option}, or use other data with \`vicinage --data DIR …\``
}

/** Returns a hint on how to repair a damaged user data bundle, or how to use other data. */
function repairHint({ path }: BundleError): string {
  const layer = path === undefined ? null : getUserLayer(path)
  return layer === null ? 'To use other data, run `vicinage --data DIR …`' : REPAIRS[layer]
}

/** Converts a Commander message such as `error: unknown option '--jsn'\n(Did you mean --json?)` to sentences. */
function asSentence(message: string): string {
  const [reason, ...more] = message.replace(/^error: /, '').split('\n')
  const suggestion = more.map((line) => ` ${line.replace(/^\((.*)\)$/, '$1')}`).join('')
  return `${reason[0].toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.${suggestion}`
}

function helpFor(program: Command, argv: readonly string[]): string {
  const names = ['vicinage']
  let command = program
  for (const word of argv) {
    const next = command.commands.find((subcommand) => subcommand.name() === word)
    if (next === undefined) continue
    names.push(word)
    command = next
  }
  return `Try: ${names.join(' ')} --help`
}
