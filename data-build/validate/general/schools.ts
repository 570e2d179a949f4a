import type { SchoolDetail } from '../../../src/answers/schools/answers.ts'
import type { Box } from '../../../src/base/geo/box.ts'
import { readBox } from '../../../src/base/geo/boxes.ts'
import { isInside } from '../../../src/base/geo/ring.ts'
import { readDistricts } from '../../districts/read-districts.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { JoinReport } from '../../schools/join-report.ts'
import { readStateSchools } from '../../schools/read-schools.ts'
import type { School } from '../../schools/school.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, finding, hitRate } from '../check.ts'
import { anywhere, gather, sampleBoxes } from './random-places.ts'

/**
 * Targets of each state: the minimum number of open schools, the minimum share of schools with a rating, and the share
 * of schools inside the polygon of their own district that the trial reached.
 */
const targets = {
  CA: { name: 'California', schools: 9_800, rated: null, own: 0.959 },
  TX: { name: 'Texas', schools: 9_000, rated: 0.88, own: 0.971 },
  FL: { name: 'Florida', schools: 4_100, rated: 0.8, own: 0.993 },
} as const

interface Judged {
  readonly school: School
  readonly answer: SchoolDetail
}

/** Compares the library's school answers with the agencies' files. */
export async function schools(context: BuiltContext): Promise<Finding[]> {
  const report = new JoinReport()
  const read = await readStateSchools(context.sources, report)
  const judged = read.schools.map((school) => ({
    school,
    answer: context.library.schools.school({ nces_id: school.ncesId }),
  }))
  return [
    ...Object.entries(targets).flatMap(([state, target]) => {
      const inState = judged.filter(({ school }) => school.state === state)
      return [
        openSchools(inState, target.name, target.schools),
        ratedSchools(inState, target.name, target.rated),
        inOwnDistrict(inState, context, target.name, target.own),
      ]
    }),
    ...joins(report),
    tenths(judged),
  ]
}

function openSchools(judged: readonly Judged[], state: string, least: number): Finding {
  const ids = new Set(judged.map(({ answer }) => answer.nces_id))
  const reached = ids.size === judged.length && ids.size >= least
  return finding(`open public schools of ${state}, each once`, 'count', ids.size, judged.length, {
    trial: least,
    reached,
  })
}

/**
 * Reports the share of schools with a rating. California's small and special schools have no results, so California has
 * no target here. The target for its join in `askedOfJoins` is used instead.
 */
function ratedSchools(judged: readonly Judged[], state: string, least: number | null): Finding {
  const value = judged.filter(({ answer }) => answer.rating !== null).length / judged.length
  const reached = least === null ? null : value >= least
  return finding(`schools of ${state} with a rating`, 'share', value, judged.length, { trial: least, reached })
}

/** Joins between agency files, with the minimum share of rows that each join must match. */
const askedOfJoins: readonly (readonly [name: RegExp, least: number])[] = [
  [/^California: students of the census day .* in our schools/, 0.99],
  [/^California: open schools with a figure/, 0.99],
  [/^Texas: students of .* in campuses that are still open/, 0.99],
  [/^Texas: of these students, in our schools/, 0.985],
  [/^Texas: campuses with an overall score/, 0.96],
  [/^Florida: students of .* in our schools/, 0.98],
  [/^Florida: school grades \d+ with a percent of points/, 0.98],
]

function joins(report: JoinReport): Finding[] {
  return askedOfJoins.flatMap(([name, least]) =>
    report.joins
      .filter((join) => name.test(join.name))
      .map(({ name, matched, of }) => {
        // Compares the share with the target at the precision of the target.
        const reached = Math.round((1000 * matched) / of) >= Math.round(1000 * least)
        return finding(`joined: ${name}`, 'share', matched / of, of, { trial: least, reached })
      }),
  )
}

/**
 * Reports the share of schools inside the polygon of their own district. Ignores schools whose district has no polygon,
 * such as most charter schools.
 */
function inOwnDistrict(judged: readonly Judged[], context: BuiltContext, state: string, trial: number): Finding {
  const at = judged.map(({ answer }) => context.library.schools.districts(answer).districts.map(({ geoid }) => geoid))
  const drawn = new Set(at.flat())
  let schools = 0
  let inside = 0
  judged.forEach(({ answer }, i) => {
    if (!drawn.has(answer.lea_id)) return
    schools++
    if (at[i].includes(answer.lea_id)) inside++
  })
  const check = `schools of ${state} in the polygon of their own district, where it has one`
  return finding(check, 'share', inside / schools, schools, { trial })
}

/**
 * Reports the largest deviation from 10% in the share of schools that have the same rating, among schools of the same
 * state, level and source. Schools with equal results share a rating, so the shares cannot be exactly equal.
 */
function tenths(judged: readonly Judged[]): Finding {
  const groups = new Map<string, number[]>()
  for (const { school, answer } of judged) {
    if (answer.rating === null) continue
    const key = `${school.state} ${answer.level} ${answer.rating_source}`
    const counts = groups.get(key) ?? new Array<number>(11).fill(0)
    groups.set(key, counts)
    counts[0]++
    counts[answer.rating]++
  }
  let worst = 0
  let n = 0
  for (const [all, ...counts] of groups.values()) {
    if (all < LARGE) continue
    n += all
    for (const count of counts) worst = Math.max(worst, Math.abs(count / all - 0.1))
  }
  const check = `a rating's share of the schools of its state and level, largest distance from a tenth (groups of ${LARGE} and more)`
  return finding(check, 'difference', worst, n, { reached: worst <= 0.008 })
}

/**
 * Minimum size of a group. In a smaller group, a single school is a large part of a decile, so deciles cannot be even.
 */
const LARGE = 300

/**
 * Number of places per state, based on its size. The places are distributed over the bounding box of the state. Places
 * outside all districts also count.
 */
const PLACES_PER_STATE = { '06': 1700, '12': 800, '48': 2500 } as const

/**
 * Compares the districts found by the library with a simple point-in-polygon test over the rings of the district files.
 */
export async function schoolDistricts(context: BuiltContext): Promise<Finding[]> {
  const districts = await readDistricts(context.sources)
  const boxes = districts.map(({ rings }) => readBox(rings))
  const states = Object.keys(PLACES_PER_STATE) as (keyof typeof PLACES_PER_STATE)[]
  const places = states.flatMap((state) =>
    gather(anywhere(sampleBoxes[state], Number(state)), PLACES_PER_STATE[state], (place) => place),
  )
  const equal = places.filter((place) => {
    const expected = districts.filter(
      (district, i) => inBox(boxes[i], place) && isInside(district.rings, place.lon, place.lat),
    )
    const answered = context.library.schools.districts(place).districts
    return expected.map(({ geoid }) => geoid).join() === answered.map(({ geoid }) => geoid).join()
  })
  const check = 'exactly the districts that a plain point-in-polygon over the files gives, at random places'
  return [{ check, ...hitRate(equal.length, places.length, 1, 1) }]
}

function inBox({ west, south, east, north }: Box, { lat, lon }: LatLon): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north
}
