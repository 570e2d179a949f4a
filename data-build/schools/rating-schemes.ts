import { FIGURE } from '../../src/schools/schools-meta.ts'

/** What a state's agency measures schools by. */
export interface RatingScheme {
  readonly id: string
  /** Agency and title with its year, for `rating_source`. */
  readonly source: string
  readonly year: number
  /** The figure in words, with `FIGURE` for the number: `overall score of #`. */
  readonly figure: string
  /** Decimals to print. */
  readonly digits: number
}

type Agency = Pick<RatingScheme, 'figure' | 'digits'> & { readonly source: (year: number) => string }

const agencies: ReadonlyMap<string, Agency> = new Map(
  Object.entries({
    tx: {
      source: (year: number) => `Texas Education Agency, ${year} accountability ratings`,
      figure: `overall score of ${FIGURE}`,
      digits: 0,
    },
    fl: {
      source: (year: number) => `Florida Department of Education, ${year} school grades`,
      figure: `${FIGURE} per cent of the possible points`,
      digits: 0,
    },
    ca: {
      source: (year: number) => `California Department of Education, ${year} California School Dashboard`,
      figure: `mean distance of ${FIGURE} points from standard in English and mathematics`,
      digits: 1,
    },
  }),
)

/** The id of a state's figures of one year: `tx-2022`. */
export function schemeId(state: 'ca' | 'tx' | 'fl', year: number): string {
  return `${state}-${year}`
}

/** The scheme with this id, whatever the year. Throws an `Error` for an id that no state has. */
export function ratingSchemeOf(id: string): RatingScheme {
  const [state, year] = id.split('-')
  const agency = agencies.get(state)
  if (!agency || !/^20\d\d$/.test(year)) throw new Error(`No rating scheme is called "${id}".`)
  const { source, figure, digits } = agency
  return { id, source: source(Number(year)), year: Number(year), figure, digits }
}
