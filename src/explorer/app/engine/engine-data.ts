import type { EmbeddedData } from '../embedded.ts'
import { type Box, dimensions, type Geography, type LoadedDimension, type PlaceBundle } from '../library.ts'
import { BundleLoader, type EarlyFiles } from './bundle-loader.ts'
import { LoadError } from './load-error.ts'
import { type ColumnFunctions, columnCode, loadLayers, PlaceParts, ScoredData } from './map-library.ts'

/** Loaded data that colors the map, and the functions that load more of it. */
export class EngineData {
  /**
   * Functions for the loaded data, and the loaded objects from which they were built. Built again when more data is
   * loaded.
   */
  #built: { readonly from: readonly unknown[]; readonly functions: ColumnFunctions<string> } | null = null

  /** Shares all loaded data with other instances that use the same loader and parts. */
  constructor(
    readonly loader: BundleLoader,
    readonly parts: PlaceParts,
  ) {}

  /**
   * Opens the data and starts loading the geography immediately, because nearly every call needs it.
   *
   * @param source URL or path of the data folder, or the data embedded in the page
   * @param early files of the folder that were already requested
   */
  static open(source: string | URL | EmbeddedData, early?: EarlyFiles): EngineData {
    const loader = new BundleLoader(source, early)
    const data = new EngineData(loader, new PlaceParts(loader))
    // A failure is reported to `onLoading`, and the next call tries again.
    data.geographyAt([]).catch(() => {})
    return data
  }

  /** Loads the geography and dimensions in some boxes. Skips dimensions that are missing from the data folder. */
  async load(boxes: readonly Box[], ...ids: string[]): Promise<void> {
    await Promise.all([this.geographyAt(boxes), ...ids.map((id) => this.dimension(id).at(boxes))])
  }

  /** Functions that score columns of points with the loaded data. */
  get columns(): ColumnFunctions<string> {
    const { geography, dimensions: loaded } = this.parts.current
    const from = [geography, ...loaded]
    if (this.#built === null || !areSame(from, this.#built.from))
      this.#built = { from, functions: columnCode.columnFunctions(new ScoredData(geography!, loaded)) }
    return this.#built.functions
  }

  async geographyAt(boxes: readonly Box[] | null): Promise<Geography> {
    const geography = await this.parts.geography(boxes)
    if (geography === null) throw new LoadError('geography.bundle', 404)
    return geography
  }

  /**
   * Returns the loader of a dimension. The loader for an unknown ID finds no data, so the library throws its usual
   * error.
   */
  dimension(id: string): PlaceBundle<LoadedDimension> {
    return this.parts.dimension(
      id,
      dimensions.find((dimension) => dimension.id === id),
      async (bundle, geography) => (await loadLayers()).layerIn(bundle, geography),
    )
  }
}

/** Checks whether two lists contain the same objects in the same order. */
export function areSame(values: readonly unknown[], others: readonly unknown[]): boolean {
  return values.length === others.length && values.every((value, i) => value === others[i])
}
