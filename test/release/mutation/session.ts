import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
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
  readonly milliseconds: number
  /** Test file that failed. */
  readonly failed?: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A process that runs tests, started anew when tests did not end in time. */
export class Session {
  private child: ChildProcess | null = null

  /** Returns null if the tests did not end within the milliseconds. */
  async run(request: Request, limit: number): Promise<Answer | null> {
    this.child ??= await started()
    const { child } = this
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, limit, null)
      // A change can end the process of the tests, too.
      child.once('exit', () => resolve(null))
    })
    child.send(request)
    const answer = await Promise.race([once(child, 'message').then(([message]) => message as Answer), late])
    clearTimeout(timer)
    child.removeAllListeners('exit')
    if (answer === null) this.end()
    return answer
  }

  end(): void {
    // The process has a group of its own, so that its workers end with it.
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
