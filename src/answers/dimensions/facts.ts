import * as shape from '../../data/bundle/check-shape.ts'
import { rasterMeta } from '../../data/raster/in-bundle.ts'

/** Fields that describe a fact, regardless of where its bytes are stored. */
export const factFields = {
  id: shape.string,
  label: shape.string,
  unit: shape.string,
  offset: shape.number(),
  step: shape.number(),
  log: shape.boolean,
  digits: shape.int(0, 6),
}

/**
 * A raw input of a score, stored as a byte q. 0 means unknown. Otherwise the value is offset + step · (q − 1), or 10 to
 * the power of that result if `log` is set.
 */
export const factMeta = shape.object({
  ...factFields,
  /**
   * Location of the bytes: per block group (`centres`), per area, both, in a separate raster, or in a table by score.
   */
  at: shape.oneOf('centres', 'areas', 'both', 'surface', 'scores'),
  /** Area that a block group's value describes. Omitted if the value describes the block group itself. */
  of: shape.optional(shape.oneOf('tract', 'neighborhood')),
  raster: shape.optional(rasterMeta),
})
export type FactMeta = shape.Of<typeof factMeta>

type Scale = Pick<FactMeta, 'offset' | 'step'> & { readonly log?: boolean | undefined }

/** Decodes a byte. Returns NaN for 0. */
export function factValue({ offset, step, log }: Scale, byte: number): number {
  if (byte === 0) return Number.NaN
  const value = offset + step * (byte - 1)
  return log ? 10 ** value : value
}

/** Encodes a value as a byte, clamped to the range of the scale. Returns 0 for NaN. */
export function factByte({ offset, step, log }: Scale, value: number): number {
  if (Number.isNaN(value)) return 0
  const position = ((log ? Math.log10(Math.max(value, 1e-9)) : value) - offset) / step
  return 1 + Math.min(254, Math.max(0, Math.round(position)))
}
