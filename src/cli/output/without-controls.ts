/**
 * The answer with harmless texts: names come out of files, and what stands in them must not steer the terminal. Controls
 * and line breaks become spaces, marks that turn the writing direction go, letters are composed (`n` + tilde = `ñ`).
 */
export function withoutControls<Answer>(answer: Answer): Answer {
  const harmless = (_: string, value: unknown) =>
    typeof value === 'string'
      ? value
          .normalize('NFC')
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
          .replace(turns, '')
          .trim()
      : value
  return JSON.parse(JSON.stringify(answer), harmless) as Answer
}

const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
