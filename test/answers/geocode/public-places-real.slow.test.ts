import { beforeAll, expect, it } from 'vitest'
import { type PublicPlace, readPublicPlaces } from '../../../data-build/geocode/public-places.ts'
import { publicPlacesBundle } from '../../../data-build/geocode/public-places-bundle.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { readStateSchools } from '../../../data-build/schools/read-schools.ts'
import type { PublicPlaces } from '../../../src/answers/geocode/public-places/public-places.ts'
import { metersApart } from '../../../src/base/geo/distance.ts'
import { writeBundle } from '../../../src/data/bundle/write.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { ask, placesFixture } from './fixtures/public-places.ts'

withAgencyFiles('the public places of ../shared/data', () => {
  let records: readonly PublicPlace[]
  let places: PublicPlaces

  beforeAll(async () => {
    const sources = new SourceFolder(SHARED)
    const { schools } = await readStateSchools(sources, new JoinReport())
    records = await readPublicPlaces(schools, sources)
    places = await placesFixture(records)
  }, 60_000)

  it('include more than 20,500 places and fit in 700 kB', async () => {
    expect(places.columns.size).toBeGreaterThan(20_500)
    expect((await writeBundle(publicPlacesBundle(records, []))).length).toBeLessThan(700_000)
  })

  it('are found by name and city, and almost never at a distant location', () => {
    let asked = 0
    let missed = 0
    let wrong = 0
    for (const record of records)
      for (const name of record.names) {
        asked++
        const [found] = ask(places, `${name}, ${record.city}, ${record.state}`)
        if (found === undefined) missed++
        else if (metersApart(found, record) > 1000) wrong++
      }
    expect(missed / asked).toBeLessThan(0.01)
    expect(wrong).toBeLessThan(3)
  })
})
