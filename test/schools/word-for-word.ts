/** The words that an abbreviation may become, written here a second time: everything else must come from the source. */
const written = new Set(
  `ACADEMY ALTERNATIVE CENTER CENTERS CHARTER COLLEGE COMMUNITY COUNTY DEPARTMENT DETENTION DEVELOPMENT EDUCATION
  ELEMENTARY GRADE HEIGHTS HIGH INTERMEDIATE INTERNATIONAL JUNIOR JUVENILE LEARNING LEVEL MIDDLE OPPORTUNITY PREPARATORY PRIMARY
  PROGRAM PROGRAMS PUBLIC REGION REGIONAL SCHOOL SERVICE SPECIAL UNIVERSITY VIRTUAL VOCATIONAL`.split(/\s+/),
)

/**
 * Reads a name and its readable form word for word; null when each word of one stands for words of the other: the same word,
 * letters of a kind of school or an acronym, or an abbreviation and its full word (all its letters, in order, the first
 * first). Else a sentence that says where they part.
 */
export function losesOrInvents(raw: string, readable: string): string | null {
  const from = wordsOf(raw)
  const to = wordsOf(readable)
  const seen = new Set<string>()
  let furthest = 0
  const pending: (readonly [number, number])[] = [[0, 0]]
  while (pending.length > 0) {
    const [i, j] = pending.pop()!
    if (i === from.length && j === to.length) return null
    const key = `${i} ${j}`
    if (seen.has(key)) continue
    seen.add(key)
    furthest = Math.max(furthest, i)
    // One to six words of the source became one or two.
    for (let n = 1; n <= 6 && i + n <= from.length; n++)
      for (let m = 1; m <= 2 && j + m <= to.length; m++)
        if (stands(from.slice(i, i + n), to.slice(j, j + m))) pending.push([i + n, j + m])
  }
  return `"${raw}" and "${readable}" part after "${from.slice(0, furthest).join(' ')}"`
}

function stands(from: readonly string[], to: readonly string[]): boolean {
  const letters = from.join('')
  if (to.length === 1 && letters === to[0] && (from.length === 1 || isSpaced(from))) return true
  const isKind = ['HS', 'JH', 'MS', 'ES', 'JHS', 'SPED'].includes(letters) && (from.length === 1 || isSpaced(from))
  if (to.length === 2 || from.length > 1)
    return isKind && to.every((word) => written.has(word)) && initialsIn(letters, to)
  return written.has(to[0]) && letters.length >= 2 && letters[0] === to[0][0] && isSubsequence(letters, to[0])
}

const isSpaced = (words: readonly string[]) => words[0] === 'MC' || words.every((word) => /^\p{L}$/u.test(word))
const initialsIn = (letters: string, words: readonly string[]) =>
  letters[0] === words[0][0] && isSubsequence(letters, words.join(''))

function isSubsequence(letters: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === letters[at]) at++
  return at === letters.length
}

function wordsOf(name: string): string[] {
  return name
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}
