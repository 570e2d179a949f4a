import * as z from 'zod'
import { dimensions as catalogue } from '../dimensions/catalogue.ts'
import type { Answers, Point } from '../endpoints/endpoint.ts'
import { dimensionEntry, score } from '../endpoints/schemas.ts'

const label = z.string()

/** The answer of `compare`. */
export const comparison = z
  .object({
    places: z
      .array(z.object({ label, lat: z.number(), lon: z.number() }))
      .describe('The places in the order asked, under the labels used below.'),
    dimensions: z
      .array(
        z.object({
          dimension: z.string().describe('Identifier of the dimension.'),
          name: dimensionEntry.shape.name,
          scale: dimensionEntry.shape.scale,
          scores: z.array(score.shape.score).describe('One score per place, in the order of `places`; 0 = no data.'),
          spread: z
            .int()
            .min(0)
            .max(254)
            .nullable()
            .describe('Highest less lowest score; null when fewer than two places have data.'),
          highest: z
            .array(label)
            .describe('The places with the highest score; none when all are equal or `spread` is null.'),
          lowest: z
            .array(label)
            .describe('The places with the lowest score; none when all are equal or `spread` is null.'),
          without_data: z.array(label).describe('The places with score 0, left out of spread, highest and lowest.'),
        }),
      )
      .describe('Greatest spread first, then in the order of the catalogue; those without a spread come last.'),
  })
  .meta({ title: 'Comparison' })
type Comparison = z.output<typeof comparison>

/** Scores of places side by side. `ids` are known dimensions. */
export function compareScores(
  vicinage: Answers,
  places: readonly (Point & { readonly name?: string | undefined })[],
  ids: readonly string[],
): Comparison {
  const labels = labelsOf(places)
  const rows = catalogue
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, scale }) => {
      const scores = places.map((place) => vicinage.score(id, place, { description: false }).score)
      return { dimension: id, name, scale, scores, ...extremes(scores, labels) }
    })
  return {
    places: places.map(({ lat, lon }, at) => ({ label: labels[at], lat, lon })),
    dimensions: rows.sort((a, b) => (b.spread ?? -1) - (a.spread ?? -1)),
  }
}

/** Names that tell the places apart: where two are the same, every one gets its number. */
function labelsOf(places: readonly { readonly name?: string | undefined }[]): readonly string[] {
  const names = places.map(({ name }, at) => name ?? `place ${at + 1}`)
  return new Set(names).size === names.length ? names : names.map((name, at) => `${name} (${at + 1})`)
}

function extremes(scores: readonly number[], labels: readonly string[]) {
  const known = scores.filter((score) => score !== 0)
  const [high, low] = [Math.max(...known), Math.min(...known)]
  const scoring = (wanted: number) => labels.filter((_, at) => scores[at] === wanted)
  return {
    spread: known.length < 2 ? null : high - low,
    highest: high > low ? scoring(high) : [],
    lowest: high > low ? scoring(low) : [],
    without_data: scoring(0),
  }
}
