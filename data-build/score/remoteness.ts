import type { View } from '../context.ts'

/**
 * How far the figures of census tracts speak for a place, 0-1: fully within `free` km of a centre of population, then
 * less by e every `scale` km. Tract figures describe where people live, not the empty country between.
 */
export function nearPeople(view: View, free: number, scale: number): Float32Array {
  return view.nearestDistance().map((km) => Math.exp(-Math.max(0, km - free) / scale))
}
