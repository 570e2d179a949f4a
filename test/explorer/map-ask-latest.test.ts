import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askLatest } from '../../src/explorer/map/ask-latest.ts'

describe('the latest question', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is asked after the one on its way; those in between are not', async () => {
    const asked: number[] = []
    const told: number[] = []
    const latest = askLatest(
      async (n: number) => {
        asked.push(n)
        return 10 * n
      },
      (answer) => told.push(answer),
      60,
    )
    for (const n of [1, 2, 3, 4]) latest.ask(n)
    expect(asked).toEqual([1])
    await vi.advanceTimersByTimeAsync(59)
    expect(asked).toEqual([1])
    expect(told).toEqual([10])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual([1, 4])
    expect(told).toEqual([10, 40])
    await vi.advanceTimersByTimeAsync(600)
    expect(asked).toEqual([1, 4])
    latest.ask(5)
    expect(asked).toEqual([1, 4, 5])
  })

  it('that was forgotten is not told, and one that fails does not stop the next', async () => {
    const told: number[] = []
    const answers: ((answer: number) => void)[] = []
    const latest = askLatest(
      (n: number) =>
        n < 0 ? Promise.reject(new Error('no')) : new Promise<number>((resolve) => answers.push(resolve)),
      (answer) => told.push(answer),
      60,
    )
    latest.ask(1)
    latest.forget()
    answers[0](1)
    await vi.advanceTimersByTimeAsync(60)
    latest.ask(-1)
    await vi.advanceTimersByTimeAsync(60)
    latest.ask(2)
    answers[1](2)
    await vi.advanceTimersByTimeAsync(60)
    expect(told).toEqual([2])
  })
})
