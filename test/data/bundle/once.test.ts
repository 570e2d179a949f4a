import { describe, expect, it } from 'vitest'
import { once } from '../../../src/data/bundle/once.ts'

describe('what is made once', () => {
  it('is made at the first call, and the same at every other', () => {
    let calls = 0
    const made = once(() => ({ call: ++calls }))
    expect(calls).toBe(0)
    expect(made()).toBe(made())
    expect(calls).toBe(1)
  })

  it('is tried once where it cannot be made: what a maker left half done is not made on', () => {
    let calls = 0
    const made = once(() => {
      throw new Error(`attempt ${++calls}`)
    })
    for (const _ of [1, 2]) expect(made).toThrow(new Error('attempt 1'))
    expect(calls).toBe(1)
  })
})
