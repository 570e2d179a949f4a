import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/**
 * Arguments of Node.js that run the built command line and print its peak memory at the end. On Linux, the peak is read
 * from /proc and counts from the start of the program. `maxRSS` would include the memory of the process that started
 * the program.
 */
function argumentsOf(args: readonly string[]): string[] {
  const tell = `import { existsSync, readFileSync } from 'node:fs'
    const kilobytes = () => existsSync('/proc/self/status')
      ? /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
      : process.resourceUsage().maxRSS
    process.on('exit', () => process.stderr.write('<' + kilobytes() + '>'))`
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
