import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const tests = fileURLToPath(new URL('../../', import.meta.url))

/** Returns whether an expression calls `it` or `test`, with or without `each`, `skipIf` and the like. */
function isTest(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return expression.text === 'it' || expression.text === 'test'
  // A skipped test needs no assertion. `.ci/skipped.mjs` checks its reason.
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'skip') return false
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) return isTest(expression.expression)
  return ts.isTaggedTemplateExpression(expression) && isTest(expression.tag)
}

/** Returns whether a name says that it asserts: `expect`, `expectOurs`, `expectTypeOf`. */
const isAssertion = (name: string) => /^expect([A-Z]|$)/.test(name)

/**
 * Returns whether a call is `fc.property(…)` or `fc.asyncProperty(…)` with a function whose value says whether the
 * property holds.
 */
function isProperty({ expression, arguments: given }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !/^(async)?property$/i.test(expression.name.text)) return false
  const body = given.at(-1)
  if (body === undefined || !ts.isArrowFunction(body)) return body !== undefined && ts.isIdentifier(body)
  return !ts.isBlock(body.body) || returnsValue(body.body)
}

function returnsValue(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return node.expression !== undefined
  if (ts.isFunctionLike(node)) return false
  return ts.forEachChild(node, (child) => returnsValue(child) || undefined) ?? false
}

function hasAssertion(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) {
    if (isProperty(node)) return true
    let called = node.expression
    while (ts.isPropertyAccessExpression(called)) {
      if (isAssertion(called.name.text)) return true
      called = called.expression
    }
    if (ts.isIdentifier(called) && isAssertion(called.text)) return true
  }
  // A helper that asserts may be passed as an argument: `each(expectSame)`.
  if (ts.isIdentifier(node) && isAssertion(node.text) && ts.isCallExpression(node.parent)) return true
  return ts.forEachChild(node, (child) => hasAssertion(child) || undefined) ?? false
}

/** Returns the names of the tests in a file whose body asserts nothing. */
function withoutAssertion(text: string): string[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [name, ...others] = node.arguments
      const body = others.find(
        (other) => ts.isArrowFunction(other) || ts.isFunctionExpression(other) || ts.isIdentifier(other),
      )
      if (body !== undefined && !hasAssertion(ts.isIdentifier(body) ? node : body)) names.push(name.getText(file))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

describe('every test', () => {
  it('contains an assertion or a property, or calls a helper whose name begins with expect', () => {
    const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(300)
    const found = files
      .sort()
      .flatMap((file) => withoutAssertion(readFileSync(`${tests}${file}`, 'utf8')).map((name) => `${file}: ${name}`))
    expect(found).toEqual([])
  })

  it.each([
    ["it('a', () => { expect(1).toBe(1) })", []],
    ["it('a', async () => { await expect(p).rejects.toThrow() })", []],
    ["it.each([1])('a', (n) => { expectSame(n) })", []],
    ["it('a', () => { fc.assert(fc.property(fc.nat(), (n) => { expect(n).toBe(n) })) })", []],
    ["it('a', () => { made.expectWhole() })", []],
    ["it('a', () => rows.forEach(expectSame))", []],
    ["it('a', () => { run() })", ["'a'"]],
    ["it('a', () => { expectation() })", ["'a'"]],
    ["it.each([1])('a', (n) => { check(n) })", ["'a'"]],
    ["it('a', () => { fc.assert(fc.property(fc.nat(), (n) => n >= 0)) })", []],
    ["it('a', () => { fc.assert(fc.property(fc.nat(), (n) => { return n >= 0 })) })", []],
    ["it.skipIf(x)('a', () => { fc.assert(fc.property(fc.nat(), (n) => { run(n) })) })", ["'a'"]],
    ["describe('d', () => { it('a', () => { run() }); it('b', () => { expect(1) }) })", ["'a'"]],
    ["it('expect', () => { run('expect(1)') })", ["'expect'"]],
    ["it('a', run)", ["'a'"]],
    ["it.skip('a', () => {})", []],
  ])('is checked by the calls in its body: %s', (text, names) => {
    expect(withoutAssertion(text)).toEqual(names)
  })
})
