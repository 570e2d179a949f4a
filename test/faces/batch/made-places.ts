import { seeded } from '../../../bench/support/points.ts'

/** Places on and around the land of the made folder, the same for the same count. */
export function madePlaces(count: number): { lat: number; lon: number }[] {
  const random = seeded(count)
  return Array.from({ length: count }, () => ({
    lat: Number((30 + random() * 2).toFixed(6)),
    lon: Number((-98 + random() * 2).toFixed(6)),
  }))
}
