import { spellings } from './spellings.ts'

/**
 * One word in readable case, whatever stands around it: `HARRISON` → `Harrison`, `MCALLEN` → `McAllen`, `O'CONNOR` →
 * `O'Connor`, `WOMEN'S` → `Women's`, `5TH` → `5th`, `III` → `III`, `K12` → `K12`.
 */
export function capitalise(word: string): string {
  const capitals = word.toUpperCase()
  const spelling = spellings.get(capitals)
  if (spelling !== undefined) return spelling
  if (/^\d+(ST|ND|RD|TH)$/.test(capitals)) return capitals.toLowerCase()
  // "5815ALDER DR" lacks a blank.
  const [, number, rest] = /^(\p{N}+)(\p{L}{4,})$/u.exec(capitals) ?? []
  if (number !== undefined) return number + capitalise(rest)
  if (/\p{N}/u.test(word) || /^(II|III|IV|VI|VII|VIII|IX)$/.test(capitals)) return capitals
  const [first, ...parts] = capitals.split(/(?<=['’])/u)
  // O'Connor and D'Arc, but Women's, Don't and Int'l.
  if (parts.length > 0) {
    const ofName = /^[ODL]['’]$/u.test(first)
    const readable = parts.map((part) => (ofName && part.length >= 3 ? capitalise(part) : part.toLowerCase()))
    return firstCapital(first) + readable.join('')
  }
  return /^MC\p{Lu}{3,}$/u.test(capitals) ? `Mc${firstCapital(capitals.slice(2))}` : firstCapital(capitals)
}

function firstCapital(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}
