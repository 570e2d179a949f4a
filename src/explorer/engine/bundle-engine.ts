import { transfer } from 'comlink'
import * as areaCode from '../../areas/open-areas.ts'
import type { needsOf } from '../../batch/batch-question.ts'
import { type DimensionId, dimensions } from '../../dimensions/catalog.ts'
import { BundledDimension, type LoadedDimension } from '../../dimensions/loaded-dimension.ts'
import { Districts } from '../../districts/districts.ts'
import { borderLines, polygonsOf } from '../../districts/polygons.ts'
import type { SuggestOptions } from '../../endpoints/endpoint.ts'
import { type GeocodeAnswers, geocodeAnswers } from '../../endpoints/geocode-methods.ts'
import { noGeocoder } from '../../endpoints/no-geocoder.ts'
import { schoolAnswers, schoolsIfLoaded, withRatingYears } from '../../endpoints/school-methods.ts'
import { explainIfLoaded, scoreIfLoaded, scoresAroundIfLoaded } from '../../endpoints/scores.ts'
import { EXACT, metersBetween, WIDEST } from '../../geocode/distance.ts'
import { Gazetteer } from '../../geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../geocode/geocoder.ts'
import { neighborhoodBundles } from '../../geocode/layers.ts'
import { landmarkColumns } from '../../geocode/names/landmarks.ts'
import { NamedPlaces } from '../../geocode/names/named-places.ts'
import { Neighborhoods } from '../../geocode/neighborhoods.ts'
import { PublicPlaces } from '../../geocode/public-places/public-places.ts'
import { Geography } from '../../geography.ts'
import { layerIn } from '../../layers/layer-bundle.ts'
import { type DrawnBaseMap, readBaseMap } from '../../map/base-map.ts'
import { createMap } from '../../map/create-map.ts'
import { createHatching } from '../../map/hatching.ts'
import type { SchoolByDistrictRequest, SchoolRatingsRequest } from '../../schools/answers.ts'
import { Schools } from '../../schools/schools.ts'
import { type ScoreColumnsRequest, Vicinage } from '../../vicinage.ts'
import { BundleLoader } from './bundle-loader.ts'
import type { AreaShape, BoxShape, Engine, Filter, LatLon, Loading, TileRequest } from './engine.ts'
import { LoadError } from './load-error.ts'

/** The engine over a folder of bundles. Runs in Node as it does in a worker. */
export class BundleEngine implements Engine {
  readonly #loader: BundleLoader
  readonly #loaded: LoadedDimension[] = []
  /** Scores with what is loaded so far; made anew when there is more. */
  #vicinage: Vicinage | undefined
  #addresses: GeocodeAnswers | undefined
  readonly #map = createMap({ scoreColumns: (request) => this.#columns('scoreColumns', request) })
  readonly #hatching = createHatching({
    scoreColumns: (request) => this.#columns('scoreColumns', request),
    basisColumns: (request) => this.#columns('basisColumns', request),
  })

  /** Begins with the geography at once: nearly every call needs it. `data`: address or path of the folder. */
  constructor(data: string | URL) {
    this.#loader = new BundleLoader(data)
    this.#geography().catch(() => {}) // told to `onLoading`, and tried again
  }

  async tile({ dimension, z, x, y, only }: TileRequest): Promise<Uint8Array> {
    await this.#scores(dimension, ...only.map((filter) => filter.dimension))
    const png = this.#map.renderTile(dimension, z, x, y, { only })
    return transfer(png, [png.buffer])
  }

  async estimates({ dimension, z, x, y, only }: TileRequest): Promise<Uint8Array | null> {
    await this.#scores(dimension, ...only.map((filter) => filter.dimension))
    const png = this.#hatching(dimension, z, x, y, only)
    return png && transfer(png, [png.buffer])
  }

  async around(place: LatLon) {
    return (await this.#scores()).place(place)
  }

  async cityNear(place: LatLon) {
    const [around, places] = await Promise.all([this.around(place), this.#places()])
    return around && places && cityNear(places, around.blockGroup.slice(0, 5), place)
  }

  async neighborhood({ lat, lon }: LatLon) {
    // One after another: few places need more than the first.
    for (const id of neighborhoodBundles) {
      const neighborhoods = await this.#neighborhoods(id)
      const found = neighborhoods?.at(lon, lat)
      if (found) return found
    }
    return null
  }

  async score(dimension: DimensionId, place: LatLon) {
    return scoreIfLoaded(await this.#scores(dimension), dimension, place)
  }

  async explain(dimension: DimensionId, { radius = 0, ...place }: LatLon & { readonly radius?: number }) {
    const vicinage = await this.#scores(dimension)
    const explanation = explainIfLoaded(vicinage, dimension, place)
    if (radius <= EXACT) return explanation
    const circle = { ...place, radius: Math.min(WIDEST, radius), dimensions: [dimension] }
    const { scores } = scoresAroundIfLoaded(vicinage, circle)
    return { ...explanation, band: scores[dimension] }
  }

  async districts(place: LatLon) {
    const districts = await this.#districts()
    return schoolsIfLoaded(schoolAnswers(null, given(districts)))
      .districts(place)
      .districts.map((district) => ({ ...district, outline: outlineOf(districts!, district.geoid) }))
  }

  async schools(request: SchoolRatingsRequest) {
    const districts = request.same_district ? this.#districts() : null
    const methods = schoolsIfLoaded(schoolAnswers(given(await this.#schools()), given(await districts)))
    return withRatingYears(methods.schoolRatings(request), methods)
  }

  async schoolsOfDistrict(request: SchoolByDistrictRequest) {
    const [schools, districts] = await Promise.all([this.#schools(), this.#districts()])
    const methods = schoolsIfLoaded(schoolAnswers(given(schools), given(districts)))
    return withRatingYears(methods.schoolByDistrict(request), methods)
  }

  async school(ncesId: string) {
    return schoolsIfLoaded(schoolAnswers(given(await this.#schools()), null)).school({ nces_id: ncesId })
  }

  async geocode(address: string) {
    return (await this.#geocoding()).geocode(address)
  }

  async area(shape: AreaShape) {
    const geocoder = 'zip' in shape || 'city' in shape
    const vicinage = await this.open({ dimensions: dimensions.map(({ id }) => id), schools: true, geocoder })
    return vicinage.area(shape)
  }

  async bestAreas(only: readonly Filter[], within: BoxShape) {
    const vicinage = await this.open({
      dimensions: only.map(({ dimension }) => dimension),
      schools: false,
      geocoder: true,
    })
    const where = Object.fromEntries(only.map(({ dimension, from, to }) => [dimension, { min: from, max: to }]))
    return vicinage.find({ where, within, limit: 10, outline: true })
  }

  async suggest(text: string, options?: SuggestOptions) {
    return (await this.#geocoding()).suggest(text, options)
  }

  baseMap(): Promise<DrawnBaseMap | null> {
    return this.#loader.load('base-map', readBaseMap)
  }

  async districtBorders() {
    const districts = await this.#districts()
    const outlines = Array.from({ length: districts?.count ?? 0 }, (_, i) => districts!.outline(i))
    const features = borderLines(outlines).map((coordinates) => ({
      type: 'Feature' as const,
      properties: null,
      geometry: { type: 'LineString' as const, coordinates },
    }))
    return { type: 'FeatureCollection' as const, features }
  }

  /** The library with what is asked for, which then answers at once. */
  async open({ dimensions: ids, schools, geocoder }: ReturnType<typeof needsOf>): Promise<Vicinage> {
    const [geography, dimensions, ...others] = await Promise.all([
      this.#geography(),
      Promise.all(ids.map((id) => this.#dimension(id))),
      schools ? this.#schools() : null,
      schools ? this.#districts() : null,
      geocoder ? this.#geocoding() : undefined,
    ])
    const [schoolList, districts, addresses] = others
    const loaded = dimensions.filter((dimension) => dimension !== null)
    return new Vicinage(
      geography,
      loaded,
      schoolAnswers(given(schoolList), given(districts)),
      addresses,
      undefined,
      { schools: given(schoolList), districts: given(districts) },
      areaCode,
    )
  }

  onLoading(tell: (loading: Loading) => void): void {
    this.#loader.onLoading(tell)
  }

  /** The object that scores, with these dimensions loaded as far as the folder has them. */
  async #scores(...ids: string[]): Promise<Vicinage> {
    await Promise.all([this.#geography(), ...ids.map((id) => this.#dimension(id))])
    return this.#vicinage!
  }

  async #geography(): Promise<Geography> {
    const geography = await this.#loader.load('geography', (bundle) => {
      const made = new Geography(bundle)
      this.#vicinage = scoresOf(made, [])
      return made
    })
    if (geography !== null) return geography
    this.#loader.forget('geography')
    throw new LoadError('geography.bundle', 404)
  }

  /** Null where there is no such dimension, too: the library has the words for it. */
  #dimension(id: string): Promise<LoadedDimension | null> | null {
    const dimension = dimensions.find((known) => known.id === id)
    return this.#loader.load(id, async (bundle) => {
      const geography = await this.#geography()
      const loaded = dimension ? new BundledDimension(dimension, bundle, geography) : layerIn(bundle, geography)
      this.#loaded.push(loaded)
      this.#vicinage = scoresOf(geography, this.#loaded)
      return loaded
    })
  }

  /** Columns of dimensions; zeros for one whose file the server does not have. */
  #columns(method: 'scoreColumns' | 'basisColumns', { dimensions: ids = [], ...points }: ScoreColumnsRequest) {
    const loaded = ids.filter((id) => this.#loaded.some(({ dimension }) => dimension.id === id))
    const request = { ...points, dimensions: loaded }
    const vicinage = this.#vicinage!
    const columns: Record<string, Uint8Array> =
      method === 'scoreColumns' ? vicinage.scoreColumns(request) : vicinage.basisColumns(request)
    for (const id of ids) columns[id] ??= new Uint8Array(points.lat.length)
    return columns
  }

  #schools(): Promise<Schools | null> {
    return this.#loader.load('schools', (bundle) => new Schools(bundle))
  }

  #districts(): Promise<Districts | null> {
    return this.#loader.load('districts', (bundle) => new Districts(bundle))
  }

  #neighborhoods(id: (typeof neighborhoodBundles)[number]): Promise<Neighborhoods | null> {
    return this.#loader.load(id, (bundle) => new Neighborhoods(bundle))
  }

  #places(): Promise<Gazetteer | null> {
    return this.#loader.load('places', (bundle) => new Gazetteer(bundle))
  }

  async #geocoding(): Promise<GeocodeAnswers> {
    const [gazetteer, publicPlaces, landmarks, ...outlined] = await Promise.all([
      this.#places(),
      this.#loader.load('public-places', (bundle) => new PublicPlaces(bundle)),
      this.#loader.load('landmarks', landmarkColumns),
      ...neighborhoodBundles.map((id) => this.#neighborhoods(id)),
    ])
    if (gazetteer === null) return noGeocoder
    if (this.#addresses === undefined) {
      const neighborhoods = outlined.filter((one) => one !== null)
      const named = new NamedPlaces(neighborhoods, landmarks)
      const geocoder = new Geocoder(gazetteer, publicPlaces ? [publicPlaces] : [], named)
      const columns = publicPlaces?.columns ?? null
      this.#addresses = geocodeAnswers(() => geocoder, {
        gazetteer,
        publicPlaces: columns,
        neighborhoods,
        named,
        streets: null,
      })
    }
    return this.#addresses
  }
}

function scoresOf(geography: Geography, loaded: readonly LoadedDimension[]): Vicinage {
  return new Vicinage(geography, loaded, schoolAnswers(null, null), undefined, undefined, undefined, areaCode)
}

/** What is there already, as the functions of the library call for it. */
function given<T>(thing: T | null): (() => T) | null {
  return thing && (() => thing)
}

function outlineOf(districts: Districts, geoid: string) {
  const coordinates = polygonsOf(districts.outline(districts.indexOf(geoid)))
  return { type: 'MultiPolygon' as const, coordinates }
}

/** Meters beyond which nobody would say "near". */
const FAR = 30_000

/**
 * The city of a county whose middle is nearest, measured in radii of the cities: downtown Austin is nearer to the middle of a suburb than
 * to that of Austin. It is the city in the address of 86 % of the schools, against 70 % by meters. Null where none is near.
 *
 * @param fips of the county: five digits
 */
function cityNear(places: Gazetteer, fips: string, { lat, lon }: LatLon): string | null {
  const county = places.county(fips)
  let name: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < places.count('city'); i++) {
    if (!places.cityCounties(i).includes(county)) continue
    const city = places.place('city', i)
    // Where nobody is known to live, the name is that of a post office.
    if (city.people === 0) continue
    const meters = metersBetween(lat, lon, city.lat, city.lon)
    const radii = meters / Math.max(1, city.radius)
    if (meters < FAR && radii < least) [name, least] = [city.name, radii]
  }
  return name
}
