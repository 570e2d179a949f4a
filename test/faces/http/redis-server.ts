import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const command = 'redis-server'

/** Returns whether this machine can run Redis. If it cannot, prints a warning that tests are skipped. */
export function hasRedis(): boolean {
  const installed = spawnSync(command, ['--version']).status === 0
  if (!installed) console.warn(`skipped: ${command} is not installed`)
  return installed
}

export interface RedisServer {
  readonly port: number
  readonly process: ChildProcess
  /** Kills the server, as a crash would. Its data is lost. */
  kill(): Promise<void>
}

/** Starts a Redis in memory on the loopback address. With `port`, it replaces a server that was killed. */
export async function startRedis(options: { port?: number; args?: readonly string[] } = {}): Promise<RedisServer> {
  const port = options.port ?? (await freePort())
  const directory = mkdtempSync(join(tmpdir(), 'vicinage-redis-'))
  const where = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory]
  const child = spawn(command, [...where, '--save', '', '--appendonly', 'no', ...(options.args ?? [])])
  const ended = once(child, 'exit')
  try {
    await ready(child)
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  return {
    port,
    process: child,
    async kill() {
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (bytes) => {
      output += bytes
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`redis-server ended: ${output}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
