import type { PagedRaster } from '../../src/data/raster/paged-raster.ts'
import type { BlockGroups } from '../context.ts'
import { groupBy } from '../statistics.ts'
import type { Crosswalk } from './block-groups.ts'
import { kmPerDegree } from './center-index.ts'
import { type TractPolygons, tractStep } from './tracts.ts'

/** Block groups whose areas are not yet known. */
type Located = Omit<BlockGroups, 'areaKm2'>

/** Candidate block groups of each zone polygon, ascending. `first` has one extra element that marks the end. */
export interface Candidates {
  readonly first: Uint32Array
  readonly blockGroup: Uint16Array
}

/** Maximum number of block groups, because bundles store their numbers in 16 bits. */
const MAX_BLOCK_GROUPS = 65_536

const smallestWeight = 0.05 // minimum share of a 2010 tract that a 2020 tract must cover; with a smaller share, it only overlaps along the border

/**
 * Finds the candidates of each tract polygon. Block groups have no raster of their own, so each place belongs to the
 * nearest candidate of the tract polygon that contains it. The candidates of a 2020 polygon are the block groups of
 * that tract. The candidates of a 2010 polygon are the block groups of the 2020 tracts that descend from it, plus every
 * block group whose center is inside.
 *
 * @throws {RangeError} when there are more block groups than a bundle can number
 */
export function findCandidates(
  zones: TractPolygons,
  zoneRaster: PagedRaster,
  blockGroups: Located,
  crosswalk: Crosswalk,
): Candidates {
  if (blockGroups.count > MAX_BLOCK_GROUPS) {
    throw new RangeError(
      `The sources have ${blockGroups.count} census block groups, but a bundle can hold at most ${MAX_BLOCK_GROUPS}: build fewer states.`,
    )
  }
  const membersOf = groupBy([...blockGroups.tract2020.keys()], (b) => blockGroups.tract2020[b])
  const descendants = getDescendants(crosswalk)
  const lists: Set<number>[] = zones.geoid.map((geoid, zone) => {
    if (zones.year[zone] === 2020) return new Set(membersOf.get(geoid) ?? [])
    const heavy = (descendants.get(geoid) ?? []).filter(({ weight }) => weight >= smallestWeight)
    return new Set(heavy.flatMap(({ tract2020 }) => membersOf.get(tract2020) ?? []))
  })
  for (let i = 0; i < blockGroups.count; i++) {
    const zone = zoneRaster.at(blockGroups.lon[i], blockGroups.lat[i]) - 1
    if (zone < 0 || zones.year[zone] === 2020) continue
    lists[zone].add(i)
  }
  addStray(lists, zones, zoneRaster, blockGroups)
  const sizes = lists.map((list) => list.size)
  const first = new Uint32Array(lists.length + 1)
  sizes.forEach((size, zone) => {
    first[zone + 1] = first[zone] + size
  })
  return { first, blockGroup: Uint16Array.from(lists.flatMap((list) => [...list].sort((a, b) => a - b))) }
}

/**
 * Adds each inhabited center that is in no polygon's list to the list of the polygon that contains it. Then assigns the
 * nearest center in the same state to each polygon without candidates.
 */
function addStray(lists: Set<number>[], zones: TractPolygons, zoneRaster: PagedRaster, blockGroups: Located): void {
  const listed = new Set(lists.flatMap((list) => [...list]))
  for (let i = 0; i < blockGroups.count; i++) {
    if (listed.has(i) || blockGroups.population[i] === 0) continue
    const zone = zoneRaster.at(blockGroups.lon[i], blockGroups.lat[i]) - 1
    if (zone >= 0 && zones.state[zone] === blockGroups.state[i]) lists[zone].add(i)
  }
  lists.forEach((list, zone) => {
    if (list.size > 0) return
    const [lon, lat] = zones.rings[zone][0]
    let best = -1
    let distance = Number.POSITIVE_INFINITY
    for (let i = 0; i < blockGroups.count; i++) {
      if (blockGroups.state[i] !== zones.state[zone]) continue
      const d = ((blockGroups.lon[i] - lon) * Math.cos((lat * Math.PI) / 180)) ** 2 + (blockGroups.lat[i] - lat) ** 2
      if (d < distance) {
        distance = d
        best = i
      }
    }
    list.add(best)
  })
}

function getDescendants(crosswalk: Crosswalk) {
  const pairs = [...crosswalk].flatMap(([tract2020, ancestors]) =>
    ancestors.map((ancestor) => ({ tract2020, ...ancestor })),
  )
  return groupBy(pairs, ({ tract2010 }) => tract2010)
}

/**
 * Returns the area in km² of each block group's zone, at least 0.01 km², by counting cells of the tract raster. In
 * raster pages that lie within a single tract, only every fourth cell is counted in each direction.
 */
export function zoneAreas(
  zones: PagedRaster,
  { first, blockGroup }: Candidates,
  { count, lat, lon }: Pick<BlockGroups, 'count' | 'lat' | 'lon'>,
): Float64Array {
  const areas = new Float64Array(count)
  const degrees = tractStep / 3600
  const { x: x0, y: y0, width, height } = zones.meta
  for (let py = y0 * 256; py < (y0 + height) * 256; py += 16) {
    const cos = Math.cos((((py + 8) * degrees - 90) * Math.PI) / 180)
    const cellArea = (degrees * kmPerDegree) ** 2 * cos
    for (let px = x0 * 256; px < (x0 + width) * 256; px += 16) {
      const constant = zones.constantAround(px, py)
      if (constant === 0) continue
      const stride = constant > 0 ? 4 : 1
      for (let y = py + (stride >> 1); y < py + 16; y += stride)
        for (let x = px + (stride >> 1); x < px + 16; x += stride) {
          const zone = constant > 0 ? constant : zones.cell(x, y)
          if (zone === 0) continue
          const start = first[zone - 1]
          const end = first[zone]
          let best = start
          if (end - start > 1) {
            const placeLon = (x + 0.5) * degrees - 180
            const placeLat = (y + 0.5) * degrees - 90
            let distance = Number.POSITIVE_INFINITY
            for (let c = start; c < end; c++) {
              const dx = (lon[blockGroup[c]] - placeLon) * cos
              const dy = lat[blockGroup[c]] - placeLat
              const d = dx * dx + dy * dy
              if (d < distance) {
                distance = d
                best = c
              }
            }
          }
          areas[blockGroup[best]] += cellArea * stride * stride
        }
    }
  }
  return areas.map((area) => Math.max(area, 0.01))
}
