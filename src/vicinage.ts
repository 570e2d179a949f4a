import { dimensions, groupMethods } from './dimensions/catalog.ts'
import type { Dimension, Group } from './dimensions/dimension.ts'
import type { LoadedDimension, Place } from './dimensions/loaded-dimension.ts'
import { ColumnScorer } from './dimensions/score-columns.ts'
import type { DimensionEntry, Explanation, Score, Scores, ToolMethods } from './endpoints/answers.ts'
import { parse } from './endpoints/check.ts'
import type { Library, Point } from './endpoints/endpoint.ts'
import { dimensionAmong } from './endpoints/endpoint-parameters.ts'
import { type GeocodeAnswers, type GeocodeOptions, geocodeAnswers } from './endpoints/geocode-methods.ts'
import { lat, lon } from './endpoints/known-parameters.ts'
import type { GeocodeAnswer } from './geocode/answer.ts'
import type { Geography } from './geography.ts'
import type { SchoolMethods } from './schools/answers.ts'
import { COVERAGE } from './states.ts'

const outside = `Outside the coverage: ${COVERAGE}.`

export interface ScoreColumnsQuestion {
  /** Degrees, WGS 84, one per point; places that are not finite or outside the coverage score 0. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Ids; all loaded dimensions when left out. */
  readonly dimensions?: readonly string[]
}

/** What `openVicinage` returns: the functions of the service, in the caller's process. All of them are synchronous. */
export class Vicinage implements Library {
  readonly #geography: Geography
  readonly #loaded: ReadonlyMap<string, LoadedDimension>
  readonly #place: Place = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  readonly #geocoding: GeocodeAnswers
  #columns: ColumnScorer | undefined

  /** @internal use `openVicinage` */
  constructor(
    geography: Geography,
    loaded: readonly LoadedDimension[],
    schools: SchoolMethods,
    geocoding = geocodeAnswers(null),
  ) {
    this.#geography = geography
    this.#loaded = new Map(loaded.map((dimension) => [dimension.dimension.id, dimension]))
    this.schools = schools
    this.tools = geocoding.tools
    this.#geocoding = geocoding
  }

  /** Schools and school districts. */
  readonly schools: SchoolMethods

  /** The coordinate of an address. */
  readonly tools: ToolMethods

  readonly vibe = this.#methodsOf('vibe')
  readonly environment = this.#methodsOf('environment')
  readonly demographics = this.#methodsOf('demographics')
  readonly risk = this.#methodsOf('risk')

  /**
   * The score of one dimension at a place: 1-255 on the dimension's scale, 0 = no data, with a short description.
   * With `{ description: false }` the description is null, which is faster.
   *
   * @throws {ValidationError} when lat is not in -90…90, lon not in -180…180, or there is no such dimension
   */
  score(dimension: string, point: Point, options?: { readonly description?: boolean }): Score {
    const loaded = this.#loaded.get(dimension)
    const place = this.#locate(point)
    if (loaded === undefined) return { score: 0, description: notLoaded(dimension) }
    if (loaded.needsBlockGroups) this.#findBlockGroup(place)
    const score = loaded.score(place)
    if (options?.description === false) return { score, description: null }
    return { score, description: this.#describe(loaded, score, place) }
  }

  /** Scores of several dimensions, or of all, at one place, under their ids. Throws as `score` does. */
  scores(request: Point & { readonly dimensions?: readonly string[] }): Scores {
    const ids = request.dimensions ?? dimensions.map(({ id }) => id)
    return Object.fromEntries(ids.map((id) => [id, this.score(id, request)]))
  }

  /**
   * Scores at columns of points: one Uint8Array per dimension, as long as the columns. Nothing is allocated per point.
   *
   * @throws {RangeError} when the columns differ in length
   * @throws {ValidationError} when there is no such dimension
   */
  scoreColumns(request: ScoreColumnsQuestion): Record<string, Uint8Array> {
    return this.#columnsOf('score', request)
  }

  /**
   * The basis of the scores at columns of points, as `explain` names it: 1 measured, 2 modelled, 3 estimate, 0 where there is no score.
   * Throws as `scoreColumns` does.
   */
  basisColumns(request: ScoreColumnsQuestion): Record<string, Uint8Array> {
    return this.#columnsOf('basis', request)
  }

  /**
   * How a score came about: the raw inputs with units and the area each describes, its basis, its percentile
   * among the people of the state and of the coverage (percent who live at this score or lower), and its sources. Throws as `score` does.
   */
  explain(dimension: string, point: Point): Explanation {
    const answer = this.score(dimension, point)
    const place = this.#locate(point)
    const loaded = this.#loaded.get(dimension)
    if (loaded === undefined || answer.score === 0)
      return {
        dimension,
        ...answer,
        basis: null,
        inputs: [],
        percentile: { state: null, coverage: null },
        sources: sourcesOf(loaded),
      }
    this.#findBlockGroup(place)
    const geography = this.#geography
    const around = geography.describe(place.blockGroup)
    const names = {
      area: 'the area (precinct or zone) that holds the place',
      'block group': `census block group ${around.blockGroup}, ${around.county}, ${around.state}`,
      cell: 'raster cells around the place',
    }
    return {
      dimension,
      ...answer,
      basis: loaded.basis(place),
      inputs: loaded.inputs(place).map(({ meta, value, geography }) => ({
        name: meta.label,
        value: Number(value.toFixed(meta.digits)),
        unit: meta.unit === '' ? null : meta.unit,
        geography: names[geography],
      })),
      percentile: loaded.percentile(answer.score, geography.stateOf(place.blockGroup)),
      sources: sourcesOf(loaded),
    }
  }

  /**
   * The census areas around a place: 12-digit block group, county (`Travis County`) and state; null outside the coverage.
   * Throws as `score` does.
   */
  place(point: Point): { readonly blockGroup: string; readonly county: string; readonly state: string } | null {
    const place = this.#locate(point)
    if (place.zone === 0) return null
    this.#findBlockGroup(place)
    return this.#geography.describe(place.blockGroup)
  }

  /**
   * The whole answer about an address: coordinate, the layer that found it, confidence (0-1), radius, the address that was found,
   * the parts that were read, alternatives. Null coordinates and a message where nothing is found.
   *
   * @param address in one line, 1-300 characters
   * @throws {ValidationError} when the address or an option is refused
   */
  geocode(address: string, options?: GeocodeOptions): GeocodeAnswer {
    return this.#geocoding.geocode(address, options)
  }

  /** The catalog: what each dimension means, how it is made and from which sources (empty where it is not loaded). */
  dimensions(): readonly DimensionEntry[] {
    return dimensions.map(({ id, group, name, scale, method }) => ({
      id,
      group,
      path: `/v1/${group}/${id}`,
      name,
      scale,
      method,
      sources: sourcesOf(this.#loaded.get(id)),
    }))
  }

  /** A function per dimension of the group: `vibe.walkability({ lat, lon })` answers `{ result: { score, description } }`. */
  #methodsOf<G extends Group>(group: G) {
    return groupMethods(group, (id) => (point: Point): { result: Score } => ({ result: this.score(id, point) }))
  }

  #columnsOf(what: 'score' | 'basis', { lat, lon, dimensions: ids }: ScoreColumnsQuestion): Record<string, Uint8Array> {
    if (!(lat instanceof Float64Array && lon instanceof Float64Array) || lat.length !== lon.length)
      throw new RangeError(`${what}Columns expects lat and lon as Float64Arrays of the same length.`)
    const chosen = [...(ids ?? this.#loaded.keys())]
    const columns = chosen.map((id) => {
      if (!this.#loaded.has(id)) notLoaded(id)
      return new Uint8Array(lat.length)
    })
    this.#columns ??= new ColumnScorer(this.#geography)
    this.#columns.score(
      lon,
      lat,
      chosen.map((id) => this.#loaded.get(id) ?? null),
      columns,
      what,
    )
    return Object.fromEntries(chosen.map((id, i) => [id, columns[i]]))
  }

  /** Checks the coordinates and finds the zone; the place is good until the next call. */
  #locate(point: Point): Place {
    const place = this.#place
    if (typeof point?.lat === 'number' && typeof point.lon === 'number') {
      place.lat = point.lat
      place.lon = point.lon
    } else Object.assign(place, parse([lat, lon], point))
    // Written so that NaN fails, too.
    if (!(place.lat >= -90 && place.lat <= 90 && place.lon >= -180 && place.lon <= 180)) parse([lat, lon], point)
    place.zone = this.#geography.zoneAt(place.lon, place.lat)
    return place
  }

  #findBlockGroup(place: Place): void {
    place.blockGroup = place.zone === 0 ? 0 : this.#geography.blockGroupIn(place.zone, place.lon, place.lat)
  }

  #describe(loaded: LoadedDimension, score: number, place: Place): string {
    if (place.zone === 0) return outside
    const { dimension } = loaded
    if (score === 0) return this.#noData(dimension, place)
    this.#findBlockGroup(place)
    return dimension.describe({ score, basis: loaded.basis(place), fact: (id) => loaded.fact(id, place) })
  }

  #noData({ scale, describeNoData }: Dimension, place: Place): string {
    if (describeNoData === undefined) return `${scale.zero[0].toUpperCase()}${scale.zero.slice(1)}.`
    this.#findBlockGroup(place)
    return describeNoData(this.#geography.describe(place.blockGroup).state)
  }
}

/** The description of a dimension that was left out. Throws when there is no such dimension at all. */
function notLoaded(id: string): string {
  const dimension: Dimension | undefined = dimensions.find((known) => known.id === id)
  // Refuses what is not among the ids, with the detail of a 422 answer.
  if (dimension === undefined)
    return parse([dimensionAmong(dimensions.map((known) => known.id))], { dimension: id }).dimension
  return `${dimension.name} is not loaded: its bundle was left out.`
}

function sourcesOf(loaded: LoadedDimension | undefined) {
  return (loaded?.bundle.sources ?? []).map(({ agency, title, vintage, licence }) => ({
    agency,
    title,
    vintage,
    license: licence,
  }))
}
