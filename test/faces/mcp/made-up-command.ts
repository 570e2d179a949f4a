import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/**
 * `made-up-cli.ts` as one file of JavaScript in `dist`, where it finds data and explorer; it starts ten times as fast
 * as its sources.
 */
export const madeUpCommand = fileURLToPath(new URL(`../../../dist/made-up-cli-${process.pid}.mjs`, import.meta.url))

buildSync({
  entryPoints: [fileURLToPath(new URL('./made-up-cli.ts', import.meta.url))],
  outfile: madeUpCommand,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
})
process.once('exit', () => rmSync(madeUpCommand, { force: true }))
