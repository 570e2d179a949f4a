import { beforeAll, expect, it } from 'vitest'
import { type RatedDistrict, readDistricts } from '../../../data-build/districts/read-districts.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { seededRandom } from '../../../data-build/statistics.ts'
import type { Districts } from '../../../src/answers/districts/districts.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { found, judged, opened } from './fixtures/districts.ts'

/** A meter in degrees of latitude. */
const METER = 1 / 111_195

withAgencyFiles('the published districts in ../shared/data', () => {
  let published: RatedDistrict[]
  let districts: Districts
  let judge: ReturnType<typeof judged>
  const expectSame = (lon: number, lat: number): number => {
    const answer = found(districts, lon, lat)
    const expected = judge(lon, lat)
    if (answer.join() !== expected.join()) expect(answer, `${lon}, ${lat}`).toEqual(expected)
    return expected.length
  }

  beforeAll(async () => {
    published = (await readDistricts(new SourceFolder(SHARED))).map((district) => ({ ...district, rating: null }))
    districts = opened(published)
    judge = judged(published)
  })

  it('are stored with every coordinate exact to the last bit', () => {
    // The files contain this many districts, not counting areas that belong to no district.
    expect(districts.count).toBe(2079)
    for (const { geoid, rings } of published) {
      const outline = districts.outline(districts.indexOf(geoid))
      expect(outline.length).toBe(rings.length)
      outline.forEach((ring, i) => {
        expect(ring.length === rings[i].length && ring.every((value, at) => Object.is(value, rings[i][at]))).toBe(true)
      })
    }
  })

  it('agree with turf at 5,000 random places in the three states', () => {
    const random = seededRandom(3)
    for (let covered = 0; covered < 5000; )
      if (expectSame(-124.5 + random() * 44.7, 24.4 + random() * 17.7) > 0) covered++
  })

  it('agree with turf at vertices, most of which are shared, and at midpoints of edges', () => {
    const random = seededRandom(4)
    let shared = 0
    for (let i = 0; i < 2000; i++) {
      const [x0, y0, x1, y1] = randomEdge(random)
      const here = expectSame(x0, y0)
      expect(here).toBeGreaterThan(0)
      if (here > 1) shared++
      expectSame((x0 + x1) / 2, (y0 + y1) / 2)
    }
    expect(shared).toBeGreaterThan(1000)
  })

  it('agree with turf at 2,000 places between nanometers and tens of meters from a border', () => {
    const random = seededRandom(5)
    for (let i = 0; i < 2000; i++) {
      const [x0, y0, x1, y1] = randomEdge(random)
      const along = random()
      const far = METER * 10 ** (random() * 11 - 9)
      const angle = random() * 2 * Math.PI
      expectSame(x0 + (x1 - x0) * along + Math.cos(angle) * far, y0 + (y1 - y0) * along + Math.sin(angle) * far)
    }
  })

  it.each([
    ['Googleplex', 37.422, -122.0841, ['Mountain View Whisman', 'Mountain View-Los Altos']],
    ['Disneyland', 33.8121, -117.919, ['Anaheim Elementary', 'Anaheim Union High']],
    ['the Alamo', 29.426, -98.4861, ['San Antonio Independent']],
    // The file calls Miami-Dade by its old name.
    ['Miami City Hall', 25.728, -80.234, ['Dade County']],
  ])('are found at %s', (_, lat, lon, names) => {
    const answers = found(districts, lon, lat).map((geoid) => districts.describe(districts.indexOf(geoid)).name)
    expect(answers.map((answer) => names.find((name) => answer.startsWith(name)) ?? answer).sort()).toEqual(names)
  })

  function randomEdge(random: () => number): Float64Array {
    const { rings } = published[Math.floor(random() * published.length)]
    const ring = rings[Math.floor(random() * rings.length)]
    const at = Math.floor(random() * (ring.length / 2 - 1)) * 2
    return ring.subarray(at, at + 4)
  }
})
