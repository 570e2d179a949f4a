#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { run } from './faces/cli/run.ts'
import { askYesNo, exitOnEpipe, hasColor, hasUnicode } from './faces/cli/terminal.ts'

const { stdout, stderr, env, platform } = process

/** `bugs` is only set in the published package. */
const { version, bugs } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
  readonly bugs?: string
}

exitOnEpipe()
process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => void stdout.write(text),
  stderr: (text) => void stderr.write(text),
  columns: stdout.isTTY ? stdout.columns || undefined : undefined,
  color: hasColor(env, stdout.isTTY === true),
  unicode: hasUnicode(env, platform),
  version,
  bugs,
  ask: process.stdin.isTTY && stderr.isTTY ? askYesNo : undefined,
  // Imported on demand, because help and error messages do not need this code.
  site: () => import('./explorer/site/index.ts'),
  open: async (options) => (await import('./library/open.ts')).openVicinage(options),
})
