import type { BuiltContext } from './built-context.ts'
import type { Check, Checker } from './check.ts'
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

/** The checks that belong to one dimension: what `validate.ts` beside its scorer exports. */
export async function checkerOf(dimension: string): Promise<Checker> {
  const { check } = (await import(`../score/${dimension}/validate.ts`)) as { check: Checker }
  return check
}

interface GeneralCheck {
  /** For the progress line. */
  readonly name: string
  readonly run: (context: BuiltContext) => Check[] | Promise<Check[]>
}

/** The checks of the geography, of all dimensions alike, of schools and of addresses. */
export const generalChecks: readonly GeneralCheck[] = [
  { name: 'zones of block groups', run: zones },
  { name: 'census tracts', run: tracts },
  { name: 'shores', run: shore },
  { name: 'places of Florida', run: floridaPlaces },
  { name: 'places of California and fire', run: firePlaces },
  { name: 'distribution of scores', run: distribution },
  { name: 'steps across borders', run: steps },
  { name: 'words of descriptions', run: words },
  { name: 'well-known places', run: wellKnown },
  { name: 'places outside the coverage', run: outside },
  { name: 'school districts', run: schoolDistricts },
  { name: 'schools and ratings', run: schools },
  { name: 'addresses', run: geocoder },
  { name: 'bands of coarse addresses', run: bands },
  { name: 'addresses on streets', run: streetRanges },
  { name: 'addresses on known streets', run: knownStreetAddresses },
]
