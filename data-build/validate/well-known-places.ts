import type { DimensionId } from '../../src/answers/dimensions/catalog.ts'
import type { Vicinage } from '../../src/library/vicinage.ts'
import type { BuiltContext } from './built-context.ts'
import { type Check, hitRate } from './check.ts'
import { expectations, hitsAmong } from './known-places.ts'

/** Lists, in Markdown, the library's answers at all well-known places. Wrong answers come first. */
export function placesTable(library: Pick<Vicinage, 'score'>): string {
  const answers = Object.entries(expectations).flatMap(([dimension, places]) =>
    places.map(({ name, low, high, ...place }) => {
      const { score, description } = library.score(dimension as DimensionId, place)
      const verdict = score >= low && score <= high ? 'as expected' : '**wrong**'
      return [dimension, name, `${low}-${high}`, score, verdict, description?.replaceAll('|', '\\|') ?? '']
    }),
  )
  const unexpected = answers.filter(([, , , , verdict]) => verdict !== 'as expected')
  const sorted = [...unexpected, ...answers.filter((answer) => !unexpected.includes(answer))]
  return [
    `${answers.length - unexpected.length} of ${answers.length} score as expected.`,
    '',
    '| dimension | place | expected | score | verdict | description |',
    '|---|---|--:|--:|---|---|',
    ...sorted.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

/** Checks the scores of well-known places. */
export function wellKnown(context: BuiltContext): Check[] {
  return Object.entries(expectations).map(([dimension, places]) => {
    const check = 'well-known places within the scores expected before looking'
    return { dimension, check, ...hitRate(hitsAmong(context, dimension, places), places.length) }
  })
}
