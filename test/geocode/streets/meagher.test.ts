import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Line } from '../../../data-build/read/feature.ts'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { parseAddress } from '../../../src/geocode/parse-address.ts'
import { addStreets } from '../../../src/geocode/streets/build/add-streets.ts'
import { Streets } from '../../../src/geocode/streets/streets.ts'
import { whereOf } from './where-of.ts'

const SHARED = '../shared/data'
const FILE = 'addresses/tiger/tl_2021_30059_addrfeat.zip'

/** A house number of the file with the place that the file gives it. */
interface Truth {
  readonly address: string
  readonly lon: number
  readonly lat: number
  /** The step of the line that it lies on. */
  readonly step: readonly [x0: number, y0: number, x1: number, y1: number]
  readonly side: 'L' | 'R'
}

describe.skipIf(!existsSync(SHARED))('Meagher County, MT (skipped where ../shared/data is absent)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vicinage-streets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const truths: Truth[] = []
  let streets: Streets
  beforeAll(async () => {
    await addStreets([join(SHARED, FILE)], folder)
    streets = Streets.open(folder)
    const { features } = await readShapefile(new SourceFolder(SHARED), FILE)
    for (const { properties, lines } of features)
      for (const side of ['L', 'R'] as const) truths.push(...truthsOf(properties, lines[0], side))
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
      expect(metres(found, truth), truth.address).toBeLessThan(30)
      expect(sideOf(truth, found), truth.address).toBe(truth.side)
    }
  })

  it('places them 8 m off the line', () => {
    for (const truth of truths) {
      const parsed = parseAddress(truth.address)
      const [found] = streets.find(parsed, whereOf(parsed))
      expect(metres(found, truth), truth.address).toBeCloseTo(8, 0)
    }
  })
})

function truthsOf(row: Readonly<Record<string, string | number | null>>, line: Line, side: 'L' | 'R'): Truth[] {
  const from = Number(row[`${side}FROMHN`])
  const to = Number(row[`${side}TOHN`])
  if (row[`${side}FROMHN`] === null) return []
  const middle = from + 2 * Math.round((to - from) / 4)
  const zip = row[`ZIP${side}`] === '99999' ? null : row[`ZIP${side}`]
  return [...new Set([from, middle, to])].map((number) => ({
    address: `${number} ${row.FULLNAME}, MT ${zip ?? ''}`.trim(),
    ...along(line, from === to ? 0.5 : (number - from) / (to - from)),
    side,
  }))
}

/** The place at a share of a line, by metres on a plane at its latitude. */
function along(line: Line, share: number): Pick<Truth, 'lon' | 'lat' | 'step'> {
  const steps: { readonly step: Truth['step']; readonly length: number }[] = []
  for (let at = 0; at + 3 < line.length; at += 2) {
    const step = [line[at], line[at + 1], line[at + 2], line[at + 3]] as const
    const length = metres({ lon: step[0], lat: step[1] }, { lon: step[2], lat: step[3] })
    if (length > 0) steps.push({ step, length })
  }
  let left = share * steps.reduce((sum, { length }) => sum + length, 0)
  let at = 0
  while (at + 1 < steps.length && left > steps[at].length) left -= steps[at++].length
  const { step, length } = steps[at]
  const t = left / length
  return { lon: step[0] + t * (step[2] - step[0]), lat: step[1] + t * (step[3] - step[1]), step }
}

/** The side of a directed step by the sign of the cross product. */
function sideOf({ step: [x0, y0, x1, y1] }: Truth, { lon, lat }: { readonly lon: number; readonly lat: number }) {
  return (x1 - x0) * (lat - y0) - (y1 - y0) * (lon - x0) > 0 ? 'L' : 'R'
}

function metres(
  a: { readonly lon: number; readonly lat: number },
  b: { readonly lon: number; readonly lat: number },
): number {
  const degree = (6_371_008.8 * Math.PI) / 180
  const east = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180)
  return Math.hypot((a.lon - b.lon) * degree * east, (a.lat - b.lat) * degree)
}
