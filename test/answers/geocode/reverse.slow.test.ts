import { expect, it } from 'vitest'
import { EdgeIndex } from '../../../data-build/geography/edge-index.ts'
import { readGeoJson } from '../../../data-build/read/geojson.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import {
  anywhere,
  containingPolygons,
  gather,
  sampleBoxes,
} from '../../../data-build/validate/general/random-places.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

const vicinage = await openVicinage({ dimensions: [], schools: false })

withAgencyFiles('vicinage.reverse()', () => {
  it('agrees with point-in-polygon tests on county and tract at 5,000 places away from borders', async () => {
    let [n, water, sameCounty, sameTract] = [0, 0, 0, 0]
    for (const state of ['06', '48', '12'] as const) {
      const path = `census/tracts/cb_2020_${state}_tract_500k_in_cbsas.geojson.gz`
      const { features } = await readGeoJson(new SourceFolder(SHARED), path, { properties: ['GEOID'] })
      const rings = features.map(({ polygons }) => polygons.flat())
      const containing = containingPolygons(rings)
      const borders = new EdgeIndex(rings)
      const places = gather(anywhere(sampleBoxes[state], 15), 1667, (place) => {
        const [found] = containing(place.lon, place.lat)
        if (found === undefined || borders.borderWithin(place.lon, place.lat, 0.15)) return null
        return { ...place, tract: String(features[found].properties.GEOID) }
      })
      for (const { lat, lon, tract } of places) {
        const found = vicinage.reverse({ lat, lon })
        n++
        if (found.county === null) water++
        if (found.county?.fips === tract.slice(0, 5)) sameCounty++
        if (found.tract === tract) sameTract++
      }
    }
    expect(n).toBeGreaterThanOrEqual(5000)
    // Census tracts extend over bays and lagoons, which are open water here: 28 of 5,001 places.
    expect(water / n).toBeLessThan(0.007)
    expect(sameCounty / (n - water)).toBeGreaterThan(0.999)
    expect(sameTract / (n - water)).toBeGreaterThan(0.995)
  })
})
