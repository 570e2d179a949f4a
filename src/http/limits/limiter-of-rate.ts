import type { Rate } from '../keys.ts'
import { LimitsError } from './limits-error.ts'

/** Seconds. Timers of JavaScript end at 24 days: the limiter in memory would let everything through beyond. */
const LONGEST = 86_400

/** One limiter for each rate, named `50/60`. The function throws a `LimitsError` for a rate that none can keep. */
export function limiterOfRate<L>(make: (rate: Rate, name: string) => L): (rate: Rate) => L {
  const limiters = new Map<string, L>()
  // Keys that are read again have new rates of the same names.
  const known = new WeakMap<Rate, L>()
  return (rate) => {
    const before = known.get(rate)
    if (before !== undefined) return before
    const name = `${rate.requests}/${rate.seconds}`
    let limiter = limiters.get(name)
    if (limiter === undefined) {
      refuseOdd(rate, name)
      limiter = make(rate, name)
      limiters.set(name, limiter)
    }
    known.set(rate, limiter)
    return limiter
  }
}

function refuseOdd({ requests, seconds }: Rate, name: string): void {
  if (
    Number.isSafeInteger(requests) &&
    requests >= 0 &&
    Number.isInteger(seconds) &&
    seconds >= 1 &&
    seconds <= LONGEST
  )
    return
  throw new LimitsError(`The rate ${name} cannot be kept: give whole requests in 1 to ${LONGEST} whole seconds.`)
}
