import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { commandFixture } from '../../mcp/fixtures/command.ts'

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

export interface ChildService {
  readonly child: ChildProcessWithoutNullStreams
  readonly port: number
  readonly url: string
  /** Standard output so far. */
  out(): string
  /** Standard error so far. */
  err(): string
  /** Resolves when the process has ended and all its output has been read. */
  readonly ended: Promise<Ended>
}

const children: ChildProcessWithoutNullStreams[] = []

/** The built command line with the real data, which worker threads of the service can open. */
export const builtCommand = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url))

/** Runs the command line as a child process, by default with a fixture in place of the data. */
export function runCommand(args: readonly string[], command = commandFixture) {
  const child = spawn(process.execPath, [command, ...args])
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, ...said }))
  return { child, said, ended }
}

/** Starts `vicinage serve` on a free port and returns once it prints its address. */
export async function startService(args: readonly string[], command?: string): Promise<ChildService> {
  const { child, said, ended } = runCommand(['serve', '--port', '0', ...args], command)
  let exited = false
  child.once('close', () => {
    exited = true
  })
  for (;;) {
    const url = /answers at (http:\S+)\/v1/.exec(said.err)?.[1]
    if (url !== undefined)
      return { child, url, port: Number(new URL(url).port), out: () => said.out, err: () => said.err, ended }
    if (exited) throw new Error(`vicinage serve ended: ${said.err}`)
    await Promise.race([once(child.stderr, 'data'), ended])
  }
}

/** Kills the processes that a test has left running. */
export async function endChildren(): Promise<void> {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }),
  )
}
