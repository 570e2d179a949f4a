import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { BundledDimension, type LoadedDimension } from '../../answers/dimensions/loaded-dimension.ts'
import { type Box, widened } from '../../base/geo/box.ts'
import { Boxes } from '../../base/geo/loaded-boxes.ts'
import type { Bundle } from '../../data/bundle/read.ts'
import { CENTERS_IN_BLOCK, Geography } from '../../data/geography.ts'
import { tilesIn } from '../../data/raster/in-bundle.ts'
import { type BundleSource, PlaceBundle } from '../../data/raster/place-bundle.ts'

/**
 * Meters around a box that are loaded with it, because `explain` reports edges within 200 m and what is beyond them.
 */
export const NEAR = 400

/** Additional meters around the box for which rasters are needed: half a cell of the coarsest one, 60″. */
export const HALF_CELL = 1000

/** Additional meters around the box for which block groups are needed: a cell of the raster of their zones, 2″. */
const ZONE_CELL = 100

/** The geography and dimensions of a data folder, each loaded separately and place by place. */
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
        this.#tellZones(zones, new Boxes(boxes))
        return tiled.with({ rows: rowsIn(zones, boxes) }, signal)
      },
      make: (bundle, boxes) => new Geography(bundle, boxes),
    })
  }

  /** Returns the geography, or null if the folder does not have it yet. The next call then looks again. */
  async geography(boxes?: readonly Box[] | null, signal?: AbortSignal): Promise<Geography | null> {
    const geography = await this.#geography.at(boxes, signal)
    if (geography === null) this.#geography.forget()
    return geography
  }

  /**
   * Returns the blocks of rows that a dimension needs for some boxes. They are known as soon as the zones are there,
   * before the geography's own rows.
   */
  async #rowsIn(boxes: readonly Box[], signal: AbortSignal | undefined): Promise<Iterable<number>> {
    let wait: ZoneWait | undefined
    const early = new Promise<Geography>((resolve) => {
      wait = { boxes, tell: resolve }
      this.#zoneWaits.add(wait)
    })
    const geography = await Promise.race([early, this.geography(boxes, signal)]).finally(() =>
      this.#zoneWaits.delete(wait!),
    )
    return geography === null ? [] : rowsIn(geography, boxes)
  }

  #tellZones(zones: Geography, inMemory: Boxes): void {
    for (const { boxes, tell } of this.#zoneWaits) if (boxes.every((box) => inMemory.holds(box))) tell(zones)
  }

  /** Parts loaded so far. */
  get current(): { readonly geography: Geography | null; readonly dimensions: readonly LoadedDimension[] } {
    const dimensions = [...this.#dimensions.values()].flatMap(({ current }) => current ?? [])
    return { geography: this.#geography.current, dimensions }
  }

  /**
   * Returns the loader of a dimension.
   *
   * @param record record of the dimension
   * @param openWhole opens a custom dimension of the server, which has no record and is loaded as a whole
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

/** A dimension that waits for the zones of some boxes, to know which of its rows it needs. */
interface ZoneWait {
  readonly boxes: readonly Box[]
  tell(zones: Geography): void
}

/** Returns the blocks of rows with the block groups of all zones in and at the border of some boxes. */
function rowsIn(geography: Geography, boxes: readonly Box[]): Set<number> {
  const rows = new Set<number>()
  for (const box of boxes)
    for (const zone of geography.zoneRaster.valuesIn(widened(box, ZONE_CELL)))
      for (const blockGroup of geography.blockGroupsOfZone(zone)) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
  return rows
}
