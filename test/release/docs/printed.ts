import * as ts from 'typescript'

/**
 * Rewrites a program of a page. An expression can be followed by its printed answer in a comment, on the same line or
 * below: `vicinage.place(x) // { state: 'TX', … }`. Every such expression is passed to
 * `__printed(value, answer, line)`. A comment that is not a literal is only a remark.
 */
export function withPrintedAnswers(code: string): string {
  const source = ts.createSourceFile('block.ts', code, ts.ScriptTarget.Latest, true)
  let out = ''
  let end = 0
  for (const statement of source.statements) {
    const answer = answerAfter(code, statement.end)
    if (answer === null || !ts.isExpressionStatement(statement)) continue
    const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1
    const value = code.slice(statement.getStart(), statement.expression.end)
    out += `${code.slice(end, statement.getStart())};__printed(${value}, ${JSON.stringify(answer)}, ${line})`
    end = statement.end
  }
  return out + code.slice(end)
}

/** Returns the literal in the comment after a statement. */
function answerAfter(code: string, end: number): string | null {
  const comment = /^[ \t]*((?:\n?[ \t]*\/\/[^\n]*)+)/.exec(code.slice(end))?.[1]
  const text = comment?.replace(/\n?[ \t]*\/\/ ?/g, ' ').trim()
  return text !== undefined && /^(…, |[[{'"\d-])/.test(text) ? text : null
}

const ANY = Symbol('anything')

/**
 * Describes how a value differs from its printed answer, or returns null if it does not. `…` stands for omitted parts:
 * the rest of a string, or other members of an object or list. A bare name in an object (`{ lat, lon }`) matches any
 * value.
 */
export function difference(value: unknown, answer: string): string | null {
  const isPartial = answer.startsWith('…')
  const literal = (isPartial ? `{ ${answer} }` : answer).replace(/,?\s*…(?=[\s,\]}])(,)?/g, ',')
  const names = new Proxy({}, { has: (_, name) => typeof name === 'string', get: () => ANY })
  const holesClosed = literal
    .replace(/([[{])\s*,/g, '$1')
    .replace(/,\s*,/g, ',')
    .replace(/[.,]$/, '')
  // `with` resolves the bare names. It only exists in sloppy functions.
  const expected = new Function('names', `with (names) { return (${holesClosed}) }`)(names) as unknown
  return differs(value, expected, answer.replace(/'[^'\n]*'|"[^"\n]*"/g, '').includes('…'), '')
}

function differs(value: unknown, expected: unknown, some: boolean, path: string): string | null {
  if (expected === ANY) return value === undefined ? `${path} is not there` : null
  if (typeof expected === 'string' && expected.includes('…')) {
    const pattern = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${pattern.join('[\\s\\S]*')}$`).test(String(value))
      ? null
      : `${path} is ${JSON.stringify(value)}`
  }
  if (typeof expected !== 'object' || expected === null)
    return Object.is(value, expected) ? null : `${path} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`
  if (typeof value !== 'object' || value === null) return `${path} is ${JSON.stringify(value)}`
  const record = value as Readonly<Record<string, unknown>>
  for (const [key, member] of Object.entries(expected)) {
    const found = differs(record[key], member, some, `${path}.${key}`)
    if (found !== null) return found
  }
  const surplus = Object.keys(value).filter((key) => !(key in expected))
  return some || surplus.length === 0 ? null : `${path} also has ${surplus.join(', ')}`
}
