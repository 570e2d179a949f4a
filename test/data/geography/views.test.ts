import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { View } from '../../../data-build/context.ts'
import { blockView, type CellBlock, pointView } from '../../../data-build/geography/views.ts'
import { blockGroupsFixture, type MadeBlockGroups, offsets, sourcesOf, valuesFixture } from './fixtures/block-groups.ts'

const width = fc.constantFrom(0.5, 1, 2.5, 6, 25)
/** Cells of a block around Austin, in scattered rows so that both whole tiles and single cells occur. */
const block: fc.Arbitrary<CellBlock> = fc
  .record({
    step: fc.constantFrom(7.5, 15, 60),
    cells: fc.uniqueArray(fc.oneof(fc.nat(65535), fc.nat(300)), { minLength: 1, maxLength: 60 }),
  })
  .map(({ step, cells }) => {
    const first = (degrees: number) => Math.floor((degrees * 3600) / step / 256) * 256
    const ascending = Uint16Array.from(cells).sort()
    return { step, x: first(180 - 97.75), y: first(90 + 30.25), cells: ascending }
  })

describe('kernel densities', () => {
  it('equal the direct sum over block groups, at points and in blocks', () => {
    fc.assert(
      fc.property(blockGroupsFixture, width, block, (groups, h, cells) => {
        const sources = sourcesOf(groups)
        const inBlock = blockView(sources, cells)
        const atPoints = pointView(sources, inBlock.lat, inBlock.lon)
        const found = [inBlock.kernel(groups.population, h), atPoints.kernel(groups.population, h)]
        for (let i = 0; i < inBlock.size; i++) {
          const expected = directKernel(groups, inBlock.lon[i], inBlock.lat[i], h)
          for (const values of found) expect(Math.abs(values[i] - expected)).toBeLessThan(1e-6 * expected + 1e-9)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('of a single block group add up to its population over the whole plane', () => {
    const one = { lat: [30.3], lon: [-97.7], population: [1000], areaKm2: [Math.PI * 0.36] }
    const columns = Object.fromEntries(Object.entries(one).map(([k, v]) => [k, Float64Array.from(v)]))
    const degrees = 15 / 3600
    const first = (at: number) => Math.floor(at / degrees) - 128
    const cells = Uint16Array.from({ length: 65536 }, (_, i) => i)
    const view = blockView(sourcesOf(columns as unknown as MadeBlockGroups), {
      step: 15,
      x: first(180 - 97.7),
      y: first(120.3),
      cells,
    })
    const density = view.kernel(Float64Array.of(1000), 2)
    let people = 0
    density.forEach((value, i) => {
      people += value * (degrees * 111.195) ** 2 * Math.cos((view.lat[i] * Math.PI) / 180)
    })
    // A circle with a radius of 3.3 σ contains 1 - e of a normal distribution, where e = exp(-3.3²/2). The kernel
    // subtracts its value at the rim, which removes another e · 3.3²/2.
    const e = Math.exp(-(3.3 ** 2) / 2)
    expect(people / 1000).toBeCloseTo(1 - e - (e * 3.3 ** 2) / 2, 3)
  })

  it('produce population-weighted means, dominated by the nearest block groups in sparsely populated places', () => {
    let sparse = 0
    let dense = 0
    fc.assert(
      fc.property(blockGroupsFixture, valuesFixture, width, block, (groups, values, h, cells) => {
        const value = values.slice(0, groups.lat.length)
        const sources = sourcesOf(groups)
        const view = blockView(sources, cells)
        const found = view.kernelMean(value, h)
        const same = pointView(sources, view.lat, view.lon).kernelMean(value, h)
        for (let i = 0; i < view.size; i++) {
          const direct = directMean(groups, value, view, i, h)
          if (direct.sparse) sparse++
          else dense++
          expectClose(found[i], direct.mean)
          expectClose(same[i], direct.mean)
        }
      }),
      // The seed is fixed, because neighbors at equal distance may come in either order, which changes a value by a few
      // percent.
      { numRuns: 60, seed: 1 },
    )
    expect(Math.min(sparse, dense), 'places of both kinds were among them').toBeGreaterThan(20)
  })
})

// The seed is fixed, because either of two neighbors at equal distance can be the eighth, which changes the mean.
describe('neighborhood means', () => {
  it('average the eight nearest block groups by exp(-4.5 (d/h)²), ignoring groups without a value', () => {
    fc.assert(
      fc.property(blockGroupsFixture, valuesFixture, block, (groups, values, cells) => {
        const value = values.slice(0, groups.lat.length)
        const view = blockView(sourcesOf(groups), cells)
        const same = pointView(sourcesOf(groups), view.lat, view.lon).smooth(value)
        const found = view.smooth(value)
        for (let i = 0; i < view.size; i++) {
          const expected = directSmooth(groups, value, view, i)
          expectClose(found[i], expected)
          expectClose(same[i], expected)
        }
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('are replaced on request by the value of the nearest block group', () => {
    fc.assert(
      fc.property(blockGroupsFixture, valuesFixture, block, (groups, values, cells) => {
        const value = values.slice(0, groups.lat.length)
        const view = blockView(sourcesOf(groups), cells)
        const found = view.atNearest(value)
        for (let i = 0; i < view.size; i++) expectClose(found[i], value[byDistance(groups, view, i)[0]])
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('are accompanied by the distance to the nearest center', () => {
    fc.assert(
      fc.property(blockGroupsFixture, block, (groups, cells) => {
        const view = blockView(sourcesOf(groups), cells)
        const found = view.nearestDistance()
        for (let i = 0; i < view.size; i++)
          expectClose(found[i], kilometers(groups, view, byDistance(groups, view, i)[0], i))
      }),
      { numRuns: 20 },
    )
  })
})

/**
 * Returns Σ W (exp(-d²/2s²) - exp(-3.3²/2)) / (2π s²) over the block groups within 3.3 s, where W is the population, d
 * the distance and s the kernel width of a block group.
 */
function directKernel(groups: MadeBlockGroups, lon: number, lat: number, h: number): number {
  return groups.population.reduce((sum, people, b) => sum + people * kernelAt(groups, b, lon, lat, h), 0)
}

function kernelAt(groups: MadeBlockGroups, b: number, lon: number, lat: number, h: number): number {
  const radius = Math.sqrt(groups.areaKm2[b] / Math.PI)
  const s2 = h ** 2 + Math.min(radius / 2, 8) ** 2
  const { east, north } = offsets(lon, lat, groups.lon[b], groups.lat[b], groups.lat[b])
  const height = Math.exp(-(east ** 2 + north ** 2) / (2 * s2)) - Math.exp(-(3.3 ** 2) / 2)
  return Math.max(0, height) / (2 * Math.PI * s2)
}

/**
 * Returns the population-weighted kernel mean. If the density of people with a value is less than 5 per km², the mean
 * of the nearest block groups is added with the missing weight.
 */
function directMean(groups: MadeBlockGroups, value: Float64Array, view: View, i: number, h: number) {
  let sum = 0
  let total = 0
  for (let b = 0; b < groups.lat.length; b++) {
    if (Number.isNaN(value[b])) continue
    const density = groups.population[b] * kernelAt(groups, b, view.lon[i], view.lat[i], h)
    sum += density * value[b]
    total += density
  }
  const near = directSmooth(groups, value, view, i)
  const lean = Number.isNaN(near) ? 0 : Math.max(0, 5 - total)
  return { mean: lean === 0 ? sum / total : (sum + lean * near) / (total + lean), sparse: lean > 0 }
}

function directSmooth(groups: MadeBlockGroups, value: Float64Array, view: View, i: number): number {
  const near = byDistance(groups, view, i).slice(0, 8)
  const km = near.map((b) => kilometers(groups, view, b, i))
  const h = Math.max(km[7], 0.3)
  let sum = 0
  let total = 0
  near.forEach((b, j) => {
    if (Number.isNaN(value[b])) return
    const weight = Math.exp(-4.5 * (km[j] / h) ** 2)
    sum += weight * value[b]
    total += weight
  })
  return sum / total
}

function byDistance(groups: MadeBlockGroups, view: View, i: number): number[] {
  const order = Array.from(groups.lat, (_, b) => ({ b, km: kilometers(groups, view, b, i) }))
  return order.sort((x, y) => x.km - y.km || x.b - y.b).map(({ b }) => b)
}

function kilometers(groups: MadeBlockGroups, view: View, b: number, i: number): number {
  const { east, north } = offsets(groups.lon[b], groups.lat[b], view.lon[i], view.lat[i], view.lat[i])
  return Math.hypot(east, north)
}

/** Expects two values to be equal within the 32-bit precision of the weights. Both may be NaN. */
function expectClose(found: number, expected: number): void {
  if (Number.isNaN(expected)) expect(found).toBeNaN()
  else expect(Math.abs(found - expected)).toBeLessThan(1e-3 * Math.max(1, Math.abs(expected)))
}
