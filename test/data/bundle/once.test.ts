import { describe, expect, it } from 'vitest'
import { once } from '../../../src/data/bundle/once.ts'

describe('once()', () => {
  it('calls the function on first use and returns the same value afterward', () => {
    let calls = 0
    const made = once(() => ({ call: ++calls }))
    expect(calls).toBe(0)
    expect(made()).toBe(made())
    expect(calls).toBe(1)
  })

  it('does not retry a failed function, which may have been partly executed', () => {
    let calls = 0
    const made = once(() => {
      throw new Error(`attempt ${++calls}`)
    })
    for (const _ of [1, 2]) expect(made).toThrow(new Error('attempt 1'))
    expect(calls).toBe(1)
  })
})
