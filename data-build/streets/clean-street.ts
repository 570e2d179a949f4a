import { parseAddress } from '../../src/answers/geocode/parse/parse-address.ts'
import { parseStreet, type StreetName } from '../../src/answers/geocode/parse/street.ts'

/** Repairs for text that some lists append to a street, and for nonstandard words. */
const REPAIRS: readonly (readonly [RegExp, string])[] = [
  // "CONGRESS AVENUE SOUTH A 00000", "CAPITAL OF TEXAS HIGHWAY NORTHA 00000", "WESSEX WAY NO ABCSTR REC C 00000"
  [/(NORTH|SOUTH|EAST|WEST)[A-Z] 0{5}$/, '$1'],
  [/( NO ABCSTR REC)?( [A-Z])? [A-Z]?0{5}$/, ''],
  [/ (NORTH|SOUTH|EAST|WEST) [A-Z]$/, ' $1'],
  // "TRAMONTI DR DUBLIN CA 94568-4253"
  [/ [A-Z]+ (?:CA|TX|FL) \d{5}(?:-\d{4})?$/, ''],
  // "INTERSTATE 35 SVRD NB", "US HIGHWAY 290 HWY WB"
  [/(?: SVRD)?(?: [NSEW]B)?$/, ''],
  [/(\d) (?:HWY|HIGHWAY)$/, '$1'],
  [/^I H (?=\d)/, 'IH '],
  [/^([FR]) M (?:ROAD )?(?=\d)/, '$1M '],
  [/ LA$/, ' LN'],
  [/ B[LV]$/, ' BLVD'],
  [/ EXWY$/, ' EXPY'],
  [/\bMO-PAC\b/, 'MOPAC'],
  // "STREET HELENA RD"
  [/^STREET (?=[A-Z]{3})/, 'SAINT '],
]

/** Words in a name that belong to a unit, a recipient or another street. */
const MORE_THAN_NAME =
  /\d{5}|[#,]|\b(?:APT|ATTN|AVENUE|BLDG|BOULEVARD|BUILDING|CIRCLE|COURT|DRIVE|FLOOR|LANE|LEVEL|LOT|ROAD|SPACE|STE|STREET|SUITE|UNIT|AVE|BLVD|CIR|CT|DR|HWY|LN|PKWY|RD|WAY|WALMART)\b/
const WHOLE_NAMES = /^(?:AVENUE|CIRCLE|COURT|DRIVE|LANE|STREET|COUNTY ROAD|STATE ROAD)(?: |$)/
/** Words that never occur in a street name. */
const NO_NAMES = /\d{5}|[#,@]|\b(?:ATTN|C\/O|CARE OF|INC|LLC|MR|MRS|OWNER|TENANT|UNKNOWN)\b/
/** Maximum number of words in a street name. */
const MAX_WORDS = 5
/** Maximum number of letters in a street name. */
const MAX_LETTERS = 40

/**
 * Parses a street as written in a list and drops text that is not part of the name. Returns null if no name is left.
 */
export function cleanStreet(written: string): StreetName | null {
  let text = written.toUpperCase().replace(/\s+/g, ' ').trim()
  for (const [pattern, instead] of REPAIRS) text = text.replace(pattern, instead)
  let name = parseStreet(text)
  if (MORE_THAN_NAME.test(name.street) && !WHOLE_NAMES.test(name.street))
    name = parseStreet(numberAndStreet(`1 ${text}`).street)
  const { street } = name
  const isName = /^[ -~]+$/.test(street) && street.length <= MAX_LETTERS && street.split(' ').length <= MAX_WORDS
  return isName && !NO_NAMES.test(street) ? name : null
}

/** Splits an address line into number and street, without the unit. */
export function numberAndStreet(line: string): { readonly number: string; readonly street: string } {
  const { number, predirectional, street, suffix, postdirectional, crossStreet } = parseAddress(line)
  if (number === null || street === null || crossStreet !== null) return { number: '', street: '' }
  const parts = [predirectional, street, suffix, postdirectional].flatMap((part) => part?.given ?? [])
  return { number: number.text, street: parts.join(' ') }
}
