import * as shape from '../../data/bundle/check-shape.ts'
import { rasterMeta } from '../../data/raster/in-bundle.ts'

/** What a fact is, wherever its bytes are. */
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
 * A raw input of a score, kept as a byte q: 0 = not known, else value = offset + step · (q − 1), or 10 to that
 * power where `log` says so.
 */
export const factMeta = shape.object({
  ...factFields,
  /** Where its bytes are: beside the block groups, beside the areas, both, a raster of its own, or a table by score. */
  at: shape.oneOf('centres', 'areas', 'both', 'surface', 'scores'),
  /** What a value beside a block group describes, where not the block group itself. */
  of: shape.optional(shape.oneOf('tract', 'neighborhood')),
  raster: shape.optional(rasterMeta),
})
export type FactMeta = shape.Of<typeof factMeta>

type Scale = Pick<FactMeta, 'offset' | 'step'> & { readonly log?: boolean | undefined }

/** The value of a byte; NaN for 0. */
export function factValue({ offset, step, log }: Scale, byte: number): number {
  if (byte === 0) return Number.NaN
  const value = offset + step * (byte - 1)
  return log ? 10 ** value : value
}

/** The byte of a value, clamped to the range of the scale; 0 for NaN. */
export function factByte({ offset, step, log }: Scale, value: number): number {
  if (Number.isNaN(value)) return 0
  const position = ((log ? Math.log10(Math.max(value, 1e-9)) : value) - offset) / step
  return 1 + Math.min(254, Math.max(0, Math.round(position)))
}
