import { acronyms } from './acronyms.ts'
import { lettersAt, mergeWords, type Word } from './words.ts'

/**
 * Joins the letters that agencies write apart where they are one thing: `J J A E P` → `JJAEP`, `H S` → `HS`, `J H` → `JH`,
 * `MC ALLEN` → `MCALLEN`. Other letters are somebody's initials and stay apart: `J H HINES EL`, `ROBBIN E L WASHINGTON`.
 */
export function mergeSpacedLetters(words: readonly Word[]): readonly Word[] {
  return mergeWords(words, (words, at) => {
    const next = words[at + 1]
    if (words[at].text === 'MC' && next?.before === ' ' && /^\p{Lu}{3,}$/u.test(next.text))
      return { text: `MC${next.text}`, count: 2 }
    const letters = lettersAt(words, at)
    const start = runStart(words, at)
    if (start === at)
      for (let count = letters; count >= 3; count--) {
        const text = joined(words, at, count)
        if (acronyms.has(text)) return { text, count }
      }
    const pair = letters >= 2 ? joined(words, at, 2) : ''
    return isKindOfSchool(pair, words, at, start, letters) ? { text: pair, count: 2 } : null
  })
}

/** Whether `H S`, `J H` or `M S` means a school rather than a person's initials. */
function isKindOfSchool(pair: string, words: readonly Word[], at: number, start: number, letters: number): boolean {
  const closes = at > 0 && at + 2 === words.length
  if (pair === 'MS') return closes
  if (pair !== 'HS' && pair !== 'JH') return false
  if (closes) return true
  // Behind other letters only after an acronym: "P S J A H S NORTH", not "W J H SMITH".
  if (start !== at) return acronyms.has(joined(words, start, at - start))
  const beginsName = at === 0 || /^(DR|MR|MRS|REV|COL|GEN)$/.test(words[at - 1].text)
  return !beginsName || letters > 2 || followsKindOfSchool(words[at + 2])
}

/** Whether a word may stand behind a kind of school that begins a name: `H S #7`, `J H FOR LAW`, but not `J H HINES EL`. */
export function followsKindOfSchool(word: Word | undefined): boolean {
  return !word || /[#(/-]/.test(word.before) || /^(\d.*|AT|FOR|OF|NO|SCHOOL)$/.test(word.text)
}

/** Where the run of single letters begins that the word at an index belongs to. */
function runStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && lettersAt(words, start - 1) > 1) start--
  return start
}

function joined(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map((word) => word.text)
    .join('')
}
