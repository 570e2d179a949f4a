#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { run } from './cli/run.ts'
import { hasColour, hasUnicode } from './cli/terminal.ts'

const { stdout, stderr, env, platform } = process

// A reader that has seen enough (`vicinage dimensions | head -1`) is no failure.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    // Whoever was writing says what to do about it, if it is standard output that is full.
    if (stream === stdout) stderr.write(`vicinage: Standard output cannot be written (${error.code}).\n`)
    process.exit(1)
  })

process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => void stdout.write(text),
  stderr: (text) => void stderr.write(text),
  columns: stdout.isTTY ? stdout.columns || undefined : undefined,
  colour: hasColour(env, stdout.isTTY === true),
  unicode: hasUnicode(env, platform),
  version: (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
    .version,
  // Not imported at the start: help and refusals need none of it.
  open: async (options) => (await import('./open.ts')).openVicinage(options),
})
