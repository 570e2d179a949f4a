import type { Ring } from '../read/feature.ts'

const METRES_PER_DEGREE = 111_195

/** Square metres; negative where the ring runs clockwise. Good to a few per cent for a ring of some degrees. */
export function ringArea(ring: Ring): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const cos = Math.cos(((ring[i + 1] + ring[i + 3]) * Math.PI) / 360)
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) * cos - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1]) * cos
  }
  return (sum / 2) * METRES_PER_DEGREE ** 2
}
