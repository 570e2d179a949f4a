import { describe, expect, it } from 'vitest'
import { dimensions } from '../../src/answers/dimensions/catalog.ts'
import { BundledDimension } from '../../src/answers/dimensions/loaded-dimension.ts'
import { stateName, states, zipFitsState } from '../../src/base/all-states.ts'
import { BundleError } from '../../src/base/errors.ts'
import { coverageBox, coveredStates, stateOfZip } from '../../src/base/states.ts'
import { openImage } from '../../src/data/bundle/read.ts'
import { Geography } from '../../src/data/geography.ts'
import { readBundles } from '../../src/library/open.ts'

describe('the table of states', () => {
  it('contains 50 states, the capital and five territories with FIPS codes, and military mail without FIPS codes', () => {
    const civil = states.filter(({ fips }) => fips !== '')
    expect(civil).toHaveLength(56)
    expect(states).toHaveLength(59)
    expect(new Set(civil.map(({ fips }) => fips)).size).toBe(56)
    expect(new Set(states.map(({ postal }) => postal)).size).toBe(59)
    for (const { fips, postal, zipDigit } of civil)
      expect(`${fips} ${postal} ${zipDigit}`).toMatch(/^\d\d [A-Z]{2} \d$/)
    const known = { CA: '06', FL: '12', TX: '48', DC: '11', WY: '56', NY: '36', PR: '72' }
    for (const [postal, fips] of Object.entries(known))
      expect(states.find((state) => state.postal === postal)?.fips).toBe(fips)
  })

  it('contains three covered states, sorted by FIPS code', () => {
    expect(coveredStates.map(({ fips }) => fips)).toEqual(['06', '12', '48'])
    for (const { zips, postal } of coveredStates)
      for (const [first, last] of zips)
        for (const area of [first, last]) {
          expect(stateOfZip(`${area}01`)).toBe(postal)
          expect(zipFitsState(`${area}01`, postal) || area === 885).toBe(true)
        }
    for (const zip of ['34001', '10001', '96201', '80001']) expect(stateOfZip(zip)).toBeNull()
  })

  it('contains state names as they appear in a sentence', () => {
    expect(['TX', 'DC', 'VI', 'ZZ'].map(stateName)).toEqual([
      'Texas',
      'the District of Columbia',
      'the U.S. Virgin Islands',
      'ZZ',
    ])
  })

  it('contains one box per covered state, around all its covered land', async () => {
    const bundles = await readBundles({ dimensions: [], schools: false, geocoder: false })
    const geography = new Geography(bundles.geography)
    const outside: string[] = []
    for (let lat = coverageBox.south - 1; lat < coverageBox.north + 1; lat += 0.01)
      for (let lon = coverageBox.west - 1; lon < coverageBox.east + 1; lon += 0.01) {
        const zone = geography.zoneAt(lon, lat)
        if (zone === 0) continue
        const state = geography.getState(geography.blockGroupIn(zone, lon, lat))
        const { west, south, east, north } = coveredStates.find(({ fips }) => fips === state)!.box
        if (lon < west || lon > east || lat < south || lat > north) outside.push(`${lat} ${lon} ${state}`)
      }
    expect(outside).toEqual([])
  })
})

describe('geography beyond the covered states', () => {
  it('returns a null state percentile in an uncovered state', async () => {
    const bundles = await readBundles({ dimensions: ['privacy'], schools: false, geocoder: false })
    const at = dimensions.findIndex(({ id }) => id === 'privacy')
    const privacy = new BundledDimension(dimensions[at], bundles.dimensions[at]!, new Geography(bundles.geography))
    const { state, coverage } = privacy.percentile(128, '48')
    expect(state).toBeGreaterThan(0)
    expect(privacy.percentile(128, '32')).toEqual({
      state: null,
      coverage,
      text: expect.stringMatching(
        /^(Less|More) private than where \d+% of people in California, Texas and Florida live\.$/,
      ),
    })
  })

  it('is rejected if it has too many block groups for 16-bit numbers', async () => {
    const { geography } = await readBundles({ dimensions: [], schools: false, geocoder: false })
    const longer = openImage({
      ...geography,
      sections: geography.sections.map((section) =>
        section.name.startsWith('centre.') ? { ...section, length: 65_537 } : section,
      ),
      arrays: geography.arrays.map((array, i) => {
        if (!geography.sections[i].name.startsWith('centre.')) return array
        const more = array.slice(0, 0).constructor as new (length: number) => typeof array
        const filled = new more(65_537)
        filled.set(array)
        return filled
      }),
    })
    expect(() => new Geography(longer)).toThrow(BundleError)
    expect(() => new Geography(longer)).toThrow(
      'has 65537 block groups, expected at most 65536, because block group numbers have 16 bits',
    )
  })
})
