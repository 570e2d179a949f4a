import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/** Arguments of Node.js that run the built command line and print its peak memory at the end. */
function argumentsOf(args: readonly string[]): string[] {
  const tell = 'process.on("exit",()=>process.stderr.write("<"+process.resourceUsage().maxRSS+">"))'
  return ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, cli, ...args]
}

const megabytesIn = (said: string) => Number(/<(\d+)>/.exec(said)?.[1]) / 1024

/** Runs the built command line. Returns its exit status, its output and its peak memory in MB. */
export function measured(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argumentsOf(args), {
    encoding: 'utf8',
    timeout: 300_000,
  })
  return { status, said: stdout + stderr, megabytes: megabytesIn(stderr) }
}

/**
 * Runs the built command line like `measured`, with a data home, while this process continues and may serve its
 * requests.
 */
export async function measuredBeside(home: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, argumentsOf(args), { env: { ...process.env, VICINAGE_DATA_HOME: home } })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdout.resume()
  const [status] = await once(child, 'close')
  return { status, said, megabytes: megabytesIn(said) }
}
