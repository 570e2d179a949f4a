/** The command line as a process of its own, with made-up answers in place of the data. */

import { run } from '../../../src/faces/cli/run.ts'
import { exitOnEpipe } from '../../../src/faces/cli/terminal.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { madeUp } from '../cli/console.ts'

exitOnEpipe()
process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  columns: undefined,
  color: false,
  unicode: true,
  version: '9.8.7',
  open: async () => madeUp as unknown as Vicinage,
})
