import type { Position } from 'geojson'
import type { DrawnBaseMap } from '../../data/base-map.ts'
import { groundSources, type Sources } from '../../faces/map/ground-style.ts'

/** Name of the file with the names and roads that the map shows first. */
export const FIRST_MAP = 'data/first-map.json'

/** Minimum population of a city that the first map names. */
const PEOPLE = 15_000

/**
 * Distance in degrees between the points of a road, about 400 m. This is precise enough because the full base map
 * replaces the first map seconds later.
 */
const STEP = 0.004

/**
 * Returns the sources of the map that a page shows until the base map, which is 14 times as large, is loaded:
 * simplified interstates, and the names of states and cities.
 */
export function getFirstMap(base: DrawnBaseMap): Sources {
  const roads = base.roads.features
    .filter(({ properties }) => properties.kind === 'interstate')
    .map(({ geometry, ...road }) => ({
      ...road,
      geometry: { ...geometry, coordinates: thinned(geometry.coordinates) },
    }))
  const labels = base.labels.features
    .filter(({ properties: { kind, people } }) => kind === 'state' || (kind === 'city' && people >= PEOPLE))
    .map(({ geometry, ...label }) => ({
      ...label,
      geometry: { ...geometry, coordinates: geometry.coordinates.map(threeDecimals) },
    }))
  const none = { type: 'FeatureCollection' as const, features: [] }
  const parts = Object.keys(base).map((part) => [part, none])
  const first = {
    ...Object.fromEntries(parts),
    roads: { ...none, features: roads },
    labels: { ...none, features: labels },
  }
  return groundSources(first as DrawnBaseMap)
}

/** Returns the first and last point of a line, and the points in between that are not close to each other. */
function thinned(line: readonly Position[]): Position[] {
  const points: Position[] = []
  for (const [i, point] of line.entries()) {
    const last = points.at(-1)
    const isFar = last === undefined || Math.hypot(point[0] - last[0], point[1] - last[1]) > STEP
    if (isFar || i === line.length - 1) points.push(point.map(threeDecimals))
  }
  return points
}

function threeDecimals(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}
