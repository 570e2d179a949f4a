import { refusedArgument } from '../../base/errors.ts'

/** Neighborhood bundles, one per license, in search order. */
export const neighborhoodBundles = ['neighborhoods', 'neighborhoods-zillow', 'neighborhoods-gnis'] as const

/**
 * Known streets to use: `all`, `public` (streets from public records, without the store locations that brands publish),
 * or `none`.
 */
export type KnownStreetsChoice = 'all' | 'public' | 'none'

/**
 * Returns the known-street bundles for a choice.
 *
 * @throws {ValidationError} when the choice is not one of the three
 */
export function wantedStreets({ knownStreets = 'all' }: { knownStreets?: KnownStreetsChoice | undefined }) {
  const bundles = ['streets', 'streets-brands'] as const
  const count = { all: 2, public: 1, none: 0 }[knownStreets] as number | undefined
  if (count === undefined)
    throw refusedArgument('knownStreets', "knownStreets must be 'all', 'public' or 'none'", knownStreets)
  return bundles.slice(0, count)
}
