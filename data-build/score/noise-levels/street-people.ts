import type { BlockGroups, View } from '../../context.ts'
import { CentreIndex, kmPerDegree } from '../../geography/centre-index.ts'

/** km: σ of the kernel. Unlike the shared one it is not widened by the block group's size: streets are where people live. */
const SIGMA = 1
/** Kernels end at 3.3 σ. */
const REACH = 3.3 * SIGMA

/** People per km² around points, of a number of people per block group. */
export function streetPeople(blockGroups: BlockGroups, people: Float64Array): (view: View) => Float64Array {
  const { lat, lon } = blockGroups
  const centres = new CentreIndex(lon, lat)
  return (view) => {
    const density = new Float64Array(view.size)
    if (view.size === 0) return density
    const points = new CentreIndex(view.lon, view.lat)
    const high = REACH / kmPerDegree
    const [west, east] = rangeOf(view.lon)
    const [south, north] = rangeOf(view.lat)
    const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
    centres.search(west - wide, south - high, east + wide, north + high, (b) => {
      const cos = Math.cos((lat[b] * Math.PI) / 180)
      const peak = people[b] / (2 * Math.PI * SIGMA ** 2)
      points.search(lon[b] - high / cos, lat[b] - high, lon[b] + high / cos, lat[b] + high, (i) => {
        const x = (view.lon[i] - lon[b]) * cos * kmPerDegree
        const y = (view.lat[i] - lat[b]) * kmPerDegree
        const squared = x * x + y * y
        if (squared < REACH * REACH) density[i] += peak * Math.exp(-squared / (2 * SIGMA ** 2))
      })
    })
    return density
  }
}

function rangeOf(values: Float64Array): readonly [least: number, most: number] {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}
