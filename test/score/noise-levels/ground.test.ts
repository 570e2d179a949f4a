import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kernelSources, pointView } from '../../../data-build/geography/views.ts'
import { railLines } from '../../../data-build/score/noise-levels/rail-lines.ts'
import { streetPeople } from '../../../data-build/score/noise-levels/street-people.ts'

describe('distance to railways', () => {
  const lines = [Float64Array.of(-98, 30, -97.9, 30.05, -97.7, 30), Float64Array.of(-98.2, 30.2, -98.2, 30.2)]
  const rails = railLines(lines, 5000)

  it('equals the nearest of densely set points on the lines', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 29.9, max: 30.25, noNaN: true }),
        fc.double({ min: -98.3, max: -97.6, noNaN: true }),
        (lat, lon) => {
          const nearest = nearestOf(lines, lat, lon)
          const distance = rails.distance(lat, lon)
          if (nearest > 5005) expect(distance).toBe(Number.POSITIVE_INFINITY)
          else if (nearest < 4995) expect(Math.abs(distance - nearest)).toBeLessThan(20)
        },
      ),
      { seed: 3, numRuns: 200 },
    )
  })

  it('is 0 on a line', () => {
    expect(rails.distance(30.025, -97.95)).toBeCloseTo(0, 3)
  })
})

describe('people of the streets around', () => {
  it('equals the plain kernel over all block groups', () => {
    const lat = Float64Array.from({ length: 60 }, (_, i) => 30 + ((i * 37) % 60) / 600)
    const lon = Float64Array.from({ length: 60 }, (_, i) => -98 + ((i * 23) % 60) / 600)
    const people = Float64Array.from(lat, (_, i) => 500 + 20 * i)
    const view = viewOf([30.05, 30.02, 30.9], [-97.95, -98.02, -97.9])
    const density = streetPeople({ lat, lon } as never, people)(view)
    for (let i = 0; i < view.size; i++) {
      let sum = 0
      for (let b = 0; b < 60; b++) {
        const cos = Math.cos((lat[b] * Math.PI) / 180)
        const km = Math.hypot((lat[b] - view.lat[i]) * 111.195, (lon[b] - view.lon[i]) * 111.195 * cos)
        if (km < 3.3) sum += (people[b] * Math.exp((-km * km) / 2)) / (2 * Math.PI)
      }
      expect(density[i]).toBeCloseTo(sum, 6)
    }
    expect(density[0]).toBeGreaterThan(0)
    expect(density[2]).toBe(0)
  })
})

function viewOf(lat: readonly number[], lon: readonly number[]) {
  const nobody = kernelSources(Float64Array.of(0), Float64Array.of(0), Float64Array.of(0), Float64Array.of(1))
  return pointView(nobody, Float64Array.from(lat), Float64Array.from(lon))
}

function nearestOf(lines: readonly Float64Array[], lat: number, lon: number): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  let nearest = Number.POSITIVE_INFINITY
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      for (let t = 0; t <= 1; t += 1 / 2048) {
        const x = (line[i] + t * (line[i + 2] - line[i]) - lon) * cos
        const y = line[i + 1] + t * (line[i + 3] - line[i + 1]) - lat
        nearest = Math.min(nearest, Math.hypot(x, y) * 111_195)
      }
    }
  }
  return nearest
}
