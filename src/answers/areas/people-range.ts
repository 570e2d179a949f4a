import type { Geography } from '../../data/geography.ts'
import type { Land } from './land.ts'
import { HOMES } from './people.ts'

/** 80% interval for a number of people. */
export interface PeopleRange {
  /** Lower bound, 0 or more. */
  readonly low: number
  /** Upper bound. */
  readonly high: number
}

/**
 * Factor in the formula for the standard deviation of the number of people inside. The standard deviation is this
 * factor · √(p (1 − p)), where p is the share of the block group's homes inside. It is measured as a share of the block
 * group's population.
 */
const PARTLY_INSIDE = 0.6
/**
 * Standard deviation, as a share of a block group's population, if the area touches the block group but contains none
 * of its homes. With this value and `PARTLY_INSIDE`, the ranges contain the census counts of 81% of 1,720 ZIP codes and
 * cities that were not used to place homes.
 */
const WITHOUT_HOME = 0.2
/** Number of standard deviations on each side of the mean that cover 80% of cases. */
const EIGHTY = 1.28

/** Returns the range for the number of people in an area whose borders cut through block groups. */
export function peopleRange(
  geography: Geography,
  { people, homes }: { readonly people: number; readonly homes?: ArrayLike<number> },
  land: Omit<Land, 'area'>,
): PeopleRange {
  const inside = countHomes(homes ?? [])
  addTouched(geography, land, inside)
  let variance = 0
  for (const [blockGroup, count] of inside) {
    const share = count / HOMES
    const relative = share === 0 ? WITHOUT_HOME : PARTLY_INSIDE * Math.sqrt(share * (1 - share))
    variance += (relative * geography.people[blockGroup]) ** 2
  }
  const wide = EIGHTY * Math.sqrt(variance)
  return { low: Math.max(0, Math.floor(people - wide)), high: Math.ceil(people + wide) }
}

/** Returns the number of homes inside for each block group that has any. Homes of a block group must be adjacent. */
function countHomes(homes: ArrayLike<number>): Map<number, number> {
  const inside = new Map<number, number>()
  for (let i = 0; i < homes.length; ) {
    const blockGroup = Math.floor(homes[i] / HOMES)
    const first = i
    while (i < homes.length && Math.floor(homes[i] / HOMES) === blockGroup) i++
    inside.set(blockGroup, i - first)
  }
  return inside
}

/** Adds every block group that the land touches but that has no homes inside, with a count of 0. */
function addTouched(geography: Geography, { lon, lat, zone }: Omit<Land, 'area'>, inside: Map<number, number>): void {
  const hasAll = (ofZone: number) => geography.blockGroupsOfZone(ofZone).every((blockGroup) => inside.has(blockGroup))
  /** Whether all block groups of a zone are in `inside`. Most points are in such a zone and need no look-up. */
  const complete = new Map<number, boolean>()
  let last = 0
  for (let i = 0; i < zone.length; i++) {
    if (zone[i] === last) continue
    let isComplete = complete.get(zone[i])
    if (isComplete === undefined) {
      isComplete = hasAll(zone[i])
      complete.set(zone[i], isComplete)
    }
    if (!isComplete) {
      const blockGroup = geography.blockGroupIn(zone[i], lon[i], lat[i])
      if (!inside.has(blockGroup)) {
        inside.set(blockGroup, 0)
        isComplete = hasAll(zone[i])
        complete.set(zone[i], isComplete)
      }
    }
    // Points of a parallel are adjacent, so the next point is usually in the same zone.
    if (isComplete) last = zone[i]
  }
}
