import { check as airQuality } from '../score/air-quality/validate.ts'
import { check as dogFriendliness } from '../score/dog-friendliness/validate.ts'
import { check as fire } from '../score/fire/validate.ts'
import { check as flood } from '../score/flood/validate.ts'
import { check as ideologicalLean } from '../score/ideological-lean/validate.ts'
import { check as industrialProximity } from '../score/industrial-proximity/validate.ts'
import { check as insuranceCoverage } from '../score/insurance-coverage/validate.ts'
import { check as liveliness } from '../score/liveliness/validate.ts'
import { check as noiseLevels } from '../score/noise-levels/validate.ts'
import { check as populationProfile } from '../score/population-profile/validate.ts'
import { check as privacy } from '../score/privacy/validate.ts'
import { check as urbanRural } from '../score/urban-rural/validate.ts'
import { check as visualAppeal } from '../score/visual-appeal/validate.ts'
import { check as walkability } from '../score/walkability/validate.ts'
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

/** The checks that belong to one dimension, in the order of the catalog. */
export const checkers: Readonly<Record<string, Checker>> = {
  'urban-rural': urbanRural,
  privacy,
  walkability,
  'visual-appeal': visualAppeal,
  'dog-friendliness': dogFriendliness,
  liveliness,
  'noise-levels': noiseLevels,
  'air-quality': airQuality,
  'industrial-proximity': industrialProximity,
  'insurance-coverage': insuranceCoverage,
  'ideological-lean': ideologicalLean,
  'population-profile': populationProfile,
  flood,
  fire,
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
