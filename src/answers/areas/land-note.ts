import type { Note } from '../../base/errors.ts'

// In its own file, so that code in `src/faces` that only displays answers does not load the code that computes them.

/** Note of each dimension if the figures of an area describe its land. */
export const NO_HOMES: Note = Object.freeze({
  code: 'no_homes',
  text: 'No homes are modeled in this area, so these figures describe its land.',
})

/** Returns the note `no_homes` if the figures of an area describe its land, otherwise null. */
export function getLandNote(scores: Readonly<Record<string, { readonly note: Note | null }>>): Note | null {
  return Object.values(scores).find(({ note }) => note?.code === NO_HOMES.code)?.note ?? null
}
