import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import { knownShards } from '../../../src/answers/geocode/open-geocoder.ts'
import { Streets } from '../../../src/answers/geocode/streets/streets.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { readRangeCounts } from '../../geocode/place-files.ts'
import { writePacked } from '../../pack/blocks.ts'
import { JoinReport } from '../../schools/join-report.ts'
import { readStateSchools } from '../../schools/read-schools.ts'
import { groupBy } from '../../statistics.ts'
import { addressLists, type KnownAddress, readKnownAddresses } from '../../streets/known-addresses.ts'
import { knownStreets } from '../../streets/known-streets.ts'
import { knownStreetsBundle } from '../../streets/known-streets-bundle.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Finding } from '../check.ts'
import { share } from './geocoder.ts'

/** Federal lists of complete addresses. Each list is withheld in turn. */
const HELD_OUT = ['usda_snap', 'hhs_covid_therapeutics', 'hifld_private_schools', 'imls_museums']
/** Maximum distance in meters from the true point for an answer to count as correct. */
const NEAR = 300
/** Required share of correct answers by state. */
const LEAST: Readonly<Record<string, number>> = { CA: 0.65, FL: 0.45, TX: 0.38 }
/** The ten most populous cities. */
const CITIES = [
  ...['LOS ANGELES, CA', 'SAN DIEGO, CA', 'SAN JOSE, CA', 'SAN FRANCISCO, CA', 'HOUSTON, TX', 'SAN ANTONIO, TX'],
  ...['DALLAS, TX', 'AUSTIN, TX', 'FORT WORTH, TX', 'JACKSONVILLE, FL'],
]

/** Confidence bands, highest first. */
const BANDS: readonly (readonly [least: number, text: string])[] = [
  [0.9, 'from 0.9'],
  [0.8, 'from 0.8 to 0.9'],
  [0.65, 'from 0.65 to 0.8'],
  [0, 'below 0.65'],
]

interface Found extends KnownAddress {
  readonly layer: string | undefined
  readonly meters: number
  readonly radius: number
  readonly confidence: number
}

/**
 * Evaluates addresses of federal lists by state, by address tier, and in the ten largest cities. Each list is withheld
 * in turn while all other lists are known.
 */
export async function knownStreetAddresses({ sources, places }: BuiltContext): Promise<Finding[]> {
  const { schools } = await readStateSchools(sources, new JoinReport())
  const all = await readKnownAddresses(sources, schools)
  const ranges = await readRangeCounts(sources)
  const matches: Found[] = []
  for (const list of addressLists.filter(({ id }) => HELD_OUT.includes(id))) {
    const { streets, ofBrands, grids } = knownStreets(all.filter((address) => address.list !== list))
    const bundles = [
      knownStreetsBundle('streets', streets, ranges, [], grids),
      knownStreetsBundle('streets-brands', ofBrands, ranges, []),
    ]
    const layers = new Streets([])
    for (const bundle of bundles)
      for (const shard of knownShards(await readBundle(await writePacked(bundle), bundle.id))) layers.add(shard)
    const geocoder = new Geocoder(places, [layers])
    for (const address of all) {
      if (address.list !== list || address.city === '') continue
      const answer = geocoder.geocode(getLine(address))
      const meters =
        answer.lat === undefined
          ? Number.POSITIVE_INFINITY
          : metersBetween(address.lat, address.lon, answer.lat, answer.lon)
      matches.push({
        ...address,
        meters,
        layer: answer.layer,
        radius: answer.radius ?? 0,
        confidence: answer.confidence ?? 0,
      })
    }
  }
  const answered = matches.filter(({ layer }) => layer !== undefined)
  const isNear = ({ meters }: Found) => meters <= NEAR
  const isInside = ({ meters, radius }: Found) => meters <= radius
  const line = (words: string, subset: readonly Found[], is: (match: Found) => boolean, least: number | null = null) =>
    share(
      `addresses of federal lists, each list held out: ${words}`,
      subset.filter(is).length / subset.length,
      subset.length,
      least,
    )
  const getBand = ({ confidence }: Found) => BANDS.find(([least]) => confidence >= least)![1]
  return [
    ...grouped(matches, ({ state }) => state).map(([state, subset]) =>
      line(`${state} within ${NEAR} m`, subset, isNear, LEAST[state]),
    ),
    ...grouped(answered, ({ layer, state }) => `${layer}, ${state}`).map(([group, subset]) =>
      line(`inside the radius of layer ${group}`, subset, isInside),
    ),
    ...grouped(answered, getBand).map(([band, subset]) =>
      line(`inside the radius at a confidence ${band}`, subset, isInside),
    ),
    ...grouped(matches, ({ city, state }) => `${city}, ${state}`)
      .filter(([city]) => CITIES.includes(city))
      .map(([city, subset]) => line(`${city} within ${NEAR} m`, subset, isNear)),
  ]
}

function getLine({ key, street, city, state, zip }: KnownAddress): string {
  const { predirectional, street: name, suffix, postdirectional } = street
  const words = [`${key.prefix}${key.value}${key.extra}`, predirectional, name, suffix, postdirectional]
  return `${words.filter(Boolean).join(' ')}, ${city}, ${state} ${zip}`
}

function grouped(matches: readonly Found[], keyOf: (match: Found) => string): [string, Found[]][] {
  return [...groupBy(matches, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
}
