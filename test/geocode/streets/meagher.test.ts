import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { addStreets } from '../../../data-build/streets/add-streets.ts'
import {
  planeMetres,
  RANGES_FILE,
  type RangeTruth,
  rangeTruths,
  sideOf,
} from '../../../data-build/validate/general/street-ranges.ts'
import { parseAddress } from '../../../src/geocode/parse/parse-address.ts'
import { Streets } from '../../../src/geocode/streets/streets.ts'
import { whereOf } from './where-of.ts'

const SHARED = '../shared/data'

describe.skipIf(!existsSync(SHARED))('Meagher County, MT (skipped where ../shared/data is absent)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vicinage-streets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let truths: RangeTruth[]
  let streets: Streets
  beforeAll(async () => {
    await addStreets([join(SHARED, RANGES_FILE)], folder)
    streets = Streets.open(folder)
    truths = await rangeTruths(new SourceFolder(SHARED))
  })

  it('finds every range end and middle within 30 m, on its side of the street', () => {
    // 878 sides with a range; a range of two neighbours has no middle.
    expect(truths.length).toBeGreaterThan(2300)
    for (const truth of truths) {
      const parsed = parseAddress(truth.address)
      const found = streets.find(parsed, whereOf(parsed)).at(0)
      expect(found, truth.address).toMatchObject({
        layer: 'street_range',
        state: 'MT',
        exactNumber: true,
        similarity: 1,
      })
      if (found === undefined) continue
      expect(planeMetres(found, truth), truth.address).toBeLessThan(30)
      expect(sideOf(truth, found), truth.address).toBe(truth.side)
    }
  })

  it('places them 8 m off the line', () => {
    for (const truth of truths) {
      const parsed = parseAddress(truth.address)
      const [found] = streets.find(parsed, whereOf(parsed))
      expect(planeMetres(found, truth), truth.address).toBeCloseTo(8, 0)
    }
  })
})
