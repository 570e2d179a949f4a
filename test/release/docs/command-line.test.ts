import { expect, it } from 'vitest'
import { consoleOf } from '../../faces/cli/console.ts'

/** Text of the page above the commands. */
const HEAD = `# Command line

\`vicinage COMMAND --help\` prints the help of a command. This page has the help of all commands.

- A place is \`LAT LON\`, \`LAT,LON\`, or an address, ZIP or city in one line.
- Options can come before, between or after the other arguments.
- \`--json\` prints JSON for other programs: [output of --json](json.md).
- \`vicinage completion bash|zsh|fish\` prints a script that completes commands and options in your shell.

| exit code | meaning |
|---|---|
| 0 | The command succeeded. |
| 1 | The command failed, for example because data cannot be read, the disk is full or a connection was lost. |
| 2 | The command line or an input file is not usable. |
| 3 | Nothing was found. The answer has no score, area, school, district, edge or name, or the command line names something that does not exist. An answer without a result is still printed. |

\`pipe\` exits with 0 even if no row has a score. \`keys list\`, \`streets list\` and \`layer list\` exit with 0 even if the list is
empty.
`

const helpOf = async (...path: readonly string[]) =>
  (await consoleOf([...path, '--help'])).out
    // Global options and exit codes are listed once, at the top of the page.
    .replace(/^Global Options:\n(?: .*\n)+\n?/m, '')
    .replace(/^Exit codes: .*\n(?: .*\n)*/m, '')
    .trim()

const namesIn = (help: string) =>
  [...help.matchAll(/^ {2}([a-z][a-z-]*)(?= {2,}| \[|$)/gm)].map(([, name]) => name).filter((name) => name !== 'help')

it('the command-line page matches the help', async () => {
  const all = (await consoleOf(['--help'])).out.trim()
  const sections: string[] = []
  for (const name of namesIn(all.split('A place:')[1])) {
    const help = await helpOf(name)
    sections.push(`## ${name}\n\n\`\`\`text\n${help}\n\`\`\``)
    for (const below of namesIn(help.split('Commands:')[1]?.split('Examples:')[0] ?? ''))
      sections.push(`### ${name} ${below}\n\n\`\`\`text\n${await helpOf(name, below)}\n\`\`\``)
  }
  const page = `${HEAD}\n\`\`\`text\n${all}\n\`\`\`\n\n${sections.join('\n\n')}\n`
  // Update the page with: npx vitest run --project fast test/release/docs/command-line.test.ts --update
  await expect(page).toMatchFileSnapshot('../../../docs/reference/command-line.md')
})
