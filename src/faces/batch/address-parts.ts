import { getMeaning } from '../../answers/geocode/parse/vocabulary.ts'

/** Part of an address that a column can contain. */
export type AddressPart =
  | 'address'
  | 'number'
  | 'number suffix'
  | 'predirectional'
  | 'premodifier'
  | 'pretype'
  | 'street'
  | 'suffix'
  | 'postdirectional'
  | 'postmodifier'
  | 'unit type'
  | 'unit'
  | 'last line'
  | 'city'
  | 'state'
  | 'zip'

/** All parts, in the order in which an address is written. */
export const ADDRESS_ORDER: readonly AddressPart[] = [
  'address',
  'number',
  'number suffix',
  'predirectional',
  'premodifier',
  'pretype',
  'street',
  'suffix',
  'postdirectional',
  'postmodifier',
  'unit type',
  'unit',
  'last line',
  'city',
  'state',
  'zip',
]

/** Parts of the street line, which are joined by spaces. */
const ON_STREET_LINE: ReadonlySet<AddressPart | null> = new Set<AddressPart | null>([
  'number',
  'number suffix',
  'predirectional',
  'premodifier',
  'pretype',
  'street',
  'suffix',
  'postdirectional',
  'postmodifier',
])

/**
 * Joins the column values of one address. Parts of the street line are joined by spaces, and all other parts by commas.
 * Values that mean "no value" are omitted.
 *
 * @param parts the part that each value contains; if null or missing, the part is inferred from the value
 */
export function joinAddress(texts: readonly string[], parts: readonly (AddressPart | null)[] = []): string {
  let address = ''
  let before: AddressPart | null = null
  let lastText = ''
  const street = streetIn(texts, parts)
  for (let i = 0; i < texts.length; i++) {
    const part = parts[i] ?? null
    const text = cleanPart(texts[i], part)
    if (text === '' || (street !== '' && isRepeated(text, part, street))) continue
    const isContinued =
      (ON_STREET_LINE.has(before) && ON_STREET_LINE.has(part)) ||
      (before === 'unit type' && part === 'unit') ||
      (part === null && isHouseNumber(lastText) && !isHouseNumber(text))
    const written = part === 'unit' && before !== 'unit type' ? asUnit(text) : text
    address += address === '' ? written : (isContinued ? ' ' : ', ') + written
    before = part
    lastText = text
  }
  return address
}

/** Returns the street or whole address, or '' if no part is a street or whole address. */
function streetIn(texts: readonly string[], parts: readonly (AddressPart | null)[]): string {
  const at = parts.findIndex((part) => part === 'address' || part === 'street')
  return at < 0 || texts.length === 1 ? '' : (texts[at] ?? '').trim().toUpperCase()
}

/**
 * Checks whether the street already contains a part. Some files have both a full street line and its separate parts.
 */
function isRepeated(text: string, part: AddressPart | null, street: string): boolean {
  const said = text.toUpperCase()
  switch (part) {
    case 'number':
      return street.startsWith(said) && /^[\s,]/.test(street.slice(said.length))
    case 'predirectional':
    case 'postdirectional':
    case 'suffix': {
      const words = street.split(/,/, 1)[0].split(/\s+/)
      const first = /^\d/.test(words[0]) && words.length > 2 ? 1 : 0
      const word = part === 'predirectional' ? words[first] : words[words.length - 1]
      return words.length - first > 1 && shortWord(word) === shortWord(said)
    }
    case 'city':
    case 'state':
    case 'zip':
      return (
        street.includes(',') &&
        street
          .slice(street.indexOf(',') + 1)
          .split(/[\s,]+/)
          .join(' ')
          .includes(said)
      )
    default:
      return false
  }
}

/** Shortens a suffix or directional: `AVENUE` to `AVE`. */
function shortWord(word: string): string {
  const { direction, suffix } = getMeaning(word.replace(/\./g, ''))
  return direction || suffix || word
}

function isHouseNumber(text: string): boolean {
  return /^\d{1,6}[a-z]?$/i.test(text)
}

/** Turns "4B" into "# 4B", so that it is not parsed as a street. "Apt 4B" is unchanged. */
function asUnit(text: string): string {
  return /^[a-z]?\d+[a-z]?$|^[a-z]$|^\d+-[a-z\d]+$/i.test(text) ? `# ${text}` : text
}

/** Removes padding and placeholders that programs write around a value or in place of a missing value. */
function cleanPart(raw: string, part: AddressPart | null): string {
  const text = wholeNumber(raw.trim())
  if (meansNothing(text)) return ''
  if (part === 'zip') return /[1-9]/.test(text) && !/^9{5}(?:-?9{4})?$/.test(text) ? text : ''
  if (part === 'state') return /\p{L}{2}/u.test(text) ? text : ''
  // Databases with numeric columns store a missing house number or unit as 0.
  if ((part === 'number' || part === 'unit') && /^0+$/.test(text)) return ''
  return text
}

/**
 * Removes the trailing decimals from numbers such as `78701.0`, which pandas and similar programs write for a ZIP
 * column with missing values.
 */
function wholeNumber(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text
}

/** Words for a missing value, as written by databases, statistics programs and people. */
const NOTHING =
  /^(?:null|none|nil|na|nan|nat|n\/a|n\.a\.?|n\.d\.?|undefined|undef|missing|unknown|unk|unkn|unspecified|not (?:available|applicable|given|known|provided|reported|recorded|specified|found)|no (?:data|value|zip|state|city)|blank|empty|tbd|tba|void|x{2,}|\\n|#(?:n\/a|null|ref|value|name|num|div\/0)[!?]?|\p{P}+|[~`^|=+]+)$/iu
const WRAPPED = /^[<([{'"](.*)[>)\]}'"]$/

/** Checks whether a table cell means that there is no value: `NULL`, `N/A`, `(none)`, `-`, or an empty string. */
export function meansNothing(text: string): boolean {
  if (text === '') return true
  if (text.length > 20) return false
  if (NOTHING.test(text)) return true
  const inner = WRAPPED.exec(text)?.[1].trim()
  return inner !== undefined && (inner === '' || NOTHING.test(inner))
}
