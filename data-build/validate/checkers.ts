import type { BuiltContext } from './built-context.ts'
import type { Check, Checker, Finding } from './check.ts'
import { bands } from './general/bands.ts'
import { distribution } from './general/distribution.ts'
import { firePlaces } from './general/fire-places.ts'
import { floridaPlaces } from './general/florida-places.ts'
import { geocoder } from './general/geocoder.ts'
import { knownStreetAddresses } from './general/known-streets.ts'
import { outside } from './general/outside.ts'
import { schoolDistricts, schools } from './general/schools.ts'
import { shore } from './general/shore.ts'
import { steps } from './general/steps.ts'
import { streetRanges } from './general/street-ranges.ts'
import { tracts } from './general/tracts.ts'
import { words } from './general/words.ts'
import { zones } from './general/zones.ts'
import { wellKnown } from './well-known-places.ts'

/** Loads the checks of a dimension from the `validate.ts` next to its scorer. */
export async function loadChecker(dimension: string): Promise<Checker> {
  const { check } = (await import(`../score/${dimension}/validate.ts`)) as { check: Checker }
  return check
}

interface GeneralCheck {
  /** Name shown in the progress line. */
  readonly name: string
  readonly run: (context: BuiltContext) => readonly Check[] | Promise<readonly Check[]>
}

/** Creates a check whose findings all get the same dimension. */
function of(
  dimension: string,
  name: string,
  run: (context: BuiltContext) => readonly Finding[] | Promise<readonly Finding[]>,
): GeneralCheck {
  return { name, run: async (context) => (await run(context)).map((finding) => ({ dimension, ...finding })) }
}

/** Checks of the geography, of all dimensions together, of schools and of addresses. */
export const generalChecks: readonly GeneralCheck[] = [
  of('geography', 'zones of block groups', zones),
  of('geography', 'census tracts', tracts),
  of('geography', 'shores', shore),
  { name: 'places of Florida', run: floridaPlaces },
  of('fire', 'places of California and fire', firePlaces),
  { name: 'distribution of scores', run: distribution },
  { name: 'steps across borders', run: steps },
  { name: 'words of descriptions', run: words },
  { name: 'well-known places', run: wellKnown },
  { name: 'places outside the coverage', run: outside },
  of('districts', 'school districts', schoolDistricts),
  of('schools', 'schools and ratings', schools),
  of('geocoder', 'addresses', geocoder),
  { name: 'bands of coarse addresses', run: bands },
  of('geocoder', 'addresses on streets', streetRanges),
  of('geocoder', 'addresses on known streets', knownStreetAddresses),
]
