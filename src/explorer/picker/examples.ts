import type { Filter } from '../engine/engine.ts'

/** Questions that people ask, as conditions. */
export interface Example {
  readonly name: string
  /** The dimension whose colours then tell the places apart. */
  readonly dimension: string
  readonly only: readonly Filter[]
}

// Chosen so that each leaves some per cent of a city; noise level 150 is about 59 dB.
export const examples: readonly Example[] = [
  {
    name: 'Quiet and walkable',
    dimension: 'noise-levels',
    only: [atLeast('walkability', 180), atLeast('noise-levels', 150)],
  },
  {
    name: 'Lively, with parks for dogs',
    dimension: 'liveliness',
    only: [atLeast('liveliness', 180), atLeast('dog-friendliness', 200)],
  },
  {
    name: 'Green, roomy, still walkable',
    dimension: 'visual-appeal',
    only: [atLeast('visual-appeal', 170), atLeast('privacy', 110), atLeast('walkability', 128)],
  },
]

function atLeast(dimension: string, from: number): Filter {
  return { dimension, from, to: 255 }
}
