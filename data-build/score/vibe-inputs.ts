import { keptBy } from '../../src/data/bundle/once.ts'
import type { BuildContext, View } from '../context.ts'
import { CenterIndex, getPoints, kmPerDegree, type LatLon, type Points } from '../geography/center-index.ts'
import { number, readRecords, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { readEdge2014 } from '../schools/places.ts'
import { readTexasCcd } from '../schools/texas-directories.ts'
import { eachAs32, weightedMean } from '../statistics.ts'
import { readByTract } from './by-tract.ts'
import { countInmates } from './population-profile/score.ts'

/**
 * Inputs shared by the six vibe scores, with one element per point of a view. Each array is computed once per view, so
 * the six scorers share the kernels of a raster block. Callers must not modify the arrays.
 */
export type VibeInputs = Awaited<ReturnType<typeof load>>

/** Stored format of the density of people around a place. One byte covers 0.1 to about 220,000 in steps of 6%. */
export const peopleAround = {
  unit: 'people/km²',
  offset: -1,
  step: 0.025,
  log: true,
  digits: 0,
  of: 'neighborhood',
} as const

/**
 * Returns scores from 1 to 255 by the rank of a raw value among residents. `inputsOf` computes the inputs of the raw
 * value from a view.
 */
export function scoresByRank<Inputs = View>(
  { percentile, centers }: BuildContext,
  raw: (inputs: Inputs) => Float32Array,
  inputsOf = (view: View) => view as Inputs,
): (inputs: Inputs) => Float32Array {
  const rankOf = percentile(raw(inputsOf(centers)))
  return (inputs) => raw(inputs).map((value) => 1 + 254 * rankOf(value))
}

/** Shared inputs of a build, read once per context. */
export const vibeInputs = keptBy(load)

async function load(context: BuildContext) {
  const { population, dayPopulation, housingUnits } = context.blockGroups
  const ambient = population.map((people, b) => (people + dayPopulation[b]) / 2)
  const neighbors = housingUnits.map((units, b) => units + 0.2 * dayPopulation[b])
  const walkIndex = meanOfKnown(context.eji('E_WLKIND'), await olderWalkIndex(context))
  const olderHomes = context.eji('E_HOUAGE')
  const park = context.eji('E_PARK')
  const schools = await readPublicSchools(context.sources)
  const destinationPoints = await readDestinations(context.sources)
  const schoolDensity = createPointDensity(schools.lat, schools.lon, 1)
  const destinationDensity = createPointDensity(destinationPoints.lat, destinationPoints.lon, 0.5)
  const onFoot = await commutersOnFoot(context)
  const inmates = countInmates(context)
  const once = oncePerView()

  const at = {
    /** People (2020 census) per km², with a kernel of σ = h km. */
    people: (view: View, h: number) => once(view, `people ${h}`, () => view.kernel(population, h)),
    /** Daytime population per km², with a kernel of σ = h km. */
    day: (view: View, h: number) => once(view, `day ${h}`, () => view.kernel(dayPopulation, h)),
    /** Inmates of prisons and patients of large hospitals per km², with a kernel of σ = h km. */
    inmates: (view: View, h: number) => once(view, `inmates ${h}`, () => view.kernel(inmates, h)),
    /**
     * People per km², without inmates of prisons and patients of large hospitals because they are not out on the
     * streets.
     */
    freePeople: (view: View, h: number) =>
      once(view, `free people ${h}`, () => without(at.people(view, h), at.inmates(view, h))),
    /** Daytime population without inmates and patients per km², with a kernel of σ = h km. */
    freeDay: (view: View, h: number) =>
      once(view, `free day ${h}`, () => without(at.day(view, h), at.inmates(view, h))),
    /** Mean of nighttime and daytime population per km², with a kernel of σ = h km. */
    ambient: (view: View, h: number) => once(view, `ambient ${h}`, () => view.kernel(ambient, h)),
    /** Housing units per km², with a kernel of σ = h km. */
    units: (view: View, h: number) => once(view, `units ${h}`, () => view.kernel(housingUnits, h)),
    /** Housing units plus a fifth of the daytime population per km², with a kernel of σ = h km. */
    neighbors: (view: View, h: number) => once(view, `neighbors ${h}`, () => view.kernel(neighbors, h)),
    /**
     * Mean of EPA's walkability indexes by 2024 and 2010 tracts, 1-20, with a kernel of σ = 0.5 km; NaN far from
     * anyone.
     */
    walkIndex: (view: View) => once(view, 'walk index', () => view.kernelMean(walkIndex, 0.5)),
    /** Percentage of homes built before 1980, with a kernel of σ = 1 km; NaN far from anyone. */
    olderHomes: (view: View) => once(view, 'older homes', () => view.kernelMean(olderHomes, 1)),
    /** Public schools per km², with a kernel of σ = 1 km. */
    schools: (view: View) => once(view, 'schools', () => schoolDensity(view)),
    /** Number of public schools within a mile. */
    schoolsWithinMile: (view: View) => countWithin(schools.lat, schools.lon, MILE)(view),
    /** Listed stores, museums and charging stations per km², with a kernel of σ = 0.5 km. */
    destinations: (view: View) => once(view, 'destinations', () => destinationDensity(view)),
    /**
     * Percentage of workers who walk, plus half the percentage of households without a vehicle, ACS 2019-23, with a
     * kernel of σ = 1 km; NaN far from anyone.
     */
    onFoot: (view: View) => once(view, 'on foot', () => view.kernelMean(onFoot, 1)),
    /** Percentage of land within a mile of a park, with a kernel of σ = 0.5 km; NaN far from anyone. */
    parkAccess: (view: View) => once(view, 'park access', () => view.kernelMean(park, 0.5)),
  }

  /** Returns the percentile rank of a quantity. Ranks are based on the values at block-group centers. */
  function getRank(name: string, raw: (view: View) => Float32Array): (view: View) => Float32Array {
    const percentile = context.percentile(raw(context.centers))
    return (view) => once(view, `rank ${name}`, () => raw(view).map((value) => percentile(value) || 0))
  }

  // The constants added to the densities (people per km², schools per km²) keep empty land from dominating the rank
  // tables.
  const destinations = getRank('destinations', (view) =>
    at.destinations(view).map((density) => Math.log10(density + 0.3)),
  )
  const day = getRank('day', (view) => at.day(view, 0.5).map(logOfPeople))
  return {
    ...at,
    /** Percentile ranks, 0-1, of the quantities above, with σ = 0.5 km for people. An unknown quantity has rank 0. */
    rank: {
      day,
      freeDay: getRank('free day', (view) => at.freeDay(view, 0.5).map(logOfPeople)),
      freePeople: getRank('free people', (view) => at.freePeople(view, 0.5).map(logOfPeople)),
      /** Rank of daytime population per resident. */
      dayPerResident: getRank('day per resident', (view) =>
        dayPerResident(at.freeDay(view, 0.5), at.freePeople(view, 0.5)),
      ),
      walkIndex: getRank('walk index', at.walkIndex),
      olderHomes: getRank('older homes', at.olderHomes),
      schools: getRank('schools', (view) => at.schools(view).map((density) => Math.log10(density + 0.05))),
      destinations,
      onFoot: getRank('on foot', at.onFoot),
      /** Factor that limits scores in places without people: 0 on empty land, 1 in the densest two thirds. */
      gate: (view: View) =>
        once(view, 'gate', () => {
          const places = destinations(view)
          return day(view).map((rank, i) => Math.min(1, 3 * Math.max(rank, places[i] ** 2)))
        }),
    },
  }
}

function logOfPeople(density: number): number {
  return Math.log10(density + 30)
}

function without(people: Float32Array, others: Float32Array): Float32Array {
  return people.map((density, i) => Math.max(0, density - others[i]))
}

function dayPerResident(day: Float32Array, people: Float32Array): Float32Array {
  return day.map((density, i) => Math.log10((density + 100) / (people[i] + 100)))
}

/**
 * Number of people for whom the overall mean counts in a tract's share. The mean smooths the shares, because the survey
 * covers only a few hundred people per tract.
 */
const SURVEYED = 1500

/**
 * Returns the percentage of workers who walk plus half the percentage of households without a vehicle. The value is
 * pulled toward the mean where few people live.
 */
async function commutersOnFoot(context: BuildContext): Promise<Float64Array> {
  const percent = number({ null: 'NA', min: 0, max: 100 })
  const { NoVehHHld, CommWalking } = await readByTract(context, {
    path: 'census/acs2019-23_commuting_tract_CA_TX_FL.csv.gz',
    tract: 'GEOID',
    year: 2020,
    columns: { NoVehHHld: percent, CommWalking: percent },
  })
  const share = CommWalking.map((walking, b) => walking + NoVehHHld[b] / 2)
  const people = context.eji('E_TOTPOP')
  const mean = weightedMean(share, context.blockGroups.population)
  return share.map((percent, b) => (percent * (people[b] || 0) + mean * SURVEYED) / ((people[b] || 0) + SURVEYED))
}

/**
 * Public lists of stores, of museums, and of charging stations, which are at hotels, shops and garages. Each list is
 * incomplete.
 */
const destinationLists = [
  'usda_snap',
  'imls_museums',
  'afdc_fuel_stations',
  'brand_stores_stiles',
  'brand_stores_univaf',
]

async function readDestinations(sources: SourceFolder): Promise<Points> {
  const places: LatLon[] = []
  const seen = new Set<string>()
  for (const list of destinationLists) {
    const spec = { number: text(), street: text(), lat: latitude, lon: longitude }
    for (const place of await readRecords(sources, `addresses/known-2026/${list}.csv.gz`, spec))
      if (isPlaced(place)) places.push(place)
  }
  // Several lists contain the same place with coordinates about 50 m apart, so each 100 m cell counts once.
  return getPoints(
    places.filter(({ lat, lon }) => {
      const cell = `${Math.round(lat * 1000)} ${Math.round(lon * 1000)}`
      return !seen.has(cell) && seen.add(cell)
    }),
  )
}

/** Checks whether both coordinates are known. */
function isPlaced({ lat, lon }: LatLon): boolean {
  return !Number.isNaN(lat) && !Number.isNaN(lon)
}

/** Reads EPA's index by 2010 tract. */
async function olderWalkIndex(context: BuildContext): Promise<Float64Array> {
  const columns = { walkability_index: number({ null: 'NA', min: 1, max: 20 }) }
  const path = 'epa/epa_walkability_tract2010.csv.gz'
  return (await readByTract(context, { path, tract: 'census_tract_id', year: 2010, columns })).walkability_index
}

/** Returns the mean of two columns. If only one value is known, it is used. */
export function meanOfKnown(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => (Number.isNaN(value) ? b[i] : Number.isNaN(b[i]) ? value : (value + b[i]) / 2))
}

function oncePerView(): (view: View, name: string, make: () => Float32Array) => Float32Array {
  const arraysOf = keptBy((_: View) => new Map<string, Float32Array>())
  return (view, name, make) => {
    const array = arraysOf(view).get(name) ?? make()
    arraysOf(view).set(name, array)
    return array
  }
}

/** Multiple of σ at which a kernel is cut off. It has fallen to 0.4% of its height there. */
const CUT = 3.3

/**
 * Returns a function for the Gaussian kernel density of points (degrees) per km² at any places, with a fixed σ in km.
 */
export function createPointDensity(
  lat: Float64Array,
  lon: Float64Array,
  sigmaKm: number,
): (places: Pick<View, 'lat' | 'lon'>) => Float32Array {
  if (lat.length === 0) return (places) => new Float32Array(places.lat.length)
  const index = new CenterIndex(lon, lat)
  const reach = CUT * sigmaKm
  const height = 1 / (2 * Math.PI * sigmaKm * sigmaKm)
  const rate = -1 / (2 * sigmaKm * sigmaKm)
  return (places) =>
    eachAs32(places.lat, (y, i) => {
      let sum = 0
      index.around(places.lon[i], y, reach / kmPerDegree, (_, east, north) => {
        const dx = east * kmPerDegree
        const dy = north * kmPerDegree
        const square = dx * dx + dy * dy
        if (square < reach * reach) sum += Math.exp(square * rate)
      })
      return sum * height
    })
}

const MILE = 1.609344

/** Returns a function that counts the points (degrees) within `km` of each place. */
function countWithin(lat: Float64Array, lon: Float64Array, km: number): (places: View) => Float32Array {
  if (lat.length === 0) return (places) => new Float32Array(places.size)
  const index = new CenterIndex(lon, lat)
  const reach = km / kmPerDegree
  return (places) =>
    eachAs32(places.lat, (y, i) => {
      let count = 0
      index.around(places.lon[i], y, reach, (_, east, north) => {
        if (east ** 2 + north ** 2 < reach * reach) count++
      })
      return count
    })
}

const latitude = number({ min: 24, max: 43, null: 'No Data' })
const longitude = number({ min: -125, max: -79, null: 'No Data' })

/** Reads the public schools in operation as walking destinations, in the order California, Texas, Florida. */
async function readPublicSchools(sources: SourceFolder): Promise<Points> {
  const states = [await california(sources), await texas(sources), await florida(sources)]
  return getPoints(states.flat().filter(isPlaced))
}

function placeColumns(lat: string, lon: string) {
  return { lat: { ...latitude, heading: lat }, lon: { ...longitude, heading: lon } }
}

/** Reads the CDE directory. Rows without a school name are districts. */
async function california(sources: SourceFolder): Promise<readonly LatLon[]> {
  const spec = { StatusType: text(), School: text({ null: 'No Data' }), ...placeColumns('Latitude', 'Longitude') }
  const rows = await readRecords(sources, 'schools/ca/pubschls.txt.gz', spec, { delimiter: '\t' })
  return rows.filter(({ StatusType, School }) => StatusType === 'Active' && School !== '')
}

/** Reads the CCD directory, with the newer EDGE coordinates of schools that have them. */
async function texas(sources: SourceFolder): Promise<readonly LatLon[]> {
  const campuses = (await readTexasCcd(sources))?.campuses.values() ?? []
  const newer = await readEdge2014(sources)
  return [...campuses]
    .filter(({ operating }) => operating)
    .map((campus) => {
      const moved = newer.get(campus.ncesId)
      return moved && !Number.isNaN(moved.lat) ? moved : campus
    })
}

/** Reads the NCES directory through HIFLD. */
async function florida(sources: SourceFolder): Promise<readonly LatLon[]> {
  const rows = await readRecords(sources, 'schools/fl/HIFLD_Public_Schools_FL.csv.gz', {
    STATUS: number({ required: true }),
    ...placeColumns('LATITUDE', 'LONGITUDE'),
  })
  return rows.filter(({ STATUS }) => STATUS === 1)
}

/**
 * Returns the relevance, 0-1, of census-tract figures to a place. It is 1 within `free` km of a center of population,
 * then falls by a factor of e every `scale` km. Tract figures describe where people live, not the empty land in
 * between.
 */
export function nearPeople(view: View, free: number, scale: number): Float32Array {
  return view.nearestDistance().map((km) => Math.exp(-Math.max(0, km - free) / scale))
}
