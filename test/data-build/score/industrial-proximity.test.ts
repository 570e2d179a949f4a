import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPoints } from '../../../data-build/geography/center-index.ts'
import { type HazardSigns, hazard, scoreOfHazard } from '../../../data-build/score/industrial-proximity/score.ts'
import {
  federalRadius,
  nearestKm,
  nearness,
  readHazardSites,
  releaseWeight,
} from '../../../data-build/score/industrial-proximity/sites.ts'
import { industrialProximity } from '../../../src/answers/dimensions/industrial-proximity.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { folderFixture } from '../read/fixtures/folder.ts'
import { greatCircleKm, reading } from './reading.ts'

const numbers = (...values: number[]) => Float64Array.from(values)
const kmOfDegree = 111.195

const none: HazardSigns = {
  riskProximity: 0,
  priorityProximity: 0,
  disposalProximity: 0,
  releasesAround: 0,
  toxic: 0,
  riskShare: 0,
  wasteShare: 0,
  superfund: 0,
  powerPlants: 0,
  ports: 0,
}

describe('the industrial hazard sum', () => {
  it('is 0 without hazards', () => {
    expect(hazard(none)).toBe(0)
  })

  it('is the weighted sum of the hazards', () => {
    const signs = {
      riskProximity: 2,
      priorityProximity: 1,
      disposalProximity: 4,
      releasesAround: 2,
      toxic: 0.4, // half the value of a tract full of toxic-release sites
      riskShare: 0.25,
      wasteShare: 0.5,
      superfund: 0.5,
      powerPlants: 0.4,
      ports: 0.5,
    }
    // 2·(.25 + .45·.5) + .4·1 + .06·√4 + .05·2 + 1.5·.5 + .8·.25 + .4 + .25·.5 + .5·(.2 + .4·.5) + .4 + 1.5·.5
    expect(hazard(signs)).toBeCloseTo(0.95 + 0.4 + 0.12 + 0.1 + 0.75 + 0.2 + 0.4 + 0.125 + 0.2 + 0.4 + 0.75, 12)
  })

  it('caps the counts of Superfund sites, power plants and waste sites', () => {
    expect(hazard({ ...none, superfund: 9 })).toBeCloseTo(2.25, 12)
    expect(hazard({ ...none, powerPlants: 9 })).toBeCloseTo(4, 12)
    expect(hazard({ ...none, wasteShare: 1 })).toBeCloseTo(0.2, 12)
    expect(hazard({ ...none, wasteShare: 1, toxic: 5 })).toBeCloseTo(5.6, 12)
  })

  it('is unknown if a hazard is unknown', () => {
    expect(hazard({ ...none, toxic: Number.NaN })).toBeNaN()
  })
})

describe('the weight of a toxic-release facility', () => {
  it('increases by one for every tenfold increase in releases', () => {
    expect([0, 100, 9_900, 1e6].map((pounds) => Math.round(10 * releaseWeight(pounds)) / 10)).toEqual([
      0.2, 0.5, 2.2, 4.2,
    ])
  })
})

describe('the industrial proximity scale', () => {
  it('maps a sum of 0 to 255, √10 − 1 to 128, and 9 or more to 1', () => {
    expect(scoreOfHazard(0)).toBe(255)
    expect(scoreOfHazard(9)).toBeCloseTo(1, 9)
    expect(scoreOfHazard(50)).toBe(1)
    expect(scoreOfHazard(Math.sqrt(10) - 1)).toBeCloseTo(128, 9)
    expect(scoreOfHazard(Number.NaN)).toBeNaN()
  })

  it('never maps a larger hazard to a higher score', () => {
    const sign = fc.double({ min: 0, max: 1, noNaN: true })
    const names = Object.keys(none) as (keyof HazardSigns)[]
    const signs = fc.record(
      Object.fromEntries(names.map((name) => [name, sign])) as Record<keyof HazardSigns, typeof sign>,
    )
    fc.assert(
      fc.property(signs, fc.constantFrom(...names), fc.double({ min: 0.01, max: 1, noNaN: true }), (at, name, more) => {
        const raised = { ...at, [name]: at[name] + more }
        return scoreOfHazard(hazard(raised)) <= scoreOfHazard(hazard(at))
      }),
    )
  })
})

describe('proximity to sites', () => {
  const site = { lat: numbers(30), lon: numbers(-95), weight: numbers(1) }
  const northOf = (...km: number[]) => ({
    lat: Float64Array.from(km, (d) => 30 + d / kmOfDegree),
    lon: new Float64Array(km.length).fill(-95),
  })

  it('is 1/d − 1/8 at d km, constant within the minimum distance, and 0 beyond 8 km', () => {
    const [at, floor, two, seven, reach, far] = nearness(northOf(0, 0.3, 2, 7.999, 8.001, 30), site, 0.3, 8)
    expect(at).toBeCloseTo(1 / 0.3 - 1 / 8, 9)
    expect(floor).toBeCloseTo(1 / 0.3 - 1 / 8, 6)
    expect(two).toBeCloseTo(1 / 2 - 1 / 8, 6)
    expect(seven).toBeCloseTo(0, 4)
    expect(reach).toBe(0)
    expect(far).toBe(0)
  })

  it('is the weighted sum over all sites', () => {
    const sites = { lat: numbers(30, 30), lon: numbers(-95, -95), weight: numbers(1, 0.2) }
    expect(nearness(northOf(4), sites, 0.3, 8)[0]).toBeCloseTo(1.2 * (1 / 4 - 1 / 8), 6)
  })

  it('is measured from the edge of a site that has a radius', () => {
    const base = { ...site, radius: numbers(5) }
    const [inside, edge, outside, far] = nearestKm(northOf(3, 5, 9, 40), base, 20)
    expect([inside, edge, far]).toEqual([0, expect.closeTo(0, 3), 20])
    expect(outside).toBeCloseTo(4, 3)
  })

  it('treats a federal facility as a circle with the area of its acres and a radius of at most 5 km', () => {
    expect(federalRadius('HUNTERS POINT NAVAL SHIPYARD')).toBeCloseTo(Math.sqrt((500 * 0.004_046_856) / Math.PI), 6)
    expect(federalRadius('EDWARDS AIR FORCE BASE')).toBe(5)
    expect(federalRadius('A NEW ARMY DEPOT')).toBeCloseTo(0.51, 2)
  })

  it('matches great-circle distances to the nearest site', () => {
    const lat = fc.double({ min: 29, max: 31, noNaN: true })
    const lon = fc.double({ min: -96, max: -94, noNaN: true })
    const places = fc.array(fc.record({ lat, lon }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(places, places, (points, sites) => {
        const weighted = { ...getPoints(sites), weight: new Float64Array(sites.length).fill(1) }
        const found = nearestKm(getPoints(points), weighted, 25)
        return points.every((point, i) => {
          const least = Math.min(25, ...sites.map((other) => greatCircleKm(point, other)))
          return Math.abs(found[i] - least) < 0.15 // the local plane's error over 25 km at this latitude
        })
      }),
    )
  })
})

const urbanArea = { type: 'FeatureCollection', features: [polygonFeature({}, boxRing(-96, 29, -95, 30))] }

describe('the hazard site reader', () => {
  it('gives deleted Superfund sites less weight, and weights plants by fuel and size and facilities by total releases', async () => {
    const releases =
      '2. TRIFD,12. LATITUDE,13. LONGITUDE,50. UNIT OF MEASURE,65. ON-SITE RELEASE TOTAL\n' +
      'A,35,-119,Pounds,9000\nA,35,-119,Pounds,900\nB,36,-119,Grams,45359.237\nC,37,-119,Pounds,\n'
    const files = {
      'epa/superfund-sites.csv.gz': 'NPL Status,State,Latitude ,Longitude \nF,TX,30,-95\nD,TX,31,-96\nF,LA,31,-93\n',
      'epa/epa_npl_final_2024-12_CA_TX_FL.csv.gz': 'federal,name,lat,lon\nY,FORT ORD,36.6,-121.8\nN,PIT,30.5,-95\n',
      'powerplants-2019/power_plants_2019_CA_TX_FL.csv.gz':
        'primary_fuel,capacity_mw,lat,lon\nCoal,2000,30,-95\nSolar,900,31,-96\nGas,500,32,-97\nGas,20,33,-97\nGas,90,,\n',
      'epa/rmp/RMP_points_2023_2025_CA_TX_FL.csv.gz':
        'lat,lon,industry,deregistered_since\n29.7,-95.2,Petroleum Refineries,0\n29.8,-95.2,Ice Manufacturing,1\n',
      'epa/rmp/RMP_106_urban_areas.geojson.gz': JSON.stringify(urbanArea),
      'epa/TRI_2023_CA.csv.gz': releases,
      'epa/TRI_2023_FL.csv.gz': `${releases.split('\n')[0]}\n`,
    }
    const zipped = Object.entries(files).map(([path, content]) => [path, gzipSync(content)] as const)
    const sites = await readHazardSites(folderFixture(Object.fromEntries(zipped)))
    // EPA's own table of final Superfund sites replaces the final sites of the three states in the other list.
    expect(Array.from(sites.superfund.weight)).toEqual([1, 1, 0.2, 1])
    expect(Array.from(sites.activeSuperfund.lat)).toEqual([36.6, 30.5, 31])
    expect(Array.from(sites.powerPlants.lat)).toEqual([30, 32])
    expect(Array.from(sites.powerPlants.weight)).toEqual([2.25, 0.8])
    expect(Array.from(sites.riskManagement.weight)).toEqual([2])
    expect([sites.riskKnown(-95.2, 29.7), sites.riskKnown(-90, 29.7)]).toEqual([true, false])
    expect(Array.from(sites.toxicReleases.lat)).toEqual([35, 36, 37])
    expect(Array.from(sites.toxicReleases.weight)).toEqual([9900, 100, 0].map(releaseWeight))
  })
})

describe('the description of industrial proximity', () => {
  it('states distances to sites and percentages of the census tract', () => {
    const facts = { toxic_release_km: 1.4, chemical_risk_share: 1.1, superfund_km: 19, power_plant_km: 4.2 }
    expect(industrialProximity.describe(reading(40, facts, 'estimate'))).toBe(
      'Heavy industry or hazardous sites nearby (estimate): toxic-release site 0.9 miles (1.4 km) away, power plant 2.6 miles (4.2 km) away, 1% of this tract near chemical-risk sites (lists of 2019-25).',
    )
  })

  it('explains for Texas that toxic releases are known only by tract', () => {
    const facts = { toxic_release_share: 63.2, chemical_risk_share: 0, superfund_km: 1 }
    expect(industrialProximity.describe({ ...reading(100, facts, 'estimate'), units: 'metric' })).toBe(
      'Industrial surroundings (estimate): 63% of this tract near toxic-release sites, Superfund site within 1.6 km (lists of 2019-25).',
    )
    expect(industrialProximity.describe(reading(230, { toxic_release_share: 0.2 }, 'estimate'))).toBe(
      'Residential or open land (estimate): no toxic-release site near this tract (lists of 2019-25).',
    )
  })

  it('states that no toxic-release site is nearby', () => {
    const facts = { toxic_release_km: 10, chemical_risk_share: 0, superfund_km: 80, power_plant_km: 25.4 }
    expect(industrialProximity.describe(reading(250, facts, 'estimate'))).toBe(
      'Residential or open land (estimate): no toxic-release site within 6.2 miles (10 km) (lists of 2019-25).',
    )
  })

  it('omits unknown facts', () => {
    expect(industrialProximity.describe(reading(150, {}, 'estimate'))).toBe(
      'Some industry nearby (estimate) (lists of 2019-25).',
    )
    expect(industrialProximity.describe(reading(150, { superfund_km: 3.2 }, 'measured'))).toBe(
      'Some industry nearby: Superfund site 2 miles (3.2 km) away (lists of 2019-25).',
    )
  })
})
