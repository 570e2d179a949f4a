import { withoutChords } from '../geography/roads.ts'
import { type Line, simplified } from '../read/feature.ts'
import { readNumberedRoads } from '../read/numbered-roads.ts'
import { type RoadLine, readRoadLines } from '../read/roads.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import type { Road } from './base-map-bundle.ts'
import { joinedEnds, oneCarriageway } from './carriageways.ts'
import { getEdges, joinEdges } from './edges.ts'

/** Simplification tolerance in degrees, about 20 m. The road data is no more accurate than this. */
const TOLERANCE = 0.0002

/** Reads the interstates, U.S. Routes and state highways, each road as one line. */
export async function readDrawnRoads(sources: SourceFolder): Promise<readonly Road[]> {
  const lines = withoutChords(await readRoadLines(sources))
  const numbered = await readNumberedRoads(sources, lines)
  const drawn = [...lines.filter((line) => line.drawn || !line.interstate), ...numbered]
  // Skips routes that have a letter instead of a number, because these letters do not appear on road signs.
  const roads = drawn.filter(({ route }) => /\d/.test(route)).map(getRoad)
  const joined = [...groupBy(roads, ({ state, name }) => `${state} ${name}`).values()].flatMap(joinedRoad)
  return meetingOthers(joined)
    .map((road) => ({ ...road, line: simplified(road.line, TOLERANCE) }))
    .filter(({ line }) => !isShort(line))
}

/**
 * U.S. Route numbers in California. No state route uses these numbers (California Streets and Highways Code, section
 * 300 and following).
 */
const US_ROUTES: ReadonlySet<number> = new Set([6, 50, 95, 97, 101, 199, 395])

/** A road, and whether its source draws each carriageway separately. */
interface SourceRoad extends Road {
  readonly state: string
  readonly hasCarriageways: boolean
}

/**
 * Names a road as its signs do, such as `I-35`, `US 290` or `TX 71`. In Texas, loops and spurs are named in the same
 * way as other state highways.
 */
function getRoad({ state, route, interstate, drawn, line }: RoadLine): SourceRoad {
  const shared = { state, line, hasCarriageways: drawn }
  if (interstate) return { name: `I-${route}`, kind: 'interstate', ...shared }
  const [, type, number] = /^([A-Z]*)(.+)$/.exec(route)!
  const isUs = state === 'CA' ? US_ROUTES.has(Number(route)) : type === 'US'
  return isUs
    ? { name: `US ${number}`, kind: 'us-highway', ...shared }
    : { name: `${state} ${number}`, kind: 'state-highway', ...shared }
}

/**
 * Joins the lines of a road. In California, the source has a separate line for each segment between two traffic counts.
 */
function joinedRoad(sameRoad: readonly SourceRoad[]): SourceRoad[] {
  const [{ state, name, kind }] = sameRoad
  return [true, false].flatMap((hasCarriageways) => {
    const lines = sameRoad.filter((road) => road.hasCarriageways === hasCarriageways).map(({ line }) => line)
    const { single, shared } = getEdges([lines])
    const joined = joinEdges([...single, ...shared])
    return (hasCarriageways ? oneCarriageway(joined) : joined)
      .filter((line) => line.length >= 4)
      .map((line) => ({ state, name, kind, hasCarriageways, line }))
  })
}

/** Distance in degrees from the ends of a road within which to look for other roads. */
const NEAR = 0.02

/** Extends roads to other roads that they nearly meet. */
function meetingOthers(roads: readonly SourceRoad[]): Road[] {
  const boxes = roads.map(({ line }) => readBox(line))
  return roads.map((road) => {
    const { name, kind, line, hasCarriageways } = road
    if (!hasCarriageways) return { name, kind, line }
    const ends = [line.subarray(0, 2), line.subarray(-2)]
    const others = roads.filter((other, i) => {
      const isMet = kind !== 'interstate' || other.kind === 'interstate'
      return isMet && other !== road && ends.some(([lon, lat]) => isNear(boxes[i], lon, lat))
    })
    return {
      name,
      kind,
      line: joinedEnds(
        line,
        others.map((other) => other.line),
      ),
    }
  })
}

/** Minimum extent in degrees of a line to draw, about 50 m. */
const SHORTEST = 0.0005

function isShort(line: Line): boolean {
  const { west, south, east, north } = readBox(line)
  return Math.max(east - west, north - south) < SHORTEST
}

interface LineBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

function readBox(line: Line): LineBox {
  let west = line[0]
  let south = line[1]
  let east = line[0]
  let north = line[1]
  for (let i = 2; i < line.length; i += 2) {
    ;[west, east] = [Math.min(west, line[i]), Math.max(east, line[i])]
    ;[south, north] = [Math.min(south, line[i + 1]), Math.max(north, line[i + 1])]
  }
  return { west, south, east, north }
}

function isNear({ west, south, east, north }: LineBox, lon: number, lat: number): boolean {
  return lon > west - NEAR && lon < east + NEAR && lat > south - NEAR && lat < north + NEAR
}
