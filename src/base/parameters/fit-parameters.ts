import { optional, type Parameter, required } from './parameter.ts'

const WEIGHTS = 'Weights by dimension, 0 to 1,000,000. Only their ratios matter; a dimension with weight 0 is ignored.'
const WANT =
  'Preference by dimension: `high` (the default), `low`, or near a score from 1 to 255. A dimension with a preference ' +
  'but no weight has weight 1.'

const among = {
  values: ['state', 'coverage'],
  description:
    'Population to compare a place with: that of its `state` (the default) or that of the whole `coverage`, which makes ' +
    'places in different states comparable.',
  example: 'coverage',
} as const

const demographics = {
  default: false,
  description:
    'Whether to allow population-profile, ideological-lean and insurance-coverage. Using them to choose or advertise ' +
    'homes may violate fair-housing law.',
  example: true,
} as const

/** Parameters that describe a user's priorities (weights and preferred scores), as fields of a request body. */
export const fitParameters = [
  required('object', 'weights', 'body', {
    description: WEIGHTS,
    example: { walkability: 3, 'noise-levels': 2 },
    accepts: '{"walkability": 3}',
  }),
  optional('object', 'want', 'body', {
    description: WANT.replace('near a score from 1 to 255', '`{ "around": 128 }`, a score from 1 to 255'),
    example: { 'urban-rural': 'low', privacy: { around: 128 } },
    accepts: '{"urban-rural": "low", "privacy": {"around": 128}}',
  }),
  optional('literal', 'among', 'body', among),
  optional('boolean', 'demographics', 'body', demographics),
] as const satisfies readonly Parameter[]

/** Parameters that describe a user's priorities (weights and preferred scores), as strings in a query. */
export const fitQueryParameters = [
  required('string', 'weights', 'query', {
    pattern: '^[a-z0-9-]+=\\d{1,7}(?:\\.\\d{1,9})?(?:,[a-z0-9-]+=\\d{1,7}(?:\\.\\d{1,9})?)*$',
    maxLength: 2000,
    description: `${WEIGHTS} Comma-separated.`,
    example: 'walkability=3,noise-levels=2',
  }),
  optional('string', 'want', 'query', {
    pattern: '^[a-z0-9-]+=(?:high|low|\\d{1,3})(?:,[a-z0-9-]+=(?:high|low|\\d{1,3}))*$',
    maxLength: 2000,
    description: `${WANT} Comma-separated.`,
    example: 'urban-rural=low,privacy=128',
  }),
  optional('literal', 'among', 'query', among),
  optional('boolean', 'demographics', 'query', demographics),
] as const satisfies readonly Parameter[]

/**
 * Preferred scores of a dimension. Repeats the type `Want` of `answers/fit`, because files in this folder must not
 * import from `answers`.
 */
type Wanted = 'high' | 'low' | { readonly around: number }

/** Reads weights from `walkability=3,noise-levels=2`. */
export function weightsIn(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(pairsIn(text).map(([id, weight]) => [id, Number(weight)]))
}

/** Reads preferences from `urban-rural=low,privacy=128`. */
export function wantIn(text: string): Readonly<Record<string, Wanted>> {
  return Object.fromEntries(
    pairsIn(text).map(([id, wanted]) => [
      id,
      wanted === 'high' || wanted === 'low' ? wanted : { around: Number(wanted) },
    ]),
  )
}

function pairsIn(text: string): [id: string, value: string][] {
  return text.split(',').map((pair) => pair.trim().split('=') as [string, string])
}
