import { BundleError } from '../../base/errors.ts'
import { isWithin } from '../../base/geo/boxes.ts'
import { coveredStates } from '../../base/states.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { once } from '../../data/bundle/once.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import type { Geography } from '../../data/geography.ts'
import { type Batch, BundledDimension, LAYER_KIND, type Spot } from '../dimensions/loaded-dimension.ts'
import { sharesAtCenters } from '../dimensions/percentile-shares.ts'
import type { LayerInfo, LayerOptions } from './layer.ts'
import { checkLayerId, layerDimension } from './layer-record.ts'
import { MemoryLayer } from './memory-layer.ts'

/** Name of the section with the features that reach beyond the boxes of the covered states: `BeyondBoxes` as JSON. */
export const BEYOND = 'beyond'

/** Features and rule for places outside the boxes, for which the bundle has no cells. */
export type BeyondBoxes = Pick<LayerOptions, 'features' | 'score'>

const layerMeta = shape.object({
  info: shape.object({
    id: shape.string,
    name: shape.string,
    low: shape.string,
    high: shape.string,
    rule: shape.oneOf('field', 'classes', 'distance'),
    field: shape.string,
    classes: shape.array(shape.string),
    ladder: shape.array(shape.pair(shape.number())),
  }),
})

/**
 * Reads the description of a custom dimension from its bundle.
 *
 * @throws {BundleError} when the bundle is of a different type
 */
export function layerInfoIn(bundle: Bundle): LayerInfo {
  if (bundle.kind !== LAYER_KIND)
    throw new BundleError(
      `${bundle.file} is a bundle of kind '${bundle.kind}', expected a layer: it was not created by \`vicinage layer add\`.`,
    )
  const { info } = getMeta(bundle, layerMeta)
  checkLayerId(info.id)
  if (info.rule === 'distance' && info.ladder.length === 0)
    throw new BundleError(`${bundle.file} has a distance layer without scores by distance, expected at least one.`)
  return info
}

/** Opens the dimension in a bundle. */
export function layerIn(bundle: Bundle, geography: Geography): BundledDimension {
  const info = layerInfoIn(bundle)
  // Bundles from pixel rasters, and bundles built before November 2026, lack this section. Their scores end at the
  // border of the coverage area.
  return bundle.sections.some(({ name }) => name === BEYOND)
    ? new StoredLayer(info, bundle, geography)
    : new BundledLayer(info, bundle, geography)
}

/** A custom dimension in a bundle. Its percentiles are computed when they are first needed. */
class BundledLayer extends BundledDimension {
  readonly #geography: Geography

  constructor(info: LayerInfo, bundle: Bundle, geography: Geography) {
    super(layerDimension(info), bundle, geography)
    this.#geography = geography
  }

  protected override readShares(): Uint16Array {
    return sharesAtCenters(this, this.#geography)
  }
}

/**
 * A custom dimension stored as cells inside the boxes of the covered states, on land and at sea, and as features
 * outside the boxes. If scores depend on distance, a cell value of 0 means that the distance is beyond the last step.
 */
class StoredLayer extends BundledLayer {
  readonly #beyond: () => MemoryLayer | null
  readonly #spot: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }

  constructor(
    private readonly info: LayerInfo,
    bundle: Bundle,
    geography: Geography,
  ) {
    super(info, bundle, geography)
    this.#beyond = once(() => {
      try {
        const beyond = JSON.parse(new TextDecoder().decode(bundle.section(BEYOND, 'u8'))) as BeyondBoxes | null
        return beyond && new MemoryLayer({ ...info, ...beyond }, geography)
      } catch (cause) {
        throw new BundleError(
          `${bundle.file} has features in '${BEYOND}' that cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
          { cause },
        )
      }
    })
  }

  override score(spot: Spot): number {
    if (isBeyond(spot)) return this.#beyond()?.score(spot) ?? 0
    const score = this.zoneScore(spot) || (super.surfaceRaster?.interpolate(spot.lon, spot.lat) ?? 0)
    return score > 0 || spot.zone === 0 || this.info.rule !== 'distance'
      ? score
      : Math.round(this.info.ladder.at(-1)![1])
  }

  /**
   * Null, so that the surface is not read together with other surfaces, which end at the border of the coverage area.
   * This dimension also has scores outside.
   */
  override get surfaceRaster(): null {
    return null
  }

  scoreBatch({ lon, lat, zone, count }: Batch, out: Uint8Array): void {
    const spot = this.#spot
    for (let i = 0; i < count; i++) {
      spot.lon = lon[i]
      spot.lat = lat[i]
      spot.zone = zone[i]
      out[i] = this.score(spot)
    }
  }

  override basis(): 'measured' {
    return 'measured'
  }

  override factsAt(spot: Spot): (id: string) => number {
    return isBeyond(spot) ? (this.#beyond()?.factsAt(spot) ?? (() => Number.NaN)) : super.factsAt(spot)
  }

  override inputs(spot: Spot): ReturnType<BundledDimension['inputs']> {
    return isBeyond(spot) ? (this.#beyond()?.inputs(spot) ?? []) : super.inputs(spot)
  }
}

function isBeyond({ lon, lat, zone }: Spot): boolean {
  return zone === 0 && !coveredStates.some(({ box }) => isWithin({ west: lon, south: lat, east: lon, north: lat }, box))
}
