import * as z from 'zod'
import { rasterMeta } from '../raster/in-bundle.ts'

/** The four groups of the service's score endpoints. */
export type Group = 'vibe' | 'environment' | 'demographics' | 'risk'

/** `measured`: an observation or official zone there; `modelled`: computed from nearby observations; `estimate`: a coarser area or proxy. */
export type Basis = 'measured' | 'modelled' | 'estimate'

/** What is known about one place in one dimension. */
export interface Reading {
  /** 1-255; 0 never reaches `describe`. */
  readonly score: number
  readonly basis: Basis
  /** A raw quantity behind the score, in the unit of its fact; NaN where it is not known. */
  fact(id: string): number
}

/** One score dimension: its names, the meaning of its scale and the words of its description. */
export interface Dimension {
  /** Last part of the path, e.g. `noise-levels`. */
  readonly id: string
  readonly group: Group
  /** For people, e.g. `Noise levels`. */
  readonly name: string
  /** What 1, 128 (null where the scale has no fixed middle), 255 and 0 mean. */
  readonly scale: { readonly low: string; readonly middle: string | null; readonly high: string; readonly zero: string }
  /** How the score is made, in one line. */
  readonly method: string
  /** What a surface's score rests on at a place, where it is not the same everywhere. */
  basis?(fact: (id: string) => number): Basis
  /** One or two short sentences with the facts, e.g. `Serenity: composite 61 dB; road 58 dB, rail 44 dB, aviation 52 dB.` */
  describe(place: Reading): string
}

/**
 * A raw quantity behind a score, kept as a byte q: 0 = not known, else value = offset + step · (q − 1), or 10 to that
 * power where `log` says so.
 */
export const factMeta = z.object({
  id: z.string(),
  label: z.string(),
  unit: z.string(),
  offset: z.number(),
  step: z.number(),
  log: z.boolean(),
  digits: z.int().min(0).max(6),
  /** Where its bytes lie: beside the block groups, beside the areas, both, or a raster of its own. */
  at: z.enum(['centres', 'areas', 'both', 'surface']),
  raster: rasterMeta.optional(),
})
export type FactMeta = z.infer<typeof factMeta>

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
