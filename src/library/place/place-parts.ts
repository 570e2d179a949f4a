import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { BundledDimension, type LoadedDimension } from '../../answers/dimensions/loaded-dimension.ts'
import { type Box, widened } from '../../base/geo/box.ts'
import { Boxes } from '../../base/geo/boxes.ts'
import type { Bundle } from '../../data/bundle/read.ts'
import { CENTERS_IN_BLOCK, Geography } from '../../data/geography.ts'
import { tilesIn } from '../../data/raster/in-bundle.ts'
import { type BundleSource, PlaceBundle } from '../../data/raster/place-bundle.ts'
import { findValuesIn } from '../../data/raster/raster-values.ts'

/**
 * Margin in meters that is loaded around a box. `explain` looks for edges up to 200 m away and scores the point beyond
 * the edge.
 */
export const NEAR = 400

/** Additional margin in meters for rasters: half a cell of the coarsest raster, whose cells are 60″. */
export const HALF_CELL = 1000

/**
 * Additional margin in meters for block groups. It is larger than a cell of the zone raster, which is 2″ (about 60 m)
 * wide.
 */
const ZONE_CELL = 100

/** Loads the geography and the dimensions of a data folder separately, place by place. */
export class PlaceParts {
  readonly #geography: PlaceBundle<Geography>
  readonly #dimensions = new Map<string, PlaceBundle<LoadedDimension>>()
  readonly #zoneWaits = new Set<ZoneWait>()

  constructor(private readonly source: BundleSource) {
    this.#geography = new PlaceBundle(source, 'geography', {
      grow: async (part, boxes, signal) => {
        const near = boxes.map((box) => widened(box, HALF_CELL))
        const tiled = await part.with({ tiles: near.flatMap((box) => tilesIn(part.bundle, box)) }, signal)
        const zones = new Geography(tiled.bundle)
        this.#announceZones(zones, new Boxes(boxes))
        return tiled.with({ rows: rowsIn(zones, boxes) }, signal)
      },
      make: (bundle, boxes) => new Geography(bundle, boxes),
    })
  }

  /**
   * Loads the geography. Resolves to null if the folder does not have it yet, in which case the next call tries again.
   */
  async geography(boxes?: readonly Box[] | null, signal?: AbortSignal): Promise<Geography | null> {
    const geography = await this.#geography.at(boxes, signal)
    if (geography === null) this.#geography.forget()
    return geography
  }

  /**
   * Returns the numbers of the row blocks that a dimension needs for some boxes. Resolves as soon as the zones have
   * arrived, because the numbers depend on nothing else in the geography.
   */
  async #rowsIn(boxes: readonly Box[], signal: AbortSignal | undefined): Promise<Iterable<number>> {
    let wait: ZoneWait | undefined
    const early = new Promise<Geography>((resolve) => {
      wait = { boxes, resolve }
      this.#zoneWaits.add(wait)
    })
    const geography = await Promise.race([early, this.geography(boxes, signal)]).finally(() =>
      this.#zoneWaits.delete(wait!),
    )
    return geography === null ? [] : rowsIn(geography, boxes)
  }

  #announceZones(zones: Geography, loaded: Boxes): void {
    for (const { boxes, resolve } of this.#zoneWaits) if (boxes.every((box) => loaded.holds(box))) resolve(zones)
  }

  /** Parts loaded so far. */
  get current(): { readonly geography: Geography | null; readonly dimensions: readonly LoadedDimension[] } {
    const dimensions = [...this.#dimensions.values()].flatMap(({ current }) => current ?? [])
    return { geography: this.#geography.current, dimensions }
  }

  /**
   * Returns the loader of a dimension.
   *
   * @param record record of the dimension; undefined for a custom dimension of the server
   * @param openWhole opens a custom dimension, which is loaded as a whole
   */
  dimension(
    id: string,
    record: Dimension<DimensionId> | undefined,
    openWhole?: (bundle: Bundle, geography: Geography) => LoadedDimension | Promise<LoadedDimension>,
  ): PlaceBundle<LoadedDimension> {
    const placePart = this.#dimensions.get(id)
    if (placePart !== undefined) return placePart
    const loader = new PlaceBundle<LoadedDimension>(this.source, id, {
      isWhole: record === undefined,
      grow: async (part, boxes, signal) => {
        const near = boxes.map((box) => widened(box, HALF_CELL))
        const tiles = near.flatMap((box) => tilesIn(part.bundle, box))
        const [grown] = await Promise.all([
          part.with({ tiles, rows: this.#rowsIn(boxes, signal) }, signal),
          this.geography(boxes, signal),
        ])
        return grown
      },
      make: async (bundle, boxes) => {
        const geography = (await this.geography(record ? [] : null))!
        return record ? new BundledDimension(record, bundle, geography, boxes) : openWhole!(bundle, geography)
      },
    })
    this.#dimensions.set(id, loader)
    return loader
  }
}

/** A dimension that waits for the zones in some boxes, which determine the rows it needs. */
interface ZoneWait {
  readonly boxes: readonly Box[]
  resolve(zones: Geography): void
}

/**
 * Returns the numbers of the row blocks for some boxes. They contain the block groups of all zones that are in the
 * boxes or touch them.
 */
function rowsIn(geography: Geography, boxes: readonly Box[]): Set<number> {
  const rows = new Set<number>()
  for (const box of boxes)
    for (const zone of findValuesIn(geography.zoneRaster, widened(box, ZONE_CELL)))
      for (const blockGroup of geography.blockGroupsOfZone(zone)) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
  return rows
}
