/** A word of a text, with what stands before it. */
export interface Word {
  readonly before: string
  readonly text: string
}

export interface Words {
  readonly words: readonly Word[]
  /** What stands after the last word. */
  readonly after: string
}

/**
 * Cuts a text into its words (letters and digits, with apostrophes inside them) and what stands between them:
 * `'BUDDY' O'HARA K-8` has the words `BUDDY`, `O'HARA`, `K` and `8`. Joined again, nothing is lost.
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

/** Joins neighbouring words, `NW` for `N W`, wherever `joined` gives one word for those that start at an index. */
export function mergeWords(
  words: readonly Word[],
  joined: (words: readonly Word[], at: number) => { readonly text: string; readonly count: number } | null,
): readonly Word[] {
  const merged: Word[] = []
  for (let at = 0; at < words.length; ) {
    const one = joined(words, at)
    merged.push(one ? { before: words[at].before, text: one.text } : words[at])
    at += one?.count ?? 1
  }
  return merged
}

/** How many words of a single letter, with one blank between them, start at an index. */
export function lettersAt(words: readonly Word[], at: number): number {
  let count = 0
  while (at + count < words.length) {
    const { before, text } = words[at + count]
    if (!/^\p{L}$/u.test(text) || (count > 0 && before !== ' ')) break
    count++
  }
  return count
}
