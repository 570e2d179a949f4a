import { transfer } from 'comlink'
import type { MultiPolygon } from 'geojson'
import type { EmbeddedData } from '../embedded.ts'
import {
  type Box,
  type Bundle,
  boxAround,
  boxOf,
  type DimensionId,
  type Districts,
  dimensions,
  EXACT,
  type GeocodeAnswers,
  type Geography,
  type LatLon,
  type LoadedDimension,
  latOf,
  lonOf,
  metersBetween,
  NotFoundError,
  NotLoadedError,
  type needsOf,
  type PlaceBundle,
  rampIn,
  readBaseMap,
  type SchoolByDistrictRequest,
  type SchoolParts,
  type SchoolRatingsRequest,
  type ScoreColumnsRequest,
  type ShardRef,
  type SuggestOptions,
  tileView,
  type Vicinage,
  WIDEST,
  widened,
} from '../library.ts'
import { BundleLoader } from './bundle-loader.ts'
import type { AreaOutline, AreaShape, Engine, Filter, Loading, PlaceScore, TileRequest } from './engine.ts'
import { streetLabels, streetLine } from './known-streets.ts'
import {
  borderLines,
  createHatching,
  createVicinage,
  explainIfLoaded,
  Gazetteer,
  GeocoderLoader,
  landmarkColumns,
  layerIn,
  listedSchools,
  loadAreas,
  NEAR,
  NEAREST_LOADED,
  Neighborhoods,
  neighborhoodBundles,
  newColumns,
  noGeocoder,
  normalizeCity,
  onceOf,
  PEOPLE_AROUND,
  PlaceParts,
  polygonsOf,
  schoolAnswers,
  schoolParts,
  schoolsIfLoaded,
  scoreIfLoaded,
  scorePng,
  scoresAroundIfLoaded,
  scoreView,
} from './library.ts'
import { LoadError } from './load-error.ts'
import { aroundBox, middleScore, namedPieces } from './named-pieces.ts'
import { hasAny, nearLabels } from './near-labels.ts'
import { type Ground, roadSigns } from './road-signs.ts'

/** The engine over a folder of bundles, which are loaded place by place. Runs in Node as it does in a worker. */
export class BundleEngine implements Engine {
  readonly #loader: BundleLoader
  readonly #parts: PlaceParts
  readonly #schools: SchoolParts
  readonly #geocoder: GeocoderLoader
  /** Scores with what is loaded so far; made anew when there is more. */
  #made: { readonly of: readonly unknown[]; readonly vicinage: Vicinage } | null = null
  /** Tiles that nobody has asked for yet. */
  readonly #drawnAhead = new Map<string, Uint8Array>()
  #isAskedForTiles = false
  /** The code of areas, from the first question on that needs it. */
  #areaCode: Awaited<ReturnType<typeof loadAreas>> | null = null
  readonly #room = newColumns()
  readonly #source = {
    scoreColumns: (request: ScoreColumnsRequest) => this.#columns('scoreColumns', request),
    basisColumns: (request: ScoreColumnsRequest) => this.#columns('basisColumns', request),
  }
  readonly #hatching = createHatching(this.#source)

  /**
   * Begins with the geography at once: nearly every call needs it. `data`: address or path of the folder, or what is in
   * the page itself. `manifest`: that of the folder, where it is on its way already; null of one that did not come.
   */
  constructor(data: string | URL | EmbeddedData, manifest?: Promise<Uint8Array | null>) {
    this.#loader = new BundleLoader(data, manifest)
    this.#parts = new PlaceParts(this.#loader)
    this.#schools = schoolParts(this.#loader, true)
    this.#geocoder = new GeocoderLoader(this.#loader, { userData: false })
    this.#geographyAt([]).catch(() => {}) // told to `onLoading`, and tried again
  }

  async prepare(dimension: DimensionId, { west, south, east, north }: Box) {
    await this.#scores([outward({ west, south, east, north })], dimension)
  }

  async tile(request: TileRequest): Promise<Uint8Array> {
    this.#isAskedForTiles = true
    const key = keyOf(request)
    const png = this.#drawnAhead.get(key) ?? (await this.#draw(request))
    this.#drawnAhead.delete(key)
    return transfer(png, [png.buffer])
  }

  async drawAhead(requests: readonly TileRequest[]) {
    await Promise.all(requests.map((request) => this.#tileScores(request)))
    for (const request of requests) {
      if (this.#isAskedForTiles) return
      this.#drawnAhead.set(keyOf(request), await this.#draw(request))
      // Who asks meanwhile is heard.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  async #draw(request: TileRequest): Promise<Uint8Array> {
    await this.#tileScores(request)
    const { dimension, z, x, y, only } = request
    const view = tileView(z, x, y)
    const scores = scoreView(this.#source, dimension, view, this.#room, only)
    // It goes no farther than the page: compressed, it would take longer.
    return scorePng(scores, view, rampIn(dimensions, dimension), undefined, 0)
  }

  async #tileScores({ dimension, z, x, y, only }: TileRequest): Promise<void> {
    await this.#scores([tileBox(z, x, y)], dimension, ...only.map((filter) => filter.dimension))
  }

  async estimates(request: TileRequest): Promise<Uint8Array | null> {
    await this.#tileScores(request)
    const { dimension, z, x, y, only } = request
    const png = this.#hatching(dimension, z, x, y, only)
    return png && transfer(png, [png.buffer])
  }

  async around(place: LatLon) {
    const { within } = this.#loader
    if (within && !holds(within, place)) return null
    return (await this.#scores(boxAt(place))).place(place)
  }

  async cityNear(place: LatLon) {
    const [around, places] = await Promise.all([this.around(place), this.#gazetteer()])
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
    return scoreIfLoaded(await this.#scores(boxAt(place), dimension), dimension, place)
  }

  async explain(
    dimension: DimensionId,
    { radius = 0, ...place }: LatLon & { readonly radius?: number },
  ): Promise<PlaceScore> {
    if (radius <= EXACT) return explainIfLoaded(await this.#scores(boxAt(place), dimension), dimension, place)
    const circle = { ...place, radius: Math.min(WIDEST, radius), dimensions: [dimension] }
    const box = boxAt(place, circle.radius)
    await Promise.all([this.#geographyAt(box.map((one) => widened(one, PEOPLE_AROUND))), this.#loadAreaCode()])
    // Where nobody lives, liveliness tells how much each place counts.
    const vicinage = await this.#scores(box, dimension, 'liveliness')
    const band = scoresAroundIfLoaded(vicinage, circle).scores[dimension]
    const answer = { ...explainIfLoaded(vicinage, dimension, place), band }
    if (band.note === null) return answer
    return { ...answer, few: middleScore(this.#parts.made.geography!, this.#dimension(dimension).made!, circle) }
  }

  async agencies(dimension: DimensionId) {
    const sources = (await this.#dimension(dimension).at())?.sources ?? []
    return [...new Set(sources.map(({ agency }) => agency))]
  }

  async districts(place: LatLon) {
    const districts = await this.#schools.districts.at(boxAt(place))
    return schoolsIfLoaded(schoolAnswers(null, given(districts)))
      .districts(place)
      .districts.map((district) => ({ ...district, outline: outlineOf(districts!, district.geoid) }))
  }

  async schools(request: SchoolRatingsRequest) {
    const { same_district, limit = NEAREST_LOADED } = request
    const near = boxAt(request)
    // Those of a district may be anywhere in it.
    const isNear = !same_district && limit <= NEAREST_LOADED
    const [schools, districts] = await Promise.all([
      this.#schools.schools.at(isNear ? near : null),
      same_district ? this.#schools.districts.at(near) : null,
    ])
    const methods = schoolsIfLoaded(schoolAnswers(given(schools), given(districts)))
    return methods.nearestCampuses(request)
  }

  async schoolsOfDistrict(request: SchoolByDistrictRequest) {
    const [schools, districts] = await Promise.all([this.#schools.schools.at(null), this.#schools.districts.at()])
    const methods = schoolsIfLoaded(schoolAnswers(given(schools), given(districts)))
    return listedSchools(methods.schoolByDistrict(request), methods)
  }

  async school(ncesId: string) {
    const methods = async (box?: null) => schoolAnswers(given(await this.#schools.schools.at(box)), null)
    try {
      return (await methods()).school({ nces_id: ncesId })
    } catch (error) {
      if (!(error instanceof NotLoadedError)) throw error
      return schoolsIfLoaded(await methods(null)).school({ nces_id: ncesId })
    }
  }

  async geocode(address: string) {
    const answers = await this.#geocoding()
    // Without its streets an address is still found by its ZIP or city.
    await this.#geocoder.loadKnown(answers.zipsOf(address)).catch(() => {})
    return answers.geocode(address)
  }

  async area(shape: AreaShape) {
    const known = 'county' in shape || 'west' in shape || 'type' in shape ? null : await this.outline(shape)
    const outline = 'type' in shape && shape.type === 'Polygon' ? shape : known?.outline
    const box = 'west' in shape ? shape : outline && boxOf([outline.coordinates.flat(4) as unknown as number[]])
    const needs = {
      dimensions: dimensions.map(({ id }) => id),
      schools: true,
      geocoder: 'zip' in shape || 'city' in shape,
    }
    const vicinage = await this.open(needs, box ? [widened(box, PEOPLE_AROUND + NEAR)] : null)
    if (!('neighborhood' in shape)) return vicinage.area(shape)
    if (!known?.outline) throw new NotFoundError('There is no neighborhood of a known outline here.', 'area_unknown')
    return vicinage.area(known.outline)
  }

  async outline(shape: AreaShape) {
    if ('county' in shape) {
      const name = (await this.#geographyAt([])).countyNames[shape.county]
      return name === undefined ? null : { name, outline: null }
    }
    if ('district' in shape) {
      const districts = await this.#schools.districts.at(null)
      const index = districts?.indexOf(shape.district) ?? -1
      if (!districts || index < 0) return null
      return { name: districts.describe(index).name, outline: outlineOf(districts, shape.district) }
    }
    if ('neighborhood' in shape) {
      for (const known of await this.#outlinedNeighborhoods()) {
        const index = known.indexAt(shape.neighborhood.lon, shape.neighborhood.lat)
        if (index >= 0) return neighborhoodOutline(known, index)
      }
      return null
    }
    if (!('zip' in shape || 'city' in shape)) return null
    const places = await this.#gazetteer()
    const kind = 'zip' in shape ? 'zip' : 'city'
    const index =
      'zip' in shape ? places?.zip(shape.zip) : places?.citiesNamed(normalizeCity(shape.city), shape.state)[0]
    if (!places || index === undefined || index < 0) return null
    const { name, lat, lon } = places.place(kind, index)
    const outlines = await this.#geocoder.outlines(boxAt({ lat, lon }))
    const code = kind === 'zip' ? name : places.cityCode(index)
    const number = outlines === null || code === null ? -1 : outlines.find(kind, code)
    return {
      name: kind === 'zip' ? `ZIP ${name}` : name,
      outline: outlines && number >= 0 ? shapeOf(outlines.rings(number)) : null,
    }
  }

  async bestAreas(only: readonly Filter[], within: Box, rankBy: DimensionId | null = null) {
    const box = [outward(widened(aroundBox(within), PEOPLE_AROUND))]
    const [geography, loaded, hoods, outlines, places, vicinage] = await Promise.all([
      this.#geographyAt(box),
      Promise.all(only.map(({ dimension }) => this.#dimension(dimension).at(box))),
      this.#outlinedNeighborhoods(),
      this.#geocoder.outlines(box),
      this.#gazetteer(),
      this.#scores(box, ...only.map(({ dimension }) => dimension)),
    ])
    const pieceAt = (lon: number, lat: number) => {
      const zip = outlines?.at('zip', lon, lat) ?? -1
      const indices = hoods.map((known) => known.indexAt(lon, lat))
      const h = indices.findIndex((index) => index >= 0)
      return { small: h < 0 ? null : `${h} ${indices[h]}`, large: zip < 0 ? null : `zip ${zip}` }
    }
    const describe = (key: string) => {
      const [kind, number] = key.split(' ')
      if (kind !== 'zip') {
        const { lat, lon } = hoods[Number(kind)].neighborhood(Number(number))
        return { ...neighborhoodOutline(hoods[Number(kind)], Number(number)), shape: { neighborhood: { lat, lon } } }
      }
      const zip = outlines!.code(Number(number))
      const index = places?.zip(zip) ?? -1
      const city =
        places && index >= 0 && places.zipCity(index) >= 0 ? places.place('city', places.zipCity(index)).name : null
      const name = city === null ? `ZIP ${zip}` : `ZIP ${zip}, ${city}`
      return { name, shape: { zip }, outline: shapeOf(outlines!.rings(Number(number))) }
    }
    const found = namedPieces({
      geography,
      loaded: loaded.filter((dimension) => dimension !== null),
      only,
      rankBy,
      within,
      pieceAt,
      describe,
    })
    const isEstimate = (id: DimensionId, at: LatLon) => vicinage.explain(id, at).basis === 'estimate'
    const areas = found.areas.map((area) => ({
      ...area,
      estimates: only.flatMap(({ dimension }) =>
        isEstimate(dimension, { lat: area.lat, lon: area.lon }) ? [dimension] : [],
      ),
    }))
    return { ...found, areas }
  }

  async suggest(text: string, options?: SuggestOptions) {
    return (await this.#geocoding()).suggest(text, options)
  }

  baseMap(): Promise<Ground | null> {
    return this.#loader.load('base-map', (bundle) => {
      const base = readBaseMap(bundle)
      return { ...base, signs: roadSigns(base.roads) }
    })
  }

  async nearLabels(box: Box, all: boolean, streets = false) {
    const isIn = (place: LatLon) => holds(box, place)
    const [base, own, landmarks] = await Promise.all([
      this.baseMap(),
      this.#nearBundle(() => this.#neighborhoods('neighborhoods')),
      all ? this.#nearBundle(() => this.#once('landmarks', landmarkColumns)) : null,
    ])
    const known = own === null ? [] : [own]
    // One after another: few cities need more than their own.
    for (const id of all ? neighborhoodBundles.slice(1) : []) {
      if (known.some((one) => hasAny(one, isIn))) break
      const more = await this.#nearBundle(() => this.#neighborhoods(id))
      if (more !== null) known.push(more)
    }
    const cities = (base?.labels.features ?? []).map(({ properties: { name }, geometry: { coordinates } }) => ({
      name,
      lat: coordinates[1],
      lon: coordinates[0],
    }))
    const labels = nearLabels(known, landmarks, cities, isIn)
    const shards = streets ? await this.#nearBundle(() => this.#knownStreets(box)) : null
    return { ...labels, features: [...labels.features, ...streetLabels(shards ?? [], isIn)] }
  }

  async streetLine(address: string, place: LatLon & { readonly radius?: number }) {
    const meters = Math.max(AROUND, place.radius ?? 0)
    return streetLine(await this.#knownStreets(boxAround(place.lon, place.lat, meters)), address, place)
  }

  /** The parts of known streets whose ZIPs are near a box. */
  async #knownStreets(box: Box): Promise<readonly ShardRef[]> {
    const places = await this.#gazetteer()
    const near = widened(box, ZIP_RADIUS)
    const zips = Array.from({ length: places?.count('zip') ?? 0 }, (_, i) => places!.place('zip', i))
    return this.#geocoder.knownOf(zips.filter((zip) => holds(near, zip)).map(({ name }) => name))
  }

  /** A map with fewer names is still a map. */
  async #nearBundle<T>(load: () => Promise<T | null>): Promise<T | null> {
    return load().catch(() => null)
  }

  async districtBorders(box: Box) {
    const districts = await this.#schools.districts.at([box])
    const outlines = Array.from(districts?.districtsIn(box) ?? [], (district) => districts!.outline(district))
    const features = borderLines(outlines).map((coordinates) => ({
      type: 'Feature' as const,
      properties: null,
      geometry: { type: 'LineString' as const, coordinates },
    }))
    return { type: 'FeatureCollection' as const, features }
  }

  /**
   * The library with all of what is asked for, which then answers at once.
   * @param boxes where; null: everywhere
   */
  async open(
    { dimensions: ids, schools, geocoder }: ReturnType<typeof needsOf>,
    boxes: readonly Box[] | null = null,
  ): Promise<Vicinage> {
    const [areaCode, geography, dimensions, ...others] = await Promise.all([
      this.#loadAreaCode(),
      this.#geographyAt(boxes),
      Promise.all(ids.map((id) => this.#dimension(id).at(boxes))),
      schools ? this.#schools.schools.at(boxes) : null,
      schools ? this.#schools.districts.at(boxes) : null,
      geocoder ? this.#geocoding(boxes) : undefined,
    ])
    // Rows of a file may be anywhere; one that is not found here is found by its ZIP.
    if (geocoder && boxes === null)
      await this.#geocoder.loadKnown([], Object.keys(geography.countyNames)).catch(() => {})
    const [schoolList, districts, addresses] = others
    const loaded = dimensions.filter((dimension) => dimension !== null)
    return createVicinage({
      geography,
      dimensions: loaded,
      schools: schoolAnswers(given(schoolList), given(districts)),
      geocoding: addresses,
      places: {
        places: addresses ? this.#geocoder.areas : null,
        schools: given(schoolList),
        districts: given(districts),
      },
      areaCode,
    })
  }

  onLoading(tell: (loading: Loading) => void): void {
    this.#loader.onLoading(tell)
  }

  /**
   * The object that scores, with the places of some boxes in these dimensions loaded, as far as the folder has them.
   */
  async #scores(boxes: readonly Box[], ...ids: string[]): Promise<Vicinage> {
    await Promise.all([this.#geographyAt(boxes), ...ids.map((id) => this.#dimension(id).at(boxes))])
    return this.#vicinage
  }

  get #vicinage(): Vicinage {
    const { geography, dimensions: loaded } = this.#parts.made
    const [areaCode, of] = [this.#areaCode, [geography, ...loaded, this.#areaCode]]
    if (this.#made === null || of.length !== this.#made.of.length || of.some((one, i) => one !== this.#made!.of[i])) {
      const none = schoolAnswers(null, null)
      this.#made = {
        of,
        vicinage: createVicinage({ geography: geography!, dimensions: loaded, schools: none, areaCode }),
      }
    }
    return this.#made.vicinage
  }

  async #loadAreaCode() {
    this.#areaCode ??= await loadAreas()
    return this.#areaCode
  }

  async #geographyAt(boxes: readonly Box[] | null): Promise<Geography> {
    const geography = await this.#parts.geography(boxes)
    if (geography === null) throw new LoadError('geography.bundle', 404)
    return geography
  }

  /** One that there is not holds nothing: the library has the words for it. */
  #dimension(id: string): PlaceBundle<LoadedDimension> {
    return this.#parts.dimension(
      id,
      dimensions.find((known) => known.id === id),
      layerIn,
    )
  }

  /** Columns of dimensions; zeros for one whose file the server does not have. */
  #columns(method: 'scoreColumns' | 'basisColumns', { dimensions: ids = [], ...points }: ScoreColumnsRequest) {
    const vicinage = this.#vicinage
    const loaded = ids.filter((id) => this.#dimension(id).made !== null)
    const { within } = this.#loader
    // Places beyond what there is have no score.
    const lat = within
      ? points.lat.map((north, i) => (holds(within, { lat: north, lon: points.lon[i] }) ? north : Number.NaN))
      : points.lat
    const request = { ...points, lat, dimensions: loaded }
    const columns: Record<string, Uint8Array> =
      method === 'scoreColumns' ? vicinage.scoreColumns(request) : vicinage.basisColumns(request)
    for (const id of ids) columns[id] ??= new Uint8Array(points.lat.length)
    return columns
  }

  #gazetteer(): Promise<Gazetteer | null> {
    return this.#once('places', (bundle) => new Gazetteer(bundle))
  }

  #neighborhoods(id: (typeof neighborhoodBundles)[number]): Promise<Neighborhoods | null> {
    return this.#once(id, (bundle) => new Neighborhoods(bundle))
  }

  /** Those that have outlines, cities' own first. */
  async #outlinedNeighborhoods(): Promise<readonly Neighborhoods[]> {
    const all = await Promise.all(neighborhoodBundles.map((id) => this.#nearBundle(() => this.#neighborhoods(id))))
    return all.filter((known) => known?.areOutlines) as readonly Neighborhoods[]
  }

  /** With the outlines of ZIPs and cities in boxes, or everywhere (null). */
  async #geocoding(outlines: readonly Box[] | null = []): Promise<GeocodeAnswers> {
    return (await this.#geocoder.load(outlines)) ?? noGeocoder
  }

  #bundle(id: string): Promise<Bundle | null> {
    return this.#loader.load(id, (bundle) => bundle)
  }

  /** What is made of a whole bundle, shared with the geocoder. */
  async #once<Made extends object>(id: string, make: (bundle: Bundle) => Made): Promise<Made | null> {
    const bundle = await this.#bundle(id)
    return bundle && onceOf(bundle, make)()
  }
}

function holds({ west, south, east, north }: Box, { lat, lon }: LatLon): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

function keyOf({ dimension, z, x, y, only }: TileRequest): string {
  return JSON.stringify([dimension, z, x, y, only])
}

/** Meters from the middle of a ZIP within which its streets are looked for on the map. */
const ZIP_RADIUS = 1500

/** Meters around a place that are loaded with it. */
const AROUND = 1000

/** None for a place that is none: the library refuses it. */
function boxAt({ lat, lon }: Partial<LatLon>, meters = AROUND): readonly Box[] {
  const isPlace = Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180
  return isPlace ? [boxAround(lon!, lat!, NEAR + meters)] : []
}

/** Loaded boxes end at whole multiples of this part of a degree: tiles beside each other need the same. */
const PER_DEGREE = 7.5

function tileBox(z: number, x: number, y: number): Box {
  const { left, top } = tileView(z, x, y)
  const side = 1 / 2 ** z
  return outward({ west: lonOf(left), south: latOf(top + side), east: lonOf(left + side), north: latOf(top) })
}

function outward({ west, south, east, north }: Box): Box {
  const down = (degrees: number) => Math.floor(degrees * PER_DEGREE) / PER_DEGREE
  const up = (degrees: number) => Math.ceil(degrees * PER_DEGREE) / PER_DEGREE
  return { west: down(west), south: down(south), east: up(east), north: up(north) }
}

/** What is there already, as the functions of the library call for it. */
function given<T>(thing: T | null): (() => T) | null {
  return thing && (() => thing)
}

function outlineOf(districts: Districts, geoid: string) {
  return shapeOf(districts.outline(districts.indexOf(geoid)))
}

function shapeOf(rings: readonly Float64Array[]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: polygonsOf(rings) }
}

function neighborhoodOutline(known: Neighborhoods, index: number): AreaOutline {
  const { name, city } = known.neighborhood(index)
  const coordinates = known.outline(index)
  return {
    name: city === null || city === name ? name : `${name}, ${city}`,
    outline: coordinates && { type: 'MultiPolygon', coordinates },
  }
}

/** Meters beyond which nobody would say "near". */
const FAR = 30_000

/**
 * The city of a county whose middle is nearest, measured in radii of the cities: downtown Austin is nearer to the
 * middle of a suburb than to that of Austin. It is the city in the address of 86 % of the schools, against 70 % by
 * meters. Null where none is near.
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
