import type { ScoreColumnsRequest } from '../../../src/answers/scores/answers.ts'

export type ScoreAt = (lat: number, lon: number) => number

/**
 * Stands in for the library: answers every dimension with a function of the coordinates and keeps what it was asked.
 */
export function madeScores(scoreAt: ScoreAt) {
  const asked = { lat: [] as number[], lon: [] as number[], dimensions: [] as string[] }
  return {
    asked,
    scoreColumns({ lat, lon, dimensions = [] }: ScoreColumnsRequest): Record<string, Uint8Array> {
      asked.lat.push(...lat)
      asked.lon.push(...lon)
      asked.dimensions.push(...dimensions)
      const scores = Uint8Array.from(lat, (latitude, i) => scoreAt(latitude, lon[i]))
      return Object.fromEntries(dimensions.map((id) => [id, scores]))
    },
    dimensions: () => [],
  }
}

/** A chequered land of many scores with a hole of no data around Austin. */
export function chequered(lat: number, lon: number): number {
  if (Math.abs(lat - 30.27) < 0.1 && Math.abs(lon + 97.74) < 0.1) return 0
  const cell = Math.floor(lat * 311.7) * 7 + Math.floor(lon * 287.3) * 13
  return 1 + (((cell % 255) + 255) % 255)
}

/** Web mercator as the OpenStreetMap wiki writes it: parts of the world from the north-west, by ln(tan + sec). */
export function worldOf(lat: number, lon: number): { x: number; y: number } {
  const phi = (lat * Math.PI) / 180
  return { x: (lon + 180) / 360, y: (1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2 }
}

/** The way back, as a Gudermannian: 2 atan(e^y) − π/2. */
export function placeOf(x: number, y: number): { lat: number; lon: number } {
  const phi = 2 * Math.atan(Math.exp(Math.PI * (1 - 2 * y))) - Math.PI / 2
  return { lat: (phi * 180) / Math.PI, lon: x * 360 - 180 }
}
