import type { BuildContext } from '../../context.ts'
import { CenterIndex, kmPerDegree } from '../../geography/center-index.ts'
import { loadWaterShares } from '../../geography/water-shares.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { groupBy } from '../../statistics.ts'

/**
 * Minimum share of land by which a tract's mean elevation is divided. Smaller shares are raised to this minimum. They
 * may be wrong, because the shares of water are from older tracts.
 */
const MIN_LAND = 0.6
/** Radii in km within which a tract's height is compared with the heights of surrounding tracts. */
const RADII = [3, 6] as const
/** Meters added to the standard deviation of heights, so that a few meters in flat land do not count as a hill. */
const MIN_SPREAD = 2
/** Number of tracts within 6 km at which the comparison has its full weight. */
const ENOUGH_TRACTS = 10
/** Maximum number of standard deviations by which a tract counts as higher or lower. */
const FARTHEST = 3

/** Heights per block group, taken from its 2020 tract; NaN if the tract has no elevation. */
export interface LandHeights {
  /** Mean height of the tract's land above the sea in meters. */
  readonly height: Float64Array
  /** Height minus the mean height of the tracts within 6 km, in meters. */
  readonly aboveAround: Float64Array
  /** Height above the mean of the surrounding heights, in standard deviations of these heights, from -3 to 3. */
  readonly position: Float64Array
  /** Standard deviation of the heights within 6 km, in meters. */
  readonly relief: Float64Array
  /**
   * Weight of the comparison, 0-1. It is low if few tracts are nearby, because tracts are large there. In hilly
   * country, the homes of a large tract are in its valleys, so the mean height of the tract says little about them.
   */
  readonly trust: Float64Array
}

/**
 * Loads the mean elevation of every 2020 tract and compares it with the surrounding tracts. The published means count
 * water as 0 m, so the mean of the land is the published mean divided by the share of land.
 */
export async function loadLandHeights(context: BuildContext): Promise<LandHeights> {
  const { columns } = await readCsv(context.sources, 'elevation/tract2020_mean_elevation_CA_TX_FL.csv.gz', {
    tract: text({ heading: 'GEOID_2020', pattern: /^\d{11}$/, required: true }),
    meters: number({ heading: 'mean_elevation_m', min: -100, max: 4500 }),
  })
  const means = context.byTract2020(new Map(columns.tract.map((tract, i) => [tract, columns.meters[i]])))
  const water = context.byTract2010(await loadWaterShares(context.sources))
  return landHeights(
    context.blockGroups,
    means.map((mean, b) => landHeight(mean, water[b])),
  )
}

/** Returns the mean height of a tract's land from its mean elevation and its share (0-1) of water. */
export function landHeight(meanElevation: number, water: number): number {
  return meanElevation / Math.max(MIN_LAND, 1 - (water >= 0 ? water : 0))
}

/**
 * Compares the height of each block group with the heights of surrounding tracts. Each tract is represented by the
 * center of its first block group.
 */
export function landHeights(
  { lat, lon, tract2020 }: Pick<BuildContext['blockGroups'], 'lat' | 'lon' | 'tract2020'>,
  height: Float64Array,
): LandHeights {
  const members = [...groupBy([...tract2020.keys()], (b) => tract2020[b]).values()]
  const first = members.map(([b]) => b)
  const centers = new CenterIndex(
    Float64Array.from(first, (b) => lon[b]),
    Float64Array.from(first, (b) => lat[b]),
  )
  const empty = () => new Float64Array(height.length).fill(Number.NaN)
  const aboveAround = empty()
  const position = empty()
  const relief = empty()
  const trust = empty()
  members.forEach((tractMembers, tract) => {
    const at = height[first[tract]]
    const near = RADII.map((km) => {
      const heights: number[] = []
      centers.around(centers.lon[tract], centers.lat[tract], km / kmPerDegree, (i, east, north) => {
        if (Math.hypot(east, north) * kmPerDegree <= km && !Number.isNaN(height[first[i]]))
          heights.push(height[first[i]])
      })
      return { count: heights.length, ...computeMoments(heights) }
    })
    const spreads = near.map(({ mean, spread }) => (at - mean) / (MIN_SPREAD + spread))
    const mean = Math.min(FARTHEST, Math.max(-FARTHEST, (spreads[0] + spreads[1]) / 2))
    for (const b of tractMembers) {
      aboveAround[b] = at - near[1].mean
      position[b] = mean
      relief[b] = near[1].spread
      trust[b] = Math.min(1, near[1].count / ENOUGH_TRACTS)
    }
  })
  return { height, aboveAround, position, relief, trust }
}

function computeMoments(values: readonly number[]): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, spread: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) }
}
