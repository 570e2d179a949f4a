/** A score dimension, or what several share: the shapes of the areas and where people live. `validation` enters no score. */
export type Feed =
  | 'geography'
  | 'urban-rural'
  | 'privacy'
  | 'walkability'
  | 'visual-appeal'
  | 'dog-friendliness'
  | 'liveliness'
  | 'noise-levels'
  | 'air-quality'
  | 'industrial-proximity'
  | 'insurance-coverage'
  | 'ideological-lean'
  | 'population-profile'
  | 'flood'
  | 'fire'
  | 'validation'

/** Published files of one kind: who made them, what they are, and which scores they enter. */
export interface Source {
  readonly id: string
  readonly agency: string
  readonly title: string
  /** Path in the sources folder; `*` stands for any part of a name and `{a,b}` for one of several. */
  readonly path: string
  /** The agency's page or file. */
  readonly address: string
  /** The time the data speak of, not the day of the copy. */
  readonly vintage: string
  readonly licence: string
  readonly feeds: readonly Feed[]
}

/** The scores made from densities of people. */
export const KERNEL_SCORES = [
  'urban-rural',
  'privacy',
  'walkability',
  'visual-appeal',
  'dog-friendliness',
  'liveliness',
] as const

export const FEDERAL = 'public domain (U.S. government work)'
export const STATE = 'public record of the state'
export const DERIVED = 'derived from federal public data'

/** An entry of the catalogue; the licence is the federal one unless named. */
export function source(
  id: string,
  agency: string,
  title: string,
  rest: Omit<Source, 'id' | 'agency' | 'title' | 'licence'> & { readonly licence?: string },
): Source {
  return { id, agency, title, licence: FEDERAL, ...rest }
}
