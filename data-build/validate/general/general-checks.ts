import type { BuiltContext } from '../built-context.ts'
import type { Check } from '../check.ts'
import { distribution } from './distribution.ts'
import { firePlaces } from './fire-places.ts'
import { floridaPlaces } from './florida-places.ts'
import { geocoder } from './geocoder.ts'
import { outside } from './outside.ts'
import { schoolDistricts } from './school-districts.ts'
import { schools } from './schools.ts'
import { steps } from './steps.ts'
import { streetRanges } from './street-ranges.ts'
import { zones } from './zones.ts'

export interface GeneralCheck {
  /** For the progress line. */
  readonly name: string
  readonly run: (context: BuiltContext) => Check[] | Promise<Check[]>
}

/** What is asked of the geography, of all dimensions alike, of schools and of addresses. */
export const generalChecks: readonly GeneralCheck[] = [
  { name: 'zones of block groups', run: zones },
  { name: 'places of Florida', run: floridaPlaces },
  { name: 'places of California and fire', run: firePlaces },
  { name: 'distribution of scores', run: distribution },
  { name: 'steps across borders', run: steps },
  { name: 'places outside the coverage', run: outside },
  { name: 'school districts', run: schoolDistricts },
  { name: 'schools and ratings', run: schools },
  { name: 'addresses', run: geocoder },
  { name: 'addresses on streets', run: streetRanges },
]
