import type { Basis, Reading } from '../../../src/answers/dimensions/dimension.ts'

/** Makes a reading, from which a dimension writes its description: a score with its known facts by id. */
export function reading(score: number, facts: Readonly<Record<string, number>>, basis: Basis = 'modeled'): Reading {
  return { score, basis, fact: (id) => facts[id] ?? Number.NaN }
}

/** A place in degrees. */
interface Place {
  readonly lat: number
  readonly lon: number
}

/** Measures kilometers by the haversine formula, on a sphere of radius 6,371 km. */
export function greatCircleKm(a: Place, b: Place): number {
  const radians = Math.PI / 180
  const up = Math.sin(((a.lat - b.lat) * radians) / 2) ** 2
  const across = Math.sin(((a.lon - b.lon) * radians) / 2) ** 2
  return 12_742 * Math.asin(Math.sqrt(up + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * across))
}
