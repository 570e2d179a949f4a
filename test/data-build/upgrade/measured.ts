import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/** Runs the built command line; how it ended, what it said, and the most memory that it took, in MB. */
export function measured(...args: readonly string[]) {
  const tell = 'process.on("exit",()=>process.stderr.write("<"+process.resourceUsage().maxRSS+">"))'
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, cli, ...args],
    { encoding: 'utf8', timeout: 300_000 },
  )
  return { status, said: stdout + stderr, megabytes: Number(/<(\d+)>/.exec(stderr)?.[1]) / 1024 }
}
