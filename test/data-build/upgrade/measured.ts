import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/** Arguments of Node.js for the built command line, which then tells its memory when it ends. */
function argumentsOf(args: readonly string[]): string[] {
  const tell = 'process.on("exit",()=>process.stderr.write("<"+process.resourceUsage().maxRSS+">"))'
  return ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, cli, ...args]
}

const megabytesIn = (said: string) => Number(/<(\d+)>/.exec(said)?.[1]) / 1024

/** Runs the built command line; how it ended, what it said, and the most memory that it took, in MB. */
export function measured(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argumentsOf(args), {
    encoding: 'utf8',
    timeout: 300_000,
  })
  return { status, said: stdout + stderr, megabytes: megabytesIn(stderr) }
}

/** The same with a data home, while this process goes on and may serve what the command asks for. */
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
