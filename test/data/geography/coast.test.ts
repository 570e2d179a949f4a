import { describe, expect, it } from 'vitest'
import { createCoast } from '../../../data-build/geography/coast.ts'
import { boxRing } from './box-ring.ts'

const KM = 1 / 111.195 // degrees of latitude
const flat = (ring: [number, number][]) => Float64Array.from(ring.flat())
/** Returns a box in km east and north of 27° N, 83° W. */
const box = (west: number, south: number, east: number, north: number) => {
  const across = KM / Math.cos((27 * Math.PI) / 180)
  return flat(boxRing(-83 + west * across, 27 + south * KM, -83 + east * across, 27 + north * KM))
}
const place = (east: number, north: number) =>
  [-83 + (east * KM) / Math.cos((27 * Math.PI) / 180), 27 + north * KM] as const

/**
 * A coast from north to south: land east of km 6, a lagoon 4 km wide, a barrier island 2 km wide, and the open sea west
 * of km 0. A second island, of 400 km², is far to the north.
 */
const coast = createCoast([
  {
    state: '12',
    polygons: [[box(-40, -40, 6, 100), box(0, -20, 2, 20), box(-30, 60, -10, 80)]],
  },
])

describe('the coastline lookup', () => {
  it('distinguishes islands by their outlines and treats a large island as mainland', () => {
    const island = coast.at(...place(1, 0))
    expect(island.island).toBe(0)
    expect(coast.areaKm2(0)).toBeCloseTo(80, 0)
    expect(coast.at(...place(7, 0)).island).toBe(-1)
    expect(coast.at(...place(-20, 70)).island).toBe(-1)
  })

  it('returns distances to any sea water and to the open sea, accurate to half a cell', () => {
    const near = 0.35
    const mainland = coast.at(...place(9, 0))
    expect(Math.abs(mainland.waterKm - 3)).toBeLessThan(near)
    // The lagoon is not open sea, so the distance is measured straight across the island.
    expect(Math.abs(mainland.openKm - 9)).toBeLessThan(near)
    const beach = coast.at(...place(0.3, 0))
    expect(beach.waterKm).toBeLessThan(0.6)
    expect(Math.abs(beach.openKm - 0.3)).toBeLessThan(near)
  })

  it('returns the share of water around a place', () => {
    // The square around the place is 6 km wide. The island in it is 2 km wide, and the rest is water.
    expect(coast.at(...place(1, 0)).water).toBeCloseTo(4 / 6, 1)
    expect(coast.at(...place(30, 0)).water).toBe(0)
    expect(coast.at(...place(-15, 0)).water).toBe(1)
  })

  it('returns infinite distances far inland', () => {
    expect(coast.at(-100, 40)).toEqual({
      waterKm: Number.POSITIVE_INFINITY,
      openKm: Number.POSITIVE_INFINITY,
      water: 0,
      island: -1,
    })
  })
})
