import { hostname } from 'node:os'

/** A process, as a lock names it. */
export interface Holder {
  readonly pid: number
  readonly host: string
}

/** What this process writes into its locks. */
export function signature(): string {
  return `${process.pid} ${hostname()}\n`
}

/** Who signed the text of a lock; undefined: nobody whom it names. */
export function holderIn(text: string): Holder | undefined {
  const [, pid, host] = /^(\d+) (.*)\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host }
}

/** Whether the holder was a process of this machine that has ended; of other machines nothing is known. */
export function hasEnded({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
