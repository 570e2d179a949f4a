/**
 * The key that names are sorted by, compared by code unit: without accents (NFD, marks removed) and case, numbers by value
 * and before letters. `École 9` is before `ecole 10`. It depends on no locale, so it is the same on every machine.
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[0-9]+/g, numberKey)
}

/** The longest number whose length is still a character before `a`. */
const MOST_DIGITS = 0x60 - 0x30

/** A number behind its own length, so that the shorter, being smaller, comes first. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=.)/, '')
  return String.fromCharCode(0x30 + Math.min(value.length, MOST_DIGITS)) + value
}
