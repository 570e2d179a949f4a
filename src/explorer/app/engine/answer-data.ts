import type { Box, Bundle, GeocodeAnswers, SchoolParts, Vicinage } from '../library.ts'
import { areSame, EngineData } from './engine-data.ts'
import {
  createVicinage,
  Gazetteer,
  GeocoderLoader,
  loadAreas,
  Neighborhoods,
  neighborhoodBundles,
  noGeocoder,
  onceOf,
  schoolAnswers,
  schoolParts,
} from './library.ts'
import { columnCode } from './map-library.ts'

/** Data for the map and, in addition, for questions about places and areas. */
export class AnswerData extends EngineData {
  readonly schools: SchoolParts
  readonly geocoder: GeocoderLoader
  /**
   * `Vicinage` for the loaded data, and the loaded objects from which it was built. Built again when more data is
   * loaded.
   */
  #built: { readonly from: readonly unknown[]; readonly vicinage: Vicinage } | null = null
  /** Code for areas, loaded by the first question that needs it. */
  #areaCode: Awaited<ReturnType<typeof loadAreas>> | null = null

  constructor({ loader, parts }: EngineData) {
    super(loader, parts)
    this.schools = schoolParts(loader, true)
    this.geocoder = new GeocoderLoader(loader, { userData: false })
  }

  /**
   * Loads these dimensions in some boxes and returns the scoring object. Skips dimensions that are missing from the
   * data folder.
   */
  async scores(boxes: readonly Box[], ...ids: string[]): Promise<Vicinage> {
    await this.load(boxes, ...ids)
    return this.vicinage
  }

  get vicinage(): Vicinage {
    const { geography, dimensions: loaded } = this.parts.current
    const areaCode = this.#areaCode
    const from = [geography, ...loaded, areaCode]
    if (this.#built === null || !areSame(from, this.#built.from)) {
      const noSchools = schoolAnswers(null, null)
      this.#built = {
        from,
        vicinage: createVicinage({
          geography: geography!,
          dimensions: loaded,
          schools: noSchools,
          areaCode,
          columnCode,
        }),
      }
    }
    return this.#built.vicinage
  }

  async loadAreaCode() {
    this.#areaCode ??= await loadAreas()
    return this.#areaCode
  }

  gazetteer(): Promise<Gazetteer | null> {
    return this.once('places', (bundle) => new Gazetteer(bundle))
  }

  neighborhoods(id: (typeof neighborhoodBundles)[number]): Promise<Neighborhoods | null> {
    return this.once(id, (bundle) => new Neighborhoods(bundle))
  }

  /** Returns the neighborhoods that have outlines, starting with neighborhoods published by cities. */
  async outlinedNeighborhoods(): Promise<readonly Neighborhoods[]> {
    const all = await Promise.all(neighborhoodBundles.map((id) => this.optional(() => this.neighborhoods(id))))
    return all.filter((neighborhoods) => neighborhoods?.areOutlines) as readonly Neighborhoods[]
  }

  /** Loads the geocoder with the ZIP and city outlines in some boxes, or all outlines if `outlines` is null. */
  async geocoding(outlines: readonly Box[] | null = []): Promise<GeocodeAnswers> {
    return (await this.geocoder.load(outlines)) ?? noGeocoder
  }

  /** Returns null if a bundle cannot be loaded, because a map with fewer names is still useful. */
  async optional<T>(load: () => Promise<T | null>): Promise<T | null> {
    return load().catch(() => null)
  }

  /** Builds an object from a whole bundle, once per bundle. The geocoder uses the same object. */
  async once<Made extends object>(id: string, make: (bundle: Bundle) => Made): Promise<Made | null> {
    const bundle = await this.#bundle(id)
    return bundle && onceOf(bundle, make)()
  }

  #bundle(id: string): Promise<Bundle | null> {
    return this.loader.load(id, (bundle) => bundle)
  }
}
