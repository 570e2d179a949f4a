import { readFileSync } from 'node:fs'

/**
 * Tells of the first signal to stop, by its name; the second one ends the process as usual. A hang-up counts where it
 * is known that nobody asked to ignore it, as `nohup` does.
 *
 * @returns what stops listening
 */
export function onceToldToStop(told: (signal: NodeJS.Signals) => void): () => void {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(hearsHangUp() ? (['SIGHUP'] as const) : [])]
  const off = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    off()
    told(signal)
  }
  for (const signal of signals) process.on(signal, stop)
  return off
}

/** The same told to what runs. */
export async function untilToldToStop<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const off = onceToldToStop((signal) => controller.abort(signal))
  return run(controller.signal).finally(off)
}

/** Linux tells which signals a process was started to ignore, a bit each, SIGHUP the first. */
function hearsHangUp(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return ignored !== null && (Number.parseInt(ignored[1].slice(-1), 16) & 1) === 0
  } catch {
    return false
  }
}
