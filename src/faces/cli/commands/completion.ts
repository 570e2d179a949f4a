import { Argument, type Command } from 'commander'
import { dimensions } from '../../../answers/dimensions/catalog.ts'
import { FINENESS } from '../../../answers/geocode/layers.ts'
import { coveredStates } from '../../../base/states.ts'
import type { Session } from '../session.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `vicinage completion SHELL`: prints the script that completes commands, options and their values in a shell. */
export function completionCommand(program: Command, session: Session): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and dimensions in your shell')
    .usage('[options] bash|zsh|fish')
    .addArgument(new Argument('<shell>', 'the shell to print the script for').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => session.print(scripts[shell](getEntries(program))))
}

/** A command and the words that may follow it. */
interface Entry {
  /** The command, such as `score` or `data upgrade`; empty for the program itself. */
  readonly path: string
  readonly commands: readonly Word[]
  readonly options: readonly (Word & { readonly values: readonly string[] })[]
  /** Values of the command's first argument. */
  readonly values: readonly string[]
}

interface Word {
  readonly name: string
  readonly description: string
}

function getEntries(program: Command): readonly Entry[] {
  const shown = program.createHelp()
  const getEntry = (command: Command, path: string): Entry => ({
    path,
    commands: shown.visibleCommands(command).map((below) => ({ name: below.name(), description: below.description() })),
    options: [...shown.visibleOptions(command), ...(command === program ? [] : shown.visibleOptions(program))].flatMap(
      ({ long, description, argChoices }) =>
        long ? [{ name: long, description, values: argChoices ?? OPTION_VALUES[long] ?? [] }] : [],
    ),
    values: command.registeredArguments[0]?.argChoices ?? ARGUMENT_VALUES[command.name()] ?? [],
  })
  return [
    getEntry(program, ''),
    ...program.commands.flatMap((command) => [
      getEntry(command, command.name()),
      ...command.commands.map((below) => getEntry(below, `${command.name()} ${below.name()}`)),
    ]),
  ]
}

const DIMENSION_IDS = dimensions.map(({ id }) => id)
/** Values of options that have no choices in commander. */
const OPTION_VALUES: Readonly<Record<string, readonly string[]>> = {
  '--dimensions': DIMENSION_IDS,
  '--states': coveredStates.map(({ postal }) => postal),
  '--level': ['elementary', 'middle', 'high'],
  '--format': ['csv', 'ndjson', 'parquet'],
  '--min-layer': Object.keys(FINENESS),
}
const ARGUMENT_VALUES: Readonly<Record<string, readonly string[]>> = {
  explain: DIMENSION_IDS,
  rank: DIMENSION_IDS,
  map: DIMENSION_IDS,
  edge: [...DIMENSION_IDS, 'districts', 'zip', 'city'],
  upgrade: ['all', 'fire', 'flood', 'streets', 'districts', 'areas', 'base-map', 'schools'],
}

const scripts = { bash, zsh, fish }

/**
 * Builds the branches of a shell `case` statement: the words that may follow a command, and the values of an option.
 */
function cases(entries: readonly Entry[]) {
  const commands = entries.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
  const words = entries.map(({ path, commands, options, values }) => {
    const all = [...commands.map(({ name }) => name), ...values, ...options.map(({ name }) => name)]
    return `      "${path}") words="${all.join(' ')}" ;;`
  })
  const values = new Map(
    entries.flatMap(({ options }) => options.map((option) => [option.name, option.values] as const)),
  )
  const options = [...values]
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `    ${name}) words="${values.join(' ')}" ;;`)
  return { commands: commands.join('|'), words: words.join('\n'), options: options.join('\n') }
}

function bash(entries: readonly Entry[]): string {
  const { commands, words, options } = cases(entries)
  return `# vicinage completion for bash: vicinage completion bash >> ~/.bashrc
_vicinage() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${commands}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$before" in
${options}
  esac
  if [ -z "$words" ]; then
    case "$path" in
${words}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vicinage vicinage
`
}

function zsh(entries: readonly Entry[]): string {
  const { commands, words, options } = cases(entries)
  return `#compdef vicinage
# vicinage completion for zsh: vicinage completion zsh > FOLDER/_vicinage, where FOLDER is in $fpath
_vicinage() {
  local before="\${words[CURRENT-1]}" at="" word words_before=("\${(@)words[2,CURRENT-1]}")
  for word in $words_before; do
    case "\${at:+$at }$word" in
      ${commands}) at="\${at:+$at }$word" ;;
    esac
  done
  local found=""
  case "$before" in
${options.replaceAll('words=', 'found=')}
  esac
  if [[ -z "$found" ]]; then
    case "$at" in
${words.replaceAll('words=', 'found=')}
    esac
  fi
  compadd -- \${=found} || _files
}
if [ "$funcstack[1]" = "_vicinage" ]; then _vicinage "$@"; else compdef _vicinage vicinage; fi
`
}

function fish(entries: readonly Entry[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const names = entries[0].commands.map(({ name }) => name).join(' ')
  const lines = entries.flatMap(({ path, commands, options, values }) => {
    const [first, second] = path.split(' ')
    const seen = second === undefined ? first : `${first}; and __fish_seen_subcommand_from ${second}`
    const below = commands.map(({ name }) => name).join(' ')
    const not = below === '' ? '' : `; and not __fish_seen_subcommand_from ${below}`
    const when = path === '' ? `not __fish_seen_subcommand_from ${names}` : `__fish_seen_subcommand_from ${seen}${not}`
    return [
      ...commands.map(
        ({ name, description }) => `complete -c vicinage -f -n ${quoted(when)} -a ${name} -d ${quoted(description)}`,
      ),
      ...(values.length === 0 ? [] : [`complete -c vicinage -n ${quoted(when)} -a ${quoted(values.join(' '))}`]),
      ...options.map(({ name, description, values }) => {
        const value = values.length === 0 ? '' : ` -x -a ${quoted(values.join(' '))}`
        return `complete -c vicinage -n ${quoted(when)} -l ${name.slice(2)}${value} -d ${quoted(description)}`
      }),
    ]
  })
  return `# vicinage completion for fish: vicinage completion fish > ~/.config/fish/completions/vicinage.fish
${lines.join('\n')}
`
}
