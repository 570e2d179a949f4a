import type KDBush from 'kdbush'
import type { OutlinedPlaces } from '../../src/answers/areas/outlined-places.ts'
import { normalizeCity } from '../../src/answers/geocode/parse/tokens.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'
import type { LatLon } from '../geography/center-index.ts'
import { SourceError } from '../read/source-error.ts'
import { compare, groupBy } from '../statistics.ts'
import type { Downtowns } from './downtowns.ts'
import type { CityPlace } from './gazetteer-bundle.ts'
import type { CensusPlace, Center, RangeCounts, StateCode } from './place-files.ts'
import type { PlaceHomes } from './place-homes.ts'
import {
  computeMean,
  computeMedian,
  discRadius,
  findReach,
  getPopulation,
  heaviest,
  indexOf,
  nearest,
  within,
} from './population.ts'
import type { ZipSpot } from './zip-areas.ts'

interface Spot extends LatLon {
  readonly radius: number
}

/** A city that is being assembled. */
interface Draft {
  readonly name: string
  readonly state: StateCode
  readonly aliases: Set<string>
  readonly place: CensusPlace | null
  /** Code of the city's outline; null if no outline was found. */
  readonly code: string | null
  /** County FIPS code; empty if unknown. */
  readonly county: string
  readonly zips: ZipSpot[]
}

/** Sources used to locate cities. */
export interface CitySources {
  readonly zips: readonly ZipSpot[]
  readonly centers: readonly Center[]
  readonly ranges: RangeCounts
  readonly countyOf: ReadonlyMap<string, Spot>
  readonly outlines: OutlinedPlaces
  readonly homes: PlaceHomes
  readonly downtowns: Downtowns
}

/** Points where a city's residents live, and its downtown, which is null if unknown. */
interface Lived {
  readonly homes: readonly Center[]
  readonly downtown: LatLon | null
}

/**
 * Collects the cities named in addresses: every census place, and every Postal Service name that is not a census place.
 * Addresses use both kinds of names. A name that only the Postal Service uses is located where the residents of its
 * ZIPs live.
 */
export function cityPlaces(places: readonly CensusPlace[], sources: CitySources) {
  const { zips, centers, outlines, homes, downtowns } = sources
  const people = indexOf(centers)
  const codes = getCodes(places, outlines)
  const drafts = places.map((place, i) => getDraft(place, codes[i], centers[nearest(people, place)].county))
  addPostalCities(drafts, zips)
  addPortsAsPoints(drafts)
  const zipIndex = { index: indexOf(zips.map(({ center }) => center ?? NOWHERE)), zips }
  const cities = drafts.map((draft) => ({
    draft,
    city: getCity(draft, livedIn(draft), { ...sources, people, zipIndex }),
  }))
  function livedIn({ name, state, code }: Draft): Lived {
    if (code === null) return { homes: [], downtown: null }
    return { homes: homes.get(code) ?? [], downtown: downtowns(name, state, outlines.find('city', code)) }
  }
  cities.sort(({ city: a }, { city: b }) => compare(a.state, b.state) || compare(a.name, b.name) || b.people - a.people)
  return {
    cities: cities.map(({ city }) => city),
    /** Index in `cities` of each ZIP's city. */
    ofZip: new Map(cities.flatMap(({ draft }, number) => draft.zips.map(({ zip }) => [zip, number] as const))),
  }
}

/** Point far from everything, used for ZIPs without a center so that every ZIP keeps its position in the index. */
const NOWHERE: LatLon = { lat: -80, lon: 0 }

/**
 * Finds the code of each place's outline: the outline at the place's point if it has the same name, otherwise an
 * unused outline with this name. The code is null if there is neither.
 */
function getCodes(places: readonly CensusPlace[], outlines: OutlinedPlaces): readonly (string | null)[] {
  const codes: (string | null)[] = places.map(({ name, lat, lon }) => {
    const number = outlines.at('city', lon, lat)
    return number >= 0 && normalizeCity(outlines.name(number) ?? '') === normalizeCity(name)
      ? outlines.code(number)
      : null
  })
  const taken = new Set(codes)
  places.forEach(({ name, state }, i) => {
    if (codes[i] !== null) return
    const number = outlines.cityNamed(normalizeCity(name), state)
    if (number < 0 || taken.has(outlines.code(number))) return
    codes[i] = outlines.code(number)
    taken.add(codes[i])
  })
  return codes
}

/**
 * Creates a draft city from a census place. "El Paso de Robles (Paso Robles)" contains two names. "Islamorada, Village
 * of Islands" has a suffix that is not part of the name.
 */
function getDraft(place: CensusPlace, code: string | null, county: string): Draft {
  const [, name, other] = /^(.+?)(?: \((.+)\)|, Village of .+)?$/.exec(place.name)!
  return { name, state: place.state, aliases: new Set(other ? [other] : []), place, code, county, zips: [] }
}

/**
 * Maximum distance in meters from a place to a ZIP in another county that uses the place's name. The place's diameter
 * is added to this distance.
 */
const SAME_NAME = 60_000

/** Assigns each ZIP to the place with its city name, or to a new city if there is no such place nearby. */
function addPostalCities(drafts: Draft[], zips: readonly ZipSpot[]): void {
  const getKey = (name: string, state: StateCode) => `${state} ${normalizeCity(name)}`
  const cityPlaces = groupBy(
    drafts.flatMap((draft) =>
      [draft.name, ...draft.aliases].map((name) => ({ draft, key: getKey(name, draft.state) })),
    ),
    ({ key }) => key,
  )
  const named = groupBy(
    zips.filter(({ cityName }) => cityName !== ''),
    ({ cityName, state }) => getKey(cityName, state),
  )
  for (const [key, ofKey] of named) {
    const { cityName, state } = ofKey[0]
    const bare = cityName.replace(/^City of /i, '')
    const sameName = (
      cityPlaces.get(key) ?? (bare === cityName ? [] : (cityPlaces.get(getKey(bare, state)) ?? []))
    ).map(({ draft }) => draft)
    // ZIPs for PO boxes have no location of their own. They are assigned last, so that they can join a city that was
    // created for ZIPs with houses.
    const inOrder = [...ofKey.filter(({ center }) => center), ...ofKey.filter(({ center }) => !center)]
    const fresh: Draft[] = []
    for (const zip of inOrder) {
      const draft = bestOf([...sameName, ...fresh], zip)
      if (draft) draft.zips.push(zip)
      else
        fresh.push({
          name: cityName,
          state,
          aliases: new Set(),
          place: null,
          code: null,
          county: zip.counties[0] ?? '',
          zips: [zip],
        })
      if (draft && bare !== cityName) draft.aliases.add(cityName)
    }
    drafts.push(...fresh)
  }
}

/**
 * Adds "POINT CHARLOTTE" as an alias of Port Charlotte, unless a place with the alias exists. The address parser
 * expands "PT CHARLOTTE" to this name.
 */
function addPortsAsPoints(drafts: readonly Draft[]): void {
  const getKey = ({ name, state }: Draft) => `${state} ${normalizeCity(name)}`
  const names = new Set(drafts.map(getKey))
  for (const draft of drafts) {
    const point = draft.name.replace(/^Port /, 'Point ')
    if (point !== draft.name && !names.has(getKey({ ...draft, name: point }))) draft.aliases.add(point)
  }
}

function bestOf(drafts: readonly Draft[], zip: ZipSpot): Draft | undefined {
  const meters = (draft: Draft) => {
    const point = draft.place ?? draft.zips[0].center
    return zip.center && point ? metersBetween(point.lat, point.lon, zip.center.lat, zip.center.lon) : Number.NaN
  }
  const isNear = (draft: Draft) =>
    zip.counties.includes(draft.county) ||
    draft.zips.some(({ counties }) => counties.some((county) => zip.counties.includes(county))) ||
    meters(draft) < SAME_NAME + 2 * discRadius(draft.place?.area || 0) ||
    (zip.counties.length === 0 && zip.center === null)
  // Returns the nearest draft. If distances are unknown, returns the draft with the largest population, which comes
  // first in `drafts`.
  return drafts.filter(isNear).sort((a, b) => meters(a) - meters(b) || 0)[0]
}

/** City sources with spatial indexes. */
interface IndexedSources extends CitySources {
  /** Index of `centers`. */
  readonly people: KDBush
  readonly zipIndex: { readonly index: KDBush; readonly zips: readonly ZipSpot[] }
}

function getCity(draft: Draft, lived: Lived, sources: IndexedSources): CityPlace {
  const { centers, people, ranges, zipIndex } = sources
  const { state, place } = draft
  const { name, aliases } = getNames(draft)
  const members = draft.zips.flatMap((zip) => zip.members)
  const inDisc = place ? within(people, place, discRadius(place.area || 0)).map((i) => centers[i]) : []
  const spot = getSpot(draft, lived, { members, inDisc }, sources)
  return {
    name,
    state,
    aliases,
    code: draft.code,
    ...spot,
    people: place?.people ?? getPopulation(members),
    zips: (draft.zips.length > 0 ? draft.zips.map(({ zip }) => zip) : nearestZips(spot, inDisc, zipIndex)).toSorted(
      compare,
    ),
    counties: getCounties(draft, inDisc, ranges, centers[nearest(people, spot)].county),
  }
}

/** Puts the Postal Service's name before the official name: Ventura, not San Buenaventura. */
function getNames({ name, aliases, zips }: Draft): { readonly name: string; readonly aliases: readonly string[] } {
  const postal = zips[0] && normalizeCity(zips[0].cityName)
  const used = [...aliases].find((alias) => normalizeCity(alias) === postal)
  return used === undefined
    ? { name, aliases: [...aliases] }
    : { name: used, aliases: [name, ...[...aliases].filter((alias) => alias !== used)] }
}

/**
 * Locates a city at its downtown. If the downtown is unknown, uses the city's residents, the residents of its ZIPs, or
 * the ZIPs themselves.
 */
function getSpot(
  { place, zips, county }: Draft,
  { homes, downtown }: Lived,
  { members, inDisc }: { readonly members: readonly Center[]; readonly inDisc: readonly Center[] },
  { zips: allZips, countyOf }: CitySources,
): Spot {
  const lived = downtown ?? computeMedian(homes.length > 0 ? homes : members)
  // The radius does not cover addresses that have the city's name and are in one of its ZIPs but outside its outline.
  // It need not cover them, because the geocoder can locate houses at these addresses.
  if (lived) return { lat: lived.lat, lon: lived.lon, radius: findReach(homes.length > 0 ? homes : members, lived) }
  if (place) {
    const { lat, lon } = computeMean(inDisc) ?? place
    return { lat, lon, radius: 600 + discRadius(place.area || 4e6) }
  }
  const middle = meanOfPoints(zips)
  if (middle) return { ...middle, radius: zipRadius(sampleLand(zips)) }
  // A name used only for PO boxes is located among the ZIPs with the same first three digits.
  const alike = allZips.filter(
    (zip) =>
      zip.state === zips[0].state &&
      zip.zip.startsWith(zips[0].zip.slice(0, 3)) &&
      (county === '' || zip.counties[0] === county),
  )
  const mean = meanOfPoints(alike)
  if (mean) {
    const far = alike.flatMap(({ center }) => (center ? metersBetween(mean.lat, mean.lon, center.lat, center.lon) : []))
    return { ...mean, radius: Math.max(5000, ...far) }
  }
  const whole = countyOf.get(county)
  if (!whole)
    throw new SourceError({
      file: 'census/gazetteer',
      found: `ZIP ${zips[0].zip} has no center, no county and no similar ZIP (one that begins with the same digits)`,
      expectation: 'a center, a county or a similar ZIP',
    })
  return { lat: whole.lat, lon: whole.lon, radius: whole.radius }
}

function meanOfPoints(zips: readonly ZipSpot[]): LatLon | null {
  const points = zips.flatMap(({ center }) => (center ? [{ ...center, people: 1, county: '' }] : []))
  return computeMean(points)
}

function sampleLand(zips: readonly ZipSpot[]): number {
  return zips.reduce((sum, { land }) => sum + (land || 0), 0)
}

/**
 * Estimates the radius in meters that covers about 90% of a ZIP's addresses. The estimate is based on the ZIP's land
 * area, and is used if it is unknown where the residents live.
 */
export function zipRadius(land: number): number {
  return 600 + 0.9 * discRadius(land)
}

/** Minimum share of a city's street ranges or residents in a county. Smaller shares are treated as errors. */
const MIN_SHARE = 0.02

function getCounties(
  { zips }: Draft,
  inDisc: readonly Center[],
  ranges: RangeCounts,
  homeCounty: string,
): readonly string[] {
  const amounts = new Map<string, number>()
  for (const { zip, counties } of zips)
    for (const county of counties) amounts.set(county, (amounts.get(county) ?? 0) + (ranges.get(zip)?.get(county) ?? 1))
  const lived = new Map<string, number>()
  for (const { county, people } of inDisc) lived.set(county, (lived.get(county) ?? 0) + people)
  return [
    ...new Set([...heaviest(amounts, MIN_SHARE), ...heaviest(lived, MIN_SHARE), ...(zips.length ? [] : [homeCounty])]),
  ]
}

/** Returns the ZIP nearest to a spot, followed by each ZIP that is nearest to at least 10% of the residents. */
function nearestZips(
  spot: LatLon,
  inDisc: readonly Center[],
  { index, zips }: { readonly index: KDBush; readonly zips: readonly ZipSpot[] },
): string[] {
  const lived = new Map<string, number>()
  const near = (point: LatLon) => zips[nearest(index, point)].zip
  for (const center of inDisc) lived.set(near(center), (lived.get(near(center)) ?? 0) + center.people)
  return [...new Set([near(spot), ...heaviest(lived, 0.1)])]
}
