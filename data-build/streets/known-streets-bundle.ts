import { KNOWN_STREETS, PART_SECTIONS, PARTS } from '../../src/answers/geocode/open-geocoder.ts'
import { directionsByte } from '../../src/answers/geocode/streets/street-text.ts'
import { states } from '../../src/base/all-states.ts'
import type { BundleSource } from '../../src/data/bundle/header.ts'
import type { RangeCounts } from '../geocode/place-files.ts'
import type { PackedContent } from '../pack/blocks.ts'
import { groupBy } from '../statistics.ts'
import type { GridOfStreets, KnownStreet } from './grids.ts'
import { ShardBuilder } from './shard-builder.ts'

/** Approximate number of house numbers in each part of the bundle. A part of this size has about 40 kB. */
const IN_PART = 8000
/** Unit of coordinates in 1e-6 degrees, about a meter. */
const UNIT = 10

/** Builds the bundle of known streets. The ZIPs of a county are together in parts that can be read separately. */
export function knownStreetsBundle(
  id: string,
  streets: readonly KnownStreet[],
  ranges: RangeCounts,
  sources: readonly BundleSource[],
  grids: readonly GridOfStreets[] = [],
): PackedContent {
  const encoder = new TextEncoder()
  const packed = getParts(streets, ranges).map(({ county, streets }) => {
    const { postal } = states.find(({ fips }) => fips === county.slice(0, 2))!
    const builder = new ShardBuilder(postal, UNIT)
    for (const { zip, name, numbers } of streets)
      for (const number of numbers) {
        const { lat, lon, isRough } = number
        builder.addPoint({ street: name, number, zip, city: '', lat: lat * 1e6, lon: lon * 1e6, isRough })
      }
    const { meta: plain, sections } = builder.sections(county)
    const zipGrids = grids
      .filter(({ zip }) => plain.zips.includes(zip))
      .map(({ zip, predirectional, suffix, postdirectional, grid }) => ({
        zip,
        of: [directionsByte(predirectional, postdirectional), plain.suffixes.indexOf(suffix) + 1],
        grid: [...grid],
      }))
    const meta = zipGrids.length === 0 ? plain : { ...plain, grids: zipGrids }
    const data = new Map(sections.map((section) => [section.name, section.data]))
    data.set('meta', encoder.encode(JSON.stringify(meta)))
    return { meta, data }
  })
  return {
    kind: KNOWN_STREETS,
    id,
    meta: { parts: packed.map(({ meta: { state, county, zips } }) => ({ state, county, zips })) },
    sources,
    sections: [],
    blocks:
      packed.length === 0
        ? []
        : [
            {
              name: PARTS,
              sections: PART_SECTIONS.map((name) => ({ name, parts: packed.map(({ data }) => data.get(name)!) })),
            },
          ],
  }
}

interface Part {
  readonly county: string
  readonly streets: readonly KnownStreet[]
}

/** Groups streets by the county in which their ZIP has the most street ranges. Large counties have several parts. */
function getParts(streets: readonly KnownStreet[], ranges: RangeCounts): Part[] {
  return [...groupBy(streets, ({ zip }) => getCounty(zip, ranges))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([county, all]) => {
      const parts: KnownStreet[][] = [[]]
      let size = 0
      all.forEach((street, i) => {
        const isNewZip = i > 0 && street.zip !== all[i - 1].zip
        if (isNewZip && size + getSize(all, street.zip) > IN_PART) {
          parts.push([])
          size = 0
        }
        size += street.numbers.length
        parts.at(-1)!.push(street)
      })
      return parts.map((streets) => ({ county, streets }))
    })
}

function getSize(streets: readonly KnownStreet[], zip: string): number {
  return streets.reduce((sum, street) => sum + (street.zip === zip ? street.numbers.length : 0), 0)
}

function getCounty(zip: string, ranges: RangeCounts): string {
  const [[county] = ['']] = [...(ranges.get(zip) ?? [])].sort((a, b) => b[1] - a[1])
  return county || fallbackCounty(zip)
}

/**
 * Returns a county for a ZIP without street ranges. Any county of the ZIP's state works, because parts are looked up by
 * ZIP.
 */
function fallbackCounty(zip: string): string {
  return zip[0] === '9' ? '06000' : zip[0] === '3' ? '12000' : '48000'
}
