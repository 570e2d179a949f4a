import type { Layer } from '../../../src/geocode/candidate.ts'
import { metresBetween } from '../../../src/geocode/metres.ts'
import { readCountyNames, readRangeCounts } from '../../geocode/place-files.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { JoinReport } from '../../schools/join-report.ts'
import { readStateSchools } from '../../schools/state-schools.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check } from '../check.ts'

/** An address whose place another source knows. */
interface Known {
  readonly address: string
  readonly lat: number
  readonly lon: number
}

/** Metres from which an answer is plainly wrong. */
const FAR = 50_000

/** Addresses against places and counties that entered no layer that answers here. */
export async function geocoder(context: BuiltContext): Promise<Check[]> {
  const report = await readStateSchools(context.sources, new JoinReport())
  const schools = (state: string) =>
    report.schools.flatMap(({ street, city, zip, lat, lon, ...school }) =>
      school.state === state && street && city && zip
        ? [{ address: `${street}, ${city}, ${state} ${zip}`, lat, lon }]
        : [],
    )
  // Schools are what public places are made of: they judge the coarser layers.
  const coarse: readonly Layer[] = ['zip', 'city', 'county', 'state']
  return [
    ...(await counties(context)),
    ...errors(context, 'child-care centres of Florida', await childCare(context), null),
    ...errors(context, 'schools of California by ZIP and city', schools('CA'), coarse),
    ...errors(context, 'schools of Texas by ZIP and city', schools('TX'), coarse),
    ...errors(context, 'schools of Florida by ZIP and city', schools('FL'), coarse),
  ]
}

/** Addresses of inspected food businesses, with the county that the inspector wrote. */
async function counties(context: BuiltContext): Promise<Check[]> {
  const path = 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz'
  const { columns, rows } = await readCsv(context.sources, path, {
    text: text(),
    expected_county: text(),
    postalcode: text(),
  })
  const ranges = await readRangeCounts(context.sources)
  const names = await readCountyNames(context.sources)
  const counties = new Map(names.map(({ fips, name }) => [fips, name]))
  let answered = 0
  let right = 0
  let sound = 0
  let wrong = 0
  columns.text.forEach((address, i) => {
    // The list keeps the county's name of before 1997.
    const expected = columns.expected_county[i].replace(/^Dade /, 'Miami-Dade ')
    const own = [...(ranges.get(columns.postalcode[i].slice(0, 5))?.keys() ?? [])]
    const isSound = own.some((fips) => counties.get(fips) === expected)
    if (isSound) sound++
    const { lat, lon } = context.library.geocode(address.slice(0, 300))
    if (lat === null || lon === null) return
    answered++
    if (context.library.place({ lat, lon })?.county === expected) right++
    else if (isSound) wrong++
  })
  const rightOrNone = (rows - answered + right) / rows
  const what = 'addresses of food inspections in Florida'
  return [
    share(`${what}: in the county of the list, or not answered`, rightOrNone, rows, null),
    share(
      `${what}: the same, where streets of the ZIP lie in the county of the list (TIGER/Line 2025)`,
      (sound - wrong) / sound,
      sound,
      0.999,
    ),
    share(`${what}: answered`, answered / rows, rows, null),
  ]
}

async function childCare(context: BuiltContext): Promise<Known[]> {
  const path = 'addresses/known-points/hifld_child_care_centers_FL.part1.csv.gz'
  const degrees = { min: -180, max: 180 }
  const { columns } = await readCsv(context.sources, path, {
    ADDRESS: text(),
    CITY: text(),
    ZIP: text(),
    LATITUDE: number(degrees),
    LONGITUDE: number(degrees),
  })
  return columns.ADDRESS.flatMap((street, i) => {
    const [lat, lon] = [columns.LATITUDE[i], columns.LONGITUDE[i]]
    if (street === '' || !Number.isFinite(lat) || !Number.isFinite(lon)) return []
    return [{ address: `${street}, ${columns.CITY[i]}, FL ${columns.ZIP[i]}`, lat, lon }]
  })
}

/** Per layer the share answered by it and the error; over all, the share that is far away. */
function errors(
  context: BuiltContext,
  what: string,
  known: readonly Known[],
  layers: readonly Layer[] | null,
): Check[] {
  const metres = new Map<Layer, number[]>()
  let far = 0
  for (const { address, lat, lon } of known) {
    const found = context.library.geocode(address.slice(0, 300), layers ? { layers } : {})
    if (found.lat === null || found.lon === null || found.layer === null) continue
    const error = metresBetween(lat, lon, found.lat, found.lon)
    const others = metres.get(found.layer)
    if (others) others.push(error)
    else metres.set(found.layer, [error])
    if (error > FAR) far++
  }
  const answered = [...metres.values()].reduce((sum, { length }) => sum + length, 0)
  return [
    ...[...metres].flatMap(([layer, values]) => {
      values.sort((a, b) => a - b)
      const at = (part: number) => values[Math.min(values.length - 1, Math.floor(part * values.length))]
      const named = `${what}: answered by layer ${layer}`
      return [
        share(named, values.length / known.length, known.length, null),
        { ...share(named, at(0.5), values.length, null), statistic: 'median error, m' },
        { ...share(named, at(0.9), values.length, null), statistic: '90th percentile, m' },
      ]
    }),
    {
      ...share(`${what}: answers more than 50 km away`, far / answered, answered, null),
      // Of schools as far from their own ZIP, it is mostly the directory's place that is wrong: charters at their district's office.
      ...(layers === null ? { trial: 0.001, reached: far / answered < 0.001 } : {}),
    },
  ]
}

function share(check: string, value: number, n: number, trial: number | null): Check {
  return {
    dimension: 'geocoder',
    check,
    statistic: 'share',
    value,
    n,
    trial,
    reached: trial === null ? null : value >= trial,
  }
}
