import { expect, it } from 'vitest'
import * as z from 'zod'
import { describeFields } from '../../../src/library/contract/describe-fields.ts'
import { fieldTexts } from '../../../src/library/contract/field-texts.ts'
import { fieldComments } from './declarations.ts'

const FILE = 'src/library/contract/field-texts.ts'

/** Types whose fields the service describes, by the file that declares them. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  'src/answers/areas/area.ts': ['AreaScore'],
  'src/answers/areas/area-answer.ts': ['AreaAnswer'],
  'src/answers/areas/area-functions.ts': ['FindAnswer'],
  'src/answers/areas/find.ts': ['FoundArea'],
  'src/answers/areas/rank.ts': ['RankAnswer', 'RankedArea'],
  'src/answers/dimensions/intervals.ts': ['Interval', 'IntervalSource'],
  'src/answers/dimensions/percentiles.ts': ['Percentile'],
  'src/answers/dimensions/words.ts': ['ScaleWords'],
  'src/answers/fit/answers.ts': ['Fit', 'FitContribution'],
  'src/answers/fit/mean-contributions.ts': ['AreaContribution'],
  'src/answers/geocode/answer.ts': ['GeocodedPlace'],
  'src/answers/geocode/reverse.ts': ['ReverseAnswer'],
  'src/answers/geocode/suggest/place-table.ts': ['Suggestion'],
  'src/answers/scores/answers.ts': [
    'OfficialMap',
    'ZoneShare',
    'PlainScore',
    'UncertainScore',
    'ScoreBand',
    'ScoresAround',
    'Edge',
    'Explanation',
    'ExplanationInput',
    'Source',
    'Scale',
    'DimensionEntry',
  ],
  'src/base/errors.ts': ['SuggestedPlace', 'ValidationDetail'],
  'src/base/geo/box.ts': ['Box'],
  'src/base/geo/place.ts': ['PlaceNotFound'],
}

// Update with: npx vitest run --project fast test/release/docs/field-texts.test.ts --update
it('the service describes fields with the comments of their types', async () => {
  const types = Object.entries(TYPES).flatMap(([file, names]) => names.map((name) => [name, fieldComments(name, file)]))
  const sorted = Object.fromEntries(types.sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = [
    '// Written from the comments of the types by test/release/docs/field-texts.test.ts. Change it there.',
    '',
    '/** Descriptions of the fields of answers, by type and field. */',
    `export const fieldTexts = ${JSON.stringify(sorted, null, 2)} as const`,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(`../../../${FILE}`)
})

it('a field with its own description keeps it, and a field without a description or comment is rejected', () => {
  const { low, high } = describeFields('Interval', { low: z.int(), high: z.int().describe('Its own.') })
  expect([low.description, high.description]).toEqual([fieldTexts.Interval.low, 'Its own.'])
  expect(() => describeFields('Interval', { middle: z.int() })).toThrow("'middle' of Interval")
})
