import type { EmbeddedData } from '../embedded.ts'
import {
  type Box,
  type Bundle,
  dimensions,
  type GeocodeAnswers,
  type Geography,
  type LoadedDimension,
  type PlaceBundle,
  type SchoolParts,
  type Vicinage,
} from '../library.ts'
import { BundleLoader } from './bundle-loader.ts'
import {
  columnCode,
  createVicinage,
  Gazetteer,
  GeocoderLoader,
  layerIn,
  loadAreas,
  Neighborhoods,
  neighborhoodBundles,
  noGeocoder,
  onceOf,
  PlaceParts,
  schoolAnswers,
  schoolParts,
} from './library.ts'
import { LoadError } from './load-error.ts'

/** Data that all operations of the engine share, and the functions that load more of it. */
export class EngineData {
  readonly loader: BundleLoader
  readonly parts: PlaceParts
  readonly schools: SchoolParts
  readonly geocoder: GeocoderLoader
  /** Scores of the loaded data, and the parts they were built from. Rebuilt when more data is loaded. */
  #built: { readonly from: readonly unknown[]; readonly vicinage: Vicinage } | null = null
  /** Code for areas, loaded by the first question that needs it. */
  #areaCode: Awaited<ReturnType<typeof loadAreas>> | null = null

  /**
   * Begins to load the geography at once, because nearly every call needs it.
   *
   * @param data address or path of the data folder, or the data that is in the page itself
   * @param manifest the folder's manifest, if it was already requested; null if it did not arrive
   */
  constructor(data: string | URL | EmbeddedData, manifest?: Promise<Uint8Array | null>) {
    this.loader = new BundleLoader(data, manifest)
    this.parts = new PlaceParts(this.loader)
    this.schools = schoolParts(this.loader, true)
    this.geocoder = new GeocoderLoader(this.loader, { userData: false })
    // A failure is reported to `onLoading`, and the next call tries again.
    this.geographyAt([]).catch(() => {})
  }

  /** Returns the object that scores, with these dimensions loaded in some boxes, as far as the folder has them. */
  async scores(boxes: readonly Box[], ...ids: string[]): Promise<Vicinage> {
    await Promise.all([this.geographyAt(boxes), ...ids.map((id) => this.dimension(id).at(boxes))])
    return this.vicinage
  }

  get vicinage(): Vicinage {
    const { geography, dimensions: loaded } = this.parts.made
    const areaCode = this.#areaCode
    const of = [geography, ...loaded, this.#areaCode]
    if (
      this.#built === null ||
      of.length !== this.#built.from.length ||
      of.some((part, i) => part !== this.#built!.from[i])
    ) {
      const none = schoolAnswers(null, null)
      this.#built = {
        from: of,
        vicinage: createVicinage({ geography: geography!, dimensions: loaded, schools: none, areaCode, columnCode }),
      }
    }
    return this.#built.vicinage
  }

  async loadAreaCode() {
    this.#areaCode ??= await loadAreas()
    return this.#areaCode
  }

  async geographyAt(boxes: readonly Box[] | null): Promise<Geography> {
    const geography = await this.parts.geography(boxes)
    if (geography === null) throw new LoadError('geography.bundle', 404)
    return geography
  }

  /** Returns a dimension by its id. An unknown id has no data, and the library reports it. */
  dimension(id: string): PlaceBundle<LoadedDimension> {
    return this.parts.dimension(
      id,
      dimensions.find((dimension) => dimension.id === id),
      layerIn,
    )
  }

  gazetteer(): Promise<Gazetteer | null> {
    return this.once('places', (bundle) => new Gazetteer(bundle))
  }

  neighborhoods(id: (typeof neighborhoodBundles)[number]): Promise<Neighborhoods | null> {
    return this.once(id, (bundle) => new Neighborhoods(bundle))
  }

  /** Returns the neighborhoods that have outlines, starting with those that cities publish. */
  async outlinedNeighborhoods(): Promise<readonly Neighborhoods[]> {
    const all = await Promise.all(neighborhoodBundles.map((id) => this.optional(() => this.neighborhoods(id))))
    return all.filter((neighborhoods) => neighborhoods?.areOutlines) as readonly Neighborhoods[]
  }

  /** Loads the geocoder, with the outlines of ZIPs and cities in some boxes, or everywhere (null). */
  async geocoding(outlines: readonly Box[] | null = []): Promise<GeocodeAnswers> {
    return (await this.geocoder.load(outlines)) ?? noGeocoder
  }

  /** Returns null if a bundle cannot be loaded, because a map with fewer names is still useful. */
  async optional<T>(load: () => Promise<T | null>): Promise<T | null> {
    return load().catch(() => null)
  }

  /** Builds an object from a whole bundle once, and shares it with the geocoder. */
  async once<Made extends object>(id: string, make: (bundle: Bundle) => Made): Promise<Made | null> {
    const bundle = await this.#bundle(id)
    return bundle && onceOf(bundle, make)()
  }

  #bundle(id: string): Promise<Bundle | null> {
    return this.loader.load(id, (bundle) => bundle)
  }
}
