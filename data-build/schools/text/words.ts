/** A word in a string and the text before it. */
export interface Word {
  readonly before: string
  readonly text: string
}

interface Words {
  readonly words: readonly Word[]
  /** Text after the last word. */
  readonly after: string
}

/**
 * Splits a string into words (letters and digits, with apostrophes inside them) and the text between words:
 * `'BUDDY' O'HARA K-8` has the words `BUDDY`, `O'HARA`, `K` and `8`. Joining all parts restores the original string.
 */
export function cutWords(text: string): Words {
  const words: Word[] = []
  let end = 0
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu)) {
    words.push({ before: text.slice(end, match.index), text: match[0] })
    end = match.index + match[0].length
  }
  return { words, after: text.slice(end) }
}

/**
 * Merges neighboring words, such as `N W` into `NW`. For the words from an index on, `joined` returns the merged word
 * and the number of words that it replaces, or null if nothing is merged there.
 */
export function mergeWords(
  words: readonly Word[],
  joined: (words: readonly Word[], at: number) => { readonly text: string; readonly count: number } | null,
): readonly Word[] {
  const merged: Word[] = []
  for (let at = 0; at < words.length; ) {
    const merge = joined(words, at)
    merged.push(merge ? { before: words[at].before, text: merge.text } : words[at])
    at += merge?.count ?? 1
  }
  return merged
}

/** Returns the number of single-letter words that start at an index and are separated by one space. */
export function lettersAt(words: readonly Word[], at: number): number {
  let count = 0
  while (at + count < words.length) {
    const { before, text } = words[at + count]
    if (!/^\p{L}$/u.test(text) || (count > 0 && before !== ' ')) break
    count++
  }
  return count
}

/**
 * Returns a word in mixed case, regardless of its context: `HARRISON` → `Harrison`, `MCALLEN` → `McAllen`, `O'CONNOR` →
 * `O'Connor`, `WOMEN'S` → `Women's`, `5TH` → `5th`, `III` → `III`, `K12` → `K12`.
 */
export function capitalize(word: string): string {
  const capitals = word.toUpperCase()
  const spelling = spellings.get(capitals)
  if (spelling !== undefined) return spelling
  if (/^\d+(ST|ND|RD|TH)$/.test(capitals)) return capitals.toLowerCase()
  // Handles a missing space after a house number, as in "5815ALDER DR".
  const [, number, letters] = /^(\p{N}+)(\p{L}{4,})$/u.exec(capitals) ?? []
  if (number !== undefined) return number + capitalize(letters)
  if (/\p{N}/u.test(word) || /^(II|III|IV|VI|VII|VIII|IX)$/.test(capitals)) return capitals
  const [first, ...parts] = capitals.split(/(?<=['’])/u)
  // The letter after the apostrophe is uppercase in O'Connor and D'Arc, but not in Women's, Don't and Int'l.
  if (parts.length > 0) {
    const ofName = /^[ODL]['’]$/u.test(first)
    const readable = parts.map((part) => (ofName && part.length >= 3 ? capitalize(part) : part.toLowerCase()))
    return firstCapital(first) + readable.join('')
  }
  return /^MC\p{Lu}{3,}$/u.test(capitals) ? `Mc${firstCapital(capitals.slice(2))}` : firstCapital(capitals)
}

function firstCapital(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}

/** Trims a string and replaces each run of whitespace with one space. */
export function tidyBlanks(raw: string): string {
  return raw.replace(/[\s\u200b\ufeff]+/gu, ' ').trim()
}

/**
 * Checks whether a string is all uppercase, so that its case carries no information. The `c` of `McALLEN` is ignored.
 * Text that was already converted has a lowercase letter, so it is never changed again.
 */
export function isInCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text.replace(/\bMc(?=\p{Lu})/gu, 'MC'))
}

const small = new Set('AN AND AT BY DE DEL FOR FROM IN OF ON OR THE THRU TO WITH'.split(' '))
/** Words that are lowercase only after `DE`: `de la Garza`, but `City of La Porte`. */
const afterDe = new Set(['LA', 'LAS', 'LOS'])
/** Places that begin with `Del`, anywhere in a name. */
const delPlaces = new Set(['RIO', 'VALLE', 'CITY'])

/** Words that may begin a street name after its number or direction: `1000 The Green Mile`, `S Del Valle Ave`. */
const beginStreets = new Set(['DE', 'DEL', 'THE'])

/**
 * Checks whether a word is lowercase inside a name (`School of the Arts`, `Lorenzo de Zavala`, `Hope-by-the-Sea`). A
 * word is not lowercase at the start of a name, after a parenthesis, a slash or a dash, or in `On-Line`.
 */
export function isSmallWord(words: readonly Word[], at: number): boolean {
  const { before, text } = words[at]
  if (at === 0 || !(small.has(text) || afterDe.has(text))) return false
  const previous = words[at - 1].text
  const next = words[at + 1]
  if (before === '-' || next?.before.startsWith('-')) {
    const inChain = next?.before === '-' && (before === '-' || small.has(previous))
    return small.has(text) && inChain
  }
  if (before !== ' ') return false
  if (afterDe.has(text)) return previous === 'DE'
  if (beginStreets.has(text) && /^([NSEW]|\p{N}+)$/u.test(previous)) return false
  if (text !== 'DE' && text !== 'DEL') return true
  // In "of Del Rio", "Del" begins a place name because it follows a small word, so "Del" is capitalized.
  return !small.has(previous) && (text === 'DE' || !delPlaces.has(next?.text ?? ''))
}

/** Names with a special spelling, keyed by the uppercase name. */
export const spellings: ReadonlyMap<string, string> = new Map(
  [
    // Surnames and places. The places are from the Census Bureau's gazetteer.
    ...['DeBakey', 'DeBary', 'DeFuniak', 'DeKalb', 'DeLand', 'DeSoto', 'DeZavala', 'DeWitt', 'DeGroodt', 'DeLaura'],
    ...['DeQueen', 'FitzHugh', 'VanZandt'],
    ...['LaBelle', 'LaCoste', 'LaRue', 'LaFarelle', 'LaGrone', 'LaVace', 'LeFlore', 'LeBlanc'],
    ...['MacArthur', 'MacDill', 'MacDonald', 'MacFarlane', 'MacGregor', 'MacIntyre', 'MacKenzie', 'MacLean'],
    // Schools and their operators, in their own spelling.
    ...['ILTexas', 'AMIkids', 'AcadeMir', 'BridgePrep', 'DaVinci', 'PreK', 'eSchool', 'iSchool', 'iPrep', 'iTech'],
    ...['iLEAD', 'iMater', 'eLearning'],
    // Words without a vowel that are not acronyms.
    ...'Blvd Crk Ct Ctr Ctrs Dr Drs Fld Fls Ft Gr Grv Hts Jr Lk Lks Ln'.split(' '),
    ...['Lrn', 'Lrng', 'Lt', 'Lvl', 'Mr', 'Mrs', 'Mt', 'Mtn', 'Ng', 'Pl', 'Pt', 'Rd', 'Rdg', 'Rgnl', 'Sch', 'Schl'],
    ...['Sgt', 'Spgs', 'Sq', 'Sr', 'St', 'Sts', 'Tr', 'Trl', 'Vlg', 'Wm', 'Brd', 'Schs', 'Prg', 'Prgs', 'Chtr'],
  ].map((name) => [name.toUpperCase(), name] as const),
)
