import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hazard, scoreOfHazard } from '../../data-build/score/industrial-proximity/score.ts'
import { nearestKm, nearness } from '../../data-build/score/industrial-proximity/sites.ts'
import { industrialProximity } from '../../src/dimensions/industrial-proximity.ts'
import { reading } from './reading.ts'

const numbers = (...values: number[]) => Float64Array.from(values)
const kmOfDegree = 111.195

describe('the hazard sum', () => {
  it('is 0 without any sign', () => {
    expect(hazard(0, 0, 0, 0, 0, 0)).toBe(0)
  })

  it('adds the signs with their weights', () => {
    // 2·(.35 + .45·.5) + .4·1 + 1.5·.5 + .8·.25 + .8·.5 + .25·.5 + .8·.4
    expect(hazard(2, 1, 0.5, 0.25, 0.5, 0.4)).toBeCloseTo(1.15 + 0.4 + 0.75 + 0.2 + 0.4 + 0.125 + 0.32, 12)
  })

  it('lets Superfund sites and power plants count one and a half at most', () => {
    expect(hazard(0, 0, 0, 0, 9, 0)).toBeCloseTo(2.25, 12)
    expect(hazard(0, 0, 0, 0, 0, 9)).toBeCloseTo(1.2, 12)
  })

  it('is not known where a sign is not known', () => {
    expect(hazard(1, 1, Number.NaN, 0, 0, 0)).toBeNaN()
  })
})

describe('the scale', () => {
  it('gives 255 at 0, 1 at 9 and above, 128 at √10 − 1', () => {
    expect(scoreOfHazard(0)).toBe(255)
    expect(scoreOfHazard(9)).toBeCloseTo(1, 9)
    expect(scoreOfHazard(50)).toBe(1)
    expect(scoreOfHazard(Math.sqrt(10) - 1)).toBeCloseTo(128, 9)
    expect(scoreOfHazard(Number.NaN)).toBeNaN()
  })

  it('falls with every sign', () => {
    const sign = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(sign, sign, sign, sign, sign, sign),
        fc.nat(5),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (signs, which, more) => {
          const raised = signs.map((value, i) => (i === which ? value + more : value)) as typeof signs
          return scoreOfHazard(hazard(...raised)) <= scoreOfHazard(hazard(...signs))
        },
      ),
    )
  })
})

describe('nearness to sites', () => {
  const site = { lat: numbers(30), lon: numbers(-95), weight: numbers(1) }
  const northOf = (...km: number[]) => ({
    lat: Float64Array.from(km, (d) => 30 + d / kmOfDegree),
    lon: new Float64Array(km.length).fill(-95),
  })

  it('is 1/d − 1/8, capped at the floor and 0 from the reach on', () => {
    const [at, floor, two, seven, reach, far] = nearness(northOf(0, 0.3, 2, 7.999, 8.001, 30), site, 0.3, 8)
    expect(at).toBeCloseTo(1 / 0.3 - 1 / 8, 9)
    expect(floor).toBeCloseTo(1 / 0.3 - 1 / 8, 6)
    expect(two).toBeCloseTo(1 / 2 - 1 / 8, 6)
    expect(seven).toBeCloseTo(0, 4)
    expect(reach).toBe(0)
    expect(far).toBe(0)
  })

  it('sums sites by weight', () => {
    const sites = { lat: numbers(30, 30), lon: numbers(-95, -95), weight: numbers(1, 0.2) }
    expect(nearness(northOf(4), sites, 0.3, 8)[0]).toBeCloseTo(1.2 * (1 / 4 - 1 / 8), 6)
  })

  it('finds the same nearest distance as great circles do', () => {
    const lat = fc.double({ min: 29, max: 31, noNaN: true })
    const lon = fc.double({ min: -96, max: -94, noNaN: true })
    const places = fc.array(fc.tuple(lat, lon), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(places, places, (points, sites) => {
        const columns = (list: [number, number][]) => ({
          lat: Float64Array.from(list, (place) => place[0]),
          lon: Float64Array.from(list, (place) => place[1]),
        })
        const weighted = { ...columns(sites), weight: new Float64Array(sites.length).fill(1) }
        const found = nearestKm(columns(points), weighted, 25)
        return points.every((point, i) => {
          const least = Math.min(25, ...sites.map((other) => greatCircle(point, other)))
          return Math.abs(found[i] - least) < 0.15 // the local plane's error over 25 km at this latitude
        })
      }),
    )
  })
})

describe('the description', () => {
  const estimate = 'Estimate from tract-level federal hazard data.'

  it('quotes shares and sites that are near', () => {
    const facts = { toxic_release_share: 63.2, chemical_risk_share: 1.1, superfund_km: 2.6, power_plant_km: 0.4 }
    expect(industrialProximity.describe(reading(40, facts, 'estimate'))).toBe(
      `Heavy industry or hazardous sites nearby: 63 % of the area within a mile of toxic-release sites, 1 % of chemical-risk sites; Superfund site 3 km away, power plant within 1 km. ${estimate}`,
    )
  })

  it('says when nothing is near', () => {
    const facts = { toxic_release_share: 0, chemical_risk_share: 0, superfund_km: 25.4, power_plant_km: 25.4 }
    expect(industrialProximity.describe(reading(250, facts, 'estimate'))).toBe(
      `Residential surroundings: no toxic-release or chemical-risk site within a mile. ${estimate}`,
    )
  })

  it('leaves out what is not known', () => {
    expect(industrialProximity.describe(reading(150, {}, 'estimate'))).toBe(`Some industry nearby. ${estimate}`)
    expect(industrialProximity.describe(reading(150, { superfund_km: 1.2 }, 'measured'))).toBe(
      'Some industry nearby: Superfund site 1 km away.',
    )
  })
})

/** Haversine distance in km between [lat, lon] pairs. */
function greatCircle(a: readonly [number, number], b: readonly [number, number]): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b[0] - a[0]) * rad) / 2) ** 2 +
    Math.cos(a[0] * rad) * Math.cos(b[0] * rad) * Math.sin(((b[1] - a[1]) * rad) / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(h))
}
