import * as shape from '../bundle/check-shape.ts'
import { type Bundle, metaOf } from '../bundle/read.ts'
import { BundledDimension, LAYER_KIND } from '../dimensions/loaded-dimension.ts'
import { BundleError } from '../errors.ts'
import type { Geography } from '../geography.ts'
import type { LayerInfo } from './layer.ts'
import { checkLayerId, layerDimension } from './layer-record.ts'

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
 * What a bundle of an own layer says of it.
 * @throws {BundleError} when it is a bundle of another kind
 */
export function layerInfoIn(bundle: Bundle): LayerInfo {
  if (bundle.kind !== LAYER_KIND)
    throw new BundleError(
      `${bundle.file} is a bundle of kind '${bundle.kind}', expected a layer: it is not one that \`vicinage layer add\` made.`,
    )
  const { info } = metaOf(bundle, layerMeta)
  checkLayerId(info.id)
  return info
}

/** The layer of a bundle, as a dimension. */
export function layerIn(bundle: Bundle, geography: Geography): BundledDimension {
  return new BundledDimension(layerDimension(layerInfoIn(bundle)), bundle, geography)
}
