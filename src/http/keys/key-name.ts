/** What `isKeyName` asks for, for people. */
export const KEY_NAMES = '1 to 100 characters without control characters and without spaces around them'

/** Whether a key may be called so: names are printed in lists and logs, where they must not steer the terminal. */
export function isKeyName(text: string): boolean {
  return text.length >= 1 && text.length <= 100 && text === text.trim() && !steering.test(text)
}

// Controls, halves of surrogate pairs, line separators, marks that turn the writing direction.
const steering = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
