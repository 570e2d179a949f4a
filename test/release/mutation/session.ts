import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './operators.ts'

/** Request to `session-process.mjs`. */
export interface Request {
  /** Test files, relative to the root of the repository. */
  readonly tests: readonly string[]
  readonly change?: Pick<Mutant, 'start' | 'end' | 'replacement'> & { readonly file: string }
  /** Marks the sources in these folders, and writes the blocks that run into a file. */
  readonly marks?: { readonly folders: readonly string[]; readonly output: string }
}

export interface Answer {
  readonly isPassed: boolean
  /** Processor time on Linux, elapsed time on other systems. */
  readonly milliseconds: number
  /** Test file that failed. */
  readonly failed?: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Factor by which a run may exceed its processor time, for busy machines and tests that wait. */
const WAITING = 6

/** A process that runs tests. It is restarted if tests do not end in time. */
export class Session {
  private child: ChildProcess | null = null

  /**
   * Runs tests. Returns null if they did not end within `limit` milliseconds of processor time, or within six times as
   * much elapsed time.
   */
  async run(request: Request, limit: number): Promise<Answer | null> {
    this.child ??= await started()
    const { child } = this
    const before = getTime(child.pid!)
    const began = performance.now()
    const spent = () => getTime(child.pid!) - before
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setInterval(() => {
        if (spent() > limit || performance.now() - began > WAITING * limit) resolve(null)
      }, 500)
      // A change can end the process of the tests, too.
      child.once('exit', () => resolve(null))
    })
    child.send(request)
    const answer = await Promise.race([once(child, 'message').then(([message]) => message as Answer), late])
    clearInterval(timer)
    child.removeAllListeners('exit')
    if (answer === null) this.end()
    return answer && { ...answer, milliseconds: spent() }
  }

  end(): void {
    // The process has its own process group, so that its workers end with it.
    if (this.child?.exitCode === null) process.kill(-this.child.pid!, 'SIGKILL')
    this.child = null
  }
}

async function started(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('session-process.mjs', import.meta.url))
  const child = fork(file, { cwd: root, execArgv: [], detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}

/**
 * Returns the milliseconds of processor time that a group of processes has used, so that limits mean the same on a busy
 * machine. On systems other than Linux, returns elapsed time.
 */
function getTime(group: number): number {
  if (process.platform !== 'linux') return performance.now()
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // Fields of proc(5) after the name in parentheses: the group, and the times with those of ended children.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[2]) !== group) continue
      for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {
      // The process has ended.
    }
  }
  return ticks * 10
}
