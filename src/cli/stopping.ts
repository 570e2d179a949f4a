/** Ctrl-C and SIGTERM are told to what runs, by the name of the signal; the second one ends the process as usual. */
export async function untilToldToStop<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const off = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    off()
    controller.abort(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  return run(controller.signal).finally(off)
}
