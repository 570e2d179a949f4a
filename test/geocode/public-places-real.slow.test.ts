import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PublicPlace, readPublicPlaces } from '../../data-build/geocode/public-places.ts'
import { publicPlacesBundle } from '../../data-build/geocode/public-places-bundle.ts'
import { number, readCsv, text } from '../../data-build/read/csv.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { JoinReport } from '../../data-build/schools/join-report.ts'
import { readStateSchools } from '../../data-build/schools/read-schools.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { metersApart } from '../../src/geo/distance.ts'
import type { SearchArea } from '../../src/geocode/layers.ts'
import { parseAddress } from '../../src/geocode/parse/parse-address.ts'
import type { PublicPlaces } from '../../src/geocode/public-places/public-places.ts'
import { ask, madePlaces } from './public-places-made.ts'

const SHARED = '../shared/data'
const OTHER_STATE: Readonly<Record<string, string>> = { CA: 'TX', TX: 'FL', FL: 'CA' }

describe.skipIf(!existsSync(SHARED))('public places of ../shared/data (skipped where that folder is absent)', () => {
  let records: readonly PublicPlace[]
  let places: PublicPlaces

  beforeAll(async () => {
    const sources = new SourceFolder(SHARED)
    const { schools } = await readStateSchools(sources, new JoinReport())
    records = await readPublicPlaces(schools, sources)
    places = await madePlaces(records)
  }, 60_000)

  const line = ({ address }: PublicPlace) =>
    Object.values(address ?? {})
      .filter(Boolean)
      .join(' ')
  const part = (value: string) => (value === '' ? null : { text: value, given: value, start: 0, end: value.length })
  const partsOf = ({ address }: PublicPlace) => ({
    ...parseAddress(''),
    number: part(address?.number ?? ''),
    predirectional: part(address?.predirectional ?? ''),
    street: part(address?.street ?? ''),
    suffix: part(address?.suffix ?? ''),
    postdirectional: part(address?.postdirectional ?? ''),
  })
  const whereOf = ({ zip, city, state }: PublicPlace): SearchArea => ({ zip, city, state, zips: [zip], counties: [] })

  it('are some 20,700, in at most 700 kB', async () => {
    expect(places.size).toBeGreaterThan(20_500)
    expect((await writeBundle(publicPlacesBundle(records, []))).length).toBeLessThan(700_000)
  })

  it('find themselves by address, and not in another state or with another number', () => {
    let missed = 0
    let stray = 0
    for (const record of records) {
      if (record.address === null) continue
      const parsed = partsOf(record)
      const where = whereOf(record)
      const [found] = places.find(parsed, where)
      if (found === undefined || metersApart(found, record) > 1) missed++
      stray += places.find(parsed, { ...where, state: OTHER_STATE[record.state] }).length
      stray += places.find(parsed, { ...where, zip: '99999' }).length
      stray += places.find({ ...parsed, number: part(`${record.address.number}999`) }, where).length
    }
    expect(stray).toBe(0)
    // A street without a type that is called as its city is not a street.
    expect(missed).toBeLessThan(5)
  })

  it('find themselves by written address and city, but for the few whose wording is read otherwise or that have a double', () => {
    const addressed = records.filter(({ address }) => address !== null)
    const missed = addressed.filter((record) => {
      const [found] = ask(places, `${line(record)}, ${record.city}, ${record.state}`)
      return found === undefined || metersApart(found, record) > 1000
    })
    expect(missed.length / addressed.length).toBeLessThan(0.002)
  })

  it('find themselves by name and city, never a place far from it', () => {
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

  it('agree with the child-care centers at the same addresses, to 500 m in 95 of 100', async () => {
    const path = 'addresses/known-points/hifld_child_care_centers_FL.part1.csv.gz'
    const { rows, columns } = await readCsv(new SourceFolder(SHARED), path, {
      ADDRESS: text(),
      CITY: text(),
      ZIP: text(),
      LATITUDE: number(),
      LONGITUDE: number(),
    })
    const meters: number[] = []
    for (let row = 0; row < rows; row++) {
      const [found] = ask(places, `${columns.ADDRESS[row]}, ${columns.CITY[row]}, FL ${columns.ZIP[row]}`)
      if (found) meters.push(metersApart(found, { lat: columns.LATITUDE[row], lon: columns.LONGITUDE[row] }))
    }
    expect(meters.length).toBeGreaterThan(400)
    expect(meters.filter((distance) => distance <= 500).length / meters.length).toBeGreaterThan(0.95)
    expect(Math.max(...meters)).toBeLessThan(50_000)
  })
})
