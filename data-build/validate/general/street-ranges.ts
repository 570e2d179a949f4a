import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { geocodeAnswers } from '../../../src/answers/geocode/geocode-methods.ts'
import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import { Streets } from '../../../src/answers/geocode/streets/streets.ts'
import type { Line } from '../../read/feature.ts'
import { readShapefile } from '../../read/shapefile.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { addStreetFiles } from '../../streets/add-streets.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Finding } from '../check.ts'
import { share } from './geocoder.ts'

/** Maximum distance in meters from the true point for an answer to count as correct. */
const NEAR = 30

/** Builds the street index of one county's file, and queries both ends and the middle of every range. */
export async function streetRanges(context: BuiltContext): Promise<Finding[]> {
  const { sources, places } = context
  const truths = await rangeTruths(sources)
  const folder = await mkdtemp(join(tmpdir(), 'vicinage-streets-'))
  try {
    await addStreetFiles([join(sources.directory, RANGES_FILE)], folder)
    const geocoder = new Geocoder(places, [Streets.open(folder)])
    const { geocode } = geocodeAnswers(() => geocoder)
    const withZip = truths.filter(({ address }) => /\d{5}$/.test(address))
    const located = withZip.map((truth) => {
      const { lat, lon } = geocode(truth.address)
      if (lat === undefined) return { near: false, side: false }
      const near = planeMeters(truth, { lat, lon }) < NEAR
      return { near, side: near && getSide(truth, { lat, lon }) === truth.side }
    })
    const subject = 'ends and middles of the address ranges of Meagher County, Montana,'
    const all = located.length
    return [
      share(`${subject} within ${NEAR} m`, located.filter(({ near }) => near).length / all, all, 1),
      share(`${subject} on the right side of the street`, located.filter(({ side }) => side).length / all, all, 1),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The only complete address range file that is available: Meagher County, Montana. */
export const RANGES_FILE = 'addresses/tiger/tl_2021_30059_addrfeat.zip'

/** A house number in an address range file, and the place that the file assigns to it. */
export interface RangeTruth {
  readonly address: string
  readonly lon: number
  readonly lat: number
  /** Line segment that the house number is on. */
  readonly step: readonly [x0: number, y0: number, x1: number, y1: number]
  readonly side: 'L' | 'R'
}

/** Returns both ends and the middle of every range, interpolated along the line in its actual direction. */
export async function rangeTruths(sources: SourceFolder): Promise<RangeTruth[]> {
  const { features } = await readShapefile(sources, RANGES_FILE)
  return features.flatMap(({ properties, lines }) =>
    (['L', 'R'] as const).flatMap((side) => getTruths(properties, lines[0], side)),
  )
}

/**
 * Returns the side of the directed line segment on which a point is: left if the cross product is positive, otherwise
 * right.
 */
export function getSide({ step: [x0, y0, x1, y1] }: RangeTruth, { lon, lat }: { lon: number; lat: number }): 'L' | 'R' {
  return (x1 - x0) * (lat - y0) - (y1 - y0) * (lon - x0) > 0 ? 'L' : 'R'
}

type LonLat = Pick<RangeTruth, 'lon' | 'lat'>

/** Returns the distance in meters on a plane scaled at the mean latitude of the two points. */
export function planeMeters(a: LonLat, b: LonLat): number {
  const degree = (6_371_008.8 * Math.PI) / 180
  const east = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180)
  return Math.hypot((a.lon - b.lon) * degree * east, (a.lat - b.lat) * degree)
}

function getTruths(row: Readonly<Record<string, string | number | null>>, line: Line, side: 'L' | 'R'): RangeTruth[] {
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

/** Returns the point at a fraction of a line's length, measured on a plane scaled at the line's latitude. */
function along(line: Line, share: number): Pick<RangeTruth, 'lon' | 'lat' | 'step'> {
  const steps: { readonly step: RangeTruth['step']; readonly length: number }[] = []
  for (let at = 0; at + 3 < line.length; at += 2) {
    const step = [line[at], line[at + 1], line[at + 2], line[at + 3]] as const
    const length = planeMeters({ lon: step[0], lat: step[1] }, { lon: step[2], lat: step[3] })
    if (length > 0) steps.push({ step, length })
  }
  let remaining = share * steps.reduce((sum, { length }) => sum + length, 0)
  let at = 0
  while (at + 1 < steps.length && remaining > steps[at].length) remaining -= steps[at++].length
  const { step, length } = steps[at]
  const t = remaining / length
  return { lon: step[0] + t * (step[2] - step[0]), lat: step[1] + t * (step[3] - step[1]), step }
}
