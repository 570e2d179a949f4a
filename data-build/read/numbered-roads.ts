import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import { type LineDistance, lineDistance } from '../geography/line-distance.ts'
import type { Line } from './feature.ts'
import { readGeoJson } from './geojson.ts'
import type { RoadLine } from './roads.ts'
import type { SourceFolder } from './source-folder.ts'

/** States whose numbered roads are read here. California has a separate file, which includes traffic counts. */
const STATES = ['TX', 'FL'] as const

/**
 * Limited-access routes: toll roads, and roads that are freeways at least in the cities they pass through. The file
 * does not say which roads are freeways.
 */
const LIMITED: Readonly<Record<(typeof STATES)[number], readonly string[]>> = {
  TX: [
    ...['US54', 'US59', 'US67', 'US69', 'US75', 'US77', 'US80', 'US83', 'US90', 'US175', 'US181', 'US183'],
    ...['US281', 'US287', 'US290', 'SH45', 'SH71', 'SH99', 'SH114', 'SH121', 'SH130', 'SH146', 'SH151', 'SH161'],
    ...['SH183', 'SH190', 'SH225', 'SH249', 'SH255', 'SH286', 'SH288', 'SH358', 'SH360', 'SL1', 'SL8', 'SL12'],
    ...['SL20', 'SL49', 'SL250', 'SL289', 'SL375', 'SL410', 'SL1604', 'SS366', 'SS408', 'SS482', 'SS601'],
  ],
  FL: [
    ...['SH9B', 'SH23', 'SH91', 'SH112', 'SH202', 'SH407', 'SH408', 'SH414', 'SH417', 'SH429', 'SH451', 'SH453'],
    ...['SH528', 'SH568', 'SH570', 'SH589', 'SH618', 'SH821', 'SH826', 'SH836', 'SH869', 'SH874', 'SH878', 'SH924'],
  ],
}

/** Road classes, highest first. A road with several numbers is drawn under its highest class. */
const CLASSES = ['I', 'US', 'SR']

/**
 * Reads the numbered roads of Texas and Florida, with a line for each carriageway. Parts that run along an earlier line
 * are skipped, because a road with several numbers would otherwise be included several times.
 *
 * @param others lines of roads that were already read
 */
export async function readNumberedRoads(folder: SourceFolder, others: readonly RoadLine[]): Promise<RoadLine[]> {
  const roads: RoadLine[] = []
  for (const state of STATES) {
    const path = `roads/highways_I_US_State_${state}.geojson.gz`
    if (!folder.has(path)) continue
    const { features } = await readGeoJson(folder, path, { properties: ['type', 'route', 'name'] })
    let stateLines = others.filter((road) => road.state === state).map(({ line }) => line)
    for (const wanted of CLASSES) {
      const near = lineDistance(stateLines, BESIDE / 1000)
      const stateRoads = features.flatMap(({ properties: { type, route, name }, lines }): RoadLine[] => {
        const id = type === wanted ? getRoute(wanted, String(route), String(name)) : null
        if (id === null) return []
        const limited = wanted === 'I' || LIMITED[state].includes(id)
        return lines
          .flatMap((line) => apartFrom(near, line))
          .map((line) => ({
            state,
            route: id,
            interstate: wanted === 'I',
            drawn: true,
            line,
            aadt: null,
            access: limited ? ('limited' as const) : ('open' as const),
          }))
      })
      roads.push(...stateRoads)
      stateLines = [...stateLines, ...stateRoads.map(({ line }) => line)]
    }
  }
  return roads
}

/**
 * Returns a route name as written in the traffic counts, without leading zeros: US75, SH121, SL8. Returns null for
 * business, alternate and old routes, and for other branches of a route.
 */
function getRoute(type: string, route: string, name: string): string | null {
  if (/\bBus\b|\bSpr\b|\bOld\b|\bAlt\b|Nbfr/i.test(name)) return null
  if (/turnpike/i.test(name)) return 'SH91'
  if (type === 'I') return /^\d+$/.test(route) ? route : null
  if (/US Hwy/.test(name)) return `US${route}`
  return `${/Loop/.test(name) ? 'SL' : /Spur/.test(name) ? 'SS' : 'SH'}${route}`
}

/** Distance in meters within which a line counts as running along another line. */
const BESIDE = 150
/** Spacing in meters of the points at which the distance between the lines is checked. */
const SPACING = 250
/** Minimum length in meters of a part that runs along another line. A shorter part is a crossing. */
const ALONG = 1000

/** Returns the parts of a line that do not run along other lines. */
function apartFrom(near: LineDistance, line: Line): Line[] {
  const points = spaced(line)
  const isNear = points.map(([lon, lat]) => near(lon, lat) < BESIDE / 1000)
  const parts: number[][] = []
  let open = false
  for (let i = 0; i < points.length; ) {
    let end = i + 1
    while (end < points.length && isNear[end] === isNear[i]) end++
    const isDouble = isNear[i] && (end - i) * SPACING >= ALONG
    if (isDouble) open = false
    else {
      if (!open) parts.push([])
      open = true
      for (const [lon, lat, vertex] of points.slice(i, end))
        if (vertex || parts[parts.length - 1].length === 0) parts[parts.length - 1].push(lon, lat)
    }
    i = end
  }
  return parts.filter(({ length }) => length >= 4).map((part) => Float64Array.from(part))
}

/** Returns the vertices of a line and a point every 250 m between them. */
function spaced(line: Line): (readonly [lon: number, lat: number, vertex: boolean])[] {
  const points: (readonly [number, number, boolean])[] = []
  for (let i = 0; i + 3 < line.length; i += 2) {
    const lon = line[i]
    const lat = line[i + 1]
    const dx = line[i + 2] - line[i]
    const dy = line[i + 3] - line[i + 1]
    const meters = Math.hypot(dx * Math.cos((lat * Math.PI) / 180), dy) * METERS_PER_DEGREE
    const steps = Math.max(1, Math.ceil(meters / SPACING))
    for (let s = 0; s < steps; s++) points.push([lon + (s / steps) * dx, lat + (s / steps) * dy, s === 0])
  }
  points.push([line[line.length - 2], line[line.length - 1], true])
  return points
}
