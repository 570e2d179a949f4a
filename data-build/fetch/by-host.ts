/** Runs `work` while nobody else does for the same host; who asked first goes first. */
export type HostTurns = <T>(host: string, work: () => Promise<T>) => Promise<T>

/** Turns that last one request each, so that a redirect to a busy host waits there as well. */
export function hostTurns(): HostTurns {
  const last = new Map<string, Promise<unknown>>()
  return (host, work) => {
    const mine = (last.get(host) ?? Promise.resolve()).then(work)
    last.set(
      host,
      mine.catch(() => undefined),
    )
    return mine
  }
}

/**
 * Works through the items: those of one host one after the other in their order, different hosts at the same time,
 * `hosts` of them at most. The results come back in the order of the items.
 */
export async function eachByHost<Item, Result>(
  items: readonly Item[],
  hostOf: (item: Item) => string,
  hosts: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queues = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const host = hostOf(item)
    queues.set(host, [...(queues.get(host) ?? []), index])
  }
  // The longest queue first: it decides when all is done.
  const waiting = [...queues.values()].sort((a, b) => b.length - a.length)
  const results: Result[] = new Array(items.length)
  const worker = async () => {
    for (let queue = waiting.shift(); queue; queue = waiting.shift()) {
      for (const index of queue) results[index] = await work(items[index])
    }
  }
  await Promise.all(Array.from({ length: Math.min(hosts, waiting.length) }, worker))
  return results
}
