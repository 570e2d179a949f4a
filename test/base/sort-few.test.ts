import { expect, it } from 'vitest'
import { seeded } from '../../bench/support/points.ts'
import { sortFew } from '../../src/base/sort-few.ts'

interface Item {
  readonly key: number
  readonly position: number
}

it('sortFew() sorts lists of any length like the built-in sort, and keeps equal items in order', () => {
  const random = seeded(5)
  for (let length = 0; length < 60; length++) {
    const items = Array.from({ length }, (_, position): Item => ({ key: Math.floor(random() * 6), position }))
    const compare = (a: Item, b: Item) => b.key - a.key
    const expected = items.toSorted(compare)
    expect(sortFew(items, compare)).toEqual(expected)
    expect(items).toEqual(expected)
  }
})
