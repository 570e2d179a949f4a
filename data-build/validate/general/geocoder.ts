import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import type { Layer } from '../../../src/answers/geocode/layers.ts'
import { metersApart, metersBetween } from '../../../src/base/geo/distance.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { readCountyNames, readRangeCounts, readZipAreas } from '../../geocode/place-files.ts'
import { number, readRecords, text } from '../../read/csv.ts'
import { JoinReport } from '../../schools/join-report.ts'
import { readStateSchools } from '../../schools/read-schools.ts'
import { addTo, quantile } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, finding } from '../check.ts'

/** An address whose location is known from another source. */
export interface LocatedAddress {
  readonly address: string
  readonly zip: string
  readonly lat: number
  readonly lon: number
}

/** Distance in meters from which an answer is plainly wrong. */
const FAR = 50_000

/** Compares answers with locations and counties from data that the tested address tiers do not use. */
export async function geocoder(context: BuiltContext): Promise<Finding[]> {
  const schools = await schoolAddresses(context)
  const streets = await countiesOfZips(context)
  const areas = await readZipAreas(context.sources)
  const careCenters = await childCare(context)
  const sizeOfZip = (zip: string) => sizeClass(areas.get(zip)?.land)
  const anySize = () => 'any size'
  const judges: readonly (readonly [group: string, addresses: readonly LocatedAddress[]])[] = [
    ['child-care centers of Florida', careCenters],
    ['libraries of Florida', await readFlorida(context, 'imls_library_outlets_FL.csv.gz', 'LONGITUD')],
    ['schools of Florida', schools('FL')],
    ['schools of California', schools('CA')],
    ['schools of Texas', schools('TX')],
  ]
  return [
    ...(await foodInspections(context, streets)),
    ...errors(context, streets, 'child-care centers of Florida', careCenters, context.library),
    // Public places are built from schools, so schools only test the coarser tiers.
    ...judges.flatMap(([group, addresses]) => {
      const places = new Geocoder(context.places, [])
      return [
        ...errors(context, streets, `${group} by ZIP and city`, addresses, places),
        ...radii(context, streets, { group: `${group} by ZIP`, addresses, classOf: sizeOfZip }, places),
        ...radii(
          context,
          streets,
          { group: `${group} by city`, addresses: addresses.map(withoutZip), classOf: anySize },
          places,
        ),
      ]
    }),
  ]
}

/**
 * Returns a function that lists the complete addresses of a state's schools. The state is given as a two-letter code.
 */
export async function schoolAddresses({ sources }: BuiltContext): Promise<(state: string) => LocatedAddress[]> {
  const report = await readStateSchools(sources, new JoinReport())
  return (state) =>
    report.schools.flatMap(({ street, city, zip, lat, lon, ...school }) =>
      school.state === state && street && city && zip
        ? [{ address: `${street}, ${city}, ${state} ${zip}`, zip: zip.slice(0, 5), lat, lon }]
        : [],
    )
}

/** Tiers that schools can test. Public places are excluded because they are built from schools. */
export const coarse: readonly Layer[] = ['zip', 'city', 'county', 'state']

/** Geocoder under test: the library, or a geocoder with fewer tiers. */
type JudgedGeocoder = Pick<Geocoder, 'geocode'> | Pick<Vicinage, 'geocode'>

/** Returns the names of the counties in which a ZIP code has streets (TIGER/Line 2025). */
type CountiesOfZip = (zip: string) => readonly string[]

async function countiesOfZips({ sources }: BuiltContext): Promise<CountiesOfZip> {
  const ranges = await readRangeCounts(sources)
  const names = new Map((await readCountyNames(sources)).map(({ fips, name }) => [fips, name]))
  return (zip) => [...(ranges.get(zip.slice(0, 5))?.keys() ?? [])].map((fips) => names.get(fips) ?? fips)
}

function withoutZip<T extends { readonly address: string }>(truth: T): T {
  return { ...truth, address: truth.address.replace(/,?\s*\d{5}[\d-]*$/, '') }
}

/** Returns the size class of a ZIP code by its land area in 2010, or null if the area is unknown. */
function sizeClass(squareMeters: number | undefined): string | null {
  if (squareMeters === undefined) return null
  const km2 = squareMeters / 1e6
  return `${SIZES.find(([most]) => km2 < most)![1]}`
}

/** Size classes with their upper bounds in square kilometers. */
const SIZES: readonly (readonly [number, string])[] = [
  [20, 'ZIPs below 20 km²'],
  [100, 'ZIPs of 20 to 100 km²'],
  [500, 'ZIPs of 100 to 500 km²'],
  [Infinity, 'ZIPs of 500 km² and more'],
]

/** Minimum number of addresses in a class. Smaller classes are not meaningful. */
const MIN_PER_CLASS = 50
/** Maximum ratio of a stated radius to the radius that would suffice. */
const WIDEST = 1.5

/** Addresses with known points, and the size class of each ZIP. Addresses in a ZIP whose class is null are skipped. */
interface AddressGroup {
  readonly group: string
  readonly addresses: readonly LocatedAddress[]
  readonly classOf: (zip: string) => string | null
}

/**
 * Reports two figures for each tier and size class: the share of addresses within the stated radius, and the ratio of
 * the stated radius to the radius that would be sufficient for 90%.
 */
function radii(
  { library }: BuiltContext,
  streets: CountiesOfZip,
  { group, addresses, classOf }: AddressGroup,
  places: JudgedGeocoder,
): Finding[] {
  const ratios = new Map<string, number[]>()
  const offices = ofSeveralPlaces(addresses)
  for (const { address, zip, lat, lon } of addresses) {
    if (offices.has(address)) continue
    const size = classOf(zip)
    const answer = places.geocode(address.slice(0, 300))
    if (size === null || answer.lat === undefined) continue
    if (!streets(zip).includes(library.place({ lat, lon })?.county ?? '')) continue
    const named = `${group}, ${size}, layer ${answer.layer}`
    const ratio = metersBetween(lat, lon, answer.lat, answer.lon) / answer.radius
    addTo(ratios, named, ratio)
  }
  return [...ratios]
    .filter(([, { length }]) => length >= MIN_PER_CLASS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([named, values]) => {
      const inside = values.filter((ratio) => ratio <= 1).length / values.length
      const wide = 1 / quantile(values, 0.9)
      return [
        share(`${named}: within the stated radius`, inside, values.length, 0.9),
        finding(
          `${named}: stated radius as a multiple of the radius that contains 90% of the cases`,
          'ratio',
          wide,
          values.length,
          {
            trial: WIDEST,
            reached: wide <= WIDEST,
          },
        ),
      ]
    })
}

/**
 * Returns addresses that are listed for places more than a kilometer apart. Such an address is an office that serves
 * several places.
 */
function ofSeveralPlaces(addresses: readonly LocatedAddress[]): ReadonlySet<string> {
  const first = new Map<string, LocatedAddress>()
  const several = new Set<string>()
  for (const address of addresses) {
    const other = first.get(address.address)
    if (other === undefined) first.set(address.address, address)
    else if (metersApart(address, other) > 1000) several.add(address.address)
  }
  return several
}

/** Checks addresses of inspected food businesses against the county written by the inspector. */
async function foodInspections(context: BuiltContext, streets: CountiesOfZip): Promise<Finding[]> {
  const path = 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz'
  const rows = await readRecords(context.sources, path, {
    address: text({ heading: 'text' }),
    // The list calls Miami-Dade County by its name before 1997.
    expected: text({ heading: 'expected_county' }),
    zip: text({ heading: 'postalcode' }),
  })
  const inspected = rows.map(({ address, expected, zip }): Inspected => {
    const county = expected.replace(/^Dade /, 'Miami-Dade ')
    return { address, county, isSound: streets(zip).includes(county) }
  })
  const group = 'addresses of food inspections in Florida'
  return [
    ...inCounty(context, group, inspected, MIN_ANSWERED),
    ...inCounty(context, `${group}, without their ZIP`, inspected.map(withoutZip), null),
  ]
}

interface Inspected {
  readonly address: string
  readonly county: string
  /** Whether the ZIP code has streets in the expected county. */
  readonly isSound: boolean
}

/** Minimum share of complete addresses with a known ZIP code that must return an answer. */
const MIN_ANSWERED = 0.995

/** Reports the share of addresses that are answered, and the share of these answers that are in the right county. */
function inCounty(
  { library }: BuiltContext,
  group: string,
  inspected: readonly Inspected[],
  least: number | null,
): Finding[] {
  const sound = inspected.filter(({ isSound }) => isSound)
  const answers = sound.map(({ address, county }) => ({ county, ...library.geocode(address.slice(0, 300)) }))
  const answered = answers.filter(({ lat }) => lat !== undefined)
  const right = answered.filter(({ lat, lon, county }) => library.place({ lat: lat!, lon: lon! })?.county === county)
  const where = 'where streets of the ZIP are in the county (TIGER/Line 2025)'
  return [
    share(`${group}, ${where}: answered`, answered.length / sound.length, sound.length, least),
    share(
      `${group}, ${where}: in the county, of those answered`,
      right.length / answered.length,
      answered.length,
      null,
    ),
  ]
}

export async function childCare(context: BuiltContext): Promise<LocatedAddress[]> {
  return readFlorida(context, 'hifld_child_care_centers_FL.part1.csv.gz', 'LONGITUDE')
}

async function readFlorida({ sources }: BuiltContext, file: string, longitude: string): Promise<LocatedAddress[]> {
  const degrees = { min: -180, max: 180 }
  const rows = await readRecords(sources, `addresses/known-points/${file}`, {
    street: text({ heading: 'ADDRESS' }),
    city: text({ heading: 'CITY' }),
    zip: text({ heading: 'ZIP' }),
    lat: number({ heading: 'LATITUDE', ...degrees }),
    lon: number({ heading: longitude, ...degrees }),
  })
  return rows.flatMap(({ street, city, ...row }) =>
    street === '' || !Number.isFinite(row.lat + row.lon)
      ? []
      : [{ address: `${street}, ${city}, FL ${row.zip}`, ...row }],
  )
}

/**
 * Reports the share of addresses with a known ZIP code that are answered, the error by tier, and the share of answers
 * that are far away.
 */
function errors(
  { library, places }: BuiltContext,
  streets: CountiesOfZip,
  group: string,
  addresses: readonly LocatedAddress[],
  geocoder: JudgedGeocoder,
): Finding[] {
  const meters = new Map<Layer, number[]>()
  const ofKnownZip = addresses.filter(({ zip }) => places.zip(zip) >= 0)
  let far = 0
  let sound = 0
  let soundFar = 0
  for (const { address, zip, lat, lon } of ofKnownZip) {
    const answer = geocoder.geocode(address.slice(0, 300))
    if (answer.lat === undefined) continue
    const error = metersBetween(lat, lon, answer.lat, answer.lon)
    addTo(meters, answer.layer, error)
    const isFar = error > FAR
    if (isFar) far++
    // Skips places outside the counties in which the ZIP code has streets. Such a row has the address of a district
    // office or a mistyped ZIP code, so its location is unreliable.
    if (!streets(zip).includes(library.place({ lat, lon })?.county ?? '')) continue
    sound++
    if (isFar) soundFar++
  }
  const all = ofKnownZip.length
  const answered = [...meters.values()].reduce((sum, { length }) => sum + length, 0)
  const inCounties = 'where streets of the ZIP lie in the county of the place (TIGER/Line 2025)'
  return [
    share(`${group}: answered, of those with a known ZIP`, answered / all, all, MIN_ANSWERED),
    ...[...meters].flatMap(([layer, values]) => {
      const named = `${group}: answered by layer ${layer}`
      return [
        share(named, values.length / all, all, null),
        finding(named, 'median error, m', quantile(values, 0.5), values.length),
        finding(named, '90th percentile, m', quantile(values, 0.9), values.length),
      ]
    }),
    share(`${group}: answers more than 50 km away`, far / answered, answered, null),
    finding(`${group}: answers more than 50 km away, ${inCounties}`, 'share', soundFar / sound, sound, {
      trial: 0.001,
      reached: soundFar / sound < 0.001,
    }),
  ]
}

export function share(check: string, value: number, n: number, trial: number | null): Finding {
  const reached = trial === null ? null : value >= trial
  return finding(check, 'share', value, n, { trial, reached })
}
