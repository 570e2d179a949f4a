import { describe, expect, it, onTestFinished } from 'vitest'
import { getDimension as packaged } from '../../../src/answers/dimensions/catalog.ts'
import { addBundles, dimensions, getDimension } from '../../../src/explorer/app/catalog.ts'

describe('the explorer catalog', () => {
  it('describes upgraded scores, and includes the custom dimensions of the server', () => {
    const before = [...dimensions]
    onTestFinished(() => void dimensions.splice(0, dimensions.length, ...before))
    const canopy = { id: 'canopy', name: 'Tree canopy', low: 'bare', high: 'leafy', field: 'canopy', rule: 'score' }
    addBundles([
      { id: 'geography' },
      { id: 'fire', upgraded: 'fire-4f1887b6' },
      { id: 'flood' },
      { id: 'canopy', layer: JSON.stringify(canopy) },
    ])
    expect(getDimension('fire').method).toContain('by the maps of 2024 (state land) and 2025 (local land)')
    expect(getDimension('fire').name).toBe(packaged('fire').name)
    expect(getDimension('flood')).toBe(packaged('flood'))
    expect(getDimension('canopy').name).toBe('Tree canopy')
    expect(dimensions.map(({ id }) => id)).toEqual([...before.map(({ id }) => id), 'canopy'])
  })
})
