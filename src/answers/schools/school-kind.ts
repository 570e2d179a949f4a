/** School kinds, in the order of their numbers in bundles. */
export const schoolKinds: readonly SchoolKind[] = ['campus', 'program', 'planned', 'repeated']

/**
 * Kind of a school in its agency's list: `campus`, a school that students attend in person; `program`, a program
 * without a campus or without students of its own, such as homebound instruction, schooling in custody or adult
 * education; `planned`, not open yet; `repeated`, a second entry for a school at the same place.
 */
export type SchoolKind = 'campus' | 'program' | 'planned' | 'repeated'
