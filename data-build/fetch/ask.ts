import { reasonOf } from '../read/source-error.ts'
import type { HostTurns } from './by-host.ts'
import { type IdleWatch, idleWatch } from './idle-watch.ts'
import type { FetchSettings } from './settings.ts'
import { TransferError } from './transfer-error.ts'

/** What all requests of a run share. */
export interface Asking {
  readonly settings: FetchSettings
  readonly turns: HostTurns
  /** Aborted when the user interrupts. */
  readonly interrupted: AbortSignal
}

export interface Answer {
  readonly response: Response
  /** Where it came from in the end. */
  readonly finalUrl: string
  /** Whether all steps there were permanent (301, 308): then the catalogue should follow. */
  readonly movedForGood: boolean
  readonly watch: IdleWatch
}

const MOST_MOVES = 5
const MOVED = [301, 302, 303, 307, 308]

/**
 * Asks an address with GET, follows what moved, and gives the answer to `receive` while the host's turn lasts.
 * Throws a `TransferError` when nothing answers, or when the file moves in a circle, too often or from https to http.
 */
export async function ask<T>(
  address: string,
  headers: Readonly<Record<string, string>>,
  { settings, turns, interrupted }: Asking,
  receive: (answer: Answer) => Promise<T>,
): Promise<T> {
  const seen = new Set<string>()
  let url = new URL(address)
  let movedForGood = true
  for (;;) {
    seen.add(url.href)
    const from = url
    const step = await turns(url.hostname, async () => {
      const watch = idleWatch(settings.idleMs, interrupted)
      try {
        const response = await fetch(from, { headers, redirect: 'manual', signal: watch.signal })
        watch.heard()
        if (!MOVED.includes(response.status)) {
          return { received: await receive({ response, finalUrl: from.href, movedForGood, watch }) }
        }
        movedForGood &&= response.status === 301 || response.status === 308
        return { next: nextOf(response, from) }
      } catch (thrown) {
        throw watch.signal.aborted ? (watch.signal.reason ?? thrown) : asTransferError(thrown, from)
      } finally {
        watch.end()
      }
    })
    if (step.next === undefined) return step.received as T
    if (seen.has(step.next.href)) throw new TransferError(`the address moves in a circle, back to ${step.next.href}`)
    if (seen.size > MOST_MOVES) throw new TransferError(`the address moves more than ${MOST_MOVES} times`)
    url = step.next
  }
}

function nextOf(response: Response, from: URL): URL {
  const location = response.headers.get('location')
  if (!location || !URL.canParse(location, from)) {
    throw new TransferError(`status ${response.status} (moved) without an address to go to`)
  }
  const next = new URL(location, from)
  next.hash = ''
  if (next.protocol !== from.protocol && next.protocol !== 'https:') {
    throw new TransferError(`the address moves from ${from.protocol}// to ${next.href}, which is not followed`)
  }
  return next
}

/** Names that do not exist and certificates that do not hold stay so; all else on the way may pass. */
function asTransferError(thrown: unknown, url: URL): unknown {
  if (!(thrown instanceof TypeError) || thrown.cause === undefined) return thrown
  const cause = thrown.cause as { code?: string; message?: string } | undefined
  const code = cause?.code ?? ''
  const lasting = code === 'ENOTFOUND' || code.startsWith('ERR_TLS') || /CERT|SELF_SIGNED/.test(code)
  const words = cause?.message || code || reasonOf(thrown)
  return new TransferError(`${url.hostname}: ${words}`, { again: !lasting, cause: thrown })
}
