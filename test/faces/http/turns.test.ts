import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Turns } from '../../../src/faces/http/turns.ts'

/** Simulated time, so that a pause of the machine is not mistaken for work. */
let now = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function busyFor(milliseconds: number): void {
  now += milliseconds
}

/** Resolves in the next turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('computations on a single thread', () => {
  it('run immediately while there are few, and throw their errors', () => {
    const turns = new Turns()
    expect(turns.take('sum', () => 2 + 2)).toBe(4)
    expect(() => turns.take('sum', () => JSON.parse('{'))).toThrow(SyntaxError)
  })

  it('wait for later turns, in order, if they are slow, while fast computations run immediately', async () => {
    const turns = new Turns()
    const order: string[] = []
    const slow = Array.from({ length: 20 }, (_, i) =>
      turns.take('slow', () => {
        busyFor(3)
        order.push(`slow ${i}`)
        return i
      }),
    )
    // The first two tasks use up the turn's time.
    expect(order).toEqual(['slow 0', 'slow 1'])
    expect(turns.take('quick', () => 'at once')).toBe('at once')
    await nextTurn()
    expect(order).toEqual(['slow 0', 'slow 1', 'slow 2', 'slow 3'])
    expect(turns.take('quick', () => 'at once')).toBe('at once')
    expect(await Promise.all(slow)).toEqual(Array.from({ length: 20 }, (_, i) => i))
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => `slow ${i}`))
  })

  it('that fail in a later turn are rejected, without affecting the next computation', async () => {
    const turns = new Turns()
    const slow = (fails: boolean) =>
      turns.take('slow', () => {
        busyFor(5)
        if (fails) throw new RangeError('too far')
        return 'given'
      })
    const answers = [slow(false), slow(true), slow(false)]
    expect(await Promise.allSettled(answers)).toEqual([
      { status: 'fulfilled', value: 'given' },
      { status: 'rejected', reason: new RangeError('too far') },
      { status: 'fulfilled', value: 'given' },
    ])
  })
})
