import { meaningOf } from '../../answers/geocode/parse/vocabulary.ts'

/** What a column of an address holds. */
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

/** Parts that stand on the line of the street, with blanks between them. */
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
 * Joins the texts of the columns of one address. Parts of the street line are separated by blanks, all others by
 * commas. Texts that mean "no value" are left out.
 *
 * @param parts what each text is; null, and texts without a part: only their own looks tell
 */
export function joinAddress(texts: readonly string[], parts: readonly (AddressPart | null)[] = []): string {
  let address = ''
  let before: AddressPart | null = null
  let lastText = ''
  const street = streetIn(texts, parts)
  for (let i = 0; i < texts.length; i++) {
    const part = parts[i] ?? null
    const text = cleanPart(texts[i], part)
    if (text === '' || (street !== '' && isSaid(text, part, street))) continue
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

/** The text of the street or of the whole address; '' where no part is named so. */
function streetIn(texts: readonly string[], parts: readonly (AddressPart | null)[]): string {
  const at = parts.findIndex((part) => part === 'address' || part === 'street')
  return at < 0 || texts.length === 1 ? '' : (texts[at] ?? '').trim().toUpperCase()
}

/** Whether a text of the street says a part of the address already: files have a line and its parts beside it. */
function isSaid(text: string, part: AddressPart | null, street: string): boolean {
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

/** A suffix or directional in its short form: `AVENUE` as `AVE`. */
function shortWord(word: string): string {
  const { direction, suffix } = meaningOf(word.replace(/\./g, ''))
  return direction || suffix || word
}

function isHouseNumber(text: string): boolean {
  return /^\d{1,6}[a-z]?$/i.test(text)
}

/** "4B" as "# 4B", so that it is not read as a street; "Apt 4B" as it is. */
function asUnit(text: string): string {
  return /^[a-z]?\d+[a-z]?$|^[a-z]$|^\d+-[a-z\d]+$/i.test(text) ? `# ${text}` : text
}

/** A text of a column without what programs write around or in place of a value. */
function cleanPart(raw: string, part: AddressPart | null): string {
  const text = wholeNumber(raw.trim())
  if (meansNothing(text)) return ''
  if (part === 'zip') return /[1-9]/.test(text) && !/^9{5}(?:-?9{4})?$/.test(text) ? text : ''
  if (part === 'state') return /\p{L}{2}/u.test(text) ? text : ''
  // A house number or unit of 0 is how databases of numbers write none.
  if ((part === 'number' || part === 'unit') && /^0+$/.test(text)) return ''
  return text
}

/** Programs that read a column of ZIPs with gaps as numbers, as pandas does, write them as `78701.0`. */
function wholeNumber(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text
}

/** Words that stand for no value in files that databases, statistics programs and people write. */
const NOTHING =
  /^(?:null|none|nil|na|nan|nat|n\/a|n\.a\.?|n\.d\.?|undefined|undef|missing|unknown|unk|unkn|unspecified|not (?:available|applicable|given|known|provided|reported|recorded|specified|found)|no (?:data|value|zip|state|city)|blank|empty|tbd|tba|void|x{2,}|\\n|#(?:n\/a|null|ref|value|name|num|div\/0)[!?]?|\p{P}+|[~`^|=+]+)$/iu
const WRAPPED = /^[<([{'"](.*)[>)\]}'"]$/

/** Whether a text of a table says that there is no value: `NULL`, `N/A`, `(none)`, `-`, nothing. */
export function meansNothing(text: string): boolean {
  if (text === '') return true
  if (text.length > 20) return false
  if (NOTHING.test(text)) return true
  const inner = WRAPPED.exec(text)?.[1].trim()
  return inner !== undefined && (inner === '' || NOTHING.test(inner))
}
