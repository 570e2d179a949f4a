import { getDimension } from '../catalog.ts'
import { coveredStates } from '../library.ts'
import { type Camera, camera, mapSide, untouched } from '../view.ts'

/**
 * If only some states have scores in a dimension and the map shows none of them, returns their names. Otherwise returns
 * null.
 */
export function statesOutOfView(id: string): string | null {
  const states = getStates(id)
  if (states.length === 0 || states.some(({ box }) => shows(camera.value, mapSide.value, box))) return null
  return getNames(id)
}

/**
 * Returns the names of the states with scores in a dimension, such as `California`, or null if all states have scores.
 */
export function getNames(id: string): string | null {
  return (
    getStates(id)
      .map(({ name }) => name)
      .join(' and ') || null
  )
}

/** Returns a camera that shows the states with scores in a dimension. */
export function viewOfStates(id: string): Camera {
  const [{ box }] = getStates(id)
  const across = Math.max(box.east - box.west, box.north - box.south)
  return {
    lat: (box.south + box.north) / 2,
    lon: (box.west + box.east) / 2,
    zoom: Math.log2((mapSide.peek() * 360) / (WORLD * across)) - 0.4,
  }
}

function getStates(id: string) {
  const { states = [] } = getDimension(id)
  return coveredStates.filter(({ postal }) => states.includes(postal))
}

/** Width of the world in pixels at zoom 0. */
const WORLD = 512

/**
 * Checks whether a box is approximately in view.
 *
 * @param side shorter side of the map in pixels
 */
export function shows(at: Camera, side: number, box: (typeof coveredStates)[number]['box']): boolean {
  if (at === untouched) return true
  const half = (0.7 * side * 360) / (WORLD * 2 ** at.zoom)
  return at.lon + half > box.west && at.lon - half < box.east && at.lat + half > box.south && at.lat - half < box.north
}
