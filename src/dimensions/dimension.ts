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
