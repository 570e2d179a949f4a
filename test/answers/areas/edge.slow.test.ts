import { beforeAll, expect, it } from 'vitest'
import { readDistricts } from '../../../data-build/districts/read-districts.ts'
import { loadTracts2010, loadZoneTracts } from '../../../data-build/geography/tracts.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { loadHazardZones } from '../../../data-build/score/fire/zones.ts'
import { getResult, leanScore } from '../../../data-build/score/ideological-lean/score.ts'
import { readFloridaPrecincts } from '../../../data-build/score/ideological-lean/votes.ts'
import { readElections, votesOf2024 } from '../../../data-build/score/ideological-lean/votes-2024.ts'
import { seededRandom } from '../../../data-build/statistics.ts'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import type { Box } from '../../../src/base/geo/box.ts'
import { readBox } from '../../../src/base/geo/boxes.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import type { Point } from '../../../src/base/geo/place.ts'
import { isInside } from '../../../src/base/geo/ring.ts'
import { Geography } from '../../../src/data/geography.ts'
import { type EdgeKind, openVicinage, type Vicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

const METERS = 111_195
const RADIANS = Math.PI / 180
/** Allowed error of the distance to an edge: the height of a 3″ cell, in meters. */
const CELL = 93
/**
 * Radius in meters of a disc that always contains the center of a 2″ cell. It is slightly more than half the diagonal
 * of a cell.
 */
const ROOM = 45
/** Search distance for edges, in meters. */
const WITHIN = 2500
/** Number of places to compare for each dimension. */
const PLACES = 40

type Ring = Float64Array
type Place = readonly [lon: number, lat: number]

/** A published polygon and the score of its zone. */
interface Zone {
  readonly rings: readonly Ring[]
  /** Score of the zone, or null if the test cannot derive it. */
  readonly score: number | null
  readonly county?: string | null
}

let vicinage: Vicinage
let sources: SourceFolder

withAgencyFiles('the nearest edge, compared with the published polygons,', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    vicinage = await openVicinage({ geocoder: false, userData: false })
    sources = new SourceFolder(SHARED)
  }, 120_000)

  it('is accurate to within a cell for fire zones', async () => {
    const zones = (await loadHazardZones(sources)).map((zone) => ({ ...zone, rings: zone.polygon }))
    expectNearest('fire', zones, 0)
  })

  it('is accurate to within a cell for Florida precincts', async () => {
    const elections = await readElections(sources, '12')
    const { counties } = elections
    const zones = (await readFloridaPrecincts(sources, votesOf2024(elections))).map(({ id, tally, polygon }) => ({
      rings: polygon,
      score: leanScore(getResult([tally, counties.get(id.slice(0, 5))]).share),
    }))
    expectNearest('ideological-lean', zones, null)
  })

  it('is accurate to within a cell for census tracts', async () => {
    const centers = await tractCenters()
    const tracts = await loadZoneTracts(sources, await loadTracts2010(sources))
    const zones = tracts.rings.map((rings, i) => {
      const isOwn = ({ lat, lon }: Point) =>
        isInside(rings, lon, lat) && vicinage.place({ lat, lon })?.blockGroup.startsWith(tracts.geoid[i])
      // The score of a tract is unknown if none of the population centers of its block groups is inside it.
      const center = centers.get(tracts.geoid[i])?.find(isOwn)
      return { rings, score: center ? vicinage.score('insurance-coverage', center).score || null : null }
    })
    expectNearest('insurance-coverage', zones, null)
  })

  it('is accurate to within a meter for school districts', async () => {
    const districts = (await readDistricts(sources)).map(({ geoid, rings }) => ({ geoid, rings, box: readBox(rings) }))
    const random = seededRandom(5)
    const at = ([lon, lat]: Place) =>
      districts.filter(({ rings, box }) => holds(box, lon, lat) && isInside(rings, lon, lat)).map(({ geoid }) => geoid)
    let compared = 0
    while (compared < PLACES) {
      const { rings } = districts[Math.floor(random() * districts.length)]
      const place = nearVertex(rings, random)
      if (at(place).length === 0) continue
      const [lon, lat] = place
      const near = districts.filter(({ box }) => reaches(box, place, WITHIN)).flatMap(({ rings }) => rings)
      const isOther = (there: Place) => at(there).length > 0 && at(there).join() !== at(place).join()
      const expected = nearestChange(place, near, WITHIN, isOther, 0.05)
      const found = vicinage.edge('districts', { lat, lon }, { maxDistance: WITHIN })
      if (expected === null || found === null) expect(found?.distance_meters ?? WITHIN).toBeGreaterThan(WITHIN - 1)
      else
        expect(
          Math.abs(found.distance_meters - expected),
          `${lat}, ${lon}: ${found.distance_meters} m, the judge ${expected}`,
        ).toBeLessThan(0.7)
      if (found !== null) {
        const there = found.districts.map(({ geoid }) => geoid)
        expect(there.sort()).toEqual(at([found.lon, found.lat]).sort())
        compared++
      }
    }
  })
})

/** Returns the centers of the block groups of each 2020 tract. */
async function tractCenters() {
  const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
  const centers = new Map<string, Point[]>()
  for (let i = 0; i < geography.size; i++) {
    const tract = geography.describe(i).blockGroup.slice(0, 11)
    centers.set(tract, [...(centers.get(tract) ?? []), geography.getCenter(i)])
  }
  return centers
}

/**
 * Compares the library with the polygons at places near their vertices. `none` is the score outside all polygons, or
 * null if that is not known.
 */
function expectNearest(dimension: DimensionId, zones: readonly Zone[], none: number | null): void {
  const random = seededRandom(dimension.length)
  const boxes = zones.map(({ rings }) => readBox(rings))
  let compared = 0
  for (let tries = 0; compared < PLACES; tries++) {
    expect(tries, 'places that the judge does not know').toBeLessThan(PLACES * 20)
    const place = nearVertex(zones[Math.floor(random() * zones.length)].rings, random)
    const [lon, lat] = place
    const near = zones.filter((_, i) => reaches(boxes[i], place, WITHIN + 200))
    const scoreAt = lastOf(near, none)
    const here = scoreAt(lon, lat)
    if (here === null || vicinage.place({ lat, lon }) === null) continue
    const rings = near.flatMap(({ rings }) => rings)
    let isKnown = true
    const isOther = ([x, y]: Place) => {
      if (vicinage.place({ lat: y, lon: x }) === null) return false
      const there = scoreAt(x, y)
      if (there === null) isKnown = false
      return there !== null && there !== here
    }
    // `any` is the nearest edge beyond which the answer changes, even if only in a sliver. `roomy` is the nearest edge
    // with room for a cell center beyond it.
    const any = nearestChange(place, rings, WITHIN, isOther, 1)
    if (!isKnown || (any !== null && any < ROOM)) continue
    const roomy = nearestChange(place, rings, WITHIN, (at) => isOther(at) && hasRoom(at, place, isOther), ROOM)
    if (!isKnown) continue
    const found = vicinage.edge(dimension as EdgeKind, { lat, lon }, { maxDistance: WITHIN })
    const message = `${dimension} at ${lat}, ${lon}: ${found?.distance_meters} m, the judge ${any} to ${roomy}`
    if (found !== null) {
      expect(any, message).not.toBeNull()
      expect(found.distance_meters, message).toBeGreaterThan(any! - CELL)
      expect(scoreAt(found.lon, found.lat), message).not.toBe(here)
    }
    if (roomy !== null && roomy < WITHIN - CELL) {
      expect(found, message).not.toBeNull()
      expect(found!.distance_meters, message).toBeLessThan(roomy + CELL)
    }
    if (found !== null) compared++
  }
}

/**
 * Returns a function that returns the score of the last polygon that contains a place, or `none` outside all polygons.
 */
function lastOf(zones: readonly Zone[], none: number | null): (lon: number, lat: number) => number | null {
  const boxes = zones.map(({ rings }) => readBox(rings))
  return (lon, lat) => {
    for (let i = zones.length - 1; i >= 0; i--) {
      if (!holds(boxes[i], lon, lat) || !isInside(zones[i].rings, lon, lat)) continue
      const county = zones[i].county ?? null
      if (county === null || vicinage.place({ lat, lon })?.blockGroup.startsWith(county)) return zones[i].score
    }
    return none
  }
}

/**
 * Returns the meters to the nearest edge point where the answer changes `beyond` meters past the edge, or null if there
 * is none. Edges are checked in pieces of 10 m.
 */
function nearestChange(
  [lon, lat]: Place,
  rings: readonly Ring[],
  limit: number,
  isOther: (at: Place) => boolean,
  beyond: number,
): number | null {
  const cos = Math.cos(lat * RADIANS)
  const [perLon, perLat] = [METERS * cos, METERS]
  const edges: { readonly away: number; readonly ends: readonly [number, number, number, number] }[] = []
  for (const ring of rings)
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const ends = [
        (ring[i] - lon) * perLon,
        (ring[i + 1] - lat) * perLat,
        (ring[i + 2] - lon) * perLon,
        (ring[i + 3] - lat) * perLat,
      ] as const
      const away = Math.hypot(...nearestOn(ends))
      if (away < limit) edges.push({ away, ends })
    }
  edges.sort((a, b) => a.away - b.away)
  let best = limit
  for (const { away, ends } of edges) {
    if (away >= best) break
    const [x1, y1, x2, y2] = ends
    const length = Math.hypot(x2 - x1, y2 - y1)
    const pieces = Math.ceil(length / 10)
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece / pieces, (piece + 1) / pieces]
      const part = [x1 + (x2 - x1) * from, y1 + (y2 - y1) * from, x1 + (x2 - x1) * to, y1 + (y2 - y1) * to] as const
      const [x, y] = nearestOn(part)
      // At a corner, both sides may have the same answer, so the place to check is slightly inward along the edge.
      const inward = Math.min(0.5, (2 * beyond * pieces) / length)
      const [bx, by] = [x + ((part[0] + part[2]) / 2 - x) * inward, y + ((part[1] + part[3]) / 2 - y) * inward]
      const [dx, dy] = [(y1 - y2) / length, (x2 - x1) / length]
      const sides = [beyond, -beyond].map(
        (far): Place => [lon + (bx + dx * far) / perLon, lat + (by + dy * far) / perLat],
      )
      if (Math.hypot(x, y) < best && sides.some(isOther))
        best = metersBetween(lat, lon, lat + y / perLat, lon + x / perLon)
    }
  }
  return best < limit ? best : null
}

/** Returns the point of a segment that is nearest to the origin. */
function nearestOn([x1, y1, x2, y2]: readonly [number, number, number, number]): readonly [number, number] {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy)))
  return [x1 + dx * along, y1 + dy * along]
}

/** Returns whether the answer is different throughout a disc with a radius of `ROOM` meters. */
function hasRoom([lon, lat]: Place, [, middle]: Place, isOther: (at: Place) => boolean): boolean {
  return [1, 0.6, 0.3].every((part) =>
    Array.from({ length: 12 }, (_, i) => (i / 6) * Math.PI).every((angle) => {
      const away = (part * ROOM) / METERS
      return isOther([lon + (away * Math.cos(angle)) / Math.cos(middle * RADIANS), lat + away * Math.sin(angle)])
    }),
  )
}

/** Returns a random place within a kilometer of a vertex. */
function nearVertex(rings: readonly Ring[], random: () => number): Place {
  const ring = rings[Math.floor(random() * rings.length)]
  const vertex = Math.floor((random() * ring.length) / 2) * 2
  const [angle, away] = [random() * 2 * Math.PI, (random() * 1000) / METERS]
  return [ring[vertex] + away * Math.cos(angle), ring[vertex + 1] + away * Math.sin(angle)]
}

function holds({ west, south, east, north }: Box, lon: number, lat: number): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north
}

/** Returns whether a box comes within `meters` of a place. */
function reaches({ west, south, east, north }: Box, [lon, lat]: Place, meters: number): boolean {
  const reach = meters / METERS
  const across = reach / Math.cos(lat * RADIANS)
  return holds({ west: west - across, south: south - reach, east: east + across, north: north + reach }, lon, lat)
}
