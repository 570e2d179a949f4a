import { metersBetween } from '../../../src/geocode/distance.ts'
import { Geocoder } from '../../../src/geocode/geocoder.ts'
import type { Layer } from '../../../src/geocode/layers.ts'
import type { Vicinage } from '../../../src/vicinage.ts'
import { readCountyNames, readRangeCounts } from '../../geocode/place-files.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { JoinReport } from '../../schools/join-report.ts'
import { readStateSchools } from '../../schools/read-schools.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check } from '../check.ts'

/** An address whose place another source knows. */
export interface Known {
  readonly address: string
  readonly zip: string
  readonly lat: number
  readonly lon: number
}

/** Meters from which an answer is plainly wrong. */
const FAR = 50_000

/** Addresses against places and counties that entered no layer that answers here. */
export async function geocoder(context: BuiltContext): Promise<Check[]> {
  const schools = await schoolAddresses(context)
  const streets = await countiesOfZips(context)
  const withoutSchools = new Geocoder(context.places, [])
  return [
    ...(await foodInspections(context, streets)),
    ...Object.entries({ California: 'CA', Texas: 'TX', Florida: 'FL' }).flatMap(([name, state]) =>
      inCounties(context, `schools of ${name}`, inspectedSchools(context, streets, schools(state)), withoutSchools),
    ),
    ...errors(context, streets, 'child-care centres of Florida', await childCare(context), null),
    ...errors(context, streets, 'schools of California by ZIP and city', schools('CA'), coarse),
    ...errors(context, streets, 'schools of Texas by ZIP and city', schools('TX'), coarse),
    ...errors(context, streets, 'schools of Florida by ZIP and city', schools('FL'), coarse),
  ]
}

/** The complete addresses of the schools of a state, as two letters. */
export async function schoolAddresses({ sources }: BuiltContext): Promise<(state: string) => Known[]> {
  const report = await readStateSchools(sources, new JoinReport())
  return (state) =>
    report.schools.flatMap(({ street, city, zip, lat, lon, ...school }) =>
      school.state === state && street && city && zip
        ? [{ address: `${street}, ${city}, ${state} ${zip}`, zip, lat, lon }]
        : [],
    )
}

/** Schools are what public places are made of: they judge the coarser layers. */
export const coarse: readonly Layer[] = ['zip', 'city', 'county', 'state']

/** What is judged: the library, or a geocoder of fewer layers. */
type Asked = Pick<Geocoder, 'geocode'> | Pick<Vicinage, 'geocode'>

/** Names of the counties in which a ZIP has streets (TIGER/Line 2025). */
type CountiesOfZip = (zip: string) => readonly string[]

async function countiesOfZips({ sources }: BuiltContext): Promise<CountiesOfZip> {
  const ranges = await readRangeCounts(sources)
  const names = new Map((await readCountyNames(sources)).map(({ fips, name }) => [fips, name]))
  return (zip) => [...(ranges.get(zip.slice(0, 5))?.keys() ?? [])].map((fips) => names.get(fips) ?? fips)
}

/** Addresses of inspected food businesses, with the county that the inspector wrote. */
async function foodInspections(context: BuiltContext, streets: CountiesOfZip): Promise<Check[]> {
  const path = 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz'
  const { columns } = await readCsv(context.sources, path, {
    text: text(),
    expected_county: text(),
    postalcode: text(),
  })
  const inspected = columns.text.map((address, i): Inspected => {
    // The list keeps the county's name of before 1997.
    const county = columns.expected_county[i].replace(/^Dade /, 'Miami-Dade ')
    return { address, county, isSound: streets(columns.postalcode[i]).includes(county) }
  })
  return inCounties(context, 'addresses of food inspections in Florida', inspected, context.library)
}

/** Schools with their county. */
function inspectedSchools({ library }: BuiltContext, streets: CountiesOfZip, schools: readonly Known[]): Inspected[] {
  return schools.map(({ address, zip, lat, lon }) => {
    const county = library.place({ lat, lon })?.county ?? ''
    return { address, county, isSound: streets(zip).includes(county) }
  })
}

/** As the addresses are in the source, and without their ZIP. */
function inCounties(context: BuiltContext, what: string, inspected: readonly Inspected[], geocoder: Asked): Check[] {
  const withoutZip = inspected.map((one) => ({ ...one, address: one.address.replace(/,?\s*\d{5}[\d-]*$/, '') }))
  return [
    ...inCounty(context, what, inspected, geocoder),
    ...inCounty(context, `${what}, without their ZIP`, withoutZip, geocoder),
  ]
}

interface Inspected {
  readonly address: string
  readonly county: string
  /** Streets of the ZIP are in that county. */
  readonly isSound: boolean
}

/** The share of addresses that are answered in their county or not at all, and of those that are answered. */
function inCounty({ library }: BuiltContext, what: string, inspected: readonly Inspected[], geocoder: Asked): Check[] {
  const found = inspected.map(({ address }) => geocoder.geocode(address.slice(0, 300)))
  const isWrong = found.map(
    ({ lat, lon }, i) => lat !== null && lon !== null && library.place({ lat, lon })?.county !== inspected[i].county,
  )
  const answered = found.filter(({ lat }) => lat !== null).length
  const all = inspected.length
  const sound = inspected.filter(({ isSound }) => isSound).length
  const soundWrong = inspected.filter(({ isSound }, i) => isSound && isWrong[i]).length
  return [
    share(
      `${what}: in the county of the place, or not answered`,
      (all - isWrong.filter(Boolean).length) / all,
      all,
      null,
    ),
    share(
      `${what}: the same, where streets of the ZIP lie in that county (TIGER/Line 2025)`,
      (sound - soundWrong) / sound,
      sound,
      0.999,
    ),
    share(`${what}: answered`, answered / all, all, null),
  ]
}

export async function childCare(context: BuiltContext): Promise<Known[]> {
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
    const zip = columns.ZIP[i]
    return [{ address: `${street}, ${columns.CITY[i]}, FL ${zip}`, zip, lat, lon }]
  })
}

/** Per layer the share answered by it and the error; over all, the share that is far away. */
function errors(
  { library }: BuiltContext,
  streets: CountiesOfZip,
  what: string,
  known: readonly Known[],
  layers: readonly Layer[] | null,
): Check[] {
  const meters = new Map<Layer, number[]>()
  let far = 0
  let sound = 0
  let soundFar = 0
  for (const { address, zip, lat, lon } of known) {
    const found = library.geocode(address.slice(0, 300), layers ? { layers } : {})
    if (found.lat === null || found.lon === null || found.layer === null) continue
    const error = metersBetween(lat, lon, found.lat, found.lon)
    const others = meters.get(found.layer)
    if (others) others.push(error)
    else meters.set(found.layer, [error])
    const isFar = error > FAR
    if (isFar) far++
    // Charters at their district's office, and ZIPs with a wrong digit: the row does not say where its place is.
    if (!streets(zip).includes(library.place({ lat, lon })?.county ?? '')) continue
    sound++
    if (isFar) soundFar++
  }
  const answered = [...meters.values()].reduce((sum, { length }) => sum + length, 0)
  return [
    ...[...meters].flatMap(([layer, values]) => {
      values.sort((a, b) => a - b)
      const at = (part: number) => values[Math.min(values.length - 1, Math.floor(part * values.length))]
      const named = `${what}: answered by layer ${layer}`
      return [
        share(named, values.length / known.length, known.length, null),
        { ...share(named, at(0.5), values.length, null), statistic: 'median error, m' },
        { ...share(named, at(0.9), values.length, null), statistic: '90th percentile, m' },
      ]
    }),
    // Asked for layers that it would not choose by itself, the geocoder answers rows that contradict themselves, too.
    farAway(`${what}: answers more than 50 km away`, far, answered, layers === null),
    farAway(
      `${what}: the same, where streets of the ZIP lie in the county of the place (TIGER/Line 2025)`,
      soundFar,
      sound,
      true,
    ),
  ]
}

function farAway(what: string, far: number, answered: number, isTarget: boolean): Check {
  const check = share(what, far / answered, answered, null)
  return isTarget ? { ...check, trial: 0.001, reached: far / answered < 0.001 } : check
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
