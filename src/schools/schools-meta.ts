import * as z from 'zod'
import { schoolLevels } from './level.ts'

const words = z.string().min(1)
const whole = z.int().min(0)
const state = z.string().regex(/^[A-Z]{2}$/)

/** A set of directories is kept as the bits of a number. */
export const MOST_DIRECTORIES = 30

/** Stands for the number in the words of a figure. */
export const FIGURE = '#'

/** What the bundle of the schools says beside its columns. */
export const schoolsMeta = z.object({
  /** Postal codes, by number. */
  states: z.array(state).max(255),
  /** The lists that the schools come from, by number. */
  directories: z
    .array(
      z.object({
        name: words,
        year: z.int(),
        states: z.array(state),
        /** Schools, and for how many of them each fact is known. */
        schools: whole,
        known: z.object({ students: whole, teachers: whole, race: whole, sex: whole, rating: whole }),
        /** Numbers of the schemes that its schools are rated by. */
        schemes: z.array(whole),
      }),
    )
    .min(1)
    .max(MOST_DIRECTORIES),
  /** What schools are rated by, by number; `figure` in words with `FIGURE` for the number: `overall score of #`. */
  schemes: z.array(z.object({ source: words, year: z.int(), figure: words, digits: z.int().min(0).max(6) })).max(255),
  /** Students per full-time-equivalent teacher of a state and level. */
  ratios: z.array(z.object({ state, level: z.enum(schoolLevels), ratio: z.number().min(0) })),
})
export type SchoolsMeta = z.infer<typeof schoolsMeta>
export type DirectoryMeta = SchoolsMeta['directories'][number]
export type SchemeMeta = SchoolsMeta['schemes'][number]
