import { expect, it } from 'vitest'
import { consoleOf } from '../../faces/cli/console.ts'

/** Text of the page above the commands. */
const HEAD = `# Command line

Every command prints its help with \`--help\`; this page is that help. \`vicinage completion bash|zsh|fish\` completes commands and options in a shell.
A place is \`LAT LON\`, \`LAT,LON\`, or an address, ZIP or city in one line. Numbers, lists and paths may stand in any order among the options.
[Output of --json](json.md) shows what programs read.

| exit code | when |
|---|---|
| 0 | the command did what it was asked for |
| 1 | it failed: data that cannot be read, a full disk, a lost connection |
| 2 | the command line, or a file that it names, cannot be used |
| 3 | nothing was found: the answer holds no score, area, school, district, edge or name; or the command line names an address, area, school or district that does not exist. The answer, if there is one, is printed |

\`pipe\` ends with 0 even if no row has a score, and so do lists of your own keys, streets and layers if they are empty.
`

const helpOf = async (...path: readonly string[]) =>
  (await consoleOf([...path, '--help'])).out
    // Global options and exit codes are listed once, at the top of the page.
    .replace(/^Global Options:\n(?: .*\n)+\n?/m, '')
    .replace(/^Exit codes: .*\n(?: .*\n)*/m, '')
    .trim()

const namesIn = (help: string) =>
  [...help.matchAll(/^ {2}([a-z][a-z-]*)(?= {2,}| \[|$)/gm)].map(([, name]) => name).filter((name) => name !== 'help')

it('the page of the command line matches the help', async () => {
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
